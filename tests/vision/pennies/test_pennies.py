"""Pennies are found where they lie, their sides are read, and painted suns are no pennies."""

from collections import Counter

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.sight import Sighting
from tests.vision.shown import picture, plane, table, truth
from vision.mat.plane import Plane, find_plane
from vision.networks import WEIGHTS
from vision.pennies.reader import find_pennies, heads_chances, penny_chances
from vision.workshop.training.painted_pennies import painted

Picture = NDArray[np.uint8]


def wanted(name: str) -> list[tuple[str, str]]:
    sightings = truth(name)["sightings"]
    assert isinstance(sightings, list)
    return sorted((s["region"], s["label"]) for s in sightings if s["kind"] == "penny")


def found(_name: str, pennies: list[Sighting]) -> list[tuple[str | None, str | None]]:
    return sorted((table().region_at(float(p.x or 0), float(p.y or 0)), p.label) for p in pennies)


def card_on(name: str, region: str) -> Sighting:
    """A card of 60 mm in the middle of a region."""
    x, y = next(r.centre for r in table().regions if r.name == region)
    corners = plane(name).to_px([(x - 30, y + 30), (x + 30, y + 30), (x + 30, y - 30), (x - 30, y - 30)])
    return Sighting("card", None, x=x, y=y, corners_px=tuple((float(a), float(b)) for a, b in corners))


@pytest.mark.parametrize("name", ["003.jpg", "006.jpg", "007.jpg", "008.jpg", "011.jpg"])
def test_every_penny_is_found_and_read(name: str) -> None:
    pennies = find_pennies(picture(name), plane(name), [])
    missing = Counter(wanted(name)) - Counter(found(name, pennies))
    assert not Counter(found(name, pennies)) - Counter(wanted(name))
    # Where an attack is laid across a card, the penny of that card may be covered by more than half.
    twice = [region for region, number in Counter(region for region, _ in wanted(name)).items() if number > 1]
    assert all(region in twice and number == 1 for (region, _), number in missing.items())
    assert all(penny.sure > 0.5 for penny in pennies)


@pytest.mark.parametrize("name", ["000.jpg", "001.jpg", "002.jpg"])
def test_where_no_penny_lies_none_is_found(name: str) -> None:
    assert find_pennies(picture(name), plane(name), []) == []


def test_only_the_cards_given_are_looked_at() -> None:
    cards = [card_on("003.jpg", region) for region in ("a2", "c2", "a1")]
    pennies = find_pennies(picture("003.jpg"), plane("003.jpg"), cards)
    assert found("003.jpg", pennies) == [("a2", "heads"), ("c2", "heads")]


def test_half_the_picture_size_does() -> None:
    """1280 x 720, as small cameras give."""
    reduced = np.asarray(cv2.resize(picture("008.jpg"), (1280, 720), interpolation=cv2.INTER_AREA))
    flat = find_plane(reduced, table())
    assert isinstance(flat, Plane)
    assert found("008.jpg", find_pennies(reduced, flat, [])) == wanted("008.jpg")


def test_a_penny_lies_where_its_box_is() -> None:
    flat = plane("003.jpg")
    for penny in find_pennies(picture("003.jpg"), flat, []):
        assert penny.corners_px is not None
        middle = flat.to_mm(np.array(penny.corners_px), 1.0).mean(axis=0)
        assert np.hypot(middle[0] - float(penny.x or 0), middle[1] - float(penny.y or 0)) < 0.1
        size = np.ptp(np.array(penny.corners_px), axis=0)
        assert 19 < size.min() / flat.px_per_mm(float(penny.x or 0), float(penny.y or 0)) * 1.05 < 24


@pytest.mark.parametrize(
    "colour", [(80, 120, 190), (60, 90, 140), (120, 200, 250), (250, 250, 250), (30, 40, 60)]
)
@pytest.mark.parametrize("diameter", [19.05, 25.0, 14.0])
def test_a_flat_painted_circle_is_no_penny(colour: tuple[int, int, int], diameter: float) -> None:
    image = picture("000.jpg").copy()
    t = np.linspace(0, 2 * np.pi, 90)
    circle = plane("000.jpg").to_px(
        np.column_stack([200 + diameter / 2 * np.cos(t), 180 + diameter / 2 * np.sin(t)])
    )
    soft = image.copy()
    cv2.fillPoly(soft, [np.round(circle * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    image = np.asarray(cv2.GaussianBlur(soft, (0, 0), 0.7))
    assert find_pennies(image, plane("000.jpg"), []) == []


def test_chances_of_painted_crops_are_right_more_often_than_they_are_sure() -> None:
    """The readers and the painter they learnt from agree: also a check that the weights fit this code."""
    chance = np.random.default_rng(2026)
    crops = [painted(("heads", "tails")[k % 2], chance) for k in range(120)]
    heads = heads_chances([crop.picture for crop in crops])
    sure = np.maximum(heads, 1 - heads)
    right = (heads >= 0.5) == np.array([crop.label == "heads" for crop in crops])
    assert right.mean() > 0.72
    assert right[sure > 0.9].mean() > 0.93
    assert (sure > 0.9).sum() > 30


def test_no_penny_in_painted_crops_without() -> None:
    chance = np.random.default_rng(2027)
    with_penny = [painted(("heads", "tails")[k % 2], chance) for k in range(60)]
    without = [painted(None, chance) for _ in range(60)]
    there, visible = penny_chances([crop.picture for crop in with_penny])
    absent, _ = penny_chances([crop.picture for crop in without])
    assert (there > 0.5).mean() > 0.9
    assert (absent > 0.5).mean() < 0.15
    assert np.abs(visible - [crop.visible for crop in with_penny]).mean() < 0.12


def test_a_quarter_turn_changes_no_side() -> None:
    chance = np.random.default_rng(5)
    crops = [painted("tails", chance).picture for _ in range(20)]
    turned = [np.ascontiguousarray(np.rot90(crop)) for crop in crops]
    assert np.allclose(heads_chances(crops), heads_chances(turned), atol=1e-4)


def test_nothing_in_nothing_out() -> None:
    assert len(heads_chances([])) == 0
    assert len(penny_chances([])[0]) == 0


def test_the_weights_are_small() -> None:
    assert all(file.stat().st_size < 2_000_000 for file in WEIGHTS.glob("*.onnx"))
