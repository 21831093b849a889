"""Another light over the whole table is no hand, and what it falls on is read at once; a hand that comes with it is."""

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.sight import Scene
from tests.vision.cards.test_cards import deck
from tests.vision.grain import noisy
from tests.vision.shown import picture, small, table
from vision.arrays import Picture
from vision.eye import Eye
from vision.motion.hands import find_hand, light_between, same_surface
from vision.sources.frames import Frame

Light = NDArray[np.float32]
CELLS = (80, 48)
HIGH, WIDE = 270, 480


def falling(x: float, y: float) -> Light:
    """How near each pixel of a small picture is to a lamp above a point (shares of the picture): 1 beneath it."""
    rows, columns = np.mgrid[0:HIGH, 0:WIDE]
    far = np.hypot(columns / WIDE - x, (rows - y * HIGH) / WIDE)
    return np.asarray(1 / (1 + (far / 0.5) ** 2), np.float32)[..., None]


def across(degrees: float) -> Light:
    """-0.5 to 0.5 across the picture."""
    turn = np.radians(degrees)
    rows, columns = np.mgrid[0:HIGH, 0:WIDE]
    return np.asarray((columns / WIDE - 0.5) * np.cos(turn) + (rows / HIGH - 0.5) * np.sin(turn), np.float32)[
        ..., None
    ]


WHITE, WARM, COLD = (np.array(colour, np.float32) for colour in ((1, 1, 1), (0.55, 0.85, 1.1), (1.1, 1, 0.8)))
LIGHTS: dict[str, Light] = {
    "half as bright": 0.5 * WHITE[None, None],
    "brighter": 1.6 * WHITE[None, None],
    "a warm bulb": WARM[None, None],
    "a cold one": COLD[None, None],
    **{f"a slope at {turn} deg": (0.9 + 0.4 * across(turn)) * WHITE for turn in range(0, 360, 45)},
    **{f"a steep slope at {turn} deg": (0.9 + 1.1 * across(turn)) * COLD for turn in (20, 110, 200, 290)},
    "from window to bulb": (1 + 0.5 * across(180)) * (0.4 + 0.6 * falling(0.9, 0.1)) * WARM,
    "from bulb to window": (1 + 0.5 * across(30)) * (0.5 + 0.5 * falling(0, 0.5)) * COLD,
    "a lamp on the left alone": (0.7 + 0.4 * falling(0.05, 0.4)) * WHITE,
    "a lamp near a player": (0.6 + 0.5 * falling(0.5, 1)) * WARM,
    "a blind drawn on one side": (1 - 0.45 / (1 + np.exp((across(0) - 0.1) / 0.03))) * WHITE,
}


def lit(image: Picture, light: Light, seed: int = 1) -> Picture:
    """A small picture under another light, with a camera's noise."""
    return noisy(image * light, seed, 1.5)


MOVES = ("004.jpg", "006.jpg"), ("007.jpg", "008.jpg"), ("000.jpg", "001.jpg")


@pytest.mark.parametrize(
    ("name", "before", "after"), [(name, *MOVES[n % len(MOVES)]) for n, name in enumerate(LIGHTS)]
)
def test_no_light_is_a_hand_not_even_with_a_move(name: str, before: str, after: str) -> None:
    assert find_hand(lit(small(picture(after)), LIGHTS[name]), background=small(picture(before))) is None


@pytest.mark.parametrize("name", LIGHTS)
def test_a_hand_that_comes_with_it_is_seen_where_it_is(name: str) -> None:
    hand = find_hand(lit(small(picture("005.jpg")), LIGHTS[name]), background=small(picture("004.jpg")))
    assert hand is not None
    rows, columns = hand.mask.shape
    assert hand.mask[round(0.9 * rows), round(0.56 * columns)]
    assert not hand.mask[: rows // 3].any()


def test_a_bare_table_tells_light_from_a_sleeve_of_any_colour() -> None:
    bare = np.full((HIGH, WIDE, 3), (60, 90, 120), np.uint8)
    for name, light in LIGHTS.items():
        if "blind" in name:  # on a table without any pattern its edge may be an arm's
            continue
        assert find_hand(lit(bare, light, 2), background=lit(bare, WHITE[None, None], 3)) is None, name
        for colour in ((30, 30, 30), (200, 60, 60), (210, 210, 215)):
            reached = bare.copy()
            reached[120:, 200:260] = colour
            assert find_hand(lit(reached, light, 4), background=bare) is not None, (name, colour)


def test_the_light_is_told_from_what_reaches_over_a_good_quarter_of_it() -> None:
    rows, columns = np.mgrid[-1:1:48j, -1:1:80j].astype(np.float32)
    light = np.stack([0.3 * columns - 0.2 * rows, 0.1 * columns**2, 0.2 + 0 * rows], axis=-1).astype(
        np.float32
    )
    shares = light.copy()
    shares[8:, 26:54] += np.array((0.5, -0.4, 0.3), np.float32)
    assert np.abs(light_between(shares) - light).max() < 0.03


def test_a_surface_is_the_same_in_another_light_and_another_where_something_covers_it() -> None:
    before, covered = small(picture("004.jpg")), small(picture("005.jpg"))
    same = same_surface(before, lit(covered, LIGHTS["a warm bulb"]), CELLS)
    hand = find_hand(covered)
    assert hand is not None
    inside = same[hand.mask].mean()
    beside = same[10:20, 26:56].mean()
    assert inside < 0.3 < 0.9 < beside


def test_asked_about_some_cells_it_tells_of_them_what_it_tells_asked_about_all() -> None:
    before, covered = small(picture("004.jpg")), small(picture("005.jpg"))
    whole = same_surface(before, covered, CELLS)
    asked = np.zeros_like(whole)
    asked[5:9, 3:12] = asked[30:41, 40:60] = asked[47, 79] = True
    assert (same_surface(before, covered, CELLS, asked) == (whole & asked)).all()
    assert not same_surface(before, covered, CELLS, np.zeros_like(whole)).any()


def lying(scene: Scene) -> dict[str, list[tuple[str, str | None]]]:
    return {name: [(one.kind, one.label) for one in things] for name, things in scene.by_region().items()}


@pytest.mark.parametrize("name", ["from window to bulb", "a steep slope at 110 deg", "a lamp near a player"])
def test_play_goes_on_in_another_light_from_the_very_next_picture_on(name: str) -> None:
    """A folder's pictures, each of which counts as still; plain light, another lamp with a move made in it, a hand."""
    eye = Eye(table(), [deck("boarix"), deck("warus")])
    light = np.asarray(np.repeat(np.repeat(LIGHTS[name], 4, axis=0), 4, axis=1), np.float32)
    names = ("003.jpg", "004.jpg", "006.jpg", "005.jpg")
    told = []
    for number, file in enumerate(names):
        image = picture(file) if number < 2 else lit(picture(file), light, number)
        told.append(eye.read(Frame(image, float(number), number)))
    assert [reading.scene.hand for reading in told] == [False, False, False, True]
    assert all(reading.mat.found and reading.mat.moved_mm == 0.0 for reading in told)
    plain = Eye(table(), [deck("boarix"), deck("warus")]).read(Frame(picture("006.jpg"), 0.0, 0))
    assert lying(told[2].scene) == lying(plain.scene)
