"""Shapes and words are printed as such: the same in PDF and SVG, with their fonts, and nothing covers them unseen."""

from io import BytesIO
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest

from tests.ui.printing.contrast import x_height
from tests.vision.printed.overlaps import overlaps
from vision.printed.letters import FONTS, fitting, width_mm, wrapped
from vision.printed.marks import BLACK, WHITE, Drawing, Font, Gradient, Image, Label, Line, Placed, Shape
from vision.printed.pdf import Pages, picture_of
from vision.printed.shapes import box, circle, moved, smooth, star
from vision.printed.svg import svg_of
from vision.workshop.outlines import extent

RED = (220, 30, 30)
NUMBER = Drawing(
    "7",
    8,
    8,
    (
        Shape(circle(4, 4, 3.8), fill=WHITE, edge=BLACK),
        Label(4, 5.5, "7", 3, anchor="middle", font="round"),
    ),
    sign=True,
)


def card(*more: Placed | Label | Shape) -> Drawing:
    ground = Shape(box(0, 0, 60, 90, 3), fill=Gradient((0, 0), (0, 90), (90, 160, 230), (240, 220, 180)))
    return Drawing("card", 60, 90, (ground, Placed(NUMBER, 2, 2), *more))


def pdf(drawing: Drawing, times: int = 1) -> bytes:
    pages = Pages("a test")
    pages.page(200, 200)
    for number in range(times):
        pages.draw(Drawing("sheet", 100, 100, (Placed(drawing, number, 0),)), 0, 0)
    return pages.written()


def test_viewers_are_told_to_print_at_full_size() -> None:
    pages = Pages("a page")
    pages.page(210, 297)
    assert b"/PrintScaling /None" in pages.written()


def test_words_stay_words_in_a_font_that_the_file_brings_along() -> None:
    file = pdf(card(Label(30, 80, "Sacrechêne", 3, anchor="middle", font="round")))
    document = pypdfium2.PdfDocument(BytesIO(file))
    assert "Sacrechêne" in document[0].get_textpage().get_text_range()
    document.close()
    assert b"FontFile2" in file and b"Fredoka" in file


def test_what_is_placed_often_stands_in_the_file_once() -> None:
    many = card(*(Placed(star_drawing(), 10 + n % 9 * 4, 20 + n // 9 * 4) for n in range(90)))
    once = len(pdf(many))
    assert len(pdf(many, 40)) < once + 4000


def star_drawing() -> Drawing:
    return Drawing("star", 4, 4, tuple(Shape(star(2, 2, 5, 1.9 - n / 50, 0.8), fill=RED) for n in range(60)))


def test_the_same_drawing_makes_the_same_file() -> None:
    assert pdf(card()) == pdf(card())


def test_it_is_painted_where_it_was_drawn() -> None:
    picture = picture_of(Drawing("spot", 20, 10, (Shape(circle(15, 3, 2), fill=RED),)), 10)
    assert picture.shape == (100, 200, 3)
    assert picture[30, 150].tolist() == [30, 30, 220]
    assert picture[70, 50].tolist() == [255, 255, 255]
    spot = Drawing("spot", 20, 10, (Shape(circle(15, 3, 2), fill=RED),))
    turned = picture_of(Drawing("turned", 20, 10, (Placed(spot, 0, 0, turn=180),)), 10)
    assert turned[70, 50].tolist() == [30, 30, 220]


def test_running_fills_and_opacity_are_the_same_in_what_is_placed() -> None:
    over = Shape(box(0, 0, 60, 90), fill=RED, opacity=0.5)
    drawing, other = card(over), card()
    for one in (drawing, other):
        framed = Drawing("framed", 60, 90, (Placed(Drawing("inner", 60, 90, (Placed(one, 0, 0),)), 0, 0),))
        assert np.array_equal(picture_of(framed, 2), picture_of(one, 2))
    assert not np.array_equal(picture_of(drawing, 2), picture_of(other, 2))


def test_an_svg_is_whole_and_brings_its_fonts() -> None:
    drawing = card(
        Label(30, 80, "Œuf & <Zo>", 3, anchor="middle", font="gothic"),
        Shape(smooth([(10, 40), (30, 30), (50, 44)], closed=False), edge=RED),
    )
    root = ElementTree.fromstring(svg_of(drawing))
    assert (root.get("width"), root.get("height")) == ("60mm", "90mm")
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Œuf & <Zo>" in texts and "7" in texts
    style = root.find(".//{http://www.w3.org/2000/svg}style")
    assert (
        style is not None
        and "font-family:gothic" in str(style.text)
        and "font-family:tall" not in str(style.text)
    )


def test_words_and_signs_that_are_covered_are_told() -> None:
    words = Label(30, 80, "Name", 3, anchor="middle")
    assert overlaps(card(words)) == ()
    assert overlaps(card(words, Shape(box(26, 76, 4, 4), fill=RED))) == (
        "card: 'Name' is covered by a shape",
    )
    assert overlaps(card(Placed(NUMBER, 5, 5))) == ("card: the sign 7 is covered by the sign 7",)
    assert overlaps(card(Label(30, 90, "gone", 3))) == ("card: 'gone' runs out of it",)
    assert overlaps(card(Label(4, 6, "under", 3))) == ("card: the sign 7 is covered by 'under'",)


def test_a_sign_within_a_drawing_that_is_placed_is_looked_for_too() -> None:
    half = Drawing("half", 60, 90, (Placed(card(), 0, 0, scale=0.5), Shape(box(0, 0, 3, 3), fill=RED)))
    assert overlaps(half) == ("half: the sign 7 is covered by a shape",)


@pytest.mark.parametrize("font", ["text", "bold", "round", "gothic", "tall"])
def test_letters_are_as_high_as_they_are_said_to_be(font: Font) -> None:
    """A capital H and an x of 10 mm capitals, measured in what is printed."""
    for letter, high in (("H", 10.0), ("x", x_height(font, 10.0))):
        picture = picture_of(Drawing("letter", 20, 20, (Label(5, 15, letter, 10, font=font),)), 20)
        rows = np.flatnonzero((picture < 128).any(axis=(1, 2)))
        assert (rows[-1] - rows[0]) / 20 == pytest.approx(high, abs=0.5)


def test_words_are_broken_where_the_room_ends() -> None:
    lines = wrapped("Nimm drei Karten auf die Hand und lege eine davon ab", "text", 2.9, 30)
    assert len(lines) > 1 and all(width_mm(line, "text", 2.9) <= 30 for line in lines)
    assert " ".join(lines) == "Nimm drei Karten auf die Hand und lege eine davon ab"
    held = wrapped("Man bekommt +1\N{NO-BREAK SPACE}Aktion", "text", 2.9, 26)
    assert held == ("Man bekommt", "+1\N{NO-BREAK SPACE}Aktion")
    assert 2 < fitting("Sciame di Zombi", "tall", 9, 2, 30) < 9
    with pytest.raises(ValueError, match="at most"):
        fitting("Sciame di Zombi", "tall", 9, 8, 10)


def test_paths_are_moved_mirrored_and_measured() -> None:
    assert extent(moved(box(0, 0, 2, 1), 10, 10, scale=2)) == (10, 10, 14, 12)
    assert extent(moved(box(0, 0, 2, 1), 10, 10, mirrored=True)) == (8, 10, 10, 11)
    assert extent(moved(box(0, 0, 2, 1), 10, 10, turn=90)) == pytest.approx((9, 10, 10, 12))


def test_a_picture_stands_upright_in_all_of_them() -> None:
    picture = np.zeros((4, 4, 3), np.uint8)
    picture[:2] = 255
    found = picture_of(Drawing("picture", 4, 4, (Image(0, 0, 4, 4, picture), Line(0, 0, 0, 0))), 5)
    assert found[3, 10].tolist() == [255, 255, 255] and found[17, 10].tolist() == [0, 0, 0]


def test_every_font_comes_with_its_licence() -> None:
    licence = (FONTS / "OFL.txt").read_text(encoding="utf-8")
    for path in FONTS.glob("*.ttf"):
        assert path.stem.split("-")[0] in licence
