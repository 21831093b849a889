"""`companion league`: bots against bots, over tribes, seats and options, on one machine or many."""

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from companion.games.zoon.family.written import army_fact
from ui.cli.common import Files, Line, Words, add, answer, tracked
from ui.demo.random_play import LONGEST
from ui.owned.tribes import army_file, owned
from ui.records.beginning import game_named, one_of, option_value
from ui.words import several

if TYPE_CHECKING:
    from ui.lab.league.play import Competition

_SHOWN = 10
KEPT = "kept"
"""Stands for a file of facts: those kept on this machine."""


def add_to(app: typer.Typer) -> None:
    add(app, "league", league)


def league(
    game: str,
    *,
    bot: Words = None,
    games: int = 100,
    seed: int = 1,
    seats: int | None = None,
    option: Words = None,
    each: Words = None,
    own: Words = None,
    vary: Words = None,
    facts: Words = None,
    tribe: Files = None,
    workers: int | None = None,
    cluster: str = "",
    out: Path | None = None,
    longest: int = LONGEST,
    random: bool = False,
    json: bool = False,
) -> None:
    """Plays everybody against everybody: shares of wins with intervals, ratings, seats, lengths, cards."""
    from ui.lab.league import play
    from ui.lab.league.table import table_of, write

    # Contestants: every bot with every choice of the options of its seat.
    played = game_named(game)
    tribes = [("tribes", file.stem) for file in tribe or ()]
    armies = tuple(army_fact(file.stem, army_file(file, owned().facts)) for file in tribe or ())
    names = [one_of("--bot", play.BOTS, name) for name in dict.fromkeys(bot or ["random"])]
    # Options given whole (`own`) are combined with each of the other choices.
    chosen = play.combined([*play.own_choices(played, each or [], of_each_seat=True), *tribes])
    beside = [
        (*mine, *(pair for pair in more if pair[0] not in dict(mine)))
        for mine in play.contestant_options(played, own or []) or [()]
        for more in chosen
    ]
    # Variants: every combination of varied options, with every file of facts.
    ways = play.combined(play.own_choices(played, vary or [], of_each_seat=False))
    known = [(Path(file).stem, () if file == KEPT else play.read_facts(Path(file))) for file in facts or []]
    asked = play.Competition(
        game=game,
        seats=played.seats[0] if seats is None else seats,
        contestants=tuple(play.Contestant(name, mine) for name in names for mine in beside),
        games=games,
        seed=seed,
        options=tuple(option_value(played, text) for text in option or []),
        variants=tuple(play.Variant(way, name, told) for way in ways for name, told in known or [("", ())]),
        facts=armies,
        by_lot=random,
        longest=longest,
    )
    drawn = play.fixtures(played, asked)
    most = min(workers or os.cpu_count() or 1, len(drawn))
    found = list(tracked(play.results(drawn, most, cluster), "games", len(drawn)))
    table = table_of(asked, drawn, found)
    files = () if out is None else write(out, asked, drawn, found, table)
    written = [f"written: {file}" for file in files]
    answer(table, *_lines(played.name, asked, table), *written, json=json)


def _lines(name: str, asked: "Competition", table: dict[str, Any]) -> Iterator[Line]:
    from ui.lab.league.table import both_ends

    counted = several("{n} game", "{n} games", table["games"])
    lengths, first, compared = table["lengths"], table["first_turn"], table["differences"]
    yield f"{counted} of {name}, {asked.seats} seats, seed {asked.seed}"
    yield f"events a game: {lengths['shortest']} to {lengths['longest']}, median {lengths['median']:g}"
    contestants = table["contestants"]
    rows = [(row["name"], row["games"], *_share(row), f"{row['elo']:.0f}") for row in contestants]
    yield from _rows("contestant, games, wins, interval (95 %), Elo", rows)
    rows = [(row["one"], row["other"], row["games"], *_share(row)) for row in table["meetings"]]
    yield from _rows("one, other, games, wins of the one, interval", rows)
    chairs = [(f"seat {row['seat']}", row["games"], *_share(row)) for row in table["chairs"]]
    chairs += [("first turn", first["games"], *_share(first))] if first["games"] else []
    yield from _rows("who, games, wins, interval", chairs)
    way = "options, games, drawn, given up, events, first turn, interval"
    variants = [_variant_row(row, row["options"]) for row in table["variants"]]
    yield from _rows(way, variants if len(variants) > 1 else ())
    yield from _rows(way, [_variant_row(row, {row["option"]: row["value"]}) for row in table["choices"]])
    # What differs beyond luck between ways to play, and how much was compared.
    figures = ("what", "of_one", "of_other", "p")
    sure = [
        (f"{row['option']}: {row['one']}, {row['other']}", *(row[figure] for figure in figures))
        for row in compared
        if row["sure"]
    ]
    yield from _rows("differs by more than luck, in, of the one, of the other, p", sure)
    if compared:
        yield f"compared besides, and no more than luck may do: {len(compared) - len(sure)}"
    yield from _rows("ended by, games", table["endings"].items())
    cards = [
        (row["card"], row["with"]["games"], *_share(row["with"]), *_share(row["without"]))
        for row in both_ends(table["cards"], _SHOWN)
    ]
    yield from _rows("card, games, wins with it, interval, without it, interval", cards)


def _rows(heads: str, rows: Collection[Sequence[object]]) -> Iterator[Line]:
    if rows:
        yield heads.split(", "), list(rows)


def _share(row: dict[str, Any]) -> tuple[str, str]:
    return f"{row['share']:.1%}", f"{row['low']:.1%}–{row['high']:.1%}"


def _variant_row(row: dict[str, Any], options: dict[str, Any]) -> tuple[object, ...]:
    told = " ".join(f"{name}={value}" for name, value in options.items())
    events = f"{row['events']} ± {row['events_within']}"
    return told, row["games"], row["drawn"], row["given_up"], events, *_share(row["first_turn"])
