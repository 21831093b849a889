"""Enrolled discs are named in any turn, and others are not taken for them."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.decks.deck import Deck, DeckFace
from vision.discs.reader import Body, enrolled_faces

SIZE = 160


def drawn(seed: int) -> NDArray[np.uint8]:
    """A made-up face: bold shapes on a coloured disc that fills its square."""
    chance = np.random.default_rng(seed)
    image = np.full((SIZE, SIZE, 3), chance.integers(40, 220, 3), np.uint8)
    for _ in range(5):
        colour = tuple(int(c) for c in chance.integers(0, 255, 3))
        at = tuple(int(v) for v in chance.integers(SIZE // 5, SIZE * 4 // 5, 2))
        cv2.circle(image, at, int(chance.integers(SIZE // 12, SIZE // 5)), colour, -1, cv2.LINE_AA)
    return image


def deck(*seeds: int, picture: NDArray[np.uint8] | None = None) -> Deck:
    faces = tuple(DeckFace(f"face{seed}", drawn(seed) if picture is None else picture) for seed in seeds)
    return Deck(
        name="tokens", path=Path("tokens"), width_mm=25.0, height_mm=25.0, faces=faces, backs=(), kind="disc"
    )


def laid(face: NDArray[np.uint8], turn_deg: float) -> tuple[NDArray[np.uint8], Body]:
    """A picture with the face on it as an ellipse, turned counter-clockwise, and the body found there."""
    spread = np.array([[24.0, 3.0], [3.0, 19.0]])
    a = np.radians(turn_deg)
    spin = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    matrix = spread @ spin * 2 / SIZE
    shift = np.array([60.0, 50.0]) - matrix @ np.array([(SIZE - 1) / 2] * 2)
    soft = cv2.GaussianBlur(face, (0, 0), 1.5)
    image = cv2.warpAffine(soft, np.column_stack([matrix, shift]), (120, 100), borderValue=(90, 90, 90))
    body = Body((0.0, 1.0, 0.0, 0.0), np.array([60.0, 50.0]), np.array([60.0, 55.0]), spread, 1.0)
    return np.asarray(image, np.uint8), body


@pytest.mark.parametrize("turn", [0.0, 35.0, 90.0, 180.0, 291.0])
def test_an_enrolled_face_is_named_with_its_turn(turn: float) -> None:
    image, body = laid(drawn(3), turn)
    (read,) = enrolled_faces((deck(1, 2, 3, 4, 5, 6),), image, [body])
    assert read is not None and (read.label, read.deck) == ("face3", "tokens")
    assert read.sure >= 0.9
    assert read.angle_px is not None
    assert abs((read.angle_px - turn + 180) % 360 - 180) < 12


def test_an_unknown_face_is_not_named() -> None:
    decks = (deck(1, 2, 3, 4, 5, 6),)
    for seed in range(40, 60):
        image, body = laid(drawn(seed), 70.0)
        (read,) = enrolled_faces(decks, image, [body])
        assert read is None or read.label is None or read.sure < 0.9


def test_two_faces_that_look_alike_are_left_unread() -> None:
    image, body = laid(drawn(3), 20.0)
    turned = cv2.rotate(drawn(3), cv2.ROTATE_90_CLOCKWISE)
    faces = (DeckFace("one", drawn(3)), DeckFace("other", np.asarray(turned, np.uint8)))
    (read,) = enrolled_faces(
        (Deck(name="t", path=Path("t"), width_mm=25.0, height_mm=25.0, faces=faces, backs=(), kind="disc"),),
        image,
        [body],
    )
    assert read is not None and read.label is None
    assert {name for name, _ in read.others} == {"one", "other"}


def test_without_decks_nothing_is_enrolled() -> None:
    image, body = laid(drawn(3), 20.0)
    assert enrolled_faces((), image, [body]) == (None,)
