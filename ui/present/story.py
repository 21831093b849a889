"""A game told from turn to turn: whose turn it was, how far each seat had come, what was thrown, what turned it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Literal

from companion.game import Measure, Seat, Throw
from companion.journal import TookBack
from ui.present.walk import Walk

PAUSE = timedelta(minutes=20)
"""Whoever does nothing for longer than this has left the table meanwhile."""


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """One turn: whose it was, and the places after its first and its last entry."""

    seat: Seat
    first: int
    last: int


def turns(walk: Walk) -> tuple[TurnTaken, ...]:
    """Every turn, in order; what came before the first belongs to none."""
    found: list[TurnTaken] = []
    for place in range(1, walk.last + 1):
        seat = walk.game.whose_turn(walk.states[place - 1])
        if seat is None:
            continue
        if found and found[-1].seat == seat and found[-1].last == place - 1:
            found[-1] = TurnTaken(seat, found[-1].first, place)
        else:
            found.append(TurnTaken(seat, place, place))
    return tuple(found)


def measures(walk: Walk, place: int) -> tuple[Measure, ...]:
    """How far each seat had come at a place; nothing while the game goes on, or where it does not tell that."""
    return () if walk.over is None else walk.game.measures(walk.states[place])


def points(walk: Walk) -> Measure | None:
    """The points that the game is won by, at its end; None where it has none or is not over."""
    return next((one for one in measures(walk, walk.last) if one.decides), None)


def throws(walk: Walk) -> Iterator[Throw]:
    for place, line in enumerate(walk.lines):
        if not line.struck and not isinstance(line.entry.event, TookBack) and line.entry.corrects is None:
            yield from walk.game.thrown(walk.states[place], line.entry.event)


PointKind = Literal["contest", "first", "lead", "great", "mended"]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A place at which the game may have turned.

    `kind`: something was decided (`contest`), a card was taken for the first time (`first`), another seat got ahead
    (`lead`, and `seat` is who), something great happened (`great`), or the record was put right (`mended`).
    """

    place: int
    kind: PointKind
    seat: Seat | None = None


def turning_points(walk: Walk) -> tuple[TurningPoint, ...]:
    """Every such place, in order, each once."""
    found: list[TurningPoint] = []
    leader: Seat | None = None
    taken: set[str] = set()
    for place in range(1, walk.last + 1):
        line = walk.lines[place - 1]
        event = line.entry.event
        if line.struck or isinstance(event, TookBack):
            continue
        if line.entry.corrects is not None or line.entry.waived:
            found.append(TurningPoint(place, "mended", event.seat))
            continue
        first = measures(walk, place)[:1] if walk.game.whose_turn(walk.states[place - 1]) is not None else ()
        ahead = first[0].leader if first else None
        is_new = event.takes and event.card is not None and event.card not in taken
        if event.takes and event.card is not None:
            taken.add(event.card)
        if ahead is not None and leader is not None and ahead != leader:
            found.append(TurningPoint(place, "lead", ahead))
        elif walk.contest(place) is not None:
            found.append(TurningPoint(place, "contest", event.seat))
        elif is_new:
            found.append(TurningPoint(place, "first", event.seat))
        elif event.great:
            found.append(TurningPoint(place, "great", event.seat))
        leader = leader if ahead is None else ahead
    return tuple(found)


def minutes(stamps: Sequence[str]) -> int | None:
    """How long people sat at it, in whole minutes, longer pauses left out; None where the times do not tell.

    `stamps`: when each line of the record was written (ISO 8601).
    """
    try:
        times = [datetime.fromisoformat(stamp) for stamp in stamps]
    except ValueError:
        return None
    gaps = (later - earlier for earlier, later in pairwise(times))
    total = sum((gap for gap in gaps if timedelta() < gap <= PAUSE), timedelta())
    return round(total.total_seconds() / 60) or None
