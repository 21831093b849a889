"""How the table looks: its squares, what lies where, what is laid out, what people may still have to tidy.

Zoons are read from a scene too: whatever is plausible, and the likeliest way to give each sighting a card of an army.
Each chore knows every look of its square in which it is not done.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from math import log
from typing import Any

from companion.game import Chore, Seen
from companion.games.zoon.family.board import NUMBERS, ROOM, cells_to_lay, zone
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.options import Agreed
from companion.games.zoon.family.state import ZoonState
from companion.language import Language, spoken
from companion.sight import Kind, Look, Lying, Sighting, Table, Thing

SQUARE_MM = 66.0
"""A square's side: a card of 60 mm with room around it."""


@cache
def mat(*kinds: Kind) -> Table:
    """6 × 6 squares, with the kinds of things that lie on them."""
    side = SQUARE_MM * BOARD.columns
    return Table(side, side, regions=BOARD.regions(SQUARE_MM), kinds=kinds)


def trump(agreed: Agreed, name: str | None) -> Thing:
    """A trump card lying face up on the mat."""
    return Thing("card", name, "up", deck=agreed.facts.trumps[name].tribe if name else None)


def lying_on(state: ZoonState, squares: Iterable[str] = NUMBERS) -> dict[str, Lying]:
    """What lies on each of these squares, all tidied except an attack that is not settled."""
    regions: dict[str, Lying] = {wall.at: (trump(state.agreed, wall.trump),) for wall in state.walls}
    for square in squares:
        piece = state.board[NUMBERS[square]]
        if piece is not None:
            regions[square] = regions.get(square, ()) + state.agreed.game.lying(state.agreed, piece)
    return regions


def armies_laid_out(state: ZoonState) -> Look:
    """Both armies face down as they are laid out; small ones with their front full."""
    decks = state.agreed.decks
    return Look(
        {
            cell: (Thing("card", None, "down", deck=decks[seat], seat=seat),)
            for seat in (0, 1)
            for cell in cells_to_lay(state.board, seat, state.to_lay(seat), is_laid=state.ready[seat])
        }
    )


def chores(state: ZoonState) -> tuple[Chore, ...]:
    if not state.untidy:
        return ()
    by_square: dict[str, list[Any]] = {}
    for thing in state.untidy:
        by_square.setdefault(thing.at, []).append(thing)
    tidy, now = state.agreed.game.look(state, by_square), spoken()
    found: list[Chore] = []
    for at, things in by_square.items():
        found += _chores_at(state.agreed, tuple(things), tidy.of(at), state.board[NUMBERS[at]], now)
    return tuple(found)


@lru_cache(maxsize=2048)
def _chores_at(
    agreed: Agreed, things: tuple[Any, ...], tidy: Lying, here: Any, _language: Language
) -> tuple[Chore, ...]:
    """The chores of one square, where `here` stands: all ways in which some of its things are not done yet."""
    game = agreed.game
    # Where all lie hidden, the first look is that in which nothing is done: how the square looks as it happens.
    order = (True, False) if game.hidden else (False, True)
    ways: list[tuple[frozenset[int], Lying]] = []
    for undone in product(order, repeat=len(things)):
        left = [thing for thing, waits in zip(things, undone, strict=True) if waits]
        if left:
            places = frozenset(n for n, waits in enumerate(undone) if waits)
            ways.extend((places, way) for way in game.untidy_looks(agreed, left, tidy, here) if way != tidy)
    found = []
    for number, thing in enumerate(things):
        before = tuple(dict.fromkeys(way for places, way in ways if number in places))
        if before:
            owner = thing.piece or here
            seat = None if owner is None else owner.seat
            words = thing.words(agreed, here)
            found.append(Chore(thing.rules[thing.what], words, thing.at, before, seat))
    return tuple(found)


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
    if all(len(cells) == state.to_lay(seat) for seat, cells in enumerate(laid)):
        for seat, cells in enumerate(laid):
            if not state.ready[seat]:
                yield state.agreed.game.deployed(seat, () if len(cells) == ROOM else cells)


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
