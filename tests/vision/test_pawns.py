"""Pawns and cylinders are found, told apart, and placed by their foot."""

from collections import Counter

import numpy as np

from tests.vision.round_pieces import middle, of, scenes, whole
from vision.discs import find_discs
from vision.pawns import find_pawns

SCENES = 32


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
    assert counted["there"] >= 40
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
