"""Whole games put together from rows that were saved one by one, and what is known to be lost of them.

Rule kept: of each game its lines from the first to the last before a gap, and never part of what was written at once.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ui.journal.damage import is_text, kept_game
from ui.journal.receipt import Receipt
from ui.journal.salvage import rows
from ui.journal.schema import Kept, Line, is_first_game_row, is_game_row, place, seal
from ui.words import _, several

Columns = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Saved:
    """What could be read of a damaged journal, and what is known to be lost of it in words."""

    games: tuple[Kept, ...]
    lost: tuple[str, ...]
    gone: int = 0
    counted: bool = True

    def for_players(self) -> str:
        """What it cost in sentences for the screen; `words` have the numbers of games and entries."""
        told = [
            _counted(len(self.games), _("One game was saved."), _("{count} games were saved."))
            or _("No game could be saved."),
            _counted(self.gone, _("One game is lost."), _("{count} games are lost.")),
            _counted(
                len(self.lost) - self.gone,
                _("The end of one game is lost."),
                _("The end of {count} games is lost."),
            ),
            "" if self.counted else _("What was played last may be lost too."),
        ]
        return " ".join(sentence for sentence in told if sentence)

    def words(self) -> str:
        entries = several("{n} entry", "{n} entries", sum(len(game.lines) - 1 for game in self.games))
        saved = several(
            "{n} game with {entries} was saved",
            "{n} games with {entries} were saved",
            len(self.games),
            entries=entries,
        )
        kept = saved if self.games else _("no game could be saved")
        unknown = () if self.counted else (_("what was written last may be lost too"),)
        return "; ".join((kept, *self.lost, *unknown))


def _counted(count: int, one: str, many: str) -> str:
    return "" if count == 0 else one if count == 1 else many.format(count=count)


@dataclass(slots=True)
class _Found:
    """The rows of one game: its own row as it was written last, and by number every row that may be a line."""

    row: Columns | None
    lines: dict[int, list[Columns]]

    @property
    def writes(self) -> int:
        """How often something of the game had been written when its row was; 0 where that is not known."""
        return int(str(self.row[8])) if self.row is not None and len(self.row) == 10 else 0

    @property
    def count(self) -> int:
        return int(str(self.row[6])) if self.row is not None and len(self.row) == 10 else 1


def read_rows(path: Path, receipt: Receipt) -> Saved:
    """Every game of a journal and its log, as far as checksums vouch for it. Raises OSError."""
    found: dict[int, _Found] = {}
    for row_id, columns in rows(path):
        row = (row_id, *columns[1:])
        if is_game_row(row) or is_first_game_row(row):
            game = found.setdefault(row_id, _Found(None, {}))
            if game.row is None or _later(row, game.row):
                game.row = row
        elif len(row) in (4, 5) and is_text(row):
            id, n = place(row_id)
            found.setdefault(id, _Found(None, {})).lines.setdefault(n, []).append(row)
    games: list[Kept] = []
    lost: list[str] = []
    gone = 0
    for id in sorted({*found, *receipt.ids}):
        saved, missed = _game(id, found.get(id, _Found(None, {})), receipt)
        if saved is not None:
            games.append(saved)
        lost += missed
        gone += saved is None and bool(missed)
    return Saved(tuple(games), tuple(lost), gone, bool(receipt.ids))


def _game(id: int, found: _Found, receipt: Receipt) -> tuple[Kept | None, list[str]]:
    """What is left of a game, and in words what is not."""
    writes, count = receipt.last.get(id, (0, 0))
    writes, count = max(writes, found.writes), max(count, found.count)
    unbroken = _unbroken(found.lines, found.row[7] if found.writes and found.row is not None else None)
    lines = _whole_writes(unbroken)
    known = found.row is not None or id in receipt.ids or any(map(_is_ours, _rows_from(found, 0)))
    if not lines:
        named = _("game {id} is lost") if found.row is None else _("game {id} ({game}, {day}) is lost")
        row = found.row or ("", "", "", "")
        return None, [named.format(id=id, game=row[1], day=str(row[3])[:10])] if known else []
    game = kept_game(found.row[:6], 0, lines) if found.row is not None else _from_header(id, lines)
    if game is None:
        return None, [_("game {id} is lost").format(id=id)]
    game = replace(game, writes=max(writes, len(lines)))
    if len(lines) < count or any(map(_is_ours, _rows_from(found, len(unbroken)))):
        words = _("game {id} is lost from entry {entry} on").format(id=id, entry=len(lines))
        return replace(game, finished=None, result=None), [words]
    if found.row is None or found.writes < writes:
        return game, [_("whether and how game {id} ended is lost").format(id=id)]
    return game, []


def _later(row: Columns, than: Columns) -> bool:
    """Whether a row of a game was written after another one."""
    if len(row) == len(than) == 10:
        return int(str(row[8])) >= int(str(than[8]))
    return len(row) > len(than) or (len(row) == len(than) and than[4] is None)


def _unbroken(numbered: dict[int, list[Columns]], end: object) -> tuple[Line, ...]:
    """The lines of a game from the first to the last before a gap: as of the newest version that can be read.

    `end`: the seal of the last line, as far as the game's own row tells it.
    """
    lines: list[Line] = []
    last: object = ""
    while candidates := [row for row in numbered.get(len(lines), ()) if _follows(row, last)]:
        ahead = numbered.get(len(lines) + 1, ())
        # What a failed write left may lie beside what was written in its place: that one goes on.
        going_on = [
            row for row in candidates if row[-1] == end or any(_follows(after, row[-1]) for after in ahead)
        ]
        row = (going_on or candidates)[-1]
        lines.append(Line(str(row[1]), int(str(row[2])), str(row[3])))
        last = row[-1]
    first: list[Line] = []
    while alone := [
        row for row in numbered.get(len(first), ()) if len(row) == 4 and row[3] == seal(*row[:3])
    ]:
        first.append(Line(str(alone[-1][1]), 0, str(alone[-1][2])))
    return tuple(lines if len(lines) >= len(first) else first)


def _follows(row: Columns, last: object) -> bool:
    """Whether a row is what was written after the line that was sealed so."""
    return len(row) == 5 and row[4] == seal(*row[:4], last)


def _whole_writes(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Without the lines at the end with which more had been written that is not there."""
    end = len(lines)
    while end and lines[end - 1].rest:
        end -= 1
    return lines[:end]


def _rows_from(found: _Found, n: int) -> list[Columns]:
    return [row for number, rows in found.lines.items() if number >= n for row in rows]


def _is_ours(row: Columns) -> bool:
    """Whether a row looks like a line, though the one before it, over which it was sealed, may not be there."""
    if len(row) == 4:
        return row[3] == seal(*row[:3])
    return isinstance(row[4], str) and len(row[4]) == 16


def _from_header(id: int, lines: tuple[Line, ...]) -> Kept | None:
    """A game whose own row is lost, as far as the head of its record tells it."""
    try:
        header = json.loads(lines[0].text)
        game = header["game"]
        players = header.get("setup", {}).get("players", ())
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    if not isinstance(game, str) or not isinstance(players, Iterable):
        return None
    return Kept(id, game, tuple(map(str, players)), lines[0].at, None, None, 0, lines)
