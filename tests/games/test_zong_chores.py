"""The clean-up of ZONG as chores: what each piece has to do, and every look of the table on the way there."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.zong.events import Rest
from companion.games.zong.state import called_square
from companion.games.zong.table import (
    _looks_alike,
    chores,
    cleaned_event,
    colour_of,
    is_unmoved,
    put_back,
)
from companion.sight import Sighting, Thing
from tests.games.zong_states import BLUE, LIGHTNING, PIECES, agreed, state_of

THROWN = [LIGHTNING, *BLUE]
SPLIT = state_of(
    {
        "pieces": PIECES | {"yellow": "8"},
        "towers": {"8": ["yellow", "blue"]},
        "phase": "cleanup",
        "thrown": THROWN,
        "rest": {"blue": {"square": "12"}, "red": {"square": "8"}},
    },
    agreed(4),
)
"""Yellow stands on 8; blue was flicked off it and belongs on 12, red was flicked and belongs on 8."""


def looks(before: tuple[Any, ...]) -> list[list[str]]:
    """The pieces of each look, bottom first; one in brackets may as well not be seen."""
    return [[f"({thing.label})" if thing.hidden else thing.label for thing in lying] for lying in before]


def told(state: Any) -> list[tuple[str, str, int, list[list[str]]]]:
    return [(chore.words, chore.region, chore.seat, looks(chore.before)) for chore in chores(state)]


def test_each_flicked_piece_comes_to_its_square_and_leaves_where_it_lies() -> None:
    assert told(SPLIT) == [
        ("Put red on square 8", "8", 0, [["yellow"]]),
        ("Put red on square 8", "board", 0, [["(blue)", "(red)"], ["(red)"]]),
        ("Put blue on square 12", "12", 1, [[]]),
        ("Put blue on square 12", "board", 1, [["(blue)", "(red)"], ["(blue)"]]),
    ]
    assert {chore.rule for chore in chores(SPLIT)} == {"zg-17-own-place"}


def test_two_pieces_that_come_to_one_square_come_in_any_order() -> None:
    both = state_of(
        {"pieces": PIECES, "phase": "cleanup", "thrown": THROWN,
         "rest": {"blue": {"square": "6"}, "red": {"square": "6"}}}
    )  # fmt: skip
    assert told(both) == [
        ("Put red on square 6", "6", 0, [["green"], ["(green)", "blue"]]),
        ("Put red on square 6", "board", 0, [["(blue)", "(red)"], ["(red)"]]),
        ("Put blue on square 6", "6", 1, [["green"]]),
        ("Put blue on square 6", "board", 1, [["(blue)", "(red)"], ["(blue)"]]),
    ], "with red on top it is not to be seen whether blue is there: that looks done"


def test_a_piece_that_came_to_rest_where_it_belongs_has_nothing_to_do() -> None:
    red = state_of({"pieces": PIECES}).board.by_name["9"]
    rest = {"red": {"x": red.x, "y": red.y}}
    assert told(state_of({"pieces": PIECES, "phase": "cleanup", "thrown": THROWN, "rest": rest})) == []


def test_the_next_to_throw_takes_the_three_discs() -> None:
    lying = state_of({"pieces": PIECES, "lying": THROWN, "turn": 1})
    (chore,) = chores(lying)
    assert (chore.region, chore.seat, chore.rule) == ("throw", 1, "zg-37-next-takes-three")
    assert chore.words.endswith(" takes the three discs that were thrown")
    (before,) = chore.before
    assert len(before) == 3 and {thing.kind for thing in before} == {"disc"}
    assert chores(state_of({"pieces": PIECES})) == ()
    assert chores(replace(SPLIT, phase="flick", rest=())) == ()


def test_the_clean_up_is_over_only_while_it_goes_on() -> None:
    assert cleaned_event(SPLIT) is not None
    assert cleaned_event(replace(SPLIT, phase="vote")) is None


REST = Rest(100.0, 50.0)


@pytest.mark.parametrize(
    ("rest", "x", "y", "same"),
    [
        (REST, 100.0, 50.0, True), (REST, 102.0, 50.0, True), (REST, 102.1, 50.0, False), (REST, 100.0, 48.0, True),
        (REST, 101.5, 51.5, False), (Rest(None, 50.0), 100.0, 50.0, False), (Rest(100.0, None), 100.0, 50.0, False),
    ],
)  # fmt: skip
def test_a_piece_has_not_been_moved_by_less_than_two_mm(
    rest: Rest, x: float, y: float, *, same: bool
) -> None:
    assert is_unmoved(rest, x, y) == same


@pytest.mark.parametrize(
    ("label", "colour", "told"),
    [
        ("red", "blue", "red"),
        (None, "blue", "blue"),
        ("pawn", "blue", "blue"),
        ("pawn", "grey", None),
        (None, None, None),
    ],
)
def test_a_piece_is_told_by_its_label_or_else_its_colour(
    label: str | None, colour: str | None, told: str | None
) -> None:
    assert colour_of(SPLIT, Sighting("pawn", label, colour=colour)) == told


def test_a_piece_is_ticked_off_on_its_square_alone() -> None:
    board = SPLIT.board

    def at(colour: str, name: str, off: float = 0.0) -> Sighting:
        square = board.by_name[name]
        return Sighting("pawn", colour, x=square.x + off, y=square.y, colour=colour)

    assert put_back(SPLIT, (at("red", "8"), at("blue", "12"))) == {"red", "blue"}
    assert put_back(SPLIT, (at("red", "12"), at("blue", "8"))) == frozenset()
    assert put_back(SPLIT, (at("yellow", "8"),)) == frozenset(), "it was not flicked"
    assert (
        put_back(SPLIT, (Sighting("pawn", "red", colour="red", x=1.0), Sighting("pawn", "blue", y=1.0)))
        == frozenset()
    )
    assert put_back(SPLIT, (at("grey", "8"), at("red", "8"))) == {"red"}


def things(*names: str) -> tuple[Thing, ...]:
    """Pieces, bottom first; with brackets hidden."""
    return tuple(Thing("pawn", name.strip("()"), hidden=name.startswith("(")) for name in names)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (("red",), ("red",), True),
        (("(blue)", "red"), ("(blue)", "red"), True),
        (("red",), ("(blue)", "red"), True),
        (("(blue)", "red"), ("red",), False),
        (("blue", "red"), ("(blue)", "red"), False),
        (("red", "blue"), ("blue", "red"), False),
        ((), ("(blue)",), True),
    ],
)
def test_what_may_be_hidden_does_not_tell_two_looks_apart(
    one: tuple[str, ...], other: tuple[str, ...], *, alike: bool
) -> None:
    assert _looks_alike(things(*one), things(*other)) == alike


def test_squares_are_called_by_number_and_the_others_by_name() -> None:
    assert [called_square(name) for name in ("8", "goal", "start")] == ["square 8", "the goal", "the start"]
