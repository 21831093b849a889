"""What can happen in every game of the family: each kind of event says what it breaks, what it does and how it is told.

Here stand how a game begins and ends, and cards turned up; moves and trades of squares in `moves`, cards laid from the
hand in `laying`, trumps and rulings in their own files. A variant's own events add what it tells besides.
"""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.game import Breach, Contest, Event, Over
from companion.kits import events as shared
from companion.kits.events import nearest, squares_of
from companion.language import marked


class Deed(Event, frozen=True):
    """Something that happened in a game of the family.

    `plays`: it may end a turn. `any_time`: it may come while others act. `fights`: it is told of a fight, maybe twice.
    A `ruling` may come even once the game is over. One that `is_like` others may have been read for one of them. One
    that is `final` shows or settles what cannot be made unseen.
    """

    plays: ClassVar[bool] = True
    any_time: ClassVar[bool] = False
    fights: ClassVar[bool] = False
    ruling: ClassVar[bool] = False
    is_like: ClassVar[bool] = False
    final: ClassVar[bool] = False

    def breaches(self, _state: Any) -> Iterator[Breach]:
        """The rules that it breaks, those of its time and turn apart."""
        return iter(())

    after: ClassVar[Callable[..., Any]]
    """The state after it, lawful or not; the very same where it does nothing."""
    said: ClassVar[Callable[..., str]]
    """One sentence, told on the state before it, that names nothing hidden."""

    def reveals(self, _state: Any) -> bool:
        """Whether it shows or settles what cannot be made unseen."""
        return self.final

    def contest(self, _state: Any) -> Contest | None:
        """What it decides between two sides."""
        return None

    def rereadings(self, state: Any, region: str) -> Iterator[Event]:
        """Other lawful events that could have been meant, those nearest to the booked one first."""
        if self.is_like and region in squares_of(self):
            lawful = state.agreed.game.candidates(state, None)
            yield from nearest(self, (one for one in lawful if one.is_like and region in squares_of(one)))

    def decided(self, _state: Any) -> Event:
        """The event without what its seat does not know before."""
        return self

    def public(self, _state: Any) -> Event:
        """The event as everybody may know it."""
        return self


class TurnedUp(Deed, frozen=True):
    """A seat turned one of its face-down cards up."""

    turns_up: ClassVar[bool] = True
    is_like: ClassVar[bool] = True
    final: ClassVar[bool] = True
    seat: int
    at: str
    card: str | None = None

    def decided(self, _state: Any) -> Event:
        return type(self)(self.seat, self.at)


class Declared(Deed, frozen=True):
    """Something that ends no turn and is said as in other games."""

    plays: ClassVar[bool] = False

    def said(self, state: Any) -> str:
        return shared.common_words(self, "" if self.seat is None else state.seat_name(self.seat))


class Starts(shared.Starts, Declared, frozen=True):
    final: ClassVar[bool] = True

    def after(self, state: Any) -> Any:
        """Play begins; where cards lie face down against the rules, they are turned up first."""
        begun = replace(state, phase="play", turn=self.seat).asked()
        return begun if begun.todo else replace(begun, over=begun.stuck())


class Resigned(shared.Resigned, Declared, frozen=True):
    any_time: ClassVar[bool] = True

    def breaches(self, _state: Any) -> Iterator[Breach]:
        if self.seat not in (0, 1):
            yield Breach("ours-two-seats", str(self.seat))

    def after(self, state: Any) -> Any:
        parts = (("name", state.seat_name(self.seat)),)
        return replace(state, over=Over((1 - self.seat,), marked("{name} surrenders"), "s2-surrender", parts))


class DrawAgreed(shared.DrawAgreed, Declared, frozen=True):
    any_time: ClassVar[bool] = True

    def after(self, state: Any) -> Any:
        return replace(state, over=Over((), marked("Both agree to a draw"), "zo-43-draw-agreed"))
