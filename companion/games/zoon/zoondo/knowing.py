"""Who knows what of the face-down cards: what each can be to the referee, and what everybody may know.

The rule kept here: `public_state` is all that the public may see, hear or conclude from; where the referee was shown
the armies, nothing is told to everybody that was not drawn from it.
"""

import msgspec
from msgspec.structs import replace

from companion.games.zoon.family.board import Claim
from companion.games.zoon.family.state import Hands, laid
from companion.games.zoon.family.unseen import (
    Faces,
    able,
    can_all_be,
    distinct,
    everything,
    fitting,
    need,
    plain,
)
from companion.games.zoon.zoondo.options import is_shown
from companion.games.zoon.zoondo.state import Fight, Piece, State


def possible(state: State, square: int) -> tuple[str, ...]:
    """Every card that lies, or may lie, on a square: one for a known card, sorted."""
    piece = state.board[square]
    return () if piece is None else faces_of(state, piece)


def faces_of(state: State, piece: Piece) -> tuple[str, ...]:
    """Every card that a Zoon on the board, or in a fight, may be."""
    if piece.card is not None:
        return (piece.card,)
    return _faces(state, piece, _needs(state, piece.seat))


def _faces(state: State, piece: Piece, needs: tuple[Faces, ...]) -> tuple[str, ...]:
    """The same of an unknown card, where its seat's unknown cards must be among `needs`."""
    pool = state.stock.unseen[piece.seat]
    own: Faces | None = need(state.agreed, piece.seat, piece.claims)
    if own is None:
        return fitting(pool, own, needs) if needs else distinct(pool)
    if own not in needs:
        return fitting(pool, own, needs)
    at = needs.index(own)
    return fitting(pool, own, needs[:at] + needs[at + 1 :])


def all_faces(state: State, seat: int) -> dict[int, tuple[str, ...]]:
    """`possible` for every Zoon of a seat on the board that is not caged."""
    needs = _needs(state, seat)
    found: dict[int, tuple[str, ...]] = {}
    unclaimed: tuple[str, ...] | None = None
    for number, piece in enumerate(state.board):
        if piece is None or piece.seat != seat or piece.cage:
            continue
        if piece.card is not None:
            found[number] = (piece.card,)
        elif piece.claims:
            found[number] = _faces(state, piece, needs)
        else:
            unclaimed = found[number] = _faces(state, piece, needs) if unclaimed is None else unclaimed
    return found


def reinforcement_faces(state: State, seat: int) -> tuple[str, ...]:
    """Every card that may be an unknown reinforcement of a seat, sorted."""
    needs = list(_needs(state, seat))
    own = plain(state.agreed, seat)
    if own in needs:
        needs.remove(own)
    return fitting(state.stock.unseen[seat], own, tuple(needs))


def doubtable(state: State, piece: Piece) -> bool:
    """Whether it matters what a card does: while not everybody knows which it is."""
    return piece.card is None or (is_shown(state.agreed) and not piece.seen)


def claimed(state: State, piece: Piece, claim: Claim) -> tuple[Claim, ...]:
    """What a card has done so far with this, where that says anything new about it.

    Nothing is held against a card that everybody knows, nor what no card of its army could do.
    """
    agreed, seat = state.agreed, piece.seat
    if not doubtable(state, piece):
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
        msgspec.structs.replace(step, piece=_covered(step.piece, pools)) if isinstance(step, Fight) else step
        for step in state.todo
    )
    for piles in (state.stock.reinforcements, state.stock.off):
        for seat, pile in enumerate(piles):
            pools[seat].extend(card for card in pile if card in state.agreed.facts.zoons and card is not None)
    unseen: Hands = (tuple(sorted(pools[0])), tuple(sorted(pools[1])))
    reinforcements = (_nameless(state, 0), _nameless(state, 1))
    off = tuple(
        tuple(None if card in state.agreed.facts.zoons else card for card in pile) for pile in state.stock.off
    )
    return replace(
        state,
        board=board,
        todo=todo,
        stock=replace(state.stock, unseen=unseen, reinforcements=reinforcements, off=(off[0], off[1])),
    )


def _nameless(state: State, seat: int) -> tuple[None, ...]:
    return (None,) * len(state.stock.reinforcements[seat])


def _covered(piece: Piece, pools: list[list[str]]) -> Piece:
    if piece.card is None or piece.seen or piece.up:
        return piece
    pools[piece.seat].append(piece.card)
    return msgspec.structs.replace(piece, card=None)


def credible(state: State) -> State:
    """The state without claims that cannot all be true any more, once the people have let something pass."""
    if not any(piece.claims for piece in laid(state)):
        return state
    doubted = {
        seat
        for known in ((state, public_state(state)) if is_shown(state.agreed) else (state,))
        for seat in (0, 1)
        if _is_doubted(known, seat)
    }
    return _believed(state, doubted) if doubted else state


def _is_doubted(state: State, seat: int) -> bool:
    """Whether a card of a seat cannot be anything by all that the seat's cards did."""
    claims = any(p.claims and p.card is None and p.seat == seat for p in laid(state))
    return claims and not can_all_be(state.stock.unseen[seat], _needs(state, seat))


def _believed(state: State, seats: set[int]) -> State:
    """The state in which nothing that cards of these seats did is held against them."""

    def freed(piece: Piece) -> Piece:
        return msgspec.structs.replace(piece, claims=()) if piece.seat in seats and piece.claims else piece

    todo = tuple(
        msgspec.structs.replace(step, piece=freed(step.piece)) if isinstance(step, Fight) else step
        for step in state.todo
    )
    return replace(state, board=tuple(piece and freed(piece) for piece in state.board), todo=todo)


def refuted(state: State, piece: Piece, card: str) -> Claim | None:
    """What a face-down card has done that this card cannot do, or another card that then would need this face."""
    own = next((c for c in piece.claims if card not in able(state.agreed, piece.seat, c)), None)
    if own is not None:
        return own
    others = (other for other in _hidden(state, piece.seat) if other is not piece)
    return next(
        (
            claim
            for other in others
            for claim in other.claims
            if card in able(state.agreed, piece.seat, claim)
        ),
        None,
    )


def _hidden(state: State, seat: int) -> list[Piece]:
    """A seat's Zoons that the referee does not know, one in a fight included."""
    found = [p for p in state.board if p is not None and p.card is None and p.seat == seat]
    for step in state.todo:
        if isinstance(step, Fight) and step.piece.seat == seat and step.piece.card is None:
            found.append(step.piece)
    return found


def _needs(state: State, seat: int) -> tuple[Faces, ...]:
    """What the seat's unknown cards must be among, where that says anything."""
    claims = [
        p.claims for p in state.board if p is not None and p.claims and p.card is None and p.seat == seat
    ]
    for step in state.todo:
        if (
            isinstance(step, Fight)
            and step.piece.claims
            and step.piece.card is None
            and step.piece.seat == seat
        ):
            claims.append(step.piece.claims)
    found = tuple([faces for done in claims if (faces := need(state.agreed, seat, done)) is not None])
    away = state.stock.reinforcements[seat].count(None) + state.stock.tomb[seat].count(None)
    return (*found, *(plain(state.agreed, seat),) * away) if away else found
