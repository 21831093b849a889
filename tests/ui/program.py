"""Another program that speaks the line protocol, for tests: what it asks, what fails, and random play."""

import json
from random import Random
from typing import Any

from ui.line.stdio import Conversation

GAME = {"game": "zoon_alternate", "seats": 2}


class Program:
    """Another program that speaks the protocol."""

    def __init__(self) -> None:
        self.desk = Conversation()

    def raw(self, line: bytes) -> Any:
        answer = self.desk.answer(line)
        assert b"\n" not in answer
        return json.loads(answer)

    def ask(self, do: str, **fields: Any) -> Any:
        answer = self.raw(json.dumps({"do": do, **fields}).encode())
        assert answer["ok"], answer
        return answer

    def fails(self, do: str, **fields: Any) -> Any:
        before = self.desk._referee and (self.desk._referee.state, self.desk._referee.entries)
        answer = self.raw(json.dumps({"do": do, **fields}).encode())
        assert not answer["ok"], answer
        assert set(answer["error"]) >= {"code", "rule", "message", "at"}
        after = self.desk._referee and (self.desk._referee.state, self.desk._referee.entries)
        assert before == after
        return answer["error"]

    def plays(self, events: int, seed: int = 1) -> None:
        chance = Random(seed)
        for _ in range(events):
            legal = self.ask("legal")["legal"]
            if not legal:
                return
            self.ask("tell", event=chance.choice(legal)["event"])

    def plays_until(self, kind: str, seed: int = 1) -> None:
        chance = Random(seed)
        for _ in range(400):
            legal = self.ask("legal")["legal"]
            if any(option["event"]["kind"] == kind for option in legal):
                return
            self.ask("tell", event=chance.choice(legal)["event"])
        raise AssertionError(f"no {kind} in 400 events")
