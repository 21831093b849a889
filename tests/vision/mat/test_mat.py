"""The mat from frame to frame: every knock is noticed and taken in, none is imagined, two tags do for a while."""

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.sight import Table, Tags
from tests.vision.mats import flat_mat, seen_by, straight
from vision.arrays import Picture
from vision.mat.following import CHECK_EVERY_S, MOVED_MM, TWO_LAST_S, MatFinder
from vision.mat.lens import LensMemory
from vision.mat.plane import Plane, plane_from_tags, tag_corners_mm
from vision.motion.glimpse import Changed
from vision.painted.standpoint import CameraPose

MAT = Table(600.0, 400.0, Tags())
SIZE = (1120, 800)
FLAT = flat_mat(MAT)
GRID = np.array([(x, y) for x in np.linspace(0, 600, 7) for y in np.linspace(0, 400, 5)])
NOTHING, EVERYTHING = Changed(everything=False, boxes=()), Changed(everything=True, boxes=())


def camera(rng: np.random.Generator) -> CameraPose:
    pose = CameraPose.over(
        MAT,
        SIZE,
        tilt_deg=rng.uniform(0, 28),
        turned_deg=rng.choice([0, 180]) + rng.uniform(-15, 15),
        nearness=rng.uniform(0.78, 0.9),
    )
    return straight(pose)


def knocked(pose: CameraPose, rng: np.random.Generator, how: int) -> CameraPose:
    """The camera pushed by 5 mm or more, or turned by 1° or more about one of its axes."""
    if how % 2 == 0:
        way = rng.normal(0.0, 1.0, 3)
        x, y, z = (way / np.linalg.norm(way) * rng.uniform(5, 18)).tolist()
        return pose.bumped((x, y, z))
    angle = float(rng.choice([-1, 1])) * rng.uniform(1, 3)
    if how % 3 == 0:
        return pose.bumped((0.0, 0.0, 0.0), angle)
    off = math.tan(math.radians(angle)) * pose.at[2]
    x, y = pose.towards
    return replace(pose, towards=(x + off, y) if how % 3 == 1 else (x, y + off))


def off_mm(found: Plane, true: Plane) -> np.ndarray:
    return np.hypot(*(found.to_mm(true.to_px(GRID)) - GRID).T)


def without(image: Picture, plane: Plane, *corners: int) -> Picture:
    """The picture with something grey laid over these corners' tags."""
    hidden = image.copy()
    for corner in corners:
        assert MAT.tags is not None
        at = plane.to_px(tag_corners_mm(MAT, MAT.tags)[corner])
        (left, top), (right, low) = at.min(axis=0).astype(int) - 8, at.max(axis=0).astype(int) + 8
        hidden[max(0, top) : low, max(0, left) : right] = (120, 110, 100)
    return hidden


def test_a_hundred_knocks_move_the_plane_as_far_as_the_table() -> None:
    rng = np.random.default_rng(21)
    assert MAT.tags is not None
    places = tag_corners_mm(MAT, MAT.tags)
    errors = []
    for how in range(100):
        pose = camera(rng)
        planes = []
        for true in (pose.plane(MAT), knocked(pose, rng, how).plane(MAT)):
            tags = {k: true.to_px(mm) + rng.normal(0.0, 0.1, (4, 2)) for k, mm in enumerate(places)}
            found = plane_from_tags(tags, MAT, SIZE)
            assert isinstance(found, Plane)
            errors.append(float(np.median(off_mm(found, true))))
            planes.append((found, true))
        (before, was), (after, now) = planes
        assert after.moved_mm(before) > MOVED_MM, how
        assert after.moved_mm(before) == pytest.approx(now.moved_mm(was), abs=1.5)
    assert np.median(errors) < 0.2
    assert max(errors) < 0.6


def test_knocks_are_all_noticed_in_pictures_and_taken_in_at_once() -> None:
    rng = np.random.default_rng(20)
    errors = []
    for how in range(15):
        pose = camera(rng)
        after = knocked(pose, rng, how)
        true, shaken = pose.plane(MAT), after.plane(MAT)
        finder = MatFinder(MAT)
        plane, mat = finder.find(seen_by(FLAT, true, MAT, rng), None, None, EVERYTHING, 0.0)
        assert plane is not None
        if how % 10 == 0:
            assert not finder.has_moved(seen_by(FLAT, true, MAT, rng), plane, NOTHING, 10.0)
        moved = seen_by(FLAT, shaken, MAT, rng)
        assert finder.has_moved(moved, plane, EVERYTHING, 20.0), how
        found, told = finder.find(moved, plane, mat, EVERYTHING, 20.0)
        assert found is not None and found is not plane
        assert told.moved_mm > 0.3
        errors.append(float(np.median(off_mm(found, shaken))))
    assert np.median(errors) < 0.2
    assert max(errors) < 0.6


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(3)


@pytest.fixture
def pose() -> CameraPose:
    return straight(CameraPose.over(MAT, SIZE, tilt_deg=14.0, nearness=0.85))


def test_what_sags_by_a_hair_at_a_time_is_noticed(pose: CameraPose, rng: np.random.Generator) -> None:
    finder = MatFinder(MAT)
    plane, mat = finder.find(seen_by(FLAT, pose.plane(MAT), MAT, rng), None, None, EVERYTHING, 0.0)
    assert plane is not None
    for step in range(1, 16):
        now = pose.bumped((0.0, 0.05 * step, -0.12 * step))
        image, at = seen_by(FLAT, now.plane(MAT), MAT, rng), step * CHECK_EVERY_S
        if finder.has_moved(image, plane, NOTHING, at):
            plane, mat = finder.find(image, plane, mat, EVERYTHING, at)
            assert plane is not None
        assert off_mm(plane, now.plane(MAT)).max() < 0.8


def test_what_creeps_is_held_against_the_plane_that_was_found(
    pose: CameraPose, rng: np.random.Generator
) -> None:
    finder = MatFinder(MAT)
    first, mat = finder.find(seen_by(FLAT, pose.plane(MAT), MAT, rng), None, None, EVERYTHING, 0.0)
    plane = first

    def aside(by: float) -> Plane:
        (x, y, z), (to_x, to_y) = pose.at, pose.towards
        return replace(pose, at=(x + by, y, z), towards=(to_x + by, to_y)).plane(MAT)

    for step in range(1, 9):
        true = aside(0.1 * step)
        plane, mat = finder.find(seen_by(FLAT, true, MAT, rng), plane, mat, EVERYTHING, float(step))
        assert plane is not None
        assert plane is first or step > 2
    assert plane is not first
    assert off_mm(plane, true).max() < 0.6


def test_the_tags_are_looked_at_only_now_and_then(pose: CameraPose, rng: np.random.Generator) -> None:
    finder = MatFinder(MAT)
    plane, _mat = finder.find(seen_by(FLAT, pose.plane(MAT), MAT, rng), None, None, EVERYTHING, 5.0)
    assert plane is not None
    moved = seen_by(FLAT, pose.bumped((3.0, 0.0, 0.0)).plane(MAT), MAT, rng)
    assert not finder.has_moved(moved, plane, NOTHING, 5.0 + CHECK_EVERY_S / 2)
    assert finder.has_moved(moved, plane, NOTHING, 5.0 + CHECK_EVERY_S)


@pytest.mark.parametrize("light", [0.3, 0.55, 1.15])
def test_other_light_is_no_knock(pose: CameraPose, rng: np.random.Generator, light: float) -> None:
    finder, true = MatFinder(MAT), pose.plane(MAT)
    plane, mat = finder.find(seen_by(FLAT, true, MAT, rng), None, None, EVERYTHING, 0.0)
    assert plane is not None
    relit = seen_by(FLAT, true, MAT, rng, light=light)
    assert not finder.has_moved(relit, plane, EVERYTHING, 9.0)
    assert finder.find(relit, plane, mat, EVERYTHING, 9.0)[0] is plane


@pytest.mark.parametrize("hidden", [(0,), (1, 3), (0, 1, 2)])
def test_covered_tags_leave_the_plane_as_it_is(
    pose: CameraPose, rng: np.random.Generator, hidden: tuple[int, ...]
) -> None:
    finder, true = MatFinder(MAT), pose.plane(MAT)
    plane, mat = finder.find(seen_by(FLAT, true, MAT, rng), None, None, EVERYTHING, 0.0)
    assert plane is not None
    covered = without(seen_by(FLAT, true, MAT, rng), true, *hidden)
    assert not finder.has_moved(covered, plane, EVERYTHING, 3.0)
    assert finder.find(covered, plane, mat, EVERYTHING, 3.0)[0] is plane


@pytest.mark.parametrize("hidden", [(0,), (0, 1), (1, 3), (0, 3)])
def test_a_knock_with_tags_covered_is_taken_in_by_the_others(
    pose: CameraPose, rng: np.random.Generator, hidden: tuple[int, ...]
) -> None:
    finder = MatFinder(MAT)
    plane, mat = finder.find(seen_by(FLAT, pose.plane(MAT), MAT, rng), None, None, EVERYTHING, 0.0)
    after = pose.bumped((6.0, -4.0, 2.0), 1.5).plane(MAT)
    image = without(seen_by(FLAT, after, MAT, rng), after, *hidden)
    assert plane is not None and finder.has_moved(image, plane, EVERYTHING, 60.0)
    found, told = finder.find(image, plane, mat, EVERYTHING, 60.0)
    assert found is not None and told.found
    assert np.median(off_mm(found, after)) < 1.0
    assert (told.why is None) == (len(hidden) < 2)
    if len(hidden) == 2:
        assert "only two corner tags" in str(told.why)
        late, lost = finder.find(image, None, None, EVERYTHING, 61.0 + TWO_LAST_S)
        assert late is None and not lost.found


def test_two_tags_are_not_enough_where_nothing_was_known(pose: CameraPose, rng: np.random.Generator) -> None:
    true = pose.plane(MAT)
    image = without(seen_by(FLAT, true, MAT, rng), true, 2, 3)
    found, told = MatFinder(MAT).find(image, None, None, EVERYTHING, 0.0)
    assert found is None
    assert "far-right and far-left" in str(told.why)


def test_a_tag_that_is_uncovered_makes_the_plane_better(pose: CameraPose, rng: np.random.Generator) -> None:
    finder, true = MatFinder(MAT), pose.plane(MAT)
    plane, mat = finder.find(without(seen_by(FLAT, true, MAT, rng), true, 2), None, None, EVERYTHING, 0.0)
    assert plane is not None and set(plane.tags_px) == {0, 1, 3}
    assert finder.has_moved(seen_by(FLAT, true, MAT, rng), plane, NOTHING, 4.0)
    found, _told = finder.find(seen_by(FLAT, true, MAT, rng), plane, mat, EVERYTHING, 4.0)
    assert found is plane or (found is not None and len(found.tags_px) == 4)
    assert not finder.has_moved(seen_by(FLAT, true, MAT, rng), found or plane, NOTHING, 8.0)


class Book:
    """Keeps lenses in memory."""

    def __init__(self, memory: LensMemory | None = None) -> None:
        self.memory = memory
        self.kept = 0

    def recall(self, _picture_size: tuple[int, int]) -> LensMemory | None:
        return self.memory

    def keep(self, memory: LensMemory) -> None:
        self.memory = memory
        self.kept += 1


def test_each_new_standpoint_is_written_into_the_book_and_the_same_one_is_not(
    pose: CameraPose, rng: np.random.Generator
) -> None:
    book = Book()
    finder = MatFinder(MAT, book)
    for at, now in enumerate((pose, pose, pose.bumped((40.0, 0.0, 0.0), 4.0))):
        finder.find(seen_by(FLAT, now.plane(MAT), MAT, rng), None, None, EVERYTHING, float(at))
    assert book.kept == 2
    assert book.memory is not None and book.memory.lens is not None
    assert book.memory.lens.focal == pytest.approx(pose.focal, rel=0.02)


def test_another_lens_is_found_out_and_the_old_one_forgotten(
    pose: CameraPose, rng: np.random.Generator
) -> None:
    book = Book()
    MatFinder(MAT, book).find(seen_by(FLAT, pose.plane(MAT), MAT, rng), None, None, EVERYTHING, 0.0)
    wide = replace(pose, focal=0.55, at=(pose.at[0], pose.at[1], pose.at[2] * 0.72))
    finder = MatFinder(MAT, book)
    found, told = finder.find(seen_by(FLAT, wide.plane(MAT), MAT, rng), None, None, EVERYTHING, 0.0)
    assert found is not None and told.found
    assert np.median(off_mm(found, wide.plane(MAT))) < 0.6
