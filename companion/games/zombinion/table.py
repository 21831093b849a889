"""How the table looks: the supply, and before each seat a deck, the top of its discards and the cards in play.

Nothing is asked of how a card lies turned: people lay cards towards themselves, towards others, or just down.
"""

from dataclasses import replace
from functools import cache, lru_cache

from companion.game import Setup
from companion.games.zombinion.places import TRASH, regions, size
from companion.games.zombinion.state import State, agreed
from companion.sight import Look, Lying, Table, Thing, place_of

DECK = "zombinion"
"""The deck of faces that all cards are known by; they share one back."""
BACK = Thing("card", None, "down", DECK)

Faces = tuple[str | None, ...]
"""What lies in a region, bottom first; see `lying`."""


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
    for seat, player in enumerate(state.players):
        if player.deck:
            found[f"deck.{seat}"] = (None,)
        if player.discard:
            found[f"discard.{seat}"] = player.discard[-1:]
        if player.in_play or player.shown:
            found[f"play.{seat}"] = (*player.in_play, *player.shown)
    return found


def look(state: State) -> Look:
    """Everything on the table, all tidied.

    A pile that is down to its last card says nothing: it may show that card, its Fine Scorta card, or the bare table.
    """
    last = (name for name, count in zip(state.agreed.piles, state.supply, strict=True) if count <= 1)
    return Look({name: lying(name, held) for name, held in faces(state).items()}, frozenset(last))


def layout(state: State) -> Look | None:
    """What is being laid out while it is not settled who begins: the supply, and everybody's deck."""
    return look(state) if state.phase == "lot" else None
