"""A scene or a table given as JSON by another program, decoded strictly: unknown fields are faults too."""

from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any, TypeVar, get_type_hints

import msgspec

from companion.sight import Region, Scene, Sighting, Table, Tags

T = TypeVar("T")
LARGEST_MM = 10_000.0


class ShapeFault(ValueError):
    """JSON of the wrong shape: `at` is the path of the field, the message what was expected and found."""

    def __init__(self, at: str, message: str) -> None:
        super().__init__(f"{at}: {message}" if at else message)
        self.at = at
        self.message = message


def read_scene(given: Any, table: Table) -> Scene:
    """A scene whose regions are the table's; a sighting with a place and no region gets its region from the place.

    Raises ShapeFault.
    """
    scene = _made(Scene, _converted(given, _SCENE, "scene"))
    names = {region.name for region in table.regions}
    sightings = []
    for n, sighting in enumerate(scene.sightings):
        at = f"scene.sightings[{n}]"
        if sighting.region is not None and sighting.region not in names:
            raise ShapeFault(f"{at}.region", f"expected a region of the table, found {sighting.region!r}")
        if not 0 <= sighting.sure <= 1:
            raise ShapeFault(f"{at}.sure", f"expected a probability from 0 to 1, found {sighting.sure}")
        if sighting.region is None and sighting.x is not None and sighting.y is not None:
            sighting = replace(sighting, region=table.region_at(sighting.x, sighting.y))
        sightings.append(sighting)
    unknown = sorted(scene.covered - names)
    if unknown:
        raise ShapeFault("scene.covered", f"expected regions of the table, found {unknown[0]!r}")
    return Scene(tuple(sightings), scene.still_for, scene.hand, scene.covered)


def read_table(given: Any, *, mat: bool = True) -> Table:
    """A table as `companion see --table` takes it. Raises ShapeFault.

    Without tags, or where no mat is expected, it need not have a size: everything is read in pixels.
    """
    sized = mat and not (isinstance(given, dict) and "tags" in given and given["tags"] is None)
    if isinstance(given, dict) and not sized:
        given = {"width_mm": 0, "height_mm": 0} | given
    table = _made(Table, _converted(given, _TABLE, ""))
    for name, size in (("width_mm", table.width_mm), ("height_mm", table.height_mm)):
        if size < 0 or (size == 0 and sized):
            raise ShapeFault(name, f"expected millimetres above 0, found {size}")
        if size > LARGEST_MM:
            raise ShapeFault(name, f"expected at most {LARGEST_MM:.0f} mm, found {size}")
    seen: set[str] = set()
    for n, region in enumerate(table.regions):
        if region.w <= 0 or region.h <= 0:
            raise ShapeFault(
                f"regions[{n}]", f"expected a width and a height above 0, found {region.w} × {region.h}"
            )
        if region.name in seen:
            raise ShapeFault(f"regions[{n}].name", f"expected a name of its own, found {region.name!r} twice")
        seen.add(region.name)
    if table.tags is not None and (table.tags.side_mm <= 0 or len(set(table.tags.ids)) != 4):
        raise ShapeFault("tags", "expected four different ids and a side above 0 mm")
    return table


def _strict(kind: type[Any], **inner: Any) -> type[msgspec.Struct]:
    """A struct with the fields of a data class that takes no others; `inner` are fields of another type."""
    hints = get_type_hints(kind)
    named: list[Any] = []
    for field in fields(kind):
        declared = inner.get(field.name, hints[field.name])
        if field.default is not MISSING:
            default = None if is_dataclass(field.default) else field.default
            named.append((field.name, declared, default))
        elif field.default_factory is not MISSING:
            named.append((field.name, declared, msgspec.field(default_factory=field.default_factory)))
        else:
            named.append((field.name, declared))
    return msgspec.defstruct(kind.__name__, named, forbid_unknown_fields=True, kw_only=True)


_SIGHTING = _strict(Sighting)
_SCENE = _strict(Scene, sightings=tuple[_SIGHTING, ...])  # type: ignore[valid-type]
_REGION = _strict(Region)
_TAGS = _strict(Tags)
_TABLE = _strict(Table, regions=tuple[_REGION, ...], tags=_TAGS | None)  # type: ignore[valid-type]
_KINDS: dict[type[msgspec.Struct], type[Any]] = {_SIGHTING: Sighting, _REGION: Region, _TAGS: Tags}


def _made(kind: type[T], given: msgspec.Struct) -> T:
    """The data class of a strict struct, and of the structs in it."""
    return kind(**{name: _value(getattr(given, name)) for name in given.__struct_fields__})


def _value(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return _made(_KINDS[type(value)], value)
    if isinstance(value, tuple):
        return tuple(_value(item) for item in value)
    return value


def _converted(given: Any, kind: type[msgspec.Struct], root: str) -> msgspec.Struct:
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as fault:
        raise shape_fault(fault, root) from None


def shape_fault(fault: msgspec.ValidationError, root: str = "", known: Sequence[str] = ()) -> ShapeFault:
    """msgspec's complaint with its path taken out of the sentence: `Expected `int`, got `str` - at `$.x`."""
    message, _, path = str(fault).partition(" - at `$")
    path = path.rstrip("`")
    unknown = "Object contains unknown field `"
    missing = "Object missing required field `"
    if message.startswith(unknown):
        name = message.removeprefix(unknown).rstrip("`")
        path, message = (
            f"{path}.{name}",
            "no such field" + (f": expected one of {', '.join(known)}" if known else ""),
        )
    elif message.startswith(missing):
        name = message.removeprefix(missing).rstrip("`")
        path, message = f"{path}.{name}", "expected this field, found none"
    else:
        message = message.replace("Expected", "expected").replace(", got", ", found")
    return ShapeFault(f"{root}{path}".lstrip("."), message)
