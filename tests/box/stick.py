"""A USB stick for a booted machine: a disk of ext4 in a file, which the machine sees as /dev/sda."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.box.machine import Machine


@contextmanager
def plugged_in(machine: Machine, file: Path) -> Iterator[str]:
    """While it is plugged in the stick holds a copy of a file. Yields the disk that it is on this machine."""
    with tempfile.TemporaryDirectory(dir=file.parent) as made:
        disk = Path(made) / "disk"
        (Path(made) / "files").mkdir()
        shutil.copy(file, Path(made) / "files")
        size = file.stat().st_size * 5 // 4 // 1_000_000 + 16
        _do("mkfs.ext4", "-q", "-d", str(Path(made) / "files"), str(disk), f"{size}M")
        loop = _do("losetup", "--find", "--show", str(disk))
        try:
            plug_in(machine, loop)
            yield loop
        finally:
            machine.run("rm -f /dev/sda")
            _do("losetup", "-d", loop)


def plug_in(machine: Machine, loop: str) -> None:
    """Shows the machine the stick, also after it was switched off in between."""
    major, minor = _do("stat", "-c", "%Hr %Lr", loop).split()
    machine.run(f"mknod -m 660 /dev/sda b {major} {minor}")


def _do(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
