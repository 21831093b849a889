"""The club's receiver: checks, stores and acknowledges boxes' messages and passes news to watchers.

Three threads meet here: the connection's fills a bounded inbox (only the newest state of each table), the
writer's empties it in batches, the pages' gets the changes. Rule kept: a result is acknowledged once it is in
the database, not before; an invalid message is one line in the log.
"""

import logging
import secrets
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from sys import getsizeof

from ui.club.broker.connection import BrokerLine, end
from ui.club.broker.messages import (
    CLUB_TOPIC,
    MOST_BYTES,
    ROOT,
    ClubHere,
    Health,
    MessageFault,
    Result,
    TableState,
    box_and_kind,
    encoded,
    read,
    topic,
)
from ui.club.database import MOST_A_DAY, ClubDatabase, DatabaseTrouble, Tables, UnfitData, fault_line
from ui.owned.settings import ClubSettings

BATCH_S = 0.04
"""Seconds within which messages are stored as one batch."""
MOST_WAITING = 8 * 2**20
"""Maximum bytes of results waiting for the database, for all boxes; boxes repeat further ones."""
RESULTS_AT_ONCE = 100
KEEP_BOXES_S = 1.0
BOXES_AT_ONCE = 200
"""Interval and maximum number of tables stored at once, so that live news need not wait."""
LINES_A_MINUTE = 60
"""Maximum number of invalid messages logged one by one per minute; the rest is only counted."""
_log = logging.getLogger(__name__)


class ClubEar(BrokerLine):
    """Listens at one broker, from `start` until `stop`. Raises BrokerFault.

    `changed` is called with the boxes whose tables changed, `kept` after results did; both in the writer's
    thread.
    """

    def __init__(
        self,
        settings: ClubSettings,
        database: ClubDatabase,
        tables: Tables,
        changed: Callable[[set[str]], None] = lambda _boxes: None,
        kept: Callable[[], None] = lambda: None,
    ) -> None:
        topics = [f"{ROOT}/+/{kind}" for kind in ("health", "state", "result")]
        super().__init__(settings, f"zo-club-{secrets.token_hex(4)}", topics)
        self._database, self._tables = database, tables
        self._changed, self._kept = changed, kept
        self.messages = 0
        self._latest: OrderedDict[str, bytes] = OrderedDict()
        self._results: OrderedDict[str, deque[bytes]] = OrderedDict()
        self._waiting: Counter[str] = Counter()
        self._held: list[tuple[str, Result]] = []
        self._minute, self._left_alone = 0.0, 0
        # No limit for the queue: receipts are small, and one is sent per stored result.
        self.client.max_queued_messages_set(0)
        self.client.will_set(CLUB_TOPIC, encoded(ClubHere(online=False)), qos=1, retain=True)

    def stop(self) -> None:
        """Ends it; boxes learn that nobody listens."""
        self.end_work()
        if self.connected:
            self.say(CLUB_TOPIC, encoded(ClubHere(online=False)), retain=True)
        end(self.client)

    # in the connection's thread

    def stand(self, _trouble: str, *, connected: bool) -> None:
        self.connected = connected
        if connected:
            here = ClubHere(online=True, run=secrets.token_hex(8))
            self.say(CLUB_TOPIC, encoded(here), retain=True)

    def hear(self, name: str, payload: bytes) -> None:
        self.messages += 1
        if len(payload) > MOST_BYTES:
            self._leave_alone(name, f"expected at most {MOST_BYTES} bytes, found {len(payload)}")
            return
        with self.news:
            if name.endswith("/result"):
                size = sum(map(getsizeof, (name, payload)))
                if self._waiting[name] + size <= MOST_WAITING // (len(self._results) + 1):
                    self._waiting[name] += size
                    self._results.setdefault(name, deque()).append(payload)
            else:
                self._latest[name] = payload
            self.news.notify()

    # in the writer's thread

    def work(self) -> None:
        kept_at = time.monotonic()
        while not self.stopping:
            with self.news:
                self.news.wait_for(
                    lambda: self._latest or self._results or self.stopping, timeout=KEEP_BOXES_S
                )
                latest, self._latest = self._latest, OrderedDict()
                results = [] if self._held else self._next_results()
            self._take_latest(latest)
            for name, payload in results:
                try:
                    self._held.append((box_and_kind(name)[0], read(payload, Result)))
                except MessageFault as fault:
                    self._leave_alone(name, str(fault))
            if self._held and not self._take_results():
                time.sleep(1.0)
            if time.monotonic() - kept_at >= KEEP_BOXES_S:
                self._keep_boxes()
                kept_at = time.monotonic()
            time.sleep(BATCH_S)
        while self._keep_boxes():
            pass

    def _next_results(self) -> list[tuple[str, bytes]]:
        """Waiting results, one per box in turn, so that a box that sends thousands delays no other."""
        found: list[tuple[str, bytes]] = []
        while self._results and len(found) < RESULTS_AT_ONCE:
            name, of_box = self._results.popitem(last=False)
            found.append((name, of_box.popleft()))
            self._waiting[name] -= sum(map(getsizeof, found[-1]))
            if of_box:
                self._results[name] = of_box
        self._waiting = +self._waiting
        return found

    def _take_latest(self, latest: OrderedDict[str, bytes]) -> None:
        changed: set[str] = set()
        for name, payload in latest.items():
            try:
                box, kind = box_and_kind(name)
                if not payload:
                    if kind == "state" and self._tables.drop(box):
                        changed.add(box)
                        self._database.forget_box(box)
                elif kind == "state":
                    if self._tables.told_state(box, read(payload, TableState)):
                        changed.add(box)
                elif self._tables.told_health(box, read(payload, Health)):
                    changed.add(box)
            except MessageFault as fault:
                self._leave_alone(name, str(fault))
            except DatabaseTrouble as fault:
                _log.warning("the database takes nothing now: %s", fault_line(fault))
        if changed:
            self._changed(changed)

    def _take_results(self) -> bool:
        """Stores the held results and acknowledges them; returns whether it could.

        If a batch holds a value that no database keeps, the rest are stored one by one.
        """
        at_once = len(self._held)
        while self._held:
            some = self._held[:at_once]
            try:
                acks = self._database.take(some)
            except UnfitData as fault:
                if len(some) > 1:
                    at_once = 1
                    continue
                self._leave_alone(topic(some[0][0], "result"), fault_line(fault))
            except DatabaseTrouble as fault:
                _log.warning("the database takes no results now: %s", fault_line(fault))
                return False
            else:
                refused = Counter(box for box, _result in some)
                refused.subtract(box for box, _ack in acks)
                for box, count in (+refused).items():
                    why = f"is shut out, or told more than {MOST_A_DAY} new ones in a day"
                    self._leave_alone(topic(box, "result"), f"{count} were not taken: the box {why}")
                for box, ack in acks:
                    self.say(topic(box, "ack"), encoded(ack))
            del self._held[:at_once]
            self._kept()
        return True

    def _keep_boxes(self) -> bool:
        """Stores some of the tables; returns whether any were left and could be stored."""
        boxes = self._tables.unkept(BOXES_AT_ONCE)
        try:
            if self._tables.shut_out(self._database.shut_out()):
                self._changed(set())
            self._database.keep_boxes(boxes)
        except DatabaseTrouble as fault:
            self._tables.keep_again(boxes)
            _log.warning("the database takes no boxes now: %s", fault_line(fault))
            return False
        return bool(boxes)

    def _leave_alone(self, name: str, fault: str) -> None:
        """Logs an invalid message in one line, with a limit per minute."""
        now = time.monotonic()
        if now - self._minute >= 60:
            if self._left_alone > LINES_A_MINUTE:
                more = self._left_alone - LINES_A_MINUTE
                _log.warning("%d more messages were not as they should be", more)
            self._minute, self._left_alone = now, 0
        self._left_alone += 1
        if self._left_alone <= LINES_A_MINUTE:
            _log.warning("left alone: a message at %s: %s", ascii(name[:100]), ascii(fault)[1:-1])
