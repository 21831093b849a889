"""What is printed of Zombinion for a set-up, in the language that is spoken: cards, back, dividers, mats, reference."""

from collections import Counter
from functools import lru_cache

from companion.game import Setup
from companion.games.zombinion.cards import BASICS, PALLOTTOLA, ZOMBI, Card, cards, combat, effect
from companion.games.zombinion.state import OWN_PALLOTTOLA, OWN_ZOMBI, agreed, with_piles
from companion.games.zombinion.view import TYPES
from companion.language import speak, spoken
from ui.languages import OWN_NAMES, language
from ui.words import _
from vision.faces.zombinion.card import CardText, draw_back, draw_card, effect_lines
from vision.faces.zombinion.divider import DividerText, draw_divider
from vision.faces.zombinion.signs import Gift
from vision.printed.marks import Drawing

SEATS = (2, 3, 4)


def faces(setup: Setup) -> dict[str, Drawing]:
    """Every card's face, all 33 kinds by label. Raises SetupFault, ValueError for names that do not fit."""
    return {card.id: draw_card(_text(card)) for card in cards(setup.facts).values()}


def drawn(setup: Setup, label: str) -> Drawing:
    """One card's face, or the back. Raises SetupFault, KeyError for a label that there is not."""
    return back() if label == "back" else draw_card(_text(cards(setup.facts)[label]))


def back() -> Drawing:
    """The back of all cards."""
    return draw_back()


def copies(setup: Setup, *, every: bool = False) -> dict[str, int]:
    """How many cards of each label are needed: of the kinds that are chosen, or of all 33. Raises SetupFault.

    The first decks are counted in.
    """
    known = cards(setup.facts)
    given = with_piles(setup, (*BASICS, *combat(known))) if every else agreed(setup)
    found = Counter(dict(zip(given.piles, given.full, strict=True)))
    found.update({PALLOTTOLA: OWN_PALLOTTOLA * given.seats, ZOMBI: OWN_ZOMBI * given.seats})
    return dict(found)


def dividers(setup: Setup) -> dict[str, Drawing]:
    """A divider for each of the 33 kinds, by label."""
    counts = {seats: copies(Setup(seats, facts=setup.facts), every=True) for seats in SEATS}
    return {
        card.id: draw_divider(
            DividerText(
                id=card.id,
                name=card.name,
                gloss=_(card.gloss),
                cost=card.cost,
                types=card.types,
                heading=(_("Players"), _("Cards")),
                counts=tuple((seats, counts[seats][card.id]) for seats in SEATS),
            )
        )
        for card in cards(setup.facts).values()
    }


def _text(card: Card) -> CardText:
    return CardText(
        id=card.id,
        name=card.name,
        gloss=_(card.gloss),
        cost=card.cost,
        types=card.types,
        type_words=" – ".join(TYPES[one] for one in card.types),
        effect=effect(card),
        gifts=_gifts(card),
        lines=_most_lines(card),
        times=card.shots if card.is_treasure else 1,
    )


def _gifts(card: Card) -> tuple[tuple[Gift, str], ...]:
    sign = "" if card.is_treasure else "+"
    kinds: tuple[Gift, ...] = ("cards", "actions", "targets", "shots")
    found = [(kind, f"{sign}{getattr(card, kind)}") for kind in kinds if getattr(card, kind)]
    if card.points:
        points = str(card.points).replace("-", "−")
        found.append(("points", f"{points}/{card.per}" if card.per else points))
    return tuple(found)


@lru_cache(maxsize=256)
def _most_lines(card: Card) -> int:
    """The lines of its effect in the language in which it takes most: so its scene is as high in every one."""
    before, most = spoken(), 0
    try:
        for code in OWN_NAMES:
            speak(language(code))
            most = max(most, len(effect_lines(effect(card))))
    finally:
        speak(before)
    return most
