"""What is kept of each camera, in files of plain JSON: its lens for each picture size, and what it is told to hold.

Rule kept: a file is written whole or not at all; one that cannot be
read is as good as none, as the lens is learnt again and the camera sets itself.
"""

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.bounded import json_value
from ui import places
from ui.owned.whole_files import keep_small, kept_small, write_whole
from vision.mat.lens import LensMemory
from vision.sources.attached import device_path, lasting_path
from vision.sources.frames import FrameSource
from vision.sources.locks import Locked
from vision.sources.open_source import STILL_SECONDS, open_source


def open_camera(
    source: str, still: float = STILL_SECONDS, clock: Callable[[], float] = time.monotonic
) -> FrameSource:
    """What `open_source` opens; a camera holds what it held last. Raises SourceFault."""
    return open_source(source, still, clock, KeptLocks(source))


def lens_file(camera: str, size: tuple[int, int]) -> Path:
    """Where the lens of a camera is kept. `camera` is the source as people name it, such as `picamera`."""
    return _file_of(camera, f"{size[0]}x{size[1]}")


def locks_file(camera: str) -> Path:
    return _file_of(camera, "locked")


def keep_lens(camera: str, memory: LensMemory) -> Path:
    """Keeps what was learnt of a camera's lens. Raises OSError where the disk does not take it."""
    path = lens_file(camera, memory.picture_size)
    write_whole(path, memory.as_json())
    return path


class KeptLenses:
    """The kept lenses of one camera, for an eye; a disk that is full or read-only costs no game."""

    def __init__(self, camera: str) -> None:
        self._camera = camera

    def recall(self, picture_size: tuple[int, int]) -> LensMemory | None:
        """What was learnt of the lens at this picture size before."""
        memory = kept_small(lens_file(self._camera, picture_size), LensMemory.from_json)
        return memory if memory is not None and memory.picture_size == picture_size else None

    def keep(self, memory: LensMemory) -> None:
        keep_small(lens_file(self._camera, memory.picture_size), memory.as_json())


class KeptLocks:
    """What one camera is told to hold, kept on the disk; one that is full or read-only costs no game."""

    def __init__(self, camera: str) -> None:
        self._camera = camera

    def recall(self) -> Locked | None:
        """What the camera held last, None where it set itself."""
        return kept_small(locks_file(self._camera), lambda text: msgspec.convert(json_value(text), Locked))

    def keep(self, locked: Locked | None) -> None:
        """Keeps what the camera holds now; forgets it where it holds nothing."""
        holds = locked is not None and (locked.held or locked.mains_hz)
        keep_small(locks_file(self._camera), msgspec.json.encode(locked) if holds else None)


def _file_of(camera: str, what: str) -> Path:
    """The file of a camera by what stays its own; one that was kept by the number of its device is brought along."""
    device = device_path(camera)
    names = (
        re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or "camera"
        for name in (lasting_path(device), camera, device, os.path.realpath(device))
    )
    kept, *before = (places.data_home() / "cameras" / f"{name}-{what}.json" for name in names)
    for older in before:
        if older != kept and older.exists() and not kept.exists():
            try:
                older.replace(kept)
            except OSError:
                return older
    return kept
