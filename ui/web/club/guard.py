"""Who may ask the club's pages what: requests by a name of this machine, from its own pages, so many and so long.

Rule kept: what changes anything comes from the club's computer itself; others on the network may look (OWASP: DNS
rebinding, cross-site request forgery).
"""

import ipaddress
import time
from collections.abc import Callable, Sequence

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.web.addresses import is_local, is_own_name
from ui.web.origins import address_of, is_same_site
from ui.web.pace import Paces

A_SECOND, AT_ONCE = 20.0, 120.0
"""So many requests may one address make, on and on, and at once."""


class Guard:
    """ASGI middleware in front of the pages."""

    def __init__(
        self, app: ASGIApp, names: Sequence[str] = (), clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`names`: by which the pages are asked for besides this machine's own."""
        self._app, self._clock = app, clock
        self._names = frozenset(name.lower() for name in names)
        self._paces = Paces(A_SECOND, AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        status = self._refused(scope)
        if status == 0:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await PlainTextResponse(f"{status}\n", status)(scope, receive, send)

    def _refused(self, scope: Scope) -> int:
        """The status with which a request is refused; 0: it may go on."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not is_own_name(host) and _name_of(host) not in self._names:
            return 421
        if not is_local(address_of(scope)):
            return 403
        if not self._paces.may(address_of(scope), self._clock()):
            return 429
        changes = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
        if (changes or scope["type"] == "websocket") and not is_same_site(headers, host):
            return 403
        if changes and not is_at_club(scope):
            return 403
        return 0


def _name_of(host: str) -> str:
    return host.lower().partition(":")[0]


def is_at_club(scope: Scope) -> bool:
    """Whether a request comes from this machine itself, and not by way of a proxy on it."""
    headers = Headers(scope=scope)
    if "x-forwarded-for" in headers or "forwarded" in headers:
        return False
    try:
        address = ipaddress.ip_address(address_of(scope).partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return bool((mapped or address).is_loopback)
