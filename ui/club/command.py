"""`companion club`: the club's computer with its web pages, results, boxes and their exclusion."""

import logging
import os
import signal
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import typer

from ui.cli.common import Words, add, declared, say, say_table
from ui.records.beginning import UsageFault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ui.club.database import ClubDatabase

PASSWORD = "ZO_CLUB_PASSWORD"
"""Environment variable of the password, as other users of a machine can see arguments."""


def add_to(app: typer.Typer) -> None:
    commands = typer.Typer(invoke_without_command=True)
    commands.callback()(declared("club", club))
    add(commands, "club results", list_results)
    add(commands, "club boxes", list_boxes)
    add(commands, "club void", void)
    add(commands, "club shut-out", shut_out)
    app.add_typer(commands, name="club")


def club(
    context: typer.Context,
    *,
    broker: str = "localhost",
    user: str = "",
    authority: Path | None = None,
    database: str = "",
    listen: str = "127.0.0.1",
    port: int = 8470,
    name: Words = None,
    tls: bool = False,
) -> None:
    """Shows all tables of a club live, and keeps results, league tables and pairings, until Ctrl-C."""
    context.obj = database
    # Subcommands need only the database named before them.
    if context.invoked_subcommand is not None:
        return
    from ui.club.broker.connection import BrokerFault
    from ui.club.database import DatabaseFault
    from ui.club.site import RunningClub
    from ui.owned.settings import PLAIN_PORT, TLS_PORT, ClubSettings
    from ui.web.serving import ServingFault

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    # A file of certificates makes sense with encryption alone, so it implies it.
    secure = tls or authority is not None
    host, its_port = _address(broker, TLS_PORT if secure else PLAIN_PORT)
    settings = ClubSettings(
        on=True,
        host=host,
        port=its_port,
        user=user,
        password=os.environ.get(PASSWORD, ""),
        tls=secure,
        authority="" if authority is None else str(authority.absolute()),
    )
    try:
        running = RunningClub(settings, database or _usual_database(), listen, port, name or ())
    except (BrokerFault, DatabaseFault, ServingFault) as fault:
        raise UsageFault(str(fault)) from None
    running.start()
    host, served = running.serving.address
    shown = f"[{host}]" if ":" in host else host
    say(f"The club's pages are at http://{shown}:{served}/ (Ctrl-C ends it)")
    ended = Event()
    # A service is stopped by SIGTERM: the boxes are then told that nobody listens.
    before = signal.signal(signal.SIGTERM, lambda _signal, _frame: ended.set())
    try:
        ended.wait()
    finally:
        signal.signal(signal.SIGTERM, before)
        running.stop()


def list_results(context: typer.Context) -> None:
    """Lists the results of the club, newest first."""
    from ui.club.site import outcome, players, when

    with _opened(context) as database:
        found = database.results()
    rows = [
        (
            one.id,
            when(one.arrived),
            one.box,
            one.told.name,
            ", ".join(players(one.told.players, one.told.by_box)),
            outcome(one.told.players, one.told.winners),
            "yes" if one.counts else "no",
        )
        for one in found
    ]
    say_table(("number", "arrived", "box", "game", "players", "outcome", "counts"), rows)


def list_boxes(context: typer.Context) -> None:
    """Lists the boxes of the club."""
    from ui.club.site import boxes_shown

    with _opened(context) as database:
        found = boxes_shown(database)
    rows = [(one["box"], one["name"], one["results"], "yes" if one["out"] else "no") for one in found]
    say_table(("box", "table", "results", "shut out"), rows)


def void(context: typer.Context, number: int, *, undo: bool = False) -> None:
    """Lets a result count for nothing: not in the league, nor in a tournament."""
    with _opened(context) as database:
        found = next((one for one in database.results() if one.id == number), None)
        if found is None:
            raise UsageFault(f"NUMBER: expected the number of a result, found {number}")
        database.rule(found.box, found.told.key, counts=undo)


def shut_out(context: typer.Context, box: str, *, undo: bool = False) -> None:
    """Takes nothing of a box any longer, and lets nothing count that it told."""
    from ui.club.site import boxes_shown

    with _opened(context) as database:
        if box not in (one["box"] for one in boxes_shown(database)):
            raise UsageFault(f"BOX: expected the id of a box that the club knows, found {box!r}")
        database.rule(box, counts=undo)


@contextmanager
def _opened(context: typer.Context) -> "Iterator[ClubDatabase]":
    """The club's database. Raises UsageFault if it cannot be used."""
    from ui.club.database import ClubDatabase, DatabaseFault, DatabaseTrouble, fault_line

    try:
        database = ClubDatabase(context.obj or _usual_database())
    except DatabaseFault as fault:
        raise UsageFault(str(fault)) from None
    try:
        yield database
    except DatabaseTrouble as fault:
        raise UsageFault(fault_line(fault)) from None
    finally:
        database.close()


def _usual_database() -> str:
    """A file of SQLite beside the journal, readable by its owner alone."""
    from ui.club.database import sqlite_url
    from ui.places import data_home

    data_home().mkdir(mode=0o700, parents=True, exist_ok=True)
    return sqlite_url(data_home() / "club.db")


def _address(text: str, usual: int) -> tuple[str, int]:
    """Host and port from HOST, HOST:PORT or [IPv6]:PORT. Raises UsageFault."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(f"//{text}")
        port = usual if parts.port is None else parts.port
        if parts.hostname and parts.netloc == text and port and parts.username is None:
            return parts.hostname, port
    except ValueError:
        pass
    raise UsageFault(f"--broker: expected HOST or HOST:PORT, found {text!r}")
