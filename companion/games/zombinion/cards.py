"""The cards of Zombinion: what is printed on them, from `facts.toml`, with the owner's corrections.

Source: ledger 4 (Dominion, first edition, under Italian names); decision ZB-01.
"""

from functools import lru_cache, partial
from typing import Literal

import msgspec

from companion.game import SetupFault, Value
from companion.kits.exact import exact_fact
from companion.kits.options import facts_in, sheet_in
from companion.language import _

Type = Literal["treasure", "victory", "curse", "action", "attack", "reaction"]

PALLOTTOLA, PROIETTILI, ZOMBI = "pallottola", "proiettili", "zombi"
MOLTI_PIU_ZOMBI, INFEZIONE, BARRICATA = "molti-piu-zombi", "infezione", "barricata"

BASICS = (
    "pallottola", "proiettili", "caricatore", "zombi", "molti-zombi", "molti-piu-zombi", "infezione",
)  # fmt: skip
"""The seven piles of every game, in supply order; the Combat piles follow by cost, then by name."""


class Card(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """A kind of card: its entry in `facts.toml`."""

    id: str
    name: str
    gloss: str
    cost: int
    types: tuple[Type, ...]
    sets: tuple[str, ...] = ()
    plural: str = ""
    shots: int = 0  # a Mirare's worth, or what playing it adds
    points: int = 0  # at the end of the game
    per: int = 0  # `points` count once for every `per` cards owned
    cards: int = 0  # drawn when it is played; the next two are added
    actions: int = 0
    targets: int = 0
    limit: int = 0  # the figure in what else it does

    @property
    def is_action(self) -> bool:
        return "action" in self.types

    @property
    def is_treasure(self) -> bool:
        return "treasure" in self.types


Cards = dict[str, Card]
"""All kinds of cards by id."""

FIGURES = ("shots", "points", "per", "cards", "actions", "targets", "limit")
_FIGURES = ("cost", *FIGURES)
_Facts = tuple[tuple[str, Value], ...]


shipped = partial(facts_in, "companion.games.zombinion")


def fact_names() -> tuple[str, ...]:
    return tuple(f"{card}.{key}" for card in shipped() for key in ("name", *_FIGURES))


@lru_cache(maxsize=64)
def cards(given: _Facts = ()) -> Cards:
    """Every kind of card, with these corrections. Raises SetupFault for an impossible name or value."""
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
    found: Cards = {}
    for name, entry in raw.items():
        found[name] = exact_fact(f"facts: {name}", {"plural": entry["name"], **entry, "id": name}, Card)
        for key in _FIGURES:
            if key != "points" and (figure := getattr(found[name], key)) < 0:
                raise SetupFault(f"facts: {name}.{key}", "a number that is not negative", figure)
    return found


def combat(known: Cards) -> tuple[str, ...]:
    """The 26 kinds of Combat cards in supply order: by cost, then by name."""
    kinds = [card for card in known.values() if card.id not in BASICS]
    return tuple(card.id for card in sorted(kinds, key=lambda card: (card.cost, card.name)))


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a card's effect, as in `Step`; `n` may be the card's limit, `by` says who does it to another."""

    do: str
    n: int | Literal["limit"] = 0
    by: Literal["", "player", "left"] = ""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card's effect in our own words: the sentences printed on it, and the `line` for a screen.

    Steps due when it is played: `each` for every other seat that it reaches, with `all` for the own one first; `then`
    for the own one. The other fields estimate what it brings.
    """

    effect: tuple[str, ...]
    line: str = ""
    each: tuple[Part, ...] = ()
    then: tuple[Part, ...] = ()
    all: bool = False
    gets: Literal["", "card", "mirare", "other", "infezione"] = ""
    in_shots: float = 0.0
    in_cards: float = 0.0
    in_sums: Literal["", "infecting", "robbing", "treating", "trashing"] = ""


EFFECTS = sheet_in("companion.games.zombinion", "effects", dict[str, Effect])


def effect(card: Card) -> str:
    figures = {name: str(getattr(card, name)).replace("-", "−") for name in FIGURES}
    return " ".join(_(sentence).format(**figures) for sentence in EFFECTS[card.id].effect)
