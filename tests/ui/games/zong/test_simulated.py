"""ZONG played by fingers on the simulated table: pieces are dragged on the drawn board, and the eye sees them lie."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.zong import GAME
from companion.games.zong.events import Cleaned, Disc, Threw, Zonged
from companion.games.zong.rest import sorted_out
from tests.ui.zong_room import model_of, press
from ui.box.opening import open_table, sources
from ui.journal.store import open_store
from ui.pages.agreement import SIMULATED, Agreement
from ui.pages.desk import Desk
from ui.present.touches import DragPiece, Start

FLICK = Threw(0, (Disc("blue", 1), Disc("risk", 0), Disc("lightning", "lightning")))
FELL_SHORT = (60.0, 200.0)
OFF_TRACK = (22.0, 200.0)
"""A place on the board where no square lies."""


class Table:
    """A desk of ZONG on the simulated table, whose camera looks when it is told to."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        agreement = Agreement((GAME,), lambda: sources(SIMULATED), SIMULATED)
        self.desk = Desk(open_store(folder / "journal.sqlite"), self.opened, agreement, clock=self.clock)
        self.desk.send(Start())
        self.see()

    def clock(self) -> float:
        return self.now

    def opened(self, referee: Any, book: Any, source: str) -> Any:
        opened = open_table(referee, book, source, self.clock)
        opened.session.start = lambda: None  # type: ignore[method-assign]
        return opened

    @property
    def state(self) -> Any:
        return self.desk.session.referee.state

    @property
    def events(self) -> list[type]:
        return [type(entry.event) for entry in self.desk.session.referee.entries]

    def see(self, looks: int = 8) -> None:
        """Some time passes, and the camera looks at the table."""
        for _ in range(looks):
            self.now += 0.15
            camera = self.desk.session._camera
            assert camera is not None
            camera.look()
            self.desk.tick()

    def drag(self, colour: str, x: float, y: float) -> None:
        self.desk.send(DragPiece(colour, x, y))
        self.see()


@pytest.fixture
def table(tmp_path: Path) -> Any:
    made = Table(tmp_path)
    yield made
    made.desk.close()


def test_a_flick_is_told_by_drags_in_any_order_and_its_clean_up_seen(table: Table) -> None:
    desk = table.desk
    assert desk.opened is not None and desk.opened.simulated is not None
    desk.session.answer((FLICK,))
    table.see()
    discs = [one.label for one in desk.opened.simulated.tabletop.things if one.kind == "disc"]
    assert sorted(discs, key=str) == ["0", "1", "lightning"]
    table.drag("red", *FELL_SHORT)
    table.drag("blue", *OFF_TRACK)
    shown = model_of(desk).own
    assert shown is not None and "blue" in {way.colour for way in shown.arrows}
    assert {cell.action.given[0] for cell in shown.cells} == {"red", "blue"}, (
        "where each belongs is shown before it counts"
    )
    assert table.events == [Threw], "while pieces are dragged nothing is booked"
    press(desk, "The pieces lie like this")
    table.see()
    assert table.events == [Threw, Zonged]
    lying = {one.label: (one.x, one.y) for one in desk.opened.simulated.tabletop.things if one.kind == "pawn"}
    assert lying["red"] == pytest.approx(FELL_SHORT) and lying["blue"] == pytest.approx(OFF_TRACK)
    desk.session.take_back(agreed=frozenset({0, 1, 2}))
    table.see()
    table.drag("blue", *OFF_TRACK)
    press(desk, "The pieces lie like this")
    table.see()
    rest = desk.session.referee.entries[-1].event.rest["blue"]
    assert (rest.x, rest.y) == OFF_TRACK
    assert table.state.phase == "cleanup"
    due = sorted_out(table.state).pieces["blue"].square
    red = table.state.board.by_name[due]
    assert red.red
    shown = model_of(desk).own
    assert shown is not None
    (way,) = shown.arrows
    assert not way.done
    assert (way.start, way.end) == (
        (pytest.approx(OFF_TRACK[0], abs=1.5), pytest.approx(OFF_TRACK[1], abs=1.5)),
        (pytest.approx(red.x, abs=0.1), pytest.approx(red.y, abs=0.1)),
    )
    table.drag("blue", red.x + 1.0, red.y - 1.5)
    ticked = model_of(desk).own
    assert ticked is not None and [(way.colour, way.done) for way in ticked.arrows] == [("blue", True)]
    press(desk, "All pieces are back")
    table.see()
    assert table.events[-1] == Cleaned
    assert table.state.book()[due] == ("blue",)
