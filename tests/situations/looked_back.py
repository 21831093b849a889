"""Recorded games of every game looked back on: step by step, won, told as lists; and the same while a game goes on."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from companion.games import all_games
from companion.journal import Record, header, read_record
from tests.approved.plays import FOLDER
from ui.pages.desk import Desk
from ui.present.back_touches import ShowPlace
from ui.present.desk_touches import Goto, OpenKept

if TYPE_CHECKING:
    from tests.situations.screens import _Maker

PLAYS = {
    "zoon_alternate": "random-monkus-boarix",
    "zoondo": "random-shown-monkus-rhinogoths",
    "zombinion": "random-3-vita-o-morte",
    "zones": "random-set",
    "zong": "random-six",
}
"""By game, one record that goes to the end."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")


def looked_back_situations(maker: "_Maker") -> dict[str, Callable[[], Desk]]:
    """By name, what makes a desk in that situation."""
    found: dict[str, Callable[[], Desk]] = {}
    for game in PLAYS:
        opened = partial(kept, maker, game)
        running = partial(kept, maker, game, part=0.4)
        found |= {
            f"after-{game}": opened,
            f"replay-{game}": partial(at, maker, opened, 0.5),
            f"replay-{game}-running": partial(at, maker, running, 1.0),
        }
    found["after-running"] = partial(kept, maker, "zong", part=0.4)
    found["replay-end"] = partial(at, maker, partial(kept, maker, "zoon_alternate"), 1.0)
    found["replay-begin"] = partial(at, maker, partial(kept, maker, "zones"), 0.05)
    return found


def record_of(game: str) -> Record:
    """The record of a game, with names given to its players."""
    lines = (FOLDER / game / f"{PLAYS[game]}.jsonl").read_text(encoding="utf-8").splitlines()
    record = read_record(lines, all_games())
    named = msgspec.structs.replace(record.setup, players=NAMES[: record.setup.seats])
    return Record(record.game, named, record.entries)


def kept(maker: "_Maker", game: str, part: float = 1.0) -> Desk:
    """A desk at which a recorded game, or the first part of it, is kept and looked at."""
    desk, record = maker.desk(), record_of(game)
    entries = record.entries[: round(part * len(record.entries))]
    lines = (header(record.game, record.setup), *(entry.line() for entry in entries))
    result = f"{record.setup.players[0]} won." if part == 1.0 else None
    id = desk.kept.store.add(game, record.setup.players, lines, result)
    return maker.then(desk, Goto("past"), OpenKept(id))


def at(maker: "_Maker", make: Callable[[], Desk], part: float) -> Desk:
    """Such a desk with the game stepped through, so far."""
    desk = maker.then(make(), Goto("replay"))
    return maker.then(desk, ShowPlace(round(part * desk.model().last)))
