"""Flicks lit as in a room: many boards, tables and lamps, each scene told by its kind.

Rule kept: scenes below HELD_OUT are for mending the eye, those from there on only for measuring it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Table, Tags
from tests.vision.flicked import PaintedSquare, Stood, after, column, free_spot, towers
from tests.vision.lit_boards import BOARDS, PIECES, track
from tests.vision.lit_camera import LAMPS, camera_of, lighting
from tests.vision.lit_light import Disc
from tests.vision.lit_render import render
from tests.vision.lit_tables import SCALE, TABLES, straight, surface_of
from vision.painted.standpoint import CameraPose

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]
Chance = np.random.Generator

HELD_OUT = 200


@dataclass(frozen=True, eq=False)
class LitFlick:
    """One scene with its truth; `kinds`: its board, table and lamp, and what else is odd about it."""

    table: Table
    squares: tuple[PaintedSquare, ...]
    book: dict[str, tuple[str, ...]]
    before: Picture
    after: Picture
    stood: tuple[Stood, ...]
    stands: tuple[Stood, ...]
    disc: tuple[float, float] | None
    piece: tuple[float, float]
    kinds: tuple[str, ...]

    def column(self, colour: str) -> tuple[str, ...]:
        """The colours of the tower that a piece is part of after the flick, bottom first."""
        return column(self.stands, colour, self.piece[0] * 0.54)


def lit_flick(seed: int, size: tuple[int, int] = (1920, 1080)) -> LitFlick:
    """The scene of a number: always the same one; `size` of its pictures."""
    chance = np.random.default_rng((seed, 99))
    board, top, lamp = (str(chance.choice(kinds)) for kinds in (BOARDS, TABLES, LAMPS))
    wide, high, squares = track(chance)
    table = Table(wide, high, Tags(side_mm=float(chance.choice([30.0, 40.0]))), kinds=("disc",))
    usual = chance.random() < 0.7
    piece = (22.0, 8.0) if usual else (float(chance.uniform(16, 27)), float(chance.uniform(5, 11)))
    camera = CameraPose.over(
        table,
        size,
        tilt_deg=min(24.0, abs(float(chance.normal(0, 10)))),
        turned_deg=float(chance.normal(0, 14)),
        roll_deg=float(chance.normal(0, 6)),
        nearness=float(chance.uniform(0.74, 0.95)),
    )
    kinds = [f"board {board}", f"table {top}", f"lamp {lamp}", "size usual" if usual else "size other"]
    names = tuple(chance.permutation(list(PIECES))[: int(chance.integers(3, 7))].tolist())
    book, stood, hit = towers(chance, names, squares, piece[0])
    stands = after(chance, stood, hit, table, squares, piece[0])
    spots = [(p.x, p.y) for p in stands]
    disc = free_spot(chance, spots, table, 16 + piece[0] / 2) if chance.random() < 0.9 else None
    knocked = camera
    if chance.random() < 0.2:
        kinds.append("camera bumped")
        by = chance.normal(0, 4, 3).tolist()
        knocked = camera.bumped((by[0], by[1], 0.0), float(chance.normal(0, 0.6)))
    surface, corner = surface_of(chance, board, top, table, squares)
    light = lighting(chance, lamp, wide, high)
    looks = _Looks(chance, piece)
    takes = camera_of(chance, lamp)
    pictures = []
    for number, (pose, pieces, spot) in enumerate(((camera, stood, None), (knocked, stands, disc))):
        bodies = [looks.piece(one) for one in pieces]
        if spot is not None:
            bodies.append(looks.disc(*spot))
        seen = render(pose.plane(table), surface, corner, SCALE / 2, bodies, light)
        if number == 0:
            level = float(np.percentile(cv2.resize(seen, (240, 135)).max(axis=2), 97))
        pictures.append(takes(seen / level, np.random.default_rng((seed, number))))
    return LitFlick(
        table, squares, book, pictures[0], pictures[1], tuple(stood), tuple(stands), disc, piece, tuple(kinds)
    )


class _Looks:
    """How pieces and disc are painted in one scene."""

    def __init__(self, chance: Chance, piece: tuple[float, float]) -> None:
        self.across, self.high = piece
        self.paints = {
            name: straight(np.clip(np.array(paint) + chance.normal(0, 0.025, 3), 0.05, 0.96))
            for name, paint in PIECES.items()
        }
        self.ringed = bool(chance.random() < 0.7)
        self.ring_at = float(chance.uniform(0.72, 0.86))
        self.light_ink = float(chance.uniform(0.5, 0.9))
        self.bevel = float(chance.uniform(0.4, 1.6))
        letter = np.zeros((96, 96), np.uint8)
        cv2.putText(letter, "Z", (28, 68), cv2.FONT_HERSHEY_DUPLEX, 2.0, 255, 5, cv2.LINE_AA)
        self.letter = (letter / np.float32(255)).astype(np.float32) if chance.random() < 0.8 else None

    def piece(self, piece: Stood) -> Disc:
        paint = np.array(self.paints[piece.colour])
        ink = None
        if self.ringed and piece.colour != "white":
            lighter = self.light_ink * (0.45 if piece.colour == "black" else 0.6)
            ink = _three(paint + (1 - paint) * lighter)
        foot = self.high * piece.level
        return Disc(piece.x, piece.y, foot, self.across / 2, self.high, _three(paint), ink, self.ring_at,
                    self.bevel)  # fmt: skip

    def disc(self, x: float, y: float) -> Disc:
        return Disc(
            x, y, 0.0, 15.0, 6.0, (0.013, 0.012, 0.012), (0.6, 0.6, 0.6), 0.86, self.bevel, self.letter
        )


def _three(paint: NDArray[np.float32]) -> tuple[float, float, float]:
    return float(paint[0]), float(paint[1]), float(paint[2])
