"""The page on which a box is joined to a club, as a plain model."""

from pathlib import Path

from ui.owned.club import ClubSettings
from ui.present.club_touches import Entry, SwitchClub, TakeAuthority, TryClub, TypeForClub
from ui.present.models import Banner, Button, Tone
from ui.present.pages import back_button, home_button
from ui.present.steps import StepModel
from ui.words import _


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
        return StepModel(title, "", editing=(_asked(typing), _typed_before(settings, typing)))
    tone: Tone = "good" if well and settings.on else "calm" if well else "trouble"
    banner = Banner(tone, said) if said else None
    headline = _("This box tells the club.") if settings.on else _("This box tells nobody anything.")
    body = (
        _(
            "A club’s computer then shows what everybody at this table may see, and keeps how games ended,"
            " with the names of the players. No picture ever leaves the box."
        ),
    )
    return StepModel(
        title,
        headline,
        body,
        banner,
        _keys(settings, stick=stick),
        (back_button(), home_button()),
        live=False,
    )


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
