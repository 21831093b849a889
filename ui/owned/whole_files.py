"""Files that are written whole or not at all: beside their place first, synced, then put there."""

import os
import tempfile
from pathlib import Path

from ui.words import _, system_words


def not_writable(path: Path, fault: OSError) -> str:
    """That a file cannot be written, and why."""
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
