"""What stands on a printed card: its effect in our own words, by card, with the rule that it words.

Figures are parts of the sentences, filled from `facts.toml` and what the owner corrects there.
"""

from dataclasses import dataclass

from companion.games.zombinion.cards import Card
from companion.language import _, marked

DRAW_ONE, DRAW = marked("Draw {cards} card."), marked("Draw {cards} cards.")
ONE_ACTION, ACTIONS = marked("+{actions} Action."), marked("+{actions} Actions.")
ONE_SHOT, SHOTS = marked("+{shots} shot."), marked("+{shots} shots.")
TARGET = marked("+{targets} Obiettivo: you may take {targets} more card.")
POINT, POINTS = marked("{points} victory point at the end."), marked("{points} victory points at the end.")


@dataclass(frozen=True, slots=True)
class CardWords:
    """The id of the rule, and its sentences in order."""

    rule: str
    sentences: tuple[str, ...]


EFFECTS: dict[str, CardWords] = {
    "pallottola": CardWords("zb-pallottola", (marked("{shots} shot when laid down in the Caccia."),)),
    "proiettili": CardWords("zb-proiettili", (marked("{shots} shots when laid down in the Caccia."),)),
    "caricatore": CardWords("zb-caricatore", (marked("{shots} shots when laid down in the Caccia."),)),
    "zombi": CardWords("zb-zombi", (POINT,)),
    "molti-zombi": CardWords("zb-molti-zombi", (POINTS,)),
    "molti-piu-zombi": CardWords("zb-molti-piu-zombi", (POINTS,)),
    "infezione": CardWords("zb-infezione", (POINT,)),
    "survivors": CardWords(
        "zb-survivors",
        (marked("At the end {points} victory point for every {per} of your cards, rounded down."),),
    ),
    "aiutarsi": CardWords("zb-aiutarsi", (ACTIONS, SHOTS, TARGET)),
    "barricata": CardWords(
        "zb-barricata",
        (
            DRAW,
            marked(
                "When another player plays an Attack, you may show this card from your hand: you are not affected."
            ),
        ),
    ),
    "copertura": CardWords("zb-copertura", (DRAW_ONE, ONE_ACTION, ONE_SHOT, TARGET)),
    "coraggio": CardWords("zb-coraggio", (DRAW, ONE_ACTION)),
    "deposito": CardWords(
        "zb-deposito", (marked("Trash this card."), marked("Gain a card costing up to {limit}."))
    ),
    "esca": CardWords(
        "zb-esca", (ONE_ACTION, marked("Discard any number of cards at once, then draw as many."))
    ),
    "fucile-a-pompa": CardWords("zb-fucile-a-pompa", (SHOTS, TARGET)),
    "fuga-rapida": CardWords(
        "zb-fuga-rapida",
        (
            marked("Gain a Proiettili onto your deck."),
            marked(
                "Each other player puts a Vittoria card from the hand onto their own deck, or shows a hand without one."
            ),
        ),
    ),
    "furbizia": CardWords("zb-furbizia", (DRAW,)),
    "ispezione": CardWords(
        "zb-ispezione",
        (
            marked("Each other player reveals the {limit} top cards of the deck."),
            marked("You choose a Mirare card among them: it is trashed. The rest is discarded."),
            marked("You may gain any cards trashed so."),
        ),
    ),
    "maverick": CardWords("zb-maverick", (DRAW_ONE, ACTIONS)),
    "molotov": CardWords("zb-molotov", (DRAW, TARGET, marked("Each other player draws a card."))),
    "munizioni": CardWords("zb-munizioni", (marked("Gain a card costing up to {limit}."),)),
    "nascondiglio": CardWords(
        "zb-nascondiglio",
        (
            marked("Draw until you have {limit} cards in hand."),
            marked("You may put aside any Action as you draw it; discard these at the end."),
        ),
    ),
    "piano-superiore": CardWords(
        "zb-piano-superiore", (SHOTS, marked("Each other player discards down to {limit} cards in hand."))
    ),
    "proiettili-esplosivi": CardWords(
        "zb-proiettili-esplosivi",
        (marked("Trash a Pallottola from your hand. If you do: +{limit} shots."),),
    ),
    "radio": CardWords(
        "zb-radio",
        (
            marked("Reveal the {limit} top cards of your deck."),
            marked("The player to your left picks one: discard it. Take the rest into your hand."),
        ),
    ),
    "raggrupparsi": CardWords(
        "zb-raggrupparsi",
        (SHOTS, marked("You may at once put your whole deck, unseen, onto your discard pile.")),
    ),
    "ricarica": CardWords(
        "zb-ricarica",
        (
            marked("Trash a Mirare card from your hand."),
            marked("Gain a Mirare card costing up to {limit} more into your hand."),
        ),
    ),
    "ricognizione": CardWords(
        "zb-ricognizione",
        (
            DRAW_ONE,
            ONE_ACTION,
            marked("Then each player, you first, reveals the top card of the deck."),
            marked("You decide for each: discarded, or put back."),
        ),
    ),
    "rifornimento": CardWords(
        "zb-rifornimento",
        (marked("Trash a card from your hand."), marked("Gain a card costing up to {limit} more.")),
    ),
    "sacrificio": CardWords("zb-sacrificio", (marked("Trash up to {limit} cards from your hand."),)),
    "sciame-di-zombi": CardWords(
        "zb-sciame-di-zombi", (DRAW, marked("Each other player gains an Infezione."))
    ),
    "tattica": CardWords(
        "zb-tattica",
        (
            marked("Play another Action from your hand, wholly, and then wholly a second time."),
            marked("It uses up none of your Actions."),
        ),
    ),
    "tutto-per-tutto": CardWords(
        "zb-tutto-per-tutto",
        (
            marked("Reveal cards from your deck until {limit} Mirare cards have come."),
            marked("Take these into your hand, discard the others."),
        ),
    ),
}
FIGURES = ("cards", "actions", "shots", "targets", "points", "per", "limit")


def effect(card: Card) -> str:
    """What a card does, as it stands on it, in the language that is spoken."""
    figures = {name: str(getattr(card, name)).replace("-", "−") for name in FIGURES}
    return " ".join(_(sentence).format(**figures) for sentence in EFFECTS[card.id].sentences)
