"""A small disk for a journal, that can be full: a piece of memory mounted on a folder, as only root may."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SIZE = "16m"


class SmallDisk:
    """What is written in `folder` lies on it. `mounted`: whether it could be had; else the folder is any other."""

    def __init__(self, folder: Path, *, mounted: bool) -> None:
        self.mounted = mounted
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Leaves not one free byte. Raises OSError where the folder is no small disk."""
        if not self.mounted:
            raise OSError("expected a small disk, found a folder of the machine's own")
        with self._filler.open("wb") as filler:
            room = os.statvfs(filler.fileno())
            os.posix_fallocate(filler.fileno(), 0, room.f_bavail * room.f_frsize)

    def free(self) -> None:
        """As it was before."""
        self._filler.unlink(missing_ok=True)


@contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk]:
    """A disk on an empty folder, gone afterwards with all that lies on it."""
    asked = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    mounted = os.geteuid() == 0 and subprocess.run(asked, capture_output=True, check=False).returncode == 0
    try:
        yield SmallDisk(folder, mounted=mounted)
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)  # files may be open after a fault
