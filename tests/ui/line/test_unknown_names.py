"""What no card, piece, disc or square is called is a slip of whoever tells it: no rule, so nobody can set it aside."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec.inspect as mi
import pytest

from companion.game import Event, Setup, checked
from companion.games import all_games
from companion.games.zong.events import Advanced, FellBack
from companion.journal import Entry, header
from companion.rulebook import rules
from tests.test_positions import FIELDS, NEAR, STAND
from tests.ui.program import Program
from ui.line.given import ShapeFault, given_event
from ui.records.beginning import GameFault, usable_record

ZOON = {"turn": 0, "cards": NEAR}
ZONES = {"turn": 0, "terrain": FIELDS, "pieces": STAND}
ZOMBINION = {"turn": 0, "seats": [{"hand": ["esca"]}, {}]}
ZONG = {"pieces": {"red": "10", "blue": "10", "green": "12"}}
BOTH = ("zoon_alternate", "zoondo")

TOLD: list[tuple[tuple[str, ...], dict[str, Any], dict[str, Any]]] = [
    (BOTH, ZOON, {"kind": "TurnedUp", "seat": 0, "at": "c3", "card": "nobody"}),
    (BOTH, ZOON, {"kind": "Ruled", "at": "c3", "seat": 0, "card": "kassin-a", "source": "nobody"}),
    (("zones",), ZONES, {"kind": "Summoned", "seat": 0, "piece": "archer", "at": "nobody"}),
    (("zones",), ZONES, {"kind": "Ruled", "at": "a2", "piece": "archer", "place": "nobody"}),
    (("zombinion",), ZOMBINION, {"kind": "Shot", "seat": 0, "cards": ["pallottola", "nobody"]}),
    (("zombinion",), ZOMBINION, {"kind": "Ruled", "card": "esca", "out_of": "nobody"}),
    (("zombinion",), ZOMBINION, {"kind": "Ruled", "card": "esca", "into": "nobody"}),
    (("zong",), ZONG, {"kind": "Threw", "seat": 0, "discs": [{"disc": "risk", "face": 9}]}),
    (("zong",), ZONG, {"kind": "Voted", "seat": 0, "square": "nobody"}),
]


@pytest.mark.parametrize(
    ("game", "state", "event"),
    [
        pytest.param(game, state, event, id=f"{game}-{event['kind']}-{len(event)}")
        for games, state, event in TOLD
        for game in games
    ],
)
def test_a_name_of_nothing_is_refused_whatever_is_set_aside(
    game: str, state: dict[str, Any], event: dict[str, Any]
) -> None:
    program = Program()
    program.ask("position", game=game, seats=3 if game == "zong" else 2, state=state)
    error = program.fails("tell", event=event, waive=[rule.id for rule in rules(game)])
    assert error["code"] == "bad-request", error["message"]


def _bodies(of: mi.Type, named: str, filler: str) -> Iterator[Any]:
    """Values of a type with `named` in one of the places in which it takes names, and `filler` in the others."""
    match of:
        case mi.StrType():
            yield named
        case mi.UnionType(types):
            for each in types:
                yield from _bodies(each, named, filler)
        case mi.VarTupleType(item):
            yield from ([value] for value in _bodies(item, named, filler))
        case mi.TupleType((one, other)):
            yield from ([value, filler] for value in _bodies(one, named, filler))
            yield from ([filler, value] for value in _bodies(other, named, filler))
        case mi.DictType(key, value):
            yield from ({each: _filled(value, filler)} for each in _bodies(key, named, filler))
            yield from ({filler: each} for each in _bodies(value, named, filler))
        case mi.StructType(cls) | mi.CustomType(cls):
            yield from _structs(cls, named, filler)


def _structs(cls: type, named: str, filler: str) -> Iterator[dict[str, Any]]:
    whole = _struct(cls, filler)
    for each in _fields(cls):
        yield from (whole | {each.encode_name: value} for value in _bodies(each.type, named, filler))


def _struct(cls: type, filler: str) -> dict[str, Any]:
    return {each.encode_name: _filled(each.type, filler) for each in _fields(cls) if each.required}


def _fields(cls: type) -> tuple[mi.Field, ...]:
    of = mi.type_info(cls)
    assert isinstance(of, mi.StructType)
    return of.fields


def _filled(of: mi.Type, filler: str) -> Any:
    """Some value of a type."""
    match of:
        case mi.LiteralType(values):
            return values[0]
        case mi.StructType(cls):
            return _struct(cls, filler)
        case mi.VarTupleType():
            return []
        case mi.IntType() | mi.UnionType():
            return 0
    return filler


@pytest.mark.parametrize("name", all_games())
def test_whatever_an_event_names_must_be_in_the_game(name: str) -> None:
    """Each field, key and element that takes a name: beside a square and beside a thing, as one of them is its like."""
    game = all_games()[name]
    setup = checked(game, Setup(min(game.seats)))
    assert game.thing_names is not None
    square, thing = game.table(setup).regions[0].name, min(game.thing_names(setup))
    taken = []
    for kind in game.events:
        for filler in (square, thing):
            for body in _structs(kind, "nobody", filler):
                try:
                    given_event(game, setup, {"kind": kind.__name__, **body})
                except ShapeFault:
                    continue
                taken.append((kind.__name__, body))
    assert taken == []


@pytest.mark.parametrize(
    ("event", "at"), [(Advanced(0, taken=("pink",)), "with[0]"), (FellBack(0, to="99"), "to")]
)
def test_a_record_with_a_name_of_nothing_is_none(event: Event, at: str) -> None:
    game = all_games()["zong"]
    lines = (header(game, checked(game, Setup(3)), "1"), Entry(0, "test", event).line())
    with pytest.raises(GameFault, match=re.escape(f"entry 0.{at}: expected")):
        usable_record(lines, "a record")
