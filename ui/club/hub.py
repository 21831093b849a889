"""Whoever watches a page of the club is told what changes on it, by WebSocket.

Rule kept: of a table that changes faster than a watcher reads only the newest is sent, a slow one costs nothing.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.websockets import WebSocket

from ui.web.addresses import address_of
from ui.web.pace import gives_way
from ui.web.serving import until_one_ends

MOST_WATCHERS = 150
"""So many pages may be open at once; the address with most makes room for others."""
APART_S = 0.1
"""So long at least lies between two messages to one watcher."""
AGAIN_S = 1.0
"""A page that must be read anew is, so often at most."""


class _Watcher:
    """One page that is open: the tables it shows (None: it shows results), and what it has not been told yet."""

    def __init__(self, shown: frozenset[str] | None, address: str) -> None:
        self.shown, self.address = shown, address
        self.gave_way = False
        self.changed: set[str] = set()
        self.again = False
        self.news = asyncio.Event()


class ClubHub:
    """All watchers. All but `watch` is called in the thread that serves."""

    def __init__(self) -> None:
        self._watchers: dict[_Watcher, None] = {}

    def tables_changed(self, boxes: set[str]) -> None:
        """These tables show something new."""
        for watcher in self._watchers:
            news = boxes & (watcher.shown or frozenset())
            if news:
                watcher.changed |= news
                watcher.news.set()

    def read_again(self, *, tables: bool) -> None:
        """The list of tables is another, or (not `tables`) results are: pages that show them are to be read anew."""
        for watcher in self._watchers:
            if (watcher.shown is not None) == tables:
                watcher.again = True
                watcher.news.set()

    async def watch(
        self,
        socket: WebSocket,
        shown: frozenset[str] | None,
        told: Callable[[set[str]], list[dict[str, Any]]],
    ) -> None:
        """Serves one watcher until it goes. `shown`: see `_Watcher`; `told` is what is sent of tables."""
        watcher = _Watcher(shown, address_of(socket.scope))
        if len(self._watchers) >= MOST_WATCHERS:
            leaving = gives_way([(one.address, one) for one in self._watchers], watcher.address)
            if leaving is None:
                await socket.close(1013)
                return
            leaving.gave_way = True
            leaving.news.set()
            del self._watchers[leaving]
        await socket.accept()
        self._watchers[watcher] = None
        try:
            await until_one_ends(partial(_told_all, socket, watcher, told), partial(_until_gone, socket))
        finally:
            self._watchers.pop(watcher, None)


async def _told_all(
    socket: WebSocket, watcher: _Watcher, told: Callable[[set[str]], list[dict[str, Any]]]
) -> None:
    """Sends whatever changes, for as long as anybody is there."""
    loop = asyncio.get_running_loop()
    again_at = 0.0
    while not watcher.gave_way:
        await watcher.news.wait()
        watcher.news.clear()
        changed, watcher.changed = watcher.changed, set()
        body: dict[str, Any] = {"tables": told(changed)} if changed else {}
        if watcher.again and loop.time() >= again_at:
            watcher.again, again_at = False, loop.time() + AGAIN_S
            body["again"] = True
        elif watcher.again:
            loop.call_at(again_at, watcher.news.set)
        if body:
            await socket.send_json(body)
        await asyncio.sleep(APART_S)


async def _until_gone(socket: WebSocket) -> None:
    """Reads what a watcher says, which is nothing, until it goes or says too much."""
    for _ in range(100):
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
