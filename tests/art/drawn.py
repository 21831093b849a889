"""Every picture of the product: where it lies in `ui`, its size in px, and what draws it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from tests.art import (
    discs_and_pieces,
    emblems,
    festive,
    terrains,
    title_home,
    title_zombinion,
    title_zones,
    title_zong,
    title_zoons,
)
from tests.art.sheet import Sheet


class Drawn(NamedTuple):
    """A picture: its width and height, whether it fills them, and its recipe."""

    wide: int
    high: int
    opaque: bool
    draw: Callable[[], Sheet]


def _title(draw: Callable[[], Sheet]) -> Drawn:
    return Drawn(960, 540, opaque=True, draw=draw)


def _emblem(draw: Callable[[], Sheet]) -> Drawn:
    return Drawn(256, 256, opaque=False, draw=draw)


ALL: dict[str, Drawn] = {
    "games/zoon_alternate/art/title": _title(title_zoons.zoon_alternate),
    "games/zoondo/art/title": _title(title_zoons.zoondo),
    "games/zong/art/title": _title(title_zong.zong),
    "games/zombinion/art/title": _title(title_zombinion.zombinion),
    "games/zones/art/title": _title(title_zones.zones),
    "art/title": _title(title_home.home),
    "games/zoon_alternate/art/emblem": _emblem(emblems.zoon_alternate),
    "games/zoondo/art/emblem": _emblem(emblems.zoondo),
    "games/zong/art/emblem": _emblem(emblems.zong),
    "games/zombinion/art/emblem": _emblem(emblems.zombinion),
    "games/zones/art/emblem": _emblem(emblems.zones),
    "art/emblem": _emblem(emblems.app),
    "art/laurel": _emblem(festive.laurel),
}
_SMALL: dict[str, tuple[int, Callable[[str], Sheet], tuple[str, ...]]] = {
    "disc": (160, discs_and_pieces.thrown, (
        "blue", *(f"blue-{n}" for n in range(1, 7)), "risk", "risk-0", "risk-7", "lightning", "spiral",
    )),
    "piece": (128, discs_and_pieces.piece, tuple(discs_and_pieces.PIECES)),
    "confetti": (64, festive.confetti, ("strip", "disc", "star")),
}  # fmt: skip
for kind, (side, make, names) in _SMALL.items():
    ALL |= {f"art/{kind}-{name}": Drawn(side, side, opaque=False, draw=partial(make, name)) for name in names}
for terrain in (terrains.base, terrains.field, terrains.forest, terrains.hills, terrains.water):
    ALL[f"art/terrain-{terrain.__name__}"] = Drawn(128, 128, opaque=True, draw=terrain)


def painted(place: str) -> Image.Image:
    """A picture, drawn anew."""
    drawn = ALL[place]
    return drawn.draw().finished().convert("RGB" if drawn.opaque else "RGBA")


def write(place: str, folder: Path) -> None:
    """Draws a picture and keeps it as WebP."""
    file = folder / f"{place}.webp"
    file.parent.mkdir(parents=True, exist_ok=True)
    painted(place).save(file, quality=92, alpha_quality=100, method=6, exact=False)
