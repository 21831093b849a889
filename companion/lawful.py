"""What the rules allow beyond the list of events: where events lead, a random draw, what people may let stand."""

from typing import TypeVar

from companion.game import Chance, Event, Game, Over, PositionFault, RandomSource, Setup, legal

S = TypeVar("S")


def led_to(game: Game[S], state: S, events: tuple[Event, ...]) -> S | None:
    """The state after these events in order; None: a rule forbids one of them."""
    for event in events:
        if game.violation(state, event) is not None:
            return None
        state = game.after(state, event)
    return state


def drawn(game: Game[S], state: S, rng: RandomSource) -> Event | None:
    """A random lawful event: by the game's own `sample`, else all equally likely; None without any.

    Only the drawn candidate is checked; if it breaks a rule, a second draw is made among the lawful ones. All of
    these stay equally likely, and most candidates are never checked.
    """
    if isinstance(game.turn(state), Over):
        return None
    if game.sample is not None:
        return game.sample(state, rng)
    events = list(game.candidates(state, None))
    if events:
        event = events[rng(len(events))]
        if game.violation(state, event) is None:
            return event
    events = legal(game, state)
    return events[rng(len(events))] if events else None


def is_sound(game: Game[S], setup: Setup, before: S, after: S) -> bool:
    """Whether people may let an unlawful event stand: it changes something, and nothing is made, lost or half done.

    The state after it is a valid position that can be played on or is over.
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
