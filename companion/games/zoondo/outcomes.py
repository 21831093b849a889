"""What touched corners have decided, for a screen to show large: who beats whom, and with which numbers."""

from typing import Any

from companion.abilities import Contest, Side
from companion.games.zoondo import fighting, touching
from companion.games.zoondo.events import Touched, TurnedUp
from companion.games.zoondo.fight import Outcome
from companion.games.zoondo.saying import called, settling, shown_score
from companion.games.zoondo.state import Duel, Shot, State
from companion.language import _


def contest(state: State, event: Any) -> Contest | None:
    """A fight that this touch, or this card turned up, decides."""
    if not isinstance(event, Touched | TurnedUp):
        return None
    settled = settling(state, event)
    return None if settled is None else _contest(*settled)


def _contest(state: State, duel: Duel) -> Contest:
    result = fighting.outcome(state, duel)
    target = touching.fighter(state, duel, "defender")
    attacker = called(state, duel.trump if isinstance(duel, Shot) else duel.piece.card)
    names = (attacker, called(state, None if target is None else target.card))
    seats = (duel.seat, 1 - duel.seat if target is None else target.seat)
    sides = tuple(
        Side(seat, name, shown_score(side))
        for seat, name, side in zip(seats, names, result.sides, strict=True)
    )
    if result.broken:
        return Contest(_("{name} is lost").format(name=names[0]), sides, None)
    if result.won != "nobody":
        winner = 0 if result.won == "attacker" else 1
        words = _("{one} beats {two}").format(one=names[winner], two=names[1 - winner])
        return Contest(words, sides, winner)
    if isinstance(duel, Shot):
        return Contest(_("{one} misses {two}").format(one=names[0], two=names[1]), sides, None)
    return Contest(*_undecided(state, duel, names, result, sides))


def _undecided(
    state: State, duel: Any, names: tuple[str, str], result: Outcome, sides: tuple[Side, ...]
) -> tuple[str, tuple[Side, ...], None, str]:
    """A star that was touched does its work; else the attacker steps back."""
    if result.star is not None:
        starred = names[0 if result.star == "attacker" else 1]
        return _("The star of {name}").format(name=starred), sides, None, _("It does its work.")
    words = _("{one} and {two} tie").format(one=names[0], two=names[1])
    back = fighting.back_of(state, duel)
    return words, sides, None, _("{name} steps back to {square}.").format(name=names[0], square=back)
