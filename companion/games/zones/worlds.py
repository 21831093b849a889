"""Worlds for a seat of ZoneS: what lies behind the screen on the rival's side; and what a seat does not decide."""

from typing import Any

from msgspec.structs import replace

from companion.game import Event, RandomSource, Seat
from companion.games.zones.by_lot import dealt
from companion.games.zones.events import Drew
from companion.games.zones.listing import tile_drawn
from companion.games.zones.screened import with_half
from companion.games.zones.state import Half, State


def world_for(state: State, seat: Seat | None, lots: RandomSource) -> State:
    """A state drawn from all that this seat cannot tell from the real one: a rival half that lies as far by lot."""
    if state.phase != "set-up" or seat is None:
        return state
    rival, screen = 1 - seat, state.screen
    if not (screen.based[rival] or screen.drawn[rival]):
        return state
    bare = replace(state, screen=replace(screen, halves=(Half(), Half())))
    event = dealt(with_half(bare, seat, screen.halves[seat]), rival, lots)
    tiles = tuple((kind, at) for at, kind in event.terrain.items())[: screen.drawn[rival]]
    ready = screen.ready[rival]
    base = event.base if screen.based[rival] else ""
    return with_half(state, rival, Half(base, tiles, event.pieces if ready else (), whole=ready))


def decided(_state: State, event: Any) -> Event:
    """The event without the tile that is drawn blindly from the bag."""
    if isinstance(event, Drew):
        return Drew(event.seat, "", event.at)
    assert isinstance(event, Event)
    return event


def fallen(state: State, decided: Event, lots: RandomSource) -> Event | None:
    """A tile out of the bag, every single one as likely."""
    if not isinstance(decided, Drew):
        return None
    return Drew(decided.seat, tile_drawn(state, lots), decided.at)
