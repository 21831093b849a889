"""What the best play there is wins in ZONG of three against two who do anything.

`python -m tests.companion.search.zong_bound` finds it by value iteration over every place of the three pieces and
every way to own the nine discs. Left out are the order within a tower and pieces that lie on others. Where a flick
leaves pieces is drawn as the game draws it; a doubt about the goal falls either way, as in a vote by lot, or with
`--kind` every doubt as the best player likes.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb
from random import Random

import numpy as np
from numpy.typing import NDArray

from companion.games import all_games
from companion.games.zong.events import Rest
from companion.games.zong.rest import Lying, belonging
from companion.games.zong.rules import flick
from companion.games.zong.state import BLUE_FACES, State
from tests.companion.search.playing import agreed

Values = NDArray[np.float32]
"""By the places of who is to move, of the next and of the third."""
Discs = tuple[int, int, int]
GOAL = 33
N = GOAL + 1
FIRST, NEXT, THIRD = np.indices((N, N, N))
ALL: Discs = (3, 3, 3)
ENOUGH = 0.0003


def minus(one: Discs, other: Discs) -> Discs:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def choices(of: Discs, number: int) -> Iterator[Discs]:
    """Every way to take so many of these discs: blue, risk and lightning ones."""
    for b, r, y in product(*(range(each + 1) for each in of)):
        if b + r + y == number:
            yield b, r, y


HANDS = [(mine, other) for mine in choices(ALL, 5) for other in choices(minus(ALL, mine), 2)]
"""What who is to move owns, and the next."""


@cache
def points(blue: int, risk: int) -> dict[int, float]:
    """How likely so many blue and risk discs come to a sum."""
    sums = Counter(
        sum(faces) + sum(sevens)
        for discs in combinations(BLUE_FACES, blue)
        for faces in product(*discs)
        for sevens in product((7, 0), repeat=risk)
    )
    return {found: count / sums.total() for found, count in sums.items()}


def landings(samples: int, *, kind: bool) -> tuple[Values, Values]:
    """How likely an own piece and another's go from place to place in a flick that moves a third of all pieces."""
    game, rng = all_games()["zong"], Random(6)
    state: State = game.start(agreed(game, 3))
    moved = np.zeros((2, N, N), np.float32)
    moved[:, GOAL, GOAL] = 1
    for place in range(GOAL):
        there = state.with_squares({0: (), place: (0, 1, 2)})
        flicks = (flick(there, rng.randrange) for _ in range(samples))
        rests = [rest for one in flicks for rest in one.rest.values()]
        for rest in rests:
            for one, ends in zip(moved, _ends(state, place, rest, kind=kind), strict=True):
                for end in ends:
                    one[place, end] += 1 / (len(rests) * len(ends))
    still = np.eye(N, dtype=np.float32) * 2 / 3
    return still + moved[0] / 3, still + moved[1] / 3


def _ends(state: State, place: int, rest: Rest, *, kind: bool) -> tuple[list[int], list[int]]:
    """Where an own piece and another's belong that rest here, each as likely."""
    board, lying = state.board, Lying(rest.x, rest.y)
    found = belonging(board, state.seats, board.named(place), lying, state.agreed.straddle)
    ends = sorted(board.number(square) or 0 for square in found.choices or (found.square,))
    if kind:
        return ends[-1:], ends[:1]
    if not found.doubtful or ends[-1] != GOAL:
        ends = [board.number(found.square) or 0]
    return ends, ends


def with_goal(values: Values, me: int) -> Values:
    """The values with what the goal means: the piece of who is to move comes first, of two others either."""
    whole, won = values.copy(), [np.float32(me == number) for number in range(3)]
    whole[:, GOAL, :], whole[:, :, GOAL] = won[1], won[2]
    whole[:, GOAL, GOAL] = (won[1] + won[2]) / 2
    whole[GOAL] = won[0]
    return whole


class Play:
    """One sweep of value iteration. `me`, the best player, is to move (0), moves next (1) or last (2)."""

    def __init__(self, landing: tuple[Values, Values]) -> None:
        self.landing = landing
        behind = np.full((N, N, N), -1)
        for other in (NEXT, THIRD):
            behind = np.maximum(behind, np.where(other < FIRST, other, -1))
        self.back = np.where(behind < 0, FIRST, np.maximum(behind - 1, 0))

    def swept(self, values: Values) -> Values:
        """The values one turn further on, by whose turn is the best player's and who owns what."""
        turns = [[self._thrown(values[(me - 1) % 3], *hands, me) for hands in HANDS] for me in range(3)]
        return np.array(turns)

    def _thrown(self, values: Values, mine: Discs, other: Discs, me: int) -> Values:
        found = []
        for throw in choices(mine, 3):
            owned = other[0] + throw[0], other[1] + throw[1], other[2] + throw[2]
            number = HANDS.index((owned, minus(minus(ALL, mine), other)))
            after = with_goal(np.ascontiguousarray(values[number].transpose(2, 0, 1)), me)
            total = np.zeros((N, N, N), np.float32)
            for gone, odds in points(throw[0], throw[1]).items():
                moved = self._advanced(after, gone, me) if gone else after
                for flicks in range(throw[2] + 1):
                    chance = odds * comb(throw[2], flicks) / 2 ** throw[2]
                    total += np.float32(chance) * self._flicked(moved, throw[2] - flicks, flicks, me)
            found.append(total)
        return np.max(found, axis=0) if me == 0 else np.mean(found, axis=0)

    def _advanced(self, after: Values, gone: int, me: int) -> Values:
        """Alone, or with those in the same tower: in two orders, which are the same here but for who chooses by lot."""
        to, won = np.minimum(np.arange(N) + gone, GOAL), np.float32(me == 0)
        end = to[FIRST]
        ways = [
            (FIRST >= 0, after[end, NEXT, THIRD], 1.0),
            ((FIRST == NEXT) & (FIRST > 0), after[end, end, THIRD], 1.5),
            ((FIRST == THIRD) & (FIRST > 0), after[end, NEXT, end], 1.5),
            ((FIRST == NEXT) & (FIRST == THIRD) & (FIRST > 0), after[end, end, end], 1.5),
        ]
        ways = [(where, np.where(end == GOAL, won, found), often) for where, found, often in ways]
        if me == 0:
            return np.max([np.where(where, found, -1) for where, found, _often in ways], axis=0)
        weights = sum(where * np.float32(often) for where, _found, often in ways)
        summed = sum(np.where(where, found, 0) * np.float32(often) for where, found, often in ways)
        return np.asarray(summed / weights, np.float32)

    def _flicked(self, values: Values, spirals: int, flicks: int, me: int) -> Values:
        for _ in range(spirals):
            values = values[self.back, NEXT, THIRD]
        for _ in range(flicks):
            after = with_goal(values, me)
            for piece in range(3):
                landing = self.landing[piece != me]
                after = np.moveaxis(np.tensordot(landing, np.moveaxis(after, piece, 0), 1), 0, piece)
            values = np.maximum(values, after) if me == 0 else (values + after) / 2
        return values


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--samples", type=int, default=3000, help="flicks from each square")
    reader.add_argument("--kind", action="store_true", help="every doubt goes as the best player likes")
    reader.add_argument("--sweeps", type=int, default=50)
    asked = reader.parse_args()
    play = Play(landings(asked.samples, kind=asked.kind))
    start = HANDS.index(((3, 1, 1), (0, 1, 1)))
    values = np.full((3, len(HANDS), N, N, N), 1 / 3, np.float32)
    for _ in range(asked.sweeps):
        before, values = values, play.swept(values)
        if np.abs(values - before)[:, :, :GOAL, :GOAL, :GOAL].max() < ENOUGH:
            break
    shares = [float(values[me][start][0, 0, 0]) for me in range(3)]
    print(
        f"first {shares[0]:.1%}, second {shares[1]:.1%}, third {shares[2]:.1%}; on average {sum(shares) / 3:.1%}"
    )


if __name__ == "__main__":
    main()
