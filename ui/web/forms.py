"""What a form of a page sends, read no further than it may be long."""

from urllib.parse import parse_qsl

from starlette.requests import Request

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
