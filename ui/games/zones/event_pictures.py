"""What an event of ZoneS shows beside its words: the token that was moved, the one that was captured, a tile.

It is handed what everybody may know of an event: of what lies behind the screen nothing is drawn.
"""

from companion.game import Event
from companion.games.zones.events import Based, Drew, Moved, Returned, Ruled, Shot, Summoned
from companion.games.zones.state import Agreed, State
from companion.games.zones.table import base_label
from ui.games.zones.field import tile_drawing, token_drawing
from ui.present.models import EventPicture
from vision.printed.marks import Drawing


def event_pictures(state: State, event: Event) -> tuple[EventPicture, ...]:
    """The pictures of an event as all may know it, told on the state before it."""
    given = state.agreed
    match event:
        case Moved():
            return (*_standing(state, event.start), *_standing(state, event.to))
        case Shot():
            return (*_standing(state, event.start), *_standing(state, event.at))
        case Summoned() | Returned():
            return (_token(given, event.piece),)
        case Based():
            return (tile_drawing(base_label(given, event.seat)),)
        case Drew() if event.terrain:
            return (tile_drawing(event.terrain),)
        case Ruled() if event.piece:
            return (_token(given, event.piece),)
        case Ruled() if event.terrain:
            return (tile_drawing(event.terrain),)
    return ()


def _standing(state: State, square: str) -> tuple[EventPicture, ...]:
    """What stands on a square; its base where nothing does and one lies there."""
    piece, number = state.at(square), state.square(square)
    if piece is not None:
        return (_token(state.agreed, piece.kind.id),)
    if number is not None and number in state.bases:
        return (tile_drawing(base_label(state.agreed, state.bases.index(number))),)
    return ()


def _token(given: Agreed, piece: str) -> Drawing:
    seat = given.seat_of(piece)
    name = given.kinds[piece].name if piece in given.kinds else piece
    return token_drawing(piece, name, "" if seat is None else given.colour(seat))
