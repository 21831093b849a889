"""What no card, piece, disc or square is called is a slip of whoever tells it: no rule, so nobody can set it aside."""

import re
from typing import Any

import pytest

from companion.game import Event, Setup, checked
from companion.games import all_games
from companion.games.zong.events import Advanced, FellBack
from companion.journal import Entry, header
from companion.rulebook import rules
from tests.test_positions import FIELDS, NEAR, STAND
from tests.ui.program import Program
from ui.records.beginning import GameFault, usable_record

ZOON = {"turn": 0, "cards": NEAR}
ZONES = {"turn": 0, "terrain": FIELDS, "pieces": STAND}
ZOMBINION = {"turn": 0, "seats": [{"hand": ["esca"]}, {}]}
ZONG = {"pieces": {"red": "10", "blue": "10", "green": "12"}}
BOTH = ("zoon_alternate", "zoondo")

TOLD: list[tuple[tuple[str, ...], dict[str, Any], dict[str, Any], str]] = [
    (BOTH, ZOON, {"kind": "PlayedTrump", "seat": 0, "trump": "nobody"}, "trump"),
    (BOTH, ZOON, {"kind": "PlayedTrump", "seat": 0, "trump": "tortue", "shooter": "z9"}, "shooter"),
    (BOTH, ZOON, {"kind": "TurnedUp", "seat": 0, "at": "c3", "card": "nobody"}, "card"),
    (BOTH, ZOON, {"kind": "Ruled", "at": "c3", "seat": 0, "card": "nobody"}, "card"),
    (BOTH[:1], ZOON, {"kind": "Moved", "seat": 0, "from": "c3", "to": "c4", "met": "nobody"}, "met"),
    (BOTH[1:], {"turn": "deploy", "cards": {}}, {"kind": "Deployed", "seat": 0, "cards": {"a1": "nobody"}}, "cards.a1"),
    (("zones",), ZONES, {"kind": "Summoned", "seat": 0, "piece": "dragon", "at": "a2"}, "piece"),
    (("zones",), ZONES, {"kind": "Ruled", "at": "a2", "piece": "dragon"}, "piece"),
    (("zombinion",), ZOMBINION, {"kind": "Played", "seat": 0, "card": "nobody"}, "card"),
    (("zombinion",), ZOMBINION, {"kind": "Shot", "seat": 0, "cards": ["pallottola", "nobody"]}, "cards[1]"),
    (("zombinion",), ZOMBINION, {"kind": "Shuffled", "seat": 0, "order": ["nobody"]}, "order[0]"),
    (("zong",), ZONG, {"kind": "Advanced", "seat": 0, "with": ["pink"]}, "with[0]"),
    (("zong",), ZONG, {"kind": "Advanced", "seat": 0, "order": ["blue", "pink"]}, "order[1]"),
    (("zong",), ZONG, {"kind": "Threw", "seat": 0, "discs": [{"disc": "risk", "face": "eight"}]}, "discs[0].face"),
    (("zong",), ZONG, {"kind": "Threw", "seat": 0, "discs": [{"disc": "risk", "face": 9}]}, "discs[0].face"),
    (("zong",), ZONG, {"kind": "Zonged", "seat": 0, "rest": {"blue": {"on": "pink"}}}, "rest.blue.on"),
    (("zong",), ZONG, {"kind": "Ruled", "colour": "pink", "square": "5"}, "colour"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "state", "event", "at"),
    [
        pytest.param(game, state, event, at, id=f"{game}-{event['kind']}-{at}")
        for games, state, event, at in TOLD
        for game in games
    ],
)
def test_a_name_of_nothing_is_refused_whatever_is_set_aside(
    game: str, state: dict[str, Any], event: dict[str, Any], at: str
) -> None:
    program = Program()
    program.ask("position", game=game, seats=3 if game == "zong" else 2, state=state)
    error = program.fails("tell", event=event, waive=[rule.id for rule in rules(game)])
    assert (error["code"], error["at"]) == ("bad-request", f"event.{at}"), error["message"]


@pytest.mark.parametrize(
    ("event", "at"), [(Advanced(0, taken=("pink",)), "with[0]"), (FellBack(0, to="99"), "to")]
)
def test_a_record_with_a_name_of_nothing_is_none(event: Event, at: str) -> None:
    game = all_games()["zong"]
    lines = (header(game, checked(game, Setup(3)), "1"), Entry(0, "test", event).line())
    with pytest.raises(GameFault, match=re.escape(f"entry 0.{at}: expected")):
        usable_record(lines, "a record")
