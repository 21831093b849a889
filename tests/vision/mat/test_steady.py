"""Steady for hours: lamps, sun, shadows, a sagging or knocked camera, covered tags, and the table read as it lies."""

import numpy as np
import pytest

from companion.sight import Scene
from tests.vision.mat.test_mat import knocked
from tests.vision.nights import CAMERA, LAID, PENNY, SIZE, Night, edge, looker, lying, spot
from tests.vision.painted.test_paint import TABLE
from vision.eye import Eye, Reading
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid

GRID = np.array([(x, y) for x in np.linspace(0, 396, 5) for y in np.linspace(0, 396, 5)])
WHOLE = {
    "a1": [("card", "kassin-a")],
    "c5": [("card", "mourse-b"), ("penny", "heads")],
    "e2": [("card", "kassin-b")],
    "f6": [("card", "mourse-a")],
}


@pytest.fixture(scope="module")
def night() -> Night:
    return Night()


def settled(night: Night) -> Eye:
    """An eye that has read the table."""
    eye = looker()
    for shot in range(3):
        scene = eye.read(night.frame(shot * 0.1)).scene
    assert lying(scene) == WHOLE
    return eye


def off_mm(eye: Eye, camera: CameraPose) -> float:
    """How far the eye has the table from where it lies, at the worst point."""
    assert eye.plane is not None
    shift = eye.plane.to_mm(camera.plane(TABLE).to_px(GRID)) - GRID
    return float(np.hypot(shift[:, 0], shift[:, 1]).max())


def nothing_changed(scene: Scene) -> bool:
    """Whether all lies as it did; a penny's side may be left unread in bad light, which changes nothing."""
    now = lying(scene)
    unread = {
        name: [
            was if one == ("penny", None) else one
            for one, was in zip(things, WHOLE.get(name, ()), strict=False)
        ]
        for name, things in now.items()
    }
    counts = {name: len(things) for name, things in now.items()}
    return unread == WHOLE and counts == {name: len(things) for name, things in WHOLE.items()}


def test_a_lamp_is_switched_on_and_off_all_evening(night: Night) -> None:
    eye, at = settled(night), 1.0
    for light in (0.5, 1.0, (0.6, 0.85, 1.0), 1.0, 0.35, 1.1):
        for _shot in range(3):
            reading = eye.read(night.frame(at, light=light))
            assert nothing_changed(reading.scene), light
            assert reading.mat.found and reading.mat.moved_mm == 0.0
            at += 0.15


def test_the_sun_wanders_across_the_mat(night: Night) -> None:
    eye = settled(night)
    for step, x in enumerate(np.linspace(0, SIZE[0], 14)):
        reading = eye.read(night.frame(20.0 * (step + 1), light=spot(x, 300 + 0.1 * x, 160, 1.6)))
        assert nothing_changed(reading.scene), x
        assert reading.mat.moved_mm == 0.0


@pytest.mark.parametrize("soft", [20.0, 90.0])
def test_a_player_s_shadow_comes_stays_and_goes(night: Night, soft: float) -> None:
    eye, at = settled(night), 1.0
    for x in (*np.linspace(-100, 650, 4), *[650] * 3, *np.linspace(600, -100, 4), *[-300] * 3):
        reading = eye.read(night.frame(at, light=edge(x, 0.55, soft)))
        assert nothing_changed(reading.scene), x
        at += 0.1
    assert not reading.scene.hand


def test_a_camera_that_sags_by_a_hair_a_minute_loses_nothing(night: Night) -> None:
    eye = settled(night)
    steps: list[float] = []
    for step in range(1, 12):
        sag = 0.8 * step  # mm in as many minutes: too slow for any two frames to show
        camera = CAMERA.bumped((0.3 * sag, 0.5 * sag, -0.8 * sag), roll_deg=0.02 * sag)
        for shot in range(
            2
        ):  # a minute in one step is seen as a move; a camera has hundreds of frames for it
            reading = eye.read(night.frame(60.0 * step + 0.1 * shot, camera))
            assert nothing_changed(reading.scene), step
            steps.append(reading.mat.moved_mm)
        assert off_mm(eye, camera) < 0.8
    assert max(steps) < 2.0
    assert sum(steps) > 3.5


@pytest.mark.parametrize("how", range(6))  # pushed, rolled, and turned about both other axes
def test_a_knock_is_taken_in_within_two_still_frames(night: Night, how: int) -> None:
    rng = np.random.default_rng(100 + how)
    camera = knocked(CAMERA, rng, how)
    eye, at = settled(night), 1.0
    # One frame in mid-knock, blurred by the shake, then still ones.
    readings: list[Reading] = []
    for pose in (CAMERA.bumped((2.0, 1.0, 0.0)), camera, camera, camera):
        readings.append(eye.read(night.frame(at, pose)))
        at += 0.1
    assert off_mm(eye, camera) < 0.6
    assert max(reading.mat.moved_mm for reading in readings[1:]) > 0.3
    assert nothing_changed(readings[-1].scene)
    assert readings[-1].mat.moved_mm == 0.0


def test_a_card_over_a_tag_and_then_a_knock() -> None:
    over = Laid("card", None, -20.0, -20.0, 10.0, face="down", deck="boarix")
    bare, covered = Night(), Night((*LAID, PENNY, over))
    eye = settled(bare)
    for shot in range(4):
        reading = eye.read(covered.frame(1.0 + shot * 0.1))
    assert nothing_changed(reading.scene)
    assert reading.mat.found and reading.mat.moved_mm == 0.0
    camera = CAMERA.bumped((5.0, -3.0, 2.0), 1.2)
    for shot in range(4):
        reading = eye.read(covered.frame(2.0 + shot * 0.1, camera))
    assert nothing_changed(reading.scene)
    assert off_mm(eye, camera) < 1.0
