"""The results of a league as tables of plain values, independent of the order of arrival; and as files."""

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from io import StringIO
from itertools import combinations, permutations
from math import erfc, sqrt
from pathlib import Path
from statistics import mean, median, stdev, variance
from typing import Any

import numpy as np

from ui.export.templates import templates_in
from ui.lab.league.play import Competition, Fixture, FixtureResult
from ui.owned.whole_files import write_whole
from vision.arrays import Floats

FEWEST = 20
"""Minimum games with a card, and without it, for it to be listed."""

Pair = tuple[Fixture, FixtureResult]
Row = dict[str, Any]


def both_ends(rows: list[Row], most: int) -> list[Row]:
    """At most `most` rows from either end."""
    return rows if len(rows) <= 2 * most else [*rows[:most], *rows[-most:]]


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
        "chairs": _chairs(league, played),
        "first_turn": share_row(_first_turn(played)),
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
    against = np.zeros((len(league.contestants),) * 2)
    for fixture, result in played:
        for one, other in permutations(range(league.seats), 2):
            who, whom = fixture.contestants[one], fixture.contestants[other]
            mine, yours = result.score(one), result.score(other)
            if who != whom and (mine or yours):
                against[who, whom] += 0.5 if mine == yours else float(mine > yours)
    scored, elo = _scored(league, played), ratings(against)
    rows = [
        {"name": each.name, **share_row(scores), "elo": round(rating, 1)}
        for each, scores, rating in zip(league.contestants, scored, elo, strict=True)
    ]
    return sorted(rows, key=lambda row: (-row["elo"], row["name"]))


def _scored(league: Competition, played: Sequence[Pair]) -> list[list[float]]:
    """By contestant: the points of each of its seats in each game."""
    scored: list[list[float]] = [[] for _ in league.contestants]
    for fixture, result in played:
        for seat, who in enumerate(fixture.contestants):
            scored[who].append(result.score(seat))
    return scored


def _meetings(league: Competition, played: Sequence[Pair]) -> list[Row]:
    """By pair of contestants: the points of the first in each game where both sat at one table."""
    rows = []
    for (one, first), (other, second) in combinations(enumerate(league.contestants), 2):
        met = [(f, r) for f, r in played if one in f.contestants and other in f.contestants]
        points = [sum(r.score(s) for s, who in enumerate(f.contestants) if who == one) for f, r in met]
        drawn = sum(not r.winners for _f, r in met)
        if met:
            rows.append({"one": first.name, "other": second.name, **share_row(points), "drawn": drawn})
    return rows


def _chairs(league: Competition, played: Sequence[Pair]) -> list[Row]:
    return [
        {"seat": seat + 1, **share_row([result.score(seat) for _f, result in played])}
        for seat in range(league.seats)
    ]


def _first_turn(played: Sequence[Pair]) -> list[float]:
    """The points in each game of the seat that had the first turn."""
    return [result.score(result.first) for _f, result in played if result.first is not None]


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
        "first_turn": share_row(_first_turn(found)),
    }


def _by_value(league: Competition) -> dict[str, dict[Any, set[int]]]:
    """By varied option and value: the numbers of the variants played so."""
    found: dict[str, dict[Any, set[int]]] = {}
    for number, variant in enumerate(league.variants):
        for name, value in variant.named:
            found.setdefault(name, {}).setdefault(value, set()).add(number)
    return found


def _choices(league: Competition, played: Sequence[Pair]) -> list[Row]:
    """By value of each varied option, over all values of the others: how games went and who won."""
    names = [each.name for each in league.contestants]
    rows = []
    for option, values in _by_value(league).items():
        for value, numbers in values.items():
            if len(numbers) < len(league.variants):
                found = _in_variants(played, numbers)
                shares = dict(zip(names, map(share_row, _scored(league, found)), strict=True))
                more = {"chairs": _chairs(league, found), "contestants": shares}
                rows.append({"option": option, "value": value, **_way(found), **more})
    return rows


def _cards(played: Sequence[Pair]) -> list[Row]:
    """Points of a seat that used a card in a game, against those of the same contestants without it.

    Sorted by the difference. It need not be the cause: a seat that lives longer uses more cards.
    """
    seated = [
        (who, cards, result.score(seat))
        for fixture, result in played
        for seat, (who, cards) in enumerate(zip(fixture.contestants, result.cards, strict=True))
    ]
    users: dict[str, set[int]] = defaultdict(set)
    for who, cards, _score in seated:
        for card in cards:
            users[card].add(who)
    rows = []
    for card, known in users.items():
        used = [score for who, cards, score in seated if who in known and card in cards]
        unused = [score for who, cards, score in seated if who in known and card not in cards]
        if min(len(used), len(unused)) >= FEWEST:
            with_it, without = share_row(used), share_row(unused)
            more = round(with_it["share"] - without["share"], 4)
            rows.append({"card": card, "with": with_it, "without": without, "more": more})
    return sorted(rows, key=lambda row: (-row["more"], row["card"]))


# Estimates from results: shares with their intervals, and ratings.


Z_95 = 1.959964
"""The 0.975 quantile of the normal distribution."""
ELO_MIDDLE, ELO_SCALE = 1500.0, 400.0
ROUNDS = 2000
"""Maximum iterations for the ratings; they settle long before."""
SETTLED = 1e-9


def share_row(scores: Sequence[float]) -> Row:
    """The share of points in these games, with its 95 % interval by Wilson ("Probable inference", JASA 22, 1927).

    A draw may count in parts. Without a game the interval is the whole range.
    """
    games = len(scores)
    if not games:
        return {"games": 0, "share": 0.0, "low": 0.0, "high": 1.0}
    share, z = sum(scores) / games, Z_95 * Z_95 / games
    middle = (share + z / 2) / (1 + z)
    half = sqrt(z * share * (1 - share) + z * z / 4) / (1 + z)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return {"games": games, "share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}


def mean_of(values: Sequence[int]) -> tuple[float, float]:
    """The mean, and the half-width of its 95 % interval; 0 for a single value, which says nothing of it."""
    return mean(values), Z_95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def ratings(points: Floats) -> list[float]:
    """Maximum-likelihood Elo ratings around 1500; `points`: what each (row) took off each other (column).

    The model is Bradley and Terry's ("Rank analysis of incomplete block designs", Biometrika 39, 1952), solved as by
    Hunter ("MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32, 2004). Everybody also gets
    one draw against an average player, so that an undefeated one has a rating.
    """
    strength, won, games = np.ones(len(points)), 0.5 + points.sum(axis=1), points + points.T
    for _round in range(ROUNDS):
        before = strength
        met = games / (before[:, None] + before)
        strength = won / (1 / (before + 1) + met.sum(axis=1))
        strength = strength / np.exp(np.log(strength).mean())
        if np.abs(strength / before - 1).max() < SETTLED:
            break
    return [float(rating) for rating in ELO_MIDDLE + ELO_SCALE * np.log10(strength)]


# Differences between ways to play beyond luck: every two values of an option against each other.


SURE = 0.05
"""Maximum chance that luck alone makes any comparison of a league count as sure."""


def differences(league: Competition, played: Sequence[Pair]) -> list[Row]:
    """Every comparison, the surest first. `sure`: luck hardly explains it, given the number of comparisons.

    Compared are the points of the first turn and of each contestant, and the length in events: two means by the
    normal distribution. `p`: the chance of as large a difference by luck, corrected for the number of comparisons as
    by Holm ("A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979).
    """
    rows: list[Row] = []
    for option, values in _by_value(league).items():
        measured = [(value, _measured(league, _in_variants(played, each))) for value, each in values.items()]
        for (one, ours), (other, theirs) in combinations(measured, 2):
            for what, a in ours.items():
                b = theirs[what]
                if a and b:
                    means = {"of_one": round(mean(a), 4), "of_other": round(mean(b), 4)}
                    pair = {"option": option, "one": one, "other": other, "what": what}
                    rows.append({**pair, **means, "p": luck(a, b)})
    rows.sort(key=lambda row: row["p"])
    least = 0.0
    for number, row in enumerate(rows):
        least = max(least, min(1.0, row["p"] * (len(rows) - number)))
        row["p"], row["sure"] = float(f"{least:.2g}"), least < SURE
    return rows


def luck(one: Sequence[float], other: Sequence[float]) -> float:
    """The chance that two means differ as much without a real difference; 1 for too few values."""
    if min(len(one), len(other)) < 2:
        return 1.0
    error = sqrt(variance(one) / len(one) + variance(other) / len(other))
    apart = abs(mean(one) - mean(other))
    return erfc(apart / error / sqrt(2)) if error else float(not apart)


def _measured(league: Competition, played: Sequence[Pair]) -> dict[str, Sequence[float]]:
    """The values compared, game by game: events, and points of the first turn and of each contestant's seats."""
    found: dict[str, Sequence[float]] = {
        "events": [result.events for _f, result in played],
        "first turn": _first_turn(played),
    }
    if len(league.contestants) > 1:
        names = (each.name for each in league.contestants)
        found |= zip(names, _scored(league, played), strict=True)
    return found


# A league as files: the table as JSON, every game as a line of CSV, and drawings of the table.


COLUMNS = ("number", "seed", "options", "seats", "winners", "ended_by", "events", "first_turn", "cards")
MOST_CARDS = 15
"""Maximum cards from either end in the drawing."""
CLASSES = 30
"""Maximum columns in the drawing of lengths."""


def write(
    folder: Path,
    league: Competition,
    fixtures: Sequence[Fixture],
    results: Iterable[FixtureResult],
    table: Any,
) -> tuple[Path, ...]:
    """Writes all files of a league into a folder, each in one step. Raises OSError."""
    by_number = sorted(results, key=lambda result: result.number)
    folder.mkdir(parents=True, exist_ok=True)
    texts = {
        "table.json": json.dumps(table, ensure_ascii=False, indent=1) + "\n",
        "games.csv": games_csv(league, fixtures, by_number),
        **drawings(table, [result.events for result in by_number]),
    }
    for name, text in texts.items():
        write_whole(folder / name, text.encode(), shared=True)
    return tuple(folder / name for name in texts)


def games_csv(league: Competition, fixtures: Sequence[Fixture], results: Sequence[FixtureResult]) -> str:
    """One line a game, in order. Contestants stand seat by seat; seats count from 1."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for fixture, result in zip(fixtures, results, strict=True):
        writer.writerow(
            (
                fixture.number,
                fixture.seed,
                " ".join(f"{name}={value}" for name, value in league.variants[fixture.variant].named),
                "; ".join(league.contestants[who].name for who in fixture.contestants),
                " ".join(str(seat + 1) for seat in result.winners),
                result.rule or "given up",
                result.events,
                "" if result.first is None else result.first + 1,
                "; ".join(" ".join(cards) for cards in result.cards),
            )
        )
    return out.getvalue()


def drawings(table: Mapping[str, Any], lengths: Sequence[int]) -> dict[str, str]:
    """By file name, as SVG: contestants, meetings, seats, choices, cards, and the lengths of games."""
    template = templates_in(Path(__file__).parent / "drawings").get_template("drawing.svg")
    even = 1 / table["seats"]
    everybody = [(row["name"], row, None) for row in table["contestants"]]
    seats = [(f"Seat {row['seat']}", row, None) for row in table["chairs"]]
    if table["first_turn"]["games"]:
        seats.append(("First turn", table["first_turn"], None))
    met = [(f"{row['one']} – {row['other']}", row, None) for row in table["meetings"]]
    chosen = [(f"{row['option']}={row['value']}", row["first_turn"], None) for row in table["choices"]]
    ends = both_ends(table["cards"], MOST_CARDS)
    charts: dict[str, tuple[str, list[Any]]] = {
        "contestants": ("Share of wins", everybody),
        "seats": ("Share of wins by seat", seats),
        "meetings": ("Share of wins of the first", met),
        "choices": ("Share of wins of the first turn by what is agreed", chosen),
        "cards": (
            "Share of wins with a card (ring: without it)",
            [(row["card"], row["with"], row["without"]["share"]) for row in ends],
        ),
    }
    found = {}
    for name, (title, rows) in charts.items():
        if rows:
            shares = [{**row, "name": f"{named} ({row['games']})", "ring": ring} for named, row, ring in rows]
            found[f"{name}.svg"] = template.render(title=title, shares=shares, counts=(), even=even) + "\n"
    least, most = min(lengths), max(lengths)
    wide = max(1, -(-(most - least + 1) // CLASSES))
    counts = np.bincount((np.array(lengths) - least) // wide).tolist()
    columns = template.render(title="Events a game", shares=(), counts=counts, least=least, most=most)
    return found | {"lengths.svg": columns + "\n"}
