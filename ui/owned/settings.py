"""What the players set once and for all: language, sound, looks, the people who play here; the PIN; the club.

Settings of one kind are a file of JSON: read once, written whenever they change. One that cannot be read is put aside,
and the usual settings take its place; what an older program does not know in it is left out.
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
    """One file of settings. `now`: the settings; `told`: what is the matter with the file, in words."""

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
        """Changes some settings and keeps them; where the disk takes none they hold until the program ends.

        Raises msgspec.ValidationError for a value that no setting can have.
        """
        changed = msgspec.structs.replace(self.now, **settings)
        self.now = msgspec.convert(msgspec.to_builtins(changed), type(self._usual))
        try:
            write_whole(self._file, msgspec.json.format(msgspec.json.encode(self.now), indent=2) + b"\n")
        except OSError as fault:
            self.told = _("The settings cannot be kept: {fault}").format(fault=system_words(fault))

    def _unread(self, aside: Path, fault: Exception) -> str:
        """That the file could not be read, in words; `aside`: where it is now."""
        return _(
            "The settings could not be read, so the usual ones hold. The old file is kept as {file}. ({fault})"
        ).format(file=aside.name, fault=fault)


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who plays here, with the tribe and the colour of piece chosen last; empty: none yet."""

    name: Name
    tribe: str = ""
    colour: str = ""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting.

    `language`: an ISO 639-1 code, empty until it was chosen. `text`: the size of type in percent. `still`: reduced
    motion. `volume`: 0 to 10. `saver`: minutes until the screen rests, 0 never. `brightness`: percent, where the
    display can be dimmed. `turned`: the whole picture, in degrees. `people`: who played here, the last first.
    `learnt`: games whose first-game guide is done.
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
        """`file`: where they are kept, if not where this box keeps them."""
        super().__init__(file or settings_file(), Settings())

    def remember(self, *people: Person) -> None:
        """Puts people first among those who play here; a name is the same in capitals or small.

        A tribe or colour is kept where none was chosen now.
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


# The PIN asked for before another version is installed, where the owner set one. Only a digest of it is kept.


FEWEST_FIGURES = 4
WRONG_TRIES = 5
WAIT_S = 60.0
"""Seconds for which no PIN is taken after WRONG_TRIES wrong ones."""


class PinDigest(msgspec.Struct, frozen=True, kw_only=True):
    """The scrypt digest of a PIN and its salt, in hexadecimal; empty where no PIN is set."""

    salt: str = ""
    digest: str = ""


class UpdatePin(KeptSettings[PinDigest]):
    """The PIN of this box. `clock`: seconds that only grow."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(update_pin_file(), PinDigest())
        self._clock = clock
        self._wrong, self._again_at = 0, 0.0

    @property
    def is_set(self) -> bool:
        return bool(self.now.digest)

    @property
    def wait_s(self) -> int:
        """Seconds until a PIN is taken again; 0 where one is taken now."""
        return max(0, round(self._again_at - self._clock()))

    def choose(self, pin: str) -> None:
        """Sets a PIN; empty: none is asked for any more."""
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


# The club that this box tells its results to: the broker, and how to log in there. Rule kept: the file is for its owner
# alone (mode 0600), and the password is in no log, bundle or message.

PLAIN_PORT, TLS_PORT = 1883, 8883
"""The ports that brokers listen at by custom (IANA: mqtt, secure-mqtt)."""
Words = Annotated[str, msgspec.Meta(max_length=128)]


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
    box: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{3,39}$")] = ""
    home_assistant: bool = False

    def __repr__(self) -> str:
        """Without the password, as it may be logged."""
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
