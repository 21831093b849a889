"""`companion journal`: the games that were played and those that wait to be gone on with."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from companion.bounded import file_text
from companion.game import Over
from companion.journal import Record
from ui.cli.common import plain, say, say_json, say_table
from ui.journal.store import GameEntry, Store, StoreFault, look_at, open_store
from ui.line.shapes import turn_json, view_json
from ui.outcome import noted, seat_name, told
from ui.places import games_folder
from ui.present.walk import entries_words
from ui.records import recount
from ui.records.beginning import GameFault, UsageFault, kept_record

app = typer.Typer(help="Lists, shows, replays, exports, imports and verifies games.", no_args_is_help=False)
Number = Annotated[int | None, Argument(help="A game's number; the newest if left out.")]
Json = Annotated[bool, Option("--json", help="JSON for programs.")]
File = Annotated[Path | None, Option("--file", help="An exported record in place of the journal.")]


@app.command("list")
def list_games(*, json: Json = False) -> None:
    """Lists every game, newest first."""
    with _opened() as store:
        games = store.games()
    ends = [told(each.result, each.players) if each.result else None for each in games]
    if json:
        say_json([asdict(each) | {"result": end} for each, end in zip(games, ends, strict=True)])
        return
    rows = []
    for p, end in zip(games, ends, strict=True):
        players = ", ".join(seat_name(seat, p.players) for seat in range(len(p.players)))
        started = p.started[:16].replace("T", " ")
        rows.append((p.id, p.game, players, started, p.entries, end or "not finished"))
    say_table(("number", "game", "players", "started (UTC)", "entries", "result"), rows)


@app.command("show")
def show(number: Number = None, file: File = None, *, json: Json = False) -> None:
    """Shows a game entry by entry, in words."""
    lines = recount.recount(*_record(number, file))
    if json:
        for line in lines:
            say_json(line)
        return
    rows = [(line["seq"], line["at"][11:19], line["by"], line["text"], line["note"]) for line in lines]
    say_table(("entry", "at", "by", "what happened", ""), rows)


@app.command("replay")
def replay(number: Number = None, file: File = None, *, json: Json = False) -> None:
    """Plays a game again from its record and shows where it stands."""
    record, _times = _record(number, file)
    state = recount.states_of(record)[-1]
    view = record.game.view(state, None)
    if json:
        turn, entries = turn_json(record.game.turn(state)), len(record.entries)
        say_json({"game": record.game.id, "entries": entries, "turn": turn, "view": view_json(view)})
        return
    counted = entries_words(len(record.entries))
    lines = (f"{record.game.name}, {counted}", view.headline, view.awaited, *view.notes)
    say("\n".join(filter(None, lines)))


@app.command("export")
def export(
    number: Number = None,
    output: Annotated[Path | None, Option("-o", help="The file to write.")] = None,
    *,
    html: Annotated[bool, Option("--html", help="A page to read: every board and every entry.")] = False,
    jsonl: Annotated[bool, Option("--jsonl", help="The record as JSON lines (the usual form).")] = False,
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
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise UsageFault(f"{output}: expected a file to write, found: {fault.strerror}") from None


@app.command("import")
def import_record(
    file: Annotated[Path, Argument(help="A record as `export` writes it.")], *, json: Json = False
) -> None:
    """Adds an exported game to the journal, if it keeps the rules."""
    record, _times = _record(None, file)
    turn = record.game.turn(recount.states_of(record, f"{file}: ")[-1])
    ended = noted(turn) if isinstance(turn, Over) else None
    lines = tuple(line for line in file_text(file).splitlines() if line.strip())
    with _opened(writing=True) as store:
        id = store.add(record.game.id, record.setup.players, lines[: len(record.entries) + 1], ended)
    if json:
        say_json({"number": id})
    else:
        say(f"game {id}: {entries_words(len(record.entries))}")


@app.command("verify")
def verify(number: Number = None, file: File = None, *, json: Json = False) -> None:
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
        if json:
            say_json(one)
        else:
            say(f"game {id or file}: {entries_words(one['entries'])}, {one['why'] or 'as it was written'}")

    if file is not None:
        check(None, partial(recount.record_of_file, file))
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
    """The journal, for looking while another program may be writing; what damage has cost goes to stderr."""
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
    """A record of the journal or of a file, and when each line was written as far as that is known."""
    if file is not None:
        return recount.record_of_file(file), ()
    with _opened() as store:
        id = _chosen(store, number).id
        return kept_record(store, id), store.kept(id).times
