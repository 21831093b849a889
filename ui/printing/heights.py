"""How high a camera hangs above the mat of each game: from what it sees, and from how large the mat is."""

import math
from dataclasses import dataclass
from typing import Final

from companion.game import Setup, checked
from companion.games import all_games
from companion.sight import Table

RIM_MM: Final = 15.0
"""A finger's breadth about the tags, so that a knock does not push them out of the picture."""
RESERVE: Final = 1.05
"""Nobody hangs a camera quite straight."""
STEP_CM: Final = 5
"""Heights are told in steps of this."""


@dataclass(frozen=True, slots=True)
class CameraKind:
    """What a camera sees across and down (degrees) in a picture of 16:9."""

    name: str
    across: float
    down: float


MODULE_3: Final = CameraKind("Camera Module 3", 66.0, 41.0)
MODULE_2: Final = CameraKind("Camera Module 2", 62.2, 37.5)
WIDE: Final = CameraKind("Camera Module 3 Wide", 102.0, 67.0)
CAMERAS: Final = (MODULE_3, MODULE_2, WIDE)


@dataclass(frozen=True, slots=True)
class Height:
    """The size that must be in the picture for a game (mm), and how high the camera hangs for it (cm)."""

    game: str
    wide_mm: float
    high_mm: float
    above_cm: int


def heights(camera: CameraKind) -> list[Height]:
    """For every game that is played on a mat, for the most players, the lowest first."""
    found = []
    for game in all_games().values():
        table = game.table(checked(game, Setup(game.seats[-1])))
        if table.tags is not None:
            wide, high = seen_mm(table)
            found.append(Height(game.name, wide, high, above_cm(wide, high, camera)))
    return sorted(found, key=lambda height: (height.above_cm, height.game))


def seen_mm(table: Table) -> tuple[float, float]:
    """What must be in the picture: the mat with its tags and a rim, and every region, the long side first."""
    edge = RIM_MM + (0.0 if table.tags is None else table.tags.side_mm)
    left = min(-edge, *(region.x for region in table.regions))
    near = min(-edge, *(region.y for region in table.regions))
    right = max(table.width_mm + edge, *(region.x + region.w for region in table.regions))
    far = max(table.height_mm + edge, *(region.y + region.h for region in table.regions))
    wide, high = right - left, far - near
    return max(wide, high), min(wide, high)


def above_cm(wide_mm: float, high_mm: float, camera: CameraKind) -> int:
    """From how high a camera that looks straight down sees a rectangle, with RESERVE, in whole steps."""
    need = max(
        wide_mm / 2 / math.tan(math.radians(camera.across / 2)),
        high_mm / 2 / math.tan(math.radians(camera.down / 2)),
    )
    return STEP_CM * math.ceil(need * RESERVE / 10 / STEP_CM)
