"""A fight: combat values, stars and X, the dice, the underdog; the loser off, pennies over, stars on a draw."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.alternate.events import Fought
from companion.games.zoon.alternate.face_up import asked_to_turn_up, face_down, flipped, other_side
from companion.games.zoon.alternate.state import (
    Aside,
    Fight,
    Piece,
    Shot,
    Show,
    State,
    TurnUp,
    Untidy,
    with_row,
)
from companion.games.zoon.family import fights
from companion.games.zoon.family.board import NUMBERS
from companion.games.zoon.family.sheet import Boost, Corner, Corners
from companion.games.zoon.family.state import added, lost
from companion.games.zoon.family.turns import misfit_of_square
from companion.language import joined

Won = Literal["attacker", "defender", "draw"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight: the pair of its card that its penny makes count, and what trumps do to it."""

    pair: tuple[Corner, Corner]
    boosts: tuple[Boost, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers printed in the pair; star and X are none."""
        return tuple(corner for corner in self.pair if isinstance(corner, int))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fight decided. `star`: a draw, and the one side whose star then does its work; None where there is none."""

    values: tuple[int, int]
    totals: tuple[int, int]
    won: Won
    underdog: bool = False
    star: Literal["attacker", "defender"] | None = None

    @property
    def sums(self) -> tuple[str, ...]:
        """Each side's combat value with its die, as it is added."""
        both = zip(self.values, self.totals, strict=True)
        return tuple(f"{value} + {total - value} = {total}" for value, total in both)


def pair(corners: Corners, penny: str | None) -> tuple[Corner, Corner]:
    """The corners that count: top while the penny shows heads (or none lies there), bottom under tails."""
    return corners.bottom if penny == "tails" else corners.top


def values(
    attacker: Side, defender: Side, *, each_star: bool = True, one_for_each_number: bool = True
) -> tuple[int, int]:
    """The combat values of both sides, stars and X replaced and trumps counted in.

    `each_star`: two stars in a pair copy the number twice. `one_for_each_number`: "plus-one" adds one for each
    printed number of the pair rather than one in all.
    """

    def of(side: Side, other: Side) -> int:
        stars, crosses = side.pair.count("star"), side.pair.count("x")
        value = sum(side.numbers)
        if stars and not other.pair.count("star"):
            value += max(other.numbers, default=0) * (stars if each_star else 1)
        if crosses and not other.pair.count("x"):
            value += min(other.numbers, default=0) * crosses
        for boost in sorted(side.boosts):
            if boost == "double":
                value *= 2
            else:
                value += len(side.numbers) if one_for_each_number else 1
        return value

    return of(attacker, defender), of(defender, attacker)


def outcome(
    attacker: Side,
    defender: Side,
    dice: tuple[int, int],
    worth: tuple[int, int],
    *,
    attackers_star: bool = False,
) -> Outcome:
    """Who wins with these dice: the higher total; with equal totals the lower value; with equal values nobody.

    `worth`: the combat values of both sides. `attackers_star`: of two stars on a draw the attacker's works.
    """
    totals = (worth[0] + dice[0], worth[1] + dice[1])
    if totals[0] != totals[1]:
        return Outcome(worth, totals, "attacker" if totals[0] > totals[1] else "defender")
    if worth[0] != worth[1]:
        return Outcome(worth, totals, "attacker" if worth[0] < worth[1] else "defender", underdog=True)
    stars = (bool(attacker.pair.count("star")), bool(defender.pair.count("star")))
    star: Literal["attacker", "defender"] | None = None
    if stars == (True, False) or (attackers_star and stars == (True, True)):
        star = "attacker"
    elif stars == (False, True):
        star = "defender"
    return Outcome(worth, totals, "draw", star=star)


DICE = tuple((one, two) for one in range(1, 7) for two in range(1, 7))


def dice_breaches(_state: State, event: Fought) -> Iterator[Breach]:
    if not all(1 <= die <= 6 for die in event.dice):
        yield Breach("za-32-one-die-each", joined(list(map(str, event.dice))))


def sides(state: State, step: Fight | Shot) -> tuple[Side, Side]:
    """Both sides of the fight that is due: the attacker or trump, then the defender."""
    agreed = state.agreed
    defender = state.at(step.at)
    assert defender is not None
    if isinstance(step, Shot):
        corners = agreed.facts.trumps[step.trump].corners
        assert corners is not None
        return Side(pair(corners, step.penny)), side_of(state, defender)
    trump = agreed.facts.trumps.get(step.piece.moved)
    return side_of(state, step.piece, trump.boost if trump else None), side_of(state, defender)


def side_of(state: State, piece: Piece, boost: Boost | None = None) -> Side:
    """A Zoon's side with what it carries. One that nobody has shown fights with nothing."""
    if piece.card is None:
        return Side((0, 0))
    worn = state.agreed.facts.trumps[piece.gear].boost if piece.gear else None
    boosts = tuple(one for one in (worn, boost) if one is not None)
    return Side(pair(state.agreed.zoon(piece.card).corners, piece.penny), boosts)


def worth(state: State, step: Fight | Shot) -> tuple[int, int]:
    """The combat values of both sides of the fight that is due."""
    attacker, defender = sides(state, step)
    each_star, each_number = state.agreed.chose("za-16", "each"), state.agreed.chose("za-29", "each")
    return values(attacker, defender, each_star=each_star, one_for_each_number=each_number)


def decided(state: State, step: Fight | Shot, dice: tuple[int, int]) -> Outcome:
    attacker, defender = sides(state, step)
    both = state.agreed.chose("za-20", "attacker")
    return outcome(attacker, defender, dice, worth(state, step), attackers_star=both)


def odds(state: State, attacker: Piece, defender: Piece) -> float:
    """How many of all throws of both dice an attacker wins."""
    stars, numbers = state.agreed.chose("za-16", "each"), state.agreed.chose("za-29", "each")
    return _odds(side_of(state, attacker), side_of(state, defender), each_star=stars, each_number=numbers)


@lru_cache(maxsize=4096)
def _odds(attacker: Side, defender: Side, *, each_star: bool, each_number: bool) -> float:
    sums = values(attacker, defender, each_star=each_star, one_for_each_number=each_number)
    won = sum(outcome(attacker, defender, dice, sums).won == "attacker" for dice in DICE)
    return won / len(DICE)


def after_fight(state: State, event: Fought) -> State:
    step = state.step
    if not isinstance(step, Fight | Shot):
        return state
    result = decided(state, step, event.dice)
    state = replace(state, todo=state.todo[:-1])
    if isinstance(step, Shot):
        return _shot(state, step, result)
    pair = (step.piece, state.at(step.at))
    return fights.after_fight(state, step.at, pair, result.won, result.star, step.back)


def _shot(state: State, step: Shot, result: Outcome) -> State:
    trump, target = state.agreed.facts.trumps[step.trump], state.at(step.at)
    assert target is not None and trump.corners is not None
    if trump.reused:
        shows_x = "x" in pair(trump.corners, step.penny)
        gone = state.agreed.chose("za-27", "lost") and shows_x and result.won == "defender"
        row = list(state.aside[step.seat])
        row.remove(Aside(trump.id, step.penny))
        if gone:
            state = added(state, "tomb", step.seat, trump.id)
        else:
            row.append(Aside(trump.id, other_side(step.penny) or "heads"))
        state = replace(state, aside=with_row(state.aside, step.seat, row))
    return fights.shot_at(state, step.at, target, struck=result.won == "attacker")


def rested(at: str, piece: Piece) -> tuple[Piece, Untidy]:
    """A Zoon that has fought has its penny turned over."""
    return flipped(piece), Untidy("flip", at)


def beaten(state: State, piece: Piece) -> State:
    """The loser of a fight leaves the game, and its owner turns up one card more."""
    state = lost(state, piece)
    if state.over is not None:
        return state
    return asked_to_turn_up(state, piece.seat, at_least=1 if state.agreed.chose("za-04", "literal") else 0)


def misfit_fight(state: State, step: Any) -> str:
    if isinstance(step, TurnUp):
        down = len(face_down(state, step.seat))
        return "" if 0 < step.left <= down else f"left: expected 1 to {down}, found {step.left}"
    wrong = misfit_of_square(state, step.at)
    piece = None if wrong else state.at(step.at)
    if piece is None:
        return wrong
    if isinstance(step, Show):
        own_down = piece.seat == step.seat and not piece.up
        return "" if own_down else f"at: expected a face-down card of seat {step.seat} on {step.at}"
    side = step.piece.seat if isinstance(step, Fight) else step.seat
    if piece.cage or piece.seat == side == step.seat:
        return f"at: a fight has two sides, and seat {side} has nobody to fight on {step.at}"
    if isinstance(step, Fight) and step.piece.cage:
        return "piece: a caged Zoon does not fight"
    if isinstance(step, Fight):
        return "" if step.back in NUMBERS else f"back: expected a square a1 … f6, found {step.back!r}"
    trump = state.agreed.facts.trumps.get(step.trump)
    if trump is None or trump.corners is None:
        return f"trump: no trump of this name shoots, found {step.trump!r}"
    beside = Aside(step.trump, step.penny) in state.aside[step.seat]
    played = beside if trump.reused else step.trump in state.stock.tomb[step.seat]
    return "" if played else f"trump: seat {step.seat} has not played {step.trump}"
