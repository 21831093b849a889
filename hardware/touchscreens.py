"""Who reads the touchscreen: exactly one of Kivy's providers, chosen by what this machine has.

Where a display server runs, X or Wayland, it reads the screen, and touches reach the window as its mouse. Where none
does (KMSDRM), a provider reads the touchscreen's own file. Two of them would make two touches of each.
"""

import os
from collections.abc import Mapping
from ctypes.util import find_library
from pathlib import Path
from typing import Literal

Provider = Literal["mouse", "mtdev", "hidinput"]
_KNOWN = Path("/sys/class/input")
_DEVICES = Path("/dev/input")
_DIRECT = 0x01
"""INPUT_PROP_DIRECT: what is touched is what is seen there, as on a screen and unlike a touchpad."""
_MANY_FINGERS = 0x35
"""ABS_MT_POSITION_X."""


def touch_provider(
    environment: Mapping[str, str] = os.environ, known: Path = _KNOWN, devices: Path = _DEVICES
) -> Provider:
    """The provider for this machine. `known`: what the kernel tells of input devices; `devices`: their files."""
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
