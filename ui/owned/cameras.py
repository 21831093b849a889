"""Files per camera (plain JSON): its lens for each picture size, and its locked settings.

Rule kept: a file is written whole or not at all; an unreadable one counts as none, as lens and settings are
found anew.
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
    """The source from `open_source`; a camera locks its last settings again. Raises SourceFault."""
    return open_source(source, still, clock, KeptLocks(source))


def lens_file(camera: str, size: tuple[int, int]) -> Path:
    """The file of a camera's lens. `camera`: the source as people name it, such as `picamera`."""
    return _file_of(camera, f"{size[0]}x{size[1]}")


def locks_file(camera: str) -> Path:
    return _file_of(camera, "locked")


def keep_lens(camera: str, memory: LensMemory) -> Path:
    """Writes a camera's calibrated lens; its file. Raises OSError."""
    path = lens_file(camera, memory.picture_size)
    write_whole(path, memory.as_json())
    return path


class KeptLenses:
    """One camera's kept lenses for an eye; a full or read-only disk costs no game."""

    def __init__(self, camera: str) -> None:
        self._camera = camera

    def recall(self, picture_size: tuple[int, int]) -> LensMemory | None:
        """The lens learnt earlier at this picture size."""
        memory = kept_small(lens_file(self._camera, picture_size), LensMemory.from_json)
        return memory if memory is not None and memory.picture_size == picture_size else None

    def keep(self, memory: LensMemory) -> None:
        keep_small(lens_file(self._camera, memory.picture_size), memory.as_json())


class KeptLocks:
    """One camera's locked settings on disk; a full or read-only one costs no game."""

    def __init__(self, camera: str) -> None:
        self._camera = camera

    def recall(self) -> Locked | None:
        """The last locked settings; None if the camera chose its own."""
        return kept_small(locks_file(self._camera), lambda text: msgspec.convert(json_value(text), Locked))

    def keep(self, locked: Locked | None) -> None:
        """Writes the locked settings; deletes the file if there are none."""
        holds = locked is not None and (locked.held or locked.mains_hz)
        keep_small(locks_file(self._camera), msgspec.json.encode(locked) if holds else None)


def _file_of(camera: str, what: str) -> Path:
    """A camera's file by its stable name; one kept under its device number is renamed."""
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
