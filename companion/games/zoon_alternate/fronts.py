"""The front rows, read from a scene: the likeliest cards that an army can hold, and near alternatives."""

from collections import Counter
from collections.abc import Iterator
from math import log

from companion.game import Seen
from companion.games.zoon_alternate import laying
from companion.games.zoon_alternate.events import FrontsUp
from companion.games.zoon_alternate.state import State
from companion.sight import Sighting

UNNAMED = 0.02
"""The chance given to a card that the eye did not name where it named others."""
WIDEST = 24
ALTERNATIVES = 4
NEAR = log(50)
"""Only alternatives so much less likely than the best are worth a thought."""

Row = tuple[float, tuple[str, ...]]


def read_fronts(state: State, seen: Seen, seat: int) -> Iterator[FrontsUp]:
    """The front row of a seat as seen, likeliest first; nothing before all its cards lie face up."""
    squares = laying.front_squares(state, seat)
    more = laying.more_up(state, seat)
    shown = [cell for cell in laying.back(seat) if state.at(cell) is not None and _up(seen, cell) is not None]
    if len(shown) < more:
        return
    also = tuple(shown[:more])
    sightings = [_up(seen, cell) for cell in (*squares, *also)]
    if any(sighting is None for sighting in sightings):
        return
    best: float | None = None
    for likelihood, cards in assigned([s for s in sightings if s is not None], state.unseen[seat]):
        best = likelihood if best is None else best
        if likelihood >= best - NEAR:
            yield FrontsUp(seat, cards, also)


def _up(seen: Seen, cell: str) -> Sighting | None:
    """The card that lies face up in a square."""
    cards = [s for s in seen.regions.get(cell, ()) if s.kind == "card" and s.face != "down"]
    return cards[-1] if cards else None


def assigned(sightings: list[Sighting], pool: tuple[str, ...]) -> list[Row]:
    """The likeliest ways to give each sighting a card of the pool, none used more often than it is there.

    Beam search: each sighting in turn, the surest first, keeping the likeliest beginnings. Cards that the eye did not
    name are tried only where those that it named do not go round.
    """
    return _searched(sightings, pool, named=True) or _searched(sightings, pool, named=False)


def _searched(sightings: list[Sighting], pool: tuple[str, ...], named: bool) -> list[Row]:
    count = Counter(pool)
    rows: list[tuple[float, dict[int, str]]] = [(0.0, {})]
    for place in sorted(range(len(sightings)), key=lambda n: -_surest(sightings[n])):
        sighting = sightings[place]
        chances = [
            (card, log(_chance(sighting, card))) for card in count if not named or _named(sighting, card)
        ]
        grown = []
        for likelihood, given in rows:
            held = list(given.values())
            for card, chance in chances:
                if held.count(card) < count[card]:
                    grown.append((likelihood + chance, {**given, place: card}))
        rows = sorted(grown, key=lambda row: -row[0])[:WIDEST]
    found = [(likelihood, tuple(given[n] for n in range(len(sightings)))) for likelihood, given in rows]
    return found[:ALTERNATIVES]


def _named(sighting: Sighting, card: str) -> bool:
    """Whether the eye named this card, or none at all."""
    unread = sighting.label is None and not sighting.others
    return unread or sighting.chance(card) > 0.0


def _surest(sighting: Sighting) -> float:
    return sighting.sure if sighting.label is not None else 0.0


def _chance(sighting: Sighting, card: str) -> float:
    if sighting.label is None and not sighting.others:
        return UNNAMED
    return max(sighting.chance(card), UNNAMED / 20)
