"""Files that are read within bounds are closed again, also where they cannot be read."""

import os
from contextlib import suppress
from pathlib import Path

from companion.bounded import file_bytes

OPEN = Path("/proc/self/fd")
"""What this process holds open."""


def test_a_file_is_closed_once_it_was_read_or_refused(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    whole.write_bytes(b"12345")
    os.mkfifo(tmp_path / "pipe")
    held = sorted(OPEN.iterdir())
    for path, most in ((whole, 5), (whole, 4), (tmp_path, 5), (tmp_path / "pipe", 5)):
        with suppress(OSError):
            file_bytes(path, most)
    assert sorted(OPEN.iterdir()) == held
