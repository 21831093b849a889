"""What the program runs on, and the verdicts of its checks, as plain values. Nothing here raises."""

import logging
import os
import platform
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from ui.checks.machine import installed_version
from ui.records.beginning import app_version
from vision.calibration.verdict import Verdict, failed

_OURS = ("zo-companion", "numpy", "opencv-python-headless", "opencv-python", "opencv-contrib-python", "kivy", "msgspec",
         "platformdirs", "gpiozero", "typer", "rich", "picamera2", "lgpio")  # fmt: skip
_SCREEN = ("WAYLAND_DISPLAY", "DISPLAY", "ZO_SIZE", "ZO_TOUCH", "ZO_FULLSCREEN")
T = TypeVar("T")
_MODEL = Path("/proc/device-tree/model")
_SENSORS = Path("/sys/class/thermal/thermal_zone0/temp")
_log = logging.getLogger(__name__)


def versions() -> dict[str, Any]:
    """The program, Python, and the packages that it stands on."""
    packages = {name: number for name in sorted(_OURS) if (number := installed_version(name)) is not None}
    return {"companion": app_version(), "python": platform.python_version(), "packages": packages}


def machine() -> dict[str, Any]:
    return {
        "model": _told(lambda: _MODEL.read_bytes().split(b"\0")[0].decode(errors="replace").strip())
        or "unknown",
        "machine": platform.machine(),
        "system": platform.system(),
        "release": platform.release(),
        "distribution": _told(lambda: platform.freedesktop_os_release().get("PRETTY_NAME")),
        "cores": os.cpu_count(),
        "memory": _told(_memory) or {},
        "temperature_c": _told(lambda: int(_SENSORS.read_text(encoding="ascii")) / 1000),
        "load": [round(value, 2) for value in os.getloadavg()] if hasattr(os, "getloadavg") else None,
        "screen": {name: os.environ.get(name) for name in _SCREEN},
    }


def verdicts(checks: Callable[[], Iterable[Verdict]]) -> list[dict[str, Any]]:
    """The verdicts of checks; one that fails by itself is told as such."""
    found: list[dict[str, Any]] = []
    try:
        for check in checks():
            found.append(check.json())
    except Exception as fault:  # a bundle is made when things are broken: it must come about all the same
        _log.warning("a check failed by itself", exc_info=True)
        found.append(failed("checks", f"{type(fault).__name__}: {fault}").json())
    return found


def camera(source: object | None) -> dict[str, Any]:
    """What a frame source tells of its camera: settings that were locked, and its own readings."""
    if source is None:
        return {"source": None}
    told: dict[str, Any] = {"source": type(source).__name__, "trouble": getattr(source, "trouble", None)}
    for name in ("locked", "readings", "controls"):
        given = getattr(source, name, None)
        try:
            given = given() if callable(given) else given
            if given is not None:
                told[name] = asdict(given) if hasattr(given, "__dataclass_fields__") else given
        except Exception as fault:  # whatever a driver raises
            told[name] = f"{type(fault).__name__}: {fault}"
    return told


def _memory() -> dict[str, str]:
    lines = Path("/proc/meminfo").read_text(encoding="ascii", errors="replace").splitlines()
    return {name: value.strip() for name, _colon, value in (line.partition(":") for line in lines[:3])}


def _told(read: Callable[[], T]) -> T | None:
    """What the system tells of itself; None where it does not."""
    try:
        return read()
    except (OSError, ValueError):
        return None
