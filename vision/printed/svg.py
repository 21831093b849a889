"""Drawings as SVG with embedded fonts, and SVG back to drawings."""

import base64
import gzip
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final, cast
from xml.etree import ElementTree as Xml
from xml.sax.saxutils import escape, quoteattr

from vision.printed.letters import FILES, FONTS, size_of
from vision.printed.marks import (
    LINE_MM,
    Block,
    Colour,
    Drawing,
    Fill,
    Font,
    Glow,
    Gradient,
    Image,
    Ink,
    Label,
    Line,
    Mark,
    Path,
    Placed,
    Shape,
    png_of,
    rgb,
)

_LETTERS: Final = {"move": "M", "line": "L", "curve": "C"}
_KINDS: Final = {letter: kind for kind, letter in _LETTERS.items()}


def svg_of(drawing: Drawing) -> str:
    """The drawing as a complete SVG file, in millimetres."""
    writer = Writer()
    body = writer.all(drawing.marks)
    rules = []
    for font in sorted(writer.fonts):
        data = base64.b64encode((FONTS / FILES[font]).read_bytes()).decode("ascii")
        rules.append(f"@font-face{{font-family:{font};src:url(data:font/ttf;base64,{data})}}")
    style = f"<style>{''.join(rules)}</style>" if rules else ""
    wide, high = _number(drawing.width_mm), _number(drawing.height_mm)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">'
        f"<title>{escape(drawing.name)}</title><defs>{style}{''.join(writer.defined)}</defs>{body}</svg>\n"
    )


class Writer:
    """Writes marks as SVG elements, and collects their definitions and fonts."""

    def __init__(self) -> None:
        self.defined: list[str] = []
        self.fonts: set[Font] = set()
        self._placed: dict[Drawing, str] = {}

    def all(self, marks: Iterable[Mark]) -> str:
        return "".join(self.mark(mark) for mark in marks)

    def ink(self, ink: Ink) -> str:
        """A colour as an attribute's value."""
        return _colour(rgb(ink))

    def mark(self, mark: Mark) -> str:
        match mark:
            case Block():
                return f"<rect {_box(mark.x, mark.y, mark.w, mark.h)} fill={self.ink(mark.ink)}/>"
            case Line():
                ends = zip(("x1", "y1", "x2", "y2"), (mark.x0, mark.y0, mark.x1, mark.y1), strict=True)
                where = " ".join(f'{name}="{_number(value)}"' for name, value in ends)
                return f'<line {where} stroke={self.ink(mark.ink)} stroke-width="{_number(mark.width_mm)}"/>'
            case Shape():
                fill = "none" if mark.fill is None else self._fill(mark.fill)
                edge = ""
                if mark.edge is not None:
                    edge = f' stroke={self.ink(mark.edge)} stroke-width="{_number(mark.edge_mm)}"'
                    edge += ' stroke-linejoin="round" stroke-linecap="round"'
                pale = f' opacity="{_number(mark.opacity)}"' if mark.opacity < 1 else ""
                return (
                    f'<path d="{_path(mark.path, closed=mark.closed)}" fill={quoteattr(fill)}{edge}{pale}/>'
                )
            case Label():
                self.fonts.add(mark.font)
                return (
                    f'<text x="{_number(mark.x)}" y="{_number(mark.y)}" font-family="{mark.font},sans-serif"'
                    f' font-size="{_number(size_of(mark.font, mark.size_mm))}" text-anchor="{mark.anchor}"'
                    f" fill={self.ink(mark.ink)}>{escape(mark.words)}</text>"
                )
            case Image():
                where = _box(mark.x, mark.y, mark.w, mark.h)
                data = base64.b64encode(png_of(mark.picture)).decode("ascii")
                return f'<image {where} preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'
            case Placed():
                return self._use(mark)
            case _:
                raise ValueError(f"expected marks for paper, found {mark!r}")

    def _fill(self, fill: Fill) -> str:
        if not isinstance(fill, Gradient | Glow):
            return self.ink(fill).strip('"')
        name = f"fill{len(self.defined)}"
        stops = "".join(
            f'<stop offset="{at}" stop-color={_colour(colour)}/>'
            for at, colour in ((0, fill.first), (1, fill.last))
        )
        if isinstance(fill, Gradient):
            (x1, y1), (x2, y2) = fill.start, fill.end
            kind, values = "linearGradient", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        else:
            kind, values = "radialGradient", {"cx": fill.middle[0], "cy": fill.middle[1], "r": fill.radius}
        where = " ".join(f'{key}="{_number(value)}"' for key, value in values.items())
        self.defined.append(f'<{kind} id="{name}" gradientUnits="userSpaceOnUse" {where}>{stops}</{kind}>')
        return f"url(#{name})"

    def _use(self, placed: Placed) -> str:
        inner = placed.drawing
        name = self._placed.get(inner)
        if name is None:
            within = self.all(inner.marks)
            name = self._placed[inner] = f"drawing{len(self.defined)}"
            self.defined.append(f'<g id="{name}">{within}</g>')
        turn = f" rotate({_number(placed.turn)} {_number(inner.width_mm / 2)} {_number(inner.height_mm / 2)})"
        there = f"translate({_number(placed.x)} {_number(placed.y)}) scale({_number(placed.scale)}){turn}"
        if placed.within is None:
            return f'<use href="#{name}" transform="{there}"/>'
        clip = f"within{len(self.defined)}"
        self.defined.append(
            f'<clipPath id="{clip}"><path d="{_path(placed.within, closed=True)}"/></clipPath>'
        )
        return f'<g transform="{there}"><g clip-path="url(#{clip})"><use href="#{name}"/></g></g>'


def _box(x: float, y: float, w: float, h: float) -> str:
    return f'x="{_number(x)}" y="{_number(y)}" width="{_number(w)}" height="{_number(h)}"'


def _path(path: Path, *, closed: bool) -> str:
    steps = (
        _LETTERS[kind] + " ".join(f"{_number(x)} {_number(y)}" for x, y in points) for kind, *points in path
    )
    return "".join(steps) + ("Z" if closed else "")


def _colour(colour: Colour) -> str:
    return '"#{:02x}{:02x}{:02x}"'.format(*colour)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


_SVG = "{http://www.w3.org/2000/svg}"


@cache
def kept_drawing(package: str, name: str) -> Drawing:
    """The drawing in `pictures/NAME.svgz` of a package; cached."""
    return drawing_of(gzip.decompress((files(package) / "pictures" / f"{name}.svgz").read_bytes()).decode())


def drawing_of(text: str) -> Drawing:
    """The drawing of an SVG by `svg_of`. Raises ValueError for other elements, and for words."""
    root = Xml.fromstring(text)
    wide, high = (float(root.attrib[name].removesuffix("mm")) for name in ("width", "height"))
    reader = _Reader({node.attrib["id"]: node for node in root.iterfind(f"{_SVG}defs/*[@id]")})
    return Drawing(root.findtext(f"{_SVG}title") or "", wide, high, tuple(reader.marks(root)))


class _Reader:
    """Reads SVG elements as marks, given the file's definitions by id."""

    def __init__(self, defined: dict[str, Xml.Element]) -> None:
        self._defined = defined
        self._placed: dict[str, Drawing] = {}

    def marks(self, group: Xml.Element) -> Iterator[Mark]:
        for node in group:
            name, given = node.tag.removeprefix(_SVG), node.attrib
            if name == "path":
                stroke = given.get("stroke")
                yield Shape(
                    _outlines_of(given["d"]),
                    fill=self._fill(given["fill"]),
                    edge=None if stroke is None else _colour_read(stroke),
                    edge_mm=float(given.get("stroke-width", LINE_MM)),
                    opacity=float(given.get("opacity", 1)),
                    closed=given["d"].endswith("Z"),
                )
            elif name == "rect":
                x, y, w, h = (float(given[key]) for key in ("x", "y", "width", "height"))
                yield Block(x, y, w, h, _colour_read(given["fill"]))
            elif name == "line":
                ends = (float(given[key]) for key in ("x1", "y1", "x2", "y2"))
                yield Line(*ends, ink=_colour_read(given["stroke"]), width_mm=float(given["stroke-width"]))
            elif name in ("use", "g"):
                yield self._use(node)
            elif name not in ("title", "defs"):
                raise ValueError(f"expected outlines, rectangles, lines and groups, found {name}")

    def _fill(self, text: str) -> Fill | None:
        if text == "none":
            return None
        if not text.startswith("url(#"):
            return _colour_read(text)
        node = self._defined[text[5:-1]]
        first, last = (_colour_read(stop.attrib["stop-color"]) for stop in node)
        at = {key: float(value) for key, value in node.attrib.items() if key not in ("id", "gradientUnits")}
        if node.tag == f"{_SVG}linearGradient":
            return Gradient((at["x1"], at["y1"]), (at["x2"], at["y2"]), first, last)
        return Glow((at["cx"], at["cy"]), at["r"], first, last)

    def _use(self, node: Xml.Element) -> Placed:
        """A placed drawing: a `use`, or a group with a clipped `use` in it."""
        numbers = [float(one) for one in re.findall(r"-?[\d.]+", node.attrib["transform"])]
        x, y, scale, turn, *middle = numbers
        clipped = node.find(f"{_SVG}g")
        use, within = node, None
        if clipped is not None:
            use = clipped[0]
            clip = self._defined[clipped.attrib["clip-path"][5:-1]]
            within = _outlines_of(clip[0].attrib["d"])
        name = use.attrib["href"][1:]
        if name not in self._placed:
            marks = tuple(self.marks(self._defined[name]))
            self._placed[name] = Drawing(name, 2 * middle[0], 2 * middle[1], marks)
        return Placed(self._placed[name], x, y, scale=scale, turn=turn, within=within)


def _outlines_of(text: str) -> Path:
    found = []
    for letter, values in re.findall("([MLC])([^MLCZ]*)", text):
        numbers = [float(value) for value in values.split()]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        found.append((_KINDS[letter], *points))
    return cast(Path, tuple(found))


def _colour_read(text: str) -> Colour:
    if not re.fullmatch("#[0-9a-f]{6}", text):
        raise ValueError(f"expected a colour such as #1e2a40, found {text!r}")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:], 16)
