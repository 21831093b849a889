"""A lens is learnt from several standpoints, known only as well as they tell, kept, and of use with tags covered."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.sight import Table, Tags
from tests.vision.boards import BEND, FOCAL, board_pictures
from vision.mat.lens import (
    BOARDS,
    LensFault,
    LensMemory,
    LensView,
    board_picture,
    learn_lens,
    lens_from,
    look_at_mat,
    look_at_picture,
    with_look,
)
from vision.mat.plane import USUAL_LENS, Plane, plane_from_tags, tag_corners_mm
from vision.painted.standpoint import CameraPose

MAT = Table(600.0, 400.0, Tags())
SIZE = (1920, 1080)
GRID = np.array([(x, y) for x in np.linspace(0, 600, 9) for y in np.linspace(0, 400, 7)])


def seen(rng: np.random.Generator, focal: float, bend: tuple[float, float], noise: float = 0.12) -> Plane:
    """The true plane of a camera somewhere over the mat, with its tags as they would be measured."""
    pose = CameraPose.over(MAT, SIZE, rng.uniform(0, 28), rng.uniform(-25, 25), rng.uniform(-180, 180), 0.95)
    far = focal / pose.focal  # as much of the table in view whatever the lens
    x, y, z = pose.at
    at = (300 + (x - 300) * far, 200 + (y - 200) * far, z * far)
    towards = (300 + rng.uniform(-20, 20), 200 + rng.uniform(-20, 20))
    plane = replace(pose, at=at, towards=towards, focal=focal, bend=bend).plane(MAT)
    assert MAT.tags is not None
    tags = {
        corner: plane.to_px(mm) + rng.normal(0.0, noise, (4, 2))
        for corner, mm in enumerate(tag_corners_mm(MAT, MAT.tags))
    }
    return replace(plane, tags_px=tags)


@pytest.mark.parametrize(("focal", "bend"), [(0.78, (0.0, 0.0)), (0.6, (-0.15, 0.015)), (0.92, (0.04, 0.0))])
def test_a_lens_is_known_the_better_the_more_standpoints(focal: float, bend: tuple[float, float]) -> None:
    rng = np.random.default_rng(5)
    looks = [look_at_mat(seen(rng, focal, bend), MAT) for _ in range(8)]
    few, many = learn_lens(looks[:2], SIZE), learn_lens(looks, SIZE)
    assert few is not None and many is not None
    assert many.focal == pytest.approx(focal, rel=0.004)
    assert many.bend[0] == pytest.approx(bend[0], abs=0.012)
    assert many.spreads[0] <= few.spreads[0] and many.spreads[1] < few.spreads[1]
    off = np.array([math.log(many.focal / focal), many.bend[0] - bend[0], many.bend[1] - bend[1]])
    assert off @ np.array(many.precision) @ off < 12


def test_a_known_lens_makes_two_tags_do_and_three_do_better() -> None:
    rng = np.random.default_rng(8)
    with_lens, without, two = [], [], []
    for _ in range(16):
        focal, bend = rng.uniform(0.6, 0.95), (rng.uniform(-0.1, 0.03), 0.0)
        lens = learn_lens([look_at_mat(seen(rng, focal, bend), MAT) for _ in range(5)], SIZE)
        true = seen(rng, focal, bend)
        three = {corner: true.tags_px[corner] for corner in (0, 1, 2)}
        for found, errors in (
            (plane_from_tags(three, MAT, SIZE, lens), with_lens),
            (plane_from_tags(three, MAT, SIZE), without),
        ):
            assert isinstance(found, Plane)
            errors.append(float(np.hypot(*(found.to_mm(true.to_px(GRID)) - GRID).T).max()))
        before = plane_from_tags(true.tags_px, MAT, SIZE, lens)
        assert isinstance(before, Plane)
        # The table is pushed by 9 mm and turned by 2° under the camera, and two tags are covered.
        turn = math.radians(2.0)
        spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        assert MAT.tags is not None
        places = tag_corners_mm(MAT, MAT.tags)
        pushed = {k: true.to_px(places[k] @ spin.T + (7.0, -5.6)) for k in (0, 1)}
        again = plane_from_tags(pushed, MAT, SIZE, lens, before)
        assert isinstance(again, Plane)
        two.append(
            float(np.median(np.hypot(*(again.to_mm(true.to_px(GRID @ spin.T + (7.0, -5.6))) - GRID).T)))
        )
    assert np.median(with_lens) < np.median(without)
    assert np.median(with_lens) < 0.6
    assert np.median(two) < 0.6 and max(two) < 1.5


def test_the_same_view_proves_nothing_new() -> None:
    rng = np.random.default_rng(1)
    plane = seen(rng, 0.78, (0.0, 0.0))
    memory = LensMemory(SIZE).after(plane, MAT)
    again = {corner: px + rng.normal(0.0, 0.2, (4, 2)) for corner, px in plane.tags_px.items()}
    assert memory.after(replace(plane, tags_px=again), MAT) is memory
    assert memory.lens is not None and memory.lens.looks == 1


def test_only_so_many_standpoints_are_kept_and_those_least_alike() -> None:
    rng = np.random.default_rng(2)
    looks: tuple[LensView, ...] = ()
    for _ in range(24):
        looks = with_look(looks, look_at_mat(seen(rng, 0.78, (0.0, 0.0)), MAT), 1920) or looks
    assert len(looks) == 16


def test_tags_that_no_lens_explains_teach_nothing() -> None:
    rng = np.random.default_rng(3)
    look = look_at_mat(seen(rng, 0.78, (0.0, 0.0)), MAT)
    assert learn_lens([replace(look, px=look.px + rng.normal(0.0, 30.0, look.px.shape))], SIZE) is None
    assert learn_lens([], SIZE) is None


def test_another_camera_begins_anew() -> None:
    rng = np.random.default_rng(4)
    memory = LensMemory(SIZE)
    for _ in range(3):
        memory = memory.after(seen(rng, 0.9, (0.0, 0.0)), MAT)
    for _ in range(3):
        memory = memory.after(seen(rng, 0.55, (-0.2, 0.02)), MAT)
    assert memory.lens is not None
    assert memory.lens.focal == pytest.approx(0.55, rel=0.02)
    small = replace(seen(rng, 0.55, (0.0, 0.0)), picture_size=(1280, 720))
    assert memory.after(small, MAT).picture_size == (1280, 720)


def test_what_is_kept_comes_back_as_it_was() -> None:
    rng = np.random.default_rng(6)
    memory = (
        LensMemory(SIZE).after(seen(rng, 0.7, (-0.05, 0.0)), MAT).after(seen(rng, 0.7, (-0.05, 0.0)), MAT)
    )
    again = LensMemory.from_json(memory.as_json())
    assert again.lens == memory.lens and again.picture_size == SIZE
    assert len(again.looks) == 2 == len(memory.looks)
    assert np.abs(again.looks[1].px - memory.looks[1].px).max() < 1e-3
    assert LensMemory.from_json(LensMemory(SIZE).as_json()).lens is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"version":1', b'"version":7'),
        (b'"focal":0.', b'"focal":-9.'),
        (b'"focal":', b'"focus":'),
        (b'"precision":[[', b'"precision":[[-'),
        (b"}", b""),
        (b'"mm":[[', b'"mm":[[[1.0,2.0],'),
    ],
)
def test_a_spoilt_file_is_told_from_a_lens(old: bytes, new: bytes) -> None:
    memory = LensMemory(SIZE).after(seen(np.random.default_rng(7), 0.7, (0.0, 0.0)), MAT)
    text = memory.as_json()
    assert old in text
    with pytest.raises(LensFault, match="expected"):
        LensMemory.from_json(text.replace(old, new, 1) if new else text[:-2])


def test_a_printed_board_teaches_the_lens() -> None:
    pictures = list(board_pictures(4))
    memory, served = lens_from([*pictures, np.full_like(pictures[0], 90)])
    assert served == (True, True, True, True, False)
    assert memory.lens is not None
    assert memory.lens.focal == pytest.approx(FOCAL, rel=0.01)
    assert memory.lens.bend[0] == pytest.approx(BEND[0], abs=0.02)
    assert memory.lens.spreads[1] < USUAL_LENS.spreads[1] / 5


@pytest.mark.parametrize(("across", "down", "dictionary"), BOARDS[2:5])
def test_how_many_squares_a_board_has_is_found_by_itself(across: int, down: int, dictionary: str) -> None:
    grey = board_picture(across, down, dictionary, 20)
    look = look_at_picture(np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8), None)
    assert look is not None and len(look.mm) == (across - 1) * (down - 1)
