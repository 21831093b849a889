"""The club's results and tables as CSV (RFC 4180), for spreadsheets.

Rule kept: nothing that somebody typed at a box is a formula in a spreadsheet (OWASP: CSV injection), in one that parts
cells by semicolons or tabs neither.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from ui.web.club.database import KeptResult
from ui.web.club.league import LeagueRow
from ui.web.club.tournaments import Tournament

_BEGINS_FORMULA = re.compile(r"""(?:^|(?<=[;,"\t\r\n]))(\s*)(?=[=+\-@＝＋－＠])(?!-\d+\s*(?:;|$))""")
"""Where a formula would begin: at the beginning, or after a sign that parts cells; a number is none."""


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV, with a mark at the beginning by which spreadsheets know UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return "\ufeff" + text.getvalue()


def _cell(value: object) -> object:
    """What a spreadsheet would reckon with stands behind an apostrophe."""
    return _BEGINS_FORMULA.sub(r"'\1", value) if isinstance(value, str) else value


def utc(stamp: float) -> str:
    """A time as ISO 8601, in UTC."""
    return datetime.fromtimestamp(stamp, UTC).isoformat(timespec="seconds")


def results_csv(results: Iterable[KeptResult]) -> str:
    """Every result with who played and who won."""
    head = (
        "arrived",
        "box",
        "key",
        "game",
        "players",
        "winners",
        "points",
        "entries",
        "seconds",
        "rule",
        "digest",
        "played by the box",
    )
    rows = (
        (
            utc(one.arrived),
            one.box,
            one.told.key,
            one.told.game,
            "; ".join(one.told.players),
            "; ".join(one.told.players[seat] for seat in one.told.winners),
            "; ".join(map(str, one.told.points)),
            one.told.entries,
            one.told.seconds,
            one.told.rule,
            one.told.digest,
            "; ".join(one.told.players[seat] for seat in one.told.by_box),
        )
        for one in results
    )
    return csv_text(head, rows)


def league_csv(table: Iterable[LeagueRow]) -> str:
    """A league table."""
    head = ("rank", "name", "games", "won", "drawn", "lost", "points", "rating")
    rows = (
        (one.rank, one.name, one.games, one.won, one.drawn, one.lost, one.points, round(one.rating))
        for one in table
    )
    return csv_text(head, rows)


def tournament_csv(found: Tournament) -> str:
    """Every pairing of a tournament."""
    rows = (
        (
            one.round,
            one.board,
            "; ".join(one.players),
            "" if one.winners is None else "; ".join(one.players[n] for n in one.winners),
            one.by,
        )
        for one in found.pairings
    )
    return csv_text(("round", "board", "players", "winners", "told by"), rows)
