"""How the table looks: squares and kinds of things, what lies where, and what is being laid out."""

from functools import lru_cache

from companion.game import Setup
from companion.games.zoon_alternate.laying import front_squares, more_up
from companion.games.zoon_alternate.state import Fight, Piece, State
from companion.kits.zoon_agreed import Agreed
from companion.kits.zoon_board import NAMES, back, cells_to_lay
from companion.kits.zoon_state import to_lay
from companion.kits.zoons import BOARD
from companion.sight import Look, Lying, Table, Thing

SQUARE_MM = 66.0
"""A square's side: a card of 60 mm with room around it."""

NO_PENNY = ""
"""In place of a penny's side: no penny at all."""


def table(_setup: Setup) -> Table:
    """The mat: 6 × 6 squares; only cards and pennies lie on it."""
    side = SQUARE_MM * BOARD.columns
    return Table(side, side, regions=BOARD.regions(SQUARE_MM), kinds=("card", "penny"))


def card(agreed: Agreed, piece: Piece, *, hidden: bool) -> Thing:
    """A Zoon as the camera may see it; a face-down card shows its tribe's back and no name."""
    if not piece.up or piece.card is None:
        deck = agreed.decks[piece.seat]
        return Thing("card", None, "down", deck=deck, seat=piece.seat, hidden=hidden)
    deck = agreed.zoon(piece.card).tribe
    return Thing("card", piece.card, "up", deck=deck, seat=piece.seat, hidden=hidden)


@lru_cache(maxsize=8192)
def lying(agreed: Agreed, piece: Piece, penny: str | None = None, *, beneath: bool = False) -> Lying:
    """A Zoon with what lies on it. `penny`: the side shown in place of its own, `NO_PENNY` for none at all.

    `beneath`: another card lies over it, and may hide it.
    """
    things = [card(agreed, piece, hidden=beneath or bool(piece.on))]
    things.extend(trump(agreed, name) for name in piece.on)
    side = piece.penny if penny is None else penny
    if side:
        things.append(Thing("penny", side, hidden=beneath or bool(piece.gear)))
    return tuple(things)


def trump(agreed: Agreed, name: str | None) -> Thing:
    """A trump card lying face up on the mat."""
    deck = agreed.facts.trumps[name].tribe if name else None
    return Thing("card", name, "up", deck=deck)


def look(state: State) -> Look:
    """Everything on the mat, all tidied. An attack that is not fought yet lies over its defender."""
    regions: dict[str, Lying] = {}
    for wall in state.walls:
        regions[wall.at] = (trump(state.agreed, wall.trump),)
    for number, piece in enumerate(state.board):
        if piece is not None:
            name = NAMES[number]
            regions[name] = (*regions.get(name, ()), *lying(state.agreed, piece))
    step = state.fight
    if isinstance(step, Fight):
        defender = state.at(step.at)
        under = () if defender is None else lying(state.agreed, defender, beneath=True)
        regions[step.at] = (*under, *lying(state.agreed, step.piece))
    return Look(regions)


def layout(state: State) -> Look | None:
    """What is being laid out: both armies face down, then both front rows face up with pennies on heads."""
    if state.phase == "deploy":
        return Look(
            {
                cell: (back_thing(state, s),)
                for s in (0, 1)
                for cell in cells_to_lay(state.board, s, to_lay(state, s), is_laid=state.ready[s])
            }
        )
    if state.phase != "fronts":
        return None
    regions = dict(look(state).regions)
    for seat in (0, 1):
        if state.ready[seat]:
            continue
        rest = [cell for cell in back(seat) if state.at(cell) is not None]
        deck = state.agreed.decks[seat]
        for cell in (*front_squares(state, seat), *rest[: more_up(state, seat)]):
            face = Thing("card", None, "up", deck=deck, seat=seat)
            regions[cell] = (face, Thing("penny", "heads"))
    return Look(regions)


def back_thing(state: State, seat: int) -> Thing:
    return Thing("card", None, "down", deck=state.agreed.decks[seat], seat=seat)
