"""What lies in a game's folder: what may be agreed before it, in `options.toml`, and its facts, in `facts.toml`."""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from companion.game import Option


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    option: tuple[Option, ...]


def options_in(package: str) -> tuple[Option, ...]:
    """The options in a package's sheet, in their order there."""
    return msgspec.toml.decode(files(package).joinpath("options.toml").read_bytes(), type=_Sheet).option


@cache
def facts_in(package: str) -> dict[str, Any]:
    """The facts that the program brings along, as plain data."""
    raw: dict[str, Any] = msgspec.toml.decode(files(package).joinpath("facts.toml").read_bytes())
    return raw
