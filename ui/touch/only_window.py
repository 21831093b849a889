"""One window at a time on the same games: a lock in their folder, gone with its process however that ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ui.words import _

FILE = "window.lock"


class AnotherWindow(Exception):
    """Another window is open on the same games; the message says so."""


@contextmanager
def only_window(home: Path) -> Iterator[None]:
    """The right to be the one window on the games in a folder. Raises AnotherWindow.

    Where no lock can be had, on a disk that takes nothing, there is none, and nothing that two windows could spoil.
    """
    file = -1
    with suppress(OSError):
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(home / FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        if file >= 0:
            _lock(file, home)
        yield
    finally:
        if file >= 0:
            os.close(file)


def _lock(file: int, home: Path) -> None:
    with suppress(OSError):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            words = _("Zo Companion is open already: another window plays the games in {folder}.")
            raise AnotherWindow(words.format(folder=home)) from None
