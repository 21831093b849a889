"""Painted tables with discs, cylinders and pawns, and with many lookalikes, to teach the finders.

Everything is random: bodies with side and shadow; flat circles, coins and other round things lie about
without counting as discs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Picture, Points, Values
from vision.discs.reader import FACES, OTHER
from vision.workshop.training.painted_prints import Printer, some_body
from vision.workshop.training.piece_boards import chequered, track
from vision.workshop.training.piece_brush import Canvas, Drum, View, draw_round, shadow
from vision.workshop.training.piece_caps import draw_cap
from vision.workshop.training.piece_grounds import (
    FINE,
    FINE_SIDE,
    as_seen,
    cover,
    cut_of,
    litter,
    painted_table,
)
from vision.workshop.training.piece_relief import badge, press
from vision.workshop.training.piece_turned import draw_pawn

_USUAL_MM = 13.0
"""Radius in mm of an ordinary disc."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A piece in a scene (px). `kind`: disc, cylinder or pawn.

    `spread` (2 x 2) maps the unit circle to the top face of a disc or cylinder, to the foot of a pawn. `top`:
    middle of the top face (of a pawn's head); `foot`: middle of the lower end, of the whole tower if it
    stands on others. `visible`: uncovered share (0..1), without the pieces below.
    """

    kind: str
    label: str | None
    top: tuple[float, float]
    foot: tuple[float, float]
    spread: tuple[tuple[float, float], tuple[float, float]]
    visible: float

    @property
    def middle(self) -> Points:
        """The finder's target: the middle of a disc's face, of the whole visible body of another piece."""
        if self.kind == "disc":
            return np.array(self.top)
        low, high = self._box()
        return (low + high) / 2

    @property
    def reach(self) -> float:
        """Half the longer side of the piece's box (px); of a disc: of its top face."""
        if self.kind == "disc":
            extent = np.hypot(*np.array(self.spread).T)
            return float(extent.max())
        low, high = self._box()
        return float((high - low).max() / 2)

    def _box(self) -> tuple[Points, Points]:
        extent = np.hypot(*np.array(self.spread).T)
        small = extent * (0.55 if self.kind == "pawn" else 1.0)
        foot, top = np.array(self.foot), np.array(self.top)
        return np.minimum(foot - extent, top - small), np.maximum(foot + extent, top + small)


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture (BGR, 288 x 288 px) with its pieces of any visible share."""

    picture: Picture
    pieces: tuple[Piece, ...]


def scene(printer: Printer, chance: np.random.Generator, grounds: Sequence[Picture] = ()) -> Scene:
    """One scene. `grounds`: pictures of tables without discs and pawns, of which parts serve as table."""
    lent = bool(grounds) and chance.random() < 0.6
    light = cut_of(grounds, chance) if lent else painted_table(chance)
    usual = float(np.exp(chance.uniform(np.log(6.5), np.log(62.0)))) * FINE  # radius in px
    view = View.some(usual / _USUAL_MM, chance)
    if not lent or chance.random() < 0.3:
        litter(light, chance, usual, view, printer)
    fields: list[tuple[float, float]] = []
    laid = chance.random()
    if laid < 0.22:
        fields = chequered(light, _USUAL_MM, view, chance)
    elif laid < 0.4:
        fields = track(light, _USUAL_MM, view, printer, chance)
    canvas = Canvas(light, np.full(light.shape[:2], -1, np.int16))
    standing: list[_Standing] = []
    places: list[tuple[float, float, float]] = []
    wanted = int(np.clip(chance.poisson(2.2e4 / (usual / FINE) ** 2), 1, 16 if fields else 12))
    if chance.random() < 0.12:
        wanted = 0
    alike = None if chance.random() < 0.6 else str(chance.choice(["disc", "pawn"], p=[0.7, 0.3]))
    for _ in range(wanted):
        spread = 0.08 if fields else 0.3
        radius = _USUAL_MM * float(np.exp(chance.normal(0, spread)))
        reach = radius * usual / _USUAL_MM
        for _ in range(8):
            if fields and chance.random() < 0.85:
                x, y = np.array(fields[int(chance.integers(len(fields)))]) + chance.normal(0, 0.12 * reach, 2)
            else:
                x, y = chance.uniform(reach * 0.3, FINE_SIDE - reach * 0.3, 2)
            inside = 0 < x < FINE_SIDE and 0 < y < FINE_SIDE
            if inside and all(np.hypot(x - a, y - b) > 0.9 * (reach + c) for a, b, c in places):
                places.append((x, y, reach))
                _stand(canvas, standing, (np.array([x, y]), radius), view, printer, chance, alike)
                break
    cover(canvas, chance, usual)
    return Scene(as_seen(canvas.light, chance), tuple(_told(canvas, one) for one in standing))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Standing:
    """A drawn piece (px of the fine canvas), with its number and original pixel count."""

    kind: str
    label: str | None
    top: Points
    foot: Points
    spread: Points
    number: int
    area: int


def _told(canvas: Canvas, one: _Standing) -> Piece:
    top, foot = (((at + 0.5) / FINE - 0.5).tolist() for at in (one.top, one.foot))
    spread = (one.spread / FINE).tolist()
    visible = int((canvas.owner == one.number).sum()) / max(1, one.area)
    pairs = ((spread[0][0], spread[0][1]), (spread[1][0], spread[1][1]))
    return Piece(
        kind=one.kind,
        label=one.label,
        top=(top[0], top[1]),
        foot=(foot[0], foot[1]),
        spread=pairs,
        visible=visible,
    )


def _stand(
    canvas: Canvas,
    standing: list[_Standing],
    spot: tuple[Points, float],
    view: View,
    printer: Printer,
    chance: np.random.Generator,
    alike: str | None,
) -> None:
    """Sets one piece, or a tower of discs, on the canvas.

    `spot`: place of its foot (px) and radius (mm). `alike`: the common kind of all pieces here, if any.
    """
    at, radius = spot
    kind = alike or str(chance.choice(["disc", "cylinder", "pawn"], p=[0.54, 0.16, 0.3]))
    if kind == "pawn":
        radius *= chance.uniform(0.5, 0.95)
        number = len(standing)
        head = draw_pawn(canvas, number, at, radius, _body(canvas, at, chance), view, chance)
        area = int((canvas.owner == number).sum())
        standing.append(
            _Standing(
                kind=kind, label=None, top=head, foot=at, spread=view.flat * radius, number=number, area=area
            )
        )
        return
    count = int(chance.choice([1, 2, 3, 4, 5], p=[0.56, 0.18, 0.1, 0.09, 0.07])) if kind == "disc" else 1
    thick = radius * (chance.uniform(0.08, 0.42) if chance.random() < 0.65 else chance.uniform(0.4, 0.85))
    if kind == "cylinder":
        radius *= chance.uniform(0.5, 0.95)
        thick = radius * chance.uniform(1.3, 4.5)
    shadow(canvas, at, radius, thick * count, view, chance)
    foot = at
    plain = kind == "cylinder" or chance.random() < 0.4
    cap = kind == "disc" and count == 1 and chance.random() < 0.22
    if cap:
        thick, plain = radius * chance.uniform(0.2, 0.5), chance.random() < 0.25
    for level in range(count):
        body = _body(canvas, at, chance)
        at = at + chance.normal(0, 0.05 * radius, 2) @ view.flat.T if level else at
        label, face = _some_face("blank" if plain else _some_label(chance), body, view, printer, chance,
                                 kind="cap" if cap else kind)  # fmt: skip
        number = len(standing)
        drum = Drum(at=at, radius=radius, high=level * thick, thick=thick, face=face, body=body)
        (draw_cap if cap else draw_round)(canvas, number, drum, view, chance)
        top = at + (level + 1) * thick * view.up
        told = None if label == "blank" else label
        area = int((canvas.owner == number).sum())
        standing.append(
            _Standing(
                kind=kind, label=told, top=top, foot=foot, spread=view.flat * radius, number=number, area=area
            )
        )


def _some_face(
    label: str, body: Values, view: View, printer: Printer, chance: np.random.Generator, *, kind: str
) -> tuple[str, Values]:
    """A round top's class, and its picture; a blank one with an impression is of another class."""
    face = printer.face(label, body, chance)
    if kind == "cylinder" and chance.random() < 0.8:
        face[:] = body
    elif label == "blank" and chance.random() < 0.45:
        label = OTHER
        if chance.random() < 0.6:
            face[:] = body
        press(face, printer, view, chance)
    elif label == OTHER and chance.random() < (0.8 if kind == "cap" else 0.3):
        badge(face, printer, chance)
    return label, face


def _body(canvas: Canvas, at: Points, chance: np.random.Generator) -> Values:
    """The colour of a piece; sometimes close to that of its ground."""
    if chance.random() > 0.2:
        return some_body(chance)
    x, y = np.clip(at, 0, canvas.side - 1).astype(int).tolist()
    under = canvas.light[y, x] * chance.uniform(0.75, 1.35)
    return np.clip(under + chance.normal(0, 12, 3), 8, 250).astype(np.float32)


def _some_label(chance: np.random.Generator) -> str:
    chosen = chance.random()
    if chosen < 0.62:
        return FACES[int(chance.integers(len(FACES)))]
    return OTHER if chosen < 0.82 else "blank"
