"""The machine that the app runs on: its board, its display and touchscreen, systemd, its power, its printers.

It is asked by the kernel's own files and by programs of the system.
"""

import logging
import os
import shutil
import socket
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from hardware.said import Said

_log = logging.getLogger(__name__)


# Its board.

_MODEL = Path("/proc/device-tree/model")


def is_pi() -> bool:
    try:
        return b"Raspberry Pi" in _MODEL.read_bytes()
    except OSError:
        return False


# The light of its display. HDMI screens have none; the Touch Displays of the Raspberry Pi do (their driver, and who may
# write there: the group video, by a udev rule of Raspberry Pi OS).

_DISPLAYS = Path("/sys/class/backlight")


class Backlight:
    def __init__(self, folder: Path, most: int) -> None:
        """`folder`: of the display, with `brightness` in it; `most`: its greatest value."""
        self._file, self._most = folder / "brightness", most

    def set(self, percent: float) -> None:
        """Sets the light, 0 to 100 percent of what the display can. What the driver refuses is logged."""
        try:
            self._file.write_text(str(round(self._most * max(0.0, min(100.0, percent)) / 100)))
        except OSError as fault:  # a device's edge: a dark or bright screen ends no game
            _log.warning("%s: %s", self._file, fault.strerror)


def find_backlight(folder: Path = _DISPLAYS) -> Backlight | None:
    """The first display whose light may be set; None where there is none."""
    for display in sorted(folder.glob("*")):
        try:
            most = int((display / "max_brightness").read_text())
        except (OSError, ValueError):
            continue
        if most > 0 and os.access(display / "brightness", os.W_OK):
            return Backlight(display, most)
    return None


# Who reads its touchscreen: exactly one of Kivy's providers. Where a display server runs, X or Wayland, it reads the
# screen, and touches reach the window as its mouse. Where none does (KMSDRM), a provider reads the touchscreen's own
# file. Two of them would make two touches of each.

_KNOWN = Path("/sys/class/input")
_DEVICES = Path("/dev/input")
_DIRECT = 0x01
"""INPUT_PROP_DIRECT: what is touched is what is seen there, as on a screen and unlike a touchpad."""
_MANY_FINGERS = 0x35
"""ABS_MT_POSITION_X."""


def touch_provider(
    environment: Mapping[str, str] = os.environ, known: Path = _KNOWN, devices: Path = _DEVICES
) -> Literal["mouse", "mtdev", "hidinput"]:
    """The provider for this machine. `known`: what the kernel tells of input devices; `devices`: their files."""
    from ctypes.util import find_library

    server = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    if server or environment.get("SDL_VIDEODRIVER", "kmsdrm").lower() != "kmsdrm":
        return "mouse"
    touchscreens = [
        event.name
        for event in known.glob("event*")
        if _bits(event / "device/properties") & 1 << _DIRECT
        and _bits(event / "device/capabilities/abs") & 1 << _MANY_FINGERS
    ]
    if not any(os.access(devices / name, os.R_OK) for name in touchscreens):
        return "mouse"
    return "hidinput" if find_library("mtdev") is None else "mtdev"


def _bits(file: Path) -> int:
    """A bitmap as the kernel writes it: words in hexadecimal, the highest first; 0 where there is none."""
    try:
        words = file.read_text(encoding="ascii").split()
        return sum(int(word, 16) << 64 * at for at, word in enumerate(reversed(words)))
    except (OSError, ValueError):
        return 0


# systemd, which starts a service of `Type=notify` with `WatchdogSec` anew when it is not heard of for so long. No
# thread of its own tells it: one would go on telling while the app hangs.


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


# Programs of the system that are asked something.

PATIENCE_S: Final = 15.0
POWER_PATIENCE_S: Final = 10.0
MEDIA: Final = {"a4": "A4", "letter": "Letter", "a3": "A3"}


class CommandFault(Exception):
    """A program that did not do what it was asked; `said` says why."""

    def __init__(self, of: Said, why: str) -> None:
        self.said = Said(of.text, why=why)
        super().__init__(str(self.said))


def ask(*command: str, refuses: Said, silent: Said, patience_s: float) -> str:
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
    ask("systemctl", "--no-ask-password", verb, refuses=refuses, silent=silent, patience_s=POWER_PATIENCE_S)


def printers() -> tuple[str, ...]:
    """The names of all printers, in the system's order; none where there is no printing system or it is silent."""
    if shutil.which("lpstat") is None or shutil.which("lp") is None:
        return ()
    try:
        return tuple(_run("lpstat", "-e").split())
    except CommandFault:
        return ()


def send(file: Path, printer: str, paper: str) -> None:
    """Gives a PDF to a printer, at its true size, on both sides where that printer can. Raises CommandFault.

    `paper`: one of MEDIA. The file may be deleted afterwards: the printing system keeps its own.
    """
    _run(
        "lp", "-d", printer, "-t", file.stem, "-o", f"media={MEDIA[paper]}", "-o", "print-scaling=none",
        "-o", "sides=two-sided-long-edge", "--", str(file),
    )  # fmt: skip


def _run(*command: str) -> str:
    refuses = Said("the printer refuses: {why}")
    silent = Said("the printing system does not answer: {why}")
    return ask(*command, refuses=refuses, silent=silent, patience_s=PATIENCE_S)
