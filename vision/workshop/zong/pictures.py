"""Every picture of ZONG by its kept name."""

from collections.abc import Iterator
from typing import Final

from vision.faces.zong.board import HALO_MM, PLANET_MM, PLATE
from vision.faces.zong.pieces import LARGE_MM, SMALL_MM
from vision.printed.marks import WHITE, Colour, Drawing, mixed
from vision.workshop.zong.discs import COLOURS, ground, sign
from vision.workshop.zong.pieces import PIECES, draw_flicked, draw_strip, draw_top
from vision.workshop.zong.planets import KINDS, PLANETS, Kind, planet
from vision.workshop.zong.sky import sky
from vision.workshop.zong.squares import burst, halo, start, sun

BOARD_MM: Final = (354.0, 232.0)
SQUARE_MM: Final = 30.0
PIECE_MM, PIECE_HIGH_MM = 22.0, 8.0


def pictures() -> Iterator[tuple[str, Drawing]]:
    yield "sky", sky(*BOARD_MM)
    for number in range(12):
        tint, kind = mixed(PLANETS[number * 5 % 6], PLATE, 0.8), number % 4
        name = f"planet-{number * 5 % 6}-{kind}"
        yield name, _planet(tint, KINDS[kind], ring=False)
        yield f"{name}-ring", _planet(tint, KINDS[kind], ring=True)
    yield "planet-title", _planet(mixed(PLANETS[1], WHITE, 0.35), "bands", ring=True)
    yield "planet-reference", _planet(PLANETS[1], "bands", ring=True)
    yield "burst", burst(SQUARE_MM)
    yield "sun", sun(HALO_MM)
    yield "halo", halo(HALO_MM)
    for players in range(3, 7):
        yield f"start-{players}", start(SQUARE_MM, players)
    for disc in COLOURS:
        yield f"disc-{disc}", ground(disc)
    for name in ("lightning", "spiral"):
        yield f"sign-{name}", sign(name)
    for colour in PIECES:
        yield f"piece-{colour}", draw_top(colour, PIECE_MM)
        yield f"strip-{colour}", draw_strip(colour, PIECE_MM, PIECE_HIGH_MM)
    for side in (LARGE_MM, SMALL_MM):
        yield f"flicked-{side:g}", draw_flicked(side)


def _planet(tint: Colour, kind: Kind, *, ring: bool) -> Drawing:
    side = 4 * PLANET_MM
    return Drawing("planet", side, side, tuple(planet(side / 2, side / 2, PLANET_MM, tint, kind, ring=ring)))
