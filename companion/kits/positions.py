"""Positions as JSON and back: a game says their form in one struct, in the order in which its fields are written.

What a sparse position leaves out has the struct's default; UNSET stands where only the rest can tell, and `told` puts
that in. Each fault names its field.
"""

from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from companion.game import PositionFault
from companion.kits.exact import Mismatch, exact, shown
from companion.language import _

T = TypeVar("T")


def written(position: object) -> dict[str, Any]:
    """A position as JSON; what is UNSET is left out, and so are the parts of an end that has none."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(position))
    if plain.get("over") and not plain["over"]["parts"]:
        del plain["over"]["parts"], plain["over"]["template"]
    return plain


def common(one: msgspec.Struct, other: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields that a struct has in common with another."""
    return {name: getattr(one, name) for name in one.__struct_fields__ if name in other.__struct_fields__}


def told(value: T | UnsetType, likeliest: T) -> T:
    """What a position tells, or the likeliest where it tells nothing."""
    return likeliest if value is UNSET else value


def converted(given: Any, kind: Any, at: str = "") -> Any:
    """A position, or a part of it, from its JSON. Raises PositionFault for the first field that cannot be."""
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError:
        try:
            return exact(given, kind, (at,) if at else ())
        except Mismatch as fault:
            words = _("expected {expected}, found {found}")
            found = shown(fault.found)
            raise PositionFault(fault.field, words.format(expected=fault.expected, found=found)) from None


def checked_faults(faults: tuple[str, ...]) -> None:
    """Raises PositionFault with the first broken invariant, as `field: what is wrong`."""
    if faults:
        at, _, message = faults[0].partition(": ")
        raise PositionFault(at, message)
