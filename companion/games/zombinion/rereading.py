"""What a booked event may have been instead, told apart in the region that people touch."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from companion.game import Event
from companion.games.zombinion import listing
from companion.games.zombinion.answers import cards_of
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Shot, Took
from companion.games.zombinion.knowing import hand_faces
from companion.games.zombinion.places import TRASH
from companion.games.zombinion.rules import breach
from companion.games.zombinion.state import State

MOST = 24
"""So many other readings are offered."""


def rereadings(state: State, event: Any, region: str) -> Iterator[Event]:
    """Other lawful events that could have been meant, those nearest to the booked one first."""
    if region not in regions(state, event):
        return
    others = dict.fromkeys(other for other in _others(state, event) if other != event)
    near = sorted(others, key=lambda other: _distance(event, other))
    lawful = (other for other in near if breach(state, other) is None)
    for _, other in zip(range(MOST), lawful, strict=False):
        yield other


def regions(state: State, event: Any) -> tuple[str, ...]:
    """Where an event leaves its traces."""
    seat = event.seat
    match event:
        case Played() | Shot() | Revealed():
            return (f"play.{seat}",)
        case Took():
            return (f"discard.{seat}", event.card)
        case Ended():
            return (f"discard.{seat}", f"play.{seat}")
        case Chose():
            step = state.step
            whose = seat if step is None or step.of is None else step.of
            return {
                "discard": (f"discard.{seat}",),
                "trash": (TRASH,),
                "gain": (f"discard.{seat}", *(card for card in cards_of(event) if card is not None)),
                "topdeck": (f"deck.{seat}",),
                "deck-to-discard": (f"deck.{seat}", f"discard.{seat}"),
                "thief-trash": (TRASH, f"play.{whose}"),
                "thief-gain": (TRASH, f"discard.{seat}"),
                "spy-discard": (f"play.{whose}", f"discard.{whose}"),
                "envoy-discard": (f"play.{whose}", f"discard.{whose}"),
            }.get(event.what, (f"play.{seat}",))
    return ()


def _others(state: State, event: Any) -> Iterator[Event]:
    """Events of the same kind; at the end of a turn with any card of the hand uppermost."""
    if isinstance(event, Ended):
        yield Ended(event.seat)
        player = state.players[event.seat]
        for card in (*hand_faces(state.agreed.cards, player), *player.in_play):
            yield Ended(event.seat, card)
        return
    what = event.what
    ready = state
    if isinstance(event, Shot | Took) and state.phase == "action":
        ready = msgspec.structs.replace(state, phase="hunt")
    for other in listing.candidates(ready):
        if type(other) is type(event) and other.what == what:
            yield other


def _distance(event: Any, other: Any) -> int:
    """How many cards two events differ by; whether the uppermost does, counts too."""
    mine, theirs = _cards(event), _cards(other)
    apart = Counter(mine) - Counter(theirs), Counter(theirs) - Counter(mine)
    return sum(apart[0].values()) + sum(apart[1].values()) + (mine[-1:] != theirs[-1:])


def _cards(event: Any) -> tuple[str | None, ...]:
    if isinstance(event, Chose):
        return (*cards_of(event), str(event.yes))
    if isinstance(event, Shot):
        return event.cards
    card = event.top if isinstance(event, Ended) else event.card
    return (card,)
