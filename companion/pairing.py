"""The best way to pair the things of two rows, one to one: an assignment problem.

By shortest augmenting paths with potentials: Kuhn (1955), "The Hungarian method for the assignment problem", in the
form of Jonker & Volgenant (1987), "A shortest augmenting path algorithm for dense and sparse linear assignment
problems". Time grows with rows² × columns.
"""

from collections.abc import Sequence
from itertools import permutations
from math import inf

_FEW = 3
"""Up to this many columns it is quickest to try every way."""


def best_pairing(gains: Sequence[Sequence[float]]) -> tuple[int, ...]:
    """For every row the column it is paired with, no column twice, so that the sum of gains is greatest.

    `gains` has at least as many columns as rows, all rows as long; every gain is finite.
    """
    rows = len(gains)
    columns = len(gains[0]) if rows else 0
    if columns > _FEW:
        return _shortest_paths(gains, rows, columns)
    ways = permutations(range(columns), rows)
    return max(ways, key=lambda way: sum([gains[row][column] for row, column in enumerate(way)]))


def _shortest_paths(gains: Sequence[Sequence[float]], rows: int, columns: int) -> tuple[int, ...]:
    """Row by row, the cheapest chain of changes that gives the new row a column.

    A cost is a gain with its sign turned. `heights` and `depths` are the potentials of rows and columns: no pair
    costs less than both together, and those that are made cost just that. Both are counted from 1: row 0 is none, and
    a new row begins in column 0.
    """
    heights, depths = [0.0] * (rows + 1), [0.0] * (columns + 1)
    paired, came_from = [0] * (columns + 1), [0] * (columns + 1)
    for new in range(1, rows + 1):
        paired[0], column = new, 0
        cheapest, left = [inf] * (columns + 1), set(range(1, columns + 1))
        while row := paired[column]:
            step, following = inf, column
            for other in left:
                cost = -gains[row - 1][other - 1] - heights[row] - depths[other]
                if cost < cheapest[other]:
                    cheapest[other], came_from[other] = cost, column
                if cheapest[other] < step:
                    step, following = cheapest[other], other
            for other in range(columns + 1):
                if other in left:
                    cheapest[other] -= step
                else:
                    heights[paired[other]] += step
                    depths[other] -= step
            left.remove(column := following)
        while column:
            paired[column], column = paired[came_from[column]], came_from[column]
    return tuple(paired.index(row, 1) - 1 for row in range(1, rows + 1))
