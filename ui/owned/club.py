"""What the owner set of the club that this box tells its results to: the broker, and how to log in there.

Rule kept: the file is for its owner alone (mode 0600), and the password is in no log, bundle or message.
"""

import logging
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec

from companion.bounded import file_bytes
from ui.owned.whole_files import write_whole
from ui.places import club_file
from ui.words import _, system_words

PLAIN_PORT, TLS_PORT = 1883, 8883
"""The ports that brokers listen at by custom (IANA: mqtt, secure-mqtt)."""
_log = logging.getLogger(__name__)
Words = Annotated[str, msgspec.Meta(max_length=128)]
BoxId = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{3,39}$")]


class ClubSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting of the club.

    `host` and `port`: the MQTT broker's. `authority`: a file of certificates that the broker's must be signed by;
    empty: those that the system trusts. `table`: what this box is called at the club. `box`: by which it is known
    there, made once. `home_assistant`: whether it announces itself to Home Assistant.
    """

    on: bool = False
    host: Annotated[str, msgspec.Meta(max_length=253)] = ""
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = PLAIN_PORT
    user: Words = ""
    password: Words = ""
    tls: bool = False
    authority: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    table: Annotated[str, msgspec.Meta(max_length=40)] = ""
    box: BoxId | str = ""
    home_assistant: bool = False

    def __repr__(self) -> str:
        """Without the password, as it may be logged."""
        return f"ClubSettings(on={self.on}, host={self.host!r}, port={self.port}, box={self.box!r})"


class ClubKept:
    """The settings of the club: read once, written whenever they change. `told`: what is the matter with the file."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or club_file()
        self.told = ""
        self.now = self._read()

    def change(self, **settings: object) -> None:
        """Changes some settings and keeps them. Raises msgspec.ValidationError for what no setting can be.

        With the first change the box is given its id.
        """
        changed = msgspec.structs.replace(self.now, **settings)
        if not changed.box:
            changed = msgspec.structs.replace(changed, box=f"box-{secrets.token_hex(5)}")
        self.now = msgspec.convert(msgspec.to_builtins(changed), ClubSettings)
        try:
            write_whole(self._file, msgspec.json.format(msgspec.json.encode(self.now), indent=2) + b"\n")
            self._file.chmod(0o600)
        except OSError as fault:
            self.told = _("The settings cannot be kept: {fault}").format(fault=system_words(fault))

    def _read(self) -> ClubSettings:
        try:
            return msgspec.json.decode(file_bytes(self._file), type=ClubSettings)
        except FileNotFoundError:
            return ClubSettings()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as fault:
            _log.warning("the settings of the club cannot be read: %s", type(fault).__name__)
            aside = self._file.with_suffix(".unread.json")
            with suppress(OSError):
                self._file.replace(aside)
            self.told = _("The settings of the club could not be read: it is off. The old file is kept.")
            return ClubSettings()
