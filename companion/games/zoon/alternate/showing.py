"""Whether a card that was shown can be the one that lay there face down."""

from collections.abc import Iterator

from companion.game import Breach
from companion.games.zoon.alternate.state import State
from companion.games.zoon.family.board import NUMBERS
from companion.games.zoon.family.state import seat_name
from companion.games.zoon.family.unseen import possible, refuted


def face_breaches(state: State, square: str, card: str | None, *, must_show: bool) -> Iterator[Breach]:
    """Whether the face-down card on a square may be this one; None = it was not shown."""
    can = possible(state, NUMBERS[square])
    if card is None:
        if must_show and len(can) > 1:
            yield Breach("za-09-turned-up", square)
        return
    if card in can:
        return
    piece = state.at(square)
    claim = None if piece is None else refuted(state, piece, card)
    if card not in state.agreed.facts.zoons:
        yield Breach("ours-cards-of-the-army", card)
        return
    name = state.agreed.facts.name(card)
    if claim is not None and piece is not None and card in state.stock.unseen[piece.seat]:
        what = f"{claim.start} → {claim.to}" if not claim.by else f"{claim.start} → {claim.to} ({claim.by})"
        yield Breach("za-09-as-it-slid", f"{name}: {what}")
        return
    seat = seat_name(state, piece.seat) if piece is not None else ""
    yield Breach("ours-cards-of-the-army", f"{name} ({seat})")
