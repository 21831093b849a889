"""Tells systemd that the app runs: once when it is up, then as long as its own loop turns.

A service of `Type=notify` with `WatchdogSec` is started anew when it is not heard of for so long. Nothing is told by
a thread of its own: one would go on telling while the app hangs.
"""

import logging
import os
import socket
from collections.abc import Mapping

_log = logging.getLogger(__name__)


class Watchdog:
    """What systemd is told by way of NOTIFY_SOCKET; without one, nothing."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """`environment`: NOTIFY_SOCKET, the address of systemd; WATCHDOG_USEC, how long it waits, in microseconds."""
        address = environment.get("NOTIFY_SOCKET", "")
        # A leading @ stands for the zero byte of an address that is no file.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        waits = environment.get("WATCHDOG_USEC", "")
        self._every = int(waits) / 4e6 if waits.isdecimal() else None
        self._told_at: float | None = None

    def turned(self, now: float) -> None:
        """The loop has turned, at `now` (s, only growing): the first time the app is up, later it lives."""
        if self._told_at is None:
            self._tell("READY=1")
        elif self._every is None or now - self._told_at < self._every:
            return
        else:
            self._tell("WATCHDOG=1")
        self._told_at = now

    def _tell(self, words: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                # A full socket of systemd must not hold up the loop.
                out.sendto(words.encode(), socket.MSG_DONTWAIT, self._address)
        except OSError as fault:  # systemd starts anew what it does not hear of; the game goes on till then
            _log.warning("systemd cannot be told %s: %s", words, fault.strerror)
