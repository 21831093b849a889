"""A box that tells results without end, and how long another's single one takes: `python -m tests.ui.club.flood`.

One real Mosquitto as `docs/club.md` has it, a club's ear with a file of SQLite. The honest box tells its result as
boxes do: again every 30 s until it is acknowledged.
"""

import logging
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path
from threading import Event
from typing import Any

from tests.ui.club.mosquitto import Mosquitto, documented
from tests.ui.web.told import result
from ui.club.broker.connection import end, new_client
from ui.club.broker.messages import encoded, topic
from ui.club.broker.publisher import AGAIN_S
from ui.club.database import ClubDatabase, Tables, sqlite_url
from ui.club.listening import ClubEar
from ui.owned.settings import ClubSettings

TRIES = 3


def flood(port: int, sent: Any, box: str = "box-evil") -> None:
    """A box that publishes new results as fast as the broker takes them, for ever. `sent` counts them."""
    client = new_client(ClubSettings(host="127.0.0.1", port=port, user=box, password=box), box)
    client.max_inflight_messages_set(1000)
    client.connect("127.0.0.1", port)
    client.loop_start()
    while True:
        said = [
            client.publish(topic(box, "result"), encoded(result(sent.value + n)), qos=1) for n in range(500)
        ]
        sent.value += len(said)
        said[-1].wait_for_publish(10.0)


class Honest:
    """A box with one result to tell at a time."""

    def __init__(self, port: int, box: str = "box-honest") -> None:
        here = ClubSettings(host="127.0.0.1", port=port, user=box, password=box)
        self._box, self._had = box, Event()
        self._client = new_client(here, box)
        self._client.on_message = lambda *_told: self._had.set()
        self._client.on_connect = lambda client, *_more: client.subscribe(topic(box, "ack"), qos=1)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def seconds(self, n: int, most: float = 100.0) -> float | None:
        """How long the n-th result took to be acknowledged; None where it was not within so long."""
        self._had.clear()
        began = time.monotonic()
        while time.monotonic() - began < most:
            self._client.publish(topic(self._box, "result"), encoded(result(n)), qos=1)
            if self._had.wait(AGAIN_S):
                return time.monotonic() - began
        return None

    def close(self) -> None:
        end(self._client)


def main() -> None:
    logging.disable()
    lines, acl = documented()
    users = {name: name for name in ("club", "box-evil", "box-honest")}
    with tempfile.TemporaryDirectory() as folder:
        broker = Mosquitto(Path(folder) / "broker", users=users, acl=acl, more=lines)
        database = ClubDatabase(sqlite_url(Path(folder) / "club.db"))
        at = ClubSettings(host="127.0.0.1", port=broker.port, user="club", password="club")
        ear = ClubEar(at, database, Tables(database.now))
        ear.start()
        honest = Honest(broker.port)
        while not ear.connected:
            time.sleep(0.1)
        sys.stdout.write(f"quiet: {honest.seconds(1)} s\n")
        sent, began = multiprocessing.Value("i"), time.monotonic()
        evil = multiprocessing.Process(target=flood, args=(broker.port, sent), daemon=True)
        evil.start()
        time.sleep(20)
        for n in range(TRIES):
            sys.stdout.write(f"flooded: {honest.seconds(n + 2)} s\n")
            time.sleep(5)
        seconds = time.monotonic() - began
        sys.stdout.write(
            f"{sent.value / seconds:.0f} told a second, {ear.messages / seconds:.0f} heard, rows:"
            f" {len(database.results())}\n"
        )
        evil.kill()
        honest.close()
        ear.stop()
        database.close()
        broker.kill()


if __name__ == "__main__":
    main()
