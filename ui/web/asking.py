"""One connection of a browser: no address has too many of them, and whoever asks for something comes to an end.

So nobody can keep phones out of the pages by opening connections, or by asking for something a letter at a time: where
all places are taken, a connection that is not being answered makes room, of the address that has most of them.
"""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ui.web.addresses import is_this_machine
from ui.web.pace import gives_way

MOST_OF_ONE = 60
"""So many connections may one address have; this machine itself as many as it likes, for a proxy on it."""
ASKING_SECONDS = 10.0
"""So long may one take to say what it asks for."""


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
        else:
            self._make_room()
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

    def _make_room(self) -> None:
        if len(self.connections) < (self.limit_concurrency or 0):
            return
        others = (one for one in self.connections if isinstance(one, AskingProtocol) and one is not self)
        idle = sorted((one for one in others if not one._is_answered), key=lambda one: one._heard_at)
        leaving = gives_way([(_address_of(one), one) for one in idle])
        if leaving is not None:
            self.connections.discard(leaving)
            leaving.transport.abort()

    def _expect_an_end(self) -> None:
        """Gives whoever has begun to ask so long to come to an end, from the beginning on."""
        if self._is_answered:
            self._expect_nothing()
        elif self._giving_up is None:
            self._giving_up = self.loop.call_later(ASKING_SECONDS, self.transport.abort)

    def _expect_nothing(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None


def _address_of(connection: object) -> str:
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""
