"""The machine that the app runs on: board, display and touchscreen, systemd, power, printers.

It is queried through the kernel's own files and programs of the system.
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


# The light of its display. HDMI screens have none; Touch Displays of the Raspberry Pi have one, which the group video
# may set by a udev rule of Raspberry Pi OS.

_DISPLAYS = Path("/sys/class/backlight")


class Backlight:
    def __init__(self, folder: Path, most: int) -> None:
        """`folder` holds the display's file `brightness`; `most`: its maximum."""
        self._file, self._most = folder / "brightness", most

    def set(self, percent: float) -> None:
        """Sets the light, 0 to 100 percent of the display's maximum. A refusal by the driver is logged."""
        try:
            self._file.write_text(str(round(self._most * max(0.0, min(100.0, percent)) / 100)))
        except OSError as fault:  # a device's edge: a dark or bright screen ends no game
            _log.warning("%s: %s", self._file, fault.strerror)


def find_backlight(folder: Path = _DISPLAYS) -> Backlight | None:
    """The first display with an adjustable light; None: there is none."""
    for display in sorted(folder.glob("*")):
        try:
            most = int((display / "max_brightness").read_text())
        except (OSError, ValueError):
            continue
        if most > 0 and os.access(display / "brightness", os.W_OK):
            return Backlight(display, most)
    return None


# Who reads its touchscreen: exactly one of Kivy's providers. A display server, X or Wayland, reads the screen itself,
# and touches reach the window as its mouse. Without one (KMSDRM), a provider reads the touchscreen's own file. Two
# providers would report each touch twice.

_KNOWN = Path("/sys/class/input")
_DEVICES = Path("/dev/input")
_DIRECT = 0x01
"""INPUT_PROP_DIRECT: touches act on what is shown under them, as on a screen and unlike a touchpad."""
_MANY_FINGERS = 0x35
"""ABS_MT_POSITION_X: the device reports several fingers."""


def touch_provider(
    environment: Mapping[str, str] = os.environ, known: Path = _KNOWN, devices: Path = _DEVICES
) -> Literal["mouse", "mtdev", "hidinput"]:
    """The provider for this machine. `known`: the kernel's facts on input devices; `devices`: their files."""
    from ctypes.util import find_library

    server = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    if server or environment.get("SDL_VIDEODRIVER", "kmsdrm").lower() != "kmsdrm":
        return "mouse"
    # Touchscreens: input devices that are touched where they show something, by several fingers.
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
    """A bitmap as the kernel writes it: hexadecimal words of 64 bits, the highest first; 0: unreadable."""
    try:
        words = file.read_text(encoding="ascii").split()
        return sum(int(word, 16) << 64 * at for at, word in enumerate(reversed(words)))
    except (OSError, ValueError):
        return 0


# systemd restarts a service of `Type=notify` with `WatchdogSec` after that long without a message. The app's own loop
# sends the messages: a thread would go on sending them while the app hangs.


class Watchdog:
    """Messages to systemd through NOTIFY_SOCKET; none without that socket."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        """`environment`: NOTIFY_SOCKET, the address of systemd; WATCHDOG_USEC, its patience in microseconds."""
        address = environment.get("NOTIFY_SOCKET", "")
        # A leading @ stands for the zero byte of an abstract address.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        waits = environment.get("WATCHDOG_USEC", "")
        self._every = int(waits) / 4e6 if waits.isdecimal() else None  # s: a quarter of that patience
        self._told_at: float | None = None

    def turned(self, now: float) -> None:
        """Tells systemd that the loop turned at `now` (s, monotonic): READY first, then WATCHDOG at intervals."""
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
        except OSError as fault:  # systemd restarts a silent service; until then the game goes on
            _log.warning("systemd cannot be told %s: %s", words, fault.strerror)


# Programs of the system that answer questions.

PATIENCE_S: Final = 15.0
POWER_PATIENCE_S: Final = 10.0
MEDIA: Final = {"a4": "A4", "letter": "Letter", "a3": "A3"}  # paper sizes by our names and by those of CUPS


class CommandFault(Exception):
    """A program refused or did not answer; `said` says why."""

    def __init__(self, of: Said, why: str) -> None:
        self.said = Said(of.text, why=why)
        super().__init__(str(self.said))


def ask(*command: str, refuses: Said, silent: Said, patience_s: float) -> str:
    """The output of a program that runs without input, for `patience_s` at most. Raises CommandFault.

    `refuses`, `silent`: sentences with {why} for a refusal, and for no answer.
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
    """The power of this machine, by systemd; a polkit rule allows the box's own user just this.

    Both methods return once the shutdown has begun, and raise CommandFault if it does not begin.
    """

    def off(self) -> None:
        _systemctl("poweroff")

    def restart(self) -> None:
        _systemctl("reboot")


def box_power() -> Power | None:
    """The machine's power if the app is all that runs on it, which its service says by ZO_BOX=1; else None."""
    return Power() if os.environ.get("ZO_BOX") == "1" else None


def _systemctl(verb: str) -> None:
    refuses, silent = Said("the machine refuses: {why}"), Said("the machine does not answer: {why}")
    ask("systemctl", "--no-ask-password", verb, refuses=refuses, silent=silent, patience_s=POWER_PATIENCE_S)


def printers() -> tuple[str, ...]:
    """The names of all printers, in the system's order; none without a printing system or an answer."""
    if shutil.which("lpstat") is None or shutil.which("lp") is None:
        return ()
    try:
        return tuple(_run("lpstat", "-e").split())
    except CommandFault:
        return ()


def send(file: Path, printer: str, paper: str) -> None:
    """Prints a PDF at its true size, on both sides if the printer can. Raises CommandFault.

    `paper`: a key of MEDIA. The file may be deleted afterwards: the printing system keeps a copy.
    """
    _run(
        "lp", "-d", printer, "-t", file.stem, "-o", f"media={MEDIA[paper]}", "-o", "print-scaling=none",
        "-o", "sides=two-sided-long-edge", "--", str(file),
    )  # fmt: skip


def _run(*command: str) -> str:
    refuses = Said("the printer refuses: {why}")
    silent = Said("the printing system does not answer: {why}")
    return ask(*command, refuses=refuses, silent=silent, patience_s=PATIENCE_S)
