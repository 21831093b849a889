"""The page on which phones are let in, as a plain model: what to scan, for whom, and who is in."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.game import Seat
from ui.present.models import Banner, Button
from ui.present.pages import back_button, home_button
from ui.present.steps import Shown, StepModel
from ui.present.touches import Touch
from ui.words import _, several

PIXELS = 8
"""So many pixels is a square of a code to scan wide; the screen fits the whole to its place."""


class TurnPhonesOn(Touch, frozen=True):
    """Phones of the local network may come in this evening."""


class TurnPhonesOff(Touch, frozen=True):
    """None may any longer."""


class Invite(Touch, frozen=True):
    """Shows the code for one seat's own phone."""

    seat: Seat


class HideInvitation(Touch, frozen=True):
    """That code is not shown any longer."""


class SignOut(Touch, frozen=True):
    """The phones of a seat are its own no longer."""

    seat: Seat


PhonesTouch = TurnPhonesOn | TurnPhonesOff | Invite | HideInvitation | SignOut


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat of the game on the table, and how many phones are its own."""

    seat: Seat
    name: str
    phones: int


@dataclass(frozen=True, slots=True)
class PhonesShown:
    """Whether phones are let in, where they find the box, the evening's code, and who is in."""

    addresses: tuple[str, ...] = ()
    code: str = ""
    watching: int = 0
    seats: tuple[SeatShown, ...] = ()
    is_on: bool = False


def phones_model(shown: PhonesShown, invited: tuple[Seat, str] | None, trouble: str = "") -> StepModel:
    """The page. `invited`: the seat whose invitation is shown, and the code of it."""
    tools = (back_button(), home_button())
    banner = Banner("trouble", trouble) if trouble else None
    title = _("Phones")
    if not shown.is_on:
        off = (
            _(
                "A phone in the local network can be a player’s own page, or show the game to anyone watching."
            ),
            _("Nothing to install, no account, no internet. It ends when you turn it off, or the box."),
        )
        on = Button(_("Turn on for this evening"), TurnPhonesOn(), "main", "eye")
        return StepModel(title, _("Phones are off"), off, banner, (on,), tools, live=False)
    if not shown.addresses:
        lost = (
            _(
                "This box is in no network that a phone could reach. Connect it, and its address appears here."
            ),
        )
        return StepModel(title, _("No network"), lost, banner, (_off(),), tools, live=False)
    if invited is not None:
        return _invitation(shown, *invited)
    return _who_is_in(shown, banner)


def _invitation(shown: PhonesShown, seat: Seat, code: str) -> StepModel:
    name = next((one.name for one in shown.seats if one.seat == seat), "")
    link = f"{shown.addresses[0]}/join/{code}"
    body = (
        _("{name}: scan this with your own phone. It holds for two minutes, and for one phone.").format(
            name=name
        ),
        _("Or open {address} and type {code}.").format(address=shown.addresses[0], code=code),
    )
    keys = (Button(_("Hide"), HideInvitation(), "plain", "back"),)
    picture = (scanned(link, large=True),)
    return StepModel(
        _("Phones"), _("For {name} alone").format(name=name), body, None, keys, (), picture, live=False
    )


def _who_is_in(shown: PhonesShown, banner: Banner | None) -> StepModel:
    body = [
        _("To watch, scan this, or open {address} and type {code}.").format(
            address=shown.addresses[0], code=shown.code
        )
    ]
    if len(shown.addresses) > 1:
        body.append(_("Other addresses: {addresses}").format(addresses=", ".join(shown.addresses[1:])))
    if shown.watching:
        body.append(several("{n} page is watching.", "{n} pages are watching.", shown.watching))
    keys = []
    for one in shown.seats:
        words = _("{name}: my phone").format(name=one.name)
        has = (
            several("{n} phone", "{n} phones", one.phones)
            if one.phones
            else _("Shows a code, for you alone.")
        )
        keys.append(Button(words, Invite(one.seat), "plain", "eye", has, seat=one.seat))
        if one.phones:
            out = _("Sign {name}’s phones out").format(name=one.name)
            keys.append(Button(out, SignOut(one.seat), "quiet", "wrong"))
    if not shown.seats:
        body.append(_("Lay a game on the table, and each player may bring a phone of their own."))
    picture = (scanned(f"{shown.addresses[0]}/join/{shown.code}", large=True),)
    tools = (back_button(), home_button())
    return StepModel(_("Phones"), "", tuple(body), banner, (*keys, _off()), tools, picture, live=False)


def _off() -> Button:
    return Button(_("Turn phones off"), TurnPhonesOff(), "quiet", "off")


@lru_cache(maxsize=2)
def scanned(link: str, *, large: bool = False) -> Shown:
    """A link as a code to scan (QR, ISO/IEC 18004), black on white.

    The same object for the same link, so that a page which shows it is drawn once: one that is drawn anew at every
    tick is never under a finger.
    """
    import segno

    rows = segno.make(link, error="m", micro=False).matrix_iter(scale=PIXELS, border=4)
    dark = np.array([list(row) for row in rows], dtype=bool)
    image = np.repeat(np.where(dark, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)
    return Shown(image, large=large)
