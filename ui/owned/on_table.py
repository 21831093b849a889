"""Which game lies on the table of a box: a small file beside the journal, so that the box comes back to it by itself.

Rule kept: it is written when a game is laid and when it is put away, never in between; a file that cannot be read or
written costs no game.
"""

from functools import partial
from pathlib import Path

import msgspec

from ui.owned.whole_files import keep_small, kept_small

_BOOT = Path("/proc/sys/kernel/random/boot_id")


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """The game, by the moment at which it was begun, and how often the box came back to it since `boot`."""

    started: str
    boot: str = ""
    times: int = 0


class OnTable:
    def __init__(self, journal: Path) -> None:
        self._file = journal.with_name("on-table.json")
        self._boot = _boot()

    @property
    def laid(self) -> Laid | None:
        """The game on the table, as far as that is known; times of an earlier start of the machine do not count."""
        laid = kept_small(self._file, partial(msgspec.json.decode, type=Laid))
        if laid is not None and laid.boot != self._boot:
            return Laid(started=laid.started, boot=self._boot)
        return laid

    def lay(self, started: str, times: int = 0) -> None:
        keep_small(self._file, msgspec.json.encode(Laid(started=started, boot=self._boot, times=times)))

    def clear(self) -> None:
        keep_small(self._file, None)


def _boot() -> str:
    """What tells one start of the machine from another, as the kernel has it."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""
