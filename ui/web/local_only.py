"""Turns away who is not in the local network, who was led here under another name, and what other pages send."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.web.addresses import is_local, is_own_name

MOST_BYTES = 4096
"""So much may be sent to a page; there is nothing to fill in but a code."""


class LocalOnly:
    """ASGI middleware: answers 403 (or closes a WebSocket) where `refusal` has something to say."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        why = refusal(scope)
        if not why:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        else:
            await PlainTextResponse(why, 403)(scope, receive, send)


def refusal(scope: Scope) -> str:
    """Why a request is turned away; empty where it is not. WebSockets and forms must come from a page of this box."""
    headers = Headers(scope=scope)
    client = scope.get("client")
    if client is None or not is_local(client[0]):
        return "Only the local network is served."
    host = headers.get("host", "")
    if not is_own_name(host):
        return "This box has another name."
    origin = headers.get("origin")
    needs_origin = scope["type"] == "websocket" or scope.get("method") == "POST"
    if needs_origin and (origin is None or urlsplit(origin).netloc != host):
        return "This comes from another page."
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > MOST_BYTES or "transfer-encoding" in headers:
        return "That is too much."
    return ""
