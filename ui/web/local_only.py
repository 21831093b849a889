"""Serves the local network only, with a fair share per address.

This machine's addresses and names there, the origin of a request, and a guard against DNS rebinding.
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
"""Prefixes of network interfaces by likelihood for phones, before bridges of other programs."""
HOME = frozenset(
    ("local", "lan", "home", "home.arpa", "internal", "intranet", "private", "corp", "localdomain")
)
"""Home domains that nobody can register: RFC 6762 and 8375, and names that ICANN reserves."""
ROUTERS = frozenset(("fritz.box", "speedport.ip"))
"""Domains that routers give to home machines, owned by their makers or by nobody."""
RESOLVER = Path("/etc/resolv.conf")


def own_addresses() -> tuple[str, ...]:
    """This machine's IPv4 addresses in local networks without loopback, the likeliest for phones first."""
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
    """Whether an address is this machine's loopback."""
    found = _read(address)
    return found is not None and found.is_loopback


def _read(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def is_own_name(host: str) -> bool:
    """Whether a request's Host is a local address, or this machine's name in its own network."""
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    # DNS rebinding: an internet page has its own name resolve to our private address, and its browser then
    # takes us for that page. The attacker chooses the whole name, including our host name as its first part
    # (often "raspberrypi"). So neither proves anything: what counts is that no attacker can own the rest of
    # the name. That holds for an address, the bare host name, domains that nobody can register, and the
    # domain that this network gave us (DHCP): its owner runs the network.
    own, _dot, domain = name.partition(".")
    host_name = socket.gethostname().lower()
    if is_local(name) or name in ("localhost", host_name):
        return True
    text = ""
    with suppress(OSError):
        text = RESOLVER.read_text(encoding="utf-8", errors="replace").lower()
    words = [line.split() for line in text.splitlines()]
    given = {one.strip(".") for line in words if line[:1] in (["search"], ["domain"]) for one in line[1:]}
    # A network's domain counts only with a dot: never one such as `com`, in which anybody may be.
    trusted = HOME | ROUTERS | {each for each in given if "." in each}
    return own == host_name.partition(".")[0] and (not domain or domain in trusted)


def address_of(scope: Scope) -> str:
    """A request's source address; empty if unknown."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def is_same_site(headers: Headers, host: str) -> bool:
    """Whether a browser says that one of these pages asks; silence means that it is no browser's page."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    try:
        return urlsplit(headers.get("origin", "")).netloc.lower() == host.lower() != ""
    except ValueError:  # no address at all
        return False


# Fair shares per address: request rate (token bucket) and held resources.

T = TypeVar("T")


def gives_way(held: Sequence[tuple[str, T]], to: str | None = None) -> T | None:
    """The held thing to release: the oldest one of the address that holds most.

    `held`: the oldest first. `to`: the address that asks for room. None if it would then hold as much itself,
    so that two addresses never take turns.
    """
    counts = Counter(address for address, _one in held)
    most = max(counts.values(), default=0)
    if to is not None and counts[to] + 1 >= most:
        return None
    return next((one for address, one in held if counts[address] == most), None)


@dataclass(slots=True)
class Allowance:
    """A token bucket: at most `at_once`, growing by `a_second`. Times are monotonic s."""

    a_second: float
    at_once: float
    left: float = inf
    at: float = 0.0

    def take(self, now: float) -> bool:
        """Takes a token; returns whether there was one."""
        self.left = min(self.at_once, self.left + (now - self.at) * self.a_second)
        self.at = now
        if self.left < 1:
            self.left = max(0.0, self.left - 1)  # persistent asking prolongs the wait
            return False
        self.left -= 1
        return True


# Middleware before every page: refuses strangers and cross-site requests, adds safe headers.

MOST_ADDRESSES = 2000
SAFE_HEADERS = sheet_in("ui.web", "headers", dict[str, str])
"""Headers of every answer (OWASP Secure Headers). No page has inline scripts or styles."""


class LocalOnly:
    """ASGI middleware: refuses a request in words, or closes a WebSocket, if `_refusal` has a reason.

    It adds `SAFE_HEADERS` to every answer, errors too; a page may bring its own policy. `a_second`,
    `at_once`: maximum requests per address. `most_bytes`: maximum request body. `names`: further names of
    this machine. `only_here`: other machines may only read. `speak`: sets the visitor's language.
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
        """The status and reason of a refusal; None for an accepted request."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        changes = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
        if not is_local(address_of(scope)):
            return 403, marked("Only the local network is served.")
        if not is_own_name(host) and host.lower().partition(":")[0] not in self._names:
            return 421, marked("This computer does not go by that name. Ask for it by its address.")
        # The address's token bucket; beyond a number of addresses the others share one.
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
    """Whether a request comes from this machine itself, and not through a proxy on it."""
    headers = Headers(scope=scope)
    is_passed_on = "x-forwarded-for" in headers or "forwarded" in headers
    return not is_passed_on and is_this_machine(address_of(scope))


# Bounded input: numbers in paths and fields of forms.

MOST_FIELDS = 50


class FormFault(Exception):
    """An overlong or invalid form."""


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
    """A whole number of up to nine digits (`{id:number}`); a longer one gives 404."""

    regex = "[0-9]{1,9}"


register_url_convertor("number", NumberInPath())
