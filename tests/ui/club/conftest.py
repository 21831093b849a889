"""A broker, and a club's database, once in SQLite and once in a real PostgreSQL."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.ui.club.mosquitto import Mosquitto
from tests.ui.club.postgres import Postgres, needs_postgres
from ui.club.database import ClubDatabase, sqlite_url


class Clock:
    """The club's clock; it may be put wrong."""

    def __init__(self) -> None:
        self.at = 1_795_000_000.0

    def __call__(self) -> float:
        self.at += 1
        return self.at


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests that write into a database of their own."""
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path / "club.db")
        return
    server: Postgres = request.getfixturevalue("postgres")
    name = f"club_{request.node.name.encode().hex()[:40]}"
    server.make(name)
    yield server.url.replace("/club?", f"/{name}?")


@pytest.fixture
def database(url: str, clock: Clock) -> Iterator[ClubDatabase]:
    """An empty club."""
    found = ClubDatabase(url, clock)
    yield found
    found.close()


@pytest.fixture
def in_a_file(tmp_path: Path, clock: Clock) -> Iterator[ClubDatabase]:
    """An empty club in SQLite, for what no database does otherwise."""
    found = ClubDatabase(sqlite_url(tmp_path / "club.db"), clock)
    yield found
    found.close()


@pytest.fixture
def postgres_of_its_own() -> Iterator[Postgres]:
    """One that may be stopped and started."""
    if needs_postgres.args[0]:
        pytest.skip(needs_postgres.kwargs["reason"])
    server = Postgres()
    yield server
    server.close()


@pytest.fixture
def broker_with(tmp_path: Path) -> Iterator[Callable[..., Mosquitto]]:
    """Starts a Mosquitto; it is ended with the test."""
    started: list[Mosquitto] = []

    def start(**more: Any) -> Mosquitto:
        started.append(Mosquitto(tmp_path / f"broker-{len(started)}", **more))
        return started[-1]

    yield start
    for broker in started:
        broker.kill()


@pytest.fixture
def broker(broker_with: Callable[..., Mosquitto]) -> Mosquitto:
    """A Mosquitto that lets everybody in."""
    return broker_with()
