"""Corners touched in a fight: the attacker first, then the defender; settled once nothing is left to be shown."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NUMBERS
from companion.games.zoon.family.state import Agreed, seat_name
from companion.games.zoon.family.turns import misfit_of_square
from companion.games.zoon.zoondo import fighting
from companion.games.zoon.zoondo.events import CornerName, Touched
from companion.games.zoon.zoondo.options import TOUCHING
from companion.games.zoon.zoondo.state import Duel, Fight, Piece, Shot, Side, State, Touch

CORNERS: tuple[CornerName, ...] = ("tl", "tr", "br", "bl")
SIDES: tuple[Side, Side] = ("attacker", "defender")


def to_touch(agreed: Agreed, duel: Duel) -> tuple[int, ...]:
    """The seats that may touch next: the attacker's, then the defender's, or either; none once both have."""
    left = [duel.seat] if duel.defender is None else []
    if duel.attacker is None and (not left or agreed.chose(TOUCHING.name, "either")):
        left.append(1 - duel.seat)
    return tuple(left)


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
    if seats := to_touch(state.agreed, duel):
        return frozenset(seats)
    pieces = (fighter(state, duel, side) for side in to_show(state, duel))
    return frozenset(piece.seat for piece in pieces if piece is not None)


def touch_breaches(state: State, event: Touched) -> Iterator[Breach]:
    duel = state.duel
    seats = () if duel is None else to_touch(state.agreed, duel)
    if not seats:
        yield Breach("zo-12-no-touch-due")
        return
    if event.seat not in seats:
        yield Breach("zo-12-attacker-first", seat_name(state, seats[0]))
    if event.corner is None:
        yield Breach("zo-13-which-corner")


def touched(state: State, event: Touched) -> State:
    duel = state.duel
    if duel is None or event.corner is None or event.seat not in to_touch(state.agreed, duel):
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
    if to_touch(state.agreed, duel) or to_show(state, duel):
        return state
    return fighting.after(state, duel)


def touches(agreed: Agreed, duel: Duel) -> Iterator[Touched]:
    """Every way to touch; a trump lies face up, so its back cannot be touched."""
    for seat in to_touch(agreed, duel):
        backs = (False,) if isinstance(duel, Shot) and seat != duel.seat else (False, True)
        yield from (Touched(seat, corner, back) for back in backs for corner in CORNERS)


def misfit(state: State, duel: Any) -> str:
    """What is wrong with a fight that is due."""
    piece, wrong = state.at(duel.at), misfit_of_square(state, duel.at)
    if wrong or piece is None:
        return wrong
    if piece.seat == duel.seat or piece.cage:
        return f"at: a fight has two sides, and seat {duel.seat} has nobody to fight on {duel.at}"
    wrong = _misfit_fight(duel) if isinstance(duel, Fight) else _misfit_shot(state, duel)
    if not wrong and not seats_due(state, duel):
        return "attacker: both have touched and nothing is left to be shown, so the fight is settled"
    return wrong


def _misfit_fight(fight: Fight) -> str:
    if fight.piece.cage:
        return "piece: a caged Zoon does not fight"
    if fight.start not in NUMBERS:
        return f"start: expected a square a1 … f6, found {fight.start!r}"
    return "path: expected squares a1 … f6" if any(square not in NUMBERS for square in fight.path) else ""


def _misfit_shot(state: State, shot: Shot) -> str:
    trump = state.agreed.facts.trumps.get(shot.trump)
    if trump is None or trump.does != "shot":
        return f"trump: no trump of this name shoots, found {shot.trump!r}"
    if shot.trump not in state.agreed.trumps[shot.seat]:
        return f"trump: {shot.trump} is no trump of seat {shot.seat}"
    return ""
