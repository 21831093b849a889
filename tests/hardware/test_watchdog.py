"""systemd hears of the app once it is up, then only as often as it must, and only while its loop turns."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.machine import Watchdog

WAITS_20_S = {"WATCHDOG_USEC": "20000000"}


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def heard(systemd: socket.socket) -> list[str]:
    found = []
    while True:
        try:
            found.append(systemd.recv(100).decode())
        except BlockingIOError:
            return found


def test_it_is_up_at_the_first_turn_and_lives_every_quarter_of_the_time(systemd: socket.socket) -> None:
    watchdog = Watchdog({"NOTIFY_SOCKET": systemd.getsockname(), **WAITS_20_S})
    assert heard(systemd) == []
    watchdog.turned(100.0)
    assert heard(systemd) == ["READY=1"]
    for tenths in range(1001, 1050):
        watchdog.turned(tenths / 10)
    assert heard(systemd) == []
    watchdog.turned(105.0)
    watchdog.turned(106.0)
    assert heard(systemd) == ["WATCHDOG=1"]


def test_nothing_is_told_while_the_loop_stands_still(systemd: socket.socket) -> None:
    watchdog = Watchdog({"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "40000"})
    watchdog.turned(1.0)
    heard(systemd)
    systemd.setblocking(True)
    systemd.settimeout(0.2)
    with pytest.raises(TimeoutError):
        systemd.recv(100)


def test_without_a_time_to_wait_it_only_says_that_it_is_up(systemd: socket.socket) -> None:
    watchdog = Watchdog({"NOTIFY_SOCKET": systemd.getsockname()})
    for at in range(100):
        watchdog.turned(float(at))
    assert heard(systemd) == ["READY=1"]


def test_an_address_that_is_no_file() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("")  # the kernel chooses one
        listening.setblocking(False)
        address = listening.getsockname()
        Watchdog({"NOTIFY_SOCKET": "@" + address[1:].decode()}).turned(0.0)
        assert heard(listening) == ["READY=1"]


def test_without_systemd_nothing_happens_and_one_that_is_gone_ends_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Watchdog({}).turned(0.0)
    assert not caplog.records
    Watchdog({"NOTIFY_SOCKET": str(tmp_path / "gone")}).turned(0.0)
    assert "systemd cannot be told READY=1" in caplog.text
