"""Colours: bright enough on every ground they stand on, told apart by more than hue."""

import pytest

from ui import theme

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
