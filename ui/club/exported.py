"""The club's results and tables as CSV (RFC 4180), for spreadsheets.

Rule kept: nothing that somebody typed at a box is a formula in a spreadsheet (OWASP: CSV injection), in one that parts
cells by semicolons or tabs neither.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from ui.club.database import KeptResult
from ui.club.league import LeagueRow
from ui.club.tournaments import Tournament

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
    plain = ("key", "game", "entries", "seconds", "rule", "digest")
    head = ("arrived", "box", *plain, "players", "winners", "points", "played by the box")
    rows = []
    for one in results:
        told = one.told
        by_seat = (told.players, _names(told.players, told.winners), map(str, told.points))
        several = (*by_seat, _names(told.players, told.by_box))
        rows.append(
            (utc(one.arrived), one.box, *(getattr(told, name) for name in plain), *map("; ".join, several))
        )
    return csv_text(head, rows)


def _names(players: Sequence[str], seats: Iterable[int]) -> list[str]:
    return [players[seat] for seat in seats]


def league_csv(table: Iterable[LeagueRow]) -> str:
    head = ("rank", "name", "games", "won", "drawn", "lost", "points", "rating")
    rows = (
        (one.rank, one.name, one.games, one.won, one.drawn, one.lost, one.points, round(one.rating))
        for one in table
    )
    return csv_text(head, rows)


def tournament_csv(found: Tournament) -> str:
    rows = (
        (
            one.round,
            one.board,
            "; ".join(one.players),
            "; ".join(_names(one.players, one.winners or ())),
            one.by,
        )
        for one in found.pairings
    )
    return csv_text(("round", "board", "players", "winners", "told by"), rows)
