"""Switches the machine off, or starts it anew, where the app is all that it runs: as a box (`./setup.sh box`)."""

import os

from hardware.said import Said
from hardware.system_command import ask

PATIENCE_S = 10.0


class Power:
    """The power of this machine, by systemd; a rule of polkit lets the box's own user do this and nothing else.

    Both return once the machine has begun to end, and raise CommandFault where it does not.
    """

    def off(self) -> None:
        _systemctl("poweroff")

    def restart(self) -> None:
        _systemctl("reboot")


def box_power() -> Power | None:
    """The power of this machine where the app is all that it runs, of which its service says ZO_BOX=1; else None."""
    return Power() if os.environ.get("ZO_BOX") == "1" else None


def _systemctl(verb: str) -> None:
    refuses, silent = Said("the machine refuses: {why}"), Said("the machine does not answer: {why}")
    ask("systemctl", "--no-ask-password", verb, refuses=refuses, silent=silent, patience_s=PATIENCE_S)
