"""Printed faces are read whichever way they lie, and what cannot be told is not read."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.decks.alike import FACE_PX, face_at
from vision.discs.reader import BLANK, CLASSES, FACES, OTHER, printed_face, read_faces
from vision.workshop.training.painted_prints import BODIES, TEXTURE, Printer

READABLE = [name for name in FACES if name != "6/9"]
MIDDLE = np.array([(TEXTURE - 1) / 2] * 2)


def shown(label: str, seed: int) -> NDArray[np.uint8]:
    chance = np.random.default_rng(seed)
    body = np.array(BODIES[seed % len(BODIES)], np.float32)
    face = np.clip(Printer().face(label, body, chance), 0, 255).astype(np.uint8)
    return face_at(cv2.GaussianBlur(face, (0, 0), 2.0), MIDDLE, np.eye(2) * TEXTURE / 2)


def test_most_painted_faces_are_read_and_few_wrongly() -> None:
    wanted = [label for label in READABLE for _ in range(12)]
    read = read_faces([shown(label, 900 + number) for number, label in enumerate(wanted)])
    right = sum(reading.label == label for reading, label in zip(read, wanted, strict=True))
    sure_and_wrong = sum(
        reading.label not in (None, label) and reading.sure >= 0.9
        for reading, label in zip(read, wanted, strict=True)
    )
    assert right >= 0.78 * len(wanted)
    assert sure_and_wrong <= 0.03 * len(wanted)


def test_a_six_may_be_a_nine_and_is_not_told() -> None:
    read = read_faces([shown("6/9", seed) for seed in range(700, 712)])
    assert sum(reading.label is None for reading in read) >= 9
    named = [dict(reading.others) for reading in read]
    assert sum("6" in names and "9" in names for names in named) >= 8


def test_other_print_is_not_read_as_a_face() -> None:
    read = read_faces([shown(OTHER, seed) for seed in range(800, 840)])
    assert sum(reading.label is None or reading.sure < 0.9 for reading in read) >= 38


def test_a_blank_face_has_no_label() -> None:
    read = read_faces([shown(BLANK, seed) for seed in range(850, 870)])
    assert sum(reading.label is None for reading in read) >= 19


def test_an_unwarped_face_is_round_again() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    cv2.ellipse(image, (100, 90), (60, 30), 25, 0, 360, (255, 255, 255), -1)
    turn = np.radians(25)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    face = face_at(image, np.array([100.0, 90.0]), spin @ np.diag([60.0, 30.0]))
    assert face.shape == (FACE_PX, FACE_PX, 3)
    y, x = np.mgrid[0:FACE_PX, 0:FACE_PX] - (FACE_PX - 1) / 2
    away = np.hypot(x, y)
    assert face[away < 13].min() > 200
    assert face[away > 16.2].max() < 60


def test_others_are_names_that_can_be_told() -> None:
    chances = np.zeros(len(CLASSES))
    chances[CLASSES.index("6/9")], chances[CLASSES.index(OTHER)], chances[CLASSES.index("3")] = 0.5, 0.3, 0.2
    reading = printed_face(chances)
    assert reading.label is None
    assert reading.others == (("6", 0.25), ("9", 0.25), ("3", 0.2))


@pytest.mark.parametrize("number", [0, 1])
def test_no_faces_are_read_from_none(number: int) -> None:
    assert len(read_faces([shown("3", 1)] * number)) == number
