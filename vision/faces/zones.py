"""The tiles and tokens of ZoneS, drawn from the game's facts: `python -m vision.faces.zones FACTS FOLDER`.

Rule kept: a tile is told by its colour and by symbols, from both sides, also with a token on its middle; colours
differ in lightness as well, so that nobody need see them as colours. A token tells its side by light and dark, its
piece by a symbol and two letters. How pieces move stands on neither: the source has lost it (ledger ZN-02).
"""

import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from vision.faces.grounds import Ground, dots, lying, slanting, squares, zigzag
from vision.faces.kept import keep, px
from vision.faces.pen import Colour, Pen
from vision.faces.zones_symbols import PIECES, TERRAIN, Symbol, castle

TILE_MM = 46.0
TOKEN_MM = 28.0
CORNER_MM, SYMBOL_MM = 15.8, 5.7
"""How far from the middle of a tile, across and up, a symbol stands, and half its size."""
PLATE_MM = 6.6
"""Half the side of the plate that a symbol stands on."""
RIM_MM = 1.6

PAPER: Colour = (248, 246, 238)
INK: Colour = (24, 24, 30)
BLUE: Colour = (28, 52, 140)
LIGHT_BLUE: Colour = (150, 196, 255)
RED: Colour = (176, 40, 36)


@dataclass(frozen=True, slots=True)
class Terrain:
    """How a tile looks: its colour, the pattern on it and that pattern's colour, and its symbol."""

    colour: Colour
    ground: Ground
    second: Colour
    symbol: Symbol


TILES: dict[str, Terrain] = {
    "field": Terrain((248, 216, 96), lying(8), (168, 112, 0), TERRAIN["field"]),
    "forest": Terrain((56, 140, 84), dots(5), (4, 44, 20), TERRAIN["forest"]),
    "hills": Terrain((224, 178, 134), slanting(7, 11 / 17), (152, 96, 52), TERRAIN["hills"]),
    "water": Terrain((92, 158, 232), zigzag(6, 4), (32, 78, 158), TERRAIN["water"]),
    "base-blue": Terrain((12, 20, 80), squares(6), (54, 76, 170), castle),
    "base-white": Terrain((250, 250, 248), squares(6), (206, 208, 214), castle),
}


def draw_tile(label: str) -> Image.Image:
    """One tile, larger than it is kept: the same turned half round."""
    look = TILES[label]
    size = px(TILE_MM)
    picture = Image.new("RGB", (size, size), look.colour)
    look.ground(ImageDraw.Draw(picture), float(size), float(size), look.second)
    for across in (-1, 1):
        _symbol(picture, look, across)
    nearer = picture.crop((0, size - size // 2, size, size))
    picture.paste(nearer.rotate(180), (0, 0))
    return picture


def _symbol(picture: Image.Image, look: Terrain, across: int) -> None:
    """A symbol in a corner of the nearer side, upright, on a plate of its own."""
    canvas = ImageDraw.Draw(picture)
    x, y = px(TILE_MM / 2 + across * CORNER_MM), px(TILE_MM / 2 + CORNER_MM)
    half = px(PLATE_MM)
    dark = sum(look.colour) < 200
    ink, paper = (INK, PAPER) if not dark else (look.colour, PAPER)
    canvas.rounded_rectangle([x - half, y - half, x + half, y + half], px(1.5), paper)
    look.symbol(Pen(canvas=canvas, x=x, y=y, reach=px(SYMBOL_MM), ink=ink, paper=paper, accent=look.second))


def draw_tile_back() -> Image.Image:
    """The back of every tile: a compass over nothing known."""
    size = px(TILE_MM)
    picture = Image.new("RGB", (size, size), (112, 104, 112))
    canvas = ImageDraw.Draw(picture)
    for n in range(7, 0, -2):
        reach = px(n * 3.4)
        box = [size / 2 - reach, size / 2 - reach, size / 2 + reach, size / 2 + reach]
        canvas.ellipse(box, outline=(134, 126, 134), width=px(1.6))
    pen = Pen(canvas=canvas, x=size / 2, y=size / 2, reach=px(16), ink=PAPER, paper=INK, accent=RED)
    pen.star(0, 0, 4, 1.0, 0.24)
    pen.disc(0, 0, 0.16, pen.accent)
    return picture


def draw_blank_token(*, blue: bool) -> Image.Image:
    """A token of a side with nothing on it, for pieces of the owner's own."""
    size, edge = px(TOKEN_MM), px(RIM_MM)
    picture = Image.new("RGB", (size, size), PAPER if blue else INK)
    ImageDraw.Draw(picture).ellipse([edge, edge, size - edge, size - edge], fill=BLUE if blue else PAPER)
    return picture


def draw_token(piece: str, name: str, *, blue: bool) -> Image.Image:
    """One token, larger than it is kept, in a square that it fills: white on blue, or black on white."""
    ink, field, accent = (PAPER, BLUE, LIGHT_BLUE) if blue else (INK, PAPER, RED)
    picture = draw_blank_token(blue=blue)
    size, canvas = picture.width, ImageDraw.Draw(picture)
    PIECES[piece](
        Pen(canvas=canvas, x=size / 2, y=px(11.6), reach=px(7.6), ink=ink, paper=field, accent=accent)
    )
    font = ImageFont.load_default(px(6.0))
    canvas.text((size / 2, px(22.6)), short(name), ink, font, anchor="mm", stroke_width=px(0.22))
    return picture


def short(name: str) -> str:
    """Two letters for a piece: of several words their first ones, of one its first two."""
    words = name.split()
    if len(words) > 1 and words[0] != "Trollspawn":
        return "".join(word[0] for word in words[:2]).upper()
    return words[-1][:2].capitalize()


def main(facts: Path, folder: Path) -> None:
    """Draws every tile and token into two folders, each with its deck.toml."""
    kinds = tomllib.loads(facts.read_text(encoding="utf-8"))
    tiles, tokens = folder / "zones-tiles", folder / "zones-tokens"
    for made in (tiles, tokens):
        made.mkdir(parents=True, exist_ok=True)
    for label in TILES:
        keep(draw_tile(label), tiles / f"{label}.png")
    keep(draw_tile_back(), tiles / "back.png")
    for piece in PIECES:
        kind = kinds[piece]
        keep(draw_token(piece, kind["name"], blue=kind["side"] == "midgard"), tokens / f"{piece}.png")
    _deck(tiles, "card", TILE_MM)
    _deck(tokens, "disc", TOKEN_MM)


def _deck(folder: Path, kind: str, side_mm: float) -> None:
    lines = [f'name = "{folder.name}"', f'kind = "{kind}"', f"width_mm = {side_mm}", f"height_mm = {side_mm}"]
    (folder / "deck.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
