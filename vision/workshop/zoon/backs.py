"""The backs of Zoon's cards, one per tribe, with its beast as a crest and a visible up side."""

from math import cos, pi, sin
from typing import Final

from vision.faces.zoon.ink import INK, SIDE_MM, STYLES, Marks, Style, darker, flat, lighter
from vision.printed.marks import Colour, Drawing, Glow, Mark, Shape, mixed
from vision.printed.shapes import box, circle, oval, polygon, star
from vision.workshop.zoon.emblems import scroll, shield
from vision.workshop.zoon.head import Head
from vision.workshop.zoon.ink import blade, body, both_sides, put
from vision.workshop.zoon.portraits import HEADS

BEASTS: Final[dict[str, Head]] = {
    "boar": Head(name="back", skin=(116, 72, 48), look=0, tusk=1.6, hair_colour=(60, 40, 34)),
    "monkey": Head(name="back", skin=(70, 54, 50), look=0, mouth="roar", hair="crest"),
    "rhino": Head(name="back", skin=(124, 118, 138), look=0, tusk=1.3),
    "walrus": Head(name="back", skin=(134, 106, 104), look=0, tusk=1.0, hair_colour=(206, 120, 50)),
}
_DIVISION: Final = {"boar": "chevron", "monkey": "pale", "rhino": "bend", "walrus": "fess"}


def back(tribe: str) -> Drawing:
    """The back of a tribe's cards, SIDE_MM square."""
    style = STYLES[tribe]
    marks: list[Mark] = [
        Shape(box(0, 0, SIDE_MM, SIDE_MM), fill=darker(style.colour, 0.35)),
        Shape(
            box(1.8, 1.8, SIDE_MM - 3.6, SIDE_MM - 3.6, 2.2),
            fill=Glow((30, 30), 42, lighter(style.colour, 0.28), darker(style.colour, 0.2)),
            edge=INK,
            edge_mm=0.7,
        ),
        *_pattern(style),
        *_corners(style),
        flat(circle(30, 30, 22), darker(style.colour, 0.45), opacity=0.35),
    ]
    marks += [flat(star(30, 30, 16, 23.0, 18.6), mixed(style.trim, (240, 190, 70), 0.45), 0.6)]
    marks += put(_crest(style), 30, 28.4, 1.12)
    return Drawing(f"{tribe} back", SIDE_MM, SIDE_MM, tuple(marks))


def _crest(style: Style) -> Marks:
    beast = HEADS[style.kind](BEASTS[style.kind])
    field = shield(lighter(style.colour, 0.25), style.trim, _DIVISION[style.kind], ())
    return (*field, *put(beast, 0, -1.6, 0.78), *scroll(15.2, (246, 226, 170)))


def _pattern(style: Style) -> Marks:
    """A weave of leaves, palms, thorns or waves by land."""
    tone: Colour = lighter(style.colour, 0.22)
    found: list[Mark] = []
    for row in range(9):
        for column in range(9):
            x, y = 2.0 + column * 7 + (3.5 if row % 2 else 0), 2.5 + row * 7
            if not 3 < x < 57 or not 3 < y < 57:
                continue
            found += put(_MOTIFS[style.land](tone), x, y, 1.0, (row + column) % 2 * 90)
    return tuple(found)


def _oak_leaf(tone: Colour) -> Marks:
    return (flat(blade((-2.2, 1.6), (2.2, -1.6), 2.6), tone), flat(circle(-1.4, -1.4, 0.6), tone))


def _palm(tone: Colour) -> Marks:
    return tuple(
        flat(blade((0, 1.4), (2.8 * cos(a * pi / 180), 1.4 + 2.8 * sin(a * pi / 180)), 1.1), tone)
        for a in (200, 235, 270, 305, 340)
    )


def _thorn(tone: Colour) -> Marks:
    return (flat(star(0, 0, 4, 3.0, 0.7), tone), flat(star(0, 0, 4, 1.5, 0.6, 45), tone))


def _wave(tone: Colour) -> Marks:
    return tuple(
        Shape(
            (
                ("move", (-3.0, y)),
                ("curve", (-1.5, y - 2), (0, y - 2), (0, y)),
                ("curve", (0, y + 1.6), (1.6, y + 1.6), (3.0, y - 0.4)),
            ),
            edge=tone,
            edge_mm=0.6,
            closed=False,
        )
        for y in (-1.2, 1.2)
    )


_MOTIFS: Final = {"forest": _oak_leaf, "jungle": _palm, "castle": _thorn, "ice": _wave}


def _corners(style: Style) -> Marks:
    """Corner fittings: gold above and the trim's colour below, which tell up from down."""
    one = (
        *body(
            polygon([(1.8, 1.8), (13, 1.8), (9.4, 5.4), (5.4, 9.4), (1.8, 13)]),
            (236, 182, 54),
            edge=0.6,
            depth=0.8,
        ),
        flat(circle(5.2, 5.2, 1.7), darker(style.colour, 0.3), 0.4),
    )
    low = (
        *body(
            polygon([(1.8, 58.2), (13, 58.2), (9.4, 54.6), (5.4, 50.6), (1.8, 47)]),
            lighter(style.trim, 0.1),
            edge=0.6,
            depth=0.8,
        ),
        flat(oval(5.2, 54.8, 1.7, 1.7), darker(style.colour, 0.3), 0.4),
    )
    return put(both_sides(put((*one, *low), -30, 0)), 30, 0)
