"""What the eye does with one picture, stage by stage, each with what it found, the time, and a picture of it.

For people who look for a fault: it runs the stages anew, so it needs nothing of an eye that is at work. Rule kept: the
cards and pieces are those that the eye itself reads.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight import Sighting, Table
from vision.arrays import Picture
from vision.decks.deck import Deck
from vision.eye import Eye, Reading
from vision.mat.plane import NoPlane, Plane, find_tags, plane_from_tags
from vision.motion.glimpse import small_picture
from vision.motion.hands import find_hand
from vision.motion.still import Stillness
from vision.sources.frames import Frame

PLANE_PX: Final = 600
"""The longer side in px of the table seen from straight above."""
SURE: Final = 0.9
GREEN, YELLOW, RED, BLUE = (90, 220, 90), (60, 210, 255), (80, 80, 255), (255, 160, 60)


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """One stage: what it `found` as plain values, how long it took, and a picture of it where there is one."""

    name: str
    ms: float
    found: dict[str, Any] = field(default_factory=dict)
    picture: Picture | None = None


def stages(
    picture: Picture,
    table: Table,
    decks: Sequence[Deck] = (),
    before: Picture | None = None,
    tell: Callable[[Sighting], Sighting | None] | None = None,
) -> tuple[Stage, ...]:
    """All stages of one picture (BGR), read from nothing; `before`: the picture that changes are told against.

    `tell` gives a sighting as it may be told, or None; left out, all is told.
    """
    small, scale, took = _small(picture)
    reading = Eye(table, decks).read(Frame(picture, 0.0, 0))
    found = [
        Stage(
            "small",
            took,
            {"width": small.shape[1], "height": small.shape[0], "scale": round(scale, 3)},
            small,
        ),
        _changed(small, None if before is None else _small(before)[0], scale),
        _hand(small, scale, reading),
    ]
    tags, shown = _tags(picture, table)
    found += [shown, _plane(picture, table, tags)]
    light = {"ok": reading.light.ok, "why": reading.light.why, "lost": list(reading.light.lost)}
    found.append(Stage("light", reading.ms.get("light", 0.0), light))
    told_of = [one if tell is None else tell(one) for one in reading.scene.sightings]
    sightings = [one for one in told_of if one is not None]
    for kind in dict.fromkeys((*table.kinds, *(sighting.kind for sighting in sightings))):
        seen = [sighting for sighting in sightings if sighting.kind == kind]
        ms = reading.ms.get({"card": "cards", "penny": "pennies"}.get(kind, "pieces"), 0.0)
        told = {"count": len(seen), "seen": [sighting_json(sighting) for sighting in seen]}
        found.append(Stage(kind, ms, told, drawn(picture, seen)))
    found.append(
        Stage(
            "whole", reading.ms.get("total", 0.0), {"ms": dict(reading.ms), "mat": reading.mat.why or "found"}
        )
    )
    return tuple(found)


def drawn(picture: Picture, sightings: Sequence[Sighting]) -> Picture:
    """The picture with the readings drawn in: outline, label and how sure; green sure, yellow unsure, red unread."""
    canvas = picture.copy()
    thick = max(1, round(picture.shape[1] / 640))
    for sighting in sightings:
        if not sighting.corners_px:
            continue
        unread = sighting.label is None and sighting.face != "down"
        colour = RED if unread else GREEN if sighting.sure >= SURE else YELLOW
        outline = np.round(np.array(sighting.corners_px) * 16).astype(np.int32)
        cv2.polylines(
            canvas, [outline], isClosed=True, color=colour, thickness=thick, lineType=cv2.LINE_AA, shift=4
        )
        x, y = np.mean(sighting.corners_px, axis=0)
        _write(canvas, _words(sighting), (float(x), float(y)), colour)
    return canvas


def sighting_json(sighting: Sighting) -> dict[str, Any]:
    """A sighting as plain values, rounded; what is not known is left out."""
    plain = {
        "kind": sighting.kind, "label": sighting.label, "region": sighting.region, "face": sighting.face,
        "deck": sighting.deck, "colour": sighting.colour, "sure": round(sighting.sure, 3),
        "others": [[label, round(sure, 3)] for label, sure in sighting.others],
        "x": _rounded(sighting.x), "y": _rounded(sighting.y), "angle": _rounded(sighting.angle),
        "visible": round(sighting.visible, 2),
        "corners_px": [[round(x, 1), round(y, 1)] for x, y in sighting.corners_px or ()],
    }  # fmt: skip
    return {name: value for name, value in plain.items() if value not in (None, [])}


def _small(picture: Picture) -> tuple[Picture, float, float]:
    """The small picture that every frame is first looked at in, its scale, and the ms that it took."""
    start = time.perf_counter()
    small = small_picture(picture)
    return small, picture.shape[1] / small.shape[1], _since(start)


def _changed(small: Picture, before: Picture | None, scale: float) -> Stage:
    """The cells that differ from the picture before."""
    if before is None or before.shape != small.shape:
        return Stage("changed", 0.0, {"why": "there is no earlier picture to hold it against"})
    still = Stillness(scale)
    grey = [np.asarray(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY), np.uint8) for each in (before, small)]
    still.see(grey[0], 0.0)
    still.accept()
    start = time.perf_counter()
    still.see(grey[1], 1.0)
    changed = still.changed()
    took = _since(start)
    canvas = small.copy()
    for left, top, right, bottom in changed.boxes:
        ends = [(round(x / scale), round(y / scale)) for x, y in ((left, top), (right, bottom))]
        cv2.rectangle(canvas, ends[0], ends[1], YELLOW, 1)
    told = {
        "everything": changed.everything,
        "boxes": [[round(edge) for edge in box] for box in changed.boxes],
    }
    return Stage("changed", took, told, canvas)


def _hand(small: Picture, scale: float, reading: Reading) -> Stage:
    """The hand that the eye saw: what looks like one but is cards that it recognised is none."""
    took = reading.ms.get("hand", 0.0)
    cards = [one for one in reading.scene.sightings if one.kind == "card" and one.visible == 1]
    known = [one.corners_px for one in cards if one.corners_px and (one.label or one.face == "down")]
    hand = find_hand(small, scale=scale, cards_px=known) if reading.scene.hand else None
    if hand is None:
        return Stage("hand", took, {"hand": False})
    size = (small.shape[1], small.shape[0])
    mask = cv2.resize(hand.mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    canvas = small.copy()
    canvas[mask] = (0.5 * canvas[mask] + 0.5 * np.array(BLUE)).astype(np.uint8)
    return Stage(
        "hand",
        took,
        {"hand": True, "sure": round(hand.sure, 3), "box": [round(edge) for edge in hand.box]},
        canvas,
    )


def _tags(picture: Picture, table: Table) -> tuple[dict[int, NDArray[np.float64]], Stage]:
    if table.tags is None:
        return {}, Stage("tags", 0.0, {"why": "no mat is expected"})
    start = time.perf_counter()
    tags = find_tags(picture, table.tags)
    took = _since(start)
    canvas = picture.copy()
    for corner, corners in tags.items():
        cv2.polylines(
            canvas,
            [np.round(corners).astype(np.int32)],
            isClosed=True,
            color=GREEN,
            thickness=2,
            lineType=cv2.LINE_AA,
        )
        x, y = corners.mean(axis=0).tolist()
        _write(canvas, str(corner), (x, y), GREEN)
    told = {
        str(corner): [[round(v, 2) for v in point] for point in corners.tolist()]
        for corner, corners in tags.items()
    }
    return tags, Stage("tags", took, {"found": sorted(tags), "corners_px": told}, canvas)


def _plane(picture: Picture, table: Table, tags: dict[int, NDArray[np.float64]]) -> Stage:
    if table.tags is None:
        return Stage("plane", 0.0, {"why": "no mat is expected"})
    start = time.perf_counter()
    plane = plane_from_tags(tags, table, (picture.shape[1], picture.shape[0]))
    took = _since(start)
    if isinstance(plane, NoPlane):
        return Stage("plane", took, {"found": False, "why": plane.why})
    return Stage("plane", took, _plane_json(plane, table), _from_above(picture, plane, table))


def _plane_json(plane: Plane, table: Table) -> dict[str, Any]:
    return {
        "found": True,
        "error_px": round(plane.error_px, 3),
        "camera_mm": [round(value, 1) for value in plane.camera_mm()],
        "px_per_mm": round(plane.px_per_mm(table.width_mm / 2, table.height_mm / 2), 3),
        "focal_px": round(float(plane.matrix[0, 0]), 1),
        "distortion": [round(float(value), 5) for value in plane.distortion],
    }


def _from_above(picture: Picture, plane: Plane, table: Table) -> Picture:
    scale = PLANE_PX / max(table.width_mm, table.height_mm)
    above = plane.rectify(picture, 0, 0, table.width_mm, table.height_mm, scale)
    for region in table.regions:
        left, right = (round(edge * scale) for edge in (region.x, region.x + region.w))
        top, low = (round((table.height_mm - edge) * scale) for edge in (region.y + region.h, region.y))
        cv2.rectangle(above, (left, top), (right, low), YELLOW, 1)
    return above


def _words(sighting: Sighting) -> str:
    name = sighting.label or ("down" if sighting.face == "down" else "?")
    return f"{name} {sighting.sure:.2f}"


def _write(canvas: Picture, words: str, at: tuple[float, float], colour: tuple[int, int, int]) -> None:
    """Short words centred at a point (px), on dark ground; OpenCV's letters know ASCII only."""
    scale = max(0.35, canvas.shape[1] / 3200)
    plain = words.encode("ascii", "replace").decode()
    (wide, high), _below = cv2.getTextSize(plain, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    where = (round(at[0] - wide / 2), round(at[1] + high / 2))
    cv2.rectangle(
        canvas, (where[0] - 2, where[1] - high - 2), (where[0] + wide + 2, where[1] + 3), (0, 0, 0), -1
    )
    cv2.putText(canvas, plain, where, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, 1, cv2.LINE_AA)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _since(start: float) -> float:
    return round((time.perf_counter() - start) * 1000, 3)
