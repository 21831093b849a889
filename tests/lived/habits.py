"""What is done otherwise than by moving cards: keys to press, discs to touch, pieces to drag on a drawn board."""

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from companion.game import Event
from companion.games.zones.events import Lifted
from companion.games.zong.events import Advanced, Cleaned, FellBack, Threw, Zonged
from tests.ui.audit import walk
from ui.box.by_touch import LayingHands
from ui.games.zones.side import FieldSide
from ui.games.zong.side import TrackSide
from ui.games.zong.track import TrackModel
from ui.pages.played_table import PlayedTable
from ui.pages.private_view import PrivateView
from ui.present.touches import at, calls
from ui.widgets.drawing import DrawingView

FAR_MM = 6.0
"""A piece that lies farther from where it came to rest is dragged there."""
NEAR_PX = 24
Fits = Callable[[Any], bool]


def habits(side: Any) -> tuple[Fits, ...]:
    """What is pressed wherever it is shown, the likeliest first; nothing of it needs a thought."""
    state = side.session.referee.state
    votes = tuple(
        dict.fromkeys(seat for seat, _square in getattr(getattr(side.own, "telling", None), "votes", ()))
    )
    found: list[Fits] = [
        lambda action: calls(action, TrackSide.count_votes),
        lambda action: calls(action, TrackSide.cast_vote) and action.given[0] not in votes,
    ]
    if getattr(state, "phase", "") == "set-up":
        found += [
            lambda action: calls(
                action, FieldSide.half_ready, FieldSide.deal_halves, PrivateView.open_curtain
            ),
            lambda action: action == at(PlayedTable.tell, Lifted()),
            lambda action: (
                calls(action, PrivateView.draw_curtain) and not state.screen.ready[action.given[0]]
            ),
        ]
    if side.alone.offers.showing or side.alone.muster is not None:
        found += [
            lambda action: calls(action, PrivateView.muster_done),
            lambda action: calls(action, LayingHands.turn_down, PrivateView.muster_turn),
            lambda action: calls(action, LayingHands.lay_up, PrivateView.open_curtain),
        ]
    found.append(lambda action: calls(action, PrivateView.show_muster))
    return tuple(found)


def means(told: Event, event: Event) -> bool:
    """Whether two events are one but for the order of several cards: keys count them kind by kind."""
    return _by_kind(told) == _by_kind(event)


def _by_kind(event: Any) -> Event:
    found: Event = (
        msgspec.structs.replace(event, cards=tuple(sorted(event.cards, key=str))) if event.cards else event
    )
    return found


def leads_to(event: Event, telling: Any) -> tuple[Fits, ...]:
    """The touches of single games that lead to an event."""
    if isinstance(event, Threw):
        lacking = Counter(event.discs) - Counter(telling.discs)
        return (lambda action: calls(action, TrackSide.add_disc) and action.given[0] in lacking,)
    if isinstance(event, Zonged | Advanced | Cleaned | FellBack):
        # Where a finger let go of a piece, or what the rules leave no choice in, is on the key.
        return (lambda action: calls(action, PlayedTable.tell) and isinstance(action.given[0], type(event)),)
    piece = getattr(event, "piece", None)
    return (lambda action: calls(action, FieldSide.summon) and action.given[0] == piece != telling.piece,)


def flicked(event: Event, root: Any, side: Any) -> dict[str, Any] | None:
    """The next piece that is dragged to where it lies after a flick; None where all lie there."""
    boards = (widget for widget in walk(root) if isinstance(widget, DrawingView))
    track = next((board for board in boards if isinstance(board.model, TrackModel)), None)
    if not isinstance(event, Zonged) or track is None or not track.model.drags:
        return None
    told = dict(side.own.telling.rest)
    for colour, rest in event.rest.items():
        token = next((each for each in track.model.tokens if each.colour == colour), None)
        if token is None or rest.x is None or rest.y is None:
            continue
        lies = told.get(colour)
        if lies is None or abs(lies.x - rest.x) + abs(lies.y - rest.y) > FAR_MM:
            at, to = track.to_px(token.x, token.y), track.to_px(rest.x, rest.y)
            if math.dist(at, to) < NEAR_PX:
                continue  # a finger would only tap it
            return {"do": "drag", "at": list(track.to_window(*at)), "to": list(track.to_window(*to))}
    return None
