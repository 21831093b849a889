"""Sheets of a drawing that is larger than the paper: they overlap, and say where to cut and how long a length is."""

from itertools import pairwise
from typing import Any

import pytest

from ui.faces.face import Face, all_faces
from ui.printing.parts import parts_of
from ui.printing.sheets import BAR_MM, OVERLAP_MM, PAPERS, RIM_MM, WHOLE, _draw, pages, room
from vision.printed.marks import Drawing, Line, Mark

LARGE, SMALL = Drawing("mat", 300.0, 400.0, ()), Drawing("card", 60.0, 90.0, ())


class Paper:
    """Takes down the lines that are drawn on a sheet."""

    def __init__(self) -> None:
        self.lines: list[tuple[float, float, float, float]] = []

    def draw(self, *_about: Any) -> None:
        pass

    def mark(self, mark: Mark) -> None:
        if isinstance(mark, Line):
            self.lines.append((mark.x0, mark.y0, mark.x1, mark.y1))


def drawn(drawing: Drawing, n: int = 0) -> list[tuple[float, float, float, float]]:
    paper: Any = Paper()
    _draw(paper, pages(drawing, "a4")[n])
    lines: list[tuple[float, float, float, float]] = paper.lines
    return lines


def test_neighbouring_sheets_show_the_same_strip() -> None:
    sheets = pages(LARGE, "a4")
    assert len(sheets) > 2
    beside = [s for s in sheets if s.top == sheets[0].top]
    below = [s for s in sheets if s.left == sheets[0].left]
    assert len(beside) > 1 and len(below) > 1
    for one, other in pairwise(beside):
        assert one.left + one.shown_w - other.left == OVERLAP_MM
    for one, other in pairwise(below):
        assert one.top + one.shown_h - other.top == OVERLAP_MM
    assert max(s.left + s.shown_w for s in sheets) == LARGE.width_mm


@pytest.mark.parametrize("face", all_faces(), ids=lambda face: face.game.id)
@pytest.mark.parametrize("paper", (*PAPERS, WHOLE))
def test_no_board_is_glued_from_a_strip(face: Face, paper: str) -> None:
    setup = face.usual_setup()
    for part in parts_of(face, setup):
        for drawing in part.draw(setup, room(paper)) if part.draw else ():
            sheets = pages(drawing, paper)
            assert len(sheets) == 1 or paper != WHOLE
            assert len({(round(s.shown_w, 6), round(s.shown_h, 6)) for s in sheets}) == 1, "a like share each"
            last = sheets[-1]
            assert last.left + last.shown_w == pytest.approx(drawing.width_mm)
            assert last.top + last.shown_h == pytest.approx(drawing.height_mm)
            assert last.shown_w <= last.width_mm - 2 * RIM_MM and last.shown_h <= last.height_mm - 2 * RIM_MM


def test_sheets_to_be_glued_have_lines_to_cut_by_and_single_ones_have_none() -> None:
    assert len(drawn(SMALL)) == 3
    last = pages(LARGE, "a4")[-1]
    added = drawn(LARGE, -1)[:-3]
    assert len(added) == 4
    assert (last.x + OVERLAP_MM, 2, last.x + OVERLAP_MM, RIM_MM - 1) in added
    assert (2, RIM_MM + OVERLAP_MM, RIM_MM - 1, RIM_MM + OVERLAP_MM) in added


def test_the_bar_is_a_line_as_long_as_it_says_between_two_marks() -> None:
    bar, left, right = drawn(SMALL)
    assert bar[2] - bar[0] == BAR_MM and bar[1] == bar[3]
    assert (left[0], right[0]) == (bar[0], bar[2]) and left[1] < bar[1] < left[3]
