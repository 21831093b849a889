"""How the table looks: squares and kinds of things, what lies where, and what is being laid out."""

from dataclasses import replace
from functools import lru_cache

from companion.game import Setup
from companion.games.zoon.family.board import NAMES, cells_to_lay
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import Agreed, to_lay
from companion.games.zoon.zoondo.state import Fight, Piece, State
from companion.sight import Look, Lying, Table, Thing

SQUARE_MM = 66.0
"""A square's side: a card of 60 mm with room around it."""


def table(_setup: Setup) -> Table:
    """The mat: 6 × 6 squares; only cards lie on it."""
    side = SQUARE_MM * BOARD.columns
    return Table(side, side, regions=BOARD.regions(SQUARE_MM), kinds=("card",))


def zoon_thing(agreed: Agreed, piece: Piece, *, up: bool) -> Thing:
    """A Zoon as the camera may see it: a back without a name, or a face, turned as it lay where that is known."""
    if not up or piece.card is None:
        return Thing("card", None, "down", deck=agreed.decks[piece.seat], seat=piece.seat)
    seat = None if not piece.lies else piece.seat if piece.lies == "upright" else 1 - piece.seat
    return Thing("card", piece.card, "up", deck=agreed.zoon(piece.card).tribe, seat=seat)


@lru_cache(maxsize=8192)
def lying(agreed: Agreed, piece: Piece, *, up: bool | None = None) -> Lying:
    """A Zoon with what lies on it; a trump that lies on it may hide it. `up` in place of how it lies by the book."""
    shown = piece.up if up is None else up
    card = zoon_thing(agreed, piece, up=shown)
    if not piece.on:
        return (card,)
    return (*beneath((card,)), *(trump(agreed, name) for name in piece.on))


def beneath(things: Lying) -> Lying:
    """The same with something laid over them, which may hide them."""
    return tuple(replace(thing, hidden=True) for thing in things)


def trump(agreed: Agreed, name: str | None) -> Thing:
    """A trump card lying face up on the mat."""
    return Thing("card", name, "up", deck=agreed.facts.trumps[name].tribe if name else None)


def look(state: State) -> Look:
    """Everything on the mat, all tidied. An attack that is not settled yet lies over its defender, and may hide it."""
    regions: dict[str, Lying] = {}
    for wall in state.walls:
        regions[wall.at] = (trump(state.agreed, wall.trump),)
    for number, piece in enumerate(state.board):
        if piece is not None:
            regions[NAMES[number]] = (*regions.get(NAMES[number], ()), *lying(state.agreed, piece))
    duel = state.duel
    if isinstance(duel, Fight):
        regions[duel.at] = (*beneath(regions.get(duel.at, ())), *lying(state.agreed, duel.piece))
    return Look(regions)


def layout(state: State) -> Look | None:
    """What is being laid out: both armies, in the end face down; an army that is shown may lie face up first."""
    if state.phase != "deploy":
        return None
    return Look(
        {
            cell: (back_thing(state, seat),)
            for seat in (0, 1)
            for cell in cells_to_lay(state.board, seat, to_lay(state, seat), is_laid=state.ready[seat])
        }
    )


def back_thing(state: State, seat: int) -> Thing:
    return Thing("card", None, "down", deck=state.agreed.decks[seat], seat=seat)
