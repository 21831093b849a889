"""Turns away who is not in the local network or was led here, and what other pages send; puts safe headers onto all."""

from collections.abc import Callable, Sequence
from urllib.parse import parse_qsl

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.kits.options import sheet_in
from ui.web.addresses import Allowance, address_of, is_local, is_own_name, is_same_site, is_this_machine
from ui.words import _, marked

MOST_ADDRESSES = 2000
SAFE_HEADERS = sheet_in("ui.web", "headers", dict[str, str])
"""By name, what each answer says to browsers (OWASP Secure Headers). A page needs no script or style within itself."""


class LocalOnly:
    """ASGI middleware: refuses a request in words, or closes a WebSocket, where `_refusal` has something to say.

    It puts `SAFE_HEADERS` onto every answer, errors too; a page may bring a policy of its own.

    `a_second`, `at_once`: so many requests may one address make. `most_bytes`: so much may be sent to a page.
    `names`: by which this machine is asked for besides its own. `only_here`: who asks from elsewhere only looks.
    `speak` chooses the language of whoever asks.
    """

    def __init__(
        self,
        app: ASGIApp,
        clock: Callable[[], float],
        a_second: float,
        at_once: float,
        most_bytes: int,
        names: Sequence[str] = (),
        speak: Callable[[Scope], None] = lambda _scope: None,
        *,
        only_here: bool = False,
    ) -> None:
        self._app, self._clock, self._most_bytes = app, clock, most_bytes
        self._names = frozenset(name.lower() for name in names)
        self._speak, self._only_here = speak, only_here
        self._a_second, self._at_once = a_second, at_once
        self._known: dict[str, Allowance] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SAFE_HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope) if scope["type"] in ("http", "websocket") else None
        if refusal is None:
            await self._app(scope, receive, safely)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            self._speak(scope)
            status, words = refusal
            await PlainTextResponse(f"{_(words)}\n", status)(scope, receive, safely)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status with which a request is refused, and why; None where it is not."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        changes = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
        if not is_local(address_of(scope)):
            return 403, marked("Only the local network is served.")
        if not is_own_name(host) and host.lower().partition(":")[0] not in self._names:
            return 421, marked("This computer does not go by that name. Ask for it by its address.")
        # Whether this address may ask once more now; of very many the further ones share one allowance.
        now, address = self._clock(), address_of(scope)
        if len(self._known) >= MOST_ADDRESSES and address not in self._known:
            full = now - self._at_once / self._a_second
            self._known = {one: known for one, known in self._known.items() if known.at > full}
            address = address if len(self._known) < MOST_ADDRESSES else ""
        if not self._known.setdefault(address, Allowance(self._a_second, self._at_once)).take(now):
            return 429, marked("Not so fast. Try again in a moment.")
        if (changes or scope["type"] == "websocket") and not is_same_site(headers, host):
            return 403, marked("Another website sent this, so nothing was done.")
        if changes and self._only_here and not is_here(scope):
            return 403, marked("Only the club’s computer itself can change anything here.")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self._most_bytes or "transfer-encoding" in headers:
            return 413, marked("That is more than a page may send.")
        return None


def is_here(scope: Scope) -> bool:
    """Whether a request comes from this machine itself, and not by way of a proxy on it."""
    headers = Headers(scope=scope)
    is_passed_on = "x-forwarded-for" in headers or "forwarded" in headers
    return not is_passed_on and is_this_machine(address_of(scope))


# What requests bring: numbers in their paths and fields of forms, read no further than they may be long.

MOST_FIELDS = 50


class FormFault(Exception):
    """A form that is too long, or none."""


async def form_of(request: Request, most_bytes: int) -> dict[str, str]:
    """The fields of a form, the first of each name. Raises FormFault."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/x-www-form-urlencoded":
        raise FormFault("no form")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most_bytes:
            raise FormFault("too long")
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except ValueError:
        raise FormFault("no form") from None
    return dict(reversed(pairs))


class NumberInPath(IntegerConvertor):
    """A whole number of up to nine digits (`{id:number}`); a path with a longer one leads nowhere."""

    regex = "[0-9]{1,9}"


register_url_convertor("number", NumberInPath())
