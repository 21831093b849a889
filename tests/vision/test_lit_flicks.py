"""Flicks lit as in a room: what only shows by its outline, what came to lie on a tower, and how they look made over.

How well over many such scenes: `python -m tests.vision.flicks --lit 40 --first 200`.
"""

import numpy as np
import pytest

from tests.vision.flick_changes import CHANGES, changed
from tests.vision.flick_figures import SURE, Figures, count
from tests.vision.flick_scenes import Flick, lit, painted, seen

SMALL = (1280, 720)
"""Coarser than a camera's pictures, to be quicker."""


@pytest.fixture(scope="module")
def riding() -> Flick:
    return lit(41, SMALL)


def test_a_white_piece_on_white_paper_is_found_by_its_new_outline() -> None:
    one = lit(63, SMALL)
    assert "board paper" in one.kinds
    found = seen(one)
    for colour, true in one.truth.items():
        piece = found.of(colour)
        assert piece.x is not None and piece.y is not None
        assert np.hypot(piece.x - true.x, piece.y - true.y) < 3.0, colour
        assert piece.sure >= SURE, colour


def test_a_piece_that_came_to_lie_on_a_tower_is_told_on_it_and_asked_about(riding: Flick) -> None:
    (top,) = [colour for colour, true in riding.truth.items() if len(true.beneath) > 1]
    found = seen(riding)
    assert found.of(top).level == len(riding.truth[top].beneath)
    for level, colour in enumerate(riding.truth[top].beneath):
        assert found.of(colour).level == level
    assert found.of(top).sure < SURE


@pytest.mark.parametrize("kind", ["balance", "gradient", "blur", "turned"])
def test_pieces_are_where_they_are_however_the_picture_was_taken(kind: str) -> None:
    assert kind in CHANGES
    one = changed(painted(6), kind, 3)
    figures = Figures()
    count(figures, one, seen(one))
    assert not figures.unplaced and not figures.wrong_silently and not figures.order_silently
    assert max(figures.in_view) < 3.0
