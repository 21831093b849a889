"""Colours of what stands on cards, in every theme."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.ui.wcag import contrast
from ui.present.board import Piece, thing_parts
from ui.widgets import theme
from vision.printed.marks import Block, Label


@pytest.fixture(autouse=True)
def usual(window: Any) -> Iterator[None]:
    yield
    theme.choose("dark")


@pytest.mark.parametrize("name", theme.PALETTES)
@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_figure_and_name_stand_out_from_their_plates(name: theme.ThemeName, seat: int | None) -> None:
    from ui.widgets.theme import colour_of

    theme.choose(name)
    piece = Piece("card", None, 0, 0, width_mm=64, height_mm=64, name="Kassin", figure="3", seat=seat)
    marks: Any = thing_parts(piece, (0.0, 0.0), 1.0)[1].marks[0]
    found = marks.drawing.marks
    for plate, words in zip(found[::2], found[1::2], strict=False):
        if isinstance(words, Label):
            assert isinstance(plate, Block) and plate.opacity == 1, "nothing shines through"
            assert contrast(colour_of(words.ink), colour_of(plate.ink)) >= 4.5
