"""Drawings read back from SVG as `svg.py` writes it: outlines, rectangles, lines, and groups of them."""

import gzip
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Literal, cast
from xml.etree import ElementTree as Xml

from vision.printed.marks import (
    LINE_MM,
    Block,
    Colour,
    Drawing,
    Fill,
    Glow,
    Gradient,
    Line,
    Mark,
    Path,
    Placed,
    Shape,
)

_SVG = "{http://www.w3.org/2000/svg}"
_KINDS: dict[str, Literal["move", "line"]] = {"M": "move", "L": "line"}


@cache
def kept_drawing(package: str, name: str) -> Drawing:
    """The drawing in `pictures/NAME.svgz` of a package."""
    return drawing_of(gzip.decompress((files(package) / "pictures" / f"{name}.svgz").read_bytes()).decode())


def drawing_of(text: str) -> Drawing:
    """The drawing that an SVG shows. Raises ValueError for anything that `svg_of` does not write, and for words."""
    root = Xml.fromstring(text)
    wide, high = (float(root.attrib[name].removesuffix("mm")) for name in ("width", "height"))
    reader = _Reader({node.attrib["id"]: node for node in root.iterfind(f"{_SVG}defs/*[@id]")})
    return Drawing(root.findtext(f"{_SVG}title") or "", wide, high, tuple(reader.marks(root)))


class _Reader:
    """What is defined at the head of the file, by its id."""

    def __init__(self, defined: dict[str, Xml.Element]) -> None:
        self._defined = defined
        self._placed: dict[str, Drawing] = {}

    def marks(self, group: Xml.Element) -> Iterator[Mark]:
        for node in group:
            name, given = node.tag.removeprefix(_SVG), node.attrib
            if name == "path":
                yield self._shape(given)
            elif name == "rect":
                x, y, w, h = (float(given[key]) for key in ("x", "y", "width", "height"))
                yield Block(x, y, w, h, _colour(given["fill"]))
            elif name == "line":
                ends = (float(given[key]) for key in ("x1", "y1", "x2", "y2"))
                yield Line(*ends, ink=_colour(given["stroke"]), width_mm=float(given["stroke-width"]))
            elif name in ("use", "g"):
                yield self._use(node)
            elif name not in ("title", "defs"):
                raise ValueError(f"expected outlines, rectangles, lines and groups, found {name}")

    def _shape(self, given: dict[str, str]) -> Shape:
        stroke = given.get("stroke")
        return Shape(
            _path(given["d"]),
            fill=self._fill(given["fill"]),
            edge=None if stroke is None else _colour(stroke),
            edge_mm=float(given.get("stroke-width", LINE_MM)),
            opacity=float(given.get("opacity", 1)),
            closed=given["d"].endswith("Z"),
        )

    def _fill(self, text: str) -> Fill | None:
        if text == "none":
            return None
        if not text.startswith("url(#"):
            return _colour(text)
        node = self._defined[text[5:-1]]
        first, last = (_colour(stop.attrib["stop-color"]) for stop in node)
        at = {key: float(value) for key, value in node.attrib.items() if key not in ("id", "gradientUnits")}
        if node.tag == f"{_SVG}linearGradient":
            return Gradient((at["x1"], at["y1"]), (at["x2"], at["y2"]), first, last)
        return Glow((at["cx"], at["cy"]), at["r"], first, last)

    def _use(self, node: Xml.Element) -> Placed:
        """A drawing that is placed: a `use`, or a group with a clipped `use` in it."""
        numbers = [float(one) for one in re.findall(r"-?[\d.]+", node.attrib["transform"])]
        x, y, scale, turn, *middle = numbers
        clipped = node.find(f"{_SVG}g")
        use, within = node, None
        if clipped is not None:
            use = clipped[0]
            clip = self._defined[clipped.attrib["clip-path"][5:-1]]
            within = _path(clip[0].attrib["d"])
        name = use.attrib["href"][1:]
        if name not in self._placed:
            marks = tuple(self.marks(self._defined[name]))
            self._placed[name] = Drawing(name, 2 * middle[0], 2 * middle[1], marks)
        return Placed(self._placed[name], x, y, scale=scale, turn=turn, within=within)


def _path(text: str) -> Path:
    found = []
    for letter, values in re.findall("([MLC])([^MLCZ]*)", text):
        numbers = [float(value) for value in values.split()]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        found.append(("curve", *points) if letter == "C" else (_KINDS[letter], *points))
    return cast(Path, tuple(found))


def _colour(text: str) -> Colour:
    if not re.fullmatch("#[0-9a-f]{6}", text):
        raise ValueError(f"expected a colour such as #1e2a40, found {text!r}")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:], 16)
