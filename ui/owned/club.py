"""What the owner set of the club that this box tells its results to: the broker, and how to log in there.

Rule kept: the file is for its owner alone (mode 0600), and the password is in no log, bundle or message.
"""

import logging
import secrets
from pathlib import Path
from typing import Annotated

import msgspec

from ui.owned.settings import KeptSettings
from ui.places import club_file
from ui.words import _

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


class ClubKept(KeptSettings[ClubSettings]):
    def __init__(self, file: Path | None = None) -> None:
        super().__init__(file or club_file(), ClubSettings())

    def change(self, **settings: object) -> None:
        """See `KeptSettings`; with the first change the box is given its id."""
        box = settings.get("box") or self.now.box or f"box-{secrets.token_hex(5)}"
        super().change(**(settings | {"box": box}))

    def _unread(self, _aside: Path, fault: Exception) -> str:
        """Without what stands in the file, in which there is a password."""
        _log.warning("the settings of the club cannot be read: %s", type(fault).__name__)
        return _("The settings of the club could not be read: it is off. The old file is kept.")
