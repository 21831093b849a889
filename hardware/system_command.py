"""A program of the system that is asked something: what it says, or why it did not."""

import subprocess
from typing import Final

PATIENCE_S: Final = 15.0


class CommandFault(Exception):
    """It did not answer, or (`answered`) refused; the text says why."""

    def __init__(self, why: str, *, answered: bool) -> None:
        super().__init__(why)
        self.answered = answered


def ask(*command: str, patience_s: float = PATIENCE_S) -> str:
    """What a program says; it gets no input, and is ended when patience is at an end. Raises CommandFault."""
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
        raise CommandFault(f"{command[0]}: {patience_s:g} s", answered=False) from None
    except OSError as fault:
        raise CommandFault(str(fault), answered=False) from None
    if done.returncode:
        why = (done.stderr.strip().splitlines() or [str(done.returncode)])[-1]
        raise CommandFault(why, answered=True)
    return done.stdout
