"""What of the events everybody at the table may know, and what a seat touches in secret."""

from typing import Any

import msgspec

from companion.game import Event, Seat
from companion.games.zoon.family.board import ROOM
from companion.games.zoon.family.laying import Reinforced, cells_of
from companion.games.zoon.family.state import is_shown
from companion.games.zoon.zoondo import touching
from companion.games.zoon.zoondo.events import Deployed, Ruled, Touched
from companion.games.zoon.zoondo.state import Shot, State
from companion.games.zoon.zoondo.table import trump, zoon_thing
from companion.sight import Thing


def public(state: State, event: Any) -> Event:
    """The event as everybody may know it while the game goes on, told on the state before it."""
    if isinstance(event, Touched):
        return Touched(event.seat)
    if isinstance(event, Deployed) and event.cards is not None:
        cells = cells_of(event)
        return Deployed(event.seat, () if len(cells) == ROOM else cells)
    if isinstance(event, Reinforced) and event.card is not None:
        return Reinforced(event.seat, event.at)
    if isinstance(event, Ruled) and event.card is not None and is_shown(state.agreed):
        return msgspec.structs.replace(event, card=None)
    assert isinstance(event, Event)
    return event


def touched(state: State, seat: Seat) -> Thing | None:
    """The enemy's card on which this seat is to touch a corner now: a back, or the trump that shoots face up."""
    duel = state.duel
    if duel is None or seat not in touching.to_touch(state.agreed, duel):
        return None
    if isinstance(duel, Shot) and seat != duel.seat:
        return trump(state.agreed, duel.trump)
    piece = touching.fighter(state, duel, "defender" if seat == duel.seat else "attacker")
    return None if piece is None else zoon_thing(state.agreed, piece, up=False)
