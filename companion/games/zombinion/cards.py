"""The cards of Zombinion: what is printed on them, from `facts.toml`, with what the owner corrects.

Source: ledger 4 (Dominion, first edition, under Italian names); decision ZB-01.
"""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Literal

import msgspec

from companion.game import SetupFault, Value
from companion.kits.exact import Mismatch, dotted, exact
from companion.kits.options import facts_in
from companion.language import _, marked

Type = Literal["treasure", "victory", "curse", "action", "attack", "reaction"]

PALLOTTOLA, PROIETTILI, ZOMBI = "pallottola", "proiettili", "zombi"
MOLTI_PIU_ZOMBI, INFEZIONE, BARRICATA = "molti-piu-zombi", "infezione", "barricata"

BASICS = (
    "pallottola", "proiettili", "caricatore", "zombi", "molti-zombi", "molti-piu-zombi", "infezione",
)  # fmt: skip
"""The seven piles of every game, in supply order; the Combat piles follow by cost, then by name."""


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One card's entry in `facts.toml`."""

    name: str
    gloss: str
    cost: int
    types: tuple[Type, ...]
    plural: str = ""
    shots: int = 0
    points: int = 0
    per: int = 0
    cards: int = 0
    actions: int = 0
    targets: int = 0
    limit: int = 0


class Card(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A kind of card, with its types as questions that are asked at every turn.

    `cards`, `actions`, `targets`, `shots`: what playing it adds, and what a Mirare card is worth. `limit` is the
    figure in what else it does. `points` count at the end; with `per`, for every `per` cards owned.
    """

    id: str
    name: str
    plural: str
    gloss: str
    cost: int
    types: tuple[Type, ...]
    shots: int
    points: int
    per: int
    cards: int
    actions: int
    targets: int
    limit: int

    @property
    def is_action(self) -> bool:
        return "action" in self.types

    @property
    def is_attack(self) -> bool:
        return "attack" in self.types

    @property
    def is_treasure(self) -> bool:
        return "treasure" in self.types

    @property
    def is_victory(self) -> bool:
        return "victory" in self.types


Cards = dict[str, Card]
"""All kinds of cards by id."""

_FIGURES = ("cost", "shots", "points", "per", "cards", "actions", "targets", "limit")
_Facts = tuple[tuple[str, Value], ...]


shipped = partial(facts_in, "companion.games.zombinion")


def fact_names() -> tuple[str, ...]:
    """The dotted name of every fact that an owner may correct."""
    return tuple(f"{card}.{key}" for card in shipped() for key in ("name", *_FIGURES))


@lru_cache(maxsize=64)
def cards(given: _Facts = ()) -> Cards:
    """Every kind of card, with these corrections. Raises SetupFault for a name or value that cannot be."""
    raw = {name: dict(entry) for name, entry in shipped().items()}
    for name, value in given:
        card, _, key = name.partition(".")
        if card not in raw or key not in ("name", *_FIGURES):
            near = [each for each in fact_names() if each.split(".")[0] == card]
            expected = "one of " + ", ".join(near) if near else "the name of a fact, such as copertura.cost"
            raise SetupFault("facts", expected, name)
        raw[card][key] = value
        if key == "name":
            raw[card].pop("plural", None)
    return {name: _card(name, entry) for name, entry in raw.items()}


def _card(name: str, entry: dict[str, Any]) -> Card:
    try:
        printed = exact(entry, Printed)
    except Mismatch as fault:
        raise SetupFault(f"facts: {dotted((name, *fault.path))}", fault.expected, fault.found) from None
    for key in _FIGURES:
        if key != "points" and getattr(printed, key) < 0:
            raise SetupFault(f"facts: {name}.{key}", "a number that is not negative", getattr(printed, key))
    return Card(
        id=name,
        name=printed.name,
        plural=printed.plural or printed.name,
        gloss=printed.gloss,
        cost=printed.cost,
        types=printed.types,
        shots=printed.shots,
        points=printed.points,
        per=printed.per,
        cards=printed.cards,
        actions=printed.actions,
        targets=printed.targets,
        limit=printed.limit,
    )


def combat(known: Cards) -> tuple[str, ...]:
    """The 26 kinds of Combat cards in supply order: by cost, then by name."""
    kinds = [card for card in known.values() if card.id not in BASICS]
    return tuple(card.id for card in sorted(kinds, key=lambda card: (card.cost, card.name)))


# What stands on a printed card: its effect in our own words, by card, with the rule that it words.
#
# Figures are parts of the sentences, filled from `facts.toml` and what the owner corrects there.


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
