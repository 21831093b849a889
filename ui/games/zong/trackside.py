"""What ZONG's faces share: how near another answer is, and the board with the way of whose turn it is."""

from dataclasses import replace

from companion.games.zong.rest import middle
from companion.games.zong.state import called_square
from companion.language import number
from ui.games.zong.drawing import stacked, standing, tokens
from ui.games.zong.side import TrackSide
from ui.present.models import TableModel
from ui.present.track import TrackModel, Way
from ui.words import _


def doubt(other: tuple[str, float]) -> str:
    square, away = other
    return _("Next nearest: {square}, {mm} mm away.").format(square=called_square(square), mm=number(away, 1))


def track_of(model: TableModel) -> TrackModel:
    assert isinstance(model.own, TrackModel), "ZONG's faces have a board"
    return model.own


def led(side: TrackSide, model: TableModel, place: int, along: tuple[str, ...] = ()) -> TrackModel:
    """The board with a way from the piece whose turn it is, and those with it, to a place."""
    state, own = side.state, side.state.agreed.colours[side.state.turn]
    where = standing(state)
    height = len(state.squares[place]) if place else 0
    x, y = middle(state.board, state.seats, state.board.named(place))
    end = stacked(state.board, x, y, height)
    ways = tuple(Way(colour, where[colour][:2], end) for colour in (*along, own))
    return replace(track_of(model), tokens=tokens(state, where, own), ways=ways[-1:])


def awaited(model: TableModel) -> str:
    return model.body[0] if model.body else ""
