"""What a program may pass on to one player, or to all: lawful events, entries, and how the table should look.

Rule kept: a seat is told its own events whole and all others as everybody may know them; once the game is over nothing
is hidden.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.abilities import EventTemplate, HasOpenForms, ability
from companion.game import Event, Game, Over, Seat, Setup, legal
from companion.journal import Entry
from companion.sight import Look
from ui.line.shapes import Json, told
from ui.secrecy import is_over, public, public_entry


def legal_for(game: Game[Any], state: Any, eyes: Seat | None) -> list[Json]:
    """The lawful events that these eyes may know to be lawful, each with its words."""
    if isinstance(game.turn(state), Over):
        return []
    known = game.public_state(state)
    found: list[Json] = []
    if eyes is not None:
        found += [told(game, state, event) for event in legal(game, state) if _is_of(event, eyes)]
    for event in legal(game, known):
        if eyes is None or not _is_of(event, eyes):
            found.append(told(game, known, public(game, known, event)))
    return [one for n, one in enumerate(found) if one not in found[:n]]


def shapes_for(game: Game[Any], state: Any, eyes: Seat | None) -> tuple[EventTemplate, ...]:
    """The events without an end of forms that are awaited, as these eyes may know them."""
    able = ability(game, HasOpenForms[Any])
    if able is None:
        return ()
    own = () if eyes is None else tuple(one for one in able.shapes(state) if one.given.get("seat") == eyes)
    others = tuple(
        one for one in able.shapes(game.public_state(state)) if eyes is None or one.given.get("seat") != eyes
    )
    return (*own, *others)


def entries_for(
    game: Game[Any], setup: Setup, entries: Sequence[Entry], eyes: Seat | None, first: int = 0
) -> Iterator[Entry]:
    """The entries from `first` on as these eyes may know them."""
    over = is_over(game, setup, entries)
    for n in range(first, len(entries)):
        own = _is_of(entries[n].event, eyes) and not entries[n].event.blind
        yield entries[n] if over or own else public_entry(game, setup, entries, n)


def looks_for(game: Game[Any], state: Any, layout: Look | None) -> tuple[Look, Look | None]:
    """How the table should look, and what is being laid out, as anybody who stands at it may see it."""
    known = state if isinstance(game.turn(state), Over) else game.public_state(state)
    return game.look(known), None if layout is None else game.layout(known)


def _is_of(event: Event, eyes: Seat | None) -> bool:
    return eyes is not None and event.seat == eyes
