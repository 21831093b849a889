"""A dragged piece: where it lies after a flick, that it is back, or where it really stands.

Rule kept: what would change the book is asked back before it counts, so that no finger slips a piece there.
"""

from dataclasses import replace

from companion.games.zong.events import Ruled
from companion.games.zong.rest import put_at, sorted_out
from companion.games.zong.rules import forward_place
from companion.games.zong.state import State, called_square, piece_title
from ui.games.zong.telling import Telling, lies_at
from ui.games.zong.touches import NotPutRight
from ui.present.models import Banner, Button
from ui.present.table_touches import Tell
from ui.words import _

DRAGGED = ("throw", "spiral", "points", "cleanup")
"""Phases in which a dragged piece is one that stands, or belongs, elsewhere than the referee has it."""


def dragged(state: State, telling: Telling, colour: str, x: float, y: float) -> Telling:
    """What is told once a piece was dragged to a point (mm): where it lies, that it is back, or where it is to be."""
    if state.phase == "lightning":
        rest = lies_at(state, telling, colour, x, y)
        kept = tuple(pair for pair in telling.rest if pair[0] != colour)
        return replace(telling, rest=(*kept, (colour, rest)), touched=colour, once=False)
    ruled = put_right(state, colour, x, y)
    if state.phase != "cleanup":
        return replace(telling, ruled=ruled)
    is_back = put_at(state.board, state.seats, x, y) == sorted_out(state).pieces[colour].square
    ticked = telling.ticked | {colour} if is_back else telling.ticked - {colour}
    return replace(telling, touched=colour, ticked=ticked, ruled=ruled)


def put_right(state: State, colour: str, x: float, y: float) -> Ruled | None:
    """What people say by dragging a piece to a point (mm); None where that says nothing new."""
    square, seat = put_at(state.board, state.seats, x, y), state.agreed.seat(colour)
    if square is None or seat is None or state.phase not in DRAGGED:
        return None
    now = state.board.named(state.place(seat))
    if state.phase == "cleanup":
        now = sorted_out(state).pieces[colour].square
    if square == now:
        return None
    return Ruled(colour, square)


def goes_there(state: State, colour: str, x: float, y: float) -> bool:
    """Whether a point (mm) is where the piece whose turn it is goes with its points."""
    square, seat = put_at(state.board, state.seats, x, y), state.agreed.seat(colour)
    return seat == state.turn and square == state.board.named(forward_place(state, state.turn))


def asked_back(told: Ruled) -> tuple[Banner, tuple[Button, ...]]:
    """What was dragged, in words, and the keys that let it count or not."""
    words = _("{piece} on {square}?").format(
        piece=piece_title(told.colour), square=called_square(told.square)
    )
    yes = _("It stands like this: we agree")
    return Banner("ask", words), (
        Button(yes, Tell(told), "main", "done"),
        Button(_("Leave it as it was"), NotPutRight(), "plain", "back"),
    )
