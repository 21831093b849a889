"""A state and a result as boxes tell them."""

import msgspec
import sqlalchemy as sa

from ui.club.broker.messages import Awaited, Health, Play, Result, ScreenWords, TableState
from ui.club.database import ClubDatabase, results

RUN = "00112233445566ff"
RESULT = Result(
    v=1,
    key="0123456789abcdef",
    revision=1,
    game="zones",
    name="ZoneS",
    players=("Ann", "Bea"),
    winners=(1,),
    points=(3, 5),
    why="All zones are held",
    rule="zones-end",
    options={"sides": "both", "limit": 3},
    entries=40,
    seconds=1800,
    ended="2026-11-26T15:00:00+00:00",
    digest="ab" * 32,
)
STATE = TableState(
    v=1,
    run=RUN,
    n=3,
    table="Table 1",
    on_turn=("Ann",),
    play=Play(
        key="0123456789abcdef",
        game="zones",
        name="ZoneS",
        players=("Ann", "Bea"),
        entries=12,
        turn=Awaited(seats=(0,)),
        view=ScreenWords(headline="Ann to move", awaited="Move a piece."),
    ),
)
HEALTH = Health(v=1, online=True, run=RUN, table="Table 1", version="0.1.0")


def counted(database: ClubDatabase) -> tuple[int, int]:
    """How many results a club has in all, and how many of them the boxes have not withdrawn."""
    query = sa.select(sa.func.count(), sa.func.count().filter(results.c.withdrawn.is_(False)))
    with database.connect() as connection:
        every, standing = connection.execute(query).one()
    return int(every), int(standing)


def result(
    n: int, players: tuple[str, ...] = ("Ann", "Bea"), winners: tuple[int, ...] = (0,), **more: object
) -> Result:
    """The n-th of many results."""
    return msgspec.structs.replace(
        RESULT, key=f"{n:016x}", players=players, winners=winners, points=(), digest=f"{n:064x}", **more
    )
