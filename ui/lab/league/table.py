"""What a league's results say: tables of plain values, the same whatever order the results came in."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from statistics import mean, median
from typing import Any

from ui.lab.league.differences import differences
from ui.lab.league.draw import Competition
from ui.lab.league.estimates import mean_of, ratings, share_of
from ui.lab.league.fixture import Fixture, FixtureResult

FEWEST = 20
"""A card is told of where it was in as many games, and missing in as many."""

Pair = tuple[Fixture, FixtureResult]
Row = dict[str, Any]


def table_of(league: Competition, fixtures: Sequence[Fixture], results: Iterable[FixtureResult]) -> Row:
    """The whole table of a league."""
    by_number = {result.number: result for result in results}
    played = [(fixture, by_number[fixture.number]) for fixture in fixtures]
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
        "lengths": _lengths(played),
        "endings": dict(Counter(result.rule or "given up" for _f, result in played).most_common()),
        "cards": _cards(played),
    }


def _share_row(points: float, games: int) -> Row:
    games, share, low, high = share_of(points, games)
    return {"games": games, "share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


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
        {"name": each.name, **_share_row(sum(scored[who]), len(scored[who])), "elo": round(elo[who], 1)}
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
            {"one": names[one], "other": names[other], **_share_row(sum(points), len(met)), "drawn": drawn}
        )
    return rows


def _seat_row(seat: int, played: Sequence[Pair]) -> Row:
    return {"seat": seat + 1, **_share_row(sum(result.score(seat) for _f, result in played), len(played))}


def _first_turn(played: Sequence[Pair]) -> Row:
    """What the seat whose turn was the first had of each game."""
    scores = [result.score(result.first) for _f, result in played if result.first is not None]
    return _share_row(sum(scores), len(scores))


def _in_variants(played: Sequence[Pair], numbers: Collection[int]) -> list[Pair]:
    return [(fixture, result) for fixture, result in played if fixture.variant in numbers]


def _way(found: Sequence[Pair]) -> Row:
    """How games of one way to play went."""
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
    values: dict[tuple[str, Any], set[int]] = defaultdict(set)
    for number, variant in enumerate(league.variants):
        for pair in variant.named:
            values[pair].add(number)
    rows = []
    names = list(dict.fromkeys(name for name, _value in values))
    for (name, value), numbers in sorted(values.items(), key=lambda item: names.index(item[0][0])):
        if len(numbers) == len(league.variants):
            continue
        found = _in_variants(played, numbers)
        scored = _scored(found)
        shares = {
            each.name: _share_row(sum(scored[who]), len(scored[who]))
            for who, each in enumerate(league.contestants)
        }
        chairs = [_seat_row(seat, found) for seat in range(league.seats)]
        rows.append({"option": name, "value": value, **_way(found), "chairs": chairs, "contestants": shares})
    return rows


def _lengths(played: Sequence[Pair]) -> Row:
    """Events a game."""
    events = [result.events for _f, result in played]
    return {
        "shortest": min(events),
        "median": median(events),
        "mean": round(mean(events), 1),
        "longest": max(events),
    }


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
            with_it, without = _share_row(sum(used), len(used)), _share_row(sum(unused), len(unused))
            more = round(with_it["share"] - without["share"], 4)
            rows.append({"card": card, "with": with_it, "without": without, "more": more})
    return sorted(rows, key=lambda row: (-row["more"], row["card"]))
