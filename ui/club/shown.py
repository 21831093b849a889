"""What the club's pages show, as plain values for templates and for the messages that bring them up to date.

Words are whole sentences in the language that is spoken, looked up when a page is made.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from companion.language import day_words
from ui.club.broker.messages import Result
from ui.club.database import ClubDatabase, KeptResult
from ui.club.league import LeagueRow, Scoring, standings
from ui.club.tables import TableNow
from ui.outcome import seat_name
from ui.words import _, joined, several

A_PAGE = 60
"""So many tables on one page, and results on another."""


def table_shown(table: TableNow) -> dict[str, Any]:
    """One table: its name, the game, who plays and whose turn it is, what its screen says."""
    shown: dict[str, Any] = dict.fromkeys(("game", "headline", "awaited"), "")
    shown |= {"box": table.box, "n": table.changes, "name": table.name, "players": []}
    play = None if table.state is None else table.state.play
    if play is None:
        state, standing = "empty", _("No game is on the table.")
    else:
        over, to_act = play.turn.over, play.turn.seats
        if over is None:
            state, standing = "playing", several("{n} event so far", "{n} events so far", play.entries)
            headline, awaited = play.view.headline, play.view.awaited
            if play.turn.chance is not None:
                to_act = play.turn.chance.get("seats", ())
        else:
            state, standing, to_act = "over", _("The game has ended."), over.winners
            headline, awaited = outcome(play.players, [n for n in to_act if n < len(play.players)]), ""
        seats = to_act if isinstance(to_act, list | tuple) else ()
        named = [{"name": name, "turn": seat in seats} for seat, name in enumerate(players(play.players))]
        shown |= {"game": play.name, "headline": headline, "awaited": awaited, "players": named}
    if not table.is_online:
        state, standing = "offline", _("Offline. Last heard of at {when}.").format(when=when(table.seen))
    return shown | {"state": state, "standing": standing}


@dataclass(frozen=True, slots=True)
class League:
    """All results of the club, newest first, and those that count; `games`: by id the name of each game played."""

    everything: list[KeptResult]
    results: list[KeptResult]
    games: dict[str, str]

    def table(self, game: str, scoring: Scoring) -> list[LeagueRow]:
        told = (one.told for one in reversed(self.results) if game in ("", one.told.game))
        return standings(told, scoring)


@lru_cache(maxsize=1)
def league_at(database: ClubDatabase, _stamp: tuple[object, ...]) -> League:
    """The results of the database, read anew only when any has changed. May raise DatabaseTrouble."""
    everything = database.results(left_out=True)
    results = [one for one in everything if one.counts]
    games = {one.told.game: one.told.name for one in reversed(results)}
    return League(everything, results, dict(sorted(games.items())))


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


def when(stamp: float) -> str:
    """A time as people of the club read it: the day only if it is not today."""
    then, now = datetime.fromtimestamp(stamp), datetime.now()
    clock = then.strftime("%H:%M")
    return clock if then.date() == now.date() else f"{day_words(then.year, then.month, then.day)} {clock}"


def outcome(given: Sequence[str], winners: Sequence[int]) -> str:
    if not winners:
        return _("A draw.")
    names = joined([seat_name(seat, given) for seat in winners])
    return several("{names} won.", "{names} won.", len(winners), names=names)


def players(given: Sequence[str], by_box: Sequence[int] = ()) -> list[str]:
    """Names of all seats; of those that a box played it is said."""
    names = [seat_name(seat, given) for seat in range(len(given))]
    words = _("{name} (the box)")
    return [words.format(name=name) if seat in by_box else name for seat, name in enumerate(names)]


def length(result: Result) -> str:
    minutes = result.seconds // 60
    if not minutes:
        return several("{n} event", "{n} events", result.entries)
    return several("{n} minute", "{n} minutes", minutes)
