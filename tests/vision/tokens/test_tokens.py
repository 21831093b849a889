"""Discs among tiles: those of no token's size are print, and what a token accounts for is told once."""

from dataclasses import replace

import numpy as np

from companion.sight import Sighting
from tests.vision.cards.test_cards import deck
from tests.vision.shown import plane, table
from vision.tokens.reader import TOP_MM, without_unlike


def disc(across_mm: float) -> Sighting:
    """A round thing in the middle of the mat, so wide."""
    flat = plane("000.jpg")
    turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    around = np.column_stack([np.cos(turns), np.sin(turns)]) * across_mm / 2
    middle = np.array([table().width_mm, table().height_mm]) / 2
    edge = flat.to_px(middle + around, TOP_MM)
    return Sighting("disc", None, corners_px=tuple((float(x), float(y)) for x, y in edge))


def test_only_discs_as_large_as_a_token_stay() -> None:
    tokens_60_mm_wide = (deck("warus"),)
    flat = plane("000.jpg")
    small, large, alike = disc(20.0), disc(110.0), disc(60.0)
    pawn = Sighting("pawn", None, corners_px=small.corners_px)
    told = without_unlike((small, large, alike, pawn), flat, (), tokens_60_mm_wide)
    assert told == (alike, pawn)
    assert without_unlike((small, large), flat, (), ()) == (small, large)


def test_a_disc_that_no_token_accounts_for_has_no_name() -> None:
    """Who looks for discs of any kind may have taken it for the enrolled face that is nearest."""
    named = replace(disc(60.0), label="7", others=(("3", 0.1),), sure=0.89)
    (told,) = without_unlike((named,), plane("000.jpg"), (), (deck("warus"),))
    assert (told.label, told.others) == (None, ())
