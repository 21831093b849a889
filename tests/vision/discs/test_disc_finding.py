"""The finder points at pieces of any size, in any part of a picture, and each once."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.round_pieces import scenes, whole
from vision.discs import reader as disc_bodies
from vision.discs.reader import find_bodies, find_places


def test_every_piece_is_pointed_at() -> None:
    there = pointed = 0
    for scene in scenes(16):
        places = find_places(scene.picture)
        for piece in scene.pieces:
            if whole(piece, scene.picture.shape[0]):
                there += 1
                pointed += any(np.hypot(*(piece.middle - (p.x, p.y))) < 0.5 * piece.reach for p in places)
    assert there > 60
    assert pointed >= 0.95 * there


def test_places_within_a_box_are_those_of_the_whole_picture() -> None:
    picture = scenes(16)[2].picture
    side = float(picture.shape[0])
    whole_picture = [p for p in find_places(picture) if p.chance > 0.6]
    boxed = [p for p in find_places(picture, [(0.0, 0.0, side, side)]) if p.chance > 0.6]
    assert [(p.x, p.y) for p in boxed] == [(p.x, p.y) for p in whole_picture]
    assert find_places(picture, [(-90.0, -90.0, -10.0, -10.0)]) == ()
    assert find_places(picture, []) == ()


def test_the_second_to_ask_gets_the_same_answer_unless_the_picture_is_another() -> None:
    one, other = scenes(16)[4].picture, scenes(16)[5].picture
    first = find_bodies(one)
    assert find_bodies(one) is first
    assert find_bodies(one.copy()) is not first, "a copy may have been drawn on"
    assert find_bodies(other) is not first
    assert find_bodies(other, ((0.0, 0.0, 50.0, 50.0),)) is not find_bodies(other)


def test_a_piece_that_is_pointed_at_twice_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = scenes(16)[6].picture
    once = find_bodies(picture)
    places = find_places(picture)
    nudged = [replace(place, x=place.x + 0.1 * place.reach) for place in places]
    monkeypatch.setattr(disc_bodies, "find_places", lambda _image, _boxes, _reaches: (*places, *nudged))
    assert once and len(find_bodies(np.ascontiguousarray(picture), ((0.0, 0.0, 999.0, 999.0),))) == len(once)
