"""What an event of ZONG shows beside its words: the discs that fell, the tower that moved, the piece in question."""

from functools import lru_cache

from companion.game import Event, Seat
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disc,
    Disputed,
    FellBack,
    Passed,
    Ruled,
    Starts,
    Threw,
    Voted,
    Zonged,
)
from companion.games.zong.state import LIGHTNING, State
from ui.games.zong.throw_face import disc_marks
from ui.present.drawn import piece
from ui.present.models import MOST_PICTURES, EventPicture
from vision.printed.marks import Drawing

_FLICKED = Disc(LIGHTNING, "lightning")
SIDE, STEP = 100.0, 0.28
"""The side of a picture, and how far a piece of a tower stands above the one below it, of its size."""


def event_pictures(state: State, event: Event) -> tuple[EventPicture, ...]:
    """The pictures of an event, told on the state before it."""
    match event:
        case Threw():
            return tuple(map(disc, event.discs))
        case Zonged() | Passed():
            return (disc(_FLICKED),)
        case Advanced():
            own = state.agreed.colours[event.seat]
            return _tower(state, event.order or (*event.taken, own))
        case FellBack():
            return _tower(state, (state.agreed.colours[event.seat],))
        case Cleaned():
            towers = [tower for colour in event.moves for tower in _tower(state, (colour,))]
            return tuple(towers[:MOST_PICTURES])
        case Disputed() | Ruled():
            return _tower(state, (event.colour,))
        case Voted():
            return _tower(state, (event.colour or state.vote.asked,))
        case Starts():
            return _tower(state, (state.agreed.colours[event.youngest],))
    return ()


@lru_cache(maxsize=16)
def disc(one: Disc) -> Drawing:
    return Drawing("disc", SIDE, SIDE, tuple(disc_marks(one, SIDE / 2, SIDE / 2, SIDE)))


def _tower(state: State, colours: tuple[str, ...]) -> tuple[Drawing, ...]:
    """These pieces on each other; none where one of the names is no piece's."""
    pieces = tuple((colour, state.agreed.seat(colour)) for colour in colours)
    return () if any(seat is None for _colour, seat in pieces) else (tower(pieces),)


@lru_cache(maxsize=128)
def tower(pieces: tuple[tuple[str, Seat | None], ...]) -> Drawing:
    """Pieces on each other, the lowest first."""
    wide = SIDE / (1 + STEP * (len(pieces) - 1))
    marks = [
        mark
        for level, (colour, seat) in enumerate(pieces)
        for mark in piece(colour, seat, SIDE / 2, SIDE - wide / 2 - level * STEP * wide, wide)
    ]
    return Drawing("tower", SIDE, SIDE, tuple(marks))
