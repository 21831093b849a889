"""How exactly the table is found by its corner tags, and whether a knocked camera is noticed and found again.

Measured on games whose camera is known for every picture. Rule kept: errors are taken in table mm at the tags' own
plane, over the whole of the mat, against the true camera with its lens.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.sight import Table
from ui.cli.common import tracked
from ui.lab.measured.figures import Summary, Tally, middle
from ui.lab.measured.scenes import scenes_in
from vision.arrays import Floats, Picture
from vision.eye import Eye
from vision.mat.plane import Plane
from vision.sources.frames import Frame
from vision.sources.pictures import read_picture

BUMPED_MM = 5.0
BUMPED_DEG = 1.0
"""A camera or mat that moved by as much has been bumped."""
ABSORBED_MM = 1.5
"""The table has been found again once its median error is below this."""
STILL_FRAMES = 2
STILL_S = 0.4
"""Seconds between the still frames after a bump."""
TRIES = 12


def measure_mat(folder: Path, table: Table, *, every: int = 1) -> Summary | None:
    """Median errors of a folder of pictures with the true camera beside, and how bumps went; None where there is none.

    Bumps are the folder's own (pictures between which the camera moved), and, on its first picture, pushes and turns of
    the whole picture as a knocked camera makes them.
    """
    scenes = [scene for scene in scenes_in(folder) if scene.shows_mat][::every]
    if not scenes or table.tags is None:
        return None
    bare = Table(table.width_mm, table.height_mm, table.tags, (), ())
    counts, errors_mm = Tally(), list[float]()
    eye, before = Eye(bare), None
    at = 0.0
    for scene in tracked(scenes, f"{folder.name} mat", len(scenes)):
        image, camera = read_picture(scene.picture), scene.written["camera"]
        alone = Eye(bare)
        alone.read(Frame(image, 0.0, 0))
        if alone.plane is None:
            counts["lost"] += 1
            continue
        errors_mm.append(error_mm(alone.plane, table, camera))
        if before is not None:
            place = np.linalg.norm(np.subtract(before["position_mm"], camera["position_mm"]))
            one, other = (np.array(each["rotation_world_to_camera"]) for each in (before, camera))
            turn = np.degrees(np.arccos(np.clip((np.trace(one @ other.T) - 1) / 2, -1, 1)))
            if place >= BUMPED_MM or turn >= BUMPED_DEG:
                _count_bump(counts, eye, image, at, partial(error_mm, table=table, camera=camera))
        eye.read(Frame(image, at, 0))
        at += 5 * STILL_S
        before = camera
    _knock(counts, bare, read_picture(scenes[0].picture), scenes[0].written["camera"])
    return {
        "pictures": len(errors_mm) + counts["lost"],
        "not_found": counts["lost"],
        "mat_mm": round(table.width_mm + 2 * table.tags.side_mm, 1),
        "error_mm": middle(errors_mm, 3),
        "error_mm_worst_picture": round(max(errors_mm), 3) if errors_mm else None,
    } | counts.told("mat")


def error_mm(plane: Plane, table: Table, camera: Mapping[str, Any], picture: Floats | None = None) -> float:
    """The median distance between where points of the mat are and where the plane has them.

    `picture`: the 3 x 3 map by which the picture was moved after the camera took it.
    """
    assert table.tags is not None
    beyond = table.tags.side_mm
    x, y = np.meshgrid(
        np.linspace(-beyond, table.width_mm + beyond, 13), np.linspace(-beyond, table.height_mm + beyond, 13)
    )
    points = np.column_stack([x.ravel(), y.ravel()])
    middle_mm = np.array([table.width_mm / 2, table.height_mm / 2])
    seen = true_px(points - middle_mm, camera)
    if picture is not None:
        seen = cv2.perspectiveTransform(seen[None], picture)[0]
    apart = plane.to_mm(seen) - points
    return float(np.median(np.hypot(apart[:, 0], apart[:, 1])))


def true_px(points_mm: Floats, camera: Mapping[str, Any]) -> Floats:
    """Where the true camera sees points (N x 2 mm from the middle of the table, on it), in px."""
    rotation = np.array(camera["rotation_world_to_camera"], dtype=np.float64)
    seen, _ = cv2.projectPoints(
        np.column_stack([points_mm, np.zeros(len(points_mm))]),
        cv2.Rodrigues(rotation)[0],
        np.array(camera["translation_mm"], dtype=np.float64),
        np.array(camera["matrix"], dtype=np.float64),
        np.array(camera["distortion"], dtype=np.float64),
    )
    return np.asarray(seen.reshape(-1, 2), dtype=np.float64)


def _knock(counts: Tally, table: Table, image: Picture, camera: Mapping[str, Any]) -> None:
    """Moves a picture as knocks do: 5 mm in some direction, or 1 deg about some point of it."""
    first = Eye(table)
    first.read(Frame(image, 0.0, 0))
    if first.plane is None:
        return
    scale = first.plane.px_per_mm(table.width_mm / 2, table.height_mm / 2)
    high, wide = image.shape[:2]
    for number in range(TRIES):
        turn = 2 * np.pi * number / TRIES
        if number % 2:
            about = (wide * (0.3 + 0.4 * np.cos(turn) ** 2), high * (0.3 + 0.4 * np.sin(turn) ** 2))
            angle = BUMPED_DEG * (1 if number % 4 == 1 else -1)
            moved = np.vstack([cv2.getRotationMatrix2D(about, angle, 1.0), [0.0, 0.0, 1.0]])
        else:
            moved = np.eye(3)
            moved[:2, 2] = BUMPED_MM * scale * np.array([np.cos(turn), np.sin(turn)])
        eye = Eye(table)
        for at in (0.0, STILL_S):
            eye.read(Frame(image, at, 0))
        knocked = cv2.warpAffine(image, moved[:2], (wide, high), borderMode=cv2.BORDER_REPLICATE)
        error = partial(error_mm, table=table, camera=camera, picture=moved)
        _count_bump(counts, eye, np.asarray(knocked, dtype=np.uint8), 2 * STILL_S, error)


def _count_bump(counts: Tally, eye: Eye, image: Picture, at: float, error: Callable[[Plane], float]) -> None:
    """Shows the eye some still frames after a bump: whether it tells of it, and where it has the table then."""
    noticed = False
    for number in range(STILL_FRAMES):
        reading = eye.read(Frame(image, at + number * STILL_S, 0))
        noticed = noticed or reading.mat.moved_mm > 0 or not reading.mat.found
    counts["bumps"] += 1
    counts["noticed"] += noticed
    counts["absorbed"] += eye.plane is not None and error(eye.plane) <= ABSORBED_MM
