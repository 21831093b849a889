"""What an event of ZoneS shows beside its words: the token that was moved, the one that was captured, a tile.

It is handed what everybody may know of an event: of what lies behind the screen nothing is drawn.
"""

from companion.game import Event
from companion.games.zones.events import Based, Drew, Moved, Returned, Ruled, Shot, Summoned
from companion.games.zones.pieces import BASE
from companion.games.zones.state import Agreed, State
from ui.present.models import EventPicture, TilePicture, TokenPicture


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
            return (TilePicture(BASE, given.colour(event.seat)),)
        case Drew() if event.terrain:
            return (TilePicture(event.terrain),)
        case Ruled() if event.piece:
            return (_token(given, event.piece),)
        case Ruled() if event.terrain:
            return (TilePicture(event.terrain),)
    return ()


def _standing(state: State, square: str) -> tuple[EventPicture, ...]:
    """What stands on a square; its base where nothing does and one lies there."""
    piece, number = state.at(square), state.square(square)
    if piece is not None:
        return (_token(state.agreed, piece.kind.id),)
    if number is not None and number in state.bases:
        return (TilePicture(BASE, state.agreed.colour(state.bases.index(number))),)
    return ()


def _token(given: Agreed, piece: str) -> TokenPicture:
    seat = given.seat_of(piece)
    name = given.kinds[piece].name if piece in given.kinds else piece
    return TokenPicture(piece, name, "" if seat is None else given.colour(seat))
