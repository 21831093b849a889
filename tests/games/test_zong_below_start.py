"""A start that lies on the track of a mapped board: squares are counted from there, and none below it is stood on."""

import tomllib
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.game import Event, PositionFault, Setup, checked
from companion.games.zong import GAME
from companion.games.zong.board import (
    START,
    Board,
    BoardFault,
    board_from,
    board_json,
    board_toml,
    first_board,
    plain,
)
from companion.games.zong.events import Advanced, Cleaned, Disc, FellBack, Rest, Ruled, Threw, Voted, Zonged
from companion.games.zong.rest import BELOW, belongs, sorted_out
from companion.games.zong.state import State
from companion.referee import Referee
from companion.weigh import Refuse


def mapped(after: int = 6, name: str = "start4") -> Board:
    """Our board with a start behind a square of the track."""
    own = first_board()
    squares = tuple(
        msgspec.structs.replace(square, after=after) if square.name == name else square
        for square in own.squares
    )
    return msgspec.structs.replace(own, squares=squares)


def begun(seats: int = 4, **given: Any) -> State:
    setup = checked(GAME, Setup(seats, facts=(("board", board_json(mapped())),)))
    return GAME.load_position(setup, given) if given else GAME.start(setup)


FLICK = [{"disc": "lightning", "face": "lightning"}, {"disc": "blue", "face": 5}, {"disc": "blue", "face": 6}]
SIX = Threw(0, (Disc("blue", 1), Disc("blue", 5), Disc("risk", 0)))


def test_points_are_counted_from_the_start_in_use() -> None:
    for seats, square in ((4, "12"), (3, "6")):
        state = GAME.after(begun(seats), SIX)
        assert GAME.violation(state, Advanced(0, to=square)) is None
        assert GAME.after(state, Advanced(0)).book()[square] == ("red",)


def test_the_goal_is_as_far_as_squares_are_left() -> None:
    state = begun(pieces={"red": "26", "blue": "8", "green": "9", "yellow": "start"}, phase="throw")
    after = GAME.after(GAME.after(state, SIX), Advanced(0))
    assert after.book()["32"] == ("red",)
    over = GAME.after(GAME.after(after, Threw(1, SIX.discs)), Advanced(1))
    assert over.book()["14"] == ("blue",)


@pytest.mark.parametrize("at", ["1", "4", "6"])
def test_what_comes_to_rest_below_the_start_goes_back_to_it(at: str) -> None:
    state = begun(pieces={"red": "9", "blue": "8", "green": "12", "yellow": "start"}, thrown=FLICK)
    there = state.board.by_name[at]
    for rest in (Rest(there.x, there.y), Rest(square=at)):
        flick = Zonged(0, {"blue": rest})
        assert GAME.violation(state, flick) is None
        after = GAME.after(state, flick)
        assert sorted_out(after).pieces["blue"].rule == "zg-39-never-below-start"
        assert GAME.after(after, Cleaned()).book()[START] == ("blue", "yellow")


def test_beside_the_track_the_nearest_red_square_counts_as_the_start_where_it_lies_below_it() -> None:
    board = mapped().for_seats(4)
    four, eight = board.by_name["4"], board.by_name["8"]
    assert belongs(board, four.x, four.y - 27).square == START
    assert belongs(board, eight.x, eight.y - 27).square == "8"
    assert belongs(mapped().for_seats(3), four.x, four.y - 27).square == "4"


def test_nobody_falls_back_below_the_start() -> None:
    spiral = [{"disc": "lightning", "face": "spiral"}, *FLICK[1:]]
    state = begun(pieces={"red": "9", "blue": "7", "green": "12", "yellow": "start"}, thrown=spiral, turn=1)
    assert GAME.after(state, FellBack(1)).book()[START] == ("blue", "yellow")


def test_no_position_has_a_piece_below_the_start_in_use() -> None:
    with pytest.raises(PositionFault, match=r"pieces\.red: square 3 lies below the start in use"):
        begun(pieces={"red": "3", "blue": "7", "green": "12", "yellow": "start"}, phase="throw")
    state = begun(pieces={"red": "start", "blue": "7", "green": "12", "yellow": "start"}, phase="throw")
    assert state.book() == {START: ("red", "yellow"), "7": ("blue",), "12": ("green",)}
    assert GAME.load_position(state.agreed.setup, GAME.dump_position(state)) == state


HERE = {"red": "9", "blue": "8", "green": "12", "yellow": "start"}
SPIRAL = [{"disc": "lightning", "face": "spiral"}, *FLICK[1:]]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            {"phase": "cleanup", "decided": {"blue": "4"}},
            "decided.blue: square 4 lies below the start in use",
        ),
        ({"phase": "cleanup", "decided": {"blue": "40"}}, "decided.blue: there is no square '40'"),
        ({"phase": "vote", "asked": "blue", "votes": {"0": "4"}}, "votes.0: nobody can vote for '4'"),
    ],
)
def test_no_position_says_that_a_piece_belongs_below_the_start(given: dict[str, Any], words: str) -> None:
    given = {"pieces": HERE, "thrown": FLICK, "lightnings": 0, "rest": {"blue": {"square": "8"}}, **given}
    with pytest.raises(PositionFault) as fault:
        begun(**given)
    assert str(fault.value) == words


@pytest.mark.parametrize(("square", "rule"), [("4", BELOW), ("40", "ours-squares")])
def test_nobody_says_that_a_piece_stands_where_none_can(square: str, rule: str) -> None:
    flicked = {"phase": "cleanup", "lightnings": 0, "rest": {"blue": {"square": "8"}}}
    asked = flicked | {"phase": "vote", "asked": "blue"}
    named: list[tuple[dict[str, Any], Event]] = [
        ({}, Ruled("blue", square)),
        ({"thrown": FLICK} | flicked, Ruled("blue", square)),
        ({"thrown": FLICK} | flicked, Cleaned({"blue": square})),
        ({"thrown": FLICK} | asked, Voted(0, square)),
        ({"thrown": SPIRAL}, FellBack(0, square)),
        ({"thrown": SPIRAL, "phase": "points", "spirals": 0}, Advanced(0, to=square)),
    ]
    for given, event in named:
        state = begun(pieces=HERE, **given)
        referee = Referee(GAME, state.agreed.setup, lambda _: None)
        referee.book = replace(referee.book, states=(state,))
        rules = [violation.rule for violation in GAME.violations(state, event)]
        assert rule in rules, f"{event}: {rules}"
        verdict = referee.tell(event, "test", waive=rules).verdict
        assert isinstance(verdict, Refuse) and verdict.violation.rule == "bookkeeping", event
    assert not list(GAME.overrides(state, square))


def test_a_map_that_says_so_reads_back_and_one_that_does_not_is_as_it_was() -> None:
    board = mapped()
    assert board_from(plain(board)) == board == board_from(tomllib.loads(board_toml(board)))
    assert "after" not in board_json(first_board()) + board_toml(first_board())


@pytest.mark.parametrize(
    ("after", "name", "message"),
    [
        (13, "start5", "start5 lies after square 13: expected none, or one up to 12"),
        (-1, "start3", "start3 lies after square -1: expected none, or one up to 12"),
        (2, "7", "square 7 lies after another: only a start may"),
    ],
)
def test_a_start_leaves_squares_enough_beyond_it(after: int, name: str, message: str) -> None:
    with pytest.raises(BoardFault) as fault:
        board_from(plain(mapped(after, name)))
    assert str(fault.value) == message
