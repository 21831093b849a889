"""Pennies are found anywhere, with a mat and without; what is round and flat, or of another size, is none."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.sight import Sighting, Table
from tests.vision.grain import noisy
from vision.mat.plane import Plane, find_plane
from vision.painted.flat_things import Shine, coin_relief, paint_coin
from vision.painted.painter import GROUNDS, Ground, Painter
from vision.painted.standpoint import CameraPose, Lamp
from vision.painted.tabletop import Laid, TableTop
from vision.pennies.reader import LEAST_SURE, Ellipse, Shrinking, evened, find_free_pennies, of_like_size

Picture = NDArray[np.uint8]
TABLE = Table(396.0, 396.0, kinds=("card", "penny"))
PLACES = (
    (60, 60),
    (200, 50),
    (340, 80),
    (90, 190),
    (215, 205),
    (330, 220),
    (50, 340),
    (190, 330),
    (345, 345),
)


def laid(seed: int) -> TableTop:
    rng = np.random.default_rng(seed)
    sides = ("heads", "tails")
    return TableTop(
        tuple(
            Laid(
                "penny",
                sides[k % 2],
                x + rng.uniform(-15, 15),
                y + rng.uniform(-15, 15),
                float(rng.uniform(0, 360)),
            )
            for k, (x, y) in enumerate(PLACES)
        )
    )


@cache
def painted(on: Ground, tilt_deg: float, seed: int, nearness: float = 1.0) -> tuple[Picture, Plane, TableTop]:
    pose = CameraPose.over(TABLE, (1280, 720), tilt_deg=tilt_deg, nearness=nearness)
    painter = Painter(TABLE, (), pose, Lamp(glare=0.1), seed, on)
    top = laid(seed)
    return painter.paint(top), painter.plane, top


def middle(penny: Sighting) -> NDArray[np.float64]:
    assert penny.corners_px is not None
    return np.asarray(np.mean(penny.corners_px, axis=0), dtype=np.float64)


def covered(outline: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which quarters of pixels an outline covers in a picture of 1280 x 720."""
    mask = np.zeros((4 * 720, 4 * 1280), np.uint8)
    cv2.fillPoly(mask, [np.round((outline + 0.5) * 4 * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    return np.asarray(mask > 0, dtype=np.bool_)


def unmatched(found: Sequence[Sighting], plane: Plane, top: TableTop) -> tuple[int, int]:
    """How many pennies were missed, and how many finds are none."""
    wanted = plane.to_px([(thing.x, thing.y) for thing in top.things], 1.5)
    off = np.array([[np.hypot(*(middle(find) - at)) for at in wanted] for find in found])
    near = off < 8
    return int((~near.any(axis=0)).sum()), int((~near.any(axis=1)).sum())


@pytest.mark.parametrize(("mat", "least"), [(True, 0.93), (False, 0.86)])
def test_pennies_are_found_on_every_ground_with_and_without_a_mat(*, mat: bool, least: float) -> None:
    missed = 0
    for tilt in (3.0, 28.0):
        for on in GROUNDS:
            image, plane, top = painted(on, tilt, seed=round(tilt) + len(on))
            found = find_free_pennies(image, plane if mat else None, None, ())
            more, invented = unmatched(found, plane, top)
            missed += more
            assert invented == 0
    assert missed <= (1 - least) * 2 * len(GROUNDS) * len(PLACES)


PURPLE = (1.0, 0.65, 0.85)
"""Blue, green and red of a light, or of a camera's wrong white, under which copper looks grey."""


@pytest.mark.parametrize("on", ["grey cloth", "dark wood"])
def test_the_paper_of_the_tags_tells_copper_from_grey_in_coloured_light(on: Ground) -> None:
    image, blind, top = painted(on, 12.0, seed=21)
    lit = np.clip(image * np.array(PURPLE), 0, 255).astype(np.uint8)
    plane = find_plane(lit, TABLE)
    assert isinstance(plane, Plane)
    assert unmatched(find_free_pennies(lit, plane, None, ()), plane, top) == (0, 0)
    assert len(find_free_pennies(lit, blind, None, ())) < len(PLACES)  # its tags were not looked for


def test_without_a_mat_the_ground_tells_copper_from_grey_and_makes_no_copper_of_silver() -> None:
    image, plane, top = painted("dark wood", 12.0, seed=21)
    lit = np.clip(image * np.array(PURPLE), 0, 255).astype(np.uint8)
    assert unmatched(find_free_pennies(lit, None, None, ()), plane, top) == (0, 0)
    silver = np.repeat(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)
    wood = cv2.GaussianBlur(image, (0, 0), 60)
    coins = np.where(_on_coins(plane, top)[..., None], silver, wood).astype(np.uint8)
    assert find_free_pennies(coins, None, None, ()) == ()


def _on_coins(plane: Plane, top: TableTop) -> NDArray[np.bool_]:
    mask = np.zeros((720, 1280), np.uint8)
    turn = np.linspace(0, 2 * np.pi, 40)
    for thing in top.things:
        ring = [(thing.x + 9.525 * np.cos(t), thing.y + 9.525 * np.sin(t)) for t in turn]
        cv2.fillPoly(mask, [np.round(plane.to_px(ring, 1.5)).astype(np.int32)], 1)
    return np.asarray(mask > 0, dtype=np.bool_)


def test_a_penny_has_its_place_in_mm_with_a_mat_and_none_without() -> None:
    image, plane, top = painted("grey cloth", 20.0, seed=4)
    for penny in find_free_pennies(image, plane, None, ()):
        assert penny.x is not None
        assert penny.y is not None
        assert min(np.hypot(thing.x - penny.x, thing.y - penny.y) for thing in top.things) < 1.0
        assert penny.region is None
    without = find_free_pennies(image, None, None, ())
    assert without
    assert all(penny.x is None and penny.y is None for penny in without)


def test_an_outline_goes_round_its_penny() -> None:
    image, plane, top = painted("blue cloth", 28.0, seed=5)
    turn = np.linspace(0, 2 * np.pi, 64)
    for penny in find_free_pennies(image, plane, None, ()):
        near = min(
            top.things,
            key=lambda thing: float(np.hypot(*(plane.to_px([(thing.x, thing.y)])[0] - middle(penny)))),
        )
        circle = [(near.x + 9.525 * np.cos(t), near.y + 9.525 * np.sin(t)) for t in turn]
        true, seen = covered(plane.to_px(circle, 1.5)), covered(np.array(penny.corners_px))
        assert (true & seen).sum() / (true | seen).sum() > 0.75


def test_a_closer_camera_sees_larger_pennies_and_finds_them() -> None:
    for nearness in (1.0, 2.2):
        image, plane, _ = painted("dark wood", 10.0, seed=6, nearness=nearness)
        found = find_free_pennies(image, None, None, ())
        high, wide = image.shape[:2]
        shown = plane.to_px([(thing.x, thing.y) for thing in laid(6).things])
        reach = 14 * nearness
        inside = ((shown > reach) & (shown < [wide - reach, high - reach])).all(axis=1)
        assert len(found) >= inside.sum() > 0


def test_one_coin_may_fill_the_picture() -> None:
    rng = np.random.default_rng(8)
    for diameter in (300.0, 560.0):
        image = np.full((720, 1000, 3), 190, np.uint8)
        coin = paint_coin(coin_relief("heads", rng), diameter, rng, Shine(tarnish=0.4))
        high, wide = coin.shape[:2]
        top, left = (720 - high) // 2, 180
        part = image[top : top + high, left : left + wide]
        cover = coin[..., 3:] / 255
        part[:] = (coin[..., :3] * cover + part * (1 - cover)).astype(np.uint8)
        found = find_free_pennies(noisy(image, 8, 2.0), None, None, ())
        assert len(found) == 1
        assert abs(middle(found[0])[0] - (left + wide / 2)) < 0.1 * diameter


def test_what_is_copper_but_of_another_size_is_no_penny_where_the_scale_is_known() -> None:
    image, plane, _ = painted("grey cloth", 5.0, seed=9)
    larger = Plane(
        matrix=plane.matrix,
        distortion=plane.distortion,
        rotation=plane.rotation,
        translation=plane.translation / 1.5,
        width_mm=plane.width_mm / 1.5,
        height_mm=plane.height_mm / 1.5,
        picture_size=plane.picture_size,
        error_px=plane.error_px,
    )  # as if everything were but two thirds as large
    assert find_free_pennies(image, larger, None, ()) == ()
    assert len(find_free_pennies(image, plane, None, ())) == len(PLACES)


@pytest.mark.parametrize("on", ["green cloth", "light wood"])
def test_flat_discs_are_no_pennies(on: Ground) -> None:
    rng = np.random.default_rng(11)
    image = Painter(TABLE, (), CameraPose.over(TABLE, (1280, 720)), Lamp(), 3, on).paint(TableTop())
    colours = [(40, 110, 220), (60, 90, 150), (30, 30, 200), (220, 220, 225), (190, 60, 30), (40, 200, 230)]
    for k, colour in enumerate(colours):
        at = (220 + 165 * k, 200 + int(rng.integers(0, 300)))
        cv2.circle(image, at, 16 + 3 * (k % 3), colour, -1, cv2.LINE_AA)
        if k % 2:
            cv2.circle(image, at, 10, (250, 250, 250), 2, cv2.LINE_AA)
        else:
            cv2.putText(image, str(k), (at[0] - 7, at[1] + 8), 0, 0.7, (20, 20, 20), 2, cv2.LINE_AA)
    softened = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8)
    assert find_free_pennies(softened, None, None, ()) == ()


def test_nothing_is_looked_for_outside_the_boxes() -> None:
    image, plane, top = painted("green cloth", 8.0, seed=12)
    x, y = plane.to_px([(top.things[4].x, top.things[4].y)])[0]
    box = (float(x) - 40, float(y) - 40, float(x) + 40, float(y) + 40)
    for flat in (plane, None):
        found = find_free_pennies(image, flat, [box], ())
        assert len(found) == 1
        assert np.hypot(*(middle(found[0]) - [x, y])) < 4
        assert find_free_pennies(image, flat, [], ()) == ()


def test_pennies_on_cards_are_left_to_others_where_a_mat_is_in_view() -> None:
    image, plane, top = painted("green cloth", 8.0, seed=13)
    thing = top.things[0]
    square = [(-30.0, 30.0), (30.0, 30.0), (30.0, -30.0), (-30.0, -30.0)]
    corners = plane.to_px([(thing.x + x, thing.y + y) for x, y in square])
    card = Sighting("card", None, corners_px=tuple((float(x), float(y)) for x, y in corners))
    assert len(find_free_pennies(image, plane, None, [card])) == len(PLACES) - 1
    assert len(find_free_pennies(image, None, None, [card])) == len(PLACES)


def test_a_crop_shows_the_outline_as_a_circle_whatever_its_size() -> None:
    for radius in (9.0, 60.0, 200.0):
        image = np.zeros((600, 800, 3), np.uint8)
        shape = np.array([[radius, 0.0], [0.0, 0.8 * radius]])
        axes = (round(radius * 16), round(0.8 * radius * 16))
        cv2.ellipse(image, (400 * 16, 300 * 16), axes, 0, 0, 360, (255, 255, 255), -1, cv2.LINE_AA, 4)
        crop = Shrinking(image).crop(Ellipse(np.array([400.0, 300.0]), shape), 48, 16.0)
        y, x = np.mgrid[0:48, 0:48] - 23.5
        far = np.hypot(x, y)
        assert crop[far < 14].min() > 200
        assert crop[far > 19].max() < 60


def round_find(radius: float, odds: float) -> Ellipse:
    return Ellipse(np.array([100.0, 100.0]), np.eye(2) * radius, odds)


def test_a_worn_penny_is_known_by_the_size_of_those_about_it() -> None:
    doubted = round_find(30.0, 0.8)
    assert doubted.chance < LEAST_SURE[1]
    sure = [round_find(radius, 4.0) for radius in (29.0, 30.0, 30.5, 31.0)]
    assert of_like_size([*sure, doubted])[-1].chance >= LEAST_SURE[1]
    assert of_like_size([*sure[:2], doubted])[-1].chance == doubted.chance
    assert of_like_size([*sure, round_find(38.0, 0.8)])[-1].chance == doubted.chance
    assert of_like_size([*sure, round_find(80.0, 0.8)])[-1].chance < doubted.chance


@pytest.mark.parametrize(("again", "found"), [(4.0, 1), (-4.0, 0)])
def test_a_place_counts_after_two_close_looks(
    monkeypatch: pytest.MonkeyPatch, again: float, found: int
) -> None:
    looks = cycle((4.0, again))

    def looked(_picture: Shrinking, outlines: Sequence[Ellipse]) -> list[Ellipse]:
        odds = next(looks)
        return [replace(one, odds=odds) for one in outlines]

    place = Ellipse(np.array([100.0, 90.0]), np.eye(2) * 20.0, odds=2.2)
    monkeypatch.setattr("vision.pennies.reader.likely_places", lambda *_asked: [place])
    monkeypatch.setattr("vision.pennies.reader.looked_at", looked)
    copper = np.full((180, 240, 3), (70, 100, 160), np.uint8)
    assert len(find_free_pennies(copper, None, None, ())) == found


def test_neither_the_lamp_nor_the_distance_changes_what_the_network_sees() -> None:
    patches = np.random.default_rng(3).integers(0, 250, (12, 12, 3), np.uint8)
    near = np.asarray(cv2.resize(patches, (192, 192)), np.uint8)
    far = np.asarray(cv2.resize(near, (64, 64), interpolation=cv2.INTER_AREA), np.uint8)
    crops = [
        Shrinking(picture).crop(Ellipse(np.full(2, side / 2 - 0.5), np.eye(2) * side / 3), 48, 16.0)
        for picture, side in ((near, 192), (far, 64))
    ]
    bright, small = evened(np.stack(crops))
    assert np.abs(bright - small).mean() < 0.1
    (dim,) = evened(np.asarray(crops[0][None] * 0.6, np.uint8))
    assert np.corrcoef(bright.ravel(), dim.ravel())[0, 1] > 0.999
    assert np.abs(bright - dim).mean() < 0.2 * np.abs(bright).mean()
