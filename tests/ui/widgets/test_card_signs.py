"""Figures and names on the cards of the mirror: legible in every theme, never too small, never under a penny."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.zoon.family.deck import facts
from ui.present.board import PENNY
from ui.widgets import palette, theme

CARD = 64.0
"""A card of a board of six squares in a window of 800 by 480, in px."""
NARROW = (44.0, 66.0)
"""A card of a table of piles in a window of that size."""


@pytest.fixture(autouse=True)
def usual(window: Any) -> Iterator[None]:
    theme.fit(800, 480)
    yield
    theme.choose("dark")


def plates(
    name: str = "Kassin", figure: str = "3", corners: tuple[str, ...] = (), seat: Any = 0
) -> list[Any]:
    from ui.widgets.card_signs import Box, plates

    return list(plates(name, figure, corners, seat, Box(100.0, 100.0, CARD, CARD)))


@pytest.mark.parametrize("name", palette.PALETTES)
@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_figure_and_name_stand_out_from_their_plates(name: palette.ThemeName, seat: int | None) -> None:
    theme.choose(name)
    found = plates(seat=seat)
    assert [plate.words for plate in found] == ["3", "Kassin"]
    assert all(palette.contrast(plate.ink, plate.ground) >= 4.5 for plate in found)
    assert all(plate.ground[3] == 1 for plate in found), "nothing shines through"


@pytest.mark.parametrize("card", sorted({zoon.name for zoon in facts().zoons.values()}))
def test_every_zoon_is_named_in_type_that_can_be_read(card: str) -> None:
    from ui.widgets.card_signs import SQUEEZED
    from ui.widgets.text import LEAST, letters

    _figure, name = plates(card)
    assert name.words == card
    least = letters(card, round(theme.u(LEAST)))
    assert name.text_size[1] >= least.height
    assert name.text_size[0] >= SQUEEZED * name.texture.width - 1
    assert name.text_size[0] <= name.width <= CARD + theme.u(6)


def test_a_card_too_small_for_its_name_bears_its_figure_alone() -> None:
    from ui.widgets.card_signs import Box, plates

    found = list(plates("Rifornimento", "4", (), None, Box(0.0, 0.0, 18.0, 27.0)))
    assert [plate.words for plate in found] == ["4"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Piano superiore", "Piano\nsuperiore"),
        ("Molti + Zombi", "Molti\n+ Zombi"),
        ("Fucile a pompa", "Fucile\na pompa"),
        ("Esca", "Esca"),
    ],
)
def test_a_long_name_on_a_narrow_card_stands_in_two_lines(name: str, shown: str) -> None:
    from ui.widgets.card_signs import NAMED, fitted_name
    from ui.widgets.text import LEAST, letters

    found = fitted_name(name, NARROW[0] + 2, NARROW[1] * 0.34, NARROW[1] * NAMED)
    assert found is not None
    texture, wide = found
    assert wide <= NARROW[0] + 2 and texture.height <= NARROW[1] * NAMED
    assert "\n" not in shown or texture is letters(shown, round(theme.u(LEAST)))


def test_every_card_of_the_piles_is_named_on_the_mirror() -> None:
    from companion.games import all_games
    from companion.games.zombinion.cards import cards
    from ui.widgets.card_signs import Box, plates

    assert "zombinion" in all_games()
    for card in cards().values():
        for box in (Box(0.0, 0.0, *NARROW), Box(0.0, 0.0, NARROW[1], NARROW[0])):
            words = [plate.words for plate in plates(card.name, "4", (), None, box)]
            assert words == ["4", card.name]


def test_with_larger_type_no_name_runs_over_its_card_and_none_is_left_out() -> None:
    sizes = {}
    for text in (1.0, 1.6):
        theme.choose("dark", text)
        for zoon in facts().zoons.values():
            _figure, name = plates(zoon.name)
            assert name.width <= CARD + theme.u(6)
            sizes[zoon.name, text] = name.text_size[1]
    assert all(sizes[zoon.name, 1.6] >= sizes[zoon.name, 1.0] for zoon in facts().zoons.values())


@pytest.mark.parametrize("figure", ["0", "7", "12", "2★", "10★", "★★", "4×"])
def test_a_figure_is_large_and_lies_beside_the_penny(figure: str) -> None:
    plate = plates(figure=figure)[0]
    left, right = plate.x - plate.width / 2, plate.x + plate.width / 2
    penny_left = 100.0 + CARD / 2 - CARD * PENNY
    assert left >= 100.0 - CARD / 2 - 0.01 and right <= penny_left + 0.01
    assert plate.text_size[1] >= theme.u(26)


def test_corners_stand_where_they_are_printed_as_the_card_lies() -> None:
    from ui.widgets.card_signs import Box, plates

    def places(quarters: int) -> dict[str, tuple[bool, bool]]:
        found = plates("", "", ("1", "2", "3", "4"), 0, Box(0.0, 0.0, CARD, CARD, quarters))
        return {plate.words: (plate.x > 0, plate.y > 0) for plate in found}

    near_left, near_right, far_right, far_left = (False, False), (True, False), (True, True), (False, True)
    assert places(0) == {"1": near_left, "2": near_right, "3": far_right, "4": far_left}
    assert places(2) == {"3": near_left, "4": near_right, "1": far_right, "2": far_left}
    assert places(1)["1"] == near_right


def drawn(piece: Any) -> list[Any]:
    """The shapes in which whatever stands on a card is drawn."""
    from kivy.graphics import Canvas, Ellipse, Rectangle, SmoothTriangle

    from ui.widgets.pieces import draw_signs

    canvas = Canvas()
    with canvas:
        draw_signs(piece, (100.0, 100.0), 1.0)
    kinds = (Ellipse, SmoothTriangle, Rectangle)
    return [one for one in canvas.children if isinstance(one, kinds)]


@pytest.mark.parametrize("face", ["up", "down"])
def test_every_card_says_by_a_shape_whose_it_is(face: Any) -> None:
    from kivy.graphics import Ellipse, SmoothTriangle

    from ui.present.models import Piece

    def shapes(seat: int | None) -> list[type]:
        piece = Piece("card", None, 0, 0, face=face, width_mm=CARD, height_mm=CARD, seat=seat)
        return [type(one) for one in drawn(piece)]

    assert any(issubclass(each, Ellipse) for each in shapes(0))
    assert any(issubclass(each, SmoothTriangle) for each in shapes(1))
    assert shapes(None) == []


def test_nothing_is_written_on_a_card_that_lies_face_down() -> None:
    from companion.game import Setup
    from companion.games import all_games
    from ui.present.models import Piece
    from ui.present.signs import signed_pieces

    down = Piece("card", "kassin-a", 0, 0, face="down", width_mm=CARD, height_mm=CARD)
    (signed,) = signed_pieces(all_games()["zoon_alternate"], Setup(2), [down])
    assert drawn(signed) == []
