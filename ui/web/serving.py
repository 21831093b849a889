"""A web application that is served from a thread of its own, beside whatever else the program does."""

import asyncio
import contextlib
import socket
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
"""Most connections at once; further ones are told to come again (503)."""
MOST_WORDS = 16 * 1024
"""Most bytes of one message of a phone."""
STOP_SECONDS = 3.0
STALLED_SECONDS = 20
"""A browser that accepts nothing for this long is dropped (TCP_USER_TIMEOUT, RFC 5482)."""


class ServingFault(Exception):
    """The address cannot be listened at; one line for people."""


class Serving:
    """One application at one address, from `start` until `stop`.

    `port` 0 takes any that is free; `address` is what was taken. Raises ServingFault where nothing can listen there.
    """

    def __init__(self, app: ASGIApp, host: str, port: int) -> None:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            self._socket = socket.create_server((host, port), family=family, backlog=128)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: each connection has it from here
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
        """Host and port that are listened at."""
        host, port = self._socket.getsockname()[:2]
        return str(host), int(port)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Lets all connections go, and listens no longer."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS)
        self._socket.close()

    def soon(self, call: Callable[..., Any], *about: Any) -> None:
        """Has something called in the thread that serves; nothing where it serves no longer."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # closed meanwhile
                loop.call_soon_threadsafe(call, *about)


async def until_one_ends(*works: Callable[[], Awaitable[None]]) -> None:
    """Does all of it at the same time, and lets go of the rest once one is over or its connection is gone."""
    async with anyio.create_task_group() as all_of_them:

        async def ends(work: Callable[[], Awaitable[None]]) -> None:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # it is closed already
                await work()
            all_of_them.cancel_scope.cancel()

        for work in works:
            all_of_them.start_soon(ends, work)


# One connection of a browser: no address has too many of them, and whoever asks for something comes to an
# end. So nobody can keep phones out of the pages by opening connections, or by asking for something a
# letter at a time: where all places are taken, a connection that is not being answered makes room, of the
# address that has most of them. Before all others goes a WebSocket that was closed here and only waits for
# its browser to say so too.

MOST_OF_ONE = 60
"""Most connections of one address; this machine itself has no limit, since a proxy may run on it."""
ASKING_SECONDS = 10.0
"""Seconds within which a connection must have said what it asks for."""


class AskingProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, within these bounds. What became a WebSocket is none of it any longer."""

    _giving_up: asyncio.TimerHandle | None = None
    _heard_at = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._heard_at = self.loop.time()
        address = _address_of(self)
        of_it = sum(_address_of(one) == address for one in self.connections)
        if of_it > MOST_OF_ONE and not is_this_machine(address):
            transport.abort()
            return
        if len(self.connections) >= (self.limit_concurrency or 0):
            # One makes room: a page that is closed here, else who has been silent for longest.
            closed = [one for one in self.connections if isinstance(one, WatchingProtocol) and one.close_sent]
            others = (one for one in self.connections if isinstance(one, AskingProtocol) and one is not self)
            idle = sorted((one for one in others if not one._is_answered), key=lambda one: one._heard_at)
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
        """Whether nothing more is expected of it: it has asked all that it will, or became a WebSocket."""
        return self not in self.connections or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)

    def _expect_an_end(self) -> None:
        """Ends a connection that has not said what it asks for within a time from its beginning."""
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
        self.connections.add(self)  # uvicorn takes it out: one that made room is out already
        super().connection_lost(exc)


def _address_of(connection: object) -> str:
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""
