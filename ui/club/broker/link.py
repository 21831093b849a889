"""The box's side of its club, off until the owner turns it on, and the page that sets it and tries it."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Literal

import msgspec

from companion.bounded import file_bytes
from ui.journal.store import Store
from ui.owned.settings import PLAIN_PORT, TLS_PORT, ClubKept, ClubSettings
from ui.owned.whole_files import not_writable, write_whole
from ui.pages.front import Neighbour
from ui.pages.kept import KeptGames
from ui.pages.tableside import Tableside
from ui.places import config_home
from ui.present.models import Button, Page, StepModel, Tone, choice, notice
from ui.present.touches import Touch, Typed, do
from ui.records.recount import plugged_in
from ui.words import _, marked, several, system_words

if TYPE_CHECKING:
    from ui.club.broker.publisher import Publisher

Entry = Literal["host", "port", "user", "password", "table"]
ASKED: dict[Entry, str] = {
    "host": marked("Name or address of the broker"),
    "port": marked("Port of the broker"),
    "user": marked("User at the broker"),
    "password": marked("Password at the broker (everybody can read it here while you type)"),
    "table": marked("What this table is called"),
}
MOST_CERTIFICATE = 256 * 1024


class BoxInClub(Neighbour):
    """One box's link to its club. Called from the desk's thread; never waits for the network."""

    def __init__(self) -> None:
        self.kept = ClubKept()
        self._was_on = self.kept.now.on
        self._following: Publisher | None = None
        self._ending: Thread | None = None
        self._trial: Future[str] | None = None
        self._trouble = ""

    def page(self, _played: Tableside | None) -> Page:
        return ClubPage(self)

    @property
    def said(self) -> tuple[str, bool]:
        """The link's state or the result of a try, in a sentence (empty: none), and whether it is good."""
        trial = self._trial
        if trial is not None:
            if not trial.done():
                return _("One moment …"), True
            fault = trial.exception()
            return (trial.result(), True) if fault is None else (str(fault), False)
        if self._trouble:
            return self._trouble, False
        now = self._following
        if now is None:
            return "", True
        if not now.connected:
            words = now.trouble or _("Connecting …")
            if now.waiting:
                kept = several(
                    "One result is kept until the club has it.",
                    "{n} results are kept until the club has them.",
                    now.waiting,
                )
                words = f"{words} {kept}"
            return words, not now.trouble
        if now.waiting:
            waiting = several(
                "Connected. One result waits for the club’s computer.",
                "Connected. {n} results wait for the club’s computer.",
                now.waiting,
            )
            return waiting, True
        if now.club:
            return _("Connected: the club has everything."), True
        return _("Connected. The club’s computer does not listen now; results are kept for it."), True

    def follow(self, page: str, played: Tableside | None, kept: KeptGames) -> None:
        following = self._following or self._begun(kept.store)
        if following is not None:
            following.follow(page, played, kept)

    def renew(self) -> None:
        """Restarts the link with changed settings."""
        now = self.kept.now
        following = self._following
        self._end(forget=following is not None and (not now.on or following.broker != (now.host, now.port)))
        self._was_on = self._was_on and now.on
        self._trial, self._trouble = None, ""

    def _end(self, *, forget: bool) -> None:
        """Stops publishing. `forget`: the broker's retained messages of this box are deleted."""
        if self._following is not None:
            before, self._following = self._following, None
            self._ending = Thread(target=before.stop, kwargs={"forget": forget}, name="club-end", daemon=True)
            self._ending.start()

    def try_it(self) -> None:
        """Tries to reach the club; `said` reports the result.

        The running link is ended first: some brokers allow one connection per user.
        """
        self._end(forget=False)
        with self._extra():
            from ui.club.broker.connection import begin_trial

            self._trial = begin_trial(self.kept.now, self._ending)

    def close(self) -> None:
        """Ends the link; unacknowledged results stay in the outbox."""
        if self._following is not None:
            self._following.stop()
            self._following = None

    def _begun(self, store: Store) -> "Publisher | None":
        """A new publisher if it is wanted and possible; None while an old one or a try is still ending."""
        ending = self._ending is not None and self._ending.is_alive()
        trying = self._trial is not None and not self._trial.done()
        if not self.kept.now.on or self._trouble or ending or trying:
            return None
        with self._extra():
            from ui.club.broker.connection import BrokerFault
            from ui.club.broker.publisher import following

            try:
                self._following = following(self.kept.now, store, afresh=not self._was_on)
            except BrokerFault as fault:
                self._trouble = str(fault)
            self._was_on = True
        return self._following

    @contextmanager
    def _extra(self) -> Iterator[None]:
        """Guards code that needs the extra: a missing library becomes trouble in words."""
        try:
            yield
        except ModuleNotFoundError as fault:
            line = 'pip install -e ".[broker]"'
            self._trouble = _("{name} is not installed here: {line}").format(name=fault.name, line=line)


class ClubPage(Page):
    """The club's settings, each kept at once. `sticks`: the USB sticks plugged in."""

    name = "club"

    def __init__(self, club: BoxInClub, sticks: Callable[[], Sequence[Path]] = plugged_in) -> None:
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
        authority: tuple[Button, ...] = ()
        if settings.tls and settings.authority:
            words, touch = _("Use the system’s certificates"), do(self.take_authority, taken=False)
            authority = (Button(words, touch, "plain", "back", Path(settings.authority).name),)
        elif settings.tls:
            stick = self._certificate() is not None
            detail = "" if stick else _("Plug in a stick that holds a file ending in .pem or .crt.")
            words, touch = _("Take the club’s certificate from a stick"), do(self.take_authority, taken=True)
            authority = (Button(words, touch, "plain", "down", detail, enabled=stick),)
        return (
            turn,
            Button(_("Try the connection"), do(self.try_club), "plain", "search", enabled=has_broker),
            self._entry(_("Broker: its name or address"), "host", settings.host),
            self._entry(_("Port"), "port", str(settings.port)),
            self._entry(_("User"), "user", settings.user),
            self._entry(_("Password"), "password", "●●●●●●" if settings.password else ""),
            self._switch(_("Encrypted (TLS)"), "tls", settings.tls),
            *authority,
            self._entry(_("What this table is called"), "table", settings.table),
            self._switch(_("Announced to Home Assistant"), "home_assistant", settings.home_assistant),
        )

    def _entry(self, words: str, what: Entry, now: str) -> Button:
        return Button(words, do(self.type_for_club, what), "plain", "pen", now or _("nothing yet"))

    def _switch(self, words: str, name: str, value: bool) -> Button:  # noqa: FBT001
        touch, icon = do(self.switch_club, name, not value), "lock" if name == "tls" else "home"
        return choice(words, touch, value, icon, _("Yes") if value else _("No"))

    def take(self, touch: Touch) -> bool:
        if isinstance(touch, Typed) and self._typing is not None:
            self._typed(self._typing, touch.text)
            return True
        self._trouble = ""
        return super().take(touch)

    def switch_club(self, name: str, value: bool) -> None:  # noqa: FBT001
        """Sets a switch of the settings, given by its name."""
        self._change(**{name: value})
        now = self._club.kept.now
        # Encryption has another default port; a port that was chosen stays.
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
        """A file of certificates on a stick, if the settings need one."""
        now = self._club.kept.now
        if not now.tls or now.authority:
            return None
        files = (file for stick in self._sticks() for file in sorted(stick.glob("*")))
        return next((file for file in files if file.suffix.lower() in (".pem", ".crt")), None)

    def take_authority(self, *, taken: bool) -> None:
        """Takes the file of certificates from a stick, or (not `taken`) returns to the system's."""
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
