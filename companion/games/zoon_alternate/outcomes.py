"""What dice have decided, for a screen to show large: who beats whom, and by which sums."""

from typing import Any

from companion.abilities import Contest, Side
from companion.games.zoon_alternate.events import Fought
from companion.games.zoon_alternate.fight import Outcome
from companion.games.zoon_alternate.fought import breaches, decided
from companion.games.zoon_alternate.saying import fighters
from companion.games.zoon_alternate.state import Fight, Shot, State
from companion.language import _


def contest(state: State, event: Any) -> Contest | None:
    """A fight that these dice decide."""
    step = state.step
    if not isinstance(event, Fought) or not isinstance(step, Fight | Shot) or any(breaches(state, event)):
        return None
    names, result = fighters(state, step), decided(state, step, event.dice)
    target = state.at(step.at)
    seats = (step.seat, 1 - step.seat if target is None else target.seat)
    sides = tuple(
        Side(seat, name, f"{value} + {die} = {total}", die)
        for seat, name, value, die, total in zip(
            seats, names, result.values, event.dice, result.totals, strict=True
        )
    )
    if result.won == "draw":
        words = _("{one} and {two} tie").format(one=names[0], two=names[1])
        return Contest(words, sides, None, _drawn(step, names, result))
    winner = 0 if result.won == "attacker" else 1
    more = _("Equal totals: the lower value wins.") if result.underdog else ""
    words = _("{one} beats {two}").format(one=names[winner], two=names[1 - winner])
    return Contest(words, sides, winner, more)


def _drawn(step: Fight | Shot, names: tuple[str, str], result: Outcome) -> str:
    """What a draw comes to."""
    if isinstance(step, Shot):
        return _("A miss.")
    if result.star is not None:
        starred = names[0 if result.star == "attacker" else 1]
        return _("The star of {name} does its work.").format(name=starred)
    return _("{name} steps back to {square}.").format(name=names[0], square=step.back)
