"""What requests bring: numbers in their paths and fields of forms, read no further than they may be long."""

from urllib.parse import parse_qsl

from starlette.convertors import IntegerConvertor, register_url_convertor
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


class NumberInPath(IntegerConvertor):
    """A whole number of up to nine digits (`{id:number}`); a path with a longer one leads nowhere."""

    regex = "[0-9]{1,9}"


def know_numbers() -> None:
    """Makes `number` known to routes that are made from now on."""
    register_url_convertor("number", NumberInPath())
