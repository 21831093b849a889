"""Which cameras are attached to this machine. Imports nothing heavy, opens no camera, never raises.

Rule kept: only real cameras are offered. A Raspberry Pi has video devices that are not cameras, a USB camera has two,
and picamera2 is installed on every Pi, with a Pi camera or without.
"""

import logging
import os
import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_DEVICES = Path("/dev")
_KNOWN = Path("/sys/class/video4linux")
_PARTS_OF_A_PI = ("bcm2835", "pispbe", "rp1-cfe", "rpi", "rpivid", "unicam")
"""Names of the drivers of a Pi's own video devices: decoders, and the raw side of a Pi camera."""
_log = logging.getLogger(__name__)


def is_on_usb(camera_id: object) -> bool:
    """Whether a camera is a USB camera, by its libcamera id."""
    return "/usb" in str(camera_id).lower()


def pi_cameras(known: Sequence[Mapping[str, Any]]) -> list[int]:
    """The numbers of the Pi cameras in picamera2's list of all cameras."""
    return [int(about.get("Num", at)) for at, about in enumerate(known) if not is_on_usb(about.get("Id", ""))]


def keep_libcamera_quiet() -> None:
    """Limits libcamera's output on stderr to errors, unless the environment asks for more."""
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")


def has_pi_camera() -> bool:
    """Whether picamera2 is installed and libcamera sees a camera that is not on USB."""
    if not _has_libraries():
        return False
    keep_libcamera_quiet()
    try:
        manager = import_module("libcamera").CameraManager.singleton()
        return any(not is_on_usb(camera.id) for camera in manager.cameras)
    except Exception as error:  # a broken library means no camera
        _log.warning("libcamera cannot be asked for cameras: %r", error)
        return False


def looked_for() -> str:
    """The words for where cameras were searched in vain."""
    sees = "libcamera sees none" if _has_libraries() else "picamera2 or libcamera is not installed"
    there = ", ".join(path.name for path in _numbered())
    devices = f"none of {there} is one" if there else f"there is no {_DEVICES / 'video0'} or other number"
    return f"no Pi camera ({sees}) and no USB camera ({devices})"


def _has_libraries() -> bool:
    return find_spec("picamera2") is not None and find_spec("libcamera") is not None


def device_path(name: str) -> str:
    """The path of a video device, given its path or its number."""
    return str(_DEVICES / f"video{name}") if name.isdigit() else name


def device_now(path: str) -> str:
    """The current path by number of a video device, as people know it; other sources unchanged."""
    return os.path.realpath(path) if Path(path).is_relative_to(_DEVICES) else path


def lasting_path(device: str) -> str:
    """The path of a video device that is the same in any order of plugging cameras in; else its current path, as for
    the second of two cameras without serial numbers."""
    real = os.path.realpath(device)
    links = sorted((_DEVICES / "v4l" / "by-id").glob("*"))
    return next((str(link) for link in links if os.path.realpath(link) == real), device)


def video_devices() -> list[str]:
    """The lasting paths of video devices that may be cameras, in the order of their numbers.

    By the kernel's description of each; one without a description may be a camera.
    """
    found = []
    for path in _numbered():
        name, index = (_line(_KNOWN / path.name / about) for about in ("name", "index"))
        if not name.lower().startswith(_PARTS_OF_A_PI) and index in ("", "0"):
            found.append(lasting_path(str(path)))
    return found


def _numbered() -> list[Path]:
    """All video devices in the order of their numbers."""
    paths = [path for path in _DEVICES.glob("video*") if re.fullmatch(r"video\d+", path.name)]
    return sorted(paths, key=lambda path: int(path.name.removeprefix("video")))


def _line(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
