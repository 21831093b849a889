"""Positions read from JSON: each fault names the field that it is about."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from companion.game import Over, PositionFault
from companion.kits.fault_words import fault_words


def converted(value: Any, kind: Any, at: str) -> Any:
    """Plain data as this type. Raises PositionFault."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as fault:
        where, words = fault_words(fault, value)
        raise PositionFault(at + where, words) from None


def checked_fields(given: Mapping[str, Any], fields: Collection[str]) -> None:
    """Raises PositionFault for a field that no position has."""
    unknown = sorted(set(given) - set(fields))
    if unknown:
        raise PositionFault(unknown[0], "no such field; known are " + ", ".join(fields))


def checked_faults(faults: tuple[str, ...]) -> None:
    """Raises PositionFault with the first broken invariant, as `field: what is wrong`."""
    if faults:
        at, _, message = faults[0].partition(": ")
        raise PositionFault(at, message)


def over_json(over: Over) -> dict[str, Any]:
    """How a game ended."""
    said = {"winners": over.winners, "why": over.why, "rule": over.rule}
    return said | ({"parts": over.parts, "template": over.template} if over.parts else {})
