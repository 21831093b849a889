"""ZONG played in a demo: pieces are flicked about, and the referee's account is checked against the truth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from companion.game import Event
from companion.games.zong.events import Advanced, Cleaned, FellBack, Passed, Rest, Voted, Zonged
from companion.games.zong.rest import sorted_out
from companion.games.zong.state import State
from companion.referee import Reply
from companion.weigh import Ask
from ui.demo.playing import Deeds, after_all
from ui.faces.face import face_of
from vision.eye import Eye
from vision.painted.simulated import by_hand
from vision.painted.tabletop import Laid, TableTop

# Flicks on the simulated table: who is hit, where pieces come to rest, whether the referee understood. Rule kept: the
# truth is known to 0.1 mm, and the bookings are checked against it.

DISC_MM, DISC_THICK_MM = 30.0, 6.0
"""Diameter and thickness in mm of the disc that is flicked."""
SLID_MM = 2.0
"""Spread in mm of the slide of a grazed piece."""
FARTHEST_MM = 90.0
"""Maximum distance in mm from the board of pieces at rest."""
_LIES_ON: Final = 0.08
"""Probability that a flying piece comes to lie on another."""
_DISC_STAYS: Final = 0.6
"""Probability that the disc stays on the table after the flick."""
_APART_MM: Final = 1.0
_MOVED_MM: Final = 0.3
_TRIES: Final = 60


def flick(state: State, top: TableTop, chance: Random) -> tuple[Zonged, TableTop]:
    """A flick at one of the towers or pieces, or past all of them: the true event, and the table after it."""
    pawns = [n for n, thing in enumerate(top.things) if thing.kind == "pawn"]
    above = {n: [m for m in top.riders(n) if m in pawns] for n in pawns}
    lowest = [n for n in pawns if not any(n in riders for riders in above.values())]
    if not lowest or chance.random() < 0.05:
        return Zonged(state.turn), top
    hit = chance.choice(lowest)
    tower = [hit, *above[hit]]
    # What leaves the tower that was hit: the lowest piece, from under the others, or all from some height on.
    low = len(tower) > 1 and chance.random() < 0.2
    flying = tower[:1] if low else tower[chance.randrange(len(tower)) :]
    slide = (chance.gauss(0, SLID_MM), chance.gauss(0, SLID_MM)) if chance.random() < 0.6 else (0.0, 0.0)
    things = [
        replace(thing, x=round(thing.x + slide[0], 1), y=round(thing.y + slide[1], 1))
        if n in tower
        else thing
        for n, thing in enumerate(top.things)
        if n not in flying
    ]
    course = chance.uniform(0, 2 * math.pi)
    for n in flying:
        things.append(_at_rest(state, top.things[n], things, course, chance))
    if chance.random() < _DISC_STAYS:
        disc = Laid(
            "disc", None, top.things[hit].x, top.things[hit].y, width_mm=DISC_MM, thick_mm=DISC_THICK_MM
        )
        things.append(_at_rest(state, disc, things, course, chance, may_lie_on=False))
    after = TableTop(tuple(things))
    # Pieces that have moved, and what each lies on unless it stood on that before.
    old = {thing.label: (thing, _below(top, n)) for n, thing in enumerate(top.things)}
    rests: dict[str, Rest] = {}
    for n, thing in enumerate(after.things):
        if thing.kind == "pawn" and thing.label is not None:
            (was, stood_on), below = old[thing.label], _below(after, n)
            if math.hypot(thing.x - was.x, thing.y - was.y) > _MOVED_MM:
                rests[thing.label] = Rest(thing.x, thing.y, on=below if below != stood_on else "")
    return Zonged(state.turn, rests), after


def understood(truth: State, booked: State) -> bool:
    """Whether a booked state has every piece where it belongs in truth, except for what lies within the doubt.

    The same for the order of towers, where both are sure of it, and for the winner.
    """
    true, told = sorted_out(truth), sorted_out(booked)
    # A win or a place that was doubtful in truth may have been decided either way.
    doubted = any(piece.doubtful for piece in true.pieces.values())
    if truth.over is not None or booked.over is not None:
        return truth.over == booked.over or doubted
    for colour, piece in true.pieces.items():
        if told.pieces[colour].square != piece.square and not piece.doubtful:
            return False
    return all(
        tower == told.towers[square]
        for square, tower in true.towers.items()
        if set(tower) == set(told.towers.get(square, ()))
        if square not in true.doubtful | told.doubtful
    )


def _at_rest(
    state: State,
    thing: Laid,
    things: Sequence[Laid],
    course: float,
    chance: Random,
    *,
    may_lie_on: bool = True,
) -> Laid:
    """A thing at rest: on a piece that stands there, or where nothing else lies."""
    # Rarely on another piece, at the same height as that one.
    pawns = [one for one in things if one.kind == "pawn"]
    if may_lie_on and pawns and chance.random() < _LIES_ON:
        under = chance.choice(pawns)
        found = replace(
            thing, x=round(under.x + chance.gauss(0, 2), 1), y=round(under.y + chance.gauss(0, 2), 1)
        )
        if sum(found.lies_on(one) for one in things) == sum(under.lies_on(one) for one in things):
            return found
    # Else the first free spot on its course, within reach of the table; the course turns after each failure.
    width, height = state.board.width_mm, state.board.height_mm
    spot = thing.x, thing.y
    for _ in range(_TRIES):
        far, way = chance.uniform(15, 190), course + chance.gauss(0, 0.8)
        spot = round(thing.x + far * math.cos(way), 1), round(thing.y + far * math.sin(way), 1)
        within = (
            -FARTHEST_MM <= spot[0] <= width + FARTHEST_MM and -FARTHEST_MM <= spot[1] <= height + FARTHEST_MM
        )
        free = all(
            math.hypot(one.x - spot[0], one.y - spot[1]) >= (one.width_mm + thing.width_mm) / 2 + _APART_MM
            for one in things
            if one.is_round
        )
        if within and free:
            return replace(thing, x=spot[0], y=spot[1])
        course += 0.3
    return replace(thing, x=-FARTHEST_MM, y=-FARTHEST_MM)


def _below(top: TableTop, index: int) -> str:
    """The piece that a piece stands on; empty: none."""
    thing = top.things[index]
    under = [one for one in top.things[:index] if one.kind == "pawn" and thing.lies_on(one)]
    return (under[-1].label or "") if under else ""


PASSES = 0.1
"""Probability that a flick is left out."""
STOOD = (Advanced, Cleaned, FellBack)
"""Events after which every piece is where the book has it, hidden ones included."""


@dataclass
class OwnDeeds(Deeds):
    flicked: TableTop | None = None
    """The table after the flick of this step."""

    def following(self, state: Any) -> tuple[Event, ...]:
        self.flicked = None
        if state.phase != "lightning":
            return super().following(state)
        event, after = flick(state, self.hands.table.tabletop, self.chance)
        if not event.rest or self.chance.random() < PASSES:
            return (Passed(state.turn),)
        self.flicked = after
        return (event,)

    def is_shown(self, state: Any, events: Sequence[Event]) -> bool:
        """A clean-up, or a flick not made, is told by people."""
        if any(isinstance(event, Zonged) and event.rest for event in events):
            return not any(event.told for event in events)
        said = any(isinstance(event, Cleaned | Passed) for event in events)
        return not said and super().is_shown(state, events)

    def steps(self, state: Any, events: tuple[Event, ...]) -> list[TableTop]:
        if self.flicked is None or not isinstance(events[-1], Zonged):
            return super().steps(state, events)
        table = self.hands.table
        return list(by_hand(table.tabletop, self.flicked, table.table, events[-1].seat, 1))

    def meant(self, state: Any, reply: Reply, events: tuple[Event, ...]) -> tuple[Event, ...] | None:
        if self.flicked is None or not isinstance(reply.verdict, Ask):
            return super().meant(state, reply, events)
        truth = after_all(self.game, state, events)
        near = (option for option in reply.verdict.options if all(isinstance(e, Zonged) for e in option))
        return next(
            (option for option in near if option and understood(truth, after_all(self.game, state, option))),
            None,
        )

    def is_wrong(self, state: Any, events: tuple[Event, ...], booked: Any) -> bool:
        return self.flicked is not None and not understood(after_all(self.game, state, events), booked)

    def is_said_at_panel(self, event: Event) -> bool:
        return isinstance(event, Voted)

    def moves_unseen(self, event: Event) -> bool:
        return isinstance(event, STOOD)

    def tell_eye(self, eye: Eye, state: Any) -> None:
        """The eye is told where people say that pieces stand, and where they stood at first."""
        if not state.rest:
            face_of(self.game).tell_eye(eye, state)
