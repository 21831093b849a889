"""The table at a great moment is kept as a small picture, as everybody sees it; it stands where the game is told."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.sight import Scene
from tests.situations.screens import situations
from tests.ui.audit import walk
from ui.faces.face import face_of
from ui.journal.store import MomentPictures
from ui.pages.desk import Desk
from ui.pages.kept import WIDE_PX, table_picture
from ui.pages.private_view import PrivateView
from ui.present.touches import Goto, ReallyDeleteGame, at
from ui.records.recount import exported
from ui.watching import perfect_eye
from vision.eye import Reading
from vision.light.fitness import Light
from vision.mat.following import Mat
from vision.sources.frames import Frame

FIELD = (480, 480)


@pytest.fixture
def fought(tmp_path: Path) -> Desk:
    """A fight has been thrown for; its chores are not done yet."""
    desk = situations(tmp_path)["chores"]()
    desk.tick()
    return desk


def observed(scene: Scene, number: int) -> tuple[Frame, Reading]:
    image = np.full((*FIELD, 3), (40, 90, 40), np.uint8)
    mat = Mat(True, image_to_table=np.eye(3))
    return (Frame(image, float(number), number), Reading(scene, mat, Light(True)))


def look(desk: Desk, hand: bool = False) -> None:
    """The camera sees the table as the book has it."""
    session = desk.session
    scene = replace(perfect_eye.scene(session.reply.look), hand=hand, still_for=1.0)
    for number in range(3):
        session.inbox.post_reading(observed(scene, number))
        desk.tick()


def pictures(desk: Desk) -> list[int]:
    (game,) = desk.kept.store.games()
    return list(MomentPictures(desk.kept.store.path, game.started).whole())


def fight_on(desk: Desk) -> int:
    """One more fight is won, by the record: its entry."""
    from random import Random

    from companion.game import Chance, legal

    session, chance = desk.session, Random(3)
    while True:
        turn = session.referee.game.turn(session.referee.state)
        if isinstance(turn, Chance):
            values = tuple(chance.randint(1, 6) for _seat in turn.seats)
            event = session.referee.game.chance_event(session.referee.state, values)
        else:
            event = chance.choice(
                [e for e in legal(session.referee.game, session.referee.state) if not e.told]
            )
        session.tell(event)
        assert desk.side is not None
        if desk.side.moment().highlight is not None:
            return session.referee.entries[-1].seq


def test_the_table_is_kept_once_it_lies_as_it_is_booked(fought: Desk) -> None:
    entry = fight_on(fought)
    fought.tick()
    assert pictures(fought) == []
    look(fought, hand=True)
    assert pictures(fought) == [], "no hand is in a picture"
    look(fought)
    assert pictures(fought) == [entry]


def test_nothing_is_kept_while_something_is_for_some_eyes_alone(fought: Desk) -> None:
    fight_on(fought)
    fought.tick()
    fought.send(at(PrivateView.draw_curtain, 0))
    assert fought.side is not None and fought.side.focus.alone == 0
    look(fought)
    assert pictures(fought) == []


def test_an_army_that_lies_open_for_the_camera_is_never_kept(tmp_path: Path) -> None:
    desk = situations(tmp_path)["muster-turning"]()
    assert desk.side is not None and desk.session.veiled
    desk._moments._due = 0
    desk._moments._side = desk.side
    desk._moments._seq = desk.session.reply.seq
    look(desk)
    assert pictures(desk) == []


def test_the_picture_shows_the_board_and_is_small() -> None:
    from companion.games import all_games

    game = all_games()["zoon_alternate"]
    table = game.table(face_of(game).usual_setup())
    frame, reading = observed(Scene(), 1)
    packed = table_picture(frame, reading, table)
    assert packed is not None and len(packed) < 100_000
    shown = cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None and max(shown.shape[:2]) == WIDE_PX
    assert table_picture(frame, replace(reading, mat=Mat(True)), table) is None


def test_timeline_and_page_show_it_and_deleting_takes_it_away(
    fought: Desk, drive: Callable[..., Any]
) -> None:
    from ui.screens.steps import PHOTO
    from ui.widgets.pictures import Painting
    from ui.widgets.theme import u

    entry = fight_on(fought)
    fought.tick()
    look(fought)
    (game,) = fought.kept.store.games()
    page = exported(fought.kept.store, game.id, "html")
    assert page.count("data:image/jpeg;base64,") == 1
    fought.send(Goto("timeline"))
    shown = {key.photo for key in fought.model().keys if key.photo}
    assert [Path(file).name for file in shown] == [f"{entry}.jpg"]
    driver = drive(fought)
    photos = [w for w in walk(driver.app.root) if isinstance(w, Painting) and w.width == u(PHOTO)]
    assert len(photos) == 1
    fought.send(Goto("home"))
    fought.send(ReallyDeleteGame(game.id))
    assert not any(Path(file).exists() for file in shown)


def test_a_picture_that_is_none_any_more_leaves_the_page_as_it_is(window: Any, tmp_path: Path) -> None:
    from ui.screens.steps import photo_of

    broken = tmp_path / "3.jpg"
    broken.write_bytes(b"\xff\xd8nothing\xff\xd9")
    assert (
        photo_of(str(broken)) is None
        and photo_of(str(tmp_path / "none.jpg")) is None
        and photo_of("") is None
    )
