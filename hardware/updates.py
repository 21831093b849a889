"""Changes of this program's version, to a newer one on a USB stick or to the one before, and their progress.

A box asks a system service by a file (`hardware/box/on-request.sh`), as its own user may not write the program;
elsewhere `setup.sh` is run.
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
"""`older`: from the stick, even if that version is older."""
SUFFIX = ".zo-bundle"
_WANTED = Path("/run/zo-companion/update-wanted")
_SAID = Path("/run/zo-companion-update/said")
_LEFT_ALONE = "ZO_LEFT_ALONE"
UNANSWERED = "the service that changes versions does not answer"
ANSWERED_WITHIN_S = 20.0
"""Maximum time until a running service of a box takes up a request."""
_MOUNTED = (Path("/media"), Path("/run/media"))
_DISKS = Path("/sys/class/block")


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a change: the last line said, whether it has ended, and whether it succeeded."""

    line: str = ""
    ended: bool = False
    well: bool = False


class Updates(Protocol):
    """Changes between versions that lie in the folder of setup.sh.

    `just_changed`: the app was restarted by a successful change. `left_alone`: the version that did not stay up, so
    that the one before it was started; empty: none.
    """

    just_changed: bool = False
    left_alone: str = ""
    _house: Path

    def __init__(self, house: Path) -> None:
        self._house = house

    @property
    def before(self) -> str:
        """The version to go back to; empty: there is none."""
        try:
            project = (self._house / "versions" / "before" / "pyproject.toml").read_text(encoding="utf-8")
        except OSError:
            return ""
        found = re.search(r'^version = "(.*)"$', project, re.MULTILINE)
        return "" if found is None else found[1]

    def has_stick(self) -> bool:
        """Whether a stick may hold a newer version."""

    def begin(self, change: Change) -> None:
        """Begins a change. Raises OSError."""

    def progress(self) -> Progress:
        """Progress of the change begun last."""


class AskedUpdates(Updates):
    """Updates of a box: the file `wanted` asks the service, `said` has its answers; `clock`: monotonic seconds."""

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
        # An answer may repeat the last one, so the time of writing tells them apart.
        if self._written_at() == self._seen_before:
            return Progress()
        lines = _lines(self._said)
        if lines[-1].startswith("ended: "):
            return Progress(lines[-2], ended=True, well=lines[-1] == "ended: 0")
        return Progress(lines[-1])

    def _written_at(self) -> int:
        """Time of the service's last answer in ns; 0: none yet."""
        try:
            return self._said.stat().st_mtime_ns
        except OSError:
            return 0


class OwnUpdates(Updates):
    """Updates of a machine whose user may write the program."""

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
    """The lines said so far, after an empty one."""
    try:
        told = said.read_text(encoding="utf-8", errors="replace")
    except OSError:
        told = ""
    return ["", *(line for line in told.splitlines() if line.strip())]


def find_updates(*, is_box: bool) -> Updates | None:
    """What changes this program's version; None: setup.sh did not install it."""
    root = Path(__file__).resolve().parents[1]
    house = root.parents[1] if root.parent.name == "versions" else root
    if not (house / "setup.sh").exists():
        return None
    return AskedUpdates(house) if is_box else OwnUpdates(house)


LONG_ENOUGH_SECONDS = 30.0


def went_well(*_about: object) -> None:
    """Deletes the count of starts, if starts are counted."""
    if file := os.environ.get("ZO_STARTS"):
        with suppress(OSError):
            Path(file).unlink(missing_ok=True)
