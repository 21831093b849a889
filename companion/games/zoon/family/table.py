"""How the table looks: its squares, what lies where, what is laid out, and what people may still have to tidy.

Each chore knows every look of its square in which it is not done.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from typing import Any

from companion.game import Chore
from companion.games.zoon.family.board import NUMBERS, cells_to_lay
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import Agreed, ZoonState, to_lay
from companion.language import Language, spoken
from companion.sight import Kind, Look, Lying, Table, Thing

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
            regions[square] = regions.get(square, ()) + state.agreed.kind.lying(state.agreed, piece)
    return regions


def armies_laid_out(state: ZoonState) -> Look:
    """Both armies face down as they are laid out; small ones with their front full."""
    decks = state.agreed.decks
    return Look(
        {
            cell: (Thing("card", None, "down", deck=decks[seat], seat=seat),)
            for seat in (0, 1)
            for cell in cells_to_lay(state.board, seat, to_lay(state, seat), is_laid=state.ready[seat])
        }
    )


def chores(state: ZoonState) -> tuple[Chore, ...]:
    """What may still have to be tidied, square by square."""
    if not state.untidy:
        return ()
    by_square: dict[str, list[Any]] = {}
    for thing in state.untidy:
        by_square.setdefault(thing.at, []).append(thing)
    tidy, now = state.agreed.kind.look(state, by_square), spoken()
    found: list[Chore] = []
    for at, things in by_square.items():
        found += _chores_at(state.agreed, tuple(things), tidy.of(at), state.board[NUMBERS[at]], now)
    return tuple(found)


@lru_cache(maxsize=2048)
def _chores_at(
    agreed: Agreed, things: tuple[Any, ...], tidy: Lying, here: Any, _language: Language
) -> tuple[Chore, ...]:
    """The chores of one square, where `here` stands: all ways in which some of its things are not done yet."""
    kind = agreed.kind
    # Where all lie hidden, the first look is that in which nothing is done: how the square looks as it happens.
    order = (True, False) if kind.hidden else (False, True)
    ways: list[tuple[frozenset[int], Lying]] = []
    for undone in product(order, repeat=len(things)):
        left = [thing for thing, waits in zip(things, undone, strict=True) if waits]
        if left:
            places = frozenset(n for n, waits in enumerate(undone) if waits)
            ways.extend((places, way) for way in kind.untidy_looks(agreed, left, tidy, here) if way != tidy)
    found = []
    for number, thing in enumerate(things):
        before = tuple(dict.fromkeys(way for places, way in ways if number in places))
        if before:
            owner = thing.piece or here
            seat = None if owner is None else owner.seat
            found.append(
                Chore(kind.chores[thing.what], kind.chore_words(agreed, thing, here), thing.at, before, seat)
            )
    return tuple(found)
