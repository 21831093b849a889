"""Corners touched in a fight: the attacker first, then the defender; settled once nothing is left to be shown."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoondo import fighting
from companion.games.zoondo.changes import seat_name
from companion.games.zoondo.events import CornerName, Touched
from companion.games.zoondo.state import Duel, Fight, Piece, Shot, Side, State, Touch

CORNERS: tuple[CornerName, ...] = ("tl", "tr", "br", "bl")
SIDES: tuple[Side, Side] = ("attacker", "defender")


def to_touch(duel: Duel) -> int | None:
    """The seat that touches next: the attacker's, then the defender's; None once both have."""
    if duel.defender is None:
        return duel.seat
    return 1 - duel.seat if duel.attacker is None else None


def fighter(state: State, duel: Duel, side: Side) -> Piece | None:
    """The Zoon on one side; None for the trump that shoots."""
    if side == "defender":
        return state.at(duel.at)
    return duel.piece if isinstance(duel, Fight) else None


def to_show(state: State, duel: Duel) -> tuple[Side, ...]:
    """Whose card must be turned up before the fight is settled: unknown, or touched on its back."""
    found: list[Side] = []
    for side in SIDES:
        piece, touch = fighter(state, duel, side), touch_on(duel, side)
        if piece is not None and (piece.card is None or (touch is not None and touch.back)):
            found.append(side)
    return tuple(found)


def touch_on(duel: Duel, side: Side) -> Touch | None:
    """Where this side's card was touched."""
    return duel.defender if side == "defender" else duel.attacker


def seats_due(state: State, duel: Duel) -> frozenset[int]:
    """Who is to act in a fight: to touch, or to turn up."""
    seat = to_touch(duel)
    if seat is not None:
        return frozenset({seat})
    pieces = (fighter(state, duel, side) for side in to_show(state, duel))
    return frozenset(piece.seat for piece in pieces if piece is not None)


def touch_breaches(state: State, event: Touched) -> Iterator[Breach]:
    duel = state.duel
    if duel is None or (seat := to_touch(duel)) is None:
        yield Breach("zo-12-no-touch-due")
        return
    if event.seat != seat:
        yield Breach("zo-12-attacker-first", seat_name(state, seat))
    if event.corner is None:
        yield Breach("zo-13-which-corner")


def touched(state: State, event: Touched) -> State:
    duel = state.duel
    if duel is None or event.corner is None or to_touch(duel) != event.seat:
        return state
    return settled_if_ready(*with_touch(state, duel, event))


def with_touch(state: State, duel: Duel, event: Touched) -> tuple[State, Duel]:
    """The fight with one corner more touched."""
    assert event.corner is not None
    on_trump = isinstance(duel, Shot) and event.seat != duel.seat
    touch = Touch(event.corner, event.back and not on_trump)
    if event.seat == duel.seat:
        return state, msgspec.structs.replace(duel, defender=touch)
    return state, msgspec.structs.replace(duel, attacker=touch)


def settled_if_ready(state: State, duel: Duel) -> State:
    """The state with the fight as it stands now, settled once both have touched and nothing is left to be shown."""
    state = replace(state, todo=(*state.todo[:-1], duel))
    if to_touch(duel) is not None or to_show(state, duel):
        return state
    return fighting.after(state, duel)


def touches(duel: Duel) -> Iterator[Touched]:
    """Every way to touch; a trump lies face up, so its back cannot be touched."""
    seat = to_touch(duel)
    if seat is None:
        return
    backs = (False,) if isinstance(duel, Shot) and seat != duel.seat else (False, True)
    yield from (Touched(seat, corner, back) for back in backs for corner in CORNERS)
