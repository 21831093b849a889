"""Zoons read from a scene: whatever is plausible, and the likeliest way to give each sighting a card of an army."""

from collections import Counter
from collections.abc import Iterator
from math import log
from typing import Any

from companion.game import Seen
from companion.games.zoon.family.board import ROOM, zone
from companion.games.zoon.family.state import ZoonState, to_lay
from companion.sight import Sighting

PLAUSIBLE = 0.02
"""Readings less likely than this are not followed up."""
UNNAMED = 0.02
"""The chance given to a card that the eye did not name where it named others."""
WIDEST = 24
ALTERNATIVES = 4

Cards = tuple[Sighting, ...]
Row = tuple[float, tuple[str, ...]]


def cards_of(seen: Seen, square: str) -> Cards:
    return tuple(sighting for sighting in seen.regions.get(square, ()) if sighting.kind == "card")


def armies_laid(state: ZoonState, seen: Seen) -> Iterator[Any]:
    """Armies laid out: only once both lie complete, as they are laid at the same time."""
    laid = [tuple(cell for cell in zone(seat) if cards_of(seen, cell)) for seat in (0, 1)]
    if all(len(cells) == to_lay(state, seat) for seat, cells in enumerate(laid)):
        for seat, cells in enumerate(laid):
            if not state.ready[seat]:
                yield state.agreed.kind.deployed(seat, () if len(cells) == ROOM else cells)


def read_as(army: tuple[str, ...], can: tuple[str, ...], sighting: Sighting) -> tuple[str, ...]:
    """The plausible readings of a card of an army, the likeliest first; unread: every card that it can be."""
    named = [] if sighting.label is None else [(sighting.label, sighting.sure)]
    readings = sorted((*named, *sighting.others), key=lambda reading: -reading[1])
    found = tuple(dict.fromkeys(label for label, p in readings if p >= PLAUSIBLE and label in army))
    return found or (can if sighting.label is None else ())


def assigned(sightings: list[Sighting], pool: tuple[str, ...]) -> list[Row]:
    """The likeliest ways to give each sighting a card of the pool, none used more often than it is there.

    Beam search: each sighting in turn, the surest first, keeping the likeliest beginnings. Cards that the eye did not
    name are tried only where those that it named do not go round.
    """
    return _searched(sightings, pool, named=True) or _searched(sightings, pool, named=False)


def _searched(sightings: list[Sighting], pool: tuple[str, ...], *, named: bool) -> list[Row]:
    count = Counter(pool)
    rows: list[tuple[float, dict[int, str]]] = [(0.0, {})]
    surest = [0.0 if one.label is None else one.sure for one in sightings]
    for place in sorted(range(len(sightings)), key=lambda n: -surest[n]):
        sighting = sightings[place]
        unread = sighting.label is None and not sighting.others
        found = {card: UNNAMED if unread else sighting.chance(card) for card in count}
        chances = [
            (card, log(max(chance, UNNAMED / 20)))
            for card, chance in found.items()
            if chance > 0 or not named
        ]
        grown = []
        for likelihood, given in rows:
            held = list(given.values())
            for card, chance in chances:
                if held.count(card) < count[card]:
                    grown.append((likelihood + chance, {**given, place: card}))
        rows = sorted(grown, key=lambda row: -row[0])[:WIDEST]
    whole = [(likelihood, tuple(given[n] for n in range(len(sightings)))) for likelihood, given in rows]
    return whole[:ALTERNATIVES]
