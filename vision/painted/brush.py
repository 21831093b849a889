"""Paints one flat thing into a picture: in perspective, with its shadow, its gloss and soft edges."""

import math
import zlib
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.mat.plane import Plane
from vision.painted.flat_things import Shown
from vision.painted.lit import LitTable
from vision.painted.tabletop import Laid

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in px, right and bottom excluded."""

_SHADOW_REACH_MM = 4.0
_LEAST_LIFT_MM = 0.5
_WARP = 0.08
"""How far a card's slope may be off the table's: no card lies quite flat."""


@dataclass(frozen=True, slots=True)
class PlacedThing:
    """A thing and how high (mm) it lies on what is under it."""

    thing: Laid
    z: float


@dataclass(frozen=True, slots=True, eq=False)
class Brush:
    """Paints things on a lit table seen by a camera."""

    plane: Plane
    lit: LitTable

    def box(self, item: PlacedThing, shown: Shown) -> Box:
        """The pixels that a thing and its shadow can touch; may reach beyond the picture."""
        reach = math.hypot(shown.width, shown.height) / 2 + _SHADOW_REACH_MM
        x, y = item.thing.x, item.thing.y
        square = [
            (x - reach, y - reach),
            (x + reach, y - reach),
            (x + reach, y + reach),
            (x - reach, y + reach),
        ]
        seen = self.plane.to_px(square, item.z)
        low, high = np.floor(seen.min(axis=0)).astype(int) - 1, np.ceil(seen.max(axis=0)).astype(int) + 2
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def paint(self, canvas: Picture, item: PlacedThing, shown: Shown, within: Box) -> None:
        """Paints a thing over what is there; nothing outside the box `within` is touched."""
        left, top, right, bottom = clipped(self.box(item, shown), within)
        if left >= right or top >= bottom:
            return
        rows, columns = slice(top, bottom), slice(left, right)
        thing, eye = item.thing, self.lit.eye
        nearer = 1.0 - (item.z + shown.thick) / eye[2]
        across = eye[0] + (self.lit.x[rows, columns] - eye[0]) * nearer - thing.x
        along = eye[1] + (self.lit.y[rows, columns] - eye[1]) * nearer - thing.y
        own_x, own_y = _own(shown, thing, across, along)
        patch = canvas[rows, columns].astype(np.float32)
        # It darkens what lies around it: the lamp's shadow, and the dimness of contact.
        shift_x, shift_y = self.lit.shadow_mm(thing.x, thing.y, shown.thick + _LEAST_LIFT_MM)
        away = shown.from_edge(*_own(shown, thing, across - shift_x, along - shift_y))
        cast = 0.42 * np.clip(0.5 - away / (1.2 + shown.thick), 0.0, 1.0)
        contact = 0.12 * np.exp(-np.clip(away, 0.0, None) / 1.5)
        patch *= 1.0 - np.asarray(cast + contact, np.float32)[..., None]
        sample = cv2.remap(
            shown.texture,
            ((own_x + shown.width / 2) * shown.px_per_mm - 0.5).astype(np.float32),
            ((shown.height / 2 - own_y) * shown.px_per_mm - 0.5).astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        inside = -shown.from_edge(own_x, own_y)
        colour = self.lit.lit(np.asarray(sample[..., :3], np.float32), rows, columns)
        if shown.gloss > 0.0 and self.lit.glare > 0.0:
            # A small slope, the same for a card as long as it stays where it is.
            mixed = zlib.crc32(f"{thing.label} {thing.deck} {thing.x:.1f} {thing.y:.1f}".encode())
            slope = ((mixed & 0xFF) / 255 - 0.5) * _WARP, ((mixed >> 8 & 0xFF) / 255 - 0.5) * _WARP
            mirrored = self.lit.glare_at(rows, columns, *slope)
            rim = 18.0 * np.clip(1.0 - np.abs(inside - 0.4) / 0.5, 0.0, 1.0)
            colour += (shown.gloss * (mirrored + rim))[..., None]
        px_per_mm = self.plane.px_per_mm(thing.x, thing.y)
        cover = np.clip(inside * px_per_mm + 0.5, 0.0, 1.0)[..., None]
        patch += cover * (colour - patch)
        canvas[rows, columns] = np.clip(patch + 0.5, 0, 255).astype(np.uint8)


def clipped(box: Box, within: Box) -> Box:
    return max(box[0], within[0]), max(box[1], within[1]), min(box[2], within[2]), min(box[3], within[3])


def _own(
    shown: Shown, thing: Laid, across: NDArray[np.float32], along: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Offsets in the table's frame turned into the thing's own frame (mm)."""
    if shown.disc:
        return across, along
    turn = math.radians(thing.angle)
    cosine, sine = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    return across * cosine + along * sine, along * cosine - across * sine
