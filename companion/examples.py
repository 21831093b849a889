"""The examples of a rules.md, read: one event a line, as its class and fields in words.

options: tribes=boarix,warus           what was agreed (first lines only); text with blanks in double quotes
facts: {"cards.own": {"trumps": {}}}    what is told of the cards or the board besides; tables as they are
position: {"turn": 0, "cards": {...}}  where play begins, in the shape of the line protocol
Moved 0 c2 c3                          an event: class, then its fields in order
Moved 0 d5 d6 met=bouga-a              later fields by name
Moved 1 a5 a1 ! zo-07-not-on-its-grid  refused for this rule; play goes on without it
= cards.c4.penny "tails"               what the state then says at this path: for tests
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.game import Event, Game, Setup, checked
from companion.journal import read_event

BEFORE = ("options:", "facts:", "position:")
"""How the lines begin that say what was before the first event."""
_OPTION = re.compile(r'[^\s"]+(?:"[^"]*")?')


@dataclass(frozen=True, slots=True)
class Run:
    """One example while it is run: its game, what was agreed, and the state so far."""

    game: Game[Any]
    setup: Setup
    state: Any


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of play: the run before it, the event that is said, and the rule that refuses it, empty for none."""

    before: Run
    event: Event
    refused: str


def begun(game: Game[Any], lines: tuple[str, ...]) -> Run:
    """An example before its first event. Raises the faults of set-ups and positions."""
    options: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    given = None
    for line in lines:
        if line.startswith("options:"):
            words = (word.partition("=") for word in _OPTION.findall(line.removeprefix("options:")))
            options |= {name: value_of(value) for name, _, value in words}
        elif line.startswith("facts:"):
            facts |= json.loads(line.removeprefix("facts:"))
        elif line.startswith("position:"):
            given = json.loads(line.removeprefix("position:"))
    seats = options.pop("seats", game.seats[0])
    told = tuple((name, json.dumps(one) if isinstance(one, dict) else one) for name, one in facts.items())
    setup = checked(game, Setup(seats=seats, options=tuple(options.items()), facts=told))
    return Run(game, setup, game.start(setup) if given is None else game.load_position(setup, given))


def played(at: Run, moment: Moment) -> Run:
    """The run after a line of play; a refused event changes nothing."""
    return at if moment.refused else Run(at.game, at.setup, at.game.after(at.state, moment.event))


def moments(game: Game[Any], lines: tuple[str, ...]) -> Iterator[Moment]:
    """Every line of play of an example, in order."""
    at = begun(game, lines)
    for line in lines:
        words = line.split("#")[0].strip()
        if words and not words.startswith((*BEFORE, "=")):
            moment = heard_at(at, words)
            yield moment
            at = played(at, moment)


def heard_at(at: Run, words: str) -> Moment:
    """One line of play, without its comment."""
    said, _, rule = (part.strip() for part in words.partition(" ! "))
    return Moment(at, heard(at.game, said), rule)


def heard(game: Game[Any], said: str) -> Event:
    """The event that a line names. Raises ValueError for one that the game has not."""
    kind, *words = said.split()
    kinds = {each.__name__: each for each in game.events}
    if kind not in kinds:
        raise ValueError(f"{said}: expected one of {', '.join(kinds)}")
    body: dict[str, Any] = {"kind": kind}
    fields = kinds[kind].__struct_encode_fields__
    names = iter(fields)
    for word in words:
        name, eq, value = word.partition("=")
        if eq and name in fields:
            body[name] = value_of(value)
        else:
            body[next(names)] = value_of(word)
    return read_event(game, body)


def value_of(word: str) -> Any:
    """A word as JSON, where it is that; else as it stands."""
    try:
        return json.loads(word)
    except ValueError:
        return word
