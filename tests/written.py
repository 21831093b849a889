"""Runs the examples of a rules.md, and holds each line of them to be so (see `companion.rulebook`).

= cards.c4.penny "tails"               what the state then says at this path
= turn 1     = chance dice     = over 0     = over [0,1]     = over null
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.game import Chance, Event, Game, Over, Seats
from companion.rulebook import BEFORE, Run, begun, heard_at, moments, played, value_of

__all__ = ["Run", "each_moment", "run"]


def run(game: Game[Any], lines: tuple[str, ...]) -> int:
    """Play an example; an assertion names the line that does not hold. Gives how many lines were played or checked."""
    at, done = begun(game, lines), 0
    for line in lines:
        words = line.split("#")[0].strip()
        if not words or words.startswith(BEFORE):
            continue
        at = _checked(at, words) if words.startswith("=") else _played(at, words)
        done += 1
    return done


def each_moment(game: Game[Any], lines: tuple[str, ...]) -> Iterator[tuple[Run, Event | None]]:
    """Each moment of an example with the event that is said next, played where it is lawful; the last with none."""
    at = begun(game, lines)
    for moment in moments(game, lines):
        yield moment.before, moment.event
        at = played(moment.before, moment)
    yield at, None


def _played(at: Run, words: str) -> Run:
    moment = heard_at(at, words)
    violation = at.game.violation(at.state, moment.event)
    assert (violation.rule if violation else "") == moment.refused, f"{words}: {violation}"
    return played(at, moment)


def _checked(at: Run, words: str) -> Run:
    _, what, *rest = words.split(maxsplit=2)
    wanted = value_of(rest[0]) if rest else None
    turn = at.game.turn(at.state)
    if what == "turn":
        assert isinstance(turn, Seats) and turn.seats == {wanted}, f"{words}: {turn}"
    elif what == "chance":
        assert isinstance(turn, Chance) and turn.what == wanted, f"{words}: {turn}"
    elif what == "over":
        winners = () if wanted is None else tuple(wanted) if isinstance(wanted, list) else (wanted,)
        assert isinstance(turn, Over) and turn.winners == winners, f"{words}: {turn}"
    else:
        found: Any = at.game.dump_position(at.state)
        for step in what.split("."):
            found = found[int(step)] if isinstance(found, list | tuple) else found.get(step)
        found = msgspec.to_builtins(found)
        assert found == wanted, f"{words}: found {found!r}"
    return at
