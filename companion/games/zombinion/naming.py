"""What Zombinion's people, cards and steps are called; cards keep the names that are printed on them."""

from collections import Counter
from collections.abc import Iterable

from companion.games.zombinion.state import Agreed, Step
from companion.language import _, spoken


def seat_name(agreed: Agreed, seat: int) -> str:
    """A seat in words: its player's name, or its number."""
    return agreed.setup.player(seat) or _("Player {n}").format(n=seat + 1)


def to_do(agreed: Agreed, step: Step) -> str:
    """Who has to do what, of a step that waits for people."""
    known = {
        "react": _("{name} to show a Barricata or not"),
        "discard": _("{name} to discard"),
        "trash": _("{name} to trash"),
        "gain": _("{name} to gain a card"),
        "topdeck": _("{name} to put a card onto the deck"),
        "twice": _("{name} to choose an Action"),
        "deck-to-discard": _("{name} to decide about the deck"),
        "set-aside": _("{name} to set Actions aside or not"),
        "spy-discard": _("{name} to decide about a card"),
        "thief-trash": _("{name} to trash a Mirare"),
        "thief-gain": _("{name} to take of what was trashed"),
        "envoy-discard": _("{name} to pick a discard"),
        "reveal": _("{name} to reveal a card"),
        "shuffle": _("{name} to shuffle"),
    }
    return known[step.do].format(name=seat_name(agreed, step.seat))


def called(agreed: Agreed, card: str | None) -> str:
    """A card's printed name."""
    entry = None if card is None else agreed.cards.get(card)
    return _("a card") if entry is None else entry.name


def listed(agreed: Agreed, cards: Iterable[str | None]) -> str:
    """Cards by name, equal ones together: `2 Pallottola, Proiettili`; in Italian, the language of the names, in the
    plural.
    """
    count = Counter(cards)
    italian = spoken().code == "it"
    return ", ".join(
        called(agreed, card)
        if n == 1
        else f"{n} {agreed.cards[card].plural if italian and card in agreed.cards else called(agreed, card)}"
        for card, n in count.items()
    )
