"""Paints round bodies that stand on the table: towers of pieces and flat discs, with sides, shade and shadows.

Rule kept: a body is where the plane of the table says it is, height and all, so that a painted tower leans in the
picture as a real one does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, Points, Values
from vision.decks.deck import Deck
from vision.mat.plane import Plane
from vision.painted.flat_things import PlacedThing, deck_with
from vision.painted.standpoint import LitTable
from vision.painted.tabletop import thickness

Colour = tuple[float, float, float]
"""Blue, green, red, 0..255, under the lamp's full light."""

FINER: Final = 3
"""How many times finer than the picture bodies are drawn."""
_AROUND: Final = np.arange(72) / 72 * 2 * np.pi
_CIRCLE: Final = np.column_stack([np.cos(_AROUND), np.sin(_AROUND)])
_SHADOW_STEPS: Final = 4
_AROUND_PX: Final = 24
"""How far out a shadow's soft edge is painted."""
_AWAY: Final = -0.3
"""A strip of a side is hidden where the cosine of its way to the camera's is below this."""
_ON_TABLE_MM: Final = 1.0
"""What lies no higher stands on the table, or on what lies flat on it."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RoundBody:
    """A round body: its middle (mm), how high its lower end lies, radius and height (mm), and its looks.

    `ring`: a line about the top at so much of the radius, of the colour `ink`; 0 for none. `letter`: what is printed
    on the top; `face`: a picture (BGR) that fills it, turned by `turn` deg counter-clockwise. `grain`: how uneven the
    wood is (0..1).
    """

    x: float
    y: float
    z: float
    radius: float
    high: float
    colour: Colour
    ring: float = 0.0
    ink: Colour = (235.0, 235.0, 235.0)
    letter: str = ""
    grain: float = 0.0
    face: Picture | None = None
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Shading:
    """How light falls: `ambient` (0..1) comes from everywhere, the rest from the lamp; `dark`: how much of the light a
    shadow takes (0..1); `soft`: how wide its edge grows, mm a mm of height."""

    ambient: float = 0.4
    dark: float = 0.5
    soft: float = 0.25


class BodyBrush:
    """Paints bodies into pictures of one table under one lamp."""

    def __init__(
        self, plane: Plane, lit: LitTable, shading: Shading | None = None, at: tuple[int, int] = (0, 0)
    ) -> None:
        """`at`: the column and row of the whole picture at which the canvases begin that will be painted on."""
        # The plane of a picture of which columns at the left and rows at the top are cut off.
        matrix = plane.matrix.copy()
        matrix[:2, 2] -= at
        self.plane = plane if at == (0, 0) else replace(plane, matrix=matrix)
        self.lit = lit
        self.shading = shading or Shading()
        self._at = at

    def paint(self, canvas: Values, bodies: Sequence[RoundBody]) -> None:
        """Paints bodies over what a canvas (H x W x 3, BGR, 0..255) shows: shadows first, then the farthest first."""
        shaded = np.zeros(canvas.shape[:2], np.float32)
        for body in bodies:
            self._shadow(canvas, shaded, body)
        eye = np.array(self.lit.eye)
        for body in sorted(bodies, key=lambda one: (one.z, -np.hypot(one.x - eye[0], one.y - eye[1]))):
            self._draw(canvas, body)

    def box(self, body: RoundBody) -> tuple[int, int, int, int]:
        """Left, top, right, bottom (px) of all that a body and its shadow can touch; may reach beyond the picture."""
        fallen = np.concatenate([self._fallen(body, body.z), self._fallen(body, body.z + body.high)])
        seen = [self.plane.to_px(fallen), self._ring(body, body.z), self._ring(body, body.z + body.high)]
        outline = np.concatenate(seen)
        left, top = (np.floor(outline.min(axis=0)).astype(int) - _AROUND_PX).tolist()
        right, bottom = (np.ceil(outline.max(axis=0)).astype(int) + _AROUND_PX + 1).tolist()
        return left, top, right, bottom

    def _ring(self, body: RoundBody, z: float, part: float = 1.0) -> Points:
        points = np.array([body.x, body.y]) + part * body.radius * _CIRCLE
        return self.plane.to_px(points, z)

    def _shadow(self, canvas: Values, shaded: Values, body: RoundBody) -> None:
        """The lamp's shadow of a body on the table, soft as it is high, and the dimness where it stands."""
        low, top = self._fallen(body, body.z), self._fallen(body, body.z + body.high)
        outline = self.plane.to_px(np.concatenate([low, top]))
        left, high, right, down = _window(canvas, outline, _AROUND_PX)
        if left >= right or high >= down:
            return
        px = self.plane.px_per_mm(body.x, body.y)
        total = np.zeros((down - high, right - left), np.float32)
        for step in range(_SHADOW_STEPS):
            z = body.z + body.high * (step + 0.5) / _SHADOW_STEPS
            mask = np.zeros(total.shape, np.uint8)
            part = self.plane.to_px(np.concatenate([low, self._fallen(body, z)]))
            hull = cv2.convexHull((part - (left, high)).astype(np.float32))
            cv2.fillConvexPoly(mask, np.rint(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
            blur = max(0.5, self.shading.soft * z * px)
            total += cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), blur)
        near = np.zeros(total.shape, np.uint8)
        if body.z < _ON_TABLE_MM:
            foot = self._ring(body, 0.0, 1.06) - (left, high)
            cv2.fillConvexPoly(near, np.rint(foot * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        contact = cv2.GaussianBlur(near.astype(np.float32) / 255, (0, 0), max(0.5, 0.9 * px))
        share = self.shading.dark * np.maximum(total / _SHADOW_STEPS, 0.5 * contact)
        # Bodies of one tower throw one shadow: the deepest counts, not all of them together.
        old = shaded[high:down, left:right]
        new = np.maximum(old, share)
        canvas[high:down, left:right] *= ((1 - new) / (1 - old))[..., None]
        old[:] = new

    def _fallen(self, body: RoundBody, z: float) -> Points:
        shift = self.lit.shadow_mm(body.x, body.y, z)
        return np.array([body.x + shift[0], body.y + shift[1]]) + body.radius * _CIRCLE

    def _draw(self, canvas: Values, body: RoundBody) -> None:
        """Paints one body over what is there: its side, its top and what is on that, in finer pixels than the canvas's.

        Its outline is the convex hull of its lower and upper circle; how much of a pixel it covers is told by the finer
        ones, so that its edge is smooth.
        """
        top_z = body.z + body.high
        low, top = self._ring(body, body.z), self._ring(body, top_z)
        left, high, right, down = _window(canvas, np.concatenate([low, top]), 3)
        if left >= right or high >= down:
            return
        shape = ((down - high) * FINER, (right - left) * FINER)
        paint, cover = np.zeros((*shape, 3), np.float32), np.zeros(shape, np.uint8)

        def fine(points: Points) -> NDArray[np.int32]:
            return np.rint(((points - (left, high) + 0.5) * FINER - 0.5) * 16).astype(np.int32)

        stands_x, stands_y = self.plane.to_px([(body.x, body.y)])[0] + self._at
        rows, columns = self.lit.gain.shape
        row, column = int(np.clip(stands_y, 0, rows - 1)), int(np.clip(stands_x, 0, columns - 1))
        light = np.asarray(
            self.lit.gain[row : row + 1, column : column + 1][0, 0] * self.lit.tint, np.float32
        )
        foot, edge = fine(low), fine(top)
        lamp = np.array(self.lit.lamp) - (body.x, body.y, top_z)
        lamp /= np.linalg.norm(lamp)
        colour = np.array(body.colour) * light
        eye = np.array(self.lit.eye[:2]) - (body.x, body.y)
        hull = cv2.convexHull(np.concatenate([foot, edge]))
        cv2.fillConvexPoly(cover, hull, 255, cv2.LINE_8, 4)
        # The side, strip by strip, the nearest last; strips that face away are hidden by the top.
        strips = np.stack([foot, np.roll(foot, -1, 0), np.roll(edge, -1, 0), edge], axis=1)
        outward = (_CIRCLE + np.roll(_CIRCLE, -1, 0)) / 2
        direct = np.maximum(0.0, outward @ lamp[:2]) / max(0.3, float(lamp[2]))
        shades = self.shading.ambient * 0.75 + (1 - self.shading.ambient) * direct
        facing = _CIRCLE @ eye
        away = _AWAY * float(np.hypot(*eye))
        for k in np.argsort(facing, kind="stable").tolist():
            if facing[k] >= away:
                cv2.fillConvexPoly(paint, strips[k], (colour * shades[k]).tolist(), cv2.LINE_8, 4)
        cv2.fillConvexPoly(paint, edge, colour.tolist(), cv2.LINE_8, 4)
        if body.face is not None:
            # The corners of the picture on the top lie on the corners of the square about it.
            tall, wide = body.face.shape[:2]
            square = np.array(
                [(-0.5, -0.5), (wide - 0.5, -0.5), (wide - 0.5, tall - 0.5), (-0.5, tall - 0.5)]
            )
            turn = np.radians(body.turn)
            spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            corners = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)]) * body.radius @ spin + (body.x, body.y)
            onto = cv2.getPerspectiveTransform(
                square.astype(np.float32), (fine(self.plane.to_px(corners, top_z)) / 16).astype(np.float32)
            )
            soft = cv2.GaussianBlur(body.face, (0, 0), max(0.4, 0.2 * wide / shape[1]))
            seen = cv2.warpPerspective(
                soft, onto, shape[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            mask = np.zeros(shape, np.uint8)
            cv2.fillConvexPoly(mask, fine(self._ring(body, top_z, 0.98)), 1, cv2.LINE_8, 4)
            paint[mask > 0] = (seen.astype(np.float32) * light)[mask > 0]
        if body.grain > 0:
            # Long, narrow streaks on the top, the same for a piece wherever it lies.
            chance = np.random.default_rng(int(abs(hash((body.colour, body.radius))) % 2**32))
            streaks = chance.normal(size=(max(4, shape[0] // 4), 3)).astype(np.float32)
            even = cv2.resize(streaks, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
            within = np.zeros(shape, np.uint8)
            cv2.fillConvexPoly(within, edge, 1, cv2.LINE_8, 4)
            paint *= (1 + body.grain * 0.12 * even * within)[..., None]
        thick = max(1, round(0.045 * body.radius * self.plane.px_per_mm(body.x, body.y) * FINER * 2))
        if body.ring > 0:
            ink = (np.array(body.ink) * light).tolist()
            ring = [fine(self._ring(body, top_z, body.ring))]
            cv2.polylines(
                paint, ring, isClosed=True, color=ink, thickness=thick, lineType=cv2.LINE_AA, shift=4
            )
        if body.letter:
            middle = fine(self.plane.to_px([(body.x, body.y)], top_z))[0] / 16
            large = body.radius * self.plane.px_per_mm(body.x, body.y) * FINER
            thick = max(2, round(0.15 * large))
            (wide, tall), _ = cv2.getTextSize(body.letter, cv2.FONT_HERSHEY_DUPLEX, large / 24, thick)
            at = (int(middle[0] - wide / 2), int(middle[1] + tall / 2))
            mask = np.zeros(shape, np.uint8)
            cv2.putText(mask, body.letter, at, cv2.FONT_HERSHEY_DUPLEX, large / 24, 255, thick, cv2.LINE_AA)
            inked = mask.astype(np.float32)[..., None] / 255
            paint += (np.array(body.ink, np.float32) * light - paint) * inked
        size = (right - left, down - high)
        share = cv2.resize(cover.astype(np.float32) / 255, size, interpolation=cv2.INTER_AREA)[..., None]
        seen = cv2.resize(paint * (cover[..., None] > 0), size, interpolation=cv2.INTER_AREA)
        part = canvas[high:down, left:right]
        part *= 1 - share
        part += seen


def _window(canvas: Values, outline: Points, more: int) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the pixels about an outline (px), within the canvas."""
    low = np.floor(outline.min(axis=0)).astype(int) - more
    high = np.ceil(outline.max(axis=0)).astype(int) + more + 1
    left, top = np.maximum(low, 0).tolist()
    right, bottom = np.minimum(high, canvas.shape[1::-1]).tolist()
    return left, top, right, bottom


# What round things look like: discs with a printed face, the players' pieces, and the disc that is flicked. A
# disc shows the face that a deck of discs has for its label; one without a label is the plain one that is
# flicked.

PAINTS: Final[dict[str, Colour]] = {
    "red": (45, 40, 190),
    "yellow": (45, 180, 235),
    "green": (70, 125, 45),
    "blue": (185, 75, 40),
    "black": (42, 40, 40),
    "white": (228, 234, 236),
}
"""Blue, green and red of wooden pieces."""
_LIGHT: Final[Colour] = (235.0, 235.0, 235.0)
_ON_WHITE: Final[Colour] = (205.0, 205.0, 205.0)
_FLICKED: Final[Colour] = (38.0, 36.0, 36.0)
_RING: Final = 0.82
_PAPER, _PRINT_BLACK = np.float32(0.92), np.float32(6)
"""What print makes of a picture's white and black."""


def round_body(item: PlacedThing, decks: Mapping[str, Deck]) -> RoundBody:
    """A disc or a piece where it lies; faces are those of the deck that it names, or the first that has its label.

    Raises KeyError for a face that no deck has, or an unknown colour.
    """
    thing = item.thing
    radius, high = thing.width_mm / 2, thickness(thing)
    body = RoundBody(x=thing.x, y=thing.y, z=item.z, radius=radius, high=high, colour=_FLICKED)
    if thing.kind == "pawn":
        ink = _ON_WHITE if thing.label == "white" else _LIGHT
        return replace(body, colour=PAINTS[thing.label or ""], ring=_RING, ink=ink)
    if thing.label is None:
        return replace(body, ring=0.85, letter="Z")
    face, rim = _printed(deck_with(decks, thing.deck, f"disc {thing.label}", thing.label), thing.label)
    return replace(body, colour=rim, face=face, turn=thing.angle)


@lru_cache(maxsize=64)
def _printed(deck: Deck, label: str) -> tuple[Picture, Colour]:
    """A face as it is printed, and the colour of its rim."""
    printed = np.asarray(deck.face(label) * _PAPER + _PRINT_BLACK, np.uint8)
    rim = np.zeros(printed.shape[:2], np.uint8)
    middle, side = (printed.shape[1] // 2, printed.shape[0] // 2), min(printed.shape[:2])
    cv2.circle(rim, middle, round(0.47 * side), 1, max(1, round(0.03 * side)))
    blue, green, red = np.median(printed[rim > 0], axis=0).tolist()
    return printed, (blue, green, red)
