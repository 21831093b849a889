"""A piece that stands elsewhere than the referee has it is put right by a drag and one touch more."""

from pathlib import Path

import pytest

from companion.games.zong.events import Ruled, Threw
from companion.games.zong.rest import sorted_out
from tests.ui.zong_room import SLOW, Room, kinds, model_of, press, state_of
from ui.pages.played_table import PlayedTable
from ui.present.touches import DragPiece, at


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def middle(desk: object, square: str) -> tuple[float, float]:
    there = state_of(desk).board.by_name[square]  # type: ignore[arg-type]
    return there.x, there.y


def test_a_drag_and_a_touch_put_a_piece_on_another_square(room: Room) -> None:
    desk = room.spread()
    desk.send(DragPiece("blue", *middle(desk, "6")))
    assert model_of(desk).banner is None, "it stands there already"
    desk.send(DragPiece("blue", *middle(desk, "11")))
    banner = model_of(desk).banner
    assert banner is not None and "Blue on square 11" in banner.words
    assert "Ruled" not in kinds(desk), "a finger that slips moves nothing"
    press(desk, "we agree")
    assert state_of(desk).book()["11"] == ("blue",)


def test_a_drag_that_was_none_is_left(room: Room) -> None:
    desk = room.spread()
    book = state_of(desk).book()
    desk.send(DragPiece("blue", *middle(desk, "11")))
    press(desk, "Leave it")
    assert model_of(desk).banner is None
    desk.send(DragPiece("blue", 239.0, 205.0))
    assert model_of(desk).banner is None, "that is no square"
    assert state_of(desk).book() == book


def test_dragging_the_own_piece_where_its_points_lead_is_the_move(room: Room) -> None:
    desk = room.spread(then=(Threw(0, SLOW),))
    desk.send(DragPiece("red", *middle(desk, "21")))
    assert kinds(desk)[-1] == "Advanced"


def test_in_a_clean_up_a_piece_dragged_elsewhere_is_agreed_on_without_a_vote(room: Room) -> None:
    desk = room.made.cleanup(4)
    assert sorted_out(state_of(desk)).pieces["green"].square == "21"
    desk.send(DragPiece("green", *middle(desk, "4")))
    desk.send(at(PlayedTable.press_button, "done"))
    assert desk.session.referee.entries[-1].event == Ruled("green", "4")
    assert sorted_out(state_of(desk)).pieces["green"].square == "4"
    press(desk, "All pieces are back")
    assert "green" in state_of(desk).book()["4"]
