"""What a table tells of an event besides what people told: which card then lay on top of the discards.

The end of a turn, discards and a deck turned over are told by a button before the cards lie; the top of the discards
can always be seen (ZB-30), and without it nobody would notice the next card laid on it.
"""

from typing import Any

import msgspec

from companion.game import Event, Seen
from companion.games.zombinion.answers import cards_of, says_yes
from companion.games.zombinion.events import Chose, Ended
from companion.games.zombinion.state import State

SURE = 0.9
"""A card is taken to be what it was read as where that is so likely."""


def refine(before: State, event: Any, state: State, seen: Seen) -> Event | None:
    """The event with the card that lies uppermost by it, where that was not told and can be read now."""
    seat = _lays_unread(before, event)
    if seat is None:
        return None
    discard = state.players[seat].discard
    if not discard or discard[-1] is not None or not _is_laid(state, seat):
        return None
    cards = [one for one in seen.regions.get(f"discard.{seat}", ()) if one.kind == "card"]
    top = cards[-1] if cards else None
    if top is None or top.face == "down" or top.label is None or top.sure < SURE:
        return None
    old = {face for one in state.untidy if one.region == f"discard.{seat}" for face in one.faces[-1:]}
    if top.label in old and state.turn != seat:
        return None
    if isinstance(event, Ended):
        return Ended(event.seat, top.label)
    hidden = cards_of(event)[:-1]
    cards_then = (*hidden, top.label) if event.what == "discard" else (top.label,)
    told: Event = msgspec.structs.replace(event, cards=cards_then, card=None)
    return told


def _lays_unread(before: State, event: Any) -> int | None:
    """Whose discards got a top by this event that nobody told."""
    if isinstance(event, Ended):
        ends = before.phase in ("hunt", "cleanup") and event.seat == before.turn
        return event.seat if ends and event.top is None else None
    if not isinstance(event, Chose):
        return None
    cards = cards_of(event)
    if event.what == "discard" and cards and cards[-1] is None:
        return event.seat
    return event.seat if event.what == "deck-to-discard" and says_yes(event) and not cards else None


def _is_laid(state: State, seat: int) -> bool:
    """Whether those discards lie as they will: it is that seat's turn, or the seat whose turn it is plays on."""
    if state.turn == seat:
        return state.phase != "cleanup"
    return bool(state.players[state.turn].in_play)
