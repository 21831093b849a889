"""Writes files whole or not at all: to a temporary file, synced, then renamed."""

import logging
import os
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import TypeVar

from companion.bounded import file_bytes
from ui.words import _, system_words

T = TypeVar("T")
_log = logging.getLogger(__name__)


def not_writable(path: Path, fault: OSError) -> str:
    words = _("{file}: expected a file that can be written, found: {why}")
    return words.format(file=path, why=system_words(fault))


def write_whole(path: Path, content: bytes, *, shared: bool = False) -> None:
    """Replaces a file atomically and makes its folder. Raises OSError.

    Only its owner may read it; a `shared` one has the umask's mode.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{token_hex(4)}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if shared else 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def keep_small(path: Path, content: bytes | None) -> None:
    """Writes an inessential file, or deletes it (None); a failure is only logged."""
    try:
        if content is not None:
            write_whole(path, content)
        else:
            path.unlink(missing_ok=True)
    except OSError as fault:
        _log.warning("%s is not kept: %s", path, fault)


def kept_small(path: Path, read: Callable[[bytes], T]) -> T | None:
    """The content of such a file; None if it is missing or unreadable. `read` may raise ValueError."""
    try:
        return read(file_bytes(path))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as fault:
        _log.warning("%s: %s", path, fault)
        return None
