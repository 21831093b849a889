"""Dark red backs on grey cloth are cards and no hand, those with a sheen too; a hand over them is one."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.sight import Scene
from tests.vision.grain import noisy
from tests.vision.shown import small, table
from ui.bundle.gathering import stages
from ui.selftest.course import Reader
from ui.selftest.side import Resting
from vision.arrays import Picture
from vision.decks.deck import Deck, load_deck
from vision.eye import Eye
from vision.motion.hands import CELL, LOOK_WIDE, find_hand
from vision.sources.frames import Frame
from vision.sources.pictures import read_picture

FRAMES = Path(__file__).parents[1] / "frames" / "dark-backs"
NEAR = {f"{column}{row}" for column in "abcdef" for row in (1, 2)}
FAR = {f"{column}{row}" for column in "abcdef" for row in (5, 6)}


@cache
def picture(name: str) -> Picture:
    return read_picture(FRAMES / name)


@cache
def deck(name: str) -> Deck:
    return load_deck(FRAMES / "decks" / name)


def looker(settle_s: float = 0.0) -> Eye:
    return Eye(table(), [deck("rhinogoths"), deck("warus")], settle_s=settle_s)


def face_down(scene: Scene) -> set[str | None]:
    return {one.region for one in scene.sightings if one.kind == "card" and one.face == "down"}


def in_light(image: Picture, gamma: float, noise: float, shift: int) -> Picture:
    lit = (255 * (np.arange(256) / 255) ** gamma).astype(np.uint8)[image]
    return np.roll(noisy(lit, 3, noise) if noise else lit, (shift, shift), (0, 1))


@pytest.mark.parametrize(
    ("gamma", "noise", "shift"), [(1, 0, 0), (0.8, 0, 0), (1.2, 0, 0), (1, 6, 0), (1, 0, 3), (1, 0, -3)]
)
def test_both_armies_are_seen_from_nothing_and_no_hand(gamma: float, noise: float, shift: int) -> None:
    scene = looker().read(Frame(in_light(picture("002.jpg"), gamma, noise, shift), 0.0, 0)).scene
    assert not scene.hand
    assert face_down(scene) == NEAR | FAR


def test_an_army_laid_while_the_camera_looks_on_is_no_hand() -> None:
    """Against the table as it was before: bare first, then one army, then both."""
    eye = looker(settle_s=0.2)
    cloth = picture("001.jpg").copy()
    cloth[630:950, 590:1310] = cloth[280:600, 590:1310]
    for number, (image, armies) in enumerate(
        ((cloth, set()), (picture("001.jpg"), NEAR), (picture("002.jpg"), NEAR | FAR))
    ):
        for shot in range(3):
            scene = eye.read(Frame(image, number + 0.3 * shot, 3 * number + shot)).scene
        assert not scene.hand
        assert face_down(scene) == armies


def test_a_hand_over_such_cards_is_one_and_what_it_hides_stays() -> None:
    eye = looker()
    assert not eye.read(Frame(picture("002.jpg"), 0.0, 0)).scene.hand
    scene = eye.read(Frame(picture("014.jpg"), 1.0, 1)).scene
    assert scene.hand
    assert face_down(scene) == NEAR | FAR


def test_only_what_lies_beyond_the_cards_speaks_for_a_hand() -> None:
    dark = small(picture("001.jpg"))
    taken = find_hand(dark, scale=4.0)
    assert taken is not None
    rows, columns = taken.mask.nonzero()
    cell = CELL * taken.frame_size[0] / LOOK_WIDE
    left, top = columns.min() * cell, rows.min() * cell
    right, bottom = (columns.max() + 1) * cell, (rows.max() + 1) * cell
    around = [(left, top), (right, top), (right, bottom), (left, bottom)]
    assert not taken.reaches_beyond(around)
    assert taken.reaches_beyond([(x - (right - left) / 2, y) for x, y in around])
    assert find_hand(dark, scale=4.0, cards_px=[around]) is None
    elsewhere = [(0.0, 0.0), (60.0, 0.0), (60.0, 60.0), (0.0, 60.0)]
    assert find_hand(dark, scale=4.0, cards_px=[elsewhere]) is not None


def test_what_explains_such_cards_to_the_eye_explains_them_to_its_stages_and_to_the_self_test() -> None:
    read = Reader(looker().table, looker().decks)
    for name, hand in (("001.jpg", False), ("014.jpg", True)):
        image = picture(name)
        assert find_hand(small(image), scale=4.0) is not None
        told = {stage.name: stage.found for stage in stages(image, looker().table, looker().decks)}
        assert told["hand"]["hand"] is hand
        is_hand = read(image).scene.hand
        assert is_hand is hand, "from nothing"
        resting = Resting(lambda _shown, is_hand=is_hand: is_hand)  # type: ignore[misc]
        rests = [resting.see(Frame(image, 0.5 * shot, shot)) for shot in range(4)]
        assert rests[-1] is not hand and resting.hint == ("hand" if hand else "")
