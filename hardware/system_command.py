"""A program of the system that is asked something: what it says, or why it did not."""

import subprocess
from typing import Final

from hardware.said import Said

PATIENCE_S: Final = 15.0


class CommandFault(Exception):
    """A program that did not do what it was asked; `said` says why."""

    def __init__(self, of: Said, why: str) -> None:
        self.said = Said(of.text, why=why)
        super().__init__(str(self.said))


def ask(*command: str, refuses: Said, silent: Said, patience_s: float = PATIENCE_S) -> str:
    """What a program says; it gets no input, and is ended when patience is at an end. Raises CommandFault.

    `refuses`, `silent`: what is said, with {why}, where it refuses or does not answer.
    """
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=patience_s,
        )
    except subprocess.TimeoutExpired:
        raise CommandFault(silent, f"{command[0]}: {patience_s:g} s") from None
    except OSError as fault:
        raise CommandFault(silent, str(fault)) from None
    if done.returncode:
        raise CommandFault(refuses, (done.stderr.strip().splitlines() or [str(done.returncode)])[-1])
    return done.stdout
