"""The brightness of a display that can be dimmed: the kernel's own files under /sys/class/backlight.

HDMI screens have none; the Touch Displays of the Raspberry Pi do (their driver, and who may write there: the group
video, by a udev rule of Raspberry Pi OS).
"""

import logging
import os
from pathlib import Path

_FOLDER = Path("/sys/class/backlight")
_log = logging.getLogger(__name__)


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


def find_backlight(folder: Path = _FOLDER) -> Backlight | None:
    """The first display whose light may be set; None where there is none."""
    for display in sorted(folder.glob("*")):
        try:
            most = int((display / "max_brightness").read_text())
        except (OSError, ValueError):
            continue
        if most > 0 and os.access(display / "brightness", os.W_OK):
            return Backlight(display, most)
    return None
