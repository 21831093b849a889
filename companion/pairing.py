"""The best way to pair the things of two rows, one to one: an assignment problem.

By shortest augmenting paths with potentials: Kuhn (1955), "The Hungarian method for the assignment problem", in the
form of Jonker & Volgenant (1987), "A shortest augmenting path algorithm for dense and sparse linear assignment
problems". Time grows with rows² × columns.
"""

from collections.abc import Sequence
from itertools import permutations
from math import inf

_FEW = 3
"""Up to so many columns it is quickest to try every way."""


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
    costs less than both together, and those that are made cost just that. The column past the last is where a new
    row begins.
    """
    heights, depths = [0.0] * rows, [0.0] * (columns + 1)
    paired: list[int | None] = [None] * (columns + 1)
    for new in range(rows):
        paired[columns] = new
        cheapest, came_from = [inf] * columns, [columns] * columns
        passed: list[int] = []
        left = list(range(columns))
        column = columns
        while (row := paired[column]) is not None:
            passed.append(column)
            step, following = inf, column
            costs, height = gains[row], heights[row]
            for other in left:
                cost = -costs[other] - height - depths[other]
                if cost < cheapest[other]:
                    cheapest[other], came_from[other] = cost, column
                if cheapest[other] < step:
                    step, following = cheapest[other], other
            for seen in passed:
                owner = paired[seen]
                assert owner is not None
                heights[owner] += step
                depths[seen] -= step
            for other in left:
                cheapest[other] -= step
            column = following
            left.remove(column)
        while column != columns:
            paired[column], column = paired[came_from[column]], came_from[column]
    found = [0] * rows
    for column, row in enumerate(paired[:columns]):
        if row is not None:
            found[row] = column
    return tuple(found)
