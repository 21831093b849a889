"""Discs are found with their faces, colours and places; other round things are none."""

import json
import os
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sight import Sighting
from tests.vision.looked import find_discs
from tests.vision.round_pieces import middle, of, scenes, whole
from vision.decks.deck import Deck, DeckFace
from vision.painted.flat_things import coin_relief, paint_coin
from vision.painted.painter import ground

FRAMES = Path(os.environ.get("ZO_SHARED", Path(__file__).parents[4] / "shared")) / "frames" / "mixed-dev"
SCENES = 24


@cache
def found(number: int) -> tuple[Sighting, ...]:
    return find_discs(scenes(SCENES)[number].picture, None, None)


def test_painted_discs_are_found_and_nothing_else_is_one() -> None:
    counted: Counter[str] = Counter()
    for number, scene in enumerate(scenes(SCENES)):
        seen = found(number)
        discs = [piece for piece in scene.pieces if piece.kind == "disc"]
        for disc in discs:
            if whole(disc, scene.picture.shape[0]):
                counted["there"] += 1
                counted["found"] += of(disc, seen) is not None
        for sighting in seen:
            near = [
                p
                for p in scene.pieces
                if np.hypot(*(p.middle - middle(sighting))) < p.reach and p.visible > 0.1
            ]
            counted["seen"] += 1
            counted["invented"] += not near
    assert counted["there"] >= 50
    assert counted["found"] >= 0.94 * counted["there"]
    assert counted["invented"] <= 0.05 * counted["seen"]


def test_printed_faces_are_told_or_left_unread() -> None:
    counted: Counter[str] = Counter()
    for number, scene in enumerate(scenes(SCENES)):
        seen = found(number)
        for disc in scene.pieces:
            sighting = of(disc, seen) if disc.kind == "disc" and whole(disc, scene.picture.shape[0]) else None
            if sighting is None or disc.reach < 11 or disc.label in (None, "other", "6/9"):
                continue
            counted["read"] += 1
            counted["right"] += sighting.label == disc.label
            counted["sure and wrong"] += sighting.label not in (None, disc.label) and sighting.sure >= 0.9
    # Without fonts the painter prints thin strokes, harder to read than any real print.
    assert counted["right"] >= 0.45 * counted["read"]
    assert counted["sure and wrong"] <= 0.04 * counted["read"]


def test_where_nothing_changed_nothing_is_looked_for() -> None:
    picture = scenes(SCENES)[0].picture
    side = picture.shape[0]
    assert find_discs(picture, None, ()) == ()
    for sighting in find_discs(picture, None, ((0.0, 0.0, side / 2, side / 2),)):
        x, y = middle(sighting)
        assert max(x, y) < side * 0.75


def test_an_empty_table_and_pennies_have_no_discs() -> None:
    chance = np.random.default_rng(5)
    for kind in ("green cloth", "blue cloth", "dark wood"):
        table = ground(kind, chance)[:600, :800].copy()
        assert find_discs(table, None, None) == ()
        for x in range(100, 700, 150):
            coin = paint_coin(coin_relief("heads", chance), 50.0, chance).astype(np.float32)
            part = table[300 : 300 + coin.shape[0], x : x + coin.shape[1]].astype(np.float32)
            share = coin[..., 3:] / 255
            table[300 : 300 + coin.shape[0], x : x + coin.shape[1]] = part + share * (coin[..., :3] - part)
        assert len(find_discs(table, None, None)) <= 1


def test_enrolled_faces_come_before_printed_ones() -> None:
    scene = next(s for k, s in enumerate(scenes(SCENES)) if any(f.visible == 1.0 for f in found(k)))
    high, wide = scene.picture.shape[:2]
    seen = [
        s
        for s in find_discs(scene.picture, None, None)
        if s.visible == 1.0 and all(0 <= x < wide and 0 <= y < high for x, y in s.corners_px or ())
    ]
    largest = max(seen, key=lambda s: np.ptp(np.array(s.corners_px)[:, 0]))
    ring = np.array(largest.corners_px)
    anchor = ring.mean(axis=0)
    spread = np.column_stack([ring[0] - anchor, ring[len(ring) // 4] - anchor])
    matrix = np.column_stack([spread / 40, anchor - spread @ np.array([39.5, 39.5]) / 40])
    face = cv2.warpAffine(scene.picture, matrix, (80, 80), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    deck = Deck(
        name="mine",
        path=Path("mine"),
        width_mm=25.0,
        height_mm=25.0,
        faces=(DeckFace("moon", np.asarray(face, np.uint8)),),
        backs=(),
        kind="disc",
    )
    read = find_discs(scene.picture, None, None, (deck,))
    again = next(s for s in read if middle(s) == middle(largest))
    assert (again.label, again.deck) == ("moon", "mine")
    cards = replace(deck, kind="card")
    unread = next(s for s in find_discs(scene.picture, None, None, (cards,)) if middle(s) == middle(largest))
    assert unread.deck is None


@pytest.mark.skipif(not FRAMES.is_dir(), reason="the shared frames are not beside the project")
def test_discs_in_frames_are_found_and_read() -> None:
    right = there = wanted = 0
    for name in ("zong_01003", "zong_20014", "mixed_20025"):
        image = np.asarray(cv2.imread(str(FRAMES / f"{name}.jpg")), np.uint8)
        told = json.loads((FRAMES / f"{name}.truth.json").read_text())["objects"]
        discs = [thing for thing in told if thing["kind"] == "disc" and thing["visible_fraction"] >= 0.5]
        seen = find_discs(image, None, None)
        wanted += len(discs)
        for thing in discs:
            near = min(seen, key=lambda s: np.hypot(*(np.array(middle(s)) - thing["centre"])))
            if np.hypot(*(np.array(middle(near)) - thing["centre"])) < 8:
                there += 1
                right += near.label == thing["label"]
                assert near.label in (None, thing["label"]) or near.sure < 0.9
    assert there >= 0.95 * wanted
    assert right >= 0.85 * there
