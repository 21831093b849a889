"""Who plays whom: the Swiss system and round robin. Pure functions on names.

Swiss: who has as many points meets, nobody meets anybody twice as long as that can be, and somebody over sits out once.
It is a matching of the least cost over all pairs (J. Edmonds, "Paths, trees, and flowers", 1965; networkx has it).
Round robin: the circle method (E. Lucas, "Récréations mathématiques" II, 1883).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

NEAR = 24
"""Somebody is paired with one of these next in the ranking: more would take minutes for hundreds of players."""
_AGAIN, _FAR, _MOST = 10_000_000, 1_000, 10**12
_PASSES = 4


@dataclass(slots=True)
class Entrant:
    """Somebody in a tournament so far. `met`: how often whom; `first`: how often named first; `byes`: sat out."""

    name: str
    points: int = 0
    met: Counter[str] = field(default_factory=Counter)
    first: int = 0
    byes: int = 0


def swiss_round(ranked: Sequence[Entrant], per_table: int = 2) -> list[tuple[str, ...]]:
    """The next round of entrants in the order of their ranking: who sits at each table; one name alone sits out."""
    if per_table > 2:
        return _groups(ranked, per_table)
    playing = list(ranked)
    out: list[tuple[str, ...]] = []
    if len(playing) % 2:
        fewest = min(one.byes for one in playing)
        resting = next(one for one in reversed(playing) if one.byes == fewest)
        playing.remove(resting)
        out = [(resting.name,)]
    if not any(one.points or one.met for one in playing):
        half = len(playing) // 2
        pairs = list(zip(playing[:half], playing[half:], strict=True))
    else:
        import networkx

        graph = networkx.Graph()
        as_many = Counter(one.points for one in playing)
        for (n, one), (m, other) in combinations(enumerate(playing), 2):
            if m - n <= NEAR:
                # A pair costs most that they have met, then how far apart their points are, then that of those with
                # as many points the better half does not meet the other.
                apart = abs(one.points - other.points)
                fold = 0 if apart else abs(m - n - min(as_many[one.points] // 2, NEAR))
                cost = one.met[other.name] * _AGAIN + apart * apart * _FAR + min(fold, _FAR - 1)
                graph.add_edge(n, m, weight=_MOST - cost)
        matched = networkx.max_weight_matching(graph, maxcardinality=True)
        pairs = [(playing[n], playing[m]) for n, m in sorted(tuple(sorted(pair)) for pair in matched)]
    # Who was named first less often so far is named first.
    ordered = (pair if pair[0].first <= pair[1].first else pair[::-1] for pair in pairs)
    return [*((one.name, other.name) for one, other in ordered), *out]


def _groups(ranked: Sequence[Entrant], per_table: int) -> list[tuple[str, ...]]:
    """Tables of several, sizes differing by one: down the ranking, whoever has met those at the table least.

    Then two of tables near each other change places for as long as fewer sit with those whom they have met.
    """
    left = list(ranked)
    count = max(1, -(-len(left) // per_table))
    tables = []
    for number in range(count):
        table = [left.pop(0)]
        while len(table) < len(ranked) // count + (number < len(ranked) % count):
            met = [sum(one.met[other.name] for one in table) for other in left]
            table.append(left.pop(min(range(len(left)), key=lambda k: met[k] * NEAR + k)))
        tables.append(table)

    def again(*some: Sequence[Entrant]) -> int:
        """How much those at tables have met: somebody whom one has met twice weighs four times as much."""
        return sum(one.met[other.name] ** 2 for table in some for one, other in combinations(table, 2))

    near = [(one, other) for n, one in enumerate(tables) for other in tables[n + 1 : n + 4]]
    for _ in range(_PASSES):
        changed = False
        for one, other in near:
            for n, m in product(range(len(one)), range(len(other))):
                before = again(one, other)
                one[n], other[m] = other[m], one[n]
                if again(one, other) < before:
                    changed = True
                else:
                    one[n], other[m] = other[m], one[n]
        if not changed:
            break
    return [tuple(one.name for one in table) for table in tables]


def round_robin(names: Sequence[str]) -> list[list[tuple[str, ...]]]:
    """Every round: each meets each once; of an odd number one sits out each round, who stands alone."""
    circle: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    rounds = []
    for number in range(len(circle) - 1):
        pairs: list[tuple[str, ...]] = []
        for n in range(len(circle) // 2):
            one, other = circle[n], circle[-1 - n]
            # The first stays where it is, the others go round: each is first half the time.
            if (n or number) % 2:
                one, other = other, one
            pairs.append(tuple(name for name in (one, other) if name is not None))
        rounds.append(sorted(pairs, key=len, reverse=True))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def buchholz(entrants: Mapping[str, Entrant]) -> dict[str, int]:
    """By name, the points of all whom somebody met: whoever met the stronger stands higher among equals."""
    return {
        name: sum(entrants[other].points * times for other, times in one.met.items() if other in entrants)
        for name, one in entrants.items()
    }
