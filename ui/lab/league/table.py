"""What a league's results say: tables of plain values, the same whatever order the results came in."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import erfc, exp, log, log10, sqrt
from statistics import mean, median, stdev, variance
from typing import Any

from ui.lab.league.draw import Competition
from ui.lab.league.fixture import Fixture, FixtureResult

FEWEST = 20
"""A card is told of where it was in as many games, and missing in as many."""

Pair = tuple[Fixture, FixtureResult]
Row = dict[str, Any]


def table_of(league: Competition, fixtures: Sequence[Fixture], results: Iterable[FixtureResult]) -> Row:
    by_number = {result.number: result for result in results}
    played = [(fixture, by_number[fixture.number]) for fixture in fixtures]
    events = [result.events for _f, result in played]
    return {
        "game": league.game,
        "seats": league.seats,
        "seed": league.seed,
        "options": dict(league.options),
        "games": len(played),
        "contestants": _standings(league, played),
        "meetings": _meetings(league, played),
        "chairs": [_seat_row(seat, played) for seat in range(league.seats)],
        "first_turn": _first_turn(played),
        "variants": [
            {"options": dict(variant.named), **_way(_in_variants(played, {number}))}
            for number, variant in enumerate(league.variants)
        ],
        "choices": _choices(league, played),
        "differences": differences(league, played),
        "lengths": {
            "shortest": min(events),
            "median": median(events),
            "mean": round(mean(events), 1),
            "longest": max(events),
        },
        "endings": dict(Counter(result.rule or "given up" for _f, result in played).most_common()),
        "cards": _cards(played),
    }


def _standings(league: Competition, played: Sequence[Pair]) -> list[Row]:
    """By contestant: its share of the points of all its seats, and its rating; the best first."""
    scored = _scored(played)
    against: dict[tuple[int, int], float] = defaultdict(float)
    for fixture, result in played:
        for one, other in combinations(range(league.seats), 2):
            a, b = fixture.contestants[one], fixture.contestants[other]
            if a == b or (result.winners and result.score(one) == result.score(other) == 0):
                continue
            mine, yours = result.score(one), result.score(other)
            against[a, b] += 0.5 if mine == yours else float(mine > yours)
            against[b, a] += 0.5 if mine == yours else float(yours > mine)
    elo = ratings(against, len(league.contestants))
    rows = [
        {"name": each.name, **share_row(sum(scored[who]), len(scored[who])), "elo": round(elo[who], 1)}
        for who, each in enumerate(league.contestants)
    ]
    return sorted(rows, key=lambda row: (-row["elo"], row["name"]))


def _scored(played: Sequence[Pair]) -> dict[int, list[float]]:
    """By contestant: what each of its seats had of its game."""
    scored: dict[int, list[float]] = defaultdict(list)
    for fixture, result in played:
        for seat, who in enumerate(fixture.contestants):
            scored[who].append(result.score(seat))
    return scored


def _meetings(league: Competition, played: Sequence[Pair]) -> list[Row]:
    """By pair of contestants that met: what the first had of each game, where both sat at one table."""
    names = [each.name for each in league.contestants]
    rows = []
    for one, other in combinations(range(len(names)), 2):
        met = [(f, r) for f, r in played if one in f.contestants and other in f.contestants]
        if not met:
            continue
        points = [sum(r.score(s) for s, who in enumerate(f.contestants) if who == one) for f, r in met]
        drawn = sum(not r.winners for _f, r in met)
        rows.append(
            {"one": names[one], "other": names[other], **share_row(sum(points), len(met)), "drawn": drawn}
        )
    return rows


def _seat_row(seat: int, played: Sequence[Pair]) -> Row:
    return {"seat": seat + 1, **share_row(sum(result.score(seat) for _f, result in played), len(played))}


def _first_turn(played: Sequence[Pair]) -> Row:
    """What the seat whose turn was the first had of each game."""
    scores = [result.score(result.first) for _f, result in played if result.first is not None]
    return share_row(sum(scores), len(scores))


def _in_variants(played: Sequence[Pair], numbers: Collection[int]) -> list[Pair]:
    return [(fixture, result) for fixture, result in played if fixture.variant in numbers]


def _way(found: Sequence[Pair]) -> Row:
    given_up = sum(not result.rule for _f, result in found)
    events, within = mean_of([result.events for _f, result in found]) if found else (0, 0)
    return {
        "games": len(found),
        "given_up": given_up,
        "drawn": sum(not result.winners for _f, result in found) - given_up,
        "events": round(events, 1),
        "events_within": round(within, 1),
        "first_turn": _first_turn(found),
    }


def _choices(league: Competition, played: Sequence[Pair]) -> list[Row]:
    """By each value of each option that varies, over all values of the others: how games went and who won."""
    rows = []
    varied = ((name, *each) for name, values in _by_value(league).items() for each in values.items())
    for name, value, numbers in varied:
        if len(numbers) == len(league.variants):
            continue
        found = _in_variants(played, numbers)
        scored = _scored(found)
        shares = {
            each.name: share_row(sum(scored[who]), len(scored[who]))
            for who, each in enumerate(league.contestants)
        }
        chairs = [_seat_row(seat, found) for seat in range(league.seats)]
        rows.append({"option": name, "value": value, **_way(found), "chairs": chairs, "contestants": shares})
    return rows


def _cards(played: Sequence[Pair]) -> list[Row]:
    """What a seat had of a game in which it used a card, against what the same contestants had where they did not.

    The card that goes with the most wins first. It need not be why they won: who lives longer uses more cards.
    """
    users: dict[str, set[int]] = defaultdict(set)
    for fixture, result in played:
        for seat, cards in enumerate(result.cards):
            for card in cards:
                users[card].add(fixture.contestants[seat])
    rows = []
    for card, who in users.items():
        used, unused = list[float](), list[float]()
        for fixture, result in played:
            for seat, contestant in enumerate(fixture.contestants):
                if contestant in who:
                    (used if card in result.cards[seat] else unused).append(result.score(seat))
        if min(len(used), len(unused)) >= FEWEST:
            with_it, without = share_row(sum(used), len(used)), share_row(sum(unused), len(unused))
            more = round(with_it["share"] - without["share"], 4)
            rows.append({"card": card, "with": with_it, "without": without, "more": more})
    return sorted(rows, key=lambda row: (-row["more"], row["card"]))


# Estimates from results: shares with their intervals, and ratings.


Z_95 = 1.959964
"""The 0.975 quantile of the normal distribution."""
ELO_MIDDLE, ELO_SCALE = 1500.0, 400.0
ROUNDS = 2000
"""So often the ratings are improved at most; they are settled long before."""
SETTLED = 1e-9


def share_row(points: float, games: int) -> Row:
    """The share that `points` are of `games`, with its 95 % interval by Wilson ("Probable inference", JASA 22, 1927).

    A draw may count in parts. With no game, all is possible.
    """
    if not games:
        return {"games": 0, "share": 0.0, "low": 0.0, "high": 1.0}
    share, z = points / games, Z_95 * Z_95 / games
    middle = (share + z / 2) / (1 + z)
    half = sqrt(z * share * (1 - share) + z * z / 4) / (1 + z)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return {"games": games, "share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


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


# What differs between ways to play by more than luck may: each two values of an option against each other.


SURE = 0.05
"""The chance that any one of all comparisons of a league is called sure by luck alone, at most."""


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


def _by_value(league: Competition) -> dict[str, dict[Any, set[int]]]:
    """By option that variants name, by value: the numbers of the variants that are played so."""
    found: dict[str, dict[Any, set[int]]] = {}
    for number, variant in enumerate(league.variants):
        for name, value in variant.named:
            found.setdefault(name, {}).setdefault(value, set()).add(number)
    return found


def _compared(league: Competition, played: Sequence[Pair]) -> Iterator[Row]:
    for name, values in _by_value(league).items():
        measured = {
            value: _measured(league, _in_variants(played, numbers)) for value, numbers in values.items()
        }
        for one, other in combinations(values, 2):
            for what, a in measured[one].items():
                b = measured[other][what]
                if a and b:
                    means = {"of_one": round(mean(a), 4), "of_other": round(mean(b), 4)}
                    yield {"option": name, "one": one, "other": other, "what": what, **means, "p": luck(a, b)}


def _measured(league: Competition, played: Sequence[Pair]) -> dict[str, Sequence[float]]:
    """What is compared, game by game: events, and what the first turn and each contestant's seats had."""
    found: dict[str, Sequence[float]] = {
        "events": [result.events for _f, result in played],
        "first turn": [result.score(result.first) for _f, result in played if result.first is not None],
    }
    if len(league.contestants) > 1:
        scored = _scored(played)
        found |= {each.name: scored[who] for who, each in enumerate(league.contestants)}
    return found
