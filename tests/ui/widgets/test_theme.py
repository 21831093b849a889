"""Colours: bright enough on every ground they stand on, told apart by more than hue."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from ui.widgets import theme

GROUNDS = (theme.NIGHT, theme.SURFACE, theme.RAISED, *theme.GROUNDS.values())


@pytest.mark.parametrize("ground", GROUNDS)
def test_main_text_is_legible_in_a_dim_room(ground: theme.Colour) -> None:
    assert theme.contrast(theme.TEXT, ground) >= 7


@pytest.mark.parametrize("ground", [theme.NIGHT, theme.SURFACE])
def test_quiet_text_and_tones_are_legible(ground: theme.Colour) -> None:
    assert theme.contrast(theme.QUIET, ground) >= 7
    assert all(theme.contrast(colour, ground) >= 4.5 for colour in theme.TONES.values())


def test_text_on_bright_grounds() -> None:
    assert theme.contrast(theme.ON_ACCENT, theme.ACCENT) >= 7
    assert all(theme.contrast(theme.ON_SEAT, seat) >= 7 for seat in theme.SEATS)
    assert theme.contrast(theme.ON_HEADS, theme.HEADS) >= 7
    assert theme.contrast(theme.ON_TAILS, theme.TAILS) >= 7


def test_heads_and_tails_differ_in_brightness() -> None:
    assert theme.contrast(theme.HEADS, theme.TAILS) >= 7


@pytest.mark.parametrize(("size", "px_per_mm"), [((800, 480), 5.24), ((1280, 720), 8.1), ((720, 1280), 8.1)])
def test_a_target_is_at_least_nine_millimetres(size: tuple[int, int], px_per_mm: float) -> None:
    theme.fit(*size)
    assert theme.u(theme.TOUCH) / px_per_mm >= 9
    theme.fit(800, 480)


def test_type_is_large_enough_at_arms_length() -> None:
    theme.fit(800, 480)
    assert theme.u(theme.BODY) >= 20 and theme.u(theme.TITLE) >= 32


def test_signs_that_the_main_font_lacks_get_the_other_one() -> None:
    assert theme.font_for("Königin – “gut”") == theme.REGULAR
    assert theme.font_for("▶ ✓") == theme.SYMBOLS
    assert theme.symbols_file().is_file()


def test_a_seat_wears_the_colour_of_its_piece_and_can_be_read_in_it() -> None:
    theme.wear(("black", "red"))
    assert theme.seat_colour(0) == theme.WEARS["black"][0] and theme.seat_deep(1) == theme.WEARS["red"][1]
    theme.wear(())
    assert (theme.seat_colour(0), theme.seat_deep(1)) == (theme.SEATS[0], theme.SEAT_DEEP[1])
    for bright, deep in theme.WEARS.values():
        assert theme.contrast(theme.ON_SEAT, bright) >= 7 and theme.contrast(theme.TEXT, deep) >= 7
        assert theme.contrast(bright, theme.NIGHT) >= 7
    assert set(theme.WEARS) == set(theme.PIECES)


PLACES = frozenset({"size", "padding", "spacing", "radius"})
"""What Kivy takes in pixels; its own `height` and `width` are in units where our boxes take them."""


def in_pixels(source: str) -> Iterator[int]:
    """The lines in which a size is written as a plain number."""
    for call in ast.walk(ast.parse(source)):
        for given in call.keywords if isinstance(call, ast.Call) else ():
            if given.arg not in PLACES:
                continue
            parts = given.value.elts if isinstance(given.value, ast.Tuple | ast.List) else [given.value]
            if any(isinstance(part, ast.Constant) and part.value not in (0, None) for part in parts):
                yield given.value.lineno


def test_no_widget_has_a_size_in_pixels() -> None:
    folder = Path(theme.__file__).parents[1]
    files = [*folder.glob("widgets/*.py"), *folder.glob("screens/*.py"), folder / "touch" / "app.py"]
    assert len(files) > 30
    assert {file.name: found for file in files if (found := [*in_pixels(file.read_text())])} == {}
    assert [*in_pixels("Icon(size=(20, u(20)), padding=u(3))")] == [1]
