"""A camera watched live: replies come as they happen, chance is thrown by the box, the end of the camera ends it."""

import json
import time
from random import Random
from typing import Any

import pytest

from companion.referee import Referee
from tests.ui.demo.test_demo import NoPainter
from tests.ui.eyes import PerfectEye
from ui.box.eyes import load_decks, own_decks
from ui.cli import run_command
from ui.cli.table import say_reply
from ui.demo.playing import Hands, after_all, choose_next
from ui.records.beginning import game_and_setup
from vision.painted.simulated import SimulatedTable


class Camera:
    """A simulated table that is laid out, then turned up, and unplugged when the lot has been drawn."""

    trouble: str | None = None

    def __init__(self, clock: Any) -> None:
        self.game, self.setup = game_and_setup("zoon_alternate", None, [])
        self.table = SimulatedTable(NoPainter(self.game.table(self.setup)), clock, None, 50.0)  # type: ignore[arg-type]
        self.hands = Hands(self.table, load_decks(own_decks(self.game, self.setup)), Random(1))
        self.state = self.game.start(self.setup)
        self.now, self.next_at, self.laid, self.closed = clock, 0.0, 0, False

    @property
    def ended(self) -> bool:
        return self.closed or (self.laid == 3 and self.now() > self.next_at)

    def newest(self) -> Any:
        if self.now() > self.next_at and self.laid < 3:
            if self.laid < 2:
                events = choose_next(self.game, self.state, Random(1))
                self.state = after_all(self.game, self.state, events)
                self.table.put(self.hands.steps(self.game.look(self.state), 0)[-1])
            self.laid += 1
            self.next_at = self.now() + 2.0
        return self.table.newest()

    def close(self) -> None:
        self.closed = True


def test_a_camera_is_refereed_until_it_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonsense")
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    camera = Camera(time.monotonic)
    monkeypatch.setattr("ui.owned.cameras.open_camera", lambda source, still: camera)
    monkeypatch.setattr("vision.eye.Eye", lambda _table, _decks, **_more: PerfectEye(camera.table))
    assert run_command(["watch", "0", "--game", "zoon_alternate", "--roll", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    booked = [entry for line in lines for entry in line["entries"]]
    assert [entry["kind"] for entry in booked] == ["Deployed", "Deployed", "FrontsUp", "FrontsUp", "Starts"]
    assert [entry["by"] for entry in booked] == ["camera"] * 4 + ["touch"]
    assert camera.closed


def test_what_a_camera_showed_is_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    game, setup = game_and_setup("zoon_alternate", None, [])
    referee: Referee[Any] = Referee(game, setup, lambda line: None)
    reply = referee.answer(choose_next(game, referee.state, Random(1)), "camera")
    say_reply(referee, "The camera is asleep.", reply)
    assert capsys.readouterr().out.splitlines() == [
        "The camera is asleep.",
        "Team Boarix: army laid out (camera)",
        "Team Warus: army laid out (camera)",
    ]
