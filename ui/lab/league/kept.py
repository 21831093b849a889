"""A league as files: the table as JSON, every game as a line of CSV, and drawings of what the table says."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np

from ui.export.templates import templates_in
from ui.lab.league.draw import Competition
from ui.lab.league.fixture import Fixture, FixtureResult
from ui.lab.league.table import both_ends
from ui.owned.whole_files import write_whole

COLUMNS = ("number", "seed", "options", "seats", "winners", "ended_by", "events", "first_turn", "cards")
MOST_CARDS = 15
"""The most cards from either end in the drawing."""
CLASSES = 30
"""The most columns in the drawing of lengths."""


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
    """One line a game, in their order. Contestants stand seat by seat, seats count from 1."""
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
    """By file name: contestants, meetings, seats, choices, cards, and how long the games were, as SVG."""
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
