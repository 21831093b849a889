"""Which addresses and names this machine has in the local network, where a request comes from, and what it may have."""

import ipaddress
import socket
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import ifaddr
from starlette.datastructures import Headers
from starlette.types import Scope

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
    """What makes room where there is none, of what addresses hold, the oldest first: of the one with most, its oldest.

    `to`: for somebody at this address; None where it would then hold as much itself, so that nobody takes turns.
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
