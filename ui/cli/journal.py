"""`companion journal`: the games that were played and those that wait to be gone on with."""

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ui.cli.out import plain, say, say_json, say_table
from ui.words import several

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.journal import Record
    from ui.journal.store import Store

app = typer.Typer(help="Lists, shows, replays, exports, imports and verifies games.", no_args_is_help=False)
Number = Annotated[int | None, typer.Argument(help="A game's number; the newest if left out.")]
Json = Annotated[bool, typer.Option("--json", help="JSON for programs.")]
File = Annotated[Path | None, typer.Option("--file", help="An exported record in place of the journal.")]


@app.command("list")
def list_games(*, json: Json = False) -> None:
    """Lists every game, newest first."""
    from dataclasses import asdict

    from ui.outcome import seat_name, told

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
    from ui.records.recount import recount

    record, times = _record(number, file)
    lines = recount(record, times)
    if json:
        for line in lines:
            say_json(line)
        return
    rows = [(line["seq"], line["at"][11:19], line["by"], line["text"], line["note"]) for line in lines]
    say_table(("entry", "at", "by", "what happened", ""), rows)


@app.command("replay")
def replay(number: Number = None, file: File = None, *, json: Json = False) -> None:
    """Plays a game again from its record and shows where it stands."""
    from companion.journal import play_while_valid
    from ui.line.shapes import turn_json, view_json
    from ui.records.arguments import UsageFault

    record, _ = _record(number, file)
    states, stop = play_while_valid(record.game, record.setup, record.entries)
    if stop is not None:
        raise UsageFault(f"entry {stop.entry.seq} breaks {stop.rule}: {stop.about}")
    state = states[-1]
    view = record.game.view(state, None)
    if json:
        turn, entries = turn_json(record.game.turn(state)), len(record.entries)
        say_json({"game": record.game.id, "entries": entries, "turn": turn, "view": view_json(view)})
        return
    say(f"{record.game.name}, {_entries(len(record.entries))}")
    for line in (view.headline, view.awaited, *view.notes):
        if line:
            say(line)


@app.command("export")
def export(
    number: Number = None,
    output: Annotated[Path | None, typer.Option("-o", help="The file to write.")] = None,
    *,
    html: Annotated[
        bool, typer.Option("--html", help="A page to read: every board and every entry.")
    ] = False,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="The record as JSON lines (the usual form).")
    ] = False,
) -> None:
    """Writes a game as JSON lines or as a page; of one that has not ended only what everybody at the table may know."""
    from ui.records.arguments import UsageFault
    from ui.records.beginning import kept_record
    from ui.records.recount import public_lines
    from ui.records.saved_records import exported

    if html and jsonl:
        raise UsageFault("--html, --jsonl: expected one of them, found both")
    with _opened() as store:
        id = _chosen(store, number)
        text = exported(store, id, "html" if html else "jsonl")
        cut = public_lines(kept_record(store, id)) is not None
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
    file: Annotated[Path, typer.Argument(help="A record as `export` writes it.")], *, json: Json = False
) -> None:
    """Adds an exported game to the journal, if it keeps the rules."""
    from companion.bounded import file_text
    from companion.game import Over
    from companion.journal import replay as replayed
    from ui.outcome import noted
    from ui.records.arguments import UsageFault

    record, _ = _record(None, file)
    try:
        turn = record.game.turn(replayed(record.game, record.setup, record.entries))
    except ValueError as fault:
        raise UsageFault(f"{file}: {fault}") from None
    ended = noted(turn) if isinstance(turn, Over) else None
    lines = tuple(line for line in file_text(file).splitlines() if line.strip())
    with _opened(writing=True) as store:
        id = store.add(record.game.id, record.setup.players, lines[: len(record.entries) + 1], ended)
    if json:
        say_json({"number": id})
    else:
        say(f"game {id}: {_entries(len(record.entries))}")


@app.command("verify")
def verify(number: Number = None, file: File = None, *, json: Json = False) -> None:
    """Checks the checksums, replays every game (or one) and compares its end; exit code 1 if anything differs."""
    from ui.journal.store import StoreFault
    from ui.records.beginning import GameFault, kept_record
    from ui.records.recount import otherwise, record_of_file

    found: list[dict[str, Any]] = []

    def check(number: int | None, read: "Callable[[], tuple[Record, str | None]]") -> None:
        one: dict[str, Any] = {"number": number, "ok": False, "entries": 0, "why": None}
        try:
            record, noted = read()
            why = otherwise(record, noted)
            one |= {"ok": why is None, "entries": len(record.entries), "why": why}
        except (GameFault, StoreFault) as fault:
            one["why"] = str(fault)
        found.append(one)

    if file is not None:
        check(None, lambda: (record_of_file(file), None))
    else:
        with _opened() as store:
            ids = [played.id for played in store.games()] if number is None else [_chosen(store, number)]
            for id in ids:
                check(id, lambda id=id: (kept_record(store, id), store.played(id).result))  # type: ignore[misc]
    for one in found:
        if json:
            say_json(one)
        else:
            said = "as it was written" if one["ok"] else one["why"]
            say(f"game {one['number'] or file}: {_entries(one['entries'])}, {said}")
    if not found and not json:
        say("no games yet")
    if not all(one["ok"] for one in found):
        raise typer.Exit(1)


@contextmanager
def _opened(*, writing: bool = False) -> "Iterator[Store]":
    """The journal, for looking while another program may be writing; what damage has cost goes to stderr."""
    from ui.journal.store import look_at, open_store
    from ui.places import games_folder

    store = open_store(games_folder()) if writing else look_at(games_folder())
    try:
        if store.repaired:
            sys.stderr.write(f"companion: {store.repaired}\n")
        yield store
    finally:
        store.close()


def _chosen(store: "Store", number: int | None) -> int:
    from ui.records.arguments import UsageFault

    if number is not None:
        return store.played(number).id
    games = store.games()
    if not games:
        raise UsageFault(f"{store.path}: expected at least one game, found none")
    return games[0].id


def _entries(count: int) -> str:
    return several("{n} entry", "{n} entries", count)


def _record(number: int | None, file: Path | None) -> tuple["Record", tuple[str, ...]]:
    """A record of the journal or of a file, and when each line was written as far as that is known."""
    from ui.records.beginning import kept_record
    from ui.records.recount import record_of_file

    if file is not None:
        return record_of_file(file), ()
    with _opened() as store:
        id = _chosen(store, number)
        return kept_record(store, id), store.times(id)
