"""Writes the tiles and tokens of ZoneS as pictures for the eye.

`python -m vision.workshop.zones.printed_decks FACTS FOLDER` FACTS is the game's `facts.toml`, FOLDER holds
the decks; each gets its pictures in its folder `printed`.
"""

import sys
import tomllib
from pathlib import Path
from typing import Final

from PIL import Image

from vision.decks.deck import PRINTED
from vision.faces.zones.parts import TILES, TOKENS, draw_tile, draw_token
from vision.printed.marks import Drawing
from vision.printed.pdf import picture_of
from vision.workshop.kept import PX_PER_MM, keep_as_large

COLOURS_KEPT: Final = 64


def main(facts: Path, folder: Path) -> None:
    """Writes every tile, the back and every token."""
    kinds = tomllib.loads(facts.read_text(encoding="utf-8"))
    tiles, tokens = (folder / name / PRINTED for name in ("zones-tiles", "zones-tokens"))
    for label in TILES:
        _keep(draw_tile(label), tiles / f"{label}.png")
    _keep(draw_tile("back"), tiles / "back.png")
    for piece in TOKENS:
        kind = kinds[piece]
        _keep(draw_token(piece, kind["name"], blue=kind["side"] == "midgard"), tokens / f"{piece}.png")


def _keep(drawing: Drawing, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = Image.fromarray(picture_of(drawing, PX_PER_MM)[..., ::-1].copy())
    keep_as_large(picture, path, COLOURS_KEPT)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
