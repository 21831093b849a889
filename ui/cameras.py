"""What is kept of each camera: its lens, one file for each camera and picture size, plain JSON.

Rule kept: a file is written whole or not at all (written beside, synced, then put in its place); one that cannot be
read is as good as none, as the lens is learnt again.
"""

import logging
import os
import re
import tempfile
from pathlib import Path

from ui import places
from vision.lens_memory import LensFault, LensMemory

_log = logging.getLogger(__name__)


def lens_file(camera: str, size: tuple[int, int]) -> Path:
    """Where the lens of a camera is kept. `camera` is the source as people name it, such as `picamera`."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", camera).strip("-").lower() or "camera"
    return places.data_home() / "cameras" / f"{name}-{size[0]}x{size[1]}.json"


def keep_lens(camera: str, memory: LensMemory) -> Path:
    """Keeps what was learnt of a camera's lens. Raises OSError where the disk does not take it."""
    path = lens_file(camera, memory.picture_size)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(memory.as_json())
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    return path


def kept_lens(camera: str, size: tuple[int, int]) -> LensMemory | None:
    """What was learnt of a camera's lens before, if anything that can be used was."""
    path = lens_file(camera, size)
    try:
        memory = LensMemory.from_json(path.read_bytes())
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
