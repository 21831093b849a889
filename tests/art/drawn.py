"""Every picture of the product: where it lies in `ui`, its size in px, and what draws it."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from tests.art import emblems, title_home, title_zombinion, title_zones, title_zong, title_zoons
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
}


def painted(place: str) -> Image.Image:
    """A picture, drawn anew."""
    drawn = ALL[place]
    return drawn.draw().finished().convert("RGB" if drawn.opaque else "RGBA")


def write(place: str, folder: Path) -> None:
    """Draws a picture and keeps it as WebP."""
    file = folder / f"{place}.webp"
    file.parent.mkdir(parents=True, exist_ok=True)
    painted(place).save(file, quality=92, alpha_quality=100, method=6, exact=False)
