"""Tags are found where they are to a tenth of a pixel, where they are expected, near by, and not where they are not."""

import cv2
import numpy as np
import pytest

from companion.sight import Table, Tags
from tests.vision.mats import flat_mat, seen_by, straight
from tests.vision.shown import picture, table
from vision.arrays import Picture
from vision.mat.plane import Plane, tag_corners_mm
from vision.mat.tags import TagLooks, find_tags, refined, tag_pattern, tags_near, tags_where_expected
from vision.painted.standpoint import CameraPose

MAT = Table(400.0, 300.0, Tags(side_mm=40.0))
TAGS = Tags()
FLAT = flat_mat(MAT)


@pytest.fixture
def plane() -> Plane:
    return straight(CameraPose.over(MAT, (1280, 720), tilt_deg=16.0, roll_deg=9.0, nearness=0.9)).plane(MAT)


@pytest.fixture
def image(plane: Plane) -> Picture:
    return seen_by(FLAT, plane, MAT, np.random.default_rng(2))


def true_px(plane: Plane) -> dict[int, np.ndarray]:
    return {corner: plane.to_px(mm) for corner, mm in enumerate(tag_corners_mm(MAT, TAGS))}


def worst(found: dict[int, np.ndarray], true: dict[int, np.ndarray]) -> float:
    assert found.keys() == true.keys()
    # Ink and paper are painted alike here, but soft: the black square may look a little smaller all around.
    return max(float(np.abs(found[k].mean(axis=0) - true[k].mean(axis=0)).max()) for k in true)


def test_all_corners_are_found_to_a_fraction_of_a_pixel(plane: Plane, image: Picture) -> None:
    true = true_px(plane)
    found = find_tags(image, TAGS)
    assert worst(found, true) < 0.15
    assert max(float(np.abs(found[k] - true[k]).max()) for k in true) < 0.6


def test_a_tag_whose_paper_touches_the_border_is_found(plane: Plane) -> None:
    """As long as its black square is in the picture."""
    image = seen_by(FLAT, plane, MAT, np.random.default_rng(4))
    assert find_tags(image[: int(true_px(plane)[0][:, 1].max()) + 9], TAGS).keys() == {0, 1, 2, 3}


def test_large_pictures_give_the_same_corners_as_small_ones() -> None:
    shown = picture("000.jpg")
    assert table().tags is not None
    whole = find_tags(shown, table().tags)
    parts = tags_near(shown, table().tags, whole)
    assert whole.keys() == parts.keys() == {0, 1, 2, 3}
    assert max(float(np.abs(whole[k] - parts[k]).max()) for k in whole) < 0.1


def test_a_tag_is_seen_where_it_is_expected_and_nowhere_else(plane: Plane, image: Picture) -> None:
    true = true_px(plane)
    near = {corner: px + np.array((0.9, -0.7)) for corner, px in true.items()}
    assert worst(tags_where_expected(image, TAGS, near), true) < 0.15
    away = {corner: px + np.array((25.0, 0.0)) for corner, px in true.items()}
    assert tags_where_expected(image, TAGS, away) == {}
    assert tags_where_expected(image, TAGS, {0: true[1], 1: true[0]}) == {}
    assert tags_where_expected(np.full_like(image, 128), TAGS, true) == {}


def test_a_tag_that_was_pushed_is_found_close_by(plane: Plane, image: Picture) -> None:
    true = true_px(plane)
    away = {corner: px + np.array((22.0, -14.0)) for corner, px in true.items()}
    assert worst(tags_near(image, TAGS, away), true) < 0.15


def test_a_covered_side_is_no_edge(plane: Plane, image: Picture) -> None:
    corners = true_px(plane)[2]
    assert refined(np.ascontiguousarray(image[..., 1]), corners, 6) is not None
    hidden = image.copy()
    low = corners.min(axis=0).astype(int)
    hidden[:, : low[0] + 12] = 30
    grey = np.ascontiguousarray(hidden[..., 1])
    assert refined(grey, corners, 6) is None
    assert 2 not in tags_where_expected(hidden, TAGS, true_px(plane))


def test_a_speck_on_an_edge_moves_no_corner(plane: Plane, image: Picture) -> None:
    corners = true_px(plane)[0]
    clean = refined(np.ascontiguousarray(image[..., 1]), corners, 6)
    middle = ((corners[0] + corners[1]) / 2).astype(int)
    specked = image.copy()
    specked[middle[1] - 5 : middle[1] + 6, middle[0] - 6 : middle[0] + 7] = 250
    found = refined(np.ascontiguousarray(specked[..., 1]), corners, 6)
    assert clean is not None and found is not None
    assert np.abs(found - clean).max() < 0.25


def test_a_pattern_is_that_of_its_own_corner() -> None:
    patterns = [tag_pattern(TAGS, corner) for corner in range(4)]
    assert all(pattern.shape == (6, 6) and not pattern[0].any() for pattern in patterns)
    assert len({pattern.tobytes() for pattern in patterns}) == 4


def test_a_tag_seen_twice_is_none_of_the_two(plane: Plane, image: Picture) -> None:
    """A second mat, or a tag mirrored in the table: nobody knows which of them is the corner's."""
    twice = image.copy()
    low, high = true_px(plane)[0].min(axis=0).astype(int) - 14, true_px(plane)[0].max(axis=0).astype(int) + 14
    paper = image[low[1] : high[1], low[0] : high[0]]
    top, left = 300, 560
    twice[top : top + paper.shape[0], left : left + paper.shape[1]] = paper
    assert find_tags(image, TAGS).keys() == {0, 1, 2, 3}
    assert find_tags(twice, TAGS).keys() == {1, 2, 3}


def test_where_the_quick_look_misses_a_tag_the_whole_picture_is_searched(
    plane: Plane, image: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    missed = {corner: px for corner, px in true_px(plane).items() if corner != 2}
    monkeypatch.setattr("vision.mat.tags._at_half_size", lambda _grey, _tags: missed)
    assert worst(find_tags(image, TAGS), true_px(plane)) < 0.15


def test_a_tag_of_which_a_side_hardly_shows_gives_no_line(plane: Plane, image: Picture) -> None:
    grey, corners = np.ascontiguousarray(image[..., 0]), true_px(plane)[1]
    assert refined(grey, corners, 6) is not None
    covered = grey.copy()
    start, end = corners[0], corners[1]
    for share in np.linspace(-0.1, 0.4, 120):
        x, y = np.rint(start + share * (end - start)).astype(int).tolist()
        covered[y - 14 : y + 15, x - 4 : x + 5] = 125
    assert refined(covered, corners, 6) is None


@pytest.mark.parametrize("light", [1.0, 0.4])
def test_tags_look_as_they_did_until_they_lie_elsewhere(plane: Plane, light: float) -> None:
    first, again = (seen_by(FLAT, plane, MAT, np.random.default_rng(seed), light=light) for seed in (3, 4))
    looks = TagLooks(first, true_px(plane).values())
    assert looks.still_seen(again), "another picture's noise"
    size, aside = (again.shape[1], again.shape[0]), np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.0]])
    assert not looks.still_seen(np.asarray(cv2.warpAffine(again, aside, size), np.uint8)), (
        "half a pixel aside"
    )
    assert not looks.still_seen(seen_by(FLAT, plane, MAT, np.random.default_rng(5), light=0.7 * light))
    again[: again.shape[0] // 2] = 128
    assert not looks.still_seen(again), "something lies on two of them"


def test_of_tags_outside_the_picture_nothing_is_remembered(image: Picture) -> None:
    beside = np.array([[-80.0, -80.0], [-40.0, -80.0], [-40.0, -40.0], [-80.0, -40.0]])
    assert TagLooks(image, [beside]).still_seen(image)


def test_tags_that_are_plain_to_see_need_one_threshold(plane: Plane, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, detector = list[int](), cv2.aruco.ArucoDetector

    def noted(kept: cv2.aruco.Dictionary, how: cv2.aruco.DetectorParameters) -> cv2.aruco.ArucoDetector:
        sizes.append(
            (how.adaptiveThreshWinSizeMax - how.adaptiveThreshWinSizeMin) // how.adaptiveThreshWinSizeStep
        )
        return detector(kept, how)

    monkeypatch.setattr(cv2.aruco, "ArucoDetector", noted)
    image = seen_by(FLAT, plane, MAT, np.random.default_rng(2))
    assert len(find_tags(image, TAGS)) == 4
    assert sizes == [0]
    image[:200, :400] = 128
    assert len(find_tags(image, TAGS)) == 3
    assert sizes[1:3] == [0, 2], "all of them where one does not show every tag"
