"""What is wrong with plain data is said in plain words: where, what was expected and what was found."""

from typing import Any

import msgspec
import pytest

from companion.game import PositionFault, Setup, checked
from companion.games import all_games
from companion.games.zong.board import own_board
from companion.games.zong.mapping import BoardFault, board_from, plain
from companion.kits.fault_words import fault_words


class Box(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    size: int | None = None
    sides: tuple[float, float] = (1.0, 1.0)
    parts: dict[str, int] = {}


@pytest.mark.parametrize(
    ("raw", "where", "words"),
    [
        ({"name": 7}, ".name", "expected text, found 7"),
        ({"name": "a", "size": "big"}, ".size", "expected a whole number or nothing, found 'big'"),
        ({"name": "a", "sides": [1, "b"]}, ".sides[1]", "expected a number, found 'b'"),
        ({"name": "a", "sides": [1]}, ".sides", "expected a list of 2, found one of 1"),
        ({"name": "a", "parts": {"x": []}}, ".parts", "expected a whole number, found a list"),
        ({"size": 1}, "", "the field name is missing"),
        ({"name": "a", "colour": 1}, "", "there is no field called colour"),
        ([1], "", "expected a table, found [1]"),
    ],
)
def test_each_fault_says_where_and_what(raw: Any, where: str, words: str) -> None:
    with pytest.raises(msgspec.ValidationError) as fault:
        msgspec.convert(raw, Box)
    assert fault_words(fault.value, raw) == (where, words)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width_mm": "wide"}, "width_mm: expected a number, found 'wide'"),
        ({"square": 3}, "square: expected a list, found 3"),
        ({"square": [{"name": [], "x": 1, "y": 2, "side": 3}]}, "square[0].name: expected text, found []"),
        ({"square": [{"x": 1, "y": 2, "side": 3}]}, "square[0]: the field name is missing"),
        ({"tag": 1}, "the board: there is no field called tag"),
    ],
)
def test_a_map_of_the_board_is_refused_in_plain_words(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BoardFault) as fault:
        board_from(plain(own_board()) | change)
    assert str(fault.value) == message


@pytest.mark.parametrize(
    ("game", "given", "field", "words"),
    [
        ("zong", {"pieces": {"red": []}}, "pieces.red", "expected text, found []"),
        ("zong", {"turn": "red"}, "turn", "expected a whole number, found 'red'"),
        ("zombinion", {"turn": 0, "seats": [{}, {}], "trash": [3]}, "trash[0]", "expected text, found 3"),
        (
            "zombinion",
            {"turn": 0, "seats": [{}, {}], "supply": {"x": "y"}},
            "supply",
            "expected a whole number, found text",
        ),
        ("zoondo", {"turn": 0, "ready": [True, 3]}, "ready[1]", "expected true or false, found 3"),
        ("zoon_alternate", {"turn": 0, "obstacles": "e6"}, "obstacles", "expected a list, found 'e6'"),
        ("zones", {"terrain": {"a1": 3}}, "terrain", "expected text, found a whole number"),
    ],
)
def test_a_position_is_refused_in_plain_words(
    game: str, given: dict[str, Any], field: str, words: str
) -> None:
    rules = all_games()[game]
    with pytest.raises(PositionFault) as fault:
        rules.load_position(checked(rules, Setup(rules.seats[0])), given)
    assert str(fault.value) == f"{field}: {words}"
