"""Pieces as they are told: one of each colour, with what it lies on and what lies on it.

Rule kept: a piece that was not found is told without a place; it is never left out.
"""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np

from vision.towers.look import TowerLook
from vision.towers.sheet import fill
from vision.towers.tops import FlickedDisc
from vision.towers.towers import body

EVEN: Final = 6.0
"""A top with this score is as likely as not to be one; each point more or less counts e."""
AT_MOST: Final = 0.8
"""What is told of pieces that lie across others, or under strange ones, is no surer than this."""


@dataclass(frozen=True, slots=True)
class PieceFound:
    """One piece: its middle in table mm (None: not found) and its level, 0 on the board.

    `sure`: the chance (0..1) that it is there; `visible`: the part of it (0..1) that shows; `over`, `under`: the
    colours of the pieces right beneath and right above it.
    """

    colour: str
    x: float | None
    y: float | None
    _: KW_ONLY
    level: int = 0
    sure: float = 0.0
    visible: float = 0.0
    over: str | None = None
    under: str | None = None


@dataclass(frozen=True, slots=True)
class BoardPieces:
    """All pieces, one of each colour asked for, in that order, and the flicked disc where it can be seen."""

    pieces: tuple[PieceFound, ...]
    disc: FlickedDisc | None

    def of(self, colour: str) -> PieceFound:
        """The piece of a colour. Raises KeyError for one that was not asked for."""
        for piece in self.pieces:
            if piece.colour == colour:
                return piece
        raise KeyError(colour)


def chance_of(score: float) -> float:
    """The chance (0..1) that a top with this score is one."""
    return round(float(1 / (1 + np.exp(EVEN - score))), 3)


def as_column(look: TowerLook, names: Sequence[str], x: float, y: float, sure: float) -> list[PieceFound]:
    """The pieces of a tower at (x, y) mm, bottom first."""
    shares = _shares(look, x, y, len(names))
    pieces = [
        PieceFound(name, x, y, level=level, sure=sure, visible=share)
        for level, (name, share) in enumerate(zip(names, shares, strict=True))
    ]
    for low, high in pairwise(range(len(pieces))):
        pieces[low] = replace(pieces[low], under=pieces[high].colour)
        pieces[high] = replace(pieces[high], over=pieces[low].colour)
    return pieces


def _shares(look: TowerLook, x: float, y: float, count: int) -> list[float]:
    """Which part of each piece of a tower shows, bottom first."""
    outlines = body(look, x, y, count)
    shows = np.zeros(look.view.shape, np.uint8)
    whole = []
    for level, circles in enumerate(outlines):
        alone = np.zeros_like(shows)
        fill(alone, look.sheet, circles, 1)
        whole.append(int(alone.sum()))
        fill(shows, look.sheet, circles, level + 1)
    return [round(float((shows == level + 1).sum()) / max(1, area), 2) for level, area in enumerate(whole)]


def on_others(pieces: list[PieceFound], look: TowerLook) -> list[PieceFound]:
    """Pieces that show nearer together than two can lie: the one in full view lies on the other."""
    told = list(pieces)
    for number, one in enumerate(told):
        for other in told:
            if one is other or one.x is None or one.y is None or other.x is None or other.y is None:
                continue
            near = np.hypot(one.x - other.x, one.y - other.y) < 0.85 * look.size.across
            if near and one.level == other.level and one.visible > other.visible and one.over is None:
                level = other.level + 1
                x, y, _ = look.viewpoint.seen(one.x, one.y, look.size.high * (one.level + 1), 1.0)
                x, y = look.viewpoint.stands(x, y, look.size.high * (level + 1))
                told[number] = replace(
                    one, x=x, y=y, level=level, over=other.colour, sure=min(one.sure, AT_MOST)
                )
                place = told.index(other)
                told[place] = replace(other, under=one.colour, sure=min(other.sure, AT_MOST))
                break
    return told
