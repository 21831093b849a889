"""Which game lies on the table of a box: a small file beside the journal, so that the box comes back to it by itself.

Rule kept: it is written when a game is laid and when it is put away, never in between; a file that cannot be read or
written costs no game.
"""

import logging
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.bounded import file_bytes
from ui.owned.whole_files import write_whole

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_log = logging.getLogger(__name__)


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """The game, by the moment at which it was begun, and how often the box came back to it since `boot`."""

    started: str
    boot: str = ""
    times: int = 0


class OnTable:
    """The file. `boot`: what tells one start of the machine from another; None: as the kernel has it."""

    def __init__(self, journal: Path, boot: str | None = None) -> None:
        self._file = journal.with_name("on-table.json")
        self._boot = _boot() if boot is None else boot

    @property
    def laid(self) -> Laid | None:
        """The game on the table, as far as that is known; times of an earlier start of the machine do not count."""
        try:
            laid = msgspec.json.decode(file_bytes(self._file), type=Laid)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as fault:
            _log.warning("%s: %s", self._file, fault)
            return None
        return laid if laid.boot == self._boot else Laid(started=laid.started, boot=self._boot)

    def lay(self, started: str, times: int = 0) -> None:
        """Keeps which game lies there now."""
        try:
            write_whole(self._file, msgspec.json.encode(Laid(started=started, boot=self._boot, times=times)))
        except OSError as fault:
            _log.warning("which game is on the table is not kept: %s", fault)

    def clear(self) -> None:
        """No game lies there any more."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)


def _boot() -> str:
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return ""
