"""Turns away who is not in the local network, who was led here under another name, and what other pages send."""

from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.web.addresses import is_local, is_own_name
from ui.web.origins import address_of, is_same_site
from ui.web.pace import Paces

MOST_BYTES = 4096
"""So much may be sent to a page; there is nothing to fill in but a code."""
A_SECOND, AT_ONCE = 10.0, 60.0
"""So many requests may one address make, on and on, and at once."""


class LocalOnly:
    """ASGI middleware: answers 403 or 429 (or closes a WebSocket) where `refusal` has something to say."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float]) -> None:
        self._app, self._clock = app, clock
        self._paces = Paces(A_SECOND, AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        why, status = refusal(scope), 403
        if not why and not self._paces.may(address_of(scope), self._clock()):
            why, status = "Not so fast.", 429
        if not why:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        else:
            await PlainTextResponse(why, status)(scope, receive, send)


def refusal(scope: Scope) -> str:
    """Why a request is turned away; empty where it is not. WebSockets and forms must come from a page of this box."""
    headers = Headers(scope=scope)
    if not is_local(address_of(scope)):
        return "Only the local network is served."
    host = headers.get("host", "")
    if not is_own_name(host):
        return "This box has another name."
    sends = scope["type"] == "websocket" or scope.get("method") == "POST"
    if sends and not is_same_site(headers, host):
        return "This comes from another page."
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MOST_BYTES or "transfer-encoding" in headers:
        return "That is too much."
    return ""
