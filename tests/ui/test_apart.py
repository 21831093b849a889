"""Faces of a deck are as far apart as a camera sees them, and each stays near itself under every lamp."""

from pathlib import Path

import cv2
import numpy as np

from ui.checks.apart import faces_apart
from ui.lab.bench.times import painted_faces
from vision.decks.deck import Deck, DeckFace


def deck(*pictures: np.ndarray) -> Deck:
    faces = tuple(DeckFace(f"face-{number}", picture) for number, picture in enumerate(pictures))
    return Deck(name="some", path=Path(), width_mm=63.0, height_mm=88.0, faces=faces, backs=())


def test_faces_that_differ_are_apart_and_one_with_a_faint_spot_more_is_too_near() -> None:
    (_, one), (_, other) = painted_faces(2, seed=3)
    dotted = one.copy()
    dotted[85:95, 55:65] = cv2.add(dotted[85:95, 55:65], np.full((10, 10, 3), 25, np.uint8))
    found = faces_apart(deck(one, other))
    assert found["apart"] and found["nearest"] > 0.4
    assert found["worst"] in {"face-0", "face-1"} and 0 < found["itself"] < 0.3
    near = faces_apart(deck(one, other, dotted))
    assert near["pair"] == "face-0 – face-2" and not near["apart"]


def test_a_card_upside_down_is_no_other_face() -> None:
    ((_, one),) = painted_faces(1, seed=4)
    found = faces_apart(deck(one, np.ascontiguousarray(np.rot90(one, 2))))
    assert found["nearest"] < 0.05
