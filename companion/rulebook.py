"""Reads a game's rules.md: the one place where its rules are worded.

A rule is a list item that begins with its id, may run over several lines, and ends with its source in brackets:

    - `za-22-plain-draw`: **On a draw one goes back.** The attacker steps back. (ZA-22; source 000, "draw")

A rule that adds to the source or departs from it is our reading, and says so before the source: `reads "the source's
own words"`, or `reads nothing` where it has none. One without a source is ours altogether.

What stands in bold says it in one short sentence, for a screen; a rule whose first clause does that needs none.
Rules that nobody can check say so: `(not checked: reason)`. The ```play blocks below a rule are its examples.

One example is one event a line, as its class and fields in words:

    options: tribes=boarix,warus           what was agreed (first lines only); text with blanks in double quotes
    facts: {"cards.own": {"trumps": {}}}    what is told of the cards or the board besides; tables as they are
    position: {"turn": 0, "cards": {...}}  where play begins, in the shape of the line protocol
    Moved 0 c2 c3                          an event: class, then its fields in order
    Moved 0 d5 d6 met=bouga-a              later fields by name
    Moved 1 a5 a1 ! zo-07-not-on-its-grid  refused for this rule; play goes on without it
    = cards.c4.penny "tails"               what the state then says at this path: for tests

`rules.de.md` beside it words the same rules, by the same ids, in another language: its items have no source and no
examples, for those are the same; a rule that it lacks is told in English.

`companion/rules.md` has the few rules that the box keeps at every game.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from companion.game import Event, Game, Setup, checked
from companion.homes import home_of
from companion.journal import read_event
from companion.language import ENGLISH, spoken

_RULE = re.compile(r"^- `(?P<id>[a-z0-9-]+)`: (?P<text>.*(?:\n(?!\n|- `|```|#).+)*)", re.MULTILINE)
_SUBJECT = re.compile(r"^## +(?P<subject>.+)$", re.MULTILINE)
_PLAY = re.compile(r"^```play\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SOURCE = re.compile(r"\s*\((?P<source>[^()]*(?:\([^()]*\)[^()]*)*)\)\s*$")
_SHORT = re.compile(r"^\*\*(?P<short>[^*]+)\*\*\s*")
# A line end, not any space: French keeps its signs from the next line with no-break spaces.
_LINE_END = re.compile(r" *\n *")
_CLAUSE = re.compile(r"[.;:](?=\s|$)")
_LEDGER = re.compile(r"\b[A-Z]{2}-\d{2}\b")
_READS = re.compile(r'\breads (?:"(?P<text>[^"]+)"|nothing)(?:; )?')
_NOT_CHECKED = "not checked:"
EVERY_GAME = "companion"
"""The package whose rules.md has the rules of every game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule as written."""

    id: str
    words: str
    source: str  # where the source texts have it, or that it is ours
    ledger: tuple[str, ...]  # the entries that it decides
    not_checked: str  # why nobody can check it; empty: it is checked
    examples: tuple[tuple[str, ...], ...]  # lines of play
    short: str = ""  # the whole of it in one short sentence
    subject: str = ""  # the heading that it stands under
    is_reading: bool = False  # it adds to the source or departs from it
    reads: str = ""  # the source's own words in its own language, where it has some


class NoSuchRule(KeyError):
    """A rule id that the game's rules.md does not hold."""


def rules(game: str, home: str = "") -> tuple[Rule, ...]:
    """Rules of a game as in rules.md, in the spoken language. `home`: its package, where it is not among all games."""
    return _rules(home or home_of(game), spoken().code)


@cache
def _rules(home: str, code: str) -> tuple[Rule, ...]:
    written = read_rules(files(home).joinpath("rules.md").read_text(encoding="utf-8"))
    there = files(home).joinpath(f"rules.{code}.md")
    if code == ENGLISH.code or not there.is_file():
        return written
    told = {rule.id: rule for rule in read_rules(there.read_text(encoding="utf-8"))}
    return tuple(
        replace(
            rule,
            words=one.words,
            short=one.short,
            subject=one.subject or rule.subject,
            not_checked=one.not_checked or rule.not_checked,
        )
        for rule, one in ((rule, told.get(rule.id, rule)) for rule in written)
    )


def read_rules(text: str) -> tuple[Rule, ...]:
    found = list(_RULE.finditer(text))
    subjects = [(match.start(), match["subject"].strip()) for match in _SUBJECT.finditer(text)]
    ends = [match.start() for match in found[1:]] + [len(text)]
    return tuple(
        replace(
            _rule(match, text[match.end() : end]),
            subject=next((words for start, words in reversed(subjects) if start < match.start()), ""),
        )
        for match, end in zip(found, ends, strict=True)
    )


def _rule(match: re.Match[str], below: str) -> Rule:
    words, sources, not_checked = _LINE_END.sub(" ", match["text"]).strip(), [], ""
    while bracket := _SOURCE.search(words):
        said = bracket["source"]
        if said.startswith(_NOT_CHECKED):
            not_checked = said.removeprefix(_NOT_CHECKED).strip()
        elif _LEDGER.search(said) or "source" in said or said.startswith("ours"):
            sources.append(said)
        else:
            break
        words = words[: bracket.start()]
    source = "; ".join(reversed(sources))
    reads = _READS.search(source)
    source = _READS.sub("", source)
    # Bold words before a rule are its short form, else its first clause is.
    if bold := _SHORT.match(words):
        short, words = bold["short"], words[bold.end() :]
    else:
        end = _CLAUSE.search(words)
        short = (words if end is None else words[: end.start()]).rstrip() + "."
    examples = tuple(tuple(block.splitlines()) for block in _PLAY.findall(below))
    return Rule(
        id=match["id"],
        words=words,
        source=source,
        ledger=tuple(_LEDGER.findall(source)),
        not_checked=not_checked,
        examples=examples,
        short=short,
        is_reading=reads is not None or "source" not in source,
        reads=(reads["text"] or "") if reads is not None else "",
    )


def rule(game: str, rule_id: str, home: str = "") -> Rule:
    """One rule of a game, or of every game. Raises NoSuchRule."""
    for found in (*_rules(EVERY_GAME, spoken().code), *rules(game, home)):
        if found.id == rule_id:
            return found
    raise NoSuchRule(rule_id)


BEFORE = ("options:", "facts:", "position:")
"""Prefixes of the lines that say what was before the first event."""
_OPTION = re.compile(r'[^\s"]+(?:"[^"]*")?')


@dataclass(frozen=True, slots=True)
class Run:
    """One example while it runs: its game, its set-up and the state so far."""

    game: Game[Any]
    setup: Setup
    state: Any


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of play: the run before it, its event, and the rule that refuses it (empty: none)."""

    before: Run
    event: Event
    refused: str


def begun(game: Game[Any], lines: tuple[str, ...]) -> Run:
    """An example before its first event. Raises SetupFault and PositionFault."""
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
    """A word parsed as JSON if it is JSON; else the word itself."""
    try:
        return json.loads(word)
    except ValueError:
        return word
