"""What differs from the bare ground, on small made pictures: its distance, its limit, its patches."""

import cv2
import numpy as np
import pytest

from vision.enrolling.card_quad import Unlike, unlike_flat, unlike_rim


def marked(rows: int, columns: int, *patches: tuple[int, int, int, int, float]) -> Unlike:
    """Bare ground but for patches: top, left, bottom, right, and how unlike the ground they are."""
    distance = np.zeros((rows, columns), np.float32)
    for top, left, bottom, right, unlike in patches:
        distance[top:bottom, left:right] = unlike
    return Unlike(distance, 1.0)


def test_three_pixels_are_a_patch_and_two_are_none() -> None:
    assert marked(40, 50, (10, 20, 13, 23, 5.0)).patches() == ((20, 10, 23, 13),)
    assert marked(40, 50, (10, 20, 12, 30, 5.0)).patches() == ()
    assert marked(40, 50, (10, 20, 20, 22, 5.0)).patches() == ()


def test_the_bold_cut_takes_what_the_careful_one_leaves() -> None:
    careful, bold = (5, 5, 15, 15), (5, 25, 15, 35)
    found = marked(40, 50, (*careful, 1.5), (*bold, 2.5))
    assert set(found.patches()) == {(5, 5, 15, 15), (25, 5, 35, 15)}
    one, other = found._masks()
    assert int(one.sum()) == 200
    assert int(other.sum()) == 100
    assert marked(40, 50, (*careful, 1.1)).patches() == ()


def test_gaps_are_closed_as_wide_as_the_picture_makes_them() -> None:
    assert len(marked(40, 100, (10, 20, 30, 40, 5.0), (10, 44, 30, 64, 5.0)).patches()) == 1
    assert len(marked(40, 100, (10, 20, 30, 40, 5.0), (10, 45, 30, 64, 5.0)).patches()) == 2
    assert len(marked(40, 400, (10, 20, 30, 40, 5.0), (10, 47, 30, 64, 5.0)).patches()) == 1
    assert len(marked(40, 400, (10, 20, 30, 40, 5.0), (10, 49, 30, 64, 5.0)).patches()) == 2


def test_the_two_largest_patches_count_and_scraps_do_not() -> None:
    three = marked(50, 100, (5, 5, 15, 15, 9.0), (5, 30, 25, 50, 9.0), (30, 60, 45, 75, 9.0))
    assert three.patches() == ((30, 5, 50, 25), (60, 30, 75, 45))
    assert sorted(cv2.boundingRect(hull) for hull in three.hulls()[:2]) == [(30, 5, 20, 20), (60, 30, 15, 15)]
    assert len(three.hulls()) == 4, "two of either cut"
    assert marked(50, 100, (5, 5, 9, 9, 9.0)).patches() == (), "16 px of 5000 are less than 0.4 in a hundred"
    assert marked(50, 100, (5, 5, 9, 10, 9.0)).patches() == ((5, 5, 10, 9),)


def test_what_is_just_at_a_cut_is_ground_and_what_is_just_large_enough_a_patch() -> None:
    distance = np.zeros((50, 80), np.float32)
    distance[10:15, 10:15] = 5.0
    careful, bold = Unlike(distance, 2.5)._masks()
    assert int(careful.sum()) == 25
    assert not bold.any()
    (hull,) = Unlike(distance, 2.5).hulls()
    assert cv2.contourArea(hull) == 16.0, "0.004 of 4000 px"
    assert marked(50, 80, (10, 10, 14, 15, 5.0)).hulls() == ()


def test_the_rim_is_six_in_a_hundred_of_the_longer_side() -> None:
    lab = np.zeros((100, 200, 3), np.float32)
    lab[3:-3, 3:-3, 2] = 6.0
    assert unlike_rim(lab).distance[50, 100] < 2.0, "most of a rim of 12 px is like the middle"


def test_a_lone_pixel_is_softened_away() -> None:
    lab = np.zeros((60, 100, 3), np.float32)
    lab[30, 50, 0] = 20.0
    for told in (unlike_rim(lab), unlike_flat(lab)):
        assert 0.0 < told.distance[30, 50] < 2.0
        assert told.distance[30, 52] > 0.1 and told.distance[32, 50] > 0.1


def test_an_even_fall_off_of_light_is_ground_and_a_step_is_not() -> None:
    y, x = np.mgrid[0:60, 0:100].astype(np.float32)
    lab = np.dstack([50 + 10 * x / 100 + 4 * y / 60, np.full_like(x, 3.0), np.full_like(x, -2.0)])
    lab[20:40, 30:70, 0] += 8.0
    told = unlike_rim(lab.astype(np.float32))
    assert told.limit == 2.5
    assert told.distance[30, 50] == pytest.approx(10.0, abs=0.3), "8 over the 0.8 that L always may vary"
    assert told.distance[:, :20].max() < 0.5
    for left, top, right, bottom in told.patches():
        assert (left, top, right, bottom) == pytest.approx((30, 20, 70, 40), abs=3)
    assert told.patches()


def test_what_lies_on_the_rim_counts_less_than_the_ground() -> None:
    lab = np.zeros((60, 100, 3), np.float32)
    lab[0:12, 40:60, 1] = 22.0
    told = unlike_rim(lab)
    assert told.distance[40, 20] < 0.5
    assert told.distance[3, 50] > 5.0
    assert told.limit > 5.0, "more than three in a hundred of the rim are covered"


def test_a_step_from_the_empty_table_is_told_from_a_light_that_changed_everywhere() -> None:
    lab = np.full((60, 100, 3), 7.0, np.float32)
    lab[20:50, 30:60] += (3.0, 0.0, 4.0)
    told = unlike_flat(lab)
    assert told.limit == 3.0
    assert told.distance[35, 45] == pytest.approx(5.0, abs=0.01)
    assert told.distance[5, 90] == 0.0
    slope = np.zeros((40, 81, 3), np.float32)
    slope[:, :, 0] = np.arange(81) / 10
    assert unlike_flat(slope).limit == pytest.approx(8.0, abs=0.2), "four times the median of 0 to 4"
