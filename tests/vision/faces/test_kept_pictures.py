"""Pictures are kept as SVG: they are what the workshop draws, and read back as they were written."""

import gzip

import numpy as np
import pytest

from vision.printed.marks import Block, Drawing, Glow, Gradient, Image, Label, Line, Placed, Shape
from vision.printed.shapes import box, polygon
from vision.printed.svg import drawing_of, svg_of
from vision.workshop.__main__ import PICTURES, folder_of

INK = (10, 20, 250)
INNER = Drawing("inner", 8.0, 4.0, (Shape(box(2, 1, 3, 2), fill=INK, edge=(0, 0, 0), edge_mm=0.25),))
MARKS = (
    Block(1, 2, 3.5, 4, INK),
    Line(0.125, 1, 2, 3, ink=INK, width_mm=0.3),
    Shape(polygon([(0, 0), (5, 0), (5, 5)]), fill=Gradient((0, 0), (5, 5.5), INK, (1, 2, 3)), opacity=0.5),
    Shape(box(3, 3, 4, 4), fill=Glow((5, 5), 2, (1, 2, 3), INK)),
    Shape(polygon([(0, 0), (-1.5, 0), (5, -5)]), edge=INK, edge_mm=0.7, closed=False),
    Placed(INNER, 1, 2, scale=1.5, turn=30),
    Placed(INNER, 3, 2, within=box(0, 0, 4, 4)),
)


def test_what_is_written_is_read_back() -> None:
    text = svg_of(Drawing("all & sundry", 40, 30.5, MARKS))
    read = drawing_of(text)
    assert (read.name, read.width_mm, read.height_mm) == ("all & sundry", 40, 30.5)
    assert read.marks[:5] == MARKS[:5]
    placed = [mark for mark in read.marks if isinstance(mark, Placed)]
    assert [(one.x, one.y, one.scale, one.turn, one.within) for one in placed] == [
        (1, 2, 1.5, 30, None), (3, 2, 1, 0, MARKS[6].within)
    ]  # fmt: skip
    assert placed[0].drawing is placed[1].drawing and placed[0].drawing.marks == INNER.marks
    assert (placed[0].drawing.width_mm, placed[0].drawing.height_mm) == (8, 4)
    assert svg_of(read) == text


@pytest.mark.parametrize("mark", [Label(1, 1, "word"), Image(0, 0, 1, 1, np.zeros((2, 2, 3), np.uint8))])
def test_what_cannot_be_read_is_said(mark: Label | Image) -> None:
    with pytest.raises(
        ValueError, match=r"expected outlines, rectangles, lines and groups, found (text|image)"
    ):
        drawing_of(svg_of(Drawing("words", 9, 9, (mark,))))


@pytest.mark.parametrize("game", PICTURES)
def test_the_pictures_of_a_game_are_those_that_the_workshop_draws(game: str) -> None:
    drawn = {f"{name}.svgz": svg_of(drawing) for name, drawing in PICTURES[game]()}
    assert set(drawn) == {file.name for file in folder_of(game).iterdir()}
    for name, text in drawn.items():
        assert gzip.decompress((folder_of(game) / name).read_bytes()).decode() == text, name
    for name in sorted(drawn)[::3]:
        assert svg_of(drawing_of(drawn[name])) == drawn[name], name
