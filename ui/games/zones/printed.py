"""The parts of ZoneS as they are printed: tiles, bases, tokens, roster cards, the screen and the mat."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.game import Setup
from companion.games.zones.pieces import Facts, Kind, facts
from companion.games.zones.state import EACH
from companion.games.zones.table import TILES, table
from ui.games.zones.rosters import with_roster
from ui.games.zones.words import special_words
from ui.words import _

if TYPE_CHECKING:
    from vision.decks.deck import Deck, DeckFace
    from vision.printed.marks import Drawing
    from vision.printed.roster import RosterCard

TOKENS: Final = "zones-tokens"
SPARE_TILES: Final = 2
"""So many tiles of each terrain more than the bag holds."""
BASES: Final = 2
BLANK_TOKENS: Final = 4
"""Tokens of each side with nothing on them, for pieces of the owner's own."""
BLANK_ROSTERS: Final = 2
PARTS: Final = ("tiles", "discs", "rosters", "screen")


def zones_drawings(what: str, setup: Setup, room: tuple[float, float]) -> "list[Drawing]":
    """The sheets of a part (of PARTS), none but the screen larger than there is room (mm).

    Raises ValueError for too small a paper, OwnersFault for the owner's rosters where they cannot be used.
    """
    from vision.printed.card_sheets import draw_deck
    from vision.printed.discs import draw_discs
    from vision.printed.roster import draw_rosters
    from vision.printed.screen import draw_screen

    known = facts(with_roster(setup.facts))
    tiles, tokens = _decks()
    match what:
        case "tiles":
            copies = {name: BASES if name.startswith("base") else EACH + SPARE_TILES for name in tiles.labels}
            return draw_deck(tiles, *room, copies)
        case "discs":
            counts = {piece: known.kinds[piece].count for piece in tokens.labels}
            return draw_discs(tokens, *room, counts, _blank_tokens())
        case "rosters":
            return draw_rosters(_rosters(known, tiles, tokens), *room)
        case _:
            pictures = [tiles.face(name) for name in ("field", "forest", "hills", "water")]
            return [draw_screen("ZoneS", table(setup).width_mm, pictures)]


def _decks() -> "tuple[Deck, Deck]":
    from companion.games import all_games
    from ui.box.eyes import own_decks
    from vision.decks.deck import load_deck

    folders = {path.name: path for path in own_decks(all_games()["zones"])}
    return load_deck(folders[TILES]), load_deck(folders[TOKENS])


def _blank_tokens() -> "list[DeckFace]":
    import numpy as np

    from vision.decks.deck import DeckFace
    from vision.faces.zones import draw_blank_token

    faces = []
    for colour in ("blue", "white"):
        picture = np.asarray(draw_blank_token(blue=colour == "blue"), np.uint8)[..., ::-1]
        faces += [DeckFace(colour, np.ascontiguousarray(picture))] * BLANK_TOKENS
    return faces


def _rosters(known: Facts, tiles: "Deck", tokens: "Deck") -> "list[RosterCard]":
    """A card for every kind of piece, and blank ones."""
    from vision.printed.roster import RosterCard

    own = known.roster.confirmed
    note = known.roster.name if own else _("Moves and terrain: our reading, not the publisher's")
    cards = [_roster(kind, tiles, tokens, note) for kind in known.kinds.values()]
    return [*cards, *(RosterCard() for _number in range(BLANK_ROSTERS))]


def _roster(kind: Kind, tiles: "Deck", tokens: "Deck", note: str) -> "RosterCard":
    from vision.printed.discs import round_face
    from vision.printed.roster import RosterCard

    liked: Sequence[tuple[str, frozenset[str]]] = (
        ("preferred", kind.preferred),
        ("difficult", kind.difficult),
        ("restricted", kind.restricted),
    )
    picture = round_face(tokens.face(kind.id), 240) if kind.id in tokens.labels else None
    return RosterCard(
        name=kind.name,
        kind=kind.category,
        cost=str(kind.cost),
        directions=tuple((4 - direction) % 8 for direction in kind.directions),
        special=special_words(kind.special),
        note=note,
        picture=picture,
        terrain=tuple(
            (field, tuple(tiles.face(name) for name in tiles.labels if name in names))
            for field, names in liked
        ),
    )
