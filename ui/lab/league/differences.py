"""What differs between ways to play by more than luck may: each two values of an option against each other."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import erfc, sqrt
from statistics import mean, variance
from typing import Any

from ui.lab.league.draw import Competition
from ui.lab.league.fixture import Fixture, FixtureResult

SURE = 0.05
"""The chance that any one of all comparisons of a league is called sure by luck alone, at most."""

Pair = tuple[Fixture, FixtureResult]
Row = dict[str, Any]
Measured = Callable[[Sequence[Pair]], Sequence[float]]


def differences(league: Competition, played: Sequence[Pair]) -> list[Row]:
    """Every comparison, the surest first. `sure`: it would be hardly so by luck, so many comparisons considered.

    Compared are what the first turn and each contestant have of a game, and how many events it has: two means by the
    normal distribution. `p` is the chance of as much by luck, corrected for the number of comparisons as by Holm ("A
    simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979).
    """
    rows = list(_compared(league, played))
    rows.sort(key=lambda row: row["p"])
    least = 0.0
    for number, row in enumerate(rows):
        least = max(least, min(1.0, row["p"] * (len(rows) - number)))
        row["p"], row["sure"] = float(f"{least:.2g}"), least < SURE
    return rows


def luck(one: Sequence[float], other: Sequence[float]) -> float:
    """How likely two means differ by as much where there is no difference; 1 where too few values tell."""
    if min(len(one), len(other)) < 2:
        return 1.0
    error = sqrt(variance(one) / len(one) + variance(other) / len(other))
    apart = abs(mean(one) - mean(other))
    return erfc(apart / error / sqrt(2)) if error else float(not apart)


def _compared(league: Competition, played: Sequence[Pair]) -> Iterator[Row]:
    measures = dict(_measures(league))
    for name, values in _values(league).items():
        for (one, these), (other, those) in combinations(values.items(), 2):
            for what, measured in measures.items():
                a = measured([pair for pair in played if pair[0].variant in these])
                b = measured([pair for pair in played if pair[0].variant in those])
                if a and b:
                    means = {"of_one": round(mean(a), 4), "of_other": round(mean(b), 4)}
                    yield {"option": name, "one": one, "other": other, "what": what, **means, "p": luck(a, b)}


def _values(league: Competition) -> dict[str, dict[Any, set[int]]]:
    """By option, by value: the numbers of the variants that are played so."""
    found: dict[str, dict[Any, set[int]]] = {}
    for number, variant in enumerate(league.variants):
        for name, value in variant.named:
            found.setdefault(name, {}).setdefault(value, set()).add(number)
    return found


def _measures(league: Competition) -> Iterator[tuple[str, Measured]]:
    yield "events", lambda played: [result.events for _f, result in played]
    yield (
        "first turn",
        lambda played: [result.score(result.first) for _f, result in played if result.first is not None],
    )
    if len(league.contestants) > 1:
        for who, each in enumerate(league.contestants):
            yield each.name, _shares(who)


def _shares(who: int) -> Measured:
    """What a contestant's seats had of each game."""
    return lambda played: [
        result.score(seat)
        for fixture, result in played
        for seat, contestant in enumerate(fixture.contestants)
        if contestant == who
    ]
