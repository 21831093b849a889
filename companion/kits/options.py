"""What lies in a game's folder as TOML: what may be agreed before it, its facts, and any other sheet."""

from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from companion.game import Option

T = TypeVar("T")


def sheet_in(package: str, name: str, kind: type[T]) -> T:
    return msgspec.toml.decode(files(package).joinpath(f"{name}.toml").read_bytes(), type=kind)


def options_in(package: str) -> tuple[Option, ...]:
    return sheet_in(package, "options", dict[str, tuple[Option, ...]])["option"]


@cache
def facts_in(package: str) -> dict[str, Any]:
    """The facts that the program brings along, as plain data."""
    return sheet_in(package, "facts", dict[str, Any])
