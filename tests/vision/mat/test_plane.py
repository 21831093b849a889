"""The plane of the table: exact where the tags are exact, and open about what it cannot know."""

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.sight import Table, Tags
from tests.vision.shown import picture, plane, table
from vision.eye import Eye
from vision.mat.plane import NoPlane, Plane, find_plane, plane_from_tags, tag_corners_mm
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import TableTop
from vision.sources.frames import Frame
from vision.sources.pictures import read_picture

MAT = Table(396.0, 330.0, Tags(side_mm=40.0))
GRID = np.array([(x, y) for x in np.linspace(0, 396, 7) for y in np.linspace(0, 330, 7)])


def seen_tags(plane: Plane, mat: Table = MAT) -> dict[int, np.ndarray]:
    assert mat.tags is not None
    return {corner: plane.to_px(corners) for corner, corners in enumerate(tag_corners_mm(mat, mat.tags))}


cameras = st.builds(
    CameraPose,
    at=st.tuples(st.floats(-150, 550), st.floats(-350, 600), st.floats(650, 1300)),
    towards=st.tuples(st.floats(150, 250), st.floats(120, 220)),
    roll_deg=st.floats(-180, 180),
    focal=st.floats(0.65, 0.95),
    bend=st.tuples(st.floats(-0.04, 0.02), st.just(0.0)),
)


@given(cameras)
@settings(max_examples=25, deadline=None)
def test_a_camera_is_found_from_its_tags(camera: CameraPose) -> None:
    true = camera.plane(MAT)
    found = plane_from_tags(seen_tags(true), MAT, true.picture_size)
    assert isinstance(found, Plane)
    assert found.error_px < 0.3
    assert np.abs(found.to_mm(true.to_px(GRID)) - GRID).max() < 0.6


@given(cameras, st.floats(0, 40))
@settings(max_examples=25, deadline=None)
def test_there_and_back_is_where_it_was(camera: CameraPose, z_mm: float) -> None:
    plane = camera.plane(MAT)
    assert np.abs(plane.to_mm(plane.to_px(GRID, z_mm), z_mm) - GRID).max() < 1e-3


def test_tags_may_look_smaller_than_they_are() -> None:
    true = CameraPose.over(MAT).plane(MAT)
    tags = {corner: px + (px.mean(axis=0) - px) * 0.012 for corner, px in seen_tags(true).items()}
    found = plane_from_tags(tags, MAT, true.picture_size)
    assert isinstance(found, Plane)
    assert np.abs(found.to_mm(true.to_px(GRID)) - GRID).max() < 0.5


@pytest.mark.parametrize("hidden", range(4))
def test_three_tags_are_enough(hidden: int) -> None:
    true = CameraPose.over(MAT, tilt_deg=15.0).plane(MAT)
    tags = {corner: px for corner, px in seen_tags(true).items() if corner != hidden}
    found = plane_from_tags(tags, MAT, true.picture_size)
    assert isinstance(found, Plane)
    assert np.abs(found.to_mm(true.to_px(GRID)) - GRID).max() < 2.0


def test_two_tags_are_not_enough_and_the_others_are_named() -> None:
    true = CameraPose.over(MAT).plane(MAT)
    tags = {corner: px for corner, px in seen_tags(true).items() if corner in (1, 2)}
    found = plane_from_tags(tags, MAT, true.picture_size)
    assert isinstance(found, NoPlane)
    assert "near-left and far-left" in found.why
    assert found.seen == (1, 2)


def test_a_tag_that_was_pushed_is_left_out() -> None:
    true = CameraPose.over(MAT).plane(MAT)
    tags = seen_tags(true)
    tags[2] = tags[2] + np.array([14.0, 9.0])
    found = plane_from_tags(tags, MAT, true.picture_size)
    assert isinstance(found, Plane)
    assert set(found.tags_px) == {0, 1, 3}


def test_a_mat_of_another_size_is_no_mat() -> None:
    other = Table(396.0, 264.0, MAT.tags)
    true = CameraPose.over(other).plane(other)
    found = plane_from_tags(seen_tags(true, other), MAT, true.picture_size)
    assert isinstance(found, NoPlane)
    assert "do not fit" in found.why


def test_a_bump_is_measured_in_mm() -> None:
    camera = CameraPose.over(MAT)
    before, after = camera.plane(MAT), camera.bumped((0.0, 0.0, 0.0), roll_deg=3.0).plane(MAT)
    assert 12.0 < after.moved_mm(before) < 15.0
    assert before.moved_mm(before) < 1e-6


def test_height_moves_things_away_from_the_camera() -> None:
    plane = CameraPose.over(MAT).plane(MAT)
    flat, raised = plane.to_px(GRID[:1]), plane.to_px(GRID[:1], 20.0)
    assert np.hypot(*(flat - raised)[0]) > 3.0


def test_a_painted_mat_is_found_whichever_way_the_camera_hangs() -> None:
    for turned in (0.0, 180.0):
        painter = Painter(MAT, camera=CameraPose.over(MAT, turned_deg=turned, roll_deg=turned), seed=3)
        found = find_plane(painter.paint(TableTop()), MAT)
        assert isinstance(found, Plane)
        assert np.abs(found.to_mm(painter.plane.to_px(GRID)) - GRID).max() < 0.8


def test_rectify_shows_the_far_side_on_top() -> None:
    painter = Painter(MAT, seed=1)
    image = painter.paint(TableTop())
    patch = painter.plane.rectify(image, -42, -42, 44, 44, 2.0)
    assert patch.shape == (88, 88, 3)
    # The near-left tag fills all of it but its upper and right rim.
    assert patch[20:70, 8:14].mean() < 100 < patch[:1, :40].mean()


def test_many_rectangles_at_once_show_what_each_does_alone() -> None:
    painter = Painter(MAT, camera=CameraPose.over(MAT, tilt_deg=15))
    image = painter.paint(TableTop(()), 0)
    plane = find_plane(image, MAT)
    assert isinstance(plane, Plane)
    middles = np.array([[30.0, 40.0], [101.3, 66.6], [250.0, 12.5]])
    alone = [plane.rectify(image, x - 12, y - 9, 24, 18, 2.0, 1.0) for x, y in middles.tolist()]
    assert (
        np.abs(plane.rectify_each(image, middles, 24, 18, 2.0, 1.0).astype(int) - np.array(alone)).max() <= 1
    )
    assert plane.rectify_each(image, middles[:0], 24, 18, 2.0).shape == (0, 36, 48, 3)


def test_recorded_pictures_fit_to_a_fraction_of_a_pixel() -> None:
    found = find_plane(picture("000.jpg"), table())
    assert isinstance(found, Plane)
    assert found.error_px < 0.4


SHARED = Path(os.environ.get("ZO_SHARED", Path(__file__).parents[4] / "shared")) / "frames"


@pytest.mark.parametrize("folder", ["zoon-dev", "zoon-dev-2"])
def test_photo_realistic_frames_lie_where_their_truth_has_them(folder: str) -> None:
    if not (SHARED / folder / "objects").is_dir():
        pytest.skip(f"no frames with truth in {SHARED / folder}; name their folder by ZO_SHARED")
    told = json.loads((SHARED / folder / "truth.json").read_text())["table"]
    wide, high = told["width_mm"], told["height_mm"]
    mat = Table(
        wide, high, Tags(told["tags"]["dictionary"], tuple(told["tags"]["ids"]), told["tags"]["side_mm"])
    )
    grid = np.array([(x, y) for x in np.linspace(0, wide, 7) for y in np.linspace(0, high, 7)])
    off = []
    for file in sorted((SHARED / folder / "objects").glob("*.truth.json"))[::7]:
        camera = json.loads(file.read_text())["camera"]
        middle = np.column_stack([grid - (wide / 2, high / 2), np.zeros(len(grid))])
        turn, shift = np.array(camera["rotation_world_to_camera"]), np.array(camera["translation_mm"])
        at, _ = cv2.projectPoints(
            middle, turn, shift, np.array(camera["matrix"]), np.array(camera["distortion"])
        )
        found = find_plane(read_picture(SHARED / folder / f"{file.name.split('.')[0]}.jpg"), mat)
        assert isinstance(found, Plane)
        off += np.hypot(*(found.to_mm(at.reshape(-1, 2)) - grid).T).tolist()
    assert np.median(off) < 0.2
    assert max(off) < 0.6


SQUEEZED = [(1024, 768), (640, 480), (960, 720), (1280, 1024), (720, 576), (720, 480)]


def test_an_empty_picture_says_that_no_tag_is_seen() -> None:
    found = find_plane(np.full((270, 480, 3), 90, np.uint8), MAT)
    assert isinstance(found, NoPlane)
    assert "no corner tag" in found.why


def test_a_table_without_tags_has_no_plane() -> None:
    with pytest.raises(ValueError, match="without tags"):
        find_plane(np.zeros((90, 160, 3), np.uint8), Table(100, 100, None))


@pytest.mark.parametrize(
    ("size", "covered"),
    [
        *((size, None) for size in SQUEEZED),
        *((size, number % 4) for number, size in enumerate(SQUEEZED)),
    ],
)
def test_a_picture_squeezed_into_another_shape_is_named_as_that(
    size: tuple[int, int], covered: int | None
) -> None:
    image = picture("008.jpg").copy()
    if covered is not None:
        middle = plane("008.jpg").tags_px[covered].mean(axis=0)
        cv2.circle(image, (round(float(middle[0])), round(float(middle[1]))), 30, (90, 90, 90), -1)
    squeezed = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    found = find_plane(squeezed, table())
    assert isinstance(found, NoPlane) and "squeezed" in found.why
    assert set(found.seen) == {0, 1, 2, 3} - {covered}


@pytest.mark.parametrize("share", [0.05, 0.15])
@pytest.mark.parametrize("side", [0, 1, 2, 3])
def test_a_picture_brought_to_a_trapezium_is_not_called_squeezed(side: int, share: float) -> None:
    image = picture("008.jpg")
    high, wide = image.shape[:2]
    whole = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    bent, after = whole.copy(), (side + 1) % 4
    bent[side] += share * (whole[after] - whole[side])
    bent[after] -= share * (whole[after] - whole[side])
    turn = cv2.getPerspectiveTransform(whole, bent)
    found = find_plane(np.asarray(cv2.warpPerspective(image, turn, (wide, high)), np.uint8), table())
    assert isinstance(found, NoPlane) and "do not fit together" in found.why


@pytest.mark.parametrize("way", [1, 0])
def test_a_mirrored_picture_is_named_as_that(way: int) -> None:
    mirrored = np.asarray(cv2.flip(picture("008.jpg"), way), np.uint8)
    found = find_plane(mirrored, table())
    assert isinstance(found, NoPlane) and "mirrored" in found.why
    reading = Eye(table()).read(Frame(mirrored, 0.0, 0))
    assert reading.mat.why == found.why


def test_a_picture_without_a_mat_is_not_called_mirrored() -> None:
    found = find_plane(np.full((480, 640, 3), 90, np.uint8), table())
    assert isinstance(found, NoPlane) and "no corner tag" in found.why
