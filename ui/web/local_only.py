"""Who is served: the local network alone, and each address no more than its share.

Which addresses and names this machine has there, where a request comes from, and what turns away who was led here.
"""

import ipaddress
import socket
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

import ifaddr
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.kits.options import sheet_in
from ui.words import _, marked

PREFERRED = ("wl", "en", "eth", "ap", "usb")
"""Interfaces by the beginning of their names: those by which phones come, before bridges of other programs."""
HOME = frozenset(
    ("local", "lan", "home", "home.arpa", "internal", "intranet", "private", "corp", "localdomain")
)
"""Domains of homes that nobody can register: RFC 6762 and 8375, and names that ICANN keeps or delegates to nobody."""
ROUTERS = frozenset(("fritz.box", "speedport.ip"))
"""Domains that routers give to the machines of a home, and that belong to their makers or to nobody."""
RESOLVER = Path("/etc/resolv.conf")


def own_addresses() -> tuple[str, ...]:
    """This machine's IPv4 addresses in local networks, the likeliest for phones first; its own loopback never."""
    found = []
    for adapter in ifaddr.get_adapters():
        rank = next(
            (n for n, start in enumerate(PREFERRED) if adapter.name.startswith(start)), len(PREFERRED)
        )
        found += [
            (rank, str(one.ip))
            for one in adapter.ips
            if one.is_IPv4 and is_local(str(one.ip)) and not is_this_machine(str(one.ip))
        ]
    return tuple(address for _rank, address in sorted(found))


def is_local(address: str) -> bool:
    """Whether an address is in a local network (RFC 1918, RFC 4193, link-local) or this machine itself."""
    found = _read(address)
    return found is not None and (found.is_private or found.is_link_local) and not found.is_unspecified


def is_this_machine(address: str) -> bool:
    """Whether an address is this machine's own loopback."""
    found = _read(address)
    return found is not None and found.is_loopback


def _read(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def is_own_name(host: str) -> bool:
    """Whether a request's Host names this machine: by a local address, or by its own name in its own network."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    # DNS rebinding: a page of the internet has its own name lead here, and its browser then takes us for that page.
    # The attacker chooses the whole name, our host name as its first part included (it is often "raspberrypi"), and
    # lets it resolve to our private address. So neither tells anything: what counts is that no attacker can own the
    # rest of the name. That holds for an address, for the bare host name, for domains that nobody can register, and
    # for the domain that this network itself gave us (DHCP): whoever owns that runs the network.
    own, _dot, domain = name.partition(".")
    host_name = socket.gethostname().lower()
    if is_local(name) or name in ("localhost", host_name):
        return True
    text = ""
    with suppress(OSError):
        text = RESOLVER.read_text(encoding="utf-8", errors="replace").lower()
    words = [line.split() for line in text.splitlines()]
    given = {one.strip(".") for line in words if line[:1] in (["search"], ["domain"]) for one in line[1:]}
    # Of the domains of this network never one such as `com`, in which anybody may be.
    trusted = HOME | ROUTERS | {each for each in given if "." in each}
    return own == host_name.partition(".")[0] and (not domain or domain in trusted)


def address_of(scope: Scope) -> str:
    """The address that a request comes from; empty where that is not known."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def is_same_site(headers: Headers, host: str) -> bool:
    """Whether a browser says that one of these very pages asks. What says nothing is no page of a browser."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    try:
        return urlsplit(headers.get("origin", "")).netloc.lower() == host.lower() != ""
    except ValueError:  # no address at all
        return False


# What one address may have while others want it too: how often it asks (token bucket), and how much it holds.

T = TypeVar("T")


def gives_way(held: Sequence[tuple[str, T]], to: str | None = None) -> T | None:
    """Which of the things that addresses hold makes room: the oldest one of the address that holds most.

    `held`: the oldest first. `to`: the address that asks for room. None where it would then hold as much itself, so
    that two addresses never take turns.
    """
    counts = Counter(address for address, _one in held)
    most = max(counts.values(), default=0)
    if to is not None and counts[to] + 1 >= most:
        return None
    return next((one for address, one in held if counts[address] == most), None)


@dataclass(slots=True)
class Allowance:
    """What one asker has left: at most `at_once`, growing by `a_second`. Times are in s, by a clock that only grows."""

    a_second: float
    at_once: float
    left: float = inf
    at: float = 0.0

    def take(self, now: float) -> bool:
        """Whether it may ask once more now; then it has one less."""
        self.left = min(self.at_once, self.left + (now - self.at) * self.a_second)
        self.at = now
        if self.left < 1:
            self.left = max(0.0, self.left - 1)  # who goes on asking goes on waiting
            return False
        self.left -= 1
        return True


# What stands before every page: it turns strangers away, and what other pages send; safe headers go onto every answer.

MOST_ADDRESSES = 2000
SAFE_HEADERS = sheet_in("ui.web", "headers", dict[str, str])
"""By name, what each answer says to browsers (OWASP Secure Headers). A page needs no script or style within itself."""


class LocalOnly:
    """ASGI middleware: refuses a request in words, or closes a WebSocket, where `_refusal` has something to say.

    It puts `SAFE_HEADERS` onto every answer, errors too; a page may bring a policy of its own.

    `a_second`, `at_once`: most requests of one address. `most_bytes`: most that may be sent to a page. `names`: further
    names of this machine. `only_here`: whoever asks from elsewhere may only look. `speak`: chooses the language of
    whoever asks.
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
