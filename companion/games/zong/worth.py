"""How well a seat of ZONG stands, and how far each has come."""

from functools import lru_cache
from math import exp
from typing import Any

from companion.game import Measure, Seat, Throw
from companion.games.zong.events import Threw
from companion.games.zong.state import BLUE, LIGHTNING, RISK, State
from companion.language import _, marked

# How well a seat of ZONG stands: how likely its piece is the first on the goal.
#
# Every piece goes its way by itself, a throw in each of its turns, and now and then a flick leaves it anywhere. So it
# has so many chances in a hundred to be there after one turn, two, three …; who moves sooner is there sooner.


POINTS, SPREAD, MOST = 6, 7, 21
"""What a turn brings on average, spirals counted, and how widely that is spread; no throw brings more than `MOST`."""
ASTRAY = 0.4
"""How often a piece is flicked elsewhere from one of its turns to the next, all squares alike."""
YELLOW = 5
"""Squares by which a yellow disc holds back who has it: it brings no points until it is passed on."""
MOST_YELLOW = 6
MOST_TURNS = 16
ARRIVED = (0.0,) * (MOST_TURNS + 1)


def worth(state: State, seat: Seat) -> float:
    """The chance to be the first on the goal. Of what is thrown, points count as gone and discs as passed on."""
    seats, underway = state.seats, state.phase != "throw"
    following = (state.turn + 1) % seats
    first = following if underway else state.turn
    points, yellow = [0] * seats, [hand[2] for hand in state.hands]
    if underway:
        points[state.turn] = state.throw.points
        thrown = sum(disc.disc == LIGHTNING for disc in state.throw.thrown)
        yellow[state.turn] -= thrown
        yellow[following] += thrown
    way, late = _on_the_way(state.board.last), []
    for number in range(seats):
        each = (first + number) % seats
        place = state.place(each) + points[each]
        held = min(max(yellow[each], 0), MOST_YELLOW)
        late.append(way[place - YELLOW * held] if place <= state.board.last else ARRIVED)
    # How likely the own piece is there before all others.
    own = (seat - first) % seats
    total = 0.0
    for turn in range(1, MOST_TURNS + 1):
        chance = late[own][turn - 1] - late[own][turn]
        for number, other in enumerate(late):
            if number != own:
                chance *= other[turn if number < own else turn - 1]
        total += chance
    return total


@lru_cache(maxsize=16)
def _on_the_way(last: int) -> dict[int, tuple[float, ...]]:
    """By place, also those before the start: the chances not to be on the goal yet after no turn, one, two …"""
    odds = [exp(-(((points - POINTS) / SPREAD) ** 2) / 2) for points in range(MOST + 1)]
    whole, places = sum(odds), range(-YELLOW * MOST_YELLOW, last + 1)
    late = dict.fromkeys(places, 1.0)
    found = [late]
    for _n in range(MOST_TURNS):
        lost = sum(late[place] for place in range(last + 1)) / (last + 1)
        rest = {place: (1 - ASTRAY) * each + ASTRAY * lost for place, each in late.items()}
        late = {
            place: sum(odd * rest.get(place + points, 0.0) for points, odd in enumerate(odds)) / whole
            for place in places
        }
        found.append(late)
    return {place: tuple(late[place] for late in found) for place in places}


DISCS = {BLUE: marked("Blue discs"), RISK: marked("Violet discs"), LIGHTNING: marked("Yellow discs")}
"""What each kind of disc is called."""


def whose_turn(state: State) -> Seat | None:
    return state.turn if state.over is None else None


def measures(state: State) -> tuple[Measure, ...]:
    return (Measure(_("Squares from the start"), tuple(state.place(seat) for seat in range(state.seats))),)


def thrown(state: State, event: Any) -> tuple[Throw, ...]:
    """The discs of a throw. A blue one is known by its number, where no other shows the same."""
    if not isinstance(event, Threw):
        return ()
    found = []
    for disc in event.discs:
        face = str(disc.face)
        if disc.disc == BLUE:
            pairs = [pair for pair in state.agreed.blue if disc.face in pair]
            sides = tuple(str(side) for side in sorted(pairs[0])) if len(pairs) == 1 else ()
        else:
            sides = tuple(str(side) for side in state.agreed.faces(disc.disc))
        if len(set(sides)) > 1:
            found.append(Throw(event.seat, DISCS[disc.disc], face, sides))
    return tuple(found)
