"""What the camera adds to ZONG's screens: throws that cannot be counted, quiet flicks, towers that came apart."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.sight import Scene, Sighting
from tests.ui.zong_room import Room, keys_of, kinds, looked, model_of, press, state_of
from ui.box.session import Press
from ui.games.zong.side import TrackSide
from ui.games.zong.track import ThrowModel
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.present.touches import at, draft


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_a_flick_that_left_every_piece_on_its_square_is_said_by_two_presses_of_done(room: Room) -> None:
    desk = room.flicking()
    desk.send(at(PlayedTable.press_button, "done"))
    banner = model_of(desk).banner
    assert banner is not None and "once more" in banner.words
    assert kinds(desk)[-1] == "Threw"
    desk.send(at(PlayedTable.press_button, "done"))
    assert kinds(desk)[-1] == "Zonged"


def test_a_press_of_the_panel_shows_what_it_asks(room: Room) -> None:
    desk = room.flicking()
    desk.tick()
    desk.session.inbox.post_press(Press("done", "panel"))
    assert desk.tick()
    assert model_of(desk).banner is not None
    desk.session.inbox.post_press(Press("done", "panel"))
    desk.tick()
    assert kinds(desk)[-1] == "Zonged"


def lay_discs(desk: Desk, *places: tuple[str, float]) -> None:
    """The camera sees discs in the strip, by face and place across (mm)."""
    discs = tuple(Sighting("disc", face, "throw", x=x, y=-60.0) for face, x in places)
    fine = {"mat": SimpleNamespace(found=True, why=None, image_to_table=None)}
    light = SimpleNamespace(ok=True, why=None)
    desk.session.reading = SimpleNamespace(scene=Scene(discs), light=light, other_look=False, **fine)  # type: ignore[assignment]
    desk.tick()


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ((("6", 60.0), ("5", 100.0)), "Only 2 discs are seen"),
        ((("6", 60.0), ("5", 100.0), ("4", 140.0), ("7", 180.0)), "4 discs are seen"),
        ((("6", 60.0), ("5", 70.0), ("4", 140.0)), "lies on another"),
    ],
)
def test_a_throw_that_cannot_be_counted_is_told_in_words(
    room: Room, places: tuple[tuple[str, float], ...], words: str
) -> None:
    desk = room.begun()
    desk.send(draft(TrackSide.list_discs, listed=False))
    lay_discs(desk, *places)
    banner = model_of(desk).banner
    assert banner is not None
    assert words in banner.words
    press(desk, "Say what was thrown")
    assert isinstance(model_of(desk).own, ThrowModel)


def test_a_question_about_a_throw_may_be_answered_by_saying_what_was_thrown(room: Room) -> None:
    desk = room.made.strip(60.0, 72.0, 140.0)
    assert [key.words for key in keys_of(desk)][1:] == ["It is thrown again", "Say what was thrown"]
    press(desk, "Say what was thrown")
    assert model_of(desk).kind == "play"
    assert isinstance(model_of(desk).own, ThrowModel)
    assert kinds(desk) == []


def test_a_tower_that_came_apart_is_asked_about_and_then_ordered(room: Room) -> None:
    desk = room.made.stirred()
    assert [key.words for key in keys_of(desk)][1:] == ["Nothing happened"]
    press(desk, "every piece stays")
    assert state_of(desk).phase == "cleanup"
    assert [key.words for key in keys_of(desk) if "bottom first" in key.words]


def test_a_piece_that_was_moved_but_is_not_back_is_drawn_where_it_is_seen(room: Room) -> None:
    desk = room.made.cleanup(4)
    track = model_of(desk).own
    assert track is not None
    (start,) = (way.start for way in track.arrows if way.colour == "green")
    assert start == (338.0, 182.5)
    looked(desk, green=(176.0, 60.0), red=(239.5, 205.3))
    track = model_of(desk).own
    assert track is not None
    starts = {way.colour: way.start for way in track.arrows}
    assert starts["green"] == (176.0, 60.0)
    assert starts["red"] == (239.0, 205.0), "less than what the eye may be off is no move"
