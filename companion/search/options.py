"""What a seat may decide in a state, what else of an event falls by chance, and what a world is worth in the end."""

from typing import Any

from companion.game import Event, Game, Over, RandomSource, Seat, Turn

SOONER = 0.001
"""So much less a win counts for every event that it comes later."""


def options(
    game: Game[Any], state: Any, seat: Seat, real: Any = None, *, every: bool = False
) -> dict[Event, list[Event]]:
    """What a seat may decide, with the events that may come of each; a few may be unlawful.

    What anybody may say for all counts only where the seat has nothing else to do. In a world drawn for a `real`
    state, the seat decides no more than it knows there. `every`: with what is never sensible.
    """
    known = state if real is None else real
    own: dict[Event, list[Event]] = {}
    told: dict[Event, list[Event]] = {}
    poor: dict[Event, list[Event]] = {}
    is_sensible, decided = game.is_sensible, game.decided
    for event in game.candidates(state, None):
        by = event.seat
        if by == seat or by is None:
            if is_sensible(state, event):
                into = told if by is None and event.told else own
            else:
                into = poor
            into.setdefault(decided(known, event), []).append(event)
    return ({**own, **poor} if every else own or poor) or told


def outcome(
    game: Game[Any], state: Any, decided: Event, ways: list[Event], lots: RandomSource
) -> Event | None:
    """What comes of something decided: by the odds that the game has for it, else all ways are as likely.

    None where no way is lawful.
    """
    event = game.fallen(state, decided, lots)
    if event is not None:
        return event
    while ways:
        event = ways[lots(len(ways))] if len(ways) > 1 else ways[0]
        if game.breach(state, event) is None:
            return event
        ways = [way for way in ways if way != event]
    return None


def worth(game: Game[Any], state: Any, turn: Turn, seat: Seat, events: int) -> float:
    """What a state is worth to a seat, `events` after the real one: 0 is lost, 1 is won."""
    if isinstance(turn, Over):
        late = min(SOONER * events, 0.1)
        if not turn.winners or (seat in turn.winners and len(turn.winners) > 1):
            return 0.5
        return 1.0 - late if seat in turn.winners else late
    return game.worth(state, seat)


def completed(game: Game[Any], state: Any, decided: Event, lots: RandomSource) -> Event | None:
    """What really happens where a seat decided this: with the cards that it turns up and what falls by chance.

    For who plays a game without a table. None where the state does not allow it.
    """
    ways = [one for one in game.candidates(state, None) if game.decided(state, one) == decided]
    return outcome(game, state, decided, ways or [decided], lots)
