"""Which side of a penny is up: struck and lit anyhow, dark, bright, turned, and on real photographs."""

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.pennies.reader import CROP_PX, CROP_PX_PER_MM, PENNY_MM, SIDE_PX, heads_chances, side_view
from vision.workshop.training.relief_heads import HeadMesh
from vision.workshop.training.relief_light import lit
from vision.workshop.training.relief_pen import SIDE, Pen, curve, moved
from vision.workshop.training.reliefs import REVERSES, struck

Picture = NDArray[np.uint8]
SHARED = Path(os.environ.get("ZO_SHARED", Path(__file__).parents[4] / "shared"))
PHOTOS = SHARED / "photos"


def as_crop(view: NDArray[np.float32]) -> Picture:
    """A view back in a crop's frame, so that it can be read as one."""
    margin = 4
    whole = cv2.copyMakeBorder(
        np.asarray(view, dtype=np.uint8), margin, margin, margin, margin, cv2.BORDER_REPLICATE
    )
    return np.asarray(cv2.cvtColor(whole, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def pennies(number: int, seed: int) -> tuple[list[Picture], NDArray[np.bool_]]:
    chance = np.random.default_rng(seed)
    sides = ["heads" if k % 2 else "tails" for k in range(number)]
    crops = [as_crop(lit(struck(side, chance, None), chance)) for side in sides]
    return crops, np.array([side == "heads" for side in sides])


def test_struck_pennies_never_seen_are_read_and_hardly_one_is_wrong_and_sure() -> None:
    crops, heads = pennies(200, 77)
    chances = heads_chances(crops)
    sure = np.maximum(chances, 1 - chances)
    right = (chances >= 0.5) == heads
    assert right[sure >= 0.6].mean() > 0.9
    assert (~right & (sure >= 0.9)).mean() < 0.02
    assert (sure >= 0.6).mean() > 0.6


def test_a_lamp_turned_down_or_up_changes_few_sides() -> None:
    crops, _ = pennies(60, 78)
    plain = heads_chances(crops) >= 0.5
    darker = heads_chances([np.asarray(crop * 0.6, dtype=np.uint8) for crop in crops]) >= 0.5
    assert (plain == darker).mean() > 0.9


def test_a_crop_with_more_pixels_is_read_as_the_same() -> None:
    crops, _ = pennies(60, 79)
    larger = [np.asarray(cv2.resize(crop, (112, 112)), dtype=np.uint8) for crop in crops]
    off = np.abs(np.subtract(heads_chances(crops), heads_chances(larger)))
    assert off.mean() < 0.05


def test_a_plain_disc_has_no_sure_side() -> None:
    y, x = np.mgrid[0:CROP_PX, 0:CROP_PX] - (CROP_PX - 1) / 2
    disc = np.where(np.hypot(x, y) < PENNY_MM / 2 * CROP_PX_PER_MM, 120, 60).astype(np.uint8)
    chance = heads_chances([np.asarray(cv2.cvtColor(disc, cv2.COLOR_GRAY2BGR), dtype=np.uint8)])[0]
    assert 0.1 < chance < 0.9


@pytest.mark.parametrize("size", [CROP_PX, 2 * CROP_PX, 200])
def test_the_view_shows_the_penny_at_one_size(size: int) -> None:
    y, x = np.mgrid[0:size, 0:size] - (size - 1) / 2
    disc = np.where(np.hypot(x, y) < PENNY_MM / 2 * CROP_PX_PER_MM * size / CROP_PX, 255, 0).astype(np.uint8)
    view = side_view(disc)
    assert view.shape == (SIDE_PX, SIDE_PX)
    assert np.sqrt((view / 255).sum() / np.pi) == pytest.approx(22.2, abs=0.3)


@pytest.mark.parametrize("reverse", REVERSES)
def test_every_reverse_fills_its_coin_and_no_two_are_alike(reverse: object) -> None:
    assert callable(reverse)
    one, other = reverse(Pen(np.random.default_rng(1))), reverse(Pen(np.random.default_rng(2)))
    y, x = np.mgrid[0:SIDE, 0:SIDE] - SIDE / 2
    assert one.shape == (SIDE, SIDE)
    assert 0.1 < (one[np.hypot(x, y) < 45] > 0.15).mean() < 0.95
    assert np.abs(one - other).mean() > 0.01


def test_words_stand_upright_at_the_top_and_at_the_foot() -> None:
    pen = Pen(np.random.default_rng(3))
    top = pen.rim_words("L", np.pi / 2, 0.7, 0.4)
    foot = pen.rim_words("L", -np.pi / 2, 0.7, 0.4, below=True)
    for drawn in (top, foot):  # an L has its foot at the bottom and its stem at the left
        rows, columns = np.nonzero(drawn > 0.3)
        low = columns[rows > rows.max() - 3]
        high = columns[rows < rows.min() + 3]
        assert np.ptp(low) > np.ptp(high)
        assert high.mean() < low.mean()


def test_a_field_moved_up_and_mirrored() -> None:
    field = np.zeros((SIDE, SIDE), np.float32)
    field[50:56, 70:76] = 1
    shifted = moved(field, 0.0, 0.2, 1.0, 0.0, mirror=True)
    row, column = np.unravel_index(int(cv2.GaussianBlur(shifted, (0, 0), 2).argmax()), field.shape)
    assert abs(row - 42.5) <= 1
    assert abs(column - (SIDE - 1 - 72.5)) <= 1


def test_a_curve_runs_through_its_three_points() -> None:
    path = curve([(0, 0), (1, 2), (2, 0)], 3)
    assert np.allclose(path, [(0, 0), (1, 2), (2, 0)])


def test_a_head_mesh_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        HeadMesh.load(tmp_path)


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the shared photographs are not beside the project")
def test_real_pennies_on_photographs_none_of_which_taught() -> None:
    told = json.loads((PHOTOS / "manifest.json").read_text())
    entries = told if isinstance(told, list) else told["entries"]
    crops: list[Picture] = []
    heads: list[bool] = []
    for entry in (one for one in entries if one["kind"] == "penny"):
        image = cv2.imread(str(PHOTOS / entry["file"]))
        assert image is not None
        for penny in (one for one in entry["truth"]["pennies"] if one["face"]):
            half = round(penny["r"] * CROP_PX / 2 / (PENNY_MM / 2 * CROP_PX_PER_MM))
            x, y = round(penny["x"]) + half, round(penny["y"]) + half
            wide = cv2.copyMakeBorder(image, half, half, half, half, cv2.BORDER_REPLICATE)
            patch = wide[y - half : y + half, x - half : x + half]
            size = (2 * CROP_PX, 2 * CROP_PX)
            crops.append(np.asarray(cv2.resize(patch, size, interpolation=cv2.INTER_AREA), dtype=np.uint8))
            heads.append(penny["face"] == "heads")
    chances = heads_chances(crops)
    sure = np.maximum(chances, 1 - chances)
    right = (chances >= 0.5) == np.array(heads)
    assert len(crops) > 150
    assert (right & (sure >= 0.6)).mean() >= 0.85
    assert (~right & (sure >= 0.9)).mean() <= 0.01
