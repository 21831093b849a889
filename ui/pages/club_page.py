"""The page on which a box is joined to a club: broker, password, encryption, and a try that says what fails."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from companion.bounded import file_bytes
from ui.faces.page import Page
from ui.owned.club import PLAIN_PORT, TLS_PORT, ClubSettings
from ui.owned.whole_files import not_writable, write_whole
from ui.pages.club_link import ClubLink
from ui.places import config_home
from ui.present.club_touches import ClubTouch, Entry, SwitchClub, TakeAuthority, TryClub, TypeForClub
from ui.present.models import Banner, Button, Tone
from ui.present.steps import StepModel
from ui.present.touches import Touch, Typed
from ui.records.saved_records import plugged_in
from ui.words import _, system_words

MOST_CERTIFICATE = 256 * 1024


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
        kept = self._club.kept
        said, well = self._club.said
        trouble = self._trouble or kept.told
        return club_model(
            kept.now,
            trouble or said,
            well=well and not trouble,
            typing=self._typing,
            stick=self._certificate() is not None,
        )

    def take(self, touch: Touch) -> bool:
        if isinstance(touch, Typed) and self._typing is not None:
            self._typed(self._typing, touch.text)
            return True
        if not isinstance(touch, ClubTouch):
            return False
        self._trouble = ""
        match touch:
            case SwitchClub(name, value):
                self._change(**{name: value})
                now = self._club.kept.now
                # With encryption the usual port is another; one that was chosen stays.
                if name == "tls" and now.port == (PLAIN_PORT if now.tls else TLS_PORT):
                    self._change(port=TLS_PORT if now.tls else PLAIN_PORT)
            case TypeForClub(what):
                self._typing = what
            case TakeAuthority(taken):
                self._take_authority(taken=taken)
            case TryClub():
                self._club.try_it()
        return True

    def _typed(self, what: Entry, text: str | None) -> None:
        self._typing = None
        if text is None:
            return
        text = text if what == "password" else text.strip()
        if what == "port":
            if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 65535):
                self._trouble = _("A port is a number from 1 to 65535.")
                return
            self._change(port=int(text))
        else:
            self._change(**{what: text.lower() if what == "host" else text})

    def _change(self, **settings: object) -> None:
        try:
            self._club.kept.change(**settings)
        except msgspec.ValidationError:
            self._trouble = _("That is too long.")
            return
        self._club.renew()

    def _certificate(self) -> Path | None:
        """A file of certificates on a stick, where the settings ask for one."""
        now = self._club.kept.now
        if not now.tls or now.authority:
            return None
        files = (file for stick in self._sticks() for file in sorted(stick.glob("*")))
        return next((file for file in files if file.suffix.lower() in (".pem", ".crt")), None)

    def _take_authority(self, *, taken: bool) -> None:
        if not taken:
            self._change(authority="")
            return
        found = self._certificate()
        if found is None:
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
            return
        self._change(authority=str(target))


# The page on which a box is joined to a club, as a plain model.


def club_model(
    settings: ClubSettings,
    said: str = "",
    *,
    well: bool = True,
    typing: Entry | None = None,
    stick: bool = False,
) -> StepModel:
    """Every setting as a key. `said`: how it stands; `typing`: what is being typed; `stick`: one is plugged in."""
    title = _("Club")
    if typing is not None:
        return StepModel(title, editing=(_asked(typing), _typed_before(settings, typing)))
    tone: Tone = "good" if well and settings.on else "calm" if well else "trouble"
    banner = Banner(tone, said) if said else None
    headline = _("This box tells the club.") if settings.on else _("This box tells nobody anything.")
    body = (
        _(
            "A club’s computer then shows what everybody at this table may see, and keeps how games ended,"
            " with the names of the players. No picture ever leaves the box."
        ),
    )
    return StepModel(title, headline, body, banner, _keys(settings, stick=stick))


def _keys(settings: ClubSettings, *, stick: bool) -> tuple[Button, ...]:
    turn = (
        Button(_("Turn the club off"), SwitchClub("on", False), "plain", "off")  # noqa: FBT003
        if settings.on
        else Button(
            _("Turn the club on"),
            SwitchClub("on", True),  # noqa: FBT003
            "main",
            "share",
            _("Games that ended before are not told."),
            enabled=bool(settings.host),
        )
    )
    return (
        turn,
        Button(_("Try the connection"), TryClub(), "plain", "search", enabled=bool(settings.host)),
        _entry(_("Broker: its name or address"), "host", settings.host),
        _entry(_("Port"), "port", str(settings.port)),
        _entry(_("User"), "user", settings.user),
        _entry(_("Password"), "password", "●●●●●●" if settings.password else ""),
        _switch(_("Encrypted (TLS)"), "tls", settings.tls),
        *_authority(settings, stick=stick),
        _entry(_("What this table is called"), "table", settings.table),
        _switch(_("Announced to Home Assistant"), "home_assistant", settings.home_assistant),
    )


def _entry(words: str, what: Entry, now: str) -> Button:
    return Button(words, TypeForClub(what), "plain", "pen", now or _("nothing yet"))


def _switch(words: str, name: str, value: bool) -> Button:  # noqa: FBT001
    detail = _("Yes") if value else _("No")
    touch = SwitchClub("tls" if name == "tls" else "home_assistant", not value)
    return Button(words, touch, "chosen" if value else "plain", "lock" if name == "tls" else "home", detail)


def _authority(settings: ClubSettings, *, stick: bool) -> tuple[Button, ...]:
    """The file of certificates, where the connection is encrypted."""
    if not settings.tls:
        return ()
    if settings.authority:
        words = _("Use the system’s certificates")
        return (Button(words, TakeAuthority(taken=False), "plain", "back", Path(settings.authority).name),)
    detail = "" if stick else _("Plug in a stick that holds a file ending in .pem or .crt.")
    words = _("Take the club’s certificate from a stick")
    return (Button(words, TakeAuthority(taken=True), "plain", "down", detail, enabled=stick),)


def _asked(what: Entry) -> str:
    match what:
        case "host":
            return _("Name or address of the broker")
        case "port":
            return _("Port of the broker")
        case "user":
            return _("User at the broker")
        case "password":
            return _("Password at the broker (everybody can read it here while you type)")
        case "table":
            return _("What this table is called")


def _typed_before(settings: ClubSettings, what: Entry) -> str:
    return "" if what == "password" else str(getattr(settings, what))
