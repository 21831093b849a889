"""Colours: bright enough on every ground they stand on, told apart by more than hue."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.ui.wcag import contrast
from ui.present.drawn import MARK_INKS
from ui.widgets import theme
from ui.widgets.theme import colour_of


@pytest.fixture(autouse=True)
def usual_theme() -> Iterator[None]:
    yield
    theme.choose("dark")


EVERY = pytest.mark.parametrize("name", theme.PALETTES)


SHADES = ("chosen", "hint", "success", "warning", "wrong")
GROUNDS = ("night", "surface", "raised", *(f"{shade}-ground" for shade in SHADES))
PIECES = tuple(ink.removeprefix("piece-") for ink in theme.PALETTES["dark"] if ink.startswith("piece-"))
SEATS = (*range(theme.SEATS), *(f"-{piece}" for piece in PIECES))


def test_every_theme_has_every_colour() -> None:
    assert len({frozenset(colours) for colours in theme.PALETTES.values()}) == 1


@EVERY
def test_text_is_legible_on_every_ground(name: theme.ThemeName) -> None:
    colours = theme.PALETTES[name]
    deep = [f"d{seat}" for seat in SEATS]
    assert all(contrast(colours["text"], colours[ground]) >= 7 for ground in (*GROUNDS, *deep))
    assert all(contrast(colours["quiet"], colours[ground]) >= 4.5 for ground in GROUNDS)
    assert contrast(colours["on_primary"], colours["primary"]) >= 7


@EVERY
def test_signs_and_warnings_are_legible_where_they_stand(name: theme.ThemeName) -> None:
    colours = theme.PALETTES[name]
    for shade in SHADES:
        for ground in ("night", "surface", "raised", f"{shade}-ground"):
            assert contrast(colours[shade], colours[ground]) >= 4.5
    theme.choose(name)
    assert all(
        contrast(colour_of(ink), colours[cloth]) >= 3
        for ink in MARK_INKS.values()
        for cloth in ("table", "square")
    )


@EVERY
def test_seats_are_legible_and_stand_out(name: theme.ThemeName) -> None:
    colours = theme.PALETTES[name]
    for bright in (colours[f"s{seat}"] for seat in SEATS):
        assert contrast(colours["on_seat"], bright) >= 6
        assert contrast(bright, colours["night"]) >= 4.5
    assert len(PIECES) == 6


@EVERY
def test_colours_of_meaning_differ(name: theme.ThemeName) -> None:
    inks = [theme.PALETTES[name][ink] for ink in ("primary", *SHADES)]
    assert all(
        sum(abs(a - b) for a, b in zip(one[:3], other[:3], strict=True)) > 0.1
        for n, one in enumerate(inks)
        for other in inks[:n]
    )


def test_heads_and_tails_differ_in_brightness() -> None:
    thrown = theme.PALETTES["dark"]
    for one, other in (("heads", "tails"), ("on-heads", "heads"), ("on-tails", "tails")):
        assert contrast(thrown[one], thrown[other]) >= 7


def test_a_theme_is_chosen_and_type_grows_with_the_text_size() -> None:
    usual = theme.type_px(theme.BODY)
    theme.choose("light", 1.6, still=True)
    assert (theme.style.palette, theme.style.still) == (theme.PALETTES["light"], True)
    assert theme.type_px(theme.BODY) == pytest.approx(1.6 * usual)
    assert theme.u(theme.TITLE) < theme.type_px(theme.TITLE) < 1.3 * theme.u(theme.TITLE)
    theme.choose("dark")
    assert (theme.style.palette, theme.style.still, theme.type_px(theme.BODY)) == (
        theme.PALETTES["dark"],
        False,
        usual,
    )


@pytest.mark.parametrize(("size", "px_per_mm"), [((800, 480), 5.24), ((1280, 720), 8.1), ((720, 1280), 8.1)])
def test_a_target_is_at_least_nine_millimetres(size: tuple[int, int], px_per_mm: float) -> None:
    theme.fit(*size)
    assert theme.u(theme.TOUCH) / px_per_mm >= 9
    theme.fit(800, 480)


def test_type_is_large_enough_at_arms_length() -> None:
    theme.fit(800, 480)
    assert theme.u(theme.BODY) >= 20 and theme.u(theme.TITLE) >= 32


def test_signs_that_the_main_font_lacks_get_the_other_one(window: Any) -> None:
    from ui.widgets import text

    assert text.font_for("Königin – “gut”") == text.REGULAR
    assert text.font_for("▶ ✓") == text.SYMBOLS


def test_a_seat_wears_the_colour_of_its_piece() -> None:
    own = theme.PALETTES["dark"]
    theme.wear(("black", "red"))
    assert (colour_of("s0"), colour_of("d1")) == (own["s-black"], own["d-red"])
    theme.wear(())
    assert (colour_of("s0"), colour_of("d1"), colour_of("s7")) == (own["s0"], own["d1"], own["s1"])


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
    assert len(files) > 15
    assert {file.name: found for file in files if (found := [*in_pixels(file.read_text())])} == {}
    assert [*in_pixels("Icon(size=(20, u(20)), padding=u(3))")] == [1]
