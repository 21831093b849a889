"""What can happen in every game of the family: each kind of event says what it breaks, what it does and how it is told.

Moves and trades of squares stand in `moves`, cards laid from the hand in `laying`, trumps and rulings in their own
files; a variant's own events add what it tells besides.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from companion.game import Breach, Event


class Deed(Event, frozen=True):
    """Something that happened in a game of the family.

    `plays`: it may end a turn. `any_time`: it may come while others act. `fights`: it is told of a fight, maybe twice.
    A `ruling` may come even once the game is over.
    """

    plays: ClassVar[bool] = True
    any_time: ClassVar[bool] = False
    fights: ClassVar[bool] = False
    ruling: ClassVar[bool] = False

    def breaches(self, _state: Any) -> Iterator[Breach]:
        """The rules that it breaks, those of its time and turn apart."""
        return iter(())

    def after(self, state: Any) -> Any:
        """The state after it, lawful or not; the very same where it does nothing."""
        raise NotImplementedError

    def said(self, state: Any) -> str:
        """One sentence, told on the state before it, that names nothing hidden."""
        raise NotImplementedError

    def reveals(self, _state: Any) -> bool:
        """Whether it shows or settles what cannot be made unseen."""
        return False

    def decided(self, _state: Any) -> Event:
        """The event without what its seat does not know before."""
        return self

    def public(self, _state: Any) -> Event:
        """The event as everybody may know it."""
        return self


class TurnedUp(Deed, frozen=True):
    """A seat turned one of its face-down cards up."""

    turns_up: ClassVar[bool] = True
    seat: int
    at: str
    card: str | None = None

    def reveals(self, _state: Any) -> bool:
        return True

    def decided(self, _state: Any) -> Event:
        return type(self)(self.seat, self.at)
