"""Pawns and cylinders are found, told apart, and placed by their foot."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from companion.sight import Table
from tests.vision.discs.test_disc_heights import AT, SLANTED
from tests.vision.discs.test_disc_heights import piece as drawn_piece
from tests.vision.looked import find_discs, find_pawns
from tests.vision.round_pieces import middle, of, scenes, whole
from vision.arrays import Picture
from vision.discs.reader import Body
from vision.mat.plane import Plane

SCENES = 24


def test_painted_pawns_and_cylinders_are_found_and_told_apart() -> None:
    counted: Counter[str] = Counter()
    for scene in scenes(SCENES):
        seen = find_pawns(scene.picture, None, None)
        for piece in scene.pieces:
            if piece.kind == "disc" or not whole(piece, scene.picture.shape[0]):
                continue
            sighting = of(piece, seen)
            counted["there"] += 1
            counted["found"] += sighting is not None
            counted["right"] += sighting is not None and sighting.label == piece.kind
        for sighting in seen:
            counted["seen"] += 1
            near = [p for p in scene.pieces if np.hypot(*(p.middle - middle(sighting))) < 1.2 * p.reach]
            counted["invented"] += not near
    assert counted["there"] >= 30
    assert counted["found"] >= 0.7 * counted["there"]
    assert counted["right"] >= 0.7 * counted["there"]
    assert counted["invented"] <= 0.05 * counted["seen"]


def test_no_piece_is_both_a_disc_and_a_pawn() -> None:
    for scene in scenes(SCENES)[:6]:
        discs = {middle(s) for s in find_discs(scene.picture, None, None)}
        pawns = {middle(s) for s in find_pawns(scene.picture, None, None)}
        assert not discs & pawns
        flat = {middle(s) for s in find_pawns(scene.picture, None, None, flat=True)}
        assert flat == discs | pawns


def test_a_pawns_outline_holds_its_foot_and_head() -> None:
    for scene in scenes(SCENES)[:12]:
        for sighting in find_pawns(scene.picture, None, None):
            assert len(sighting.corners_px or ()) >= 4
            assert sighting.colour is not None
            assert 0.0 < sighting.sure <= 1.0


def told(
    monkeypatch: pytest.MonkeyPatch, image: Picture, body: Body, plane: Plane
) -> tuple[float | None, float | None]:
    monkeypatch.setattr("vision.discs.reader.find_bodies", lambda _image, _boxes: (replace(body, sure=0.9),))
    (sighting,) = find_pawns(image, plane, None)
    return sighting.x, sighting.y


def test_a_piece_is_where_its_foot_is_however_far_its_head_leans(monkeypatch: pytest.MonkeyPatch) -> None:
    plane = SLANTED.plane(Table(600.0, 300.0))
    image, body = drawn_piece(plane, 24.0)
    cylinder = replace(body, chances=(0.0, 0.0, 1.0, 0.0))
    assert told(monkeypatch, image, cylinder, plane) == (
        pytest.approx(AT[0], abs=3),
        pytest.approx(AT[1], abs=3),
    )
    pawn = replace(body, chances=(0.0, 0.0, 0.0, 1.0), anchor=body.other, other=body.anchor)
    assert told(monkeypatch, image, pawn, plane) == (
        pytest.approx(AT[0], abs=0.1),
        pytest.approx(AT[1], abs=0.1),
    )
    top = plane.to_mm(body.anchor[None])[0]
    assert np.hypot(*(top - AT)) > 8
