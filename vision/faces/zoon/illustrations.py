"""The pictures of Zoon's cards. An owner's own creatures get one of a stock, in colours derived from their names."""

from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import Final

from vision.faces.zoon.ink import SIDE_MM, STYLES, style_of
from vision.printed.marks import (
    Colour,
    Drawing,
    Fill,
    Glow,
    Gradient,
    Ink,
    Mark,
    Path,
    Placed,
    Point,
    Shape,
    rgb,
)
from vision.printed.shapes import moved
from vision.printed.svg import kept_drawing

FIGURES: Final = 3
"""Figures in the stock for each kind and type of creature."""
EMBLEMS: Final = 5
HOURS: Final = {"forest": 7, "jungle": 9, "castle": 8, "ice": 7}
LATER: Final = 2
"""Shift of the hour (light of the ground) of the second of two mirror images."""
EMBLEM_AT: Final = (19.0, 30.8)
EMBLEM_HIGH: Final = 42.0


def portrait(tribe: str, species: str, type: str, twin: str = "") -> Drawing:
    """A Zoon's picture, SIDE_MM square; the creature is left of its grid, of twin b right of it."""
    for name in (f"{species}-{twin}", species, f"{species}-a"):
        if name in names():
            known = _kept(name)
            return _altered(known, mirrored=True) if twin == "b" and name != f"{species}-b" else known
    style, chance = style_of(tribe), Random(f"figure {species}")
    number = chance.randrange(EMBLEMS if type == "embleme" else FIGURES)
    name = "stock_emblem" if type == "embleme" else f"stock_{style.kind}_{type}"
    figure = _altered(_kept(f"{name}_{number}"), hue=chance.random())
    hour = chance.randrange(HOURS[style.land]) + (LATER if twin == "b" else 0)
    ground = _kept(f"stock_{style.land}_{hour % HOURS[style.land]}")
    whole = Drawing(species, SIDE_MM, SIDE_MM, (*ground.marks, *figure.marks))
    return _altered(whole, mirrored=True) if twin == "b" else whole


def scene(tribe: str, label: str, top: float) -> Drawing:
    """A trump's picture, SIDE_MM square; its subject ends at `top`, where the words begin."""
    if label in names():
        return _kept(label)
    chance = Random(f"scene {label}")
    emblem = _altered(_kept(f"stock_emblem_{chance.randrange(EMBLEMS)}"), hue=chance.random())
    scale = (top - 10.5) / EMBLEM_HIGH
    x, y = SIDE_MM / 2 - EMBLEM_AT[0] * scale, (11.5 + top) / 2 - EMBLEM_AT[1] * scale
    ground = _kept(f"stock_{style_of(tribe).land}_trump")
    return Drawing(label, SIDE_MM, SIDE_MM, (*ground.marks, Placed(emblem, x, y, scale=scale)))


@cache
def back(tribe: str) -> Drawing:
    """The back of a tribe's cards, SIDE_MM square; an owner's tribe has that of its land in other colours."""
    if tribe in STYLES:
        return _kept(f"back-{tribe}")
    land = style_of(tribe).land
    like = next(name for name, style in STYLES.items() if style.land == land)
    return replace(_altered(_kept(f"back-{like}"), hue=Random(tribe).uniform(0.2, 0.8)), name=f"{tribe} back")


@cache
def names() -> frozenset[str]:
    return frozenset(file.name.removesuffix(".svgz") for file in (files(__package__) / "pictures").iterdir())


def _kept(name: str) -> Drawing:
    return kept_drawing(__package__, name)


def _altered(drawing: Drawing, *, hue: float = 0.0, mirrored: bool = False) -> Drawing:
    """A drawing with all hues shifted by a share of the colour circle, and mirrored left to right."""

    def path(old: Path) -> Path:
        return moved(old, SIDE_MM, 0, mirrored=True) if mirrored else old

    def point(old: Point) -> Point:
        return (SIDE_MM - old[0], old[1]) if mirrored else old

    def colour(old: Ink) -> Colour:
        h, lightness, saturation = rgb_to_hls(*(part / 255 for part in rgb(old)))
        r, g, b = (round(255 * part) for part in hls_to_rgb((h + hue) % 1.0, lightness, saturation))
        return r, g, b

    def fill(old: Fill) -> Fill:
        if not isinstance(old, Gradient | Glow):
            return colour(old)
        inked = replace(old, first=colour(old.first), last=colour(old.last))
        if isinstance(inked, Gradient):
            return replace(inked, start=point(inked.start), end=point(inked.end))
        return replace(inked, middle=point(inked.middle))

    def mark(old: Mark) -> Mark:
        if isinstance(old, Placed):
            within = None if old.within is None else path(old.within)
            return replace(old, drawing=_altered(old.drawing, hue=hue, mirrored=mirrored), within=within)
        assert isinstance(old, Shape), "expected kept pictures to be made of shapes"
        edge = None if old.edge is None else colour(old.edge)
        return replace(old, path=path(old.path), fill=None if old.fill is None else fill(old.fill), edge=edge)

    return replace(drawing, marks=tuple(map(mark, drawing.marks)))
