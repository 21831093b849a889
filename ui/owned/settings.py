"""The players' lasting settings: language, sound, looks, people; the PIN for updates; the club.

Each kind is a JSON file, read once and written at every change. An unreadable one is set aside and defaults
apply; an older program ignores settings that it does not know.
"""

import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Generic, Literal, TypeVar

import msgspec

from companion.bounded import file_bytes
from ui.owned.whole_files import write_whole
from ui.places import club_file, settings_file, update_pin_file
from ui.words import _, system_words

S = TypeVar("S", bound=msgspec.Struct)
_log = logging.getLogger(__name__)
MOST_PEOPLE = 40
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class KeptSettings(Generic[S]):
    """One file of settings. `now`: the settings; `told`: the file's fault in words."""

    def __init__(self, file: Path, usual: S) -> None:
        self._file, self._usual = file, usual
        self.told = ""
        self.now = usual
        try:
            self.now = msgspec.json.decode(file_bytes(file), type=type(usual))
        except FileNotFoundError:
            pass
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as fault:
            aside = file.with_suffix(".unread.json")
            with suppress(OSError):
                file.replace(aside)
            self.told = self._unread(aside, fault)

    def change(self, **settings: object) -> None:
        """Changes settings and writes them; on a failed write they last until the program ends.

        Raises msgspec.ValidationError for an invalid value.
        """
        changed = msgspec.structs.replace(self.now, **settings)
        self.now = msgspec.convert(msgspec.to_builtins(changed), type(self._usual))
        try:
            write_whole(self._file, msgspec.json.format(msgspec.json.encode(self.now), indent=2) + b"\n")
        except OSError as fault:
            self.told = _("The settings cannot be kept: {fault}").format(fault=system_words(fault))

    def _unread(self, aside: Path, fault: Exception) -> str:
        """The fault of an unreadable file in words; `aside`: its new place."""
        return _(
            "The settings could not be read, so the usual ones hold. The old file is kept as {file}. ({fault})"
        ).format(file=aside.name, fault=fault)


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A player, with the tribe and colour chosen last; empty: none yet."""

    name: Name
    tribe: str = ""
    colour: str = ""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of the players.

    `language`: ISO 639-1, empty until chosen. `text`: size of type in percent. `still`: reduced motion.
    `volume`: 0 to 10. `saver`: minutes until the screen rests, 0 never. `brightness`: percent, if the display
    can be dimmed. `turned`: of the picture, in degrees. `people`: players, the last first. `learnt`: games
    whose first-game guide is done.
    """

    language: Literal["", "en", "de", "fr", "it"] = ""
    theme: Literal["dark", "light", "contrast"] = "dark"
    text: Literal[100, 120, 140, 160] = 100
    still: bool = False
    left_handed: bool = False
    volume: Annotated[int, msgspec.Meta(ge=0, le=10)] = 6
    muted: bool = False
    voice: bool = False
    saver: Literal[0, 5, 10, 30] = 10
    brightness: Annotated[int, msgspec.Meta(ge=10, le=100)] = 100
    turned: Literal[0, 90, 180, 270] = 0
    people: Annotated[tuple[Person, ...], msgspec.Meta(max_length=MOST_PEOPLE)] = ()
    learnt: tuple[str, ...] = ()


class SettingsKept(KeptSettings[Settings]):
    def __init__(self, file: Path | None = None) -> None:
        """`file`: another place than this box's usual one."""
        super().__init__(file or settings_file(), Settings())

    def remember(self, *people: Person) -> None:
        """Puts people first in the list; names are compared without case.

        An earlier tribe or colour stays if none was chosen now.
        """
        before = {person.name.casefold(): person for person in self.now.people}
        first = []
        for person in people:
            known = before.pop(person.name.casefold(), person)
            tribe, colour = person.tribe or known.tribe, person.colour or known.colour
            first.append(Person(name=person.name, tribe=tribe, colour=colour))
        self.change(people=(*first, *before.values())[:MOST_PEOPLE])

    def forget(self, name: str) -> None:
        self.change(people=tuple(person for person in self.now.people if person.name != name))


# The PIN that an update asks for, if the owner set one. Only its digest is kept.


FEWEST_FIGURES = 4
WRONG_TRIES = 5
WAIT_S = 60.0
"""Seconds without further tries after WRONG_TRIES wrong PINs."""


class PinDigest(msgspec.Struct, frozen=True, kw_only=True):
    """A PIN's scrypt digest and salt in hexadecimal; empty without a PIN."""

    salt: str = ""
    digest: str = ""


class UpdatePin(KeptSettings[PinDigest]):
    """This box's PIN. `clock`: monotonic seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(update_pin_file(), PinDigest())
        self._clock = clock
        self._wrong, self._again_at = 0, 0.0

    @property
    def is_set(self) -> bool:
        return bool(self.now.digest)

    @property
    def wait_s(self) -> int:
        """Seconds until a PIN is accepted again; 0 if now."""
        return max(0, round(self._again_at - self._clock()))

    def choose(self, pin: str) -> None:
        """Sets a PIN; an empty one ends the asking."""
        salt = secrets.token_hex(16) if pin else ""
        self.change(salt=salt, digest=_digest(pin, salt) if pin else "")

    def fits(self, pin: str) -> bool:
        if self.wait_s:
            return False
        fits = hmac.compare_digest(_digest(pin, self.now.salt), self.now.digest)
        self._wrong = 0 if fits else self._wrong + 1
        if self._wrong >= WRONG_TRIES:
            self._wrong, self._again_at = 0, self._clock() + WAIT_S
        return fits


def _digest(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1).hex()


# The club: its broker and the login there. Rule kept: the file is readable by its owner alone (mode 0600),
# and the password is in no log, bundle or message.

PLAIN_PORT, TLS_PORT = 1883, 8883
"""The standard ports of brokers (IANA: mqtt, secure-mqtt)."""
Words = Annotated[str, msgspec.Meta(max_length=128)]


class ClubSettings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of the club.

    `host`, `port`: the MQTT broker's. `authority`: a file of certificates that must have signed the broker's;
    empty: the system's. `table`: this box's name at the club; `box`: its id there, made once.
    `home_assistant`: whether it announces itself to Home Assistant.
    """

    on: bool = False
    host: Annotated[str, msgspec.Meta(max_length=253)] = ""
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = PLAIN_PORT
    user: Words = ""
    password: Words = ""
    tls: bool = False
    authority: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    table: Annotated[str, msgspec.Meta(max_length=40)] = ""
    box: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{3,39}$")] = ""
    home_assistant: bool = False

    def __repr__(self) -> str:
        """Without the password, so that it may be logged."""
        return f"ClubSettings(on={self.on}, host={self.host!r}, port={self.port}, box={self.box!r})"


class ClubKept(KeptSettings[ClubSettings]):
    def __init__(self) -> None:
        super().__init__(club_file(), ClubSettings())

    def change(self, **settings: object) -> None:
        """See `KeptSettings`; with the first change the box is given its id."""
        box = settings.get("box") or self.now.box or f"box-{secrets.token_hex(5)}"
        super().change(**(settings | {"box": box}))

    def _unread(self, _aside: Path, fault: Exception) -> str:
        """Without what stands in the file, in which there is a password."""
        _log.warning("the settings of the club cannot be read: %s", type(fault).__name__)
        return _("The settings of the club could not be read: it is off. The old file is kept.")
