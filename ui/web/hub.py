"""What is sent to browsers: the newest state of each page, to whoever looks at it, as fast as each can take it.

Lives in the thread that serves. The game's thread publishes by `Serving.soon`; what browsers send goes the other way
through a queue. Nobody waits for a slow phone: it gets the newest state when it can, and misses what lay between.
"""

import asyncio
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from queue import Full, Queue
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.game import Seat
from ui.web.addresses import Allowance, address_of, gives_way
from ui.web.evening import Evening
from ui.web.serving import until_one_ends

MOST_WATCHING, MOST_OF_A_SEAT = 40, 12
"""Most open pages of watchers, and of each seat; the address with most of them makes room."""
MOST_WAITING = 64
"""Most touches that wait for the game; further ones are dropped, as from a finger that beats on a key."""
BEAT_SECONDS = 3.0
TOUCHES_EACH_SECOND = 10.0
AT_ONCE = 10.0
GONE = 4401
"""The code that closes a page for good (in the range for applications, RFC 6455)."""

Audience = Seat | None
"""A seat, or all who watch."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key of a page that a seat's phone sent: the page's number, and the key's id."""

    seat: Seat
    page: int
    key: str


@dataclass(frozen=True, slots=True)
class PageState:
    """A page as it is now: its number, its title, and its parts."""

    page: int
    title: str
    parts: Mapping[str, str]


@dataclass(slots=True, eq=False)
class _Open:
    audience: Audience
    token: str
    address: str = ""
    gave_way: bool = False
    sent: dict[str, str] = field(default_factory=dict)
    title: str = ""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    allowance: Allowance = field(default_factory=lambda: Allowance(TOUCHES_EACH_SECOND, AT_ONCE))


class Hub:
    """Who looks at what. `evening` knows who may; `pressed` is read by the game's thread."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._states: dict[Audience, PageState] = {}
        self._pages: dict[_Open, None] = {}
        self.pressed: Queue[Pressed] = Queue(MOST_WAITING)
        self.looked_at: frozenset[Audience] = frozenset()
        """Read by the game's thread: what nobody looks at is not drawn."""
        self.watching = 0

    def publish(self, audience: Audience, state: PageState) -> None:
        self._states[audience] = state
        for page in self._pages:
            if page.audience == audience:
                page.news.set()

    def forget_seats(self) -> None:
        """Nothing of any seat is kept any longer."""
        self._states = {audience: state for audience, state in self._states.items() if audience is None}
        self.wake()

    def wake(self) -> None:
        """Every page looks whether it may still be open."""
        for page in self._pages:
            page.news.set()

    async def serve(self, socket: WebSocket, audience: Audience, token: str) -> None:
        """Keeps one page up to date until it is closed, or its token holds no longer."""
        await socket.accept()
        page = _Open(audience, token, address_of(socket.scope))
        same = [(one.address, one) for one in self._pages if one.audience == audience]
        if len(same) >= (MOST_WATCHING if audience is None else MOST_OF_A_SEAT):
            # No place is free: somebody who has many gives one up.
            leaving = gives_way(same, page.address)
            if leaving is None:
                await socket.close(1013)
                return
            leaving.gave_way = True
            leaving.news.set()
            del self._pages[leaving]
        self._pages[page] = None
        self._count()
        try:
            await until_one_ends(partial(self._write, socket, page), partial(self._read, socket, page))
        finally:
            self._pages.pop(page, None)
            self._count()
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(1013 if page.gave_way else 1001 if self._may(page) else GONE)

    def _count(self) -> None:
        self.looked_at = frozenset(page.audience for page in self._pages)
        self.watching = sum(page.audience is None for page in self._pages)

    def _may(self, page: _Open) -> bool:
        guest = self._evening.guest(page.token)
        return guest is not None and page.audience in (guest.seat, None)

    async def _write(self, socket: WebSocket, page: _Open) -> None:
        while self._may(page) and not page.gave_way:
            state = self._states.get(page.audience)
            told = {} if state is None else _news(page, state)
            await socket.send_text(json.dumps(told, ensure_ascii=False, separators=(",", ":")))
            with suppress(TimeoutError):
                await asyncio.wait_for(page.news.wait(), BEAT_SECONDS)
            page.news.clear()

    async def _read(self, socket: WebSocket, page: _Open) -> None:
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            if not page.allowance.take(time.monotonic()):
                await asyncio.sleep(1 / TOUCHES_EACH_SECOND)  # what comes meanwhile waits in the network
            elif page.audience is not None and self._may(page):
                pressed = read_pressed(page.audience, message.get("text") or "")
                if pressed is not None:
                    with suppress(Full):
                        self.pressed.put_nowait(pressed)


def _news(page: _Open, state: PageState) -> dict[str, Any]:
    """What of a state this page has not been sent yet."""
    parts = {name: html for name, html in state.parts.items() if page.sent.get(name) != html}
    page.sent.update(parts)
    told: dict[str, Any] = {"page": state.page}
    if parts:
        told["parts"] = parts
    if page.title != state.title:
        told["title"] = page.title = state.title
    return told


def read_pressed(seat: Seat, text: str) -> Pressed | None:
    """What a phone sent; None for anything that no page of ours sends."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match told:
        case {"page": int(page), "key": str(key)} if len(key) < 16 and not isinstance(page, bool):
            return Pressed(seat, page, key)
        case _:
            return None
