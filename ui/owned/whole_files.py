"""Files that are written whole or not at all: beside their place first, synced, then put there."""

import logging
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from companion.bounded import file_bytes
from ui.words import _, system_words

T = TypeVar("T")
_log = logging.getLogger(__name__)


def not_writable(path: Path, fault: OSError) -> str:
    words = _("{file}: expected a file that can be written, found: {why}")
    return words.format(file=path, why=system_words(fault))


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file, and its folder where there is none: it is the old one or the new one, whatever happens.

    Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def keep_small(path: Path, content: bytes) -> None:
    """Writes a file that no game hangs on: a disk that is full or read-only is logged, and that is all."""
    try:
        write_whole(path, content)
    except OSError as fault:
        _log.warning("%s is not kept: %s", path, fault)


def kept_small(path: Path, read: Callable[[bytes], T]) -> T | None:
    """What such a file holds; None where there is none, or it cannot be read. `read` may raise ValueError."""
    try:
        return read(file_bytes(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as fault:
        _log.warning("%s: %s", path, fault)
        return None
