"""Every picture of ZoneS by its kept name."""

from collections.abc import Iterator

from vision.faces.zones.parts import TILES
from vision.printed.marks import Drawing
from vision.workshop.zones.coast import WIDTHS_MM, coast, cuts
from vision.workshop.zones.roster import roster
from vision.workshop.zones.symbols import PIECES
from vision.workshop.zones.tiles import draw_tile, draw_tile_back
from vision.workshop.zones.tokens import draw_blank_token, draw_symbol


def pictures() -> Iterator[tuple[str, Drawing]]:
    for label in TILES:
        yield label, draw_tile(label)
    yield "back", draw_tile_back()
    for side in ("blue", "white"):
        yield side, draw_blank_token(blue=side == "blue")
        for piece in PIECES:
            yield f"{piece}-{side}", draw_symbol(piece, blue=side == "blue")
    for wide in WIDTHS_MM:
        yield f"coast-{wide:g}", coast(wide)
        yield f"cuts-{wide:g}", cuts(wide)
    yield "roster", roster()
