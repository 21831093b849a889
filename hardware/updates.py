"""Other versions of this program: a newer one on a USB stick, the one before, and how far the change to it is.

A box asks a service of the system for it by a file (`hardware/box/on-request.sh`), as its own user may not write the
program; elsewhere `setup.sh` is run.
"""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

Change = Literal["update", "older", "back"]
"""`older`: from the stick, although it is an older version."""
SUFFIX = ".zo-bundle"
_WANTED = Path("/run/zo-companion/update-wanted")
_SAID = Path("/run/zo-companion-update/said")
_LEFT_ALONE = "ZO_LEFT_ALONE"
UNANSWERED = "the service that changes versions does not answer"
ANSWERED_WITHIN_S = 20.0
"""So soon the service of a box takes up what it is asked for, unless it does not run."""
_MOUNTED = (Path("/media"), Path("/run/media"))
_DISKS = Path("/sys/class/block")


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a change is: the last line said, and when it has ended, whether it came about."""

    line: str = ""
    ended: bool = False
    well: bool = False


class Updates(Protocol):
    """What changes the version that is used, of those that lie in the folder of setup.sh.

    `just_changed`: the app was begun anew because that came about. `left_alone`: the version that did not stay up, so
    that the one before it was started; empty where all is well.
    """

    just_changed: bool = False
    left_alone: str = ""
    _house: Path

    def __init__(self, house: Path) -> None:
        self._house = house

    @property
    def before(self) -> str:
        """The version to go back to; empty where there is none."""
        try:
            project = (self._house / "versions" / "before" / "pyproject.toml").read_text(encoding="utf-8")
        except OSError:
            return ""
        found = re.search(r'^version = "(.*)"$', project, re.MULTILINE)
        return "" if found is None else found[1]

    def has_stick(self) -> bool:
        """Whether there may be a newer version on a stick."""

    def begin(self, change: Change) -> None:
        """Begins a change. Raises OSError."""

    def progress(self) -> Progress:
        """How far the change is that was begun last."""


class AskedUpdates(Updates):
    """Those of a box: `wanted` is the file by which the service is asked, `said` what it says.

    `clock`: seconds that only grow.
    """

    def __init__(
        self,
        house: Path,
        wanted: Path = _WANTED,
        said: Path = _SAID,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(house)
        self._wanted, self._said, self._clock = wanted, said, clock
        self._seen_before, self._asked_at = 0, 0.0
        self.just_changed = self.progress().well
        self.left_alone = os.environ.get(_LEFT_ALONE, "").rpartition("-")[0]

    def has_stick(self) -> bool:
        return any(_DISKS.glob("sd[a-z]"))

    def begin(self, change: Change) -> None:
        self._seen_before, self._asked_at = self._written_at(), self._clock()
        self._wanted.write_text(change, encoding="ascii")

    def progress(self) -> Progress:
        if self._wanted.exists():
            if self._clock() - self._asked_at < ANSWERED_WITHIN_S:
                return Progress()
            self._wanted.unlink(missing_ok=True)
            return Progress(UNANSWERED, ended=True)
        # The same may be said as the last time: what counts is when.
        if self._written_at() == self._seen_before:
            return Progress()
        lines = _lines(self._said)
        if lines[-1].startswith("ended: "):
            return Progress(lines[-2], ended=True, well=lines[-1] == "ended: 0")
        return Progress(lines[-1])

    def _written_at(self) -> int:
        """When the service said something last (ns); 0 where it never has."""
        try:
            return self._said.stat().st_mtime_ns
        except OSError:
            return 0


class OwnUpdates(Updates):
    """Those of a machine whose user may write the program."""

    def __init__(self, house: Path) -> None:
        super().__init__(house)
        self._running: subprocess.Popen[bytes] | None = None
        self._said = Path(tempfile.gettempdir())

    def has_stick(self) -> bool:
        found = (folder.glob(f"{depth}/*{SUFFIX}") for folder in _MOUNTED for depth in ("*", "*/*"))
        return any(next(files, None) for files in found)

    def begin(self, change: Change) -> None:
        handle, name = tempfile.mkstemp(prefix="zo-companion-update-")
        self._said = Path(name)
        self._running = subprocess.Popen(
            [self._house / "setup.sh", *(["update", "--older"] if change == "older" else [change])],
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
        return Progress(_lines(self._said)[-1], ended=code is not None, well=code == 0)


def _lines(said: Path) -> list[str]:
    """What was said so far, line by line, after an empty one."""
    try:
        told = said.read_text(encoding="utf-8", errors="replace")
    except OSError:
        told = ""
    return ["", *(line for line in told.splitlines() if line.strip())]


def find_updates(*, is_box: bool) -> Updates | None:
    """What changes this program's version; None where it was not installed by setup.sh."""
    root = Path(__file__).resolve().parents[1]
    house = root.parents[1] if root.parent.name == "versions" else root
    if not (house / "setup.sh").exists():
        return None
    return AskedUpdates(house) if is_box else OwnUpdates(house)


LONG_ENOUGH_SECONDS = 30.0


def went_well(*_about: object) -> None:
    """Forgets the starts that were counted, where they are counted at all."""
    if file := os.environ.get("ZO_STARTS"):
        with suppress(OSError):
            Path(file).unlink(missing_ok=True)
