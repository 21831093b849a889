"""Touches as approved records write them: a name, and what the touch is about."""

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from operator import is_
from types import FunctionType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ui.present.touches import Do, Touch

PLAIN = frozenset({str, int, float, bool, type(None)})


@dataclass(frozen=True, slots=True)
class Written:
    """A touch: its class in small letters, and its only field, or all of them."""

    name: str
    about: Any = None


def written(touch: Touch) -> Written:
    """A touch as records write it; one that is a method of its page by the name of that."""
    if isinstance(touch, Do):
        given = (*touch.given, *dict(touch.named).values())
        return Written(touch.method.__name__, (given[0] if len(given) == 1 else given) if given else None)
    about = tuple(getattr(touch, each.name) for each in msgspec.structs.fields(touch))
    return Written(name_of(type(touch)), (about[0] if len(about) == 1 else about) if about else None)


def name_of(kind: type[Touch]) -> str:
    """The name of a kind of touch."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


@cache
def parts_of(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields of a dataclass; none of anything else."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


@cache
def is_bare(kind: type[Any]) -> bool:
    """Whether a kind is a dataclass of which no field holds more than plain values, and so no touch."""
    try:
        return is_dataclass(kind) and all(map(_is_plain, get_type_hints(kind).values()))
    except NameError:  # a type that only mypy imports
        return False


def _is_plain(hint: Any) -> bool:
    if get_origin(hint) in (tuple, UnionType, Union):
        return all(part is Ellipsis or _is_plain(part) for part in get_args(hint))
    return get_origin(hint) is Literal or hint in PLAIN or (isinstance(hint, type) and is_bare(hint))


def with_written(value: Any) -> Any:
    """Anything with its touches as records write them."""
    kind = type(value)
    if kind in PLAIN or is_bare(kind):
        return value
    if kind in (tuple, list):
        found = kind(map(with_written, value))
        return value if all(map(is_, found, value)) else found
    if isinstance(value, Touch):
        return with_written(written(value))
    if isinstance(value, type):
        return name_of(value)
    if isinstance(value, FunctionType):
        return value.__name__
    if parts := parts_of(kind):
        given = [getattr(value, part) for part in parts]
        told = [with_written(each) for each in given]
        if all(map(is_, told, given)):
            return value
        found = copy.copy(value)
        for part, each in zip(parts, told, strict=True):
            object.__setattr__(found, part, each)
        return found
    if isinstance(value, Mapping):
        return {key: with_written(each) for key, each in value.items()}
    return value
