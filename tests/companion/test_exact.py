"""What is wrong with plain data is said in plain words: where, what was expected and what was found."""

from typing import Any

import msgspec
import pytest

from companion.game import PositionFault, Setup, checked
from companion.games import all_games
from companion.games.zong.board import own_board
from companion.games.zong.mapping import BoardFault, board_from, plain
from companion.kits.exact import Mismatch, exact


class Sat(msgspec.Struct, tag=True, tag_field="kind"):
    on: str = ""


class Lay(msgspec.Struct, tag=True, tag_field="kind"):
    on: str = ""


class Box(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    size: int | None = None
    sides: tuple[float, float] = (1.0, 1.0)
    parts: dict[str, int] = {}
    deeds: tuple[Sat | Lay, ...] = ()


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"name": 7}, "name: expected text, found 7"),
        ({"name": "a", "size": "big"}, "size: expected a whole number, found 'big'"),
        ({"name": "a", "sides": [1, "b"]}, "sides[1]: expected a number, found 'b'"),
        ({"name": "a", "sides": [1]}, "sides: expected a list of 2, found [1]"),
        ({"name": "a", "parts": {"x": []}}, "parts.x: expected a whole number, found []"),
        ({"name": "a", "deeds": [{"kind": "Run"}]}, "deeds[0].kind: expected one of Sat, Lay, found 'Run'"),
        ({"name": "a", "deeds": [{"kind": "Sat", "on": 1}]}, "deeds[0].on: expected text, found 1"),
        ({"name": "a", "deeds": ["Sat"]}, "deeds[0]: expected a table, found 'Sat'"),
        ({"size": 1}, "name: expected text, found nothing"),
        (
            {"name": "a", "colour": 1},
            "colour: expected one of name, size, sides, parts, deeds, found 'colour'",
        ),
    ],
)
def test_each_fault_says_where_and_what(raw: Any, words: str) -> None:
    with pytest.raises(Mismatch) as fault:
        exact(raw, Box)
    assert str(fault.value) == words


def test_what_fits_is_read_as_the_struct_says() -> None:
    raw = {"name": "a", "size": None, "sides": [1, 2.5], "deeds": [{"kind": "Lay"}]}
    assert exact(raw, Box) == msgspec.convert(raw, Box) == Box("a", None, (1.0, 2.5), {}, (Lay(),))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width_mm": "wide"}, "width_mm: expected a number, found 'wide'"),
        ({"square": 3}, "square: expected a list, each a table, found 3"),
        ({"square": [{"name": [], "x": 1, "y": 2, "side": 3}]}, "square[0].name: expected text, found []"),
        ({"square": [{"x": 1, "y": 2, "side": 3}]}, "square[0].name: expected text, found nothing"),
        (
            {"tag": 1},
            "tag: expected one of width_mm, height_mm, square, tags, piece_mm, piece_height_mm, found 'tag'",
        ),
        ({"tags": {"side_mm": "x"}}, "tags.side_mm: expected a number, found 'x'"),
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
            "supply.x",
            "expected a whole number, found 'y'",
        ),
        ("zoondo", {"turn": 0, "ready": [True, 3]}, "ready[1]", "expected true or false, found 3"),
        (
            "zoon_alternate",
            {"turn": 0, "obstacles": "e6"},
            "obstacles",
            "expected a list, each text, found 'e6'",
        ),
        (
            "zones",
            {"terrain": {"a1": 3}},
            "terrain.a1",
            "expected one of field, forest, hills, water, base, found 3",
        ),
    ],
)
def test_a_position_is_refused_in_plain_words(
    game: str, given: dict[str, Any], field: str, words: str
) -> None:
    rules = all_games()[game]
    with pytest.raises(PositionFault) as fault:
        rules.load_position(checked(rules, Setup(rules.seats[0])), given)
    assert str(fault.value) == f"{field}: {words}"
