"""Serves a web application from a thread of its own."""

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from threading import Thread
from typing import Any

import anyio
import h11
import uvicorn
from starlette.types import ASGIApp
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ui.web.local_only import gives_way, is_this_machine

MOST_CONNECTIONS = 200
"""Maximum number of connections; further ones get 503."""
MOST_WORDS = 16 * 1024
"""Maximum bytes of a phone's message."""
STOP_SECONDS = 3.0
STALLED_SECONDS = 20
"""Seconds without acknowledged data after which a browser is dropped (TCP_USER_TIMEOUT, RFC 5482)."""


class ServingFault(Exception):
    """The address cannot be used; one line for people."""


class Serving:
    """One application at one address, from `start` until `stop`.

    `port` 0 takes any free one; `address` has the actual one. Raises ServingFault if it cannot be used.
    """

    def __init__(self, app: ASGIApp, host: str, port: int) -> None:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            self._socket = socket.create_server((host, port), family=family, backlog=128)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: connections inherit it
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * STALLED_SECONDS)
        except OSError as fault:
            raise ServingFault(f"{host}:{port}: {fault.strerror or fault}") from fault
        config = uvicorn.Config(
            app,
            http=AskingProtocol,
            access_log=False,
            log_level="critical",
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MOST_CONNECTIONS,
            ws=WatchingProtocol,
            ws_max_size=MOST_WORDS,
            ws_ping_interval=10.0,
            ws_ping_timeout=10.0,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=MOST_WORDS,
        )
        self._server = uvicorn.Server(config)
        self._loop: asyncio.AbstractEventLoop | None = None

        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve([self._socket])

        self._thread = Thread(target=lambda: asyncio.run(serve()), name="web", daemon=True)

    @property
    def address(self) -> tuple[str, int]:
        """Host and port in use."""
        host, port = self._socket.getsockname()[:2]
        return str(host), int(port)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Closes all connections and the port."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS)
        self._socket.close()

    def soon(self, call: Callable[..., Any], *about: Any) -> None:
        """Calls a function in the serving thread; does nothing after the end."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # closed meanwhile
                loop.call_soon_threadsafe(call, *about)


async def until_one_ends(*works: Callable[[], Awaitable[None]]) -> None:
    """Runs all at the same time, and cancels the rest once one ends or its connection is gone."""
    async with anyio.create_task_group() as all_of_them:

        async def ends(work: Callable[[], Awaitable[None]]) -> None:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # it is closed already
                await work()
            all_of_them.cancel_scope.cancel()

        for work in works:
            all_of_them.start_soon(ends, work)


# One connection of a browser. No address has too many, and each must state its request in time, so nobody can block
# phones by opening connections or by asking a letter at a time. If all places are taken, a WebSocket closed here makes
# room, else the longest silent one of the address with most, never one of an address with fewer than the newcomer's.

MOST_OF_ONE = 60
"""Maximum connections per address; this machine has no limit, since a proxy may run on it."""
ASKING_SECONDS = 10.0
"""Maximum seconds in which a connection must state its request."""


class AskingProtocol(H11Protocol):
    """uvicorn's HTTP within these bounds, until it becomes a WebSocket."""

    _giving_up: asyncio.TimerHandle | None = None
    _heard_at = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._heard_at = self.loop.time()
        address = _address_of(self)
        of_it = Counter(map(_address_of, self.connections))
        if of_it[address] > MOST_OF_ONE and not is_this_machine(address):
            transport.abort()
            return
        if len(self.connections) >= (self.limit_concurrency or 0):
            closed = [one for one in self.connections if isinstance(one, WatchingProtocol) and one.close_sent]
            rivals = (one for one in self.connections if of_it[_address_of(one)] >= of_it[address])
            asking = (one for one in rivals if isinstance(one, AskingProtocol) and not one._is_answered)
            idle = sorted(asking, key=lambda one: one._heard_at)
            leaving = gives_way([(_address_of(one), one) for one in closed or idle])
            if leaving is not None:
                self.connections.discard(leaving)
                leaving.transport.abort()
        self._expect_an_end()

    def data_received(self, data: bytes) -> None:
        self._heard_at = self.loop.time()
        super().data_received(data)
        self._expect_an_end()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._expect_nothing()

    @property
    def _is_answered(self) -> bool:
        """Whether no more input is expected: its request is complete, or it became a WebSocket."""
        return self not in self.connections or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)

    def _expect_an_end(self) -> None:
        """Ends a connection that does not state its request within a time from its beginning."""
        if self._is_answered:
            self._expect_nothing()
        elif self._giving_up is None:
            self._giving_up = self.loop.call_later(ASKING_SECONDS, self.transport.abort)

    def _expect_nothing(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None


class WatchingProtocol(WebSocketsSansIOProtocol):
    def connection_lost(self, exc: Exception | None) -> None:
        self.connections.add(self)  # uvicorn removes it, and this may have been done
        super().connection_lost(exc)


def _address_of(connection: object) -> str:
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""
