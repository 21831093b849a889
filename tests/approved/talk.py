"""Approved conversations of the line protocol: every verb over every game, good lines and bad ones, with the answers.

A game is played on by lawful events that the answers themselves name; between them stands everything else that may be
asked, with the eyes of the referee, of everybody, of a seat, and of nobody.
"""

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch
from zlib import crc32

from tests.approved.records import Record
from ui.line.stdio import Conversation

Json = dict[str, Any]
EVENTS = 14
"""So many events are told in a conversation."""
TALKS: dict[str, Json] = {
    "zoon_alternate": {"game": "zoon_alternate", "seats": 2, "players": ["Ann", "Ben"]},
    "zoondo-shown": {
        "game": "zoondo",
        "seats": 2,
        "options": {"knowing": "shown", "tribes": ["warus", "boarix"]},
    },
    "zoondo-trusted": {"game": "zoondo", "seats": 2, "options": {"knowing": "trusted"}},
    "zombinion": {"game": "zombinion", "seats": 3, "players": ["Ann"]},
    "zombinion-known": {"game": "zombinion", "seats": 2, "options": {"knowing": "known"}},
    "zong": {"game": "zong", "seats": 3, "facts": {"blue": {"1": "6/1"}}},
    "zones": {"game": "zones", "seats": 2},
}
UNEVEN: tuple[Any, ...] = (
    None,
    True,
    -1,
    99,
    2**60,
    0.5,
    "",
    "z9",
    "x" * 200,
    [],
    [[]],
    {},
    {"kind": []},
)
"""Values that hardly any field takes."""
RAW = (
    b"",
    b"rubbish",
    b"[1]",
    b"7",
    b'{"do": 7}',
    b'{"do": "dance", "id": 3}',
    b"[" * 50,
    b'{"do": "turn", "id": ' + b"9" * 30 + b"}",
    b'{"do": "turn"',
    b"\xff",
    b'{"do": "turn", "id": "\\ud800"}',
    b'{"do": "games", "more": 1}',
    b'{"do": "turn", "do": "legal"}',
)
BEFORE: tuple[Json, ...] = (
    *({"do": verb} for verb in ("turn", "legal", "state", "look", "view", "journal")),
    *({"do": verb} for verb in ("back", "see", "tell", "new", "position")),
    {"do": "games", "id": ["a", 1]},
    {"do": "new", "game": "chess", "seats": 2},
    {"do": "new", "game": "zong", "seats": 9},
    {"do": "new", "game": "zong", "seats": 3, "facts": {"blue": {"9": "6/1"}}},
    {"do": "new", "game": "zong", "seats": 3, "options": {"colours": ["red", "red"]}},
    {"do": "new", "game": "zong", "seats": 3, "options": {"colour": "red"}},
    {"do": "new", "game": "zong", "seats": 2, "players": ["Ann", "Ben", "Cem"]},
    {"do": "new", "game": "zoon_alternate", "seats": 2, "facts": {"a": 1}},
    {"do": "new", "game": "zones", "seats": 2, "facts": {"archer.movement": "far"}},
    {"do": "position", "game": "zong", "seats": 3, "state": {"turn": 0}},
    {"do": "position", "game": "zoondo", "seats": 2, "state": {}},
)  # fmt: skip


class Talk:
    """One conversation; `lines` are its answers."""

    def __init__(self, head: Json) -> None:
        self.desk, self.head, self.lines = Conversation(), head, list[str]()

    def say(self, do: str, **fields: Any) -> Json:
        """Says a line; what it is answered with is kept."""
        return self.raw(json.dumps({"do": do, **fields}).encode())

    def raw(self, line: bytes) -> Json:
        answer = self.desk.answer(line)
        self.lines.append(f"{line.decode(errors='replace')[:300]}\n{_in_order(answer)}")
        found: Json = json.loads(answer)
        return found

    def played(self) -> list[str]:
        """A whole conversation about one game."""
        self.say("new", **self.head)
        for number in range(EVENTS):
            found = self.say("legal").get("legal") or []
            if not found:
                break
            event = min(found, key=lambda each: crc32(f"{number}{each['text']}".encode()))["event"]
            _ASIDES[number % len(_ASIDES)](self, event, number)
            self.say("tell", event=event, eyes=(None, 0, 1)[number % 3])
            if number % 5 == 4:
                self.back()
        return self.lines

    def back(self) -> None:
        """The last entry is taken back by nobody, by some, and by all."""
        for agreed in ([], [0], [0, 9], list(range(self.head["seats"]))):
            self.say("back", agreed=agreed, eyes=None)


def _in_order(answer: bytes) -> str:
    """An answer with its fields in order; what is wrong with a line that is no JSON is said by a library."""
    found = json.loads(answer)
    if found.get("error", {}).get("code") == "bad-json":
        del found["error"]["message"]
    return json.dumps(found, sort_keys=True, ensure_ascii=False)


def _eyes(talk: Talk, _event: Json, number: int) -> None:
    """What may be asked with eyes is asked with all there are."""
    for do in ("legal", "look", "view", "journal"):
        for eyes in (None, 0, 1, 7, "Ann"):
            talk.say(do, eyes=eyes)
    talk.say("turn", id=number)
    talk.say("look")
    talk.say("journal")


def _uneven(talk: Talk, event: Json, number: int) -> None:
    """The event with a field that is gone, too many, or something else."""
    for at, field in enumerate(event):
        odd = UNEVEN[(number + at) % len(UNEVEN)]
        talk.say("tell", event=event | {field: odd})
        talk.say("tell", event={key: value for key, value in event.items() if key != field})
    talk.say("tell", event=event | {"colour": 1})
    talk.say("tell", event=event, seat=5)
    talk.say("tell", event=event, asked_at=number + 40)
    talk.say("tell", event=event, waive="no-such-rule")
    talk.say("tell", event=event, eyes=9)


def _unlawful(talk: Talk, event: Json, _number: int) -> None:
    """The event of another seat, refused, and then let through by the rule that forbids it."""
    turned = event | {"seat": 1 - event["seat"] % 2} if "seat" in event else event
    rule = talk.say("tell", event=turned, eyes=0).get("error", {}).get("rule")
    if rule:
        talk.say("tell", event=turned, waive=rule, eyes=None)
        talk.say("tell", event=turned, waive=[rule, "s2-in-turn"], eyes=1)
        talk.say("back", agreed=list(range(talk.head["seats"])))


def _again(talk: Talk, _event: Json, _number: int) -> None:
    """The game begun anew where it stands, and positions with something wrong in them."""
    state = talk.say("state").get("state", {})
    head = {key: value for key, value in talk.head.items() if key != "players"}
    for at, field in enumerate(state):
        talk.say("position", **head, state=state | {field: UNEVEN[at % len(UNEVEN)]})
    talk.say("position", **head, state=state | {"colour": 1})
    talk.say("position", **head, state=state)


def _seen(talk: Talk, _event: Json, number: int) -> None:
    """What lies as it should is seen, with a hand, without, and with something gone; then what cannot be."""
    regions = talk.say("look").get("look", {}).get("regions", {})
    things = [
        {
            "region": region,
            "kind": lying[-1]["kind"],
            "label": lying[-1].get("label"),
            "face": lying[-1].get("face"),
        }
        for region, lying in sorted(regions.items())
        if lying
    ]
    things = [
        {key: value for key, value in thing.items() if value is not None or key == "label"}
        for thing in things
    ]
    for sightings in (things, things[1:], things[: number % 7]):
        scene = {"sightings": sightings, "still_for": 1.5}
        talk.say("see", scene=scene | {"hand": True})
        talk.say("see", scene=scene, done=bool(number % 2))
    for odd in UNEVEN:
        talk.say("see", scene={"sightings": [{"kind": "card", "label": None, "region": odd}]})
        talk.say("see", scene={"sightings": odd, "covered": [odd]})
    talk.say("see", scene={"sightings": [], "still_for": 9.0, "covered": ["a1"]}, done=True)


_ASIDES: tuple[Callable[[Talk, Json, int], None], ...] = (_eyes, _uneven, _unlawful, _seen, _again)


def talked(name: str) -> Record:
    """A conversation by its name, its answers; where nothing is written down on this machine."""
    with tempfile.TemporaryDirectory() as folder, patch.dict(os.environ, ZO_HOME=folder):
        if name == "nothing-begun":
            talk = Talk({})
            for line in RAW:
                talk.raw(line)
            for request in BEFORE:
                talk.say(**request)
            lines = talk.lines
        else:
            lines = Talk(TALKS[name]).played()
    return {f"from {at}": lines[at : at + 20] for at in range(0, len(lines), 20)}


NAMES = ("nothing-begun", *TALKS)


def made() -> Iterator[tuple[str, Record]]:
    """All conversations."""
    for name in NAMES:
        yield name, talked(name)
