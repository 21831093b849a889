"""Settings of one kind in a file of JSON: read once, written whenever they change.

A file that cannot be read is put aside, and the usual settings take its place; what an older program does not know in
it is left out.
"""

from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from companion.bounded import file_bytes
from ui.owned.whole_files import write_whole
from ui.words import _, system_words

S = TypeVar("S", bound=msgspec.Struct)


class KeptSettings(Generic[S]):
    """One such file. `now`: the settings; `told`: what is the matter with the file, in words."""

    def __init__(self, file: Path, usual: S) -> None:
        self._file, self._usual = file, usual
        self.told = ""
        self.now = self._read()

    def change(self, **settings: object) -> None:
        """Changes some settings and keeps them; where the disk takes none they hold until the program ends.

        Raises msgspec.ValidationError for a value that no setting can have.
        """
        changed = msgspec.structs.replace(self.now, **settings)
        self.now = msgspec.convert(msgspec.to_builtins(changed), type(self._usual))
        try:
            write_whole(self._file, msgspec.json.format(msgspec.json.encode(self.now), indent=2) + b"\n")
        except OSError as fault:
            self.told = _("The settings cannot be kept: {fault}").format(fault=system_words(fault))

    def _read(self) -> S:
        try:
            return msgspec.json.decode(file_bytes(self._file), type=type(self._usual))
        except FileNotFoundError:
            return self._usual
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as fault:
            aside = self._file.with_suffix(".unread.json")
            with suppress(OSError):
                self._file.replace(aside)
            self.told = self._unread(aside, fault)
            return self._usual

    def _unread(self, aside: Path, fault: Exception) -> str:
        """That the file could not be read, in words; `aside`: where it is now."""
        return _(
            "The settings could not be read, so the usual ones hold. The old file is kept as {file}. ({fault})"
        ).format(file=aside.name, fault=fault)
