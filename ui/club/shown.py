"""What the club's pages show, as plain values for templates and for the messages that bring them up to date."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ui.club import wording
from ui.club.database import ClubDatabase, KeptResult
from ui.club.league import LeagueRow, Scoring, standings
from ui.club.tables import TableNow

A_PAGE = 60
"""So many tables on one page, and results on another."""


def table_shown(table: TableNow) -> dict[str, Any]:
    """One table: its name, the game, who plays and whose turn it is, what its screen says."""
    play = None if table.state is None else table.state.play
    shown: dict[str, Any] = {
        "box": table.box,
        "n": table.changes,
        "name": table.name,
        "state": "offline" if not table.is_online else "empty" if play is None else "playing",
        "standing": wording.standing_words(table),
        "game": "",
        "headline": "",
        "awaited": "",
        "players": [],
    }
    if play is None:
        return shown
    over = play.turn.over
    to_act = set(play.turn.seats) if over is None else set(over.winners)
    if over is None and play.turn.chance is not None:
        given = play.turn.chance.get("seats")
        to_act = {seat for seat in given if isinstance(seat, int)} if isinstance(given, list) else set()
    if over is not None and table.is_online:
        shown["state"] = "over"
    return shown | {
        "game": play.name,
        "headline": wording.headline(play),
        "awaited": "" if over is not None else play.view.awaited,
        "players": [
            {"name": name, "turn": seat in to_act} for seat, name in enumerate(wording.players(play.players))
        ],
    }


@dataclass(frozen=True, slots=True)
class League:
    """All results of the club, and those that count; `games`: by id the name of each game played."""

    stamp: tuple[object, ...]
    everything: list[KeptResult]
    results: list[KeptResult]
    games: dict[str, str]


class LeagueKept:
    """The results of the database, read anew only when any has changed."""

    def __init__(self, database: ClubDatabase) -> None:
        self._database = database
        self._now: League | None = None

    def now(self) -> League:
        """All results, newest first. May raise DatabaseTrouble."""
        stamp = self._database.stamp()
        league = self._now
        if league is None or league.stamp != stamp:
            everything = self._database.results(left_out=True)
            results = [one for one in everything if one.counts]
            games = {one.told.game: one.told.name for one in reversed(results)}
            league = self._now = League(stamp, everything, results, dict(sorted(games.items())))
        return league

    def table(self, game: str, scoring: Scoring) -> list[LeagueRow]:
        """The league's table, of one game or of all."""
        told = (one.told for one in reversed(self.now().results) if game in ("", one.told.game))
        return standings(told, scoring)


def result_shown(one: KeptResult, tables: dict[str, str]) -> dict[str, Any]:
    return {
        "box": one.box,
        "key": one.told.key,
        "counts": one.counts,
        "when": wording.when(one.arrived),
        "table": tables.get(one.box, one.box),
        "game": one.told.name,
        "players": wording.players(one.told.players, one.told.by_box),
        "outcome": wording.outcome(one.told),
        "why": one.told.why,
        "length": wording.length(one.told),
    }


def boxes_shown(database: ClubDatabase, results: Iterable[KeptResult]) -> list[dict[str, Any]]:
    """Every box that the club knows: what its table was called last, its results, and whether it is shut out."""
    names = {one.box: one.name for one in database.boxes()}
    told, out = Counter(one.box for one in results), database.shut_out()
    return [
        {"box": box, "name": names.get(box, ""), "results": told[box], "out": box in out}
        for box in sorted({*names, *told, *out})
    ]


def page_of(tables: Sequence[TableNow], number: int) -> tuple[list[TableNow], int]:
    """The tables of one page, and how many pages there are."""
    pages = max(1, -(-len(tables) // A_PAGE))
    at = min(max(number, 1), pages) - 1
    return list(tables[at * A_PAGE : (at + 1) * A_PAGE]), pages
