"""Which addresses this machine has in the local network, and which of those that ask are in it."""

import ipaddress
import socket
from urllib.parse import urlsplit

import ifaddr

PREFERRED = ("wl", "en", "eth", "ap", "usb")
"""Interfaces by the beginning of their names: those by which phones come, before bridges of other programs."""


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
            if one.is_IPv4 and is_local(str(one.ip)) and not ipaddress.ip_address(str(one.ip)).is_loopback
        ]
    return tuple(address for _rank, address in sorted(found))


def is_local(address: str) -> bool:
    """Whether an address is in a local network (RFC 1918, RFC 4193, link-local) or this machine itself."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    found = mapped or found
    return (found.is_private or found.is_link_local or found.is_loopback) and not found.is_unspecified


def is_own_name(host: str) -> bool:
    """Whether a request's Host names this machine: by an address of the local network or by its own name.

    A page elsewhere whose name was made to lead here names itself, and is told apart by that (DNS rebinding).
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    own = socket.gethostname().lower().partition(".")[0]
    return is_local(name) or name in {"localhost", own, f"{own}.local"}
