"""Who knows what of the face-down cards: what everybody may know.

Rule kept: `public_state` is all that the public may see, hear or conclude from; where the referee was shown the armies,
nothing is told to everybody that was not drawn from it.
"""

from msgspec.structs import replace

from companion.games.zoon.family.board import Claim
from companion.games.zoon.family.state import is_shown, with_piles
from companion.games.zoon.family.unseen import able, everything, need
from companion.games.zoon.zoondo.state import Fight, Piece, State


def known_as(state: State, piece: Piece, card: str) -> Piece:
    """A Zoon whose face everybody has seen: nothing that it did can be doubted any more."""
    return replace(piece, card=card, claims=(), seen=is_shown(state.agreed))


def turned_down(piece: Piece) -> Piece:
    return replace(piece, up=False, lies="") if piece.up else piece


def claimed(state: State, piece: Piece, claim: Claim) -> tuple[Claim, ...]:
    """What a card has done so far with this, where that says anything new about it.

    Nothing is held against a card that everybody knows, nor what no card of its army could do.
    """
    agreed, seat = state.agreed, piece.seat
    if piece.card is not None and (piece.seen or not is_shown(agreed)):
        return piece.claims
    before, now = need(agreed, seat, piece.claims), able(agreed, seat, claim)
    says_more = not now >= (before if before is not None else everything(agreed, seat))
    return (*piece.claims, claim) if now and says_more else piece.claims


def public_state(state: State) -> State:
    """The state as everybody at the table may know it: where the referee was shown more, that is forgotten."""
    if not is_shown(state.agreed):
        return state
    pools: list[list[str]] = [list(pool) for pool in state.stock.unseen]
    board = tuple(None if piece is None else _covered(piece, pools) for piece in state.board)
    todo = tuple(
        replace(step, piece=_covered(step.piece, pools)) if isinstance(step, Fight) else step
        for step in state.todo
    )
    for piles in (state.stock.reinforcements, state.stock.off):
        for seat, pile in enumerate(piles):
            pools[seat].extend(card for card in pile if card in state.agreed.facts.zoons and card is not None)
    reinforcements = tuple((None,) * len(pile) for pile in state.stock.reinforcements)
    off = tuple(
        tuple(None if card in state.agreed.facts.zoons else card for card in pile) for pile in state.stock.off
    )
    unseen = tuple(tuple(sorted(pool)) for pool in pools)
    state = with_piles(state, unseen=unseen, reinforcements=reinforcements, off=off)
    return replace(state, board=board, todo=todo)


def _covered(piece: Piece, pools: list[list[str]]) -> Piece:
    if piece.card is None or piece.seen or piece.up:
        return piece
    pools[piece.seat].append(piece.card)
    return replace(piece, card=None)
