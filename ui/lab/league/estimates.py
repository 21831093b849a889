"""Estimates from results: shares with their intervals, and ratings."""

from collections.abc import Mapping, Sequence
from math import exp, log, log10, sqrt
from statistics import mean, stdev
from typing import NamedTuple

Z_95 = 1.959964
"""The 0.975 quantile of the normal distribution."""
ELO_MIDDLE, ELO_SCALE = 1500.0, 400.0
ROUNDS = 2000
"""So often the ratings are improved at most; they are settled long before."""
SETTLED = 1e-9


class Share(NamedTuple):
    """A share of so many `games`, with its 95 % interval by Wilson ("Probable inference", JASA 22, 1927)."""

    games: int
    share: float
    low: float
    high: float


def share_of(points: float, games: int) -> Share:
    """The share that `points` are of `games`; a draw may count in parts. With no game, all is possible."""
    if not games:
        return Share(0, 0.0, 0.0, 1.0)
    share, z = points / games, Z_95 * Z_95 / games
    middle = (share + z / 2) / (1 + z)
    half = sqrt(z * share * (1 - share) + z * z / 4) / (1 + z)
    return Share(games, share, max(0.0, middle - half), min(1.0, middle + half))


def mean_of(values: Sequence[int]) -> tuple[float, float]:
    """The mean, and how far its 95 % interval reaches to either side; 0 where one value says nothing of that."""
    return mean(values), Z_95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def ratings(points: Mapping[tuple[int, int], float], contestants: int) -> Sequence[float]:
    """Elo ratings by the greatest likelihood, about a middle of 1500; `points`: what the first took off the second.

    The model is Bradley and Terry's ("Rank analysis of incomplete block designs", Biometrika 39, 1952), solved as by
    Hunter ("MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004). Everybody has drawn
    once with an average player besides, so that who always won has a rating.
    """
    strength = [1.0] * contestants
    won = [0.5 + sum(points.get((a, b), 0.0) for b in range(contestants)) for a in range(contestants)]
    games = {
        (a, b): points.get((a, b), 0.0) + points.get((b, a), 0.0)
        for a in range(contestants)
        for b in range(contestants)
        if a != b
    }
    for _round in range(ROUNDS):
        new = [
            won[a]
            / (
                1 / (strength[a] + 1)
                + sum(games[a, b] / (strength[a] + strength[b]) for b in range(contestants) if b != a)
            )
            for a in range(contestants)
        ]
        mean = exp(sum(map(log, new)) / contestants)
        new = [each / mean for each in new]
        change = max(abs(after / before - 1) for after, before in zip(new, strength, strict=True))
        strength = new
        if change < SETTLED:
            break
    return [ELO_MIDDLE + ELO_SCALE * log10(each) for each in strength]
