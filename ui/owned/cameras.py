"""What is kept of each camera, in files of plain JSON: its lens for each picture size, and what it is told to hold.

Rule kept: a file is written whole or not at all; one that cannot be
read is as good as none, as the lens is learnt again and the camera sets itself.
"""

import logging
import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.bounded import file_bytes, json_value
from ui import places
from ui.owned.whole_files import write_whole
from vision.mat.lens import LensFault, LensMemory
from vision.sources.attached import device_path, lasting_path
from vision.sources.frames import FrameSource
from vision.sources.locks import Locked
from vision.sources.open_source import open_source
from vision.sources.replay import STILL_SECONDS

_log = logging.getLogger(__name__)


def open_camera(
    source: str, still: float = STILL_SECONDS, clock: Callable[[], float] = time.monotonic
) -> FrameSource:
    """What `open_source` opens; a camera holds what it held last. Raises SourceFault."""
    return open_source(source, still, clock, KeptLocks(source))


def lens_file(camera: str, size: tuple[int, int]) -> Path:
    """Where the lens of a camera is kept. `camera` is the source as people name it, such as `picamera`."""
    return _file_of(camera, f"{size[0]}x{size[1]}")


def locks_file(camera: str) -> Path:
    """Where it is kept what a camera is told to hold."""
    return _file_of(camera, "locked")


def keep_lens(camera: str, memory: LensMemory) -> Path:
    """Keeps what was learnt of a camera's lens. Raises OSError where the disk does not take it."""
    path = lens_file(camera, memory.picture_size)
    write_whole(path, memory.as_json())
    return path


def kept_lens(camera: str, size: tuple[int, int]) -> LensMemory | None:
    """What was learnt of a camera's lens before, if anything that can be used was."""
    path = lens_file(camera, size)
    try:
        memory = LensMemory.from_json(file_bytes(path))
    except FileNotFoundError:
        return None
    except (OSError, LensFault) as fault:
        _log.warning("%s: %s", path, fault)
        return None
    return memory if memory.picture_size == size else None


class KeptLenses:
    """The kept lenses of one camera, for an eye; a disk that is full or read-only costs no game."""

    def __init__(self, camera: str) -> None:
        self._camera = camera

    def recall(self, picture_size: tuple[int, int]) -> LensMemory | None:
        """What was learnt of the lens at this picture size before."""
        return kept_lens(self._camera, picture_size)

    def keep(self, memory: LensMemory) -> None:
        """Keeps what is known of the lens now."""
        try:
            keep_lens(self._camera, memory)
        except OSError as fault:
            _log.warning("the lens of %s is not kept: %s", self._camera, fault)


class KeptLocks:
    """What one camera is told to hold, kept on the disk; one that is full or read-only costs no game."""

    def __init__(self, camera: str) -> None:
        self._camera = camera

    def recall(self) -> Locked | None:
        """What the camera held last, None where it set itself."""
        path = locks_file(self._camera)
        try:
            return msgspec.convert(json_value(file_bytes(path)), Locked)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as fault:
            _log.warning("%s: %s", path, fault)
            return None

    def keep(self, locked: Locked | None) -> None:
        """Keeps what the camera holds now; forgets it where it holds nothing."""
        path = locks_file(self._camera)
        try:
            if locked is not None and (locked.held or locked.mains_hz):
                write_whole(path, msgspec.json.encode(locked))
            else:
                path.unlink(missing_ok=True)
        except OSError as fault:
            _log.warning("what %s holds is not kept: %s", self._camera, fault)


def _file_of(camera: str, what: str) -> Path:
    """The file of a camera by what stays its own; one that was kept by the number of its device is brought along."""
    device = device_path(camera)
    kept = _named(lasting_path(device), what)
    for before in (_named(name, what) for name in (camera, device, os.path.realpath(device))):
        if before != kept and before.exists() and not kept.exists():
            try:
                before.replace(kept)
            except OSError:
                return before
    return kept


def _named(camera: str, what: str) -> Path:
    name = re.sub(r"[^A-Za-z0-9]+", "-", camera).strip("-").lower() or "camera"
    return places.data_home() / "cameras" / f"{name}-{what}.json"
