"""A league as files: the table as JSON, every game as a line of CSV, and drawings of what the table says."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from ui.lab.league.draw import Competition
from ui.lab.league.fixture import Fixture, FixtureResult
from ui.owned.whole_files import write_whole

# Drawings of shares and lengths as SVG: for a page, no program needed.


NAME_WIDE, PLOT_WIDE, ROW, HEAD = 260, 420, 22, 44
"""Of a drawing of shares, in pixels."""
COLUMN_HIGH = 180
STYLE = (
    "text{font:13px sans-serif;fill:#222}.t{font-size:15px;font-weight:bold}.s{font-size:11px;fill:#555}"
    ".l{stroke:#245;stroke-width:2}.d{fill:#245}.r{fill:none;stroke:#b40;stroke-width:2}"
    ".e{stroke:#999;stroke-dasharray:4 3}.c{fill:#578}"
)


class ShareBar(NamedTuple):
    """A share with its interval; `ring`: another share to compare it with."""

    name: str
    share: float
    low: float
    high: float
    ring: float | None = None


def bars(title: str, rows: Sequence[ShareBar], even: float) -> str:
    """Shares beneath each other, each a point on its interval; a broken line where all would be alike."""
    high = HEAD + ROW * len(rows) + 30
    foot = HEAD + ROW * len(rows) + 6
    parts = [_line("e", _x(even), HEAD - 8, _x(even), foot)]
    for number, row in enumerate(rows):
        y = HEAD + ROW * number + ROW / 2
        parts.append(f'<text x="{NAME_WIDE - 12}" y="{y + 4}" text-anchor="end">{escape(row.name)}</text>')
        parts.append(_line("l", _x(row.low), y, _x(row.high), y))
        parts.append(f'<circle class="d" cx="{_x(row.share):.1f}" cy="{y}" r="4"/>')
        if row.ring is not None:
            parts.append(f'<circle class="r" cx="{_x(row.ring):.1f}" cy="{y}" r="4"/>')
    for tenth in range(0, 11, 2):
        words = f"{tenth * 10} %"
        parts.append(
            f'<text class="s" x="{_x(tenth / 10):.1f}" y="{foot + 14}" text-anchor="middle">{words}</text>'
        )
    return _svg(title, NAME_WIDE + PLOT_WIDE + 30, high, parts)


def columns(title: str, values: Sequence[int], classes: int) -> str:
    """How often values fall into classes of one width."""
    least, most = min(values), max(values)
    wide = max(1, -(-(most - least + 1) // classes))
    counts = [0] * ((most - least) // wide + 1)
    for value in values:
        counts[(value - least) // wide] += 1
    step = PLOT_WIDE / len(counts)
    parts = []
    for number, count in enumerate(counts):
        tall = COLUMN_HIGH * count / max(counts)
        parts.append(
            f'<rect class="c" x="{30 + number * step:.1f}" y="{HEAD + COLUMN_HIGH - tall:.1f}"'
            f' width="{max(step - 1, 0.5):.1f}" height="{tall:.1f}"/>'
        )
    foot = HEAD + COLUMN_HIGH + 16
    parts.append(f'<text class="s" x="30" y="{foot}">{least}</text>')
    parts.append(f'<text class="s" x="{30 + PLOT_WIDE}" y="{foot}" text-anchor="end">{most}</text>')
    return _svg(title, PLOT_WIDE + 60, foot + 14, parts)


def _x(share: float) -> float:
    return NAME_WIDE + PLOT_WIDE * share


def _line(kind: str, x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y}" x2="{to_x:.1f}" y2="{to_y}"/>'


def _svg(title: str, wide: float, high: float, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f'<rect width="100%" height="100%" fill="#fff"/><text class="t" x="20" y="24">{escape(title)}</text>'
        f"{''.join(parts)}</svg>\n"
    )


COLUMNS = ("number", "seed", "options", "seats", "winners", "ended_by", "events", "first_turn", "cards")
MOST_CARDS = 15
"""So many cards from either end stand in the drawing."""
CLASSES = 30
"""So many columns at most has the drawing of lengths."""


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
        write_whole(folder / name, text.encode())
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
    """By file name: contestants, meetings, seats, choices, cards, and how long the games were."""
    even = 1 / table["seats"]
    seats = [_bar(f"Seat {row['seat']}", row) for row in table["chairs"]]
    if table["first_turn"]["games"]:
        seats.append(_bar("First turn", table["first_turn"]))
    found = {
        "contestants.svg": bars(
            "Share of wins", [_bar(row["name"], row) for row in table["contestants"]], even
        ),
        "seats.svg": bars("Share of wins by seat", seats, even),
        "lengths.svg": columns("Events a game", lengths, CLASSES),
    }
    if table["meetings"]:
        met = [_bar(f"{row['one']} – {row['other']}", row) for row in table["meetings"]]
        found["meetings.svg"] = bars("Share of wins of the first", met, even)
    if table["choices"]:
        chosen = [_bar(f"{row['option']}={row['value']}", row["first_turn"]) for row in table["choices"]]
        found["choices.svg"] = bars("Share of wins of the first turn by what is agreed", chosen, even)
    if table["cards"]:
        rows = table["cards"]
        ends = rows if len(rows) <= 2 * MOST_CARDS else [*rows[:MOST_CARDS], *rows[-MOST_CARDS:]]
        pairs = [_bar(row["card"], row["with"], row["without"]["share"]) for row in ends]
        found["cards.svg"] = bars("Share of wins with a card (ring: without it)", pairs, even)
    return found


def _bar(name: str, row: Mapping[str, Any], ring: float | None = None) -> ShareBar:
    return ShareBar(f"{name} ({row['games']})", row["share"], row["low"], row["high"], ring)
