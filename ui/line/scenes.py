"""A scene or a table given as JSON by another program, decoded strictly: unknown fields are faults too."""

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

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
    scene = _converted(given, Scene, "scene")
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
    return replace(scene, sightings=tuple(sightings))


def read_table(given: Any, *, mat: bool = True) -> Table:
    """A table as `companion see --table` takes it. Raises ShapeFault.

    Without tags, or where no mat is expected, it need not have a size: everything is read in pixels.
    """
    sized = mat and not (isinstance(given, dict) and "tags" in given and given["tags"] is None)
    if isinstance(given, dict):
        given = {"tags": None} | ({} if sized else {"width_mm": 0, "height_mm": 0}) | given
    table = _converted(given, Table, "")
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


_INNER = {"sightings": Sighting, "regions": Region, "tags": Tags}
"""By the fields that hold further data classes, which they are."""


def _converted(given: Any, kind: type[T], root: str) -> T:
    _expect_known(given, kind, root)
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as fault:
        raise shape_fault(fault, root) from None


def _expect_known(given: Any, kind: type[Any], at: str) -> None:
    """Raises ShapeFault for a field that the data class has not; all other faults msgspec finds."""
    if isinstance(given, list | tuple):
        for n, one in enumerate(given):
            _expect_known(one, kind, f"{at}[{n}]")
    elif isinstance(given, dict):
        names = {field.name for field in fields(kind)}
        for name, value in given.items():
            path = f"{at}.{name}".lstrip(".")
            if name not in names:
                raise ShapeFault(path, "no such field")
            if name in _INNER:
                _expect_known(value, _INNER[name], path)


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
