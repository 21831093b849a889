"""Runs the examples of a rules.md: one event a line, as its class and fields in words.

options: tribes=boarix,warus           what was agreed (first lines only); text with blanks in double quotes
position: {"turn": 0, "cards": {...}}  where play begins, in the shape of the line protocol
Moved 0 c2 c3                          an event: class, then its fields in order
Moved 0 d5 d6 met=bouga-a              later fields by name
Moved 1 a5 a1 ! zo-07-not-on-its-grid  refused for this rule; play goes on without it
= cards.c4.penny "tails"               what the state then says at this path
= turn 1     = chance dice     = over 0     = over [0,1]     = over null
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.game import Chance, Event, Game, Over, Seats, Setup, checked
from companion.journal import read_event

_OPTION = re.compile(r'[^\s"]+(?:"[^"]*")?')


@dataclass(frozen=True)
class Run:
    """One example while it is run: its game, what was agreed, and the state so far."""

    game: Game[Any]
    setup: Setup
    state: Any


def run(game: Game[Any], lines: tuple[str, ...]) -> int:
    """Play an example; an assertion names the line that does not hold. Gives how many lines were played or checked."""
    at, done = _begun(game, lines), 0
    for line in lines:
        words = line.split("#")[0].strip()
        if not words or words.startswith(("options:", "position:")):
            continue
        at = _checked(at, words) if words.startswith("=") else _played(at, words)
        done += 1
    return done


def moments(game: Game[Any], lines: tuple[str, ...]) -> Iterator[tuple[Run, Event | None]]:
    """Each moment of an example with the event that is said next, played where it is lawful; the last with none."""
    at = _begun(game, lines)
    for line in lines:
        words = line.split("#")[0].strip()
        if words and not words.startswith(("options:", "position:", "=")):
            yield at, heard(game, words.partition(" ! ")[0].strip())
            at = _played(at, words)
    yield at, None


def _begun(game: Game[Any], lines: tuple[str, ...]) -> Run:
    options: dict[str, Any] = {}
    given = None
    for line in lines:
        if line.startswith("options:"):
            options |= dict(_named(word) for word in _OPTION.findall(line.removeprefix("options:")))
        elif line.startswith("position:"):
            given = json.loads(line.removeprefix("position:"))
    seats = options.pop("seats", game.seats[0])
    setup = checked(game, Setup(seats=seats, options=tuple(options.items())))
    return Run(game, setup, game.start(setup) if given is None else game.load_position(setup, given))


def _played(at: Run, words: str) -> Run:
    said, _, rule = (part.strip() for part in words.partition(" ! "))
    event = heard(at.game, said)
    breach = at.game.breach(at.state, event)
    assert (breach.rule if breach else "") == rule, f"{words}: {breach}"
    return at if breach else Run(at.game, at.setup, at.game.after(at.state, event))


def _checked(at: Run, words: str) -> Run:
    _, what, *rest = words.split(maxsplit=2)
    wanted = _value(rest[0]) if rest else None
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


def heard(game: Game[Any], said: str) -> Event:
    """The event that a line names."""
    kind, *words = said.split()
    kinds = {each.__name__: each for each in game.events}
    assert kind in kinds, f"{said}: expected one of {', '.join(kinds)}"
    body: dict[str, Any] = {"kind": kind}
    fields = kinds[kind].__struct_encode_fields__
    names = iter(fields)
    for word in words:
        name, eq, value = word.partition("=")
        if eq and name in fields:
            body[name] = _value(value)
        else:
            body[next(names)] = _value(word)
    return read_event(game, body)


def _named(word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    return name, _value(value)


def _value(word: str) -> Any:
    try:
        return json.loads(word)
    except ValueError:
        return word
