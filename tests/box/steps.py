"""What the steps of a rehearsal in a booted machine share: what one is, how it fails, and the app that they watch."""

import time
from collections.abc import Callable
from pathlib import Path

from tests.box.machine import Machine, until

APP = "pgrep -f -o '^[^ ]*python.* /[^ ]*/companion'"
UP = "systemctl is-active -q zo-companion"
Step = Callable[[Path, Machine], str]
"""Tries one thing on a machine and its tree, and tells in words what came of it. Raises Failed, TimeoutError."""


class Failed(Exception):
    """A step that did not come out as it must."""


def expect(it_is: bool, found: str) -> None:  # noqa: FBT001
    if not it_is:
        raise Failed(found)


def another_app(machine: Machine, before: str, patience: float) -> float:
    """How long it takes (s) until another app than the process `before` is up."""
    begun = time.monotonic()
    until(lambda: machine.told(f"{UP} && {APP}") not in ("", before), "another app", patience)
    return time.monotonic() - begun


def ended(machine: Machine, signal: str, patience: float) -> float:
    """How long it takes (s) until another app is up once this one was sent a signal."""
    before = machine.told(APP)
    machine.run(f"kill -{signal} {before}")
    return another_app(machine, before, patience)
