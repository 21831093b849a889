"""Painted scenes tell the truth about what is painted in them."""

import numpy as np

from tests.vision.round_pieces import scenes
from vision.workshop.training.painted_discs import scene
from vision.workshop.training.painted_prints import Printer


def test_a_scene_follows_from_its_seed() -> None:
    one, other = (scene(Printer(), np.random.default_rng(8)) for _ in range(2))
    assert np.array_equal(one.picture, other.picture)
    assert one.pieces == other.pieces


def test_pieces_stand_out_where_they_are_said_to_be() -> None:
    inside = 0
    for painted in scenes(16):
        for piece in painted.pieces:
            assert piece.kind in ("disc", "cylinder", "pawn")
            assert 0.0 <= piece.visible <= 1.0
            assert piece.reach > 2
            inside += bool((piece.middle >= 0).all() and (piece.middle < painted.picture.shape[0]).all())
    assert inside > 60


def test_the_lower_discs_of_a_tower_are_hidden_by_the_upper_ones() -> None:
    towers = [
        [p for p in painted.pieces if p.foot == foot]
        for painted in scenes(16)
        for foot in {p.foot for p in painted.pieces if p.kind == "disc"}
    ]
    stacked = [tower for tower in towers if len(tower) > 1]
    assert stacked
    shown = [(tower[0].visible, tower[-1].visible) for tower in stacked]
    assert np.mean([low for low, _ in shown]) < 0.6 < np.mean([high for _, high in shown])
