"""Tags, mats and lens boards to print, drawn in millimetres from the `Table` that the eye reads."""

from typing import Final

import numpy as np

from companion.sight import Table
from vision.mat.lens import BOARDS, board_picture
from vision.mat.plane import tag_corners_mm
from vision.mat.tags import tag_cells
from vision.printed.marks import BLACK, FAINT, NAME_MM, Block, Drawing, Image, Label, Line, Mark

PAPER_MM: Final = 10.0
"""Width of the white paper about a tag, which the detector needs."""
BOARD_SQUARE_MM: Final = 20.0
GAP_MM: Final = 4.0
"""Gap between the tags of a sheet."""
CORNERS: Final = ("near left", "near right", "far right", "far left")


def draw_mat(table: Table) -> Drawing:
    """The whole mat of a table: its regions in faint lines with their names, and its tags, if any."""
    edge = (table.tags.side_mm if table.tags is not None else 0.0) + PAPER_MM
    wide, high = table.width_mm + 2 * edge, table.height_mm + 2 * edge

    def box(x: float, y: float, w: float, h: float) -> tuple[float, float, float, float]:
        return edge + x, high - edge - y - h, w, h

    marks: list[Mark] = [*frame(*box(0, 0, table.width_mm, table.height_mm))]
    for region in table.regions:
        x, y, w, h = box(region.x, region.y, region.w, region.h)
        size = min(NAME_MM, region.h / 6)
        marks += [*frame(x, y, w, h), Label(x + size / 2, y + h - size / 2, region.name, size, FAINT)]
    if table.tags is not None:
        for number, corners in zip(table.tags.ids, tag_corners_mm(table, table.tags), strict=True):
            x, y = corners.min(axis=0).tolist()
            left, top, side, _ = box(x, y, table.tags.side_mm, table.tags.side_mm)
            marks += tag_blocks(table.tags.dictionary, number, left, top, side)
    return Drawing("mat", wide, high, tuple(marks))


def draw_tags(table: Table) -> Drawing:
    """The four tags of a table, to be cut out and laid at the corners of the playing area.

    Raises ValueError for a table without tags.
    """
    if table.tags is None:
        raise ValueError("expected a table with corner tags, found one without")
    side, cell = table.tags.side_mm, table.tags.side_mm + 2 * PAPER_MM
    marks: list[Mark] = []
    # Arranged as on the table, far ones above.
    for corner, (column, row) in enumerate(((0, 1), (1, 1), (1, 0), (0, 0))):
        left, top = column * (cell + GAP_MM), row * (cell + GAP_MM)
        marks += frame(left, top, cell, cell)
        marks += tag_blocks(
            table.tags.dictionary, table.tags.ids[corner], left + PAPER_MM, top + PAPER_MM, side
        )
        words_at = top + (3.5 if row == 0 else cell - 2.0)
        marks.append(Label(left + 1.5, words_at, f"{CORNERS[corner]}, seat 0 below", 2.2))
        # Two strokes mark the tag's corner that touches the playing area (near left's is its far right one, and so on).
        x, y = (left + PAPER_MM + side * (1 - column), top + PAPER_MM + side * (1 - row))
        reach = PAPER_MM * 0.8
        marks.append(Line(x, y, x + (reach if column == 0 else -reach), y, ink=BLACK, width_mm=0.3))
        marks.append(Line(x, y, x, y + (reach if row == 0 else -reach), ink=BLACK, width_mm=0.3))
    size = 2 * cell + GAP_MM
    return Drawing("tags", size, size, tuple(marks))


def draw_board() -> Drawing:
    """A ChArUco board for learning a camera's lens; it must lie flat, but its size does not matter."""
    across, down, dictionary = BOARDS[1]
    wide, high = (across + 1) * BOARD_SQUARE_MM, (down + 1) * BOARD_SQUARE_MM
    picture = board_picture(across, down, dictionary, 80)
    cut = picture[40:-40, 40:-40]
    return Drawing("board", wide, high, (Image(0, 0, wide, high, np.ascontiguousarray(cut)),))


def tag_blocks(dictionary: str, number: int, x: float, y: float, side_mm: float) -> list[Block]:
    """A tag's black cells, upright, its black square's top left at (x, y); each run in a row is one block."""
    cells = tag_cells(dictionary, number)
    step = side_mm / len(cells)
    blocks = []
    for row, line in enumerate(cells):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], (~line).astype(np.int8), [0]]))).tolist()
        blocks += [
            Block(x + first * step, y + row * step, (last - first) * step, step)
            for first, last in zip(edges[::2], edges[1::2], strict=True)
        ]
    return blocks


def frame(x: float, y: float, w: float, h: float) -> list[Line]:
    return [
        Line(x, y, x + w, y),
        Line(x + w, y, x + w, y + h),
        Line(x + w, y + h, x, y + h),
        Line(x, y + h, x, y),
    ]
