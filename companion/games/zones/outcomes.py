"""What a capture or a shot has come to, for a screen to show large."""

from typing import Any

from companion.abilities import Contest, Side
from companion.games.zones.events import Moved, Shot
from companion.games.zones.state import State
from companion.language import _


def contest(state: State, event: Any) -> Contest | None:
    """A piece that this event captures."""
    if not isinstance(event, Moved | Shot):
        return None
    captor = state.at(event.start)
    target = state.at(event.to if isinstance(event, Moved) else event.at)
    if captor is None or target is None or captor.seat == target.seat:
        return None
    words = _("{piece} captures {target}") if isinstance(event, Moved) else _("{piece} shoots {target}")
    sides = tuple(Side(piece.seat, piece.kind.name) for piece in (captor, target))
    return Contest(words.format(piece=captor.kind.name, target=target.kind.name), sides, 0)
