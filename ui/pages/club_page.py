"""The page on which a box is joined to a club: broker, password, encryption, and a try that says what fails."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from companion.bounded import file_bytes
from ui.faces.page import Page
from ui.owned.club import PLAIN_PORT, TLS_PORT, ClubKept, ClubSettings
from ui.owned.whole_files import not_writable, write_whole
from ui.pages.kept import KeptGames
from ui.pages.tableside import Tableside
from ui.places import config_home
from ui.present.models import Button, Tone, choice, notice
from ui.present.steps import StepModel
from ui.present.touches import Touch, Typed, do
from ui.records.recount import plugged_in
from ui.words import _, marked, system_words

Entry = Literal["host", "port", "user", "password", "table"]
"""What is typed there."""
ASKED: dict[Entry, str] = {
    "host": marked("Name or address of the broker"),
    "port": marked("Port of the broker"),
    "user": marked("User at the broker"),
    "password": marked("Password at the broker (everybody can read it here while you type)"),
    "table": marked("What this table is called"),
}
MOST_CERTIFICATE = 256 * 1024


class ClubLink(Protocol):
    """Follows the desk, and tells the club where the owner has turned that on."""

    @property
    def kept(self) -> ClubKept:
        """The settings; after a change `renew` is called."""

    @property
    def said(self) -> tuple[str, bool]:
        """How it stands in a sentence, or what came of a try, and whether that is well; empty: nothing to say."""

    def follow(self, page: str, played: Tableside | None, kept: KeptGames) -> None:
        """Once a tick: the page that is shown, the game on the table, and the games that are kept."""

    def renew(self) -> None:
        """The settings have changed."""

    def try_it(self) -> None:
        """Tries whether the club can be reached: `said` tells what came of it."""


class ClubPage(Page):
    """Changes the settings of the club, each kept at once. `sticks`: those that are plugged in."""

    name = "club"

    def __init__(self, club: ClubLink, sticks: Callable[[], Sequence[Path]] = plugged_in) -> None:
        self._club, self._sticks = club, sticks
        self._typing: Entry | None = None
        self._trouble = ""
        self._shown: object = None

    def tick(self) -> bool:
        before, self._shown = self._shown, self._club.said
        return before != self._shown

    def model(self) -> StepModel:
        settings, title = self._club.kept.now, _("Club")
        if self._typing is not None:
            before = "" if self._typing == "password" else str(getattr(settings, self._typing))
            return StepModel(title, editing=(_(ASKED[self._typing]), before))
        said, well = self._club.said
        tone: Tone = "good" if well and settings.on else "calm" if well else "trouble"
        banner = notice("trouble", self._trouble or self._club.kept.told) or notice(tone, said)
        headline = _("This box tells the club.") if settings.on else _("This box tells nobody anything.")
        body = _(
            "A club’s computer then shows what everybody at this table may see, and keeps how games ended,"
            " with the names of the players. No picture ever leaves the box."
        )
        return StepModel(title, headline, (body,), banner, self._keys(settings))

    def _keys(self, settings: ClubSettings) -> tuple[Button, ...]:
        touch, has_broker = do(self.switch_club, "on", not settings.on), bool(settings.host)
        turn = Button(_("Turn the club off"), touch, "plain", "off")
        if not settings.on:
            untold = _("Games that ended before are not told.")
            turn = Button(_("Turn the club on"), touch, "main", "share", untold, enabled=has_broker)
        return (
            turn,
            Button(_("Try the connection"), do(self.try_club), "plain", "search", enabled=has_broker),
            self._entry(_("Broker: its name or address"), "host", settings.host),
            self._entry(_("Port"), "port", str(settings.port)),
            self._entry(_("User"), "user", settings.user),
            self._entry(_("Password"), "password", "●●●●●●" if settings.password else ""),
            self._switch(_("Encrypted (TLS)"), "tls", settings.tls),
            *self._authority(settings),
            self._entry(_("What this table is called"), "table", settings.table),
            self._switch(_("Announced to Home Assistant"), "home_assistant", settings.home_assistant),
        )

    def _entry(self, words: str, what: Entry, now: str) -> Button:
        return Button(words, do(self.type_for_club, what), "plain", "pen", now or _("nothing yet"))

    def _switch(self, words: str, name: str, value: bool) -> Button:  # noqa: FBT001
        touch, icon = do(self.switch_club, name, not value), "lock" if name == "tls" else "home"
        return choice(words, touch, value, icon, _("Yes") if value else _("No"))

    def _authority(self, settings: ClubSettings) -> tuple[Button, ...]:
        """The file of certificates, where the connection is encrypted."""
        if not settings.tls:
            return ()
        stick = self._certificate() is not None
        if settings.authority:
            words, touch = _("Use the system’s certificates"), do(self.take_authority, taken=False)
            return (Button(words, touch, "plain", "back", Path(settings.authority).name),)
        detail = "" if stick else _("Plug in a stick that holds a file ending in .pem or .crt.")
        words = _("Take the club’s certificate from a stick")
        return (Button(words, do(self.take_authority, taken=True), "plain", "down", detail, enabled=stick),)

    def take(self, touch: Touch) -> bool:
        if isinstance(touch, Typed) and self._typing is not None:
            self._typed(self._typing, touch.text)
            return True
        self._trouble = ""
        return super().take(touch)

    def switch_club(self, name: str, value: bool) -> None:  # noqa: FBT001
        """A switch of the settings, by its name, is on or off."""
        self._change(**{name: value})
        now = self._club.kept.now
        # With encryption the usual port is another; one that was chosen stays.
        if name == "tls" and now.port == (PLAIN_PORT if now.tls else TLS_PORT):
            self._change(port=TLS_PORT if now.tls else PLAIN_PORT)

    def type_for_club(self, what: Entry) -> None:
        self._typing = what

    def try_club(self) -> None:
        self._club.try_it()

    def _typed(self, what: Entry, text: str | None) -> None:
        self._typing = None
        if text is None:
            return
        text = text if what == "password" else text.strip()
        if what != "port":
            self._change(**{what: text.lower() if what == "host" else text})
        elif text.isascii() and text.isdecimal() and 1 <= int(text) <= 65535:
            self._change(port=int(text))
        else:
            self._trouble = _("A port is a number from 1 to 65535.")

    def _change(self, **settings: object) -> None:
        try:
            self._club.kept.change(**settings)
        except msgspec.ValidationError:
            self._trouble = _("That is too long.")
        else:
            self._club.renew()

    def _certificate(self) -> Path | None:
        """A file of certificates on a stick, where the settings ask for one."""
        now = self._club.kept.now
        if not now.tls or now.authority:
            return None
        files = (file for stick in self._sticks() for file in sorted(stick.glob("*")))
        return next((file for file in files if file.suffix.lower() in (".pem", ".crt")), None)

    def take_authority(self, *, taken: bool) -> None:
        """The file of certificates is taken from a stick, or (not `taken`) those of the system count again."""
        found = self._certificate()
        if not taken:
            self._change(authority="")
        if not taken or found is None:
            return
        target = config_home() / "club-authority.pem"
        try:
            content = file_bytes(found, MOST_CERTIFICATE)
        except OSError as fault:
            words = _("{file} cannot be read: {why}")
            self._trouble = words.format(file=found.name, why=system_words(fault))
            return
        try:
            write_whole(target, content)
        except OSError as fault:
            self._trouble = not_writable(target, fault)
        else:
            self._change(authority=str(target))
