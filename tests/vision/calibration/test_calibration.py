"""A calibration passes a good table and fails a spoilt one for the right reason, with figures that are true."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.grain import noisy
from tests.vision.light.test_light import glared
from tests.vision.shown import picture, plane, table
from vision.arrays import Picture
from vision.calibration.judging import (
    NAMES,
    Calibration,
    calibrate,
    px_per_mm_range,
    temperature_k,
    tilt_deg,
)
from vision.calibration.verdict import Verdict
from vision.light.fitness import edge_spreads_mm
from vision.mat.plane import Plane, tag_corners_mm
from vision.painted.standpoint import CameraPose

GOOD = "003.jpg"


def verdicts(found: Calibration) -> dict[str, Verdict]:
    return {verdict.name: verdict for verdict in found.verdicts}


@cache
def shots() -> tuple[Picture, ...]:
    return tuple(noisy(picture(GOOD), seed, 2.0, grey=True) for seed in range(5))


@cache
def good() -> Calibration:
    return calibrate(shots(), table())


def failing(found: Calibration) -> set[str]:
    return {verdict.name for verdict in found.verdicts if verdict.ok is False}


def test_a_good_table_passes_in_everything() -> None:
    assert tuple(verdict.name for verdict in good().verdicts) == NAMES
    assert all(verdict.ok for verdict in good().verdicts), good().verdicts
    assert good().ok
    assert len(good().tags) == 4 and len(good().area) == 32 and good().glare == ()


def test_one_picture_tells_all_but_what_takes_several() -> None:
    alone = calibrate([picture(GOOD)], table())
    assert {v.name for v in alone.verdicts if v.ok is None} == {"flicker", "steadiness"}
    several = calibrate(shots()[:4], table(), in_a_row=False)
    assert {v.name for v in several.verdicts if v.ok is None} == {"flicker", "steadiness"}


def bands(image: Picture, shot: int) -> np.ndarray:
    rows = np.arange(image.shape[0], dtype=np.float32)[:, None, None]
    return image * (1 + 0.04 * np.sin(rows / 70 + 2.1 * shot))


def shifted(image: Picture, shot: int) -> np.ndarray:
    return np.roll(image, (shot % 3) * 2, axis=1)


def covered(image: Picture, corner: int) -> Picture:
    hidden = image.copy()
    at = plane(GOOD).tags_px[corner].mean(axis=0).astype(int)
    cv2.circle(hidden, (int(at[0]), int(at[1])), 70, (90, 120, 90), -1)
    return hidden


SPOILT: dict[str, tuple[set[str], str, Callable[[Picture, int], np.ndarray]]] = {
    "blurred": ({"focus"}, "Blurred", lambda image, _: cv2.GaussianBlur(image, (0, 0), 2.5)),
    "dark": ({"exposure"}, "Too dark", lambda image, _: cv2.convertScaleAbs(image, alpha=0.3)),
    "burnt": ({"exposure", "glare"}, "Too bright", lambda image, _: cv2.convertScaleAbs(image, alpha=1.25)),
    "noise": ({"exposure"}, "Grainy", lambda image, shot: noisy(image, shot, 16.0, grey=True)),
    "yellow": ({"white balance"}, "yellow", lambda image, _: cv2.multiply(image, (0.45, 0.9, 1.0, 1.0))),
    "flicker": (
        {"flicker"},
        "from picture to picture",
        lambda image, shot: cv2.convertScaleAbs(image, alpha=0.9 + 0.03 * (shot % 3)),
    ),
    "bands": ({"flicker"}, "Bands", bands),
    "small": (
        {"detail"},
        "Hang the camera lower",
        lambda image, _: cv2.resize(image, (960, 540), interpolation=3),
    ),
    "shaking": ({"steadiness"}, "moves by", shifted),
    "glare": ({"glare"}, "c4", lambda image, _: glared(image, GOOD, "c4")),
    "a tag covered": ({"mat"}, "near-right", lambda image, _: covered(image, 1)),
}


@pytest.mark.parametrize("how", SPOILT)
def test_what_is_spoilt_fails_by_its_own_name_with_a_fix(how: str) -> None:
    wanted, words, spoil = SPOILT[how]
    spoilt = [noisy(spoil(picture(GOOD), shot), 10 + shot, 2.0, grey=True) for shot in range(4)]
    found = calibrate(spoilt, table())
    assert failing(found) == wanted, found.verdicts
    bad = verdicts(found)[sorted(wanted)[0]]
    assert words in f"{bad.words} {bad.fix}"
    assert bad.fix and not found.ok
    assert found.glare or "glare" not in wanted


def test_without_a_mat_the_missing_tags_are_named_and_the_rest_is_open() -> None:
    empty = np.full((720, 1280, 3), 90, np.uint8)
    found = verdicts(calibrate([empty], table()))
    assert found["mat"].ok is False and "no corner tag" in found["mat"].words.lower()
    assert found["focus"].ok is None and found["exposure"].ok is True
    dark = verdicts(calibrate([empty // 10], table()))
    assert dark["exposure"].ok is False and dark["exposure"].fix
    two = covered(covered(picture(GOOD), 0), 1)
    assert "near-left and near-right" in verdicts(calibrate([two], table()))["mat"].words


def test_the_spread_of_edges_follows_the_blur() -> None:
    found = []
    for sigma in (0.8, 1.2, 1.8):
        soft = np.asarray(cv2.GaussianBlur(picture(GOOD), (0, 0), sigma), np.uint8)
        spreads = edge_spreads_mm(soft, plane(GOOD), 6)
        assert set(spreads) == {0, 1, 2, 3}
        found.append(np.median(list(spreads.values())))
    assert found[0] < found[1] < found[2]
    # A Gaussian's edge rises from 10 to 90 % within 2.56 of its standard deviations.
    scale = plane(GOOD).px_per_mm(198, 198)
    assert found[2] - found[0] == pytest.approx(2.56 * (1.8 - 0.8) / scale, rel=0.6)


def test_detail_and_tilt_are_those_of_the_camera() -> None:
    steep = CameraPose.over(table(), (1280, 720), tilt_deg=40.0)
    true = steep.plane(table())
    assert tilt_deg(true) == pytest.approx(40.0, abs=0.5)
    least, most = px_per_mm_range(true)
    assert least < true.px_per_mm(198, 198) < most
    straight = CameraPose.over(table(), (1280, 720), tilt_deg=0.0).plane(table())
    assert px_per_mm_range(straight)[0] == pytest.approx(straight.px_per_mm(198, 198), rel=0.08)
    tags = table().tags
    assert tags is not None
    seen = {corner: true.to_px(mm) for corner, mm in enumerate(tag_corners_mm(table(), tags))}
    from vision.calibration.judging import judge_mat

    assert judge_mat(replace(true, tags_px=seen)).ok is False


def test_the_area_drawn_is_the_playing_area() -> None:
    found = good()
    assert isinstance(found.plane, Plane)
    corners = np.array(found.area)[[0, 8, 16, 24]]
    back = found.plane.to_mm(corners)
    assert np.abs(back - [(0, 0), (396, 0), (396, 396), (0, 396)]).max() < 1e-3


@pytest.mark.parametrize(
    ("paper", "kelvin"), [((255, 255, 255), 6500), ((150, 210, 255), 4000), ((255, 235, 220), 8500)]
)
def test_the_colour_of_paper_is_a_temperature(paper: tuple[int, int, int], kelvin: float) -> None:
    assert temperature_k(np.array(paper, dtype=np.float64)) == pytest.approx(kelvin, rel=0.15)
    assert temperature_k(np.array([0.0, 255.0, 0.0])) != pytest.approx(6500, rel=0.05)


def test_the_camera_s_own_word_on_the_lamp_is_told() -> None:
    told = calibrate([picture(GOOD)], table(), readings={"ColourTemperature": 3120.0})
    assert "3,100 K" in verdicts(told)["white balance"].words
    assert verdicts(told)["white balance"].figures["lamp_k"] == 3120.0


def test_a_calibration_needs_pictures() -> None:
    with pytest.raises(ValueError, match="needs pictures"):
        calibrate([], table())
