"""Geometry of outlines in figures: sides and where they meet, what adjoins and overlaps, changes, evidence in odds."""

import numpy as np
import pytest

from vision.enrolling import card_quad
from vision.enrolling.card_quad import _outermost
from vision.loose.outlines import (
    Evidence,
    Signs,
    _adjoining,
    _lines,
    _meeting,
    _off,
    _quads,
    _scores,
    _together,
    sampled,
    shared,
    showing,
    side_lengths,
    sides_found,
    slopes_of,
    steps_along,
)
from vision.mat.tags import meeting

SQUARE = np.array([(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)])
SIGNS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)


# sides and lines


def test_two_lines_meet_unless_they_run_alike() -> None:
    lying, upright = (
        (np.array((0.0, 5.0)), np.array((1.0, 0.0))),
        (np.array((7.0, 0.0)), np.array((0.0, 1.0))),
    )
    met = meeting(lying, upright)
    assert met is not None and met.tolist() == [7.0, 5.0]
    aslant = np.array((0.0, 0.0)), np.array((0.6, 0.8))
    crossed = meeting(lying, aslant)
    assert crossed is not None and crossed == pytest.approx((3.75, 5.0))
    nearly = np.array((0.0, 0.0)), np.array((0.996, 0.09))
    assert meeting(lying, nearly) is None and meeting(lying, lying) is None


def test_beyond_a_thin_border_comes_the_cards_own_edge() -> None:
    def found(*steps: float) -> int:
        return _outermost(np.array(steps, np.float32))

    assert found(0, 9, 1, 0, 5, 6, 1) == 5, "clear is 0.45 of the clearest"
    assert found(0, 9, 1, 0, 4, 4, 1) == 1
    assert found(6, 9, 5) == 1
    assert found(9, 5, 5) == 0
    assert found(0, 9, 1, 5) == 3


def test_the_sides_of_an_outline_are_laid_along_its_edge() -> None:
    lab = np.zeros((200, 200, 3), np.float32)
    lab[50:150, 40:160] = (60.0, 10.0, 5.0)
    rough = np.array([(42.0, 47.0), (157.0, 52.0), (161.0, 152.0), (38.0, 148.0)])
    found = card_quad.refined(rough, lab)
    assert found is not None
    assert found == pytest.approx(
        np.array([(39.5, 49.5), (159.5, 49.5), (159.5, 149.5), (39.5, 149.5)]), abs=0.6
    )


def test_lines_of_a_look_meet_by_their_place_and_lean() -> None:
    middle, size = (50.0, 40.0), (100.0, 80.0)
    assert _meeting((1, 10.0, 0.0), (1, 20.0, 0.0), middle, size) == (20.0, 10.0)
    x, y = _meeting((1, 10.0, 10.0), (1, 20.0, 8.0), middle, size)
    assert y == pytest.approx(10 + 0.1 * (x - 50)) and x == pytest.approx(20 + 0.1 * (y - 40))


def test_the_mean_lengths_of_opposite_sides() -> None:
    assert side_lengths(np.array([(0, 0), (100, 0), (90, 50), (10, 50)], float), 4.0) == (
        90.0,
        pytest.approx(50.99, abs=0.01),
    )
    assert side_lengths(np.zeros((4, 2)), 4.0) == (4.0, 4.0)


def test_how_far_a_size_is_off_counts_up_to_four_deviations_a_side() -> None:
    logs = (np.log(np.array([60.0, 66.0, 600.0])), np.log(np.array([90.0, 90.0, 90.0])))
    assert _off(logs, (60.0, 90.0), 0.05) == pytest.approx((0.0, np.log(1.1) / 0.05, 4.0))
    assert _off((logs[1], logs[0]), (90.0, 60.0), 0.05) == pytest.approx((0.0, np.log(1.1) / 0.05, 4.0))
    assert _off(logs, (600.0, 9.0), 0.05)[0] == 8.0


def test_four_lines_make_a_card_of_a_likely_size() -> None:
    top, right, bottom, left = [(0.5, 10.0, 0.0)], [(0.5, 80.0, 0.0)], [(0.5, 100.0, 0.0)], [(0.5, 20.0, 0.0)]
    assert _together([top, right, bottom, left], (60, 90), []) == (top[0], right[0], bottom[0], left[0])
    printed = (0.55, 70.0, 0.0)
    assert _together([top, [*right, printed], bottom, left], (60, 90), []) == (
        top[0],
        right[0],
        bottom[0],
        left[0],
    )
    strong = (0.66, 76.0, 0.0)
    assert _together([top, [*right, strong], bottom, left], (60, 90), [])[1] == strong  # type: ignore[index]
    assert _together([top, [*right, strong], bottom, left], (60, 90), [(60, 90)])[1] == right[0], (
        "a known size"
    )  # type: ignore[index]
    leaning = (0.55, 80.0, 6.0)
    assert _together([top, [*right, leaning], bottom, left], (60, 90), [])[1] == right[0]  # type: ignore[index]
    assert _together([top, [], bottom, left], (60, 90), []) is None
    assert _together([bottom, right, top, left], (60, 90), []) is None, "upside down"
    assert _together([top, left, bottom, right], (60, 90), []) is None, "inside out"


def test_the_strongest_upright_lines_near_a_place_are_kept() -> None:
    slopes = np.zeros((60, 80), np.float32)
    slopes[:, 30], slopes[:, 36], slopes[:, 37], slopes[:, 60] = 0.9, 0.5, 0.6, 1.0
    lines = _lines(slopes, 34.0, 8.0, 5.0, 50.0)
    assert lines[0] == (pytest.approx(0.9), 30.0, 0.0)
    assert lines[1][1] == 37.0 and len(lines) <= 5
    assert all(26 <= line[1] <= 42 for line in lines)
    leant = np.zeros((60, 80), np.float32)
    for row in range(60):
        leant[row, round(40 + 4 * (row - 30) / 50)] = 1.0
    assert _lines(leant, 40.0, 6.0, 5.0, 50.0)[0][1:] == (40.0, 4.0)


def test_slopes_are_told_across_and_down() -> None:
    look = np.zeros((40, 40, 3), np.uint8)
    look[:, 20:] = (0, 0, 200)
    across, down = slopes_of(look)
    assert across[20, 19] == 1.0 and across[20, 5] == 0.0 and not down[5:35].any()
    across, down = slopes_of(np.ascontiguousarray(look.transpose(1, 0, 2)))
    assert down[19, 20] == 1.0 and not across[:, 5:35].any()


def test_the_step_of_colour_beyond_each_side() -> None:
    image = np.full((200, 200, 3), 120, np.uint8)
    image[50:150, 50:150] = 0
    image[:, 150:] = 0
    card = SQUARE + 50.0
    top, right, bottom, left = steps_along(image, card)
    assert top == pytest.approx(bottom) == pytest.approx(left)
    assert top == pytest.approx(50.4, abs=0.6), "grey of 120 has a lightness of 50"
    assert right == pytest.approx(0.0, abs=0.1)


# changes of an outline


def test_an_outline_is_shifted_stretched_and_turned_about_its_middle() -> None:
    centre, one, other = np.array((10.0, 20.0)), np.array((4.0, 0.0)), np.array((0.0, 6.0))
    changes = np.array([
        (0, 0, 0, 0, 0), (0.5, 0, 0, 0, 0), (0, 0.5, 0, 0, 0), (0, 0, np.log(2), 0, 0), (0, 0, 0, np.log(2), 0),
        (0, 0, 0, 0, np.pi / 2),
    ], float)  # fmt: skip
    same, right, down, wide, high, turned = _quads(centre, one, other, changes)
    assert same == pytest.approx(centre + SIGNS * (4, 6))
    assert right == pytest.approx(np.add(centre, (2, 0)) + SIGNS * (4, 6))
    assert down == pytest.approx(np.add(centre, (0, 3)) + SIGNS * (4, 6))
    assert wide == pytest.approx(centre + SIGNS * (8, 6))
    assert high == pytest.approx(centre + SIGNS * (4, 12))
    assert turned == pytest.approx(centre + SIGNS[:, :1] * (0, 4) + SIGNS[:, 1:] * (-6, 0))


def test_an_outline_fits_with_edges_along_it_and_card_within() -> None:
    edges, cover = np.zeros((40, 40), np.float32), np.zeros((40, 40), np.float32)
    quad = np.array([[(10.0, 10.0), (30.0, 10.0), (30.0, 30.0), (10.0, 30.0)]])
    cover[10:31, 10:31] = 1.0
    assert _scores(quad, edges, cover) == pytest.approx(0.25, abs=0.01)
    assert _scores(quad, edges, 1 - cover) == pytest.approx(-0.25, abs=0.01)
    edges[10, 10:31] = edges[30, 10:31] = 1.0
    assert _scores(quad, edges, np.zeros_like(cover)) == pytest.approx(0.5, abs=0.1)


def test_a_map_is_told_between_its_cells() -> None:
    down, across = np.mgrid[0:5, 0:6].astype(np.float32)
    places = np.array([[(1.5, 2.0), (2.0, 3.25)], [(-3.0, 9.0), (5.0, 4.0)]])
    assert sampled(across, places) == pytest.approx(np.array([(1.5, 2.0), (0.0, 5.0)]), abs=0.02)
    assert sampled(down, places) == pytest.approx(np.array([(2.0, 3.25), (4.0, 4.0)]), abs=0.02)


# overlaps


def test_what_two_outlines_share_of_the_smaller() -> None:
    assert shared(SQUARE, np.add(SQUARE, (50, 0))) == pytest.approx(0.5)
    assert shared(SQUARE, SQUARE / 2) == pytest.approx(1.0)
    for off in ((101, 0), (-101, 0), (0, 101), (0, -101)):
        assert shared(SQUARE, np.add(SQUARE, off)) == 0.0


def test_what_shows_of_a_card_in_its_crop() -> None:
    onto = np.array([(0.5, 0, 0), (0, 0.5, 0), (0, 0, 1.0)])
    assert showing([], onto, (50, 50)) is None
    mask = showing([np.add(SQUARE, (50, 0))], onto, (50, 40))
    assert mask is not None and mask.shape == (40, 50)
    assert mask[:, :24].all() and not mask[:, 26:].any()


# evidence


def test_a_side_adjoins_where_another_lies_beyond_most_of_it() -> None:
    """Looked at a fifth of the half card beyond, at seven places from a tenth to nine tenths of each side."""
    assert _adjoining(SQUARE, [np.add(SQUARE, (100, 0))]) == [False, True, False, False]
    assert _adjoining(SQUARE, [np.add(SQUARE, (0, -100))]) == [True, False, False, False]
    assert _adjoining(SQUARE, [np.add(SQUARE, (-105, 0)), np.add(SQUARE, (0, 105))]) == [
        False,
        False,
        True,
        True,
    ]
    assert _adjoining(SQUARE, [np.add(SQUARE, (111, 0))]) == [False] * 4
    assert (
        _adjoining(SQUARE, [np.add(SQUARE, (100, 35))])[1]
        and not _adjoining(SQUARE, [np.add(SQUARE, (100, 60))])[1]
    )
    assert _adjoining(SQUARE, []) == [False] * 4


def test_what_speaks_for_a_card_adds_up_as_odds() -> None:
    signs = Signs(finder=0.5, seen=Evidence(0.5, 0.25, 0.1), steps=(10.0, 20.0, 80.0, 90.0), own=3)
    assert signs.values == pytest.approx((0.0, 0.5, 0.25, 0.1, 0.25, 0.5, 1.0))
    odds = 3.26 * 0.5 + 2.88 * 0.25 + 1.61 * 0.1 + 0.99 * 0.25 + 1.66 * 0.5 + 0.65 - 4.75
    assert signs.sure == pytest.approx(1 / (1 + np.exp(-odds)))
    assert Signs(finder=0.5, seen=Evidence(1.0, 1.0, 1.0), steps=(0.0, 7.9, 80.0, 90.0), own=3).sure == 0.0
    assert Signs(finder=0.5, seen=Evidence(1.0, 1.0, 1.0), steps=(0.0, 8.0, 80.0, 90.0), own=3).sure > 0.0
    assert Signs(finder=0.5, seen=Evidence(1.0, 1.0, 1.0), steps=(9.0, 9.0, 80.0, 90.0), own=0).sure == 0.0
    for certain, held in ((0.0, 0.02), (1.0, 0.98)):
        told = Signs(finder=certain, seen=Evidence(0.0, 0.0, 0.0), steps=(0.0, 0.0, 0.0, 0.0), own=1).values[
            0
        ]
        assert told == pytest.approx(np.log(held / (1 - held)))


@pytest.mark.parametrize("times", [1, 4])
def test_a_rough_outline_is_put_onto_the_edges_of_the_picture(times: int) -> None:
    """A card of 90 by 120 px, or four times as large then looked at in a smaller one; two px of the look are 2.7."""
    image = np.full((220 * times, 260 * times, 3), 60, np.uint8)
    image[50 * times : 170 * times, 80 * times : 170 * times] = (190, 200, 210)
    true = np.array([(80, 50), (170, 50), (170, 170), (80, 170)]) * times - 0.5
    rough = np.add(true, np.array([(8, -9), (14, -9), (14, 5), (8, 5)]) * times)
    found = sides_found(image, rough)
    assert found == pytest.approx(true, abs=2.7 * times)
    known = sides_found(image, rough, [(90.0 * times, 120.0 * times)])
    assert known == pytest.approx(true, abs=2.7 * times)
    assert sides_found(np.full_like(image, 60), rough).shape == (4, 2)
