"""Who plays in a league. A bot keeps nothing between two calls: chance comes in, an event goes out."""

from typing import Any, Protocol

from companion.abilities import DrawsEvents, TellsProgress, ability
from companion.game import Event, Game, Over, RandomSource, Seat, legal
from companion.lawful import drawn

MOST_DRAWN = 200
"""So many events are drawn at most until one is the seat's own, in games whose events are too many to list."""

Worth = tuple[float, ...]


class Bot(Protocol):
    """Plays any seat of any game."""

    def event(self, game: Game[Any], state: Any, seat: Seat, lots: RandomSource) -> Event | None:
        """What this seat does now, lawful; None where it has nothing to do. The same lots give the same event."""
        ...


class AtRandom:
    """Does anything that is lawful, drawn as the game draws its events."""

    def event(self, game: Game[Any], state: Any, seat: Seat, lots: RandomSource) -> Event | None:
        if ability(game, DrawsEvents[Any]) is None:
            events = own_events(game, state, seat)
            return events[lots(len(events))] if events else None
        for _ in range(MOST_DRAWN):
            event = drawn(game, state, lots)
            if event is None or event.seat in (seat, None):
                return event
        return None


class Greedy:
    """Looks one event ahead: it wins, or leads by as much as may be in what the game measures, else it draws lots.

    What an event reveals it cannot foresee: such events are worth what the state before them is, and are drawn.
    """

    def event(self, game: Game[Any], state: Any, seat: Seat, lots: RandomSource) -> Event | None:
        events = own_events(game, state, seat)
        sure = [event for event in events if not game.reveals(state, event)]
        if not sure:
            return AtRandom().event(game, state, seat, lots)
        worths = [_worth(game, game.after(state, event), seat) for event in sure]
        most = max(worths)
        if len(sure) < len(events) and _worth(game, state, seat) >= most:
            return AtRandom().event(game, state, seat, lots)
        best = [event for event, worth in zip(sure, worths, strict=True) if worth == most]
        return best[lots(len(best))]


def own_events(game: Game[Any], state: Any, seat: Seat) -> list[Event]:
    """The lawful events of a seat; what anybody may say for all only where it has no other."""
    events = legal(game, state)
    own = [event for event in events if event.seat == seat or (event.seat is None and not event.told)]
    return own or [event for event in events if event.seat is None]


def _worth(game: Game[Any], state: Any, seat: Seat) -> Worth:
    """A win above all, then the lead over the best of the others in each measure, the most telling first."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        return (0.0 if not turn.winners else 1.0 if seat in turn.winners else -1.0,)
    told = ability(game, TellsProgress[Any])
    measures = () if told is None else told.measures(state)
    leads = (m.values[seat] - max(v for other, v in enumerate(m.values) if other != seat) for m in measures)
    return (0.0, *leads)


BOTS: dict[str, Bot] = {"random": AtRandom(), "greedy": Greedy()}
"""Each bot by its name."""


def bot_named(name: str) -> Bot:
    """A bot. Raises KeyError."""
    return BOTS[name]
