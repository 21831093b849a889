"""Painted throws: three discs with enrolled faces in the strip before a board, and what the eye reads of them.

`python -m tests.vision.thrown 60` prints the figures.
"""

import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from companion.sight import Table, Tags
from tests.vision.looked import find_discs
from vision.arrays import Picture
from vision.decks.deck import Deck, DeckFace
from vision.mat.plane import Plane
from vision.painted.painter import BodyBrush, RoundBody
from vision.painted.standpoint import CameraPose, Lamp, LitTable

ACROSS, THICK = 26.0, 4.0
SIZE = 200
BLUE, VIOLET, YELLOW = (190, 90, 40), (150, 60, 120), (60, 200, 240)
STRIP_MM = 100.0
FACES = {
    **{str(n): BLUE for n in range(1, 7)},
    "7": VIOLET,
    "0": VIOLET,
    "lightning": YELLOW,
    "spiral": YELLOW,
}


def face(label: str) -> Picture:
    """What is printed on a disc."""
    picture = np.full((SIZE, SIZE, 3), FACES[label], np.uint8)
    middle = SIZE // 2
    if label == "lightning":
        points = np.array([(115, 30), (70, 110), (100, 110), (80, 170), (135, 85), (103, 85)])
        cv2.fillPoly(picture, [points], (30, 30, 40), cv2.LINE_AA)
    elif label == "spiral":
        turns = np.linspace(0, 5 * np.pi, 120)
        points = middle + np.column_stack([np.cos(turns), np.sin(turns)]) * (4 * turns)[:, None]
        cv2.polylines(
            picture,
            [np.rint(points).astype(np.int32)],
            isClosed=False,
            color=(30, 30, 40),
            thickness=9,
            lineType=cv2.LINE_AA,
        )
    else:
        (wide, high), _ = cv2.getTextSize(label, cv2.FONT_HERSHEY_DUPLEX, 3.6, 12)
        at = (middle - wide // 2, middle + high // 2)
        cv2.putText(picture, label, at, cv2.FONT_HERSHEY_DUPLEX, 3.6, (240, 240, 240), 12, cv2.LINE_AA)
    return picture


def enrolled() -> Deck:
    """The faces as they were enrolled."""
    return Deck(
        name="zong",
        path=Path("zong"),
        width_mm=ACROSS,
        height_mm=ACROSS,
        faces=tuple(DeckFace(n, face(n)) for n in FACES),
        backs=(),
        kind="disc",
    )


@dataclass(frozen=True)
class Throw:
    """A picture of three discs and where each is, by its label."""

    picture: Picture
    plane: Plane
    discs: tuple[tuple[str, float, float], ...]


@lru_cache(maxsize=6)
def thrown(number: int, over: float = 0.0) -> Throw:
    """The throw of a number: on a painted table, in any turn.

    `over`: the second disc lies on the first, their middles so many times their width apart.
    """
    chance = np.random.default_rng((number, 99))
    table = Table(400.0, 260.0, Tags(side_mm=30.0), kinds=("disc",))
    pose = CameraPose.over(
        table, tilt_deg=float(chance.uniform(0, 18)), turned_deg=float(chance.normal(0, 10)), nearness=0.72
    )
    plane = pose.plane(table)
    lamp = Lamp(strength=float(chance.uniform(0.6, 1.0)), warmth=float(chance.uniform(-0.15, 0.2)))
    lit = LitTable(plane, lamp)
    ground = chance.uniform(30, 210, 3)
    grain = cv2.GaussianBlur(chance.standard_normal((1080, 1920), dtype=np.float32), (0, 0), 3.0)
    canvas = (ground * (1 + 0.5 * grain[..., None]) * lit.gain[:][..., None] * lit.tint).astype(np.float32)
    labels = chance.choice(list(FACES), 3, replace=False).tolist()
    places: list[tuple[float, float]] = []
    while len(places) < 3:
        x, y = float(chance.uniform(20, 380)), float(chance.uniform(-STRIP_MM, -18))
        if all(np.hypot(x - a, y - b) > ACROSS + 3 for a, b in places):
            places.append((x, y))
    if over:
        way = chance.uniform(0, 2 * np.pi)
        x, y = float(chance.uniform(60, 180)), float(chance.uniform(-75, -45))
        upper = (x + over * ACROSS * float(np.cos(way)), y + over * ACROSS * float(np.sin(way)))
        places = [(x, y), upper, (x + 120, y)]
    bodies = [
        RoundBody(
            x=x, y=y, z=THICK if over and n == 1 else 0.0, radius=ACROSS / 2, high=THICK,
            colour=tuple(float(c) for c in FACES[label]),  # type: ignore[arg-type]
            face=face(label), turn=float(chance.uniform(0, 360)),
        )
        for n, (label, (x, y)) in enumerate(zip(labels, places, strict=True))
    ]  # fmt: skip
    BodyBrush(plane, lit).paint(canvas, bodies)
    soft = cv2.GaussianBlur(canvas, (0, 0), 0.7)
    noisy = soft + chance.standard_normal(soft.shape, dtype=np.float32) * 2
    discs = tuple((label, x, y) for label, (x, y) in zip(labels, places, strict=True))
    return Throw(np.clip(noisy, 0, 255).astype(np.uint8), plane, discs)


def read(throw: Throw) -> list[tuple[str, str | None, float]]:
    """For each disc its label, what was read (`not found`, None = asked about), and how sure that is."""
    seen = find_discs(throw.picture, throw.plane, None, [enrolled()])
    told: list[tuple[str, str | None, float]] = []
    for label, x, y in throw.discs:
        near = [
            one
            for one in seen
            if one.x is not None and one.y is not None and np.hypot(one.x - x, one.y - y) < 8
        ]
        told.append((label, near[0].label, near[0].sure) if near else (label, "not found", 0.0))
    return told


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    told = [one for number in range(count) for one in read(thrown(number))]
    right = sum(label == seen for label, seen, _ in told)
    missed = sum(seen == "not found" for _, seen, _ in told)
    asked = sum(seen is None for _, seen, _ in told)
    wrong = [one for one in told if one[1] not in (one[0], None, "not found")]
    print(
        f"{len(told)} discs: {right} right, {missed} not found, {asked} unread, {len(wrong)} wrong: {wrong}"
    )


if __name__ == "__main__":
    main()
