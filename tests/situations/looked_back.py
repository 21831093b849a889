"""Recorded games of every game looked back on: step by step, won, told as lists; and the same while a game goes on."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import msgspec

from companion.game import Over
from companion.games import all_games
from companion.journal import Record, header, play_while_valid, read_record
from companion.referee import Referee
from tests.approved.plays import FOLDER
from tests.own_touches import own
from tests.situations.maker import Maker
from ui.outcome import result
from ui.pages.desk import Desk
from ui.places import data_home
from ui.present.models import MANY
from ui.present.touches import GamesOf, Goto, OpenKept

PLAYS = {
    "zoon_alternate": "random-monkus-boarix",
    "zoondo": "random-shown-monkus-rhinogoths",
    "zombinion": "random-3-vita-o-morte",
    "zones": "random-set",
    "zong": "random-six",
}
"""By game, one record that goes to the end."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")


def looked_back_situations(maker: Maker) -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    found: dict[str, Callable[[], Desk]] = {}
    for game in PLAYS:
        opened = partial(kept, maker, game)
        running = partial(kept, maker, game, part=0.4)
        found |= {
            f"after-{game}": opened,
            f"luck-{game}": partial(figures, maker, game, 0),
            f"plot-{game}": partial(figures, maker, game, 1),
            f"timeline-{game}": partial(timeline, maker, game, every=False),
            f"replay-{game}": partial(at, maker, opened, 0.5),
            f"replay-{game}-running": partial(at, maker, running, 1.0),
        }
    found |= {
        "past-many": partial(many, maker),
        "past-one-kind": lambda: maker.then(many(maker), own("show", "ZONG")),
        "past-none": lambda: maker.then(maker.desk(), Goto("past")),
        "players": partial(players, maker),
        "players-none": lambda: maker.then(maker.desk(), Goto("past"), Goto("players")),
        "player": lambda: maker.then(players(maker), own("show_person", "Ann")),
        "past-of-ann": lambda: maker.then(players(maker), own("show_person", "Ann"), GamesOf("Ann")),
    }
    found["luck-running"] = lambda: maker.then(kept(maker, "zombinion", part=0.4), Goto("luck"))
    found["after-over"] = lambda: maker.then(maker.until(is_over, 40), Goto("after"))
    found["timeline-turns"] = partial(timeline, maker, "zones", every=True)
    found["timeline-none"] = lambda: maker.then(kept(maker, "zones", 0.05), Goto("timeline"))
    found["export"] = lambda: maker.then(kept(maker, "zong"), Goto("export"))
    found["export-done"] = partial(exported, maker)
    found["after-running"] = partial(kept, maker, "zong", part=0.4)
    found["replay-end"] = partial(at, maker, partial(kept, maker, "zoon_alternate"), 1.0)
    found["replay-begin"] = partial(at, maker, partial(kept, maker, "zones"), 0.05)
    return found


def is_over(referee: Referee[Any]) -> bool:
    """Whether the game has ended."""
    return isinstance(referee.now().turn, Over)


@cache
def record_of(game: str) -> Record:
    """The record of a game, with names given to its players."""
    lines = (FOLDER / game / f"{PLAYS[game]}.jsonl").read_text(encoding="utf-8").splitlines()
    record = read_record(lines, all_games())
    named = msgspec.structs.replace(record.setup, players=NAMES[: record.setup.seats])
    return Record(record.game, named, record.entries)


def keep(desk: Desk, game: str, part: float = 1.0) -> int:
    """Keeps a recorded game, or the first part of it, in a desk's journal: its number."""
    record = record_of(game)
    entries = record.entries[: round(part * len(record.entries))]
    lines = (header(record.game, record.setup), *(entry.line() for entry in entries))
    return desk.kept.store.add(game, record.setup.players, lines, _result_of(game, len(entries)))


def _result_of(game: str, entries: int) -> Any:
    """How a recorded game stands after so many entries; None while it is not over."""
    record = record_of(game)
    turn = record.game.turn(play_while_valid(record.game, record.setup, record.entries[:entries])[0][-1])
    return result(turn, record.setup.players) if isinstance(turn, Over) else None


def kept(maker: Maker, game: str, part: float = 1.0) -> Desk:
    """A desk at which a recorded game, or the first part of it, is kept and looked at."""
    desk = maker.desk()
    id = keep(desk, game, part)
    return maker.then(desk, Goto("past"), OpenKept(id))


def figures(maker: Maker, game: str, tab: int) -> Desk:
    """A desk at which is looked at how a recorded game went."""
    return maker.then(kept(maker, game), Goto("luck"), own("show", tab))


def timeline(maker: Maker, game: str, *, every: bool) -> Desk:
    """A desk at which the turning points of a recorded game are listed, or the later of all its turns."""
    return maker.then(
        kept(maker, game), Goto("timeline"), own("show", "turns", 1) if every else own("show", "points")
    )


def exported(maker: Maker) -> Desk:
    """A desk at which a game was written as a page; where it lies is said shortly."""
    desk = maker.then(kept(maker, "zong"), Goto("export"))
    maker.then(desk, desk.model().keys[0].action)
    desk.kept.notice = desk.kept.notice.replace(str(data_home()), "~")
    return desk


def many(maker: Maker) -> Desk:
    """A desk at which games of every kind are kept, of ZONG more than find room on a page."""
    desk = maker.desk()
    for game in (*PLAYS, *("zong",) * MANY):
        keep(desk, game)
    return maker.then(desk, Goto("past"))


def players(maker: Maker) -> Desk:
    """A desk at which the people who play are looked at, all games read."""
    desk = maker.desk()
    for game in PLAYS:
        keep(desk, game)
    maker.then(desk, Goto("past"), Goto("players"))
    while desk.tick():
        pass
    return desk


def at(maker: Maker, make: Callable[[], Desk], part: float) -> Desk:
    """Such a desk with the game stepped through, so far."""
    desk = maker.then(make(), Goto("replay"))
    return maker.then(desk, own("show", round(part * desk.model().bar.last)))
