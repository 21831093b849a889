"""Mutated lines against the line protocol: no internal fault, one answer each, and a refused line changes nothing.

Run by hand for figures: `python -m tests.ui.protocol_fuzz --lines 50000 --seed 1`.
"""

import argparse
import copy
import json
import logging
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any

from companion.games import all_games
from tests.ui.line.test_protocol_doc import CODES
from ui.line.stdio import Conversation

INTERNAL = "could not be taken"
"""What an answer says of a fault of the program itself."""
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 3, 99, 10**9, -(2**63), 2**70, 0.5, 1e308, "", "a1", "z9", "start", "goal", "7",
    "x" * 300, "\ud800", "é\u0000", [], [[]], {}, {"kind": []}, [None], ["a1", "b1"], [0, 1], {"a1": {}}, "heads", "up",
)  # fmt: skip
SETUPS: dict[str, tuple[dict[str, Any], ...]] = {
    "zoondo": ({"options": {"knowing": "shown"}}, {"options": {"knowing": "trusted"}}),
    "zombinion": ({"options": {"knowing": "known"}}, {}),
}


@dataclass
class Figures:
    """What came of the lines."""

    lines: int = 0
    mutated: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class Fuzz:
    """One conversation after another, each over one game, most lines a mutated one."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.figures = Figures()
        self.desk = Conversation()
        self.legal: list[Any] = []
        self.states: dict[str, list[Any]] = {}
        self.head: dict[str, Any] = {}

    def run(self, lines: int) -> Figures:
        """So many mutated lines, over all games in turn."""
        for game in cycle(all_games().values()):
            self._begin(game)
            for _ in range(self.chance.randint(5, 40)):
                self._step(game.id)
                if self.figures.mutated >= lines:
                    return self.figures
        raise AssertionError("expected some game")

    def _begin(self, game: Any) -> None:
        setup = self.chance.choice(SETUPS.get(game.id, ({},)))
        self.head = {"game": game.id, "seats": self.chance.choice(game.seats)} | setup
        self.desk = Conversation()
        self._say({"do": "new"} | self.head)

    def _step(self, game: str) -> None:
        """A few good lines to come somewhere, then a bad one."""
        if self.chance.random() < 0.5:
            self.legal = self._say({"do": "legal"}).get("legal", [])
            if self.legal:
                self._say({"do": "tell", "event": self.chance.choice(self.legal)["event"]})
        if self.chance.random() < 0.1:
            state = self._say({"do": "state"})["state"]
            self.states.setdefault(game, []).append(state)
        self._tried(self._bad_line(game))

    def _bad_line(self, game: str) -> bytes:
        kind = self.chance.random()
        request = self._request(game)
        for _ in range(self.chance.choice((0, 1, 1, 1, 2, 3))):
            self._mutate(request)
        line = json.dumps(request).encode(errors="replace")
        if kind < 0.15:
            at = self.chance.randrange(len(line))
            line = (
                line[:at] + bytes([self.chance.randrange(256)]) + line[at + self.chance.choice((0, 1, 5)) :]
            )
        return line.replace(b"\n", b" ")

    def _request(self, game: str) -> dict[str, Any]:
        seen = {
            "sightings": [{"kind": "card", "label": None, "region": "a1", "x": 1.0, "y": 2.0}],
            "still_for": 1.0,
        }
        event = self.chance.choice(self.legal)["event"] if self.legal else {"kind": "Moved", "seat": 0}
        asked: list[dict[str, Any]] = [
            {"do": "tell", "event": event, "seat": 0, "waive": "s2-in-turn", "asked_at": 0, "eyes": 0},
            {"do": "tell", "event": event},
            {"do": "tell", "event": event, "eyes": None},
            {"do": "see", "scene": seen, "done": True},
            {"do": "back", "agreed": [0, 1]},
            {"do": "new", "options": {}, "players": ["Ann"], "facts": {}} | self.head,
            *(
                {"do": verb, "eyes": self.chance.choice((0, None))}
                for verb in ("legal", "look", "view", "journal")
            ),
        ]
        if self.states.get(game):
            asked += [{"do": "position", "state": self.chance.choice(self.states[game])} | self.head] * 4
        return copy.deepcopy(self.chance.choice(asked))

    def _mutate(self, value: Any) -> None:
        """Changes one thing somewhere within plain data."""
        while True:
            keys = list(value) if isinstance(value, dict) else list(range(len(value)))
            if not keys:
                return
            key = self.chance.choice(keys)
            inner = value[key]
            if not (isinstance(inner, dict | list) and inner) or self.chance.random() < 0.15:
                break
            value = inner
        match self.chance.randrange(5):
            case 0:
                del value[key]
            case 1 if isinstance(value, dict):
                value[self.chance.choice(("id", "at", "card", "seat", "zz", "from", "b2"))] = copy.deepcopy(
                    value[key]
                )
            case 2 if isinstance(value, list):
                value.append(copy.deepcopy(value[key]))
            case 3:
                twin = self.chance.choice(keys)
                value[key] = copy.deepcopy(value[twin])
            case _:
                value[key] = copy.deepcopy(self.chance.choice(ODD))

    def _tried(self, line: bytes) -> None:
        """One bad line; what it must not have done is noted."""
        self.figures.mutated += 1
        before = self._book()
        answer = self._raw(line)
        if not answer["ok"] and self._book() != before:
            self._fault("a refused line changed the game", line, answer)
        if not answer["ok"] and answer["error"]["code"] not in CODES:
            self._fault("an unknown code", line, answer)
        if answer["ok"] and self.desk._referee is not None:
            for verb in ("turn", "view", "legal", "look", "journal", "state"):
                self._say({"do": verb})

    def _book(self) -> Any:
        referee = self.desk._referee
        return None if referee is None else (referee.game.id, referee.state, referee.entries)

    def _say(self, request: dict[str, Any]) -> Any:
        return self._raw(json.dumps(request).encode())

    def _raw(self, line: bytes) -> Any:
        self.figures.lines += 1
        answer = json.loads(self.desk.answer(line))
        self.figures.answers["ok" if answer["ok"] else answer["error"]["code"]] += 1
        if not answer["ok"] and INTERNAL in answer["error"]["message"]:
            self._fault("an internal fault", line, answer)
        return answer

    def _fault(self, what: str, line: bytes, answer: Any) -> None:
        self.figures.faults.append(f"{what}: {line.decode(errors='replace')[:1500]}: {str(answer)[:300]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.disable()
    figures = Fuzz(given.seed).run(given.lines)
    print(
        f"{figures.mutated} mutated lines of {figures.lines}: {dict(figures.answers)}; {len(figures.faults)} faults"
    )
    for fault in figures.faults[:20]:
        print(fault)
    return 1 if figures.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
