"""One connection of a browser: no address has too many of them, and whoever asks for something comes to an end.

So nobody can keep phones out of the pages by opening connections, or by asking for something a letter at a time.
"""

import asyncio
import ipaddress

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_OF_ONE = 60
"""So many connections may one address have; this machine itself as many as it likes, for a proxy on it."""
ASKING_SECONDS = 10.0
"""So long may one take to say what it asks for."""


def is_this_machine(address: str) -> bool:
    """Whether an address is this machine's own loopback."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class AskingProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, within these bounds. What became a WebSocket is none of it any longer."""

    _giving_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = _address_of(self)
        of_it = sum(_address_of(one) == address for one in self.connections)
        if of_it > MOST_OF_ONE and not is_this_machine(address):
            transport.abort()
        else:
            self._expect_an_end()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._expect_an_end()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._expect_nothing()

    def _expect_an_end(self) -> None:
        """Gives whoever has begun to ask so long to come to an end, from the beginning on."""
        is_asking = self in self.connections and self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if not is_asking:
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
