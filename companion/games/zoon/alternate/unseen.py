"""Face-down cards: what each can still be, by the count of all others and by what it has done.

The rule kept here: a card may be what it claims to be as long as every other face-down card can be something too.
"""

import msgspec
from msgspec.structs import replace

from companion.games.zoon.alternate.state import Piece, State
from companion.games.zoon.family.board import Claim, board_with
from companion.games.zoon.family.unseen import Faces, able, distinct, fitting, need, plain


def possible(state: State, square: int) -> tuple[str, ...]:
    """Every card that lies, or may lie, on a square: one for a known card, sorted."""
    piece = state.board[square]
    if piece is None:
        return ()
    if piece.card is not None:
        return (piece.card,)
    seat = piece.seat
    pool = state.stock.unseen[seat]
    others = _needs(state, seat, square)
    if not piece.claims and not others:
        return distinct(pool)
    return fitting(pool, need(state.agreed, piece.seat, piece.claims), others)


def reinforcement_faces(state: State, seat: int) -> tuple[str, ...]:
    """Every card that may be an unknown reinforcement of a seat, sorted."""
    needs = list(_needs(state, seat, -1))
    own = plain(state.agreed, seat)
    if own in needs:
        needs.remove(own)
    return fitting(state.stock.unseen[seat], own, tuple(needs))


def credible(state: State) -> State:
    """The state without claims that cannot all be true any more, once the people have let something pass."""
    claimed = [(n, p) for n, p in enumerate(state.board) if p is not None and p.claims]
    doubted = {piece.seat for number, piece in claimed if not possible(state, number)}
    if not doubted:
        return state
    changes: dict[int, Piece | None] = {
        n: msgspec.structs.replace(p, claims=()) for n, p in claimed if p.seat in doubted
    }
    return replace(state, board=board_with(state.board, changes))


def others_claim(state: State, square: int, card: str) -> Claim | None:
    """What another face-down card has done that makes it need this face."""
    here = state.board[square]
    for number, piece in enumerate(state.board):
        if here is None or piece is None or number == square or piece.seat != here.seat:
            continue
        for claim in piece.claims:
            if card in able(state.agreed, piece.seat, claim):
                return claim
    return None


def refuted(state: State, square: int, card: str) -> Claim | None:
    """What a face-down card has done that this card cannot do."""
    piece = state.board[square]
    claims = piece.claims if piece is not None else ()
    return next((c for c in claims if card not in able(state.agreed, piece.seat if piece else 0, c)), None)


def _needs(state: State, seat: int, but: int) -> tuple[Faces, ...]:
    """What the seat's other unknown cards must be among, where that says anything."""
    claimed = [(n, piece) for n, piece in enumerate(state.board) if piece is not None and piece.claims]
    found = []
    for number, piece in claimed:
        if piece.seat == seat and number != but and piece.card is None:
            faces = need(state.agreed, piece.seat, piece.claims)
            if faces is not None:
                found.append(faces)
    away = (*state.stock.reinforcements[seat], *state.stock.tomb[seat]).count(None)
    if away:
        found.extend([plain(state.agreed, seat)] * away)
    return tuple(found)
