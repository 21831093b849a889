"""Training material from pictures with truth: crops of pennies and others, hands cut out, tables.

Folders of permitted pictures are named by hand; see `teach_pennies`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Picture, box_about
from vision.mat.plane import Plane
from vision.pennies.reader import crops_at, round_places
from vision.workshop.training.painted_hands import HIGH, WIDE, Cutout
from vision.workshop.training.painted_pennies import Crop

LEAST_VISIBLE = 0.45
"""Visible share of a penny below which it is no lesson at all."""
OTHERS_A_PICTURE = 60


def with_truth(folder: Path) -> Iterator[tuple[Picture, dict[str, Any]]]:
    """Each picture (BGR) of a folder with its `objects/NAME.truth.json` or `NAME.truth.json`."""
    told = sorted((folder / "objects").glob("*.truth.json")) or sorted(folder.glob("*.truth.json"))
    if not told:
        raise FileNotFoundError(f"{folder}: expected NAME.truth.json beside or under objects/, found none")
    for file in told:
        image = cv2.imread(str(folder / f"{file.name.split('.')[0]}.jpg"))
        if image is None:
            raise FileNotFoundError(f"{file}: expected a picture of the same name, found none")
        yield np.asarray(image, dtype=np.uint8), json.loads(file.read_text())


def plane_of(truth: dict[str, Any]) -> Plane:
    """The truth's camera as a plane, in the truth's mm."""
    camera = truth["camera"]
    rotation = np.array(camera["rotation_world_to_camera"], dtype=np.float64)
    lifted = rotation @ np.array([0.0, 0.0, float(truth["surface_z_mm"])])
    return Plane(
        matrix=np.array(camera["matrix"], dtype=np.float64),
        distortion=np.array(camera["distortion"][:2], dtype=np.float64),
        rotation=rotation,
        translation=np.array(camera["translation_mm"], dtype=np.float64) + lifted,
        width_mm=0.0,
        height_mm=0.0,
        picture_size=(camera["width"], camera["height"]),
        error_px=0.0,
    )


def penny_crops(folder: Path, chance: np.random.Generator) -> list[Crop]:
    """Crops of every sufficiently visible penny, as found and slightly off, and of other round places."""
    crops: list[Crop] = []
    for image, truth in with_truth(folder):
        plane = plane_of(truth)
        pennies = [thing for thing in truth["objects"] if thing["kind"] == "penny"]
        places = _round_places(image, plane)
        for penny in pennies:
            if (penny["visible_fraction"] or 0) < LEAST_VISIBLE:
                continue
            near = [at for at in places if np.hypot(*(at - (penny["x_mm"], penny["y_mm"]))) < 2]
            at = near[0] if near else np.array([penny["x_mm"], penny["y_mm"]])
            if _inside(image, plane, at):
                beside = np.stack([at, at + chance.normal(scale=0.4, size=2)])
                seen = float(penny["visible_fraction"])
                crops += [Crop(cut, penny["label"], seen) for cut in crops_at(image, plane, beside)]
        others = [
            at
            for at in places
            if _inside(image, plane, at)
            and all(np.hypot(*(at - (penny["x_mm"], penny["y_mm"]))) > 4 for penny in pennies)
        ]
        cuts = crops_at(image, plane, np.array(others[:OTHERS_A_PICTURE]).reshape(-1, 2))
        crops += [Crop(cut, None, 0.0) for cut in cuts]
    return crops


def _round_places(image: Picture, plane: Plane) -> Floats:
    """The finder's places (N x 2 mm)."""
    high, wide = image.shape[:2]
    corners = plane.to_mm(np.array([[0, 0], [wide, 0], [wide, high], [0, high]]))
    return round_places(image, plane, box_about(corners), most=400)


def _inside(image: Picture, plane: Plane, at: Floats) -> bool:
    margin = 15
    px, py = plane.to_px(at)[0]
    return bool(margin < px < image.shape[1] - margin and margin < py < image.shape[0] - margin)


def hand_material(folder: Path) -> tuple[list[Picture], list[Cutout]]:
    """Hand-free tables, and hands cut out, from a folder's pictures."""
    tables: list[Picture] = []
    cutouts: list[Cutout] = []
    for image, truth in with_truth(folder):
        hands = [thing for thing in truth["objects"] if thing["kind"] == "hand"]
        size = (WIDE * 3 // 2, HIGH * 3 // 2)
        reduced = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        if not hands:
            tables.append(reduced)
            continue
        mask = np.zeros(reduced.shape[:2], np.uint8)
        for hand in hands:
            outline = np.array(hand["polygon"]) * size[0] / image.shape[1]
            cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 255)
        fine = (WIDE, HIGH)
        inner = cv2.erode(cv2.resize(mask, fine, interpolation=cv2.INTER_AREA), np.ones((2, 2), np.uint8))
        cut = cv2.resize(reduced, fine, interpolation=cv2.INTER_AREA)
        cutouts.append(Cutout(np.asarray(cut, dtype=np.uint8), np.asarray(inner, dtype=np.uint8)))
    return tables, cutouts
