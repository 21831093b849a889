"""Whole games of ZONG by fingers alone, on the app's own widgets: discs touched, pieces dragged, votes tapped."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kivy.graphics import Canvas, Rectangle

from companion.game import Over
from companion.games.zong import GAME
from companion.games.zong.events import Threw
from companion.journal import play_while_valid
from tests.ui.audit import FINGER, walk
from tests.ui.conftest import SIZES
from tests.ui.fingers import touch_what_asks
from tests.ui.zong_room import Disc, Room, kinds, model_of, state_of
from ui.games.zong.side import TrackSide
from ui.games.zong.track import disc_marks
from ui.pages.desk import Desk
from ui.present.touches import Touch, calls
from ui.widgets.drawing import DrawingView, Painter
from ui.widgets.theme import u

MOST = 900
Drive = Callable[..., Any]


class Fingers:
    """Plays with touches and drags alone; which, is drawn by lot."""

    def __init__(self, driver: Any, desk: Desk, seed: int) -> None:
        self.driver, self.desk, self.chance = driver, desk, Random(seed)
        self.board = state_of(desk).board

    @property
    def view(self) -> DrawingView:
        return next(widget for widget in walk(self.driver.app.root) if isinstance(widget, DrawingView))

    def touch(self, action: Touch) -> None:
        """Touches the widget that asks for something. Raises LookupError."""
        touch_what_asks(self.driver, action)

    def drag(self, colour: str, x: float, y: float, steps: int = 6) -> None:
        """Drags a piece to a place in mm."""
        view = self.view
        token = next(token for token in view.model.tokens if token.colour == colour)
        start = view.to_window(*view.to_px(token.x, token.y))
        self.driver.drag(start, view.to_window(*view.to_px(x, y)), steps)

    def round(self) -> None:
        """Whatever is due, done once."""
        model, phase = model_of(self.desk), state_of(self.desk).phase
        main = next(
            (key.action for key in (*model.helps, *model.answers) if key.weight == "main" and key.enabled),
            None,
        )
        if phase == "throw" and main is None:
            faces = [
                face.action
                for disc in model.own.discs  # type: ignore[union-attr]
                for face in disc
                if calls(face.action, TrackSide.add_disc)
            ]
            bold = [
                action
                for action in faces
                if action.given[0] in (Disc("blue", 6), Disc("risk", 7), Disc("lightning", "lightning"))
            ]
            self.touch(self.chance.choice(bold or faces))
        elif phase == "lightning" and main is None:
            self.flick(model)
        elif phase == "vote" and main is None:
            ballot = next(b for b in model.own.cells if all(k.weight != "chosen" for k in b.keys))  # type: ignore[union-attr]
            self.touch(self.chance.choice(ballot.keys).action)
        else:
            assert main is not None, f"{phase}: {model.headline}"
            self.touch(main)

    def flick(self, model: Any) -> None:
        """A piece or two are dragged somewhere, or nothing came of it."""
        if self.chance.random() < 0.2:
            self.touch(self.chance.choice([key.action for key in model.helps]))
            return
        goal, width, height = self.board.goal, self.board.width_mm, self.board.height_mm
        late = kinds(self.desk).count("Threw") > state_of(self.desk).seats
        for token in self.chance.sample(model.own.tokens, 2):
            x, y = self.chance.uniform(-20, width * 0.6), self.chance.uniform(-20, height * 0.55)
            if late and self.chance.random() < 0.3:
                x, y = self.chance.gauss(goal.x, 8), self.chance.gauss(goal.y, 8)
            self.drag(token.colour, x, y)

    def play(self, throws: int = MOST) -> int:
        """Plays on to the end, or until so many throws were made: the number of touches' rounds."""
        for n in range(MOST):
            if isinstance(self.desk.session.reply.turn, Over) or kinds(self.desk).count("Threw") > throws:
                return n
            seen = (self.desk.session.reply.seq, model_of(self.desk))
            self.round()
            self.driver.run(0.2)
            assert (self.desk.session.reply.seq, model_of(self.desk)) != seen, "a touch that did nothing"
        raise AssertionError(f"no end after {MOST} rounds")


@pytest.mark.parametrize(
    ("players", "size", "seed", "throws"), [(3, SIZES[0], 1, MOST), (6, SIZES[2], 4, 14)]
)
def test_a_game_is_played_by_touch(
    players: int, size: tuple[int, int], seed: int, throws: int, drive: Drive, tmp_path: Path
) -> None:
    """Three to the end; six for two rounds of the table."""
    desk = Room(tmp_path).begun(players)
    fingers = Fingers(drive(desk, size), desk, seed)
    fingers.driver.run(0.3)
    fingers.play(throws)
    entries = desk.session.referee.entries
    assert not any(entry.waived for entry in entries)
    states, stop = play_while_valid(GAME, desk.session.referee.setup, entries)
    assert stop is None and states[-1] == state_of(desk)
    assert {"Threw", "Advanced", "Zonged"} <= set(kinds(desk))
    assert sum(isinstance(entry.event, Threw) for entry in entries) > players


@pytest.mark.parametrize("size", SIZES)
def test_a_throw_of_three_discs_takes_four_touches(
    size: tuple[int, int], drive: Drive, tmp_path: Path
) -> None:
    """Each disc by the face that fell, and the key that says what it comes to."""
    desk = Room(tmp_path).begun(4)
    fingers = Fingers(drive(desk, size), desk, 1)
    fingers.driver.run(0.3)
    for words in ("Blue 4", "Blue 2", "Violet 0"):
        view = fingers.view
        x, y, wide, high = next(square.box for square in view.squares() if square.name == words)
        assert min(wide, high) >= u(FINGER), f"{words}: too small for a finger"
        fingers.driver.touch(*view.to_window(x + wide / 2, y + high / 2))
    key = next(key for key in model_of(desk).helps if key.weight == "main")
    assert (key.words, key.detail) == ("6 points", "Ann goes to square 6.")
    fingers.touch(key.action)
    assert kinds(desk) == ["Threw"] and state_of(desk).throw.points == 6


@pytest.mark.parametrize("steps", [6, 0])
def test_a_drag_tells_where_the_finger_let_go(drive: Drive, tmp_path: Path, steps: int) -> None:
    desk = Room(tmp_path).flicking(4)
    fingers = Fingers(drive(desk, SIZES[0]), desk, 1)
    fingers.driver.run(0.3)
    fingers.drag("yellow", 210.0, 60.0, steps)
    assert desk.side is not None
    (colour, rest), *_others = desk.side.own.telling.rest
    assert colour == "yellow" and rest.x is not None and rest.y is not None
    assert abs(rest.x - 210.0) < 1.5 and abs(rest.y - 60.0) < 1.5


def test_a_finger_on_a_tower_means_its_highest_piece(drive: Drive, tmp_path: Path) -> None:
    desk = Room(tmp_path).flicking(6)
    fingers = Fingers(drive(desk, SIZES[1]), desk, 1)
    fingers.driver.run(0.3)
    assert state_of(desk).book()["15"][-1] == "white"
    square = fingers.board.by_name["15"]
    top = next(token for token in fingers.view.model.tokens if token.colour == "white")
    found = fingers.view.part_at(*fingers.view.to_px(top.x, top.y))
    assert found is not None and found.name == "white"
    aside = fingers.view.part_at(*fingers.view.to_px(square.x + 60, square.y + 28))
    assert aside is None or not aside.reach


@pytest.mark.parametrize(("kind", "face"), [("blue", 6), ("blue", 0), ("risk", 7), ("lightning", "spiral")])
def test_a_face_of_which_there_is_no_picture_is_drawn_with_its_number(
    kind: Any, face: Any, window: Any
) -> None:
    canvas = Canvas()
    with canvas:
        Painter().paint(disc_marks(Disc(kind, face), 50, 50, 80))
    drawn = [part for part in canvas.children if isinstance(part, Rectangle)]
    assert len(drawn) == (2 if (kind, face) == ("blue", 0) else 1)
