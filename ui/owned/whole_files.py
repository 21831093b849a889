"""Files that are written whole or not at all: beside their place first, synced, then put there."""

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
    """Writes a file, and its folder where there is none: it is the old one or the new one, whatever happens.

    Its owner alone may read it; where it is `shared`, whoever the umask lets. Raises OSError.
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
    """Writes a file that no game hangs on, or takes it away (None); a disk that does not let it is logged, no more."""
    try:
        if content is not None:
            write_whole(path, content)
        else:
            path.unlink(missing_ok=True)
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
