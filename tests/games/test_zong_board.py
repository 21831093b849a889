"""Boards: our own, an owner's read from a mapping, and every way in which a mapping is wrong."""

import json
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from companion.game import Setup
from companion.games.zong import GAME
from companion.games.zong.board import (
    Board,
    BoardFault,
    board_faults,
    board_from,
    board_json,
    board_toml,
    first_board,
    own_board,
    plain,
)
from companion.games.zong.rest import areas
from tests.games.zong import owners_board

Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    "board", [own_board(), first_board(), owners_board()], ids=["ours", "first", "owner's"]
)
def test_a_board_written_and_read_is_the_same(board: Board) -> None:
    assert not list(board_faults(board))
    assert board_from(tomllib.loads(board_toml(board))) == board
    assert board_from(json.loads(board_json(board))) == board


def test_our_board_has_the_squares_of_the_game_and_fits_a_sheet_of_a3() -> None:
    board = own_board()
    assert len(board.track) == 32
    assert [board.start_for(seats).name for seats in (3, 4, 5, 6)] == ["start3", "start4", "start5", "start6"]
    assert board.reds
    assert board.tags is not None
    rim = 2 * board.tags.side_mm
    assert board.width_mm + rim <= 420 - 24
    assert board.height_mm + rim <= 297 - 24


def test_a_piece_anywhere_on_a_square_of_our_board_lies_clear_of_all_others() -> None:
    """And on our first board it did not: half of each square lay too near to its neighbours."""
    for board, whole in ((own_board(), True), (first_board(), False)):
        found = areas(board, 6)
        sizes = {round(side, 6) for s in board.track for side in (found[s.name].w, found[s.name].h)}
        assert (sizes == {board.track[0].side}) == whole


def test_a_game_saved_without_a_board_is_gone_on_with_on_the_first_one() -> None:
    """Its resting places are millimetres of that board. The tags of the two differ, so that no eye mixes them."""
    assert GAME.start(Setup(4)).board.squares == first_board().squares
    named = Setup(4, facts=(("board", board_json(own_board())),))
    assert GAME.start(named).board.squares == own_board().squares
    first, ours = first_board().tags, own_board().tags
    assert first is not None and ours is not None and not {*first.ids} & {*ours.ids}


def named(mapping: dict[str, Any], name: str) -> dict[str, Any]:
    return next(square for square in mapping["square"] if square["name"] == name)


FAULTS: dict[str, tuple[Change, str]] = {
    "too few squares": (
        lambda m: m.update(
            square=[s for s in m["square"] if not s["name"].isdecimal() or int(s["name"]) < 20]
        ),
        "too few running squares: expected at least 20, found 19",
    ),
    "two in one place": (
        lambda m: named(m, "12").update(x=376.0, y=115.0),
        "two squares in one place: 11 and 12",
    ),
    "no red square": (
        lambda m: [square.update(red=False) for square in m["square"]],
        "there is no red square",
    ),
    "a gap": (lambda m: m["square"].remove(named(m, "7")), "a gap in the track: there is no square 7"),
    "a leap": (
        lambda m: (named(m, "3").update(x=320.0, y=45.0), named(m, "5").update(x=208.0, y=42.0)),
        "a leap in the track",
    ),
    "outside": (lambda m: named(m, "9").update(y=310.0), "square 9 lies outside the board"),
    "hanging over": (lambda m: named(m, "start6").update(x=8.0), "square start6 lies outside the board"),
    "no goal": (lambda m: m["square"].remove(named(m, "goal")), "there is no goal"),
    "no start": (
        lambda m: m["square"].remove(named(m, "start5")),
        "there is no start with 5 planets (start5)",
    ),
    "twice": (lambda m: named(m, "9").update(name="8"), "two squares are called 8"),
    "a name": (lambda m: named(m, "9").update(name="home"), "a square is called 'home'"),
    "no side": (lambda m: named(m, "9").update(side=0.0), "square 9 has a side of 0 mm"),
    "a narrow goal": (
        lambda m: named(m, "goal").update(side=20.0),
        "the goal (20 mm) has no room for a piece",
    ),
    "a size": (lambda m: m.update(width_mm=-1.0), "width_mm: expected a length"),
    "a word for a number": (lambda m: m.update(width_mm="wide"), "width_mm"),
    "an unknown field": (lambda m: m.update(colour="red"), "colour"),
    "no squares": (lambda m: m.pop("square"), "square"),
}


@pytest.mark.parametrize(("change", "words"), FAULTS.values(), ids=list(FAULTS))
def test_a_wrong_map_is_named(change: Change, words: str) -> None:
    mapping = json.loads(json.dumps(plain(owners_board())))
    change(mapping)
    with pytest.raises(BoardFault) as fault:
        board_from(mapping)
    assert words in str(fault.value)


def test_places_have_names_and_numbers() -> None:
    board = own_board()
    for number in range(board.last + 2):
        assert board.number(board.named(number)) == number
    assert board.number("33") is None
    assert board.number("start3") is None
