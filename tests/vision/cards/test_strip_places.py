"""Where in a strip cards are looked for: places, angles, and how much of a mask shows there."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.sight import Region
from vision.cards.finding import (
    _along,
    _beside,
    _is_beside,
    _is_turned,
    angles_in,
    half_hidden,
    inside,
    is_strip,
    part_at,
)
from vision.cards.fitting import NEARLY_UPRIGHT, Lying, Pose, Sheet
from vision.decks.references import Reference, References

GROUP = References(60.0, 90.0, ())
ACROSS = tuple(90 + angle for angle in NEARLY_UPRIGHT)


def region(w: float, h: float) -> Region:
    return Region("strip", 10.0, 20.0, w, h)


def lying(x: float, y: float, angle: float = 0.0) -> Lying:
    return Lying(GROUP, None, Pose(x, y, angle), 0.0)


@pytest.mark.parametrize(
    ("w", "h", "strip"),
    [(120.0, 90.0, True), (119.0, 90.0, False), (60.0, 180.0, True), (90.0, 120.0, True), (180.0, 60.0, True),
     (90.0, 119.0, False), (60.0, 90.0, False)],
)  # fmt: skip
def test_a_strip_has_room_for_two_cards(w: float, h: float, *, strip: bool) -> None:
    assert is_strip(region(w, h), GROUP) == strip


@pytest.mark.parametrize(
    ("w", "h", "angles"),
    [
        (300.0, 100.0, NEARLY_UPRIGHT),
        (100.0, 300.0, ACROSS),
        (300.0, 135.0, NEARLY_UPRIGHT + ACROSS),  # room for both
        (300.0, 134.0, NEARLY_UPRIGHT),
        (300.0, 85.0, NEARLY_UPRIGHT + ACROSS),  # room for neither
        (300.0, 86.0, NEARLY_UPRIGHT),
        (100.0, 100.0, ACROSS),
    ],
)
def test_cards_lie_as_the_strip_has_room(w: float, h: float, angles: tuple[float, ...]) -> None:
    assert angles_in(region(w, h), GROUP) == angles


def test_wide_cards_lie_the_other_way_and_square_ones_any_way() -> None:
    assert angles_in(region(300.0, 100.0), References(90.0, 60.0, ())) == ACROSS
    assert angles_in(region(100.0, 300.0), References(90.0, 60.0, ())) == NEARLY_UPRIGHT
    assert angles_in(region(300.0, 100.0), References(60.0, 60.0, ())) == NEARLY_UPRIGHT


def test_places_run_along_the_middle_line_and_a_little_beside_it() -> None:
    flat = _along(region(40.0, 20.0))
    assert sorted(set(flat[:, 0])) == [10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0]
    assert sorted(set(flat[:, 1])) == [22.5, 27.5, 32.5, 37.5]
    assert len(flat) == 9 * 4
    steep = _along(region(20.0, 40.0))
    assert sorted(set(steep[:, 0])) == [12.5, 17.5, 22.5, 27.5]
    assert sorted(set(steep[:, 1])) == [20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0, 55.0, 60.0]
    square = _along(region(20.0, 20.0))
    assert sorted(set(square[:, 0])) == [10.0, 15.0, 20.0, 25.0, 30.0]


def test_beside_a_card_places_lie_along_its_row() -> None:
    """So far that half of the card shows, 51 mm, in steps of 5; and 7.5 mm off the row."""
    row = _beside(lying(100.0, 50.0), region(300.0, 100.0))
    assert sorted(set(row[:, 0])) == [49.0 + 5 * n for n in range(21)]
    assert sorted(set(row[:, 1])) == [42.5, 47.5, 52.5, 57.5]
    assert len(row) == 84
    column = _beside(lying(100.0, 50.0), region(100.0, 300.0))
    assert sorted(set(column[:, 0])) == [92.5, 97.5, 102.5, 107.5]
    assert sorted(set(column[:, 1])) == [-1.0 + 5 * n for n in range(21)]
    square = _beside(lying(100.0, 50.0), region(100.0, 100.0))
    assert np.ptp(square[:, 0]) == 100.0 and np.ptp(square[:, 1]) == 15.0


@pytest.mark.parametrize(
    ("angle", "turned", "is_so"),
    [(0.0, 0.0, True), (44.0, 0.0, True), (45.0, 0.0, False), (90.0, 0.0, False), (136.0, 0.0, True),
     (180.0, 0.0, True), (90.0, 90.0, True), (270.0, 90.0, True), (0.0, 90.0, False), (50.0, 90.0, True)],
)  # fmt: skip
def test_a_card_is_turned_as_far_as_a_quarter_goes(angle: float, turned: float, *, is_so: bool) -> None:
    assert _is_turned(lying(0.0, 0.0, angle), turned) == is_so


SHEET = Sheet(100.0, 200.0, np.zeros((300, 400, 3), np.uint8), np.zeros((300, 400, 3), np.uint8))


def finding(**more: Any) -> Any:
    nothing = np.zeros((300, 400), np.uint8)
    return SimpleNamespace(
        **{"sheet": SHEET, "visible": nothing, "left": nothing, "found": [1], "kept": ()} | more
    )


def test_how_much_of_a_mask_shows_about_a_place() -> None:
    """The square is 60 mm wide, the sheet begins at 100, 200, and its row 0 is the far edge, at 500."""
    mask = np.zeros((300, 400), np.uint8)
    mask[100:130, 200:230] = 255
    places = np.array([(315.0, 385.0), (335.0, 385.0), (330.0, 415.0), (200.0, 250.0)])
    parts = part_at(finding(), mask, GROUP, places)
    assert parts == pytest.approx((0.25, 25 / 120, 0.125, 0.0), abs=0.005)
    assert part_at(finding(), mask, GROUP, np.array([(345.0, 385.0)])) == pytest.approx(0.125, abs=0.01)
    assert part_at(finding(), mask, GROUP, np.array([(361.0, 385.0)])) == 0.0
    half = np.zeros((300, 400), np.uint8)
    half[:, 200:] = 255
    assert part_at(finding(), half, GROUP, np.array([(315.0, 350.0)])) == pytest.approx(0.75, abs=0.02)
    assert part_at(finding(), mask, GROUP, np.zeros((0, 2))).shape == (0,)


def test_places_lie_in_a_box_and_well_inside_the_sheet() -> None:
    """A card reaches hypot(60, 90) / 2 + 2 = 56.08 mm from its middle."""
    along = np.array([(x, 300.0) for x in (156.0, 156.2, 443.8, 444.0)])
    down = np.array([(300.0, y) for y in (256.0, 256.2, 443.8, 444.0)])
    everywhere = [(0.0, 0.0, 999.0, 999.0)]
    assert inside(SHEET, GROUP, along, everywhere).tolist() == [[156.2, 300.0], [443.8, 300.0]]
    assert inside(SHEET, GROUP, down, everywhere).tolist() == [[300.0, 256.2], [300.0, 443.8]]
    edges = [(160.0, 290.0, 200.0, 310.0), (300.0, 310.0, 310.0, 320.0)]
    on = np.array([(160.0, 290.0), (200.0, 310.0), (305.0, 315.0)])
    off = np.array([(159.0, 300.0), (201.0, 300.0), (180.0, 289.0), (180.0, 311.0), (305.0, 300.0)])
    assert inside(SHEET, GROUP, np.concatenate([on, off]), edges).tolist() == on.tolist()
    assert inside(SHEET, GROUP, np.zeros((0, 2)), edges).shape == (0, 2)
    assert inside(SHEET, GROUP, on, []).shape == (0, 2)


def test_a_place_is_half_hidden_where_much_shows_and_not_all() -> None:
    visible, left = np.zeros((300, 400), np.uint8), np.zeros((300, 400), np.uint8)
    visible[:, 200:] = left[:200, 200:] = 255
    places = np.array([(x, y) for y in (400.0, 230.0) for x in (250.0, 295.0, 300.0, 360.0)])
    there = finding(visible=visible, left=left)
    assert half_hidden(there, GROUP, places).tolist() == [[295.0, 400.0], [300.0, 400.0]]
    assert half_hidden(there, GROUP, places, cards_stand_out=False)[:, 1].tolist() == [
        400.0,
        400.0,
        230.0,
        230.0,
    ]
    assert half_hidden(finding(visible=visible, left=left, found=[]), GROUP, places).shape == (0, 2)
    kept = finding(visible=visible, left=left, found=[], kept=(1,))
    assert len(half_hidden(kept, GROUP, places)) == 2
    assert half_hidden(there, GROUP, np.zeros((0, 2))).shape == (0, 2)


@pytest.mark.parametrize(("shares", "beside"), [(0.25, True), (0.26, False)])
def test_what_shares_little_lies_beside(shares: float, *, beside: bool) -> None:
    candidate: Any = SimpleNamespace(group=GROUP, pose=Pose(0.0, 0.0, 0.0))
    assert _is_beside(finding(shares=lambda _card: shares), candidate) == beside


def test_a_group_of_squares_is_told_within_three_in_a_hundred() -> None:
    back = Reference("deck", None, np.zeros((4, 4, 3), np.uint8))
    assert References(97.0, 100.0, (back,)).is_square and References(97.0, 100.0, (back,)).turns == (
        0,
        1,
        2,
        3,
    )
    assert not References(96.9, 100.0, (back,)).is_square and References(96.9, 100.0, (back,)).turns == (0, 2)
    assert (back.face, Reference("deck", "fox", back.image).face) == ("down", "up")
