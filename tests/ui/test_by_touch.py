"""Whole games played with fingers alone, on the simulated table, at every size of the screen."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Over
from companion.games import all_games
from companion.journal import read_record, replay
from tests.ui.conftest import SIZES
from ui.agreement import Agreement
from ui.desk import Desk
from ui.opening import sources
from ui.store import open_store


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_whole_game(size: tuple[int, int], drive: Callable[..., Any], tmp_path: Path) -> None:
    from tests.ui.fingers import Player, Room

    store = open_store(tmp_path / "journal.db")
    room = Room(size[0])
    games = all_games()
    desk = Desk(store, room.open, Agreement((games["zoon_alternate"],), sources, "simulated"))
    player = Player(drive(desk, size), desk, room)
    player.press("New game")
    player.press("Start")
    player.settle()
    player.play(Random(size[1]))
    over = desk.session.reply.turn
    assert isinstance(over, Over)
    assert desk.model().kind == "over"
    referee = desk.session.referee
    played = store.games()[0]
    assert played.result is not None
    assert {entry.by for entry in referee.entries} <= {"camera", "panel", "touch"}
    assert sum(entry.by == "touch" for entry in referee.entries) <= 3
    record = read_record(store.lines(played.id), games)
    assert replay(record.game, record.setup, record.entries) == referee.state
    desk.close()
    store.close()
