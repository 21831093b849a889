"""Plain data turned into structs, with faults that say exactly where: the path, what was expected, what was found.

Rule kept: the first fault in reading order is the one named; nothing is guessed or passed over. A game describes a
position in one struct, its fields in the order in which they are written. What a sparse position leaves out has the
struct's default; UNSET stands where only the rest can tell, and `told` puts that in.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin

import msgspec
from msgspec import UNSET, UnsetType

from companion.game import PositionFault, SetupFault
from companion.language import _, expected_words, joined, marked, one_of

T = TypeVar("T")
Path = tuple[str, ...]
_PLAIN = {
    int: marked("a whole number"),
    str: marked("text"),
    bool: marked("true or false"),
    float: marked("a number"),
}
MOST_LETTERS = 100
"""Maximum letters of a fact's text: no card has room for more."""


class Mismatch(ValueError):
    """A value of the wrong form: where (`field`, as in `square[3].name`), what was expected, what was found."""

    def __init__(self, path: Path, expected: str, found: object) -> None:
        self.path, self.expected, self.found = path, expected, found
        self.field = ".".join(path).replace(".[", "[")
        super().__init__(expected_words(self.field, expected, shown(found)))


class Nothing:
    """Stands in faults for a value that is missing."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = Nothing()


def exact(raw: Any, kind: type[T], path: Path = ()) -> T:
    """Plain data as a struct (or a table of structs, or a plain value). Raises Mismatch."""
    return cast("T", _read(raw, kind, path))


def exact_fact(field: str, raw: Any, kind: type[T]) -> T:
    """`exact` for a field of a set-up. Raises SetupFault."""
    try:
        return exact(raw, kind, (field,))
    except Mismatch as fault:
        raise SetupFault(fault.field, fault.expected, fault.found) from None


def shown(found: object) -> str:
    """A value that was found, in at most 60 characters."""
    if found is NOTHING:
        return _("nothing")
    if isinstance(found, dict):
        return _("a table")
    text = repr(found) if not isinstance(found, bool) else str(found).lower()
    return text if len(text) <= 60 else text[:57] + "…"


def described(kind: Any) -> str:
    """A type in words, as in `one of once, unlimited`."""
    kind = _without_none(kind)
    if kind in _PLAIN:
        return _(_PLAIN[kind])
    if words := named(kind):
        return one_of(words)
    parts = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        each = [words for part in parts for words in named(part) or (described(part),)]
        return joined(list(dict.fromkeys(each)), either=True)
    if get_origin(kind) is tuple:
        return _("a list, each {kind}").format(kind=described(parts[0]))
    return _("a table")


def named(kind: Any) -> tuple[str, ...]:
    """The words of a Literal type; empty for any other type."""
    kind = _without_none(kind)
    return tuple(map(str, get_args(kind))) if get_origin(kind) is Literal else ()


def _read(raw: Any, kind: Any, path: Path) -> Any:
    inner = _without_none(kind)
    if raw is None and NoneType in get_args(kind):
        return None
    if is_dataclass(inner) or (isinstance(inner, type) and issubclass(inner, msgspec.Struct)):
        return _struct(raw, inner, path)
    if get_origin(inner) in (dict, Mapping):
        if not isinstance(raw, Mapping):
            raise Mismatch(path, _("a table"), raw)
        each = get_args(inner)[1]
        return {key: _read(value, each, (*path, key)) for key, value in raw.items()}
    if get_origin(inner) is tuple and isinstance(raw, list | tuple):
        kinds = get_args(inner)
        if kinds[-1] is Ellipsis:
            kinds = kinds[:1] * len(raw)
        if len(kinds) != len(raw):
            raise Mismatch(path, _("a list of {n}").format(n=len(kinds)), raw)
        return tuple(_read(raw[n], each, (*path, f"[{n}]")) for n, each in enumerate(kinds))
    if isinstance(raw, str) and not (len(raw) <= MOST_LETTERS and raw.isprintable()):
        words = _("a text of at most {n} letters that can be printed")
        raise Mismatch(path, words.format(n=MOST_LETTERS), raw)
    structs = [part for part in get_args(inner) if hasattr(part, "__struct_config__")]
    tags = {part.__struct_config__.tag: part for part in structs}
    if isinstance(raw, Mapping) and structs and None not in tags:
        field = structs[0].__struct_config__.tag_field
        tag = raw.get(field, NOTHING)
        if tag not in list(tags):
            raise Mismatch((*path, field), one_of(tags), tag)
        return _struct({name: raw[name] for name in raw if name != field}, tags[tag], path)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        raise Mismatch(path, described(kind), raw) from None


def _struct(raw: Any, kind: Any, path: Path) -> Any:
    if not isinstance(raw, Mapping):
        raise Mismatch(path, _("a table"), raw)
    if is_dataclass(kind):
        known = {f.name: (f.name, f.type, f.default is MISSING) for f in fields(kind)}
    else:
        known = {f.encode_name: (f.name, f.type, f.required) for f in msgspec.structs.fields(kind)}
    for name in raw:
        if name not in known:
            raise Mismatch((*path, name), one_of(known), name)
    values: dict[str, Any] = {}
    for name, (own, each, required) in known.items():
        if name in raw:
            values[own] = _read(raw[name], each, (*path, name))
        elif required:
            raise Mismatch((*path, name), described(each), NOTHING)
    return kind(**values)


def _without_none(kind: Any) -> Any:
    """`X | None` as X."""
    parts = [part for part in get_args(kind) if part not in (NoneType, UnsetType)]
    optional = get_origin(kind) in (Union, UnionType) and len(parts) == 1
    return parts[0] if optional else kind


def written(position: object) -> dict[str, Any]:
    """A position as JSON, without what is UNSET and without the parts of an end that has none."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(position))
    if plain.get("over") and not plain["over"]["parts"]:
        del plain["over"]["parts"], plain["over"]["template"]
    return plain


def common(one: msgspec.Struct, other: type[msgspec.Struct]) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__struct_fields__ if name in other.__struct_fields__}


def told(value: T | UnsetType, likeliest: T) -> T:
    return likeliest if value is UNSET else value


def converted(given: Any, kind: Any, at: str = "") -> Any:
    """A position, or a part of it, from its JSON. Raises PositionFault for the first wrong field."""
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError:
        try:
            return exact(given, kind, (at,) if at else ())
        except Mismatch as fault:
            words = _("expected {expected}, found {found}")
            found = shown(fault.found)
            raise PositionFault(fault.field, words.format(expected=fault.expected, found=found)) from None


def all_faults(faults: Callable[[T], Iterator[str]]) -> Callable[[T], tuple[str, ...]]:
    """All broken invariants of a state at once, from the function that yields them."""
    return lambda state: tuple(faults(state))


def checked_faults(faults: Iterable[str]) -> None:
    """Raises PositionFault with the first broken invariant, as `field: what is wrong`."""
    for fault in faults:
        at, _, message = fault.partition(": ")
        raise PositionFault(at, message)
