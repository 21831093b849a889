"""A move is refused: the squares that are lit are where its piece may go, and a touch on one of them says so."""

from collections.abc import Callable

import pytest

from companion.games.zones.events import Moved as ZonesMoved
from companion.games.zoon.alternate.events import Moved
from tests.ui.at_desk import model_of
from ui.games.zones.field import FieldModel
from ui.games.zones.side import FieldSide
from ui.pages.desk import Desk
from ui.pages.picking import Picking
from ui.pages.played_table import Asking, PlayedTable
from ui.present.touches import Touch, TouchSquare, at

Make = Callable[[str], Desk]


def test_a_touch_on_a_lit_square_says_that_the_piece_goes_there(fresh: Make) -> None:
    desk = fresh("refuse")
    shown = model_of(desk)
    lit = {mark.region for mark in shown.board.marks if mark.kind == "chosen"}
    assert lit and lit == set(shown.board.asked)
    assert shown.kind == "refuse"
    (square,) = lit
    desk.send(TouchSquare(square))
    assert model_of(desk).kind == "pick"
    before = len(desk.session.referee.standing)
    for _question in range(3):
        if model_of(desk).kind == "pick":
            desk.send(model_of(desk).answers[0].action)
    entries = desk.session.referee.standing
    assert len(entries) == before + 1
    event = entries[-1].event
    assert isinstance(event, Moved) and event.to == square


def test_who_thinks_better_of_it_is_back_at_the_refusal(fresh: Make) -> None:
    desk = fresh("refuse")
    before = model_of(desk)
    desk.send(TouchSquare(before.board.asked[0]))
    desk.send(at(Picking.unpick))
    assert model_of(desk).kind == "refuse"


def test_any_other_square_is_looked_at_as_ever(fresh: Make) -> None:
    desk = fresh("refuse")
    other = next(
        region.name
        for region in model_of(desk).board.regions
        if region.name not in model_of(desk).board.asked
    )
    desk.send(TouchSquare(other))
    assert model_of(desk).kind == "square"


@pytest.mark.parametrize(
    ("moment", "settled", "kind"),
    [
        ("refuse", (), "refuse"),
        ("refuse", (at(Asking.put_back),), "play"),
        ("agree", (), "agree"),
        ("ask", (at(Asking.none_of_these),), "lost"),
    ],
)
def test_after_a_look_at_something_else_all_is_settled_as_before(
    moment: str, settled: tuple[Touch, ...], kind: str, fresh: Make
) -> None:
    desk = fresh(moment)
    for touch in settled:
        desk.send(touch)
    before = model_of(desk)
    assert before.kind == kind
    square = next(each.name for each in before.board.regions if each.name not in before.board.asked)
    for away in (TouchSquare(square), at(PlayedTable.open_menu), at(PlayedTable.show_past, 1)):
        for touch in (away, at(PlayedTable.close), TouchSquare(square), TouchSquare(square)):
            desk.send(touch)
        assert model_of(desk) == before, away


def test_on_a_board_of_tiles_the_touch_tells_the_move(fresh: Make) -> None:
    desk = fresh("zones-refuse")
    board = model_of(desk).own
    assert isinstance(board, FieldModel)
    lit = [name for name, mark in board.marks.items() if mark == "chosen"]
    assert lit
    desk.send(at(FieldSide.touch_field, lit[0]))
    event = desk.session.referee.standing[-1].event
    assert isinstance(event, ZonesMoved) and (event.start, event.to) == ("c2", lit[0])
    assert model_of(desk).kind == "play"
