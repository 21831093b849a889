"""What is printed is what the eye reads: pages are painted again and looked at."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.game import Setup
from companion.games import all_games
from companion.games.zombinion.table import regions, size
from companion.sight import Region, Table, Tags
from ui.faces.face import face_of
from ui.printing.sheets import BAR_MM, PAPERS, RIM_MM, WHOLE, Wish, game_set, pages, write_pdf
from vision.arrays import Picture
from vision.decks.deck import load_deck
from vision.mat.lens import look_at_picture
from vision.mat.plane import Plane, find_plane
from vision.mat.tags import find_tags, tag_cells
from vision.printed.card_sheets import draw_deck
from vision.printed.drawing import PAPER_MM, draw_board, draw_mat, draw_tags
from vision.printed.marks import Drawing, Label, Placed

PX_PER_MM = 5.0
TABLE = Table(396.0, 396.0, regions=(Region("a1", 0, 0, 66, 66), Region("f6", 330, 330, 66, 66)))
FACES = Path(__file__).parents[3] / "companion" / "games" / "zoon" / "family" / "faces"
ZOMBINION = Path(__file__).parents[3] / "companion" / "games" / "zombinion" / "faces" / "zombinion"


def painted(path: Path) -> Iterator[Picture]:
    """The pages of a PDF as grey pictures of PX_PER_MM."""
    document = pypdfium2.PdfDocument(path)
    for page in document:
        yield cv2.cvtColor(page.render(scale=PX_PER_MM * 25.4 / 72).to_numpy()[..., :3], cv2.COLOR_BGR2GRAY)
    document.close()


def printed(drawing: Drawing, paper: str, folder: Path) -> list[Picture]:
    path = folder / "out.pdf"
    count = write_pdf([drawing], paper, path)
    found = list(painted(path))
    assert len(found) == count
    return found


def off_mm(plane: Plane) -> float:
    """How far the plane's corners of the playing area lie from where the drawing has them, in mm on paper."""
    assert TABLE.tags is not None
    edge = TABLE.tags.side_mm + PAPER_MM + RIM_MM
    there = np.array([[0, 0], [396, 0], [396, 396], [0, 396]], dtype=np.float64)
    want = np.column_stack([edge + there[:, 0], edge + 396 - there[:, 1]]) * PX_PER_MM - 0.5
    return float(np.abs(plane.to_px(there) - want).max() / PX_PER_MM)


def test_a_mat_on_one_sheet_is_read_where_it_was_drawn(tmp_path: Path) -> None:
    (sheet,) = printed(draw_mat(TABLE), WHOLE, tmp_path)
    plane = find_plane(cv2.cvtColor(sheet, cv2.COLOR_GRAY2BGR), TABLE)
    assert isinstance(plane, Plane), plane
    assert off_mm(plane) < 0.3


@pytest.mark.parametrize("paper", PAPERS)
def test_a_mat_on_many_sheets_is_whole_when_they_are_glued(paper: str, tmp_path: Path) -> None:
    drawing = draw_mat(TABLE)
    sheets = printed(drawing, paper, tmp_path)
    wide, high = (round((size + 2 * RIM_MM) * PX_PER_MM) for size in (drawing.width_mm, drawing.height_mm))
    glued = np.full((high, wide), 255, np.uint8)
    for page, sheet in zip(pages(drawing, paper), sheets, strict=True):
        rim = round(RIM_MM * PX_PER_MM)
        across, down = round(page.shown_w * PX_PER_MM), round(page.shown_h * PX_PER_MM)
        x, y = round((RIM_MM + page.left) * PX_PER_MM), round((RIM_MM + page.top) * PX_PER_MM)
        start = round(page.x * PX_PER_MM)
        part = sheet[rim : rim + down, start : start + across]
        glued[y : y + part.shape[0], x : x + part.shape[1]] = part
    plane = find_plane(cv2.cvtColor(glued, cv2.COLOR_GRAY2BGR), TABLE)
    assert isinstance(plane, Plane), plane
    assert off_mm(plane) < 0.5


def test_every_sheet_has_a_bar_of_its_length(tmp_path: Path) -> None:
    for page, sheet in zip(
        pages(draw_mat(TABLE), "a4"), printed(draw_mat(TABLE), "a4", tmp_path), strict=True
    ):
        base = round((page.height_mm - RIM_MM / 2) * PX_PER_MM)
        dark = np.flatnonzero(sheet[base - 1 : base + 2].min(axis=0)[: round(150 * PX_PER_MM)] < 128)
        bar = dark[dark < (RIM_MM + BAR_MM + 1) * PX_PER_MM]
        assert (bar.max() - bar.min()) / PX_PER_MM == pytest.approx(BAR_MM, abs=0.6)


def test_loose_tags_are_found_each_with_its_number(tmp_path: Path) -> None:
    (sheet,) = printed(draw_tags(TABLE), "a4", tmp_path)
    assert TABLE.tags is not None
    found = find_tags(cv2.cvtColor(sheet, cv2.COLOR_GRAY2BGR), TABLE.tags)
    assert set(found) == {0, 1, 2, 3}
    sides = [float(np.hypot(*(corners[1] - corners[0]))) / PX_PER_MM for corners in found.values()]
    assert sides == pytest.approx([40.0] * 4, abs=0.4)
    middles = {corner: corners.mean(axis=0) for corner, corners in found.items()}
    assert middles[0][0] < middles[1][0], "near left lies left of near right"
    assert middles[3][1] < middles[0][1], "the far ones are above"


def test_a_board_teaches_a_lens(tmp_path: Path) -> None:
    for paper in ("a4", "letter"):
        (sheet,) = printed(draw_board(), paper, tmp_path)
        look = look_at_picture(cv2.cvtColor(sheet, cv2.COLOR_GRAY2BGR), None)
        assert look is not None
        assert len(look.mm) == 7 * 10


def test_cards_are_as_large_as_cards_and_backs_lie_behind_them() -> None:
    deck = load_deck(FACES / "boarix")
    sheets = draw_deck(deck, 186, 273)
    laid = [[mark for mark in sheet.marks if isinstance(mark, Placed)] for sheet in sheets]
    assert sum(len(marks) for marks in laid[::2]) == len(deck.faces)
    for faces, backs, sheet in zip(laid[::2], laid[1::2], sheets[::2], strict=True):
        assert all((mark.drawing.width_mm, mark.drawing.height_mm) == (60, 60) for mark in faces)
        mirrored = {(round(sheet.width_mm - mark.x - 60, 3), mark.y) for mark in faces}
        assert len(backs) == len(faces)
        assert mirrored == {(round(mark.x, 3), mark.y) for mark in backs}


def test_as_many_of_each_card_as_asked_nine_to_a_sheet() -> None:
    deck = load_deck(ZOMBINION)
    copies = dict.fromkeys(deck.labels, 0) | {"zombi": 11, "esca": 1}
    sheets = draw_deck(deck, 186, 273, copies)
    laid = [[mark.drawing for mark in sheet.marks if isinstance(mark, Placed)] for sheet in sheets]
    assert [len(cards) for cards in laid] == [9, 9, 3, 3]
    shown = [card.name for cards in laid[::2] for card in cards]
    assert shown.count("zombi") == 11 and shown.count("esca") == 1
    assert all((card.width_mm, card.height_mm) == (59, 91) for cards in laid for card in cards)
    with pytest.raises(ValueError, match="zomby"):
        draw_deck(deck, 186, 273, {"zomby": 2})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_mat_with_strips_names_every_region_within_it(seats: int) -> None:
    table = Table(*size(seats), regions=regions(("zombi", "esca"), seats))
    drawing = draw_mat(table)
    edge = 50.0
    for region in table.regions:
        (label,) = (mark for mark in drawing.marks if isinstance(mark, Label) and mark.words == region.name)
        x, y = label.x - edge, drawing.height_mm - edge - label.y
        assert region.contains(x, y)
        assert label.x + 0.7 * label.size_mm * len(label.words) <= edge + region.x + region.w


def test_both_sides_of_a_sheet_of_cards_lie_in_its_middle() -> None:
    for drawing in draw_deck(load_deck(FACES / "boarix"), 186, 273):
        (page,) = pages(drawing, "a4")
        assert page.x + page.shown_w / 2 == pytest.approx(page.width_mm / 2)


def test_no_paper_for_a_card_is_said() -> None:
    with pytest.raises(ValueError, match="60 × 60 mm"):
        draw_deck(load_deck(FACES / "boarix"), 50, 50)


def test_a_table_without_tags_has_none_to_print() -> None:
    with pytest.raises(ValueError, match="without"):
        draw_tags(Table(100, 100, tags=None))


def test_tags_that_there_are_not_are_named() -> None:
    with pytest.raises(ValueError, match="DICT_9X9"):
        tag_cells("DICT_9X9", 0)
    with pytest.raises(ValueError, match="49"):
        tag_cells("DICT_4X4_50", 50)


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "mat.pdf").mkdir()
    with pytest.raises(OSError):
        write_pdf([draw_tags(Table(100, 100, tags=Tags()))], "a4", tmp_path / "mat.pdf")
    assert [path.name for path in tmp_path.iterdir()] == ["mat.pdf"]


def test_all_that_zones_needs_is_printed_true_to_size() -> None:
    face = face_of(all_games()["zones"])
    sheets = game_set(face, Setup(2), Wish(parts=("tiles", "discs", "rosters", "screen", "mat")))
    placed = [
        mark.drawing
        for sheet in sheets
        for mark in sheet.marks
        if isinstance(mark, Placed) and mark.drawing.name != "back"
    ]
    sizes = Counter((drawing.width_mm, drawing.height_mm) for drawing in placed)
    assert sizes[46.0, 46.0] == 4 * (9 + 2) + 2 * 2
    assert sizes[28.0, 28.0] == 20 + 8
    rosters = [drawing for drawing in placed if drawing.name.startswith("roster")]
    assert len(rosters) == 8 + 2
    words = [mark.words for card in rosters for mark in card.marks if isinstance(mark, Label)]
    assert {"Trollspawn Lobber", "Cost", "8", "Infantry"} <= set(words)
    assert "not the publisher's" in " ".join(words)
    assert [sheet.width_mm for sheet in sheets if sheet.name in ("screen", "mat")] == [340.0, 400.0]
