"""Drawings as SVG: the same shapes and words, with their fonts inside the file."""

import base64
from typing import Final, assert_never
from xml.sax.saxutils import escape, quoteattr

from vision.printed.letters import FILES, FONTS, Font, size_of
from vision.printed.marks import (
    Block,
    Colour,
    Drawing,
    Fill,
    Glow,
    Gradient,
    Image,
    Label,
    Line,
    Mark,
    Path,
    Placed,
    Shape,
    png_of,
)

_ANCHORS: Final = {"start": "start", "middle": "middle", "end": "end"}
_LETTERS: Final = {"move": "M", "line": "L", "curve": "C"}


def svg_of(drawing: Drawing) -> str:
    """The drawing as a file of its own, in millimetres."""
    writer = _Writer()
    body = "".join(writer.mark(mark) for mark in drawing.marks)
    wide, high = _number(drawing.width_mm), _number(drawing.height_mm)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">'
        f"<title>{escape(drawing.name)}</title><defs>{_style(writer.fonts)}{''.join(writer.defined)}</defs>{body}</svg>\n"
    )


class _Writer:
    """What has been defined so far, and which fonts it needs."""

    def __init__(self) -> None:
        self.defined: list[str] = []
        self.fonts: set[Font] = set()
        self._placed: dict[int, str] = {}

    def mark(self, mark: Mark) -> str:
        match mark:
            case Block():
                return f"<rect {_box(mark.x, mark.y, mark.w, mark.h)} fill={_colour(mark.ink)}/>"
            case Line():
                ends = zip(("x1", "y1", "x2", "y2"), (mark.x0, mark.y0, mark.x1, mark.y1), strict=True)
                where = " ".join(f'{name}="{_number(value)}"' for name, value in ends)
                return f'<line {where} stroke={_colour(mark.ink)} stroke-width="{_number(mark.width_mm)}"/>'
            case Shape():
                return self._shape(mark)
            case Label():
                return self._label(mark)
            case Image():
                return f'<image {_box(mark.x, mark.y, mark.w, mark.h)} preserveAspectRatio="none" href="{_png(mark)}"/>'
            case Placed():
                return self._use(mark)
            case _:
                assert_never(mark)

    def _shape(self, shape: Shape) -> str:
        fill = "none" if shape.fill is None else self._fill(shape.fill)
        edge = ""
        if shape.edge is not None:
            edge = f' stroke={_colour(shape.edge)} stroke-width="{_number(shape.edge_mm)}" stroke-linejoin="round"'
            edge += ' stroke-linecap="round"'
        pale = f' opacity="{_number(shape.opacity)}"' if shape.opacity < 1 else ""
        return f'<path d="{_path(shape.path, closed=shape.closed)}" fill={quoteattr(fill)}{edge}{pale}/>'

    def _fill(self, fill: Fill) -> str:
        if not isinstance(fill, Gradient | Glow):
            return _colour(fill).strip('"')
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

    def _label(self, label: Label) -> str:
        self.fonts.add(label.font)
        return (
            f'<text x="{_number(label.x)}" y="{_number(label.y)}" font-family="{label.font},sans-serif"'
            f' font-size="{_number(size_of(label.font, label.size_mm))}" text-anchor="{_ANCHORS[label.anchor]}"'
            f" fill={_colour(label.ink)}>{escape(label.words)}</text>"
        )

    def _use(self, placed: Placed) -> str:
        inner = placed.drawing
        name = self._placed.get(id(inner))
        if name is None:
            within = "".join(self.mark(mark) for mark in inner.marks)
            name = self._placed[id(inner)] = f"drawing{len(self.defined)}"
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


def _style(fonts: set[Font]) -> str:
    rules = []
    for font in sorted(fonts):
        data = base64.b64encode((FONTS / FILES[font]).read_bytes()).decode("ascii")
        rules.append(f"@font-face{{font-family:{font};src:url(data:font/ttf;base64,{data})}}")
    return f"<style>{''.join(rules)}</style>" if rules else ""


def _box(x: float, y: float, w: float, h: float) -> str:
    return f'x="{_number(x)}" y="{_number(y)}" width="{_number(w)}" height="{_number(h)}"'


def _path(path: Path, *, closed: bool) -> str:
    steps = (
        _LETTERS[kind] + " ".join(f"{_number(x)} {_number(y)}" for x, y in points) for kind, *points in path
    )
    return "".join(steps) + ("Z" if closed else "")


def _png(image: Image) -> str:
    return f"data:image/png;base64,{base64.b64encode(png_of(image.picture)).decode('ascii')}"


def _colour(colour: Colour) -> str:
    return '"#{:02x}{:02x}{:02x}"'.format(*colour)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
