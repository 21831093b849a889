"""Tables of painted playing cards without a mat: courts with a middle line, whole or covered by 30 to 55 %.

`python -m tests.vision.loose.playing_tables --seeds 0 40 --cover card box` counts what is read.
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting
from vision.decks.deck import Deck, DeckFace
from vision.decks.references import References, references
from vision.loose.outlines import same
from vision.loose.reader import read_loose
from vision.workshop.training.painted_grounds import ground

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]

STYLES: Final = ("framed", "plain", "taped", "cream")
"""Court pictures within a frame; without one; with a frame and black tape round the card; on cream card with two frames
round every face."""
COVERS: Final = ("card", "box", "rug", "booklet")
SIZE: Final = (252, 352)
"""Width and height (px) of a face: 4 px per mm."""
RANKS: Final = ("A", "10", "J", "Q", "K")
SUITS: Final = {"S": (40, 30, 30), "C": (40, 60, 30), "H": (40, 30, 200), "D": (30, 60, 210)}
HIDDEN: Final = (0.3, 0.55)
"""Minimum and maximum share of a card that is covered."""
LAID: Final = 190
"""Mean height (px) of a card on the table."""
SURE: Final = 0.9
LEAST_COMMON: Final = 0.35
"""Minimum intersection over union of a sighting and the card that it is of."""


def deck(style: str, seed: int) -> dict[str, Picture]:
    """The faces of a deck by label."""
    return {rank + suit: _face(style, seed, rank, suit) for rank in RANKS for suit in SUITS}


def groups(faces: dict[str, Picture]) -> tuple[References, ...]:
    shown = tuple(DeckFace(label, picture) for label, picture in faces.items())
    painted = Deck(name="painted", path=Path("painted"), width_mm=63.0, height_mm=88.0, faces=shown, backs=())
    return references((painted,))


def _face(style: str, seed: int, rank: str, suit: str) -> Picture:
    # Number by letters, not by hash, which differs between runs.
    chance = np.random.default_rng([seed, *map(ord, rank + suit)])
    wide, high = SIZE
    face = np.full((high, wide, 3), chance.integers(232, 252), np.uint8)
    ink = SUITS[suit]
    cv2.putText(face, rank, (10, 40), cv2.FONT_HERSHEY_DUPLEX, 1.1 if rank != "10" else 0.8, ink, 2)
    _pip(face, suit, (24, 64), 11)
    if rank in "JQK":
        _court(face, style, chance, suit)
    elif rank == "A":
        _pip(face, suit, (wide // 2, high // 2), 40)
    else:
        for row in range(4):
            for x in (84, 168):
                _pip(face, suit, (x, 60 + row * 77), 16)
        for y in (98, 254):
            _pip(face, suit, (126, y), 16)
    # The lower half is the upper one, turned by half a circle.
    face[high // 2 :] = face[: high // 2][::-1, ::-1]
    if rank == "A":
        _pip(face, suit, (wide // 2, high // 2), 40)
    if style == "cream":
        face[:] = (face * np.array([0.82, 0.93, 0.98])).astype(np.uint8)
        cv2.rectangle(face, (38, 18), (wide - 39, high - 19), (90, 60, 20), 2)
        cv2.rectangle(face, (43, 23), (wide - 44, high - 24), (60, 90, 160), 2)
    if style == "taped":
        cv2.rectangle(face, (0, 0), (wide - 1, high - 1), (25, 25, 25), 7)
    return face


def _court(face: Picture, style: str, chance: np.random.Generator, suit: str) -> None:
    left, top, right, middle = 46, 26, SIZE[0] - 46, SIZE[1] // 2
    part = face[top:middle, left:right]
    colours = [(30, 30, 200), (40, 190, 230), (150, 80, 30), (30, 30, 30), (90, 150, 60)]
    for _ in range(26):
        corners = chance.integers(0, (part.shape[1], part.shape[0]), (3, 2)) + chance.integers(-20, 20, 2)
        cv2.fillConvexPoly(part, corners.astype(np.int32), colours[chance.integers(5)], cv2.LINE_AA)
    cv2.circle(part, (part.shape[1] // 2, 52), 26, (190, 215, 240), -1, cv2.LINE_AA)
    _pip(face, suit, (left + 22, top + 24), 13)
    cv2.line(face, (left, middle - 1), (right, middle - 1), (20, 20, 20), 3)
    if style != "plain":
        cv2.rectangle(face, (left, top), (right, SIZE[1] - top), (130, 60, 20), 3)


def _pip(face: Picture, suit: str, at: tuple[int, int], size: int) -> None:
    ink, (x, y) = SUITS[suit], at
    if suit == "D":
        corners = [(x, y - size), (x + size * 3 // 4, y), (x, y + size), (x - size * 3 // 4, y)]
        cv2.fillConvexPoly(face, np.array(corners, np.int32), ink, cv2.LINE_AA)
        return
    half, way = size // 2, -1 if suit == "H" else 1
    balls = [(x - half, y + way * half // 2), (x + half, y + way * half // 2)]
    balls += [(x, y - half)] if suit == "C" else []
    for ball in balls:
        cv2.circle(face, ball, half + 1, ink, -1, cv2.LINE_AA)
    tip = [(x - size, y + way * half // 2), (x + size, y + way * half // 2), (x, y - way * size)]
    if suit != "C":
        cv2.fillConvexPoly(face, np.array(tip, np.int32), ink, cv2.LINE_AA)
    cv2.line(face, (x, y), (x, y + (size if suit != "H" else 0)), ink, 3)


def scene(
    faces: dict[str, Picture], covers: Iterable[str], seed: int
) -> tuple[Picture, dict[str, tuple[Floats, float]]]:
    """A table, and by label each card's outline (px) and the share (0..1) that shows."""
    chance = np.random.default_rng(seed)
    table = np.asarray(np.clip(ground(chance, (1280, 720)) * chance.uniform(90, 240), 0, 255), np.uint8)
    if chance.random() < 0.25:
        table[:] = np.clip(235 + chance.normal(0, 3, table.shape), 0, 255)
    labels = chance.choice(sorted(faces), 6, replace=False).tolist()
    view = _view(chance)
    truth: dict[str, tuple[Floats, float]] = {}
    for number, label in enumerate(labels[:3]):
        middle, turn = np.array([230 + 410 * number, 360]) + chance.normal(0, 20, 2), chance.uniform(0, 6.3)
        quad = _lay(table, faces[label], middle, turn, view)
        shown = 1.0
        if number or chance.random() < 0.5:
            kind = str(chance.choice(list(covers)))
            hidden = float(chance.uniform(*HIDDEN))
            shown = 1 - hidden
            spare = faces[labels[3 + number]] if kind == "card" else _thing(chance, kind)
            cover = _cover(table, spare, chance, view, (middle, turn, hidden))
            if kind == "card":
                truth[labels[3 + number]] = (cover, 1.0)
        truth[label] = (quad, shown)
    soft = cv2.GaussianBlur(table, (0, 0), chance.uniform(0.6, 1.3)) + chance.normal(0, 4, table.shape)
    return np.asarray(np.clip(soft, 0, 255), np.uint8), truth


def _view(chance: np.random.Generator) -> Floats:
    """A homography of the picture: the camera a little oblique."""
    flat = np.array([[0, 0], [1280, 0], [1280, 720], [0, 720]], np.float32)
    moved = flat + chance.uniform(-70, 70, (4, 2)).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(flat, moved), np.float64)


def _lay(table: Picture, face: Picture, middle: Floats, turn: float, view: Floats) -> Floats:
    """Lays a picture with its proportions at a place and turn (rad); its corners (px)."""
    high, wide = face.shape[:2]
    px = LAID / SIZE[1]
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([wide, high]) / 2 * px
    cosine, sine = np.cos(turn), np.sin(turn)
    flat = half @ np.array([[cosine, sine], [-sine, cosine]]) + middle
    quad = cv2.perspectiveTransform(flat[None], view)[0]
    own = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - np.float32(0.5)
    onto = cv2.getPerspectiveTransform(own, quad.astype(np.float32))
    size = (table.shape[1], table.shape[0])
    flat_shade = np.zeros(table.shape[:2], np.float32)
    cv2.fillConvexPoly(flat_shade, np.rint(quad + 2).astype(np.int32), 0.35)
    shade = cv2.GaussianBlur(flat_shade, (0, 0), 3)[..., None]
    mask = cv2.warpPerspective(np.ones(face.shape[:2], np.float32), onto, size)[..., None]
    seen = cv2.warpPerspective(cv2.GaussianBlur(face, (0, 0), 0.8), onto, size)
    table[:] = table * (1 - shade) * (1 - mask) + seen * mask
    return np.asarray(quad, np.float64)


def _thing(chance: np.random.Generator, kind: str) -> Picture:
    """A box, a rug or a printed booklet as it looks from above."""
    size = (360, 420) if kind == "box" else (520, 400)
    thing = np.asarray(np.clip(ground(chance, size) * chance.uniform(80, 250), 0, 255), np.uint8)
    if kind == "booklet":
        thing[:] = chance.integers(225, 250)
        for y in range(30, size[1] - 20, 26):
            cv2.line(thing, (40, y), (size[0] - int(chance.integers(40, 160)), y), (90, 90, 90), 5)
    if kind == "box":
        cv2.putText(thing, "GAME", (40, 120), cv2.FONT_HERSHEY_TRIPLEX, 2.5, (240, 240, 240), 5)
        cv2.rectangle(thing, (0, 0), (size[0] - 1, size[1] - 1), (30, 30, 30), 4)
    return thing


def _cover(
    table: Picture,
    thing: Picture,
    chance: np.random.Generator,
    view: Floats,
    card: tuple[Floats, float, float],
) -> Floats:
    """Lays a thing on a card (middle, turn, share to hide) from one of its sides; the thing's corners."""
    middle, turn, hidden = card
    down = bool(chance.integers(2))
    along = turn + (np.pi / 2 if down else 0.0) + np.pi * chance.integers(2)
    side = LAID if down else LAID * SIZE[0] / SIZE[1]
    if thing.shape == (SIZE[1], SIZE[0], 3):
        lies, reach = turn + chance.normal(0, 0.08), side
    else:
        lies, reach = along + chance.normal(0, 0.12), thing.shape[1] * LAID / SIZE[1]
    away = (side + reach) / 2 - hidden * side
    return _lay(table, thing, middle + away * np.array([np.cos(along), np.sin(along)]), float(lies), view)


def counted(sightings: Iterable[Sighting], truth: dict[str, tuple[Floats, float]]) -> Counter[str]:
    """What was made of the cards of a scene, by whole and covered ones; and what was told besides."""
    told: Counter[str] = Counter()
    left = list(sightings)
    for label, (quad, shown) in truth.items():
        overlaps = [same(np.array(one.corners_px), quad) for one in left]
        best = int(np.argmax(overlaps)) if overlaps else 0
        name: str | None = "missed"
        sure = 0.0
        if overlaps and overlaps[best] > LEAST_COMMON:
            one = left.pop(best)
            name, sure = one.label, one.sure
        how = {label: "right", None: "unread", "missed": "missed"}.get(name, "wrong")
        told[f"{'whole' if shown == 1 else 'covered'}, {how}"] += 1
        told["wrong and sure"] += how == "wrong" and sure >= SURE
    told["besides"] += len(left)
    told["besides, named"] += sum(one.label is not None for one in left)
    return told


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--seeds", type=int, nargs=2, default=(0, 20))
    ask.add_argument("--styles", nargs="+", default=STYLES)
    ask.add_argument("--covers", nargs="+", default=COVERS)
    asked = ask.parse_args()
    told: Counter[str] = Counter()
    for style in asked.styles:
        for seed in range(*asked.seeds):
            faces = deck(style, 100 * seed)
            picture, truth = scene(faces, asked.covers, seed)
            told += counted(read_loose(picture, groups(faces)), truth)
    for name, count in sorted(told.items()):
        print(f"{name}: {count}")


if __name__ == "__main__":
    main()
