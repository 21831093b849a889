"""How soon an event is on every phone: `python -m tests.ui.web.many_phones [GAME] [--phones 20] [--watching 5]`.

The phones are WebSocket clients in a process of their own. Counted from what the referee accepted to the message with
what it changed having arrived; and how long a tick holds the thread of the game.
"""

import asyncio
import json
import multiprocessing
import time
from argparse import ArgumentParser
from multiprocessing.connection import Connection
from random import Random
from statistics import median
from urllib.parse import urlsplit

from companion.game import Over
from companion.lawful import drawn
from tests.ui.web.room import begun
from tests.ui.web.test_in_browser import NoGames
from ui.web.phones import WebPhones

EVENTS = 60
FRAME_S = 1 / 60


def look(url: str, tokens: list[tuple[str, str]], told: Connection) -> None:
    """Every page in one process: what it was sent when, by the clock that all processes share."""
    from websockets.asyncio.client import connect

    async def one(number: int, what: str, token: str) -> None:
        host = urlsplit(url).netloc
        headers = {"Cookie": f"zo={token}"}
        async with connect(f"ws://{host}/live/{what}", additional_headers=headers, origin=url) as socket:  # type: ignore[arg-type]
            async for message in socket:
                if "parts" in json.loads(message):
                    told.send((number, time.monotonic(), len(message)))

    async def all_pages() -> None:
        await asyncio.gather(*(one(n, *each) for n, each in enumerate(tokens)), return_exceptions=True)

    asyncio.run(all_pages())


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="zoondo")
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--watching", type=int, default=5)
    wanted = parser.parse_args()
    phones = WebPhones(NoGames(), listened_at="127.0.0.1")
    phones.turn_on()
    side = begun(wanted.game)
    phones.tick(side)
    seats = side.session.referee.setup.seats
    assert phones.tonight is not None
    evening = phones.tonight.evening
    tokens = [("seat", str(evening.let_in(evening.invite(n % seats), "bench"))) for n in range(wanted.phones)]
    tokens += [("watch", str(evening.let_in(evening.code, "bench"))) for _n in range(wanted.watching)]
    tokens = [(what, token) for what, token in tokens if evening.guest(token) is not None]
    here, there = multiprocessing.get_context("spawn").Pipe(duplex=False)
    process = multiprocessing.get_context("spawn").Process(
        target=look, args=(phones.tonight.addresses[0], tokens, there), daemon=True
    )
    process.start()
    rng, ticks, delays, sizes = Random(5), [], [], []
    arrived: set[int] = set()
    while len(arrived) < len(tokens):
        phones.tick(side)
        while here.poll(0.01):
            arrived.add(here.recv()[0])
    for _n in range(EVENTS):
        referee = side.session.referee
        event = drawn(referee.game, referee.state, rng.randrange)
        if event is None or isinstance(side.session.reply.turn, Over):
            break
        side.session.tell(event)
        accepted, left = time.monotonic(), set(range(len(tokens)))
        while left and time.monotonic() - accepted < 2:
            began = time.perf_counter()
            side.tick()
            phones.tick(side)
            ticks.append(time.perf_counter() - began)
            while here.poll(0):
                number, at, size = here.recv()
                if number in left:
                    left.discard(number)
                    delays.append((at - accepted) * 1000)
                    sizes.append(size)
            time.sleep(max(0.0, FRAME_S - (time.perf_counter() - began)))
    phones.turn_off()
    process.kill()
    delays.sort()
    print(
        f"{wanted.game}: {len(tokens)} pages, {len(delays)} arrivals, median {median(delays):.0f} ms, "
        f"p95 {delays[int(0.95 * len(delays))]:.0f} ms, most {delays[-1]:.0f} ms; "
        f"a message {median(sizes) / 1000:.1f} kB, most {max(sizes) / 1000:.1f} kB; "
        f"a tick {median(ticks) * 1000:.1f} ms, p95 {sorted(ticks)[int(0.95 * len(ticks))] * 1000:.1f} ms"
    )


if __name__ == "__main__":
    main()
