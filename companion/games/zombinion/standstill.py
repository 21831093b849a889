"""Whether nobody can take a card any more: then no pile is ever used up, and the game would have no end.

It is judged by what each seat owns and by the supply, which everybody knows. Where in doubt it is no standstill.
"""

from companion.games.zombinion.cards import INFEZIONE, Card
from companion.games.zombinion.draft import Draft
from companion.games.zombinion.knowing import owned
from companion.games.zombinion.state import State

GAIN = frozenset({"deposito", "fuga-rapida", "munizioni"})
"""Cards that gain others by themselves."""
OF_MIRARE = frozenset({"ispezione", "proiettili-esplosivi", "ricarica"})
"""Cards that make more of Mirare, one's own or another's."""
OF_ANY_CARD = frozenset({"rifornimento", "sacrificio"})
"""Cards that trash another one, for a better one or for the points."""
TWICE = "tattica"


def stands_still(at: Draft | State) -> bool:
    """Whether no card of any seat can get another one out of the supply."""
    supply = at.supply
    for pile in at.agreed.within[0]:
        if supply[pile]:
            return False
    piles = [card for card, left in zip(at.agreed.priced, supply, strict=True) if left]
    cheapest = min((card.cost for card in piles), default=0)
    if not cheapest:
        return False
    known = at.agreed.cards
    seats = [[known[card] for card in owned(player)] for player in at.players]
    mirare = any(card.is_treasure for cards in seats for card in cards)
    infezioni = any(card.id == INFEZIONE for card in piles)
    return not any(_moves(cards, cheapest, mirare=mirare, infezioni=infezioni) for cards in seats)


def _moves(cards: list[Card], cheapest: int, *, mirare: bool, infezioni: bool) -> bool:
    """Whether these cards of a seat can still change what anybody owns."""
    ids = {card.id for card in cards}
    if ids & GAIN or (mirare and ids & OF_MIRARE) or (infezioni and "sciame-di-zombi" in ids):
        return True
    if len(cards) > 1 and ids & OF_ANY_CARD:
        return True
    twice = sum(card.id == TWICE for card in cards)
    return sum(card.shots for card in cards) << twice >= cheapest
