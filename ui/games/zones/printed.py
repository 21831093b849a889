"""The parts of ZoneS as they are printed: tiles and bases, tokens, roster cards, and the screen."""

from functools import partial
from typing import Any, Final

from companion.game import Game, Setup
from companion.games.zones.pieces import Kind, facts
from companion.games.zones.state import EACH
from companion.games.zones.table import table
from ui.faces.face import CardToPrint, PrintedPart
from ui.games.sheets import part_in
from ui.games.zones.face import with_roster
from ui.games.zones.words import named
from ui.printing.parts import mat_part
from ui.words import _
from vision.faces.zones.parts import (
    TILES,
    TOKENS,
    draw_blank_token,
    draw_roster,
    draw_screen,
    draw_tile,
    draw_token,
)  # fmt: skip
from vision.printed.marks import Drawing

SPARE_TILES: Final = 2
"""Spare tiles of each terrain beyond the bag."""
BASES: Final = 2
BLANK_TOKENS: Final = 4
"""Blank tokens of each side, for pieces of the owner's own."""
BLANK_ROSTERS: Final = 2
BLUE_SIDE: Final = "midgard"


def tile_cards(_setup: Setup) -> list[CardToPrint]:
    back = draw_tile("back")
    return [
        CardToPrint(label, draw_tile(label), back, BASES if label.startswith("base") else EACH + SPARE_TILES)
        for label in TILES
    ]


def token_cards(setup: Setup) -> list[CardToPrint]:
    """Tokens of every piece drawn by us, and blank ones. Raises OwnersFault."""
    known = facts(with_roster(setup.facts))
    found = [
        CardToPrint(kind.id, token, copies=kind.count)
        for kind in known.kinds.values()
        if (token := _token(kind)) is not None
    ]
    return [
        *found,
        CardToPrint("blue", draw_blank_token(blue=True), copies=BLANK_TOKENS),
        CardToPrint("white", draw_blank_token(blue=False), copies=BLANK_TOKENS),
    ]


def roster_cards(setup: Setup) -> list[CardToPrint]:
    """A card for every kind of piece, and blank ones. Raises OwnersFault."""
    known = facts(with_roster(setup.facts))
    words = [_("Cost"), _("Movement"), _("Special"), _("Preferred"), _("Difficult"), _("Restricted")]
    note = _("Moves and terrain: our reading, not the publisher's")
    found = []
    for kind in known.kinds.values():
        liked = (kind.preferred, kind.difficult, kind.restricted)
        preferred, difficult, restricted = ([label for label in TILES if label in names] for names in liked)
        card = draw_roster(
            words,
            name=kind.name,
            kind=named("class", kind.category),
            cost=str(kind.cost),
            directions=tuple((4 - direction) % 8 for direction in kind.directions),
            special=named("special", kind.special),
            note=known.roster.name if known.roster.confirmed else note,
            token=_token(kind),
            terrain=(preferred, difficult, restricted),
        )
        found.append(CardToPrint(kind.id, card))
    return [*found, CardToPrint("blank", draw_roster(words), copies=BLANK_ROSTERS)]


def screen_drawings(setup: Setup, _room: tuple[float, float]) -> list[Drawing]:
    words = (
        _("Fold along the broken line and glue the two halves back to back."),
        _("Cut the slits; push the two feet over them, so that the screen stands."),
    )
    return [draw_screen("ZoneS", table(setup).width_mm, words)]


def _token(kind: Kind) -> Drawing | None:
    """The picture of a piece's token; None for pieces of the owner's own, which use blank ones."""
    return draw_token(kind.id, kind.printed, blue=kind.side == BLUE_SIDE) if kind.id in TOKENS else None


def parts(game: Game[Any]) -> tuple[PrintedPart, ...]:
    part = partial(part_in, "ui.games.zones")
    return (
        part("tiles", tile_cards, decks=("zones-tiles",)),
        part("discs", token_cards, decks=("zones-tokens",)),
        part("rosters", roster_cards),
        part("screen", draw=screen_drawings, pales=True),
        mat_part(game),
    )
