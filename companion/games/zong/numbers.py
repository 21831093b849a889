"""Squares written as numbers: they are taken as the names that they are."""

from collections.abc import Mapping
from typing import Any

IN_EVENTS = ("square", "to", "moves")
IN_RESTS = ("square", "between", "off-track")
IN_POSITIONS = ("pieces", "decided", "votes")


def named_in_event(body: Mapping[str, Any]) -> dict[str, Any]:
    """An event as JSON with the names of its squares."""
    return _with_rests(_named(body, IN_EVENTS))


def named_in_position(given: Mapping[str, Any]) -> dict[str, Any]:
    """A state as JSON with the names of its squares."""
    return _with_rests(_named(given, IN_POSITIONS))


def _with_rests(body: dict[str, Any]) -> dict[str, Any]:
    rests = body.get("rest")
    if not isinstance(rests, Mapping):
        return body
    named = {
        colour: _named(rest, IN_RESTS) if isinstance(rest, Mapping) else rest
        for colour, rest in rests.items()
    }
    return body | {"rest": named}


def _named(body: Mapping[str, Any], fields: tuple[str, ...]) -> dict[str, Any]:
    return {name: _text(value) if name in fields else value for name, value in body.items()}


def _text(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _text(one) for key, one in value.items()}
    return [_text(one) for one in value] if isinstance(value, list | tuple) else value
