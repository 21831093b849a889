"""The page on which phones are let in: the box's address, the evening's code, and an invitation for each seat.

Rule kept: an invitation is shown only while its owner asks for it, and ends when the page is left.
"""

from typing import TYPE_CHECKING, Protocol

from companion.game import Seat
from ui.faces.page import Page
from ui.present.moment import player
from ui.present.phones import (
    HideInvitation,
    Invite,
    PhonesShown,
    PhonesTouch,
    SeatShown,
    SignOut,
    TurnPhonesOff,
    TurnPhonesOn,
    phones_model,
)
from ui.present.steps import StepModel
from ui.present.touches import Touch

if TYPE_CHECKING:
    from ui.pages.tableside import Tableside


class Tonight(Protocol):
    """One evening of phones, from its beginning to its end."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where browsers of the local network find the box, the likeliest first."""

    @property
    def code(self) -> str:
        """For those who watch."""

    @property
    def watching(self) -> int:
        """How many pages of those who watch are open."""

    def invite(self, seat: Seat, /) -> str:
        """A code that lets one phone in to a seat, once and soon."""

    def is_invited(self, code: str, /) -> bool:
        """Whether an invitation still holds."""

    def withdraw(self, seat: Seat, /) -> None: ...

    def phones(self, seat: Seat, /) -> int:
        """How many phones are a seat's."""

    def sign_out(self, seat: Seat, /) -> None: ...


class Phones(Protocol):
    """What lets phones in, as the pages know it. Nothing listens until it is turned on."""

    @property
    def tonight(self) -> Tonight | None:
        """What is served now."""

    def turn_on(self) -> str:
        """Serves from now on, with a new code; why not, in words, where nothing can be listened at."""

    def turn_off(self) -> None:
        """Serves no longer; every code and page of this evening ends."""

    def tick(self, side: "Tableside | None") -> bool:
        """Once a tick, with the game on the table; whether the shared screen may have to change."""


class PhonesPage(Page):
    """The page. `side`: the game on the table, whose people may have phones of their own; the box has none."""

    name = "phones"

    def __init__(self, phones: Phones, side: "Tableside | None") -> None:
        self._phones, self._side = phones, side
        self._invited: tuple[Seat, str] | None = None
        self._trouble = ""
        self._shown: object = None

    def tick(self) -> bool:
        tonight = self._phones.tonight
        if self._invited is not None and (tonight is None or not tonight.is_invited(self._invited[1])):
            self._invited = None
        before, self._shown = self._shown, (self._now(), self._invited)
        return before != self._shown

    def _now(self) -> PhonesShown:
        tonight = self._phones.tonight
        if tonight is None:
            return PhonesShown()
        seats = tuple(SeatShown(seat, name, tonight.phones(seat)) for seat, name in self._people.items())
        return PhonesShown(tonight.addresses, tonight.code, tonight.watching, seats, is_on=True)

    @property
    def _people(self) -> dict[Seat, str]:
        """Who sits at the table, by seat."""
        if self._side is None:
            return {}
        setup, box = self._side.session.referee.setup, self._side.box.seats
        return {seat: player(setup, seat) for seat in range(setup.seats) if seat not in box}

    def model(self) -> StepModel:
        return phones_model(self._now(), self._invited, self._trouble)

    def take(self, touch: Touch) -> bool:
        if not isinstance(touch, PhonesTouch):
            self._hide()
            return False
        tonight = self._phones.tonight
        match touch:
            case TurnPhonesOn():
                self._trouble = self._phones.turn_on()
            case TurnPhonesOff():
                self._hide()
                self._phones.turn_off()
            case Invite(seat):
                self._hide()
                if seat in self._people and tonight is not None:
                    self._invited = (seat, tonight.invite(seat))
            case HideInvitation():
                self._hide()
            case SignOut(seat) if tonight is not None:
                tonight.sign_out(seat)
        return True

    def _hide(self) -> None:
        tonight = self._phones.tonight
        if self._invited is not None and tonight is not None:
            tonight.withdraw(self._invited[0])
        self._invited = None
