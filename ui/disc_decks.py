"""The discs that games are read by: thrown discs, tokens; what they are called, and on whose mat they are learnt."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.game import Game, Setup, checked
from companion.games import all_games
from companion.games.zones.pieces import facts
from companion.games.zones.play import Zones
from companion.games.zong.events import Disc
from companion.games.zong.play import Zong
from companion.games.zong.state import BLUE, LIGHTNING, RISK
from companion.games.zong.state import agreed as zong_agreed
from companion.sight import Table
from ui.games.zong.words import disc_words
from ui.words import _

if TYPE_CHECKING:
    from vision.decks import Deck


@dataclass(frozen=True, slots=True)
class DiscDeck:
    """The discs of a game: the name of their deck, what they are called, and each face's label with its words."""

    name: str
    title: str
    faces: tuple[tuple[str, str], ...]
    table: Table

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for label, _words in self.faces)


def disc_deck(game: Game[Any], setup: Setup | None = None) -> DiscDeck | None:
    """The discs that a game is played with; None where it has none. `setup`: as agreed, else the usual one."""
    given = setup or checked(game, Setup(game.seats[0]))
    if isinstance(game, Zong):
        known = zong_agreed(given)
        found: dict[str, str] = {}
        for disc in (BLUE, RISK, LIGHTNING):
            for face in known.faces(disc):
                found.setdefault(str(face), disc_words(Disc(disc, face)))
        return DiscDeck("zong", _("The discs of ZONG"), tuple(found.items()), game.table(given))
    if isinstance(game, Zones):
        kinds = facts(given.facts).kinds.values()
        faces = tuple((kind.id, kind.name) for kind in kinds)
        return DiscDeck("zones-tokens", _("The tokens of ZoneS"), faces, game.table(given))
    return None


def disc_decks(game: Game[Any] | None = None, setup: Setup | None = None) -> tuple[DiscDeck, ...]:
    """The discs of all games; those of `game` as its set-up has them."""
    found = [
        disc_deck(each, setup if game is not None and each.id == game.id else None)
        for each in all_games().values()
    ]
    return tuple(deck for deck in found if deck is not None)


def painted_discs(name: str) -> "Deck":
    """The faces of a deck of discs as a simulated table shows them. Raises KeyError for a name that there is not."""
    from ui.eyes import load_decks, own_decks
    from ui.games.zong.drawn_discs import drawn_discs

    for game in all_games().values():
        deck = disc_deck(game)
        if deck is None or deck.name != name:
            continue
        if isinstance(game, Zong):
            return drawn_discs(zong_agreed(checked(game, Setup(game.seats[0]))))
        (folder,) = (path for path in own_decks(game) if path.name == name)
        return load_decks([folder])[0]
    raise KeyError(name)
