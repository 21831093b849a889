"""Where a request comes from: the address that sent it, and whether one of this site's own pages did."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope


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
