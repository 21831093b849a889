"""`companion club`: the club's computer, which hears what boxes tell and shows it as web pages."""

import logging
import os
import signal
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from ui.cli.out import say

if TYPE_CHECKING:
    from ui.owned.club import ClubSettings

PASSWORD, DATABASE = "ZO_CLUB_PASSWORD", "ZO_CLUB_DATABASE"
"""Environment variables for what other users of the machine must not see among the arguments of programs."""


def add_to(app: typer.Typer) -> None:
    app.command("club")(club)


def club(
    broker: Annotated[
        str, typer.Option("--broker", help="The MQTT broker: HOST or HOST:PORT.")
    ] = "localhost",
    user: Annotated[
        str, typer.Option("--user", help=f"The user there; the password is read from {PASSWORD}.")
    ] = "",
    authority: Annotated[
        Path | None, typer.Option("--ca", help="A file of certificates that the broker's must be signed by.")
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            envvar=DATABASE,
            show_envvar=False,
            help=f"A URL such as postgresql://club@localhost/club, also by {DATABASE}; left out: a file of SQLite.",
        ),
    ] = "",
    listen: Annotated[
        str, typer.Option("--listen", help="The address at which the pages are.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Their port; 0: any.")] = 8470,
    name: Annotated[
        list[str] | None, typer.Option("--name", help="Another name by which the pages are asked for.")
    ] = None,
    *,
    tls: Annotated[bool, typer.Option("--tls", help="Speak TLS with the broker.")] = False,
) -> None:
    """Shows all tables of a club live, and keeps results, league tables and pairings, until Ctrl-C."""
    from ui.records.arguments import UsageFault
    from ui.web.broker.connection import BrokerFault
    from ui.web.club.database import DatabaseFault
    from ui.web.club.running import RunningClub
    from ui.web.serving import ServingFault

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")
    settings = _settings(broker, user, authority, tls=tls or authority is not None)
    try:
        running = RunningClub(settings, database or _usual_database(), listen, port, name or ())
    except (BrokerFault, DatabaseFault, ServingFault) as fault:
        raise UsageFault(str(fault)) from None
    running.start()
    say(f"The club's pages are at http://{_shown(running.address)}/ (Ctrl-C ends it)")
    ended = Event()
    before = signal.signal(signal.SIGTERM, lambda _signal, _frame: ended.set())
    try:
        ended.wait()
    finally:
        signal.signal(signal.SIGTERM, before)
        running.stop()


def _settings(broker: str, user: str, authority: Path | None, *, tls: bool) -> "ClubSettings":
    from ui.owned.club import PLAIN_PORT, TLS_PORT, ClubSettings

    host, port = _address(broker, TLS_PORT if tls else PLAIN_PORT)
    return ClubSettings(
        on=True,
        host=host,
        port=port,
        user=user,
        password=os.environ.get(PASSWORD, ""),
        tls=tls,
        authority="" if authority is None else str(authority.absolute()),
    )


def _usual_database() -> str:
    """A file of SQLite beside the journal, for its owner alone."""
    from ui.places import data_home
    from ui.web.club.database import sqlite_url

    data_home().mkdir(mode=0o700, parents=True, exist_ok=True)
    return sqlite_url(data_home() / "club.db")


def _address(text: str, usual: int) -> tuple[str, int]:
    """HOST, HOST:PORT or [IPv6]:PORT. Raises UsageFault."""
    from urllib.parse import urlsplit

    from ui.records.arguments import UsageFault

    try:
        parts = urlsplit(f"//{text}")
        port = usual if parts.port is None else parts.port
        if parts.hostname and parts.netloc == text and port and parts.username is None:
            return parts.hostname, port
    except ValueError:
        pass
    raise UsageFault(f"--broker: expected HOST or HOST:PORT, found {text!r}")


def _shown(address: tuple[str, int]) -> str:
    host, port = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
