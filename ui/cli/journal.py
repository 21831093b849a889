"""`companion journal`: the games that were played, and those waiting to be resumed."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import typer

from companion.bounded import file_text
from companion.game import Over
from companion.journal import Record
from ui.cli.common import answer, plain, say, say_json, say_table
from ui.journal.store import GameEntry, Store, StoreFault, look_at, open_store
from ui.line.shapes import turn_json, view_json
from ui.outcome import noted, seat_name, told
from ui.places import games_folder
from ui.present.walk import entries_words
from ui.records import recount
from ui.records.beginning import GameFault, UsageFault, kept_record, read_as, usable_record


def list_games(*, json: bool = False) -> None:
    """Lists every game, newest first."""
    with _opened() as store:
        games = store.games()
    found, rows = [], []
    for p in games:
        end = told(p.result, p.players) if p.result else None
        found.append(asdict(p) | {"result": end})
        players = ", ".join(seat_name(seat, p.players) for seat in range(len(p.players)))
        started = p.started[:16].replace("T", " ")
        rows.append((p.id, p.game, players, started, p.entries, end or "not finished"))
    answer(found, (("number", "game", "players", "started (UTC)", "entries", "result"), rows), json=json)


def show(number: int | None = None, *, file: Path | None = None, json: bool = False) -> None:
    """Shows a game entry by entry, in words."""
    lines = recount.recount(*_record(number, file))
    if json:
        for line in lines:
            say_json(line)
        return
    rows = [(line["seq"], line["at"][11:19], line["by"], line["text"], line["note"]) for line in lines]
    say_table(("entry", "at", "by", "what happened", ""), rows)


def replay(number: int | None = None, *, file: Path | None = None, json: bool = False) -> None:
    """Plays a game again from its record and shows where it stands."""
    record, _times = _record(number, file)
    game, entries, state = record.game, len(record.entries), recount.states_of(record)[-1]
    view, turn = game.view(state, None), turn_json(game.turn(state))
    lines = (f"{game.name}, {entries_words(entries)}", view.headline, view.awaited, *view.notes)
    found = {"game": game.id, "entries": entries, "turn": turn, "view": view_json(view)}
    answer(found, *filter(None, lines), json=json)


def export(
    number: int | None = None, *, output: Path | None = None, html: bool = False, jsonl: bool = False
) -> None:
    """Writes a game as JSON lines or as a page; of one that has not ended only what everybody at the table may know."""
    if html and jsonl:
        raise UsageFault("--html, --jsonl: expected one of them, found both")
    with _opened() as store:
        id = _chosen(store, number).id
        text = recount.exported(store, id, "html" if html else "jsonl")
        cut = recount.public_lines(kept_record(store, id)) is not None
    if cut:
        sys.stderr.write(
            "companion: this game has not ended: what is hidden is left out, so nobody can go on with this record\n"
        )
    if output is None:
        typer.echo(plain(text) if sys.stdout.isatty() else text, nl=False)
        return
    with read_as(output, "a file to write"):
        output.write_text(text, encoding="utf-8")


def import_record(file: Path, *, json: bool = False) -> None:
    """Adds an exported game to the journal, if it keeps the rules."""
    record, _times = _record(None, file)
    turn = record.game.turn(recount.states_of(record, f"{file}: ")[-1])
    ended = noted(turn) if isinstance(turn, Over) else None
    lines = tuple(line for line in file_text(file).splitlines() if line.strip())
    with _opened(writing=True) as store:
        id = store.add(record.game.id, record.setup.players, lines[: len(record.entries) + 1], ended)
    answer({"number": id}, f"game {id}: {entries_words(len(record.entries))}", json=json)


def verify(number: int | None = None, *, file: Path | None = None, json: bool = False) -> None:
    """Checks the checksums, replays every game (or one) and compares its end; exit code 1 if anything differs."""
    found: list[bool] = []

    def check(id: int | None, read: Callable[[], Record], noted: str | None = None) -> None:
        one: dict[str, Any] = {"number": id, "ok": False, "entries": 0, "why": None}
        try:
            record = read()
            one["entries"] = len(record.entries)
            recount.verify(record, noted)
            one["ok"] = True
        except (GameFault, StoreFault, UsageFault) as fault:
            one["why"] = str(fault)
        found.append(one["ok"])
        words = f"game {id or file}: {entries_words(one['entries'])}, {one['why'] or 'as it was written'}"
        answer(one, words, json=json)

    if file is not None:
        check(None, lambda: _record(None, file)[0])
    else:
        with _opened() as store:
            for game in store.games() if number is None else (store.played(number),):
                check(game.id, partial(kept_record, store, game.id), game.result)
    if not found and not json:
        say("no games yet")
    if not all(found):
        raise typer.Exit(1)


@contextmanager
def _opened(*, writing: bool = False) -> Iterator[Store]:
    """The journal, read-only unless `writing`; the cost of damage is reported on stderr."""
    store = open_store(games_folder()) if writing else look_at(games_folder())
    try:
        if store.repaired:
            sys.stderr.write(f"companion: {store.repaired}\n")
        yield store
    finally:
        store.close()


def _chosen(store: Store, number: int | None) -> GameEntry:
    if number is not None:
        return store.played(number)
    games = store.games()
    if not games:
        raise UsageFault(f"{store.path}: expected at least one game, found none")
    return games[0]


def _record(number: int | None, file: Path | None) -> tuple[Record, tuple[str, ...]]:
    """A record from the journal or a file, and the time of each line if known."""
    if file is not None:
        with read_as(file, "a record"):
            lines = file_text(file).splitlines()
        return usable_record(lines, str(file)), ()
    with _opened() as store:
        id = _chosen(store, number).id
        return kept_record(store, id), store.kept(id).times
