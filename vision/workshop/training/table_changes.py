"""Random changes of painted tables at each showing: mirrored, turned, zoomed, relit, blurred, recoded.

Rule kept: photometric changes move no outline; geometric ones move all of them.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Picture, Values
from vision.workshop.training.painted_tables import PaintedTable

SIZES = ((384, 288), (384, 288), (384, 288), (320, 256), (352, 256), (416, 320))
"""Sizes (wide, high) of a batch: cards appear smaller and larger, and slightly wider or higher."""


def changed(tables: Sequence[PaintedTable], chance: np.random.Generator) -> list[PaintedTable]:
    """Tables as shown once: all of one size from SIZES, or that size turned by a quarter."""
    size = SIZES[int(chance.integers(len(SIZES)))]
    turned = bool(chance.random() < 0.5)
    shown = []
    for table in tables:
        moved = mirrored(table, across=bool(chance.random() < 0.5), down=bool(chance.random() < 0.5))
        if chance.random() < 0.35:
            moved = nearer(moved, chance)
        moved = resized(moved, size)
        if turned:
            moved = quarter_turned(moved)
        shown.append(replace(moved, picture=_seen_anew(moved.picture, chance)))
    return shown


def mirrored(table: PaintedTable, *, across: bool, down: bool) -> PaintedTable:
    """A table seen in a mirror."""
    picture, owners, quads = table.picture, table.owners, table.quads.copy()
    if across:
        picture, owners = picture[:, ::-1], owners[:, ::-1]
        quads[..., 0] = owners.shape[1] - 1 - quads[..., 0]
    if down:
        picture, owners = picture[::-1], owners[::-1]
        quads[..., 1] = owners.shape[0] - 1 - quads[..., 1]
    return PaintedTable(np.ascontiguousarray(picture), quads, np.ascontiguousarray(owners), table.visible)


def quarter_turned(table: PaintedTable) -> PaintedTable:
    """A table turned by a quarter, counter-clockwise."""
    wide = table.owners.shape[1]
    quads = np.stack([table.quads[..., 1], wide - 1 - table.quads[..., 0]], axis=-1)
    picture, owners = np.rot90(table.picture), np.rot90(table.owners)
    return PaintedTable(np.ascontiguousarray(picture), quads, np.ascontiguousarray(owners), table.visible)


def resized(table: PaintedTable, size: tuple[int, int]) -> PaintedTable:
    """A table in a picture of another size (wide, high)."""
    high, wide = table.owners.shape
    if size == (wide, high):
        return table
    times = np.array([size[0] / wide, size[1] / high])
    way = cv2.INTER_AREA if times.max() < 1 else cv2.INTER_LINEAR
    picture = np.asarray(cv2.resize(table.picture, size, interpolation=way), dtype=np.uint8)
    owners = np.asarray(cv2.resize(table.owners, size, interpolation=cv2.INTER_NEAREST), dtype=np.uint8)
    return PaintedTable(picture, (table.quads + 0.5) * times - 0.5, owners, table.visible)


def nearer(table: PaintedTable, chance: np.random.Generator) -> PaintedTable:
    """A part of a table at full size; cut parts of cards count as hidden."""
    high, wide = table.owners.shape
    part = 1 / float(np.exp(chance.uniform(0, 0.75)))
    size = (max(32, round(wide * part)), max(32, round(high * part)))
    left, top = (
        int(chance.integers(0, whole - kept + 1)) for whole, kept in zip((wide, high), size, strict=True)
    )
    rows, columns = slice(top, top + size[1]), slice(left, left + size[0])
    before = np.bincount(table.owners.ravel(), minlength=len(table.quads) + 1)[1:]
    owners = np.ascontiguousarray(table.owners[rows, columns])
    after = np.bincount(owners.ravel(), minlength=len(table.quads) + 1)[1:]
    visible = (table.visible * after / np.maximum(before, 1)).astype(np.float32)
    cut = PaintedTable(
        np.ascontiguousarray(table.picture[rows, columns]),
        table.quads - np.array([left, top]),
        owners,
        visible,
    )
    return resized(cut, (wide, high))


def _seen_anew(picture: Picture, chance: np.random.Generator) -> Picture:
    """The picture in other light, by another camera."""
    seen = picture.astype(np.float32)
    seen *= np.exp(chance.normal(size=3) * 0.1).astype(np.float32)
    if chance.random() < 0.4:
        bent = (np.clip(seen, 0, 255) / 255) ** float(np.exp(chance.normal() * 0.25))
        seen = np.asarray(255 * bent, np.float32)
    if chance.random() < 0.3:
        seen *= _patch_of_light(seen.shape[:2], chance)[..., None]
    if chance.random() < 0.15:
        seen += _glare(seen.shape[:2], chance)[..., None]
    if chance.random() < 0.15:  # haze: less contrast
        seen += (float(chance.uniform(40, 220)) - seen) * np.float32(chance.uniform(0.1, 0.5))
    if chance.random() < 0.25:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), float(chance.uniform(0.4, 1.1))), np.float32)
    if chance.random() < 0.3:
        seen += chance.normal(size=seen.shape).astype(np.float32) * np.float32(chance.uniform(1, 9))
    told = np.clip(seen, 0, 255).astype(np.uint8)
    if chance.random() < 0.2:
        coded = cv2.imencode(".jpg", told, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(35, 90))])[1]
        told = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return np.ascontiguousarray(told)


def _patch_of_light(shape: tuple[int, int], chance: np.random.Generator) -> Values:
    """Sun through a window, or a shadow: a straight-edged lighter or darker part."""
    high, wide = shape
    mask = np.zeros(shape, np.float32)
    middle = chance.uniform(0, 1, 2) * (wide, high)
    count = int(chance.integers(3, 6))
    turns = np.sort(chance.uniform(0, 2 * np.pi, count))
    reach = chance.uniform(0.2, 1.0, count) * wide * chance.uniform(0.2, 0.8)
    points = middle + np.column_stack([np.cos(turns), np.sin(turns)]) * reach[:, None]
    cv2.fillPoly(mask, [np.rint(points).astype(np.int32)], 1.0, cv2.LINE_AA)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), float(np.exp(chance.uniform(-0.7, 3)))), np.float32)
    return np.asarray(1 + mask * np.float32(np.exp(chance.uniform(-1.3, 0.9)) - 1), np.float32)


def _glare(shape: tuple[int, int], chance: np.random.Generator) -> Values:
    """A lamp's reflection on gloss: a bright spot, elongated and blurred."""
    high, wide = shape
    mask = np.zeros(shape, np.float32)
    middle = (int(chance.uniform(0, wide)), int(chance.uniform(0, high)))
    axes = (int(chance.uniform(4, 60)), int(chance.uniform(4, 30)))
    cv2.ellipse(mask, middle, axes, float(chance.uniform(0, 180)), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(mask, (0, 0), float(chance.uniform(2, 15)))
    return np.asarray(soft * np.float32(chance.uniform(40, 220)), np.float32)
