"""Phones at the desk, off until turned on for an evening, and the page that lets them in.

The page has the box's address, the evening's code, and an invitation for each seat. Rule kept: an invitation
is shown only while its owner asks for it, and ends when the page is left.
"""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from companion.game import Seat
from ui.pages.front import Neighbour
from ui.pages.tableside import Tableside
from ui.present.models import Button, Page, Shown, StepModel, notice
from ui.present.moment import player
from ui.present.touches import Touch, do
from ui.words import _, several

if TYPE_CHECKING:
    from ui.web.shelf import JournalShelf
    from ui.web.tonight import PhonesTonight


@lru_cache(maxsize=2)
def scanned(link: str) -> Shown:
    """A link as a QR code (ISO/IEC 18004), black on white.

    Cached, so that its page is drawn once: a page redrawn at every tick could never be touched.
    """
    import segno

    # Eight pixels per module; the screen scales the whole.
    rows = segno.make(link, error="m", micro=False).matrix_iter(scale=8, border=4)
    dark = np.array([list(row) for row in rows], dtype=bool)
    image = np.repeat(np.where(dark, 0, 255).astype(np.uint8)[:, :, None], 3, axis=2)
    return Shown(image, large=True)


class WebPhones(Neighbour):
    """The phones of a box. `shelf`: its finished games; `clock`: monotonic seconds.

    `listened_at`: the served address of this machine; None: all local ones.
    """

    def __init__(
        self, shelf: "JournalShelf", clock: Callable[[], float] = time.monotonic, listened_at: str = ""
    ) -> None:
        self._shelf, self._clock, self._listened_at = shelf, clock, listened_at
        self.tonight: PhonesTonight | None = None

    def page(self, played: Tableside | None) -> Page:
        return PhonesPage(self, played)

    def turn_on(self) -> str:
        """Serves from now on with a new code; the reason in words if no address can be used."""
        from ui.web.serving import ServingFault
        from ui.web.tonight import EVERYWHERE, PhonesTonight

        if self.tonight is None:
            try:
                self.tonight = PhonesTonight(self._shelf, self._clock, self._listened_at or EVERYWHERE)
            except ServingFault as fault:
                return _("Phones cannot reach the box: {why}").format(why=fault)
        return ""

    def turn_off(self) -> None:
        before, self.tonight = self.tonight, None
        if before is not None:
            before.stop()

    def tick(self, side: Tableside | None) -> bool:
        return self.tonight is not None and self.tonight.tick(side)


class PhonesPage(Page):
    """The page of phones. `side`: the game on the table, whose people may have phones; the box has none."""

    name = "phones"

    def __init__(self, phones: WebPhones, side: Tableside | None) -> None:
        self._phones, self._side = phones, side
        self._invited: tuple[Seat, str] | None = None
        self._trouble = ""
        self._shown: object = None

    def tick(self) -> bool:
        tonight, now = self._phones.tonight, None
        if self._invited is not None:
            _seat, code = self._invited
            if tonight is None or not tonight.evening.is_invited(code):
                self._invited = None
        if tonight is not None:
            phones = tuple(map(tonight.evening.phones, self._people))
            now = (tonight.addresses, tonight.evening.code, tonight.site.watching, phones)
        before, self._shown = self._shown, (now, self._invited)
        return before != self._shown

    @property
    def _people(self) -> dict[Seat, str]:
        if self._side is None:
            return {}
        setup, box = self._side.session.referee.setup, self._side.box.seats
        return {seat: player(setup, seat) for seat in range(setup.seats) if seat not in box}

    def model(self) -> StepModel:
        tonight, title = self._phones.tonight, _("Phones")
        banner = notice("trouble", self._trouble)
        off_key = Button(_("Turn phones off"), do(self.turn_phones_off), "quiet", "off")
        if tonight is None:
            off = _(
                "A phone in the local network can be a player’s own page, or show the game to anyone watching."
            )
            free = _("Nothing to install, no account, no internet. It ends when you turn it off, or the box.")
            on = Button(_("Turn on for this evening"), do(self.turn_phones_on), "main", "eye")
            return StepModel(title, _("Phones are off"), (off, free), banner, (on,))
        # Without a network nobody could come, so the page says what to do first.
        if not tonight.addresses:
            lost = _(
                "This box is in no network that a phone could reach. Connect it, and its address appears here."
            )
            return StepModel(title, _("No network"), (lost,), banner, (off_key,))
        address, *others = tonight.addresses
        if self._invited is not None:
            seat, code = self._invited
            name = self._people.get(seat, "")
            scan = _("{name}: scan this with your own phone. It holds for two minutes, and for one phone.")
            other = _("Or open {address} and type {code}.").format(address=address, code=code)
            said, headline = (scan.format(name=name), other), _("For {name} alone").format(name=name)
            # An invitation fills the page and has a single key, so that only its owner is looking.
            hide = (Button(_("Hide"), do(self.hide_invitation), "plain", "back"),)
            picture = (scanned(f"{address}/join/{code}"),)
            return StepModel(title, headline, said, keys=hide, tools=(), pictures=picture)
        watch = _("To watch, scan this, or open {address} and type {code}.")
        body = [watch.format(address=address, code=tonight.evening.code)]
        if others:
            body.append(_("Other addresses: {addresses}").format(addresses=", ".join(others)))
        if tonight.site.watching:
            body.append(several("{n} page is watching.", "{n} pages are watching.", tonight.site.watching))
        keys = []
        for seat, name in self._people.items():
            words, has = _("{name}: my phone").format(name=name), _("Shows a code, for you alone.")
            if phones := tonight.evening.phones(seat):
                has = several("{n} phone", "{n} phones", phones)
            keys.append(Button(words, do(self.invite, seat), "plain", "eye", has, seat=seat))
            if phones:
                out = _("Sign {name}’s phones out").format(name=name)
                keys.append(Button(out, do(self.sign_out, seat), "quiet", "wrong"))
        if not self._people:
            body.append(_("Lay a game on the table, and each player may bring a phone of their own."))
        picture = (scanned(f"{address}/join/{tonight.evening.code}"),)
        return StepModel(title, body=tuple(body), banner=banner, keys=(*keys, off_key), pictures=picture)

    def take(self, touch: Touch) -> bool:
        """Any touch hides an invitation."""
        self.hide_invitation()
        return super().take(touch)

    def turn_phones_on(self) -> None:
        self._trouble = self._phones.turn_on()

    def turn_phones_off(self) -> None:
        self._phones.turn_off()

    def invite(self, seat: Seat) -> None:
        tonight = self._phones.tonight
        if seat in self._people and tonight is not None:
            self._invited = (seat, tonight.evening.invite(seat))

    def sign_out(self, seat: Seat) -> None:
        if self._phones.tonight is not None:
            self._phones.tonight.sign_out(seat)

    def hide_invitation(self) -> None:
        tonight = self._phones.tonight
        if self._invited is not None and tonight is not None:
            tonight.evening.withdraw(self._invited[0])
        self._invited = None
