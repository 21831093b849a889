"""A record step by step and turn by turn: events, boards, and turning points.

Rule kept: of an unfinished game only the public part is shown; of a finished one everything.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any, Literal

import msgspec

from companion.game import Contest, Event, Game, Measure, Over, Seat, Setup, Throw, View
from companion.journal import Entry, Record, TookBack
from companion.language import joined
from companion.sight import Lying
from ui.owned.tribes import is_of_tribes
from ui.present.board import BoardModel, Mark, board, peeped, signed_pieces, traces
from ui.present.models import Chip, Ending, Played
from ui.present.moment import Chronicle, Told, changed, is_piled, players
from ui.present.names import written
from ui.secrecy import public
from ui.words import _, several, upper_first

PAUSE = timedelta(minutes=20)
"""Inactivity after which players count as gone."""


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """A turn: its seat, and the places after its first and last entry."""

    seat: Seat
    first: int
    last: int


PointKind = Literal["contest", "first", "lead", "great", "mended"]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A place at which the game may have turned.

    `kind`: a decided `contest`, the `first` card taken, a new leader (`lead`, by `seat`), something `great`,
    or a corrected record (`mended`).
    """

    place: int
    kind: PointKind
    seat: Seat | None = None


class Walk:
    """A record with its states. `lines`: entries in words; place n is after n entries.

    `over`: the result; None while the game goes on.
    """

    def __init__(
        self, game: Game[Any], setup: Setup, lines: tuple[Told, ...], states: tuple[Any, ...]
    ) -> None:
        """`states`: the one before all lines, and that after each."""
        self.game, self.setup, self.lines, self.states = game, setup, lines, states
        turn = game.turn(states[-1])
        self.over: Over | None = turn if isinstance(turn, Over) else None

    @classmethod
    def of(cls, game: Game[Any], setup: Setup, entries: Sequence[Entry]) -> "Walk":
        chronicle = Chronicle(game, setup)
        return cls(game, setup, chronicle.tell(entries), tuple(chronicle.after_each))

    @property
    def last(self) -> int:
        return len(self.lines)

    @property
    def names(self) -> tuple[str, ...]:
        return players(self.setup)

    def view(self, place: int) -> View:
        return self.game.view(self.states[place], None)

    def event(self, place: int) -> Event | None:
        """The event before a place in its presentable form; None at the start."""
        if not place:
            return None
        event, before = self.lines[place - 1].entry.event, self.states[place - 1]
        return event if self.over is not None else public(self.game, before, event)

    def contest(self, place: int) -> Contest | None:
        """The contest decided just before a place."""
        event = self.event(place)
        if event is None or isinstance(event, TookBack) or self.lines[place - 1].entry.corrects is not None:
            return None
        return self.game.contest(self.states[place - 1], event)

    def lying(self, place: int) -> Mapping[str, Lying]:
        """The things in each region; after the end with every seat's knowledge."""
        view = self.view(place)
        if self.over is None:
            return view.board
        found = dict(self.game.uncovered(self.states[place]))
        for seat in range(self.setup.seats):
            for name, own in self.game.view(self.states[place], seat).board.items():
                known = found.get(name, ())
                # Of two views of a region the one with more things, each named if either names it.
                found[name] = max(known, own, key=len)
                if len(known) == len(own):
                    pairs = zip(known, own, strict=True)
                    found[name] = tuple(b if a.label is None and b.label is not None else a for a, b in pairs)
        return found

    def aside(self, place: int) -> tuple[tuple[str, ...], ...]:
        """By seat, its things beside the board; after the end as its owner saw them."""
        if self.over is None:
            return self.view(place).aside
        seen = [self.game.view(self.states[place], seat).aside for seat in range(self.setup.seats)]
        return tuple(aside[seat] if seat < len(aside) else () for seat, aside in enumerate(seen))

    @cached_property
    def turns(self) -> tuple[TurnTaken, ...]:
        """Every turn in order; entries before the first belong to none."""
        found, after = list[TurnTaken](), 1
        for seat, run in groupby(map(self.game.whose_turn, self.states[: self.last])):
            first, after = after, after + len(list(run))
            if seat is not None:
                found.append(TurnTaken(seat, first, after - 1))
        return tuple(found)

    def turn_at(self, place: int) -> int | None:
        """The number of an entry's turn; None before the first."""
        return next((n for n, turn in enumerate(self.turns, 1) if turn.first <= place <= turn.last), None)

    def measures(self, place: int) -> tuple[Measure, ...]:
        """The seats' numbers at a place; empty for a running game or one without any."""
        return () if self.over is None else self.game.measures(self.states[place])

    @property
    def points(self) -> Measure | None:
        """The points that decided the game; None without such or before the end."""
        return next((one for one in self.measures(self.last) if one.decides), None)

    def throws(self) -> Iterator[Throw]:
        for state, line in zip(self.states, self.lines, strict=False):
            if not line.struck and not isinstance(line.entry.event, TookBack) and line.entry.corrects is None:
                yield from self.game.thrown(state, line.entry.event)

    @cached_property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        found: list[TurningPoint] = []
        leader: Seat | None = None
        taken: set[str] = set()
        for place in range(1, self.last + 1):
            line = self.lines[place - 1]
            event = line.entry.event
            if line.struck or isinstance(event, TookBack):
                continue
            if line.entry.corrects is not None or line.entry.waived:
                found.append(TurningPoint(place, "mended", event.seat))
                continue
            in_turn = self.game.whose_turn(self.states[place - 1]) is not None
            first = self.measures(place)[:1] if in_turn else ()
            ahead = first[0].leader if first else None
            is_new = event.takes and event.card is not None and event.card not in taken
            if event.takes and event.card is not None:
                taken.add(event.card)
            if ahead is not None and leader is not None and ahead != leader:
                found.append(TurningPoint(place, "lead", ahead))
            elif self.contest(place) is not None:
                found.append(TurningPoint(place, "contest", event.seat))
            elif is_new:
                found.append(TurningPoint(place, "first", event.seat))
            elif event.great:
                found.append(TurningPoint(place, "great", event.seat))
            leader = leader if ahead is None else ahead
        return tuple(found)


def minutes(stamps: Sequence[str]) -> int | None:
    """Whole minutes of play without longer pauses; None if the times do not tell.

    `stamps`: time of each line of the record (ISO 8601).
    """
    try:
        times = [datetime.fromisoformat(stamp) for stamp in stamps]
    except ValueError:
        return None
    gaps = (later - earlier for earlier, later in pairwise(times))
    total = sum((gap for gap in gaps if timedelta() < gap <= PAUSE), timedelta())
    return round(total.total_seconds() / 60) or None


def board_at(walk: Walk, at: int) -> BoardModel:
    """The table after `at` entries, with the last one's changes."""
    table, view = walk.game.table(walk.setup), walk.view(at)
    event = walk.event(at)
    marks, arrows = ((), ()) if event is None or isinstance(event, TookBack) else traces((event,), table)
    if is_piled(view):
        marks, arrows = tuple(Mark(name, "moved") for name in changed(walk.view(max(0, at - 1)), view)), ()
    shown = board(table, walk.lying(at), marks, arrows)
    # A card face down whose face may be known is drawn open.
    pieces = [peeped(one, one.seat) for one in shown.pieces]
    signs = signed_pieces(walk.game, walk.setup, pieces)
    return replace(shown, pieces=signs, counts=tuple(view.counts.items()))


# The standing of a past game: winners and reason.

HOUR = 60


def how_it_stands(walk: Walk, game: Played | None, minutes: int | None, *, at_table: bool = False) -> Ending:
    """The standing of a playable game; `game`: as kept, None for an unrecorded one.

    `minutes`: duration. `at_table`: it is still on the table.
    """
    over, measure, taken = walk.over, walk.points, len(walk.turns)
    won, ends = ((), None) if over is None else (over.winners, written(walk.game.id, over.rule))
    if over is None:
        headline = walk.view(walk.last).headline if walk.last else _("Just begun")
    else:
        headline = won_words([walk.names[seat] for seat in won])
    # Winners first, then by points.
    points = measure.values if measure is not None else (0,) * len(walk.names)
    seats = sorted(range(len(walk.names)), key=lambda seat: (seat not in won, -points[seat], seat))
    standings = (
        Chip(seat, walk.names[seat], seat in won, score="" if measure is None else str(points[seat]))
        for seat in seats
    )
    facts = [several("{n} turn", "{n} turns", taken) if taken else entries_words(walk.last)]
    if minutes is not None and minutes < HOUR:
        facts.insert(0, several("{n} minute", "{n} minutes", minutes))
    elif minutes is not None:
        words = _("{hours} h {minutes} min")
        facts.insert(0, words.format(hours=minutes // HOUR, minutes=minutes % HOUR))
    return Ending(
        headline,
        won,
        why=f"{upper_first(over.words)}." if over is not None and over.words else "",
        rule="" if ends is None else ends.short,
        standings=tuple(standings),
        facts=(*facts, game.when) if game is not None and game.when else tuple(facts),
        festive=at_table and bool(won),
        game=walk.game.id,
    )


def won_words(names: list[str]) -> str:
    if not names:
        return _("Nobody wins")
    if len(names) > 1:
        return _("{names} share the win").format(names=joined(names))
    return _("{names} wins").format(names=names[0])


def entries_words(count: int) -> str:
    return several("{n} entry", "{n} entries", count)


# A game's figures for its people: winners, tribes, throws.


class GameFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One game's figures. `winners`: None while it goes on; `tribes`: by seat, if there are any.

    `fallen`: counts of each throw's outcome.
    """

    game: str
    started: str
    players: tuple[str, ...]
    winners: tuple[int, ...] | None = None
    tribes: tuple[str, ...] = ()
    fallen: tuple[tuple[Throw, int], ...] = ()


def game_figures(record: Record, started: str) -> GameFigures:
    """A record's figures; an unfinished game has no throws."""
    walk = Walk.of(record.game, record.setup, record.entries)
    named = (record.setup.option(one.name, "") for one in record.game.options if is_of_tribes(one))
    tribes = next((str(tribes) for tribes in named if tribes), "")
    fallen = Counter(walk.throws() if walk.over else ())
    return GameFigures(
        game=record.game.id,
        started=started,
        players=record.setup.players,
        winners=None if walk.over is None else walk.over.winners,
        tribes=tuple(tribes.split(",")) if tribes else (),
        fallen=tuple(fallen.items()),
    )
