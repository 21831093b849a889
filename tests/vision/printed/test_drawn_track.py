"""The printed board: its tags are found, its squares lie where they are said to, and the red ones are red."""

import numpy as np
import pytest

from companion.game import Setup, checked
from companion.games.zong import GAME
from companion.games.zong.board import Board, first_board, own_board
from companion.language import ENGLISH, speak
from companion.sight import Table
from tests.ui.printing.contrast import faint_words, low_words
from tests.vision.printed.overlaps import overlaps
from ui.games.zong.printed import board_drawing, piece_sheets, reference_cards, thrown_discs
from ui.languages import language
from ui.printing.sheets import pages, room
from vision.arrays import Picture
from vision.decks.alike import face_at
from vision.discs.reader import read_faces
from vision.faces.zong.board import WAY_MM, TrackSquare, draw_square, draw_track
from vision.light.colours import colour_name, white_of
from vision.mat.plane import NoPlane, Plane, find_plane
from vision.printed.marks import Drawing, Line, Placed
from vision.printed.pdf import picture_of

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
        # Three corners: neither that of the number nor what is drawn in the middle.
        inner = square.side * 0.4
        corners = plane.to_px(
            [(square.x + dx * inner, square.y + dy * inner) for dx, dy in ((1, 1), (1, -1), (-1, -1))]
        )
        shown = [picture[round(y), round(x)] for x, y in corners]
        names = {colour_name(lab) for lab in white.oklab(np.array(shown))}
        wanted = {"red"} if square.red else {"yellow"} if square.name == "goal" else {"white", "blue", "grey"}
        assert names <= wanted, (square.name, names)


def test_the_board_is_one_sheet_of_a3_and_several_of_a4() -> None:
    drawing = board_drawing(own_board())
    assert len(pages(drawing, "a3")) == 1
    assert len(pages(drawing, "a4")) == 3


@pytest.mark.parametrize("board", [own_board(), first_board()], ids=["ours", "first"])
def test_no_way_crosses_a_square_that_it_does_not_join(board: Board) -> None:
    (placed, *_tags) = board_drawing(board).marks
    assert isinstance(placed, Placed)
    ways = [mark for mark in placed.drawing.marks if isinstance(mark, Line) and mark.width_mm == WAY_MM]
    assert len(ways) >= len(board.track)
    for way in ways:
        steps = [
            (way.x0 + (way.x1 - way.x0) * n / 80, way.y0 + (way.y1 - way.y0) * n / 80) for n in range(81)
        ]
        crossed = {
            square.name
            for square in board.squares
            for x, y in steps
            if square.away(x, board.height_mm - y) < 0
        }
        assert len(crossed) <= 2, crossed


def test_as_many_planets_as_are_asked_for() -> None:
    """Of as many colours: one in red, one in green and so on, told from the pale ground by how colourful it is."""
    for planets in (3, 4, 6):
        picture = picture_of(draw_square(TrackSquare(x=0, y=0, side=30, look="start", planets=planets)), 8)
        around = [
            (120 + 64.8 * np.sin(2 * np.pi * n / planets), 120 - 64.8 * np.cos(2 * np.pi * n / planets))
            for n in range(planets)
        ]
        shown = [picture[round(y), round(x)].astype(int) for x, y in around]
        assert all(int(each.sum()) < 690 for each in shown)
        assert len({tuple(each // 24) for each in shown}) == planets


def test_nothing_that_is_printed_of_zong_is_covered_and_all_words_can_be_read() -> None:
    """What lies beneath the words is the same in every language: looked at in one for each drawing."""
    try:
        for n, spoken in enumerate(("en", "de", "fr", "it")):
            speak(language(spoken))
            drawings = every_drawing()
            for drawing in drawings:
                assert overlaps(drawing) == low_words(drawing) == (), spoken
            for drawing in drawings[n::4]:
                assert faint_words(drawing) == (), spoken
    finally:
        speak(ENGLISH)


def every_drawing() -> list[Drawing]:
    setup = checked(GAME, Setup(6))
    cards = [*thrown_discs(setup), *reference_cards(setup)]
    sides = [side for card in cards for side in (card.face, card.back) if side is not None]
    return [board_drawing(own_board()), *piece_sheets(setup, room("a4")), *sides]


def test_every_face_of_a_disc_is_read_whichever_way_it_lies() -> None:
    for card in thrown_discs(checked(GAME, Setup(3))):
        for side in (card.face, card.back):
            assert side is not None
            picture, label = picture_of(side, 3), side.name.split()[1]
            half = picture.shape[0] / 2
            turns = (np.deg2rad(turn) for turn in range(0, 360, 40))
            faces = [
                face_at(picture, np.array([half - 0.5] * 2), half * np.array([[c, -s], [s, c]]))
                for c, s in ((np.cos(turn), np.sin(turn)) for turn in turns)
            ]
            for reading in read_faces(faces):
                six_or_nine = {name for name, chance in reading.others if 2 * chance == reading.sure}
                assert label in {reading.label} | six_or_nine, (label, reading)


def test_a_board_without_tags_is_as_large_as_its_playing_area() -> None:
    drawing = draw_track("plain", 200, 100, None, [TrackSquare(x=50, y=50, side=30, number=1)])
    assert (drawing.width_mm, drawing.height_mm) == (200, 100)


def test_no_line_runs_into_the_white_paper_about_the_tags() -> None:
    board = own_board()
    assert board.tags is not None
    drawing = draw_track("bare", board.width_mm, board.height_mm, board.tags, ())
    side, wide, high = board.tags.side_mm, drawing.width_mm, drawing.height_mm
    middles = [(x, y) for x in (side / 2, wide - side / 2) for y in (side / 2, high - side / 2)]
    (placed, *_tags) = drawing.marks
    assert isinstance(placed, Placed)
    lines = [mark for mark in placed.drawing.marks if isinstance(mark, Line)]
    ends = [
        (placed.x + x, placed.y + y) for line in lines for x, y in ((line.x0, line.y0), (line.x1, line.y1))
    ]
    assert len(ends) == 8
    for x, y in ends:
        assert min(max(abs(x - a), abs(y - b)) for a, b in middles) > 0.75 * side, (x, y)
