"""What the app does by itself in a box: it tells systemd that its loop turns, and lays the game that lay there."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.situations.in_a_box import Machine
from ui.journal.store import OnTable
from ui.present.touches import Goto

Drive, Made = Callable[..., Any], Callable[[str], Any]


def test_systemd_hears_of_the_app_only_while_its_loop_turns(
    drive: Drive, fresh: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", systemd.getsockname())
        monkeypatch.setenv("WATCHDOG_USEC", "8000000")
        driver = drive(fresh("home"))
        driver.run(0.1)
        assert systemd.recv(100) == b"READY=1"
        driver.run(6.5)
        assert [systemd.recv(100) for _time in range(3)] == [b"WATCHDOG=1"] * 3
        with pytest.raises(BlockingIOError):
            systemd.recv(100)


def test_the_game_is_laid_at_the_first_turn(drive: Drive, fresh: Made) -> None:
    desk = fresh("home-resume")
    store = desk.kept.store
    OnTable(store.path).lay(store.games()[0].started)
    entries = store.games()[0].entries
    desk.be_box(Machine())
    driver = drive(desk)
    driver.run(0.2)
    assert desk.page == "table" and len(desk.session.referee.entries) == entries
    driver.app.send(Goto("home"))
    driver.run(0.2)
    assert desk.page == "home" and OnTable(store.path).laid is None
