"""Other versions of this program: a newer one on a USB stick, the one before, and how far the change to it is.

A box asks a service of the system for it by a file (`hardware/box/on-request.sh`), as its own user may not write the
program; elsewhere `setup.sh` is run.
"""

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

Change = Literal["update", "back"]
SUFFIX = ".zo-bundle"
_SAID = Path("/run/zo-companion-update/said")
_MOUNTED = (Path("/media"), Path("/run/media"))
_DISKS = Path("/sys/class/block")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a change is: the last line said, and when it has ended, whether it came about."""

    line: str = ""
    ended: bool = False
    well: bool = False


class Updates(Protocol):
    """What changes the version that is used."""

    @property
    def before(self) -> str:
        """The version to go back to; empty where there is none."""

    def has_stick(self) -> bool:
        """Whether there may be a newer version on a stick."""

    def begin(self, change: Change) -> None:
        """Begins a change. Raises OSError."""

    def progress(self) -> Progress:
        """How far the change is that was begun last."""


class _Versions:
    """What lies in the folder of setup.sh."""

    def __init__(self, house: Path) -> None:
        self._house = house

    @property
    def before(self) -> str:
        try:
            project = (self._house / "versions" / "before" / "pyproject.toml").read_text(encoding="utf-8")
        except OSError:
            return ""
        found = re.search(r'^version = "(.*)"$', project, re.MULTILINE)
        return "" if found is None else found[1]


class AskedUpdates(_Versions):
    """Those of a box: `wanted` is the file by which the service is asked, `said` what it says."""

    def __init__(self, house: Path, wanted: Path, said: Path = _SAID) -> None:
        super().__init__(house)
        self._wanted, self._said, self._told_before = wanted, said, ""

    def has_stick(self) -> bool:
        return any(_DISKS.glob("sd[a-z]"))

    def begin(self, change: Change) -> None:
        self._told_before = self._read()
        self._wanted.write_text(change, encoding="ascii")

    def progress(self) -> Progress:
        told = self._read()
        if self._wanted.exists() or told == self._told_before:
            return Progress()
        lines = [line for line in told.splitlines() if line.strip()]
        if lines and lines[-1].startswith("ended: "):
            return Progress(lines[-2] if len(lines) > 1 else "", ended=True, well=lines[-1] == "ended: 0")
        return Progress(lines[-1] if lines else "")

    def _read(self) -> str:
        try:
            return self._said.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""


class OwnUpdates(_Versions):
    """Those of a machine whose user may write the program."""

    def __init__(self, house: Path) -> None:
        super().__init__(house)
        self._running: subprocess.Popen[bytes] | None = None
        self._said = Path(tempfile.gettempdir())

    def has_stick(self) -> bool:
        return any(
            True
            for folder in _MOUNTED
            for depth in ("*", "*/*")
            for _file in folder.glob(f"{depth}/*{SUFFIX}")
        )

    def begin(self, change: Change) -> None:
        handle, name = tempfile.mkstemp(prefix="zo-companion-update-")
        self._said = Path(name)
        self._running = subprocess.Popen(
            [self._house / "setup.sh", change],
            stdin=subprocess.DEVNULL,
            stdout=handle,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        os.close(handle)

    def progress(self) -> Progress:
        if self._running is None:
            return Progress()
        code = self._running.poll()
        told = self._said.read_text(encoding="utf-8", errors="replace")
        lines = [line for line in told.splitlines() if line.strip()]
        return Progress(lines[-1] if lines else "", ended=code is not None, well=code == 0)


def find_updates(home: Path, *, is_box: bool) -> Updates | None:
    """What changes this program's version; None where it was not installed by setup.sh. `home`: the data folder."""
    root = Path(__file__).resolve().parents[1]
    house = root.parents[1] if root.parent.name == "versions" else root
    if not (house / "setup.sh").exists():
        return None
    return AskedUpdates(house, home / "update-wanted") if is_box else OwnUpdates(house)
