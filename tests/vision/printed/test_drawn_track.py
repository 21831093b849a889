"""The printed board: its tags are found, its squares lie where they are said to, and the red ones are red."""

import cv2
import numpy as np
import pytest

from companion.games.zong.board import own_board
from companion.sight import Table
from ui.games.zong.printed import board_drawing
from ui.printing.sheets import pages
from vision.light.colours import colour_name, white_of
from vision.mat.plane import NoPlane, Plane, find_plane
from vision.printed.marks import Drawing, Image, Line, Placed
from vision.printed.raster import picture_of
from vision.printed.track import TrackSquare, draw_track, square_picture
from vision.sources.pictures import Picture

SCALE = 4
RIM = 10


def painted(drawing: Drawing) -> Picture:
    """The drawing in pixels, SCALE a mm, with a rim of white paper."""
    wide, high = drawing.width_mm + 2 * RIM, drawing.height_mm + 2 * RIM
    return picture_of(Drawing("sheet", wide, high, (Placed(drawing, RIM, RIM),)), SCALE)


@pytest.fixture(scope="module")
def seen() -> tuple[Picture, Plane]:
    board = own_board()
    picture = painted(board_drawing(own_board()))
    plane = find_plane(picture, Table(board.width_mm, board.height_mm, board.tags))
    assert not isinstance(plane, NoPlane), plane
    return picture, plane


def test_the_tags_of_the_printed_board_are_found_and_fit(seen: tuple[Picture, Plane]) -> None:
    _, plane = seen
    assert len(plane.tags_px) == 4
    assert plane.error_px < 1.0


def test_every_square_lies_where_the_board_says(seen: tuple[Picture, Plane]) -> None:
    picture, plane = seen
    white = white_of(picture, plane)
    for square in own_board().squares:
        inner = square.side * 0.35
        corners = plane.to_px(
            [(square.x + dx * inner, square.y + dy * inner) for dx in (-1, 1) for dy in (-1, 1)]
        )
        shown = [picture[round(y), round(x)] for x, y in corners]
        names = {colour_name(lab) for lab in white.oklab(np.array(shown))}
        wanted = {"red"} if square.red else {"yellow"} if square.name == "goal" else {"white", "blue", "grey"}
        assert names <= wanted, (square.name, names)


def test_the_board_is_one_sheet_of_a3_and_several_of_a4() -> None:
    drawing = board_drawing(own_board())
    assert len(pages(drawing, "a3")) == 1
    assert len(pages(drawing, "a4")) == 3


def test_no_way_crosses_a_square_that_it_does_not_join() -> None:
    drawing = board_drawing(own_board())
    squares = [
        (mark.x, mark.y, mark.x + mark.w, mark.y + mark.h)
        for mark in drawing.marks
        if isinstance(mark, Image)
    ]
    ways = [mark for mark in drawing.marks if isinstance(mark, Line) and mark.width_mm > 1]
    for way in ways:
        crossed = [
            box
            for box in squares
            if any(
                box[0] < way.x0 + (way.x1 - way.x0) * part < box[2]
                and box[1] < way.y0 + (way.y1 - way.y0) * part < box[3]
                for part in np.linspace(0, 1, 80)
            )
        ]
        assert len(crossed) <= 2


def test_as_many_planets_as_are_asked_for() -> None:
    for planets in (3, 6):
        picture = square_picture(TrackSquare(x=0, y=0, side=30, look="start", planets=planets))
        plain = square_picture(TrackSquare(x=0, y=0, side=30, look="start"))
        found, _ = cv2.connectedComponents(
            (np.abs(picture.astype(int) - plain).max(axis=2) > 40).astype(np.uint8)
        )
        assert found - 1 <= planets
        if planets == 3:
            assert found - 1 == planets


def test_a_board_without_tags_is_as_large_as_its_playing_area() -> None:
    drawing = draw_track("plain", 200, 100, None, [TrackSquare(x=50, y=50, side=30, words="1")])
    assert (drawing.width_mm, drawing.height_mm) == (200, 100)


def test_no_line_runs_into_the_white_paper_about_the_tags() -> None:
    board = own_board()
    assert board.tags is not None
    drawing = draw_track("bare", board.width_mm, board.height_mm, board.tags, ())
    side, wide, high = board.tags.side_mm, drawing.width_mm, drawing.height_mm
    middles = [(x, y) for x in (side / 2, wide - side / 2) for y in (side / 2, high - side / 2)]
    lines = [mark for mark in drawing.marks if isinstance(mark, Line)]
    ends = [end for line in lines for end in ((line.x0, line.y0), (line.x1, line.y1))]
    assert len(ends) == 8
    for x, y in ends:
        assert min(max(abs(x - a), abs(y - b)) for a, b in middles) > 0.75 * side, (x, y)
