"""What an event has just decided between two sides, for a screen to show large: a fight, a shot, a capture, a vote.

A game in which something is decided may have one method more than the protocol asks for:

    def contest(self, state: S, event: Any) -> Contest | None

It is told on the state before the event, as `Game.words` is, and names nothing hidden; None where nothing is decided.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.game import Event, Game, Seat


@dataclass(frozen=True, slots=True)
class Side:
    """One side: whose it is, its name, and how it came to its number; `die` is what it threw."""

    seat: Seat
    name: str
    score: str = ""
    die: int | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """Who beats whom, in a few words; the sides with their numbers; `winner` is the place of one of the sides.

    `more`: what else has to be known to understand it, or what follows.
    """

    words: str
    sides: tuple[Side, ...] = ()
    winner: int | None = None
    more: str = ""


def contest_of(game: Game[Any], state: Any, event: Event) -> Contest | None:
    """What an event decides, told on the state before it; None for games and events that decide nothing."""
    told: Callable[[Any, Event], Contest | None] | None = getattr(game, "contest", None)
    return None if told is None else told(state, event)
