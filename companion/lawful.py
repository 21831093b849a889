"""What may happen by the rules, besides the list of it: where events lead, a draw, what people may allow."""

from typing import TypeVar

from companion.game import Chance, Event, Game, Over, PositionFault, RandomSource, Setup, legal

S = TypeVar("S")


def led_to(game: Game[S], state: S, events: tuple[Event, ...]) -> S | None:
    """The state that events lead to, one after the other; None where a rule forbids one of them."""
    for event in events:
        if game.breach(state, event) is not None:
            return None
        state = game.after(state, event)
    return state


def drawn(game: Game[S], state: S, lots: RandomSource) -> Event | None:
    """A lawful event drawn by lot: by the game's own `sample`, or else all as likely. None where there is none.

    Only the candidate that the lot falls on is held against the rules; where it breaks one, the lot is drawn once more
    among the lawful ones. So all of these are as likely, and nobody looks at all rules of all candidates.
    """
    if isinstance(game.turn(state), Over):
        return None
    if game.sample is not None:
        return game.sample(state, lots)
    events = list(game.candidates(state, None))
    if events:
        event = events[lots(len(events))]
        if game.breach(state, event) is None:
            return event
    events = legal(game, state)
    return events[lots(len(events))] if events else None


def is_sound(game: Game[S], setup: Setup, before: S, after: S) -> bool:
    """Whether people may allow an event that breaks rules: something happens, and nothing is made, lost or half done.

    The state after it is one that a position may have, and it can be played on or is over.
    """
    if after == before or game.faults(after) or not game.conserved(before, after):
        return False
    try:
        if game.load_position(setup, game.dump_position(after)) != after:
            return False
    except PositionFault:
        return False
    awaited = isinstance(game.turn(after), Over | Chance)
    return awaited or drawn(game, after, lambda _n: 0) is not None
