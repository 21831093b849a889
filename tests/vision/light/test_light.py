"""The light is judged by whether detail is lost, and the words name the place and the cure."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.shown import picture, plane, table
from tests.vision.tiles import board
from vision.light.fitness import CLIPPED, judge_light, paper_colours
from vision.mat.plane import Plane, find_plane

Picture = NDArray[np.uint8]


def scaled(image: Picture, *gains: float) -> Picture:
    levels = np.arange(256)[:, None] * (gains if len(gains) == 3 else gains * 3)
    return np.asarray(cv2.LUT(image, np.minimum(levels, 255).astype(np.uint8)[:, None]), np.uint8)


def glared(image: Picture, name: str, *regions: str) -> Picture:
    """The picture with a lamp's reflection, blown out in its middle, on these regions."""
    lit = image.astype(np.float32)
    for region in regions:
        x, y = next(r.centre for r in table().regions if r.name == region)
        (px, py), spread = plane(name).to_px([(x, y)])[0], 27 * plane(name).px_per_mm(x, y)
        left, top, right, low = (
            max(0, int(edge)) for edge in (px - 4 * spread, py - 4 * spread, px + 4 * spread, py + 4 * spread)
        )
        rows, columns = np.mgrid[top : min(low, image.shape[0]), left : min(right, image.shape[1])]
        far = np.hypot(columns - px, rows - py) / spread
        lit[top:low, left:right] += 900 * np.exp(-(far**2))[..., None] * np.array([0.9, 0.97, 1.0])
    return np.clip(lit, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("name", ["000.jpg", "003.jpg", "007.jpg", "011.jpg"])
def test_a_mild_glow_is_no_fault(name: str) -> None:
    light = judge_light(picture(name), plane(name), table().regions)
    assert light.ok
    assert light.why is None


@pytest.mark.parametrize("with_plane", [True, False])
def test_a_dark_room_is_told(*, with_plane: bool) -> None:
    dark = scaled(picture("003.jpg"), 0.12)
    light = judge_light(dark, plane("003.jpg") if with_plane else None, table().regions)
    assert not light.ok
    assert "dark" in str(light.why)
    assert "lamp" in str(light.why)


def test_glare_names_the_place_and_the_cure() -> None:
    light = judge_light(glared(picture("003.jpg"), "003.jpg", "c4"), plane("003.jpg"), table().regions)
    assert not light.ok
    assert light.lost == ("c4",)
    assert light.why == "The lamp is reflected on c4: move it, or tilt the camera."


def test_what_burns_out_under_a_lamp_that_flickers_is_laid_to_its_bands() -> None:
    light = judge_light(glared(picture("003.jpg"), "003.jpg", "c4"), plane("003.jpg"), table().regions)
    assert light.flickering.why == "The lamp flickers: bands run across the picture. Use another lamp."
    assert light.flickering.lost == ("c4",)
    dark = judge_light(scaled(picture("003.jpg"), 0.12), plane("003.jpg"), table().regions)
    assert dark.flickering.why == dark.why


def test_glare_on_several_places_names_their_ends() -> None:
    image = glared(picture("003.jpg"), "003.jpg", "c4", "d4", "d5")
    light = judge_light(image, plane("003.jpg"), table().regions)
    assert set(light.lost) == {"c4", "d4", "d5"}
    assert "c4–d5" in str(light.why)


@pytest.mark.parametrize("with_plane", [True, False])
def test_a_picture_that_is_all_white_is_far_too_bright(*, with_plane: bool) -> None:
    image = np.full_like(picture("003.jpg"), 255)
    light = judge_light(image, plane("003.jpg") if with_plane else None, table().regions)
    assert not light.ok
    assert "too bright" in str(light.why)


@pytest.mark.parametrize(
    ("gains", "colour"),
    [((1.0, 0.15, 0.15), "blue"), ((0.12, 0.2, 1.1), "red"), ((0.12, 0.9, 1.0), "yellow")],
)
def test_strongly_coloured_light_is_told(gains: tuple[float, float, float], colour: str) -> None:
    light = judge_light(scaled(picture("003.jpg"), *gains), plane("003.jpg"), table().regions)
    assert not light.ok
    assert colour in str(light.why)


def test_warm_lamplight_is_no_fault() -> None:
    assert judge_light(scaled(picture("003.jpg"), 0.62, 0.85, 1.0), plane("003.jpg"), table().regions).ok


def test_a_white_card_is_no_glare() -> None:
    """Paper is white but not at the sensor's end."""
    image = picture("003.jpg").copy()
    x, y = next(r.centre for r in table().regions if r.name == "c4")
    corners = plane("003.jpg").to_px([(x - 30, y - 30), (x + 30, y - 30), (x + 30, y + 30), (x - 30, y + 30)])
    cv2.fillPoly(image, [np.round(corners).astype(np.int32)], (236, 240, 243))
    assert judge_light(image, plane("003.jpg"), table().regions).ok


TOO_BRIGHT = "The picture is far too bright: dim the lamp, or shorten the camera’s exposure."


@pytest.mark.parametrize("gain", [1.45, 1.7])
@pytest.mark.parametrize("number", range(12))
def test_what_is_lost_where_all_white_paper_is_burnt_out_is_lost_to_the_exposure(
    number: int, gain: float
) -> None:
    """A camera that hunts for its exposure: no lamp can be moved to mend that."""
    name = f"{number:03d}.jpg"
    light = judge_light(scaled(picture(name), gain), plane(name), table().regions)
    if number < 2:  # few cards, all dark: nothing is lost
        assert light.ok
    else:
        assert {"a5", "b5", "a6"} <= set(light.lost)
        assert light.why == TOO_BRIGHT


@pytest.mark.parametrize(("number", "gain"), [(2, 1.14), (2, 1.22), (2, 1.3), (4, 1.1), (5, 1.16), (8, 1.08)])
def test_a_pale_card_that_burns_out_alone_mirrors_no_lamp(number: int, gain: float) -> None:
    name = f"{number:03d}.jpg"
    light = judge_light(scaled(picture(name), gain), plane(name), table().regions)
    assert light.lost and light.why == TOO_BRIGHT


@pytest.mark.parametrize("name", ["000.jpg", "003.jpg", "007.jpg", "009.jpg"])
@pytest.mark.parametrize("places", [("c4",), ("e2",), ("c4", "d4", "d5")])
def test_a_reflection_is_told_where_white_paper_just_burns_out(name: str, places: tuple[str, ...]) -> None:
    image = glared(scaled(picture(name), 1.05), name, *places)
    assert min(paper.max() for paper in paper_colours(image, plane(name))) >= CLIPPED
    light = judge_light(image, plane(name), table().regions)
    assert set(light.lost) == set(places)
    assert str(light.why).startswith("The lamp is reflected on ")


def test_a_white_tile_that_burns_out_with_all_paper_mirrors_no_lamp() -> None:
    """The lamp is 1.3 times too strong and nothing is glossy there: to move the lamp would not help."""
    case = board(4)
    image = case.painter.paint(case.top)
    found = find_plane(image, case.painter.table)
    assert isinstance(found, Plane)
    light = judge_light(image, found, case.painter.table.regions)
    assert light.lost == ("b6",)
    assert light.why == TOO_BRIGHT


@pytest.mark.parametrize("number", range(12))
def test_a_recorded_picture_is_not_too_bright(number: int) -> None:
    name = f"{number:03d}.jpg"
    assert judge_light(picture(name), plane(name), table().regions).ok
