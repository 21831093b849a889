"""What an event of ZONG shows beside its words: the discs that fell, the tower that moved, the piece in question."""

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
from companion.games.zong.state import BLUE, LIGHTNING, RISK, State
from ui.present.models import MOST_PICTURES, DiscPicture, EventPicture, TowerPicture
from ui.present.thrown import DiscColour

COLOURS: dict[str, DiscColour] = {BLUE: "blue", RISK: "violet", LIGHTNING: "yellow"}
_FLICKED = Disc(LIGHTNING, "lightning")


def event_pictures(state: State, event: Event) -> tuple[EventPicture, ...]:
    """The pictures of an event, told on the state before it."""
    match event:
        case Threw():
            return tuple(map(_disc, event.discs))
        case Zonged() | Passed():
            return (_disc(_FLICKED),)
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


def _disc(disc: Disc) -> DiscPicture:
    return DiscPicture(COLOURS[disc.disc], str(disc.face))


def _tower(state: State, colours: tuple[str, ...]) -> tuple[TowerPicture, ...]:
    """These pieces on each other; none where one of the names is no piece's."""
    pieces: list[tuple[str, Seat]] = []
    for colour in colours:
        seat = state.agreed.seat(colour)
        if seat is None:
            return ()
        pieces.append((colour, seat))
    return (TowerPicture(tuple(pieces)),)
