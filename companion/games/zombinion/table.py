"""How the table looks: the supply, and before each seat a deck, the top of its discards and the cards in play.

Nothing is asked of how a card lies turned: people lay cards towards themselves, towards others, or just down.
"""

from dataclasses import replace
from functools import cache, lru_cache

from companion.game import Setup
from companion.games.zombinion.places import TRASH, regions, size
from companion.games.zombinion.state import Player, State, agreed
from companion.sight import Look, Lying, Table, Thing, place_of

DECK = "zombinion"
"""The deck of faces that all cards are known by; they share one back."""
BACK = Thing("card", None, "down", DECK)

Faces = tuple[str | None, ...]
"""What lies in a region, bottom first; see `lying`."""


OF_SEAT = tuple((f"deck.{seat}", f"discard.{seat}", f"play.{seat}") for seat in range(4))
"""The regions before each seat."""


def table(setup: Setup) -> Table:
    """The supply in the middle and a strip before each seat; only cards lie on it. Raises SetupFault."""
    given = agreed(setup)
    wide, high = size(given.seats)
    return Table(wide, high, regions=regions(given.piles, given.seats), kinds=("card",))


@cache
def card(label: str | None) -> Thing:
    """A card face up; one without a name has not been read."""
    return Thing("card", label, "up", DECK)


@lru_cache(maxsize=8192)
def lying(region: str, faces: Faces) -> Lying:
    """What lies in a region, side by side or, on a deck and the trash, on each other.

    On a deck None is its back, elsewhere a card that nobody has read.
    """
    is_deck = place_of(region).kind == "deck"
    things = tuple(BACK if face is None and is_deck else card(face) for face in faces)
    if is_deck or region == TRASH:
        return (*(replace(thing, hidden=True) for thing in things[:-1]), *things[-1:])
    return things


def faces(state: State) -> dict[str, Faces]:
    """What lies where, all tidied: every region that is not empty."""
    found: dict[str, Faces] = {
        name: (name,) for name, count in zip(state.agreed.piles, state.supply, strict=True) if count
    }
    return found | beside(state)


def beside(state: State) -> dict[str, Faces]:
    """The same without the supply."""
    found: dict[str, Faces] = {}
    if state.trash:
        found[TRASH] = state.trash[-1:]
    for regions_of, player in zip(OF_SEAT, state.players, strict=False):
        for region, held in zip(regions_of, before_seat(player), strict=True):
            if held:
                found[region] = held
    return found


def before_seat(player: Player) -> tuple[Faces, Faces, Faces]:
    """What lies on a seat's deck, on its discards and in play, all tidied."""
    strip = player.in_play + player.shown if player.shown else player.in_play
    return (None,) if player.deck else (), player.discard[-1:], strip


def look(state: State) -> Look:
    """Everything on the table, all tidied.

    A pile that is down to its last card says nothing: it may show that card, its Fine Scorta card, or the bare table.
    """
    last = (name for name, count in zip(state.agreed.piles, state.supply, strict=True) if count <= 1)
    return Look({name: lying(name, held) for name, held in faces(state).items()}, frozenset(last))


def layout(state: State) -> Look | None:
    """What is being laid out while it is not settled who begins: the supply, and everybody's deck."""
    return look(state) if state.phase == "lot" else None
