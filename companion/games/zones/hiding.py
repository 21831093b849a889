"""What everybody at the table may know while the screen is down: that something was laid, never what or where."""

from typing import Any

from msgspec.structs import replace

from companion.game import Event
from companion.games.zones.events import Based, Drew, Laid
from companion.games.zones.state import Half, State


def public(event: Any) -> Event:
    """The event as everybody may know it."""
    if isinstance(event, Laid):
        return Laid(event.seat, whole=event.whole)
    if isinstance(event, Based | Drew):
        return type(event)(event.seat)
    assert isinstance(event, Event)
    return event


def public_state(state: State) -> State:
    """The state as everybody may know it: behind the screen both halves are bare."""
    if state.phase != "set-up":
        return state
    return replace(state, screen=replace(state.screen, halves=(Half(), Half())))
