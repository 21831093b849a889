"""How the seats of ZoneS stand: what their positions are worth, how far they have come, what a capture came to."""

from math import exp
from typing import Any

from companion.game import Contest, Measure, Seat, Side
from companion.games.zones.events import Moved, Shot
from companion.games.zones.moves import occupied
from companion.games.zones.state import State
from companion.language import _

FOR_COST, FOR_HOME = 0.08, 0.9
NEAREST = (0.3, 0.2, 0.1)
"""What the pieces nearest to the rival's base count, for every square that they are nearer than the far edge."""


def worth(state: State, seat: Seat) -> float:
    """By the cost of all captures, the home tiles held, and the three pieces that are nearest to the rival's base."""
    if state.phase == "set-up" or min(state.bases) < 0:
        return 0.5
    return 1 / (1 + exp(_strength(state, 1 - seat) - _strength(state, seat)))


def _strength(state: State, seat: Seat) -> float:
    apart = state.agreed.board.apart[state.bases[1 - seat]]
    away = sorted([apart[n] for n, piece in state.own(seat) if not piece.kind.is_fortification])
    near = sum([weight * max(0, 6 - far) for weight, far in zip(NEAREST, away, strict=False)])
    return FOR_COST * state.cost(seat) + FOR_HOME * occupied(state, seat) + near


def whose_turn(state: State) -> Seat | None:
    return state.turn if state.phase == "play" and state.over is None else None


def measures(state: State) -> tuple[Measure, ...]:
    standing = [piece.seat for piece in state.board if piece is not None]
    pieces = tuple(standing.count(seat) + len(state.pool.reserve[seat]) for seat in (0, 1))
    return (
        Measure(_("Points captured"), tuple(state.cost(seat) for seat in (0, 1)), decides=True),
        Measure(_("Pieces"), pieces),
    )


def contest(state: State, event: Any) -> Contest | None:
    """What a capture or a shot has come to, for a screen to show large."""
    if not isinstance(event, Moved | Shot):
        return None
    captor = state.at(event.start)
    target = state.at(event.to if isinstance(event, Moved) else event.at)
    if captor is None or target is None or captor.seat == target.seat:
        return None
    words = _("{piece} captures {target}") if isinstance(event, Moved) else _("{piece} shoots {target}")
    sides = tuple(Side(piece.seat, piece.kind.name) for piece in (captor, target))
    return Contest(words.format(piece=captor.kind.name, target=target.kind.name), sides, 0)
