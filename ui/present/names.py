"""Words for cards, things, places and rules of any game."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from companion.game import Game, PrintedCard, Setup, Value
from companion.games import all_games
from companion.homes import home_of
from companion.language import Language, spoken
from companion.rulebook import NoSuchRule, Rule, rule, rules
from companion.sight import Lying, Sighting, Thing, place_of
from ui.words import _, joined, marked, several

Called = Callable[[str], str]
"""A function from a card's label to its name."""
TRASH = marked("Trash")
"""The only pile named by its purpose."""


def label_words(label: str) -> str:
    """A label as people say it: `king-louis` → King Louis. Everyday things are translated."""
    words = " ".join(part[:1].upper() + part[1:] for part in label.split("-") if part)
    return _(words)


@dataclass(frozen=True, slots=True)
class CardFacts(PrintedCard):
    """A card's facts for screens; `corrected`: facts that its owner corrected, in words."""

    gloss: str = ""
    cost: int | None = None
    corrected: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        return f"{self.name} ({self.apart})" if self.apart else self.name


def card_facts(game: Game[Any], setup: Setup, label: str) -> CardFacts:
    """A card's facts from the game or its `facts.toml`; else its label in words."""
    return _known(game, setup, label) or CardFacts(label_words(label))


def card_anywhere(label: str) -> CardFacts:
    """A card's facts without a game on the table: those of the first game that has it."""
    known = (_known(game, Setup(game.seats[0]), label) for game in all_games().values())
    return next(filter(None, known), CardFacts(label_words(label)))


def card_name(label: str) -> str:
    return card_anywhere(label).called


def _known(game: Game[Any], setup: Setup, label: str) -> CardFacts | None:
    known = _all(game.id, setup.facts, spoken()).get(label)
    card = game.printed(setup, label) if known is None else None
    if card is None:
        return known
    return CardFacts(card.name, card.figure, card.under, card.corners, card.rule, card.apart)


@lru_cache(maxsize=32)
def _all(game: str, given: tuple[tuple[str, Value], ...], _language: Language) -> dict[str, CardFacts]:
    """Every card of a game's `facts.toml` with the owner's corrections; empty if it has another form."""
    try:
        raw = msgspec.toml.decode(files(home_of(game)).joinpath("facts.toml").read_bytes())
    except (FileNotFoundError, ModuleNotFoundError):
        return {}
    found = {}
    for label, entry in raw.items():
        if not isinstance(entry, dict) or "name" not in entry:
            continue
        corrections = {name.removeprefix(f"{label}."): v for name, v in given if name.startswith(f"{label}.")}
        fact = entry | corrections
        corrected = tuple(
            _("{name}: {value}, not {printed}").format(name=name, value=value, printed=entry.get(name, 0))
            for name, value in corrections.items()
            if value != entry.get(name, 0)
        )
        cost = fact.get("cost")
        found[label] = CardFacts(
            str(fact.get("name") or label_words(label)),
            str(cost) if isinstance(cost, int) else "",
            gloss=_(str(fact.get("gloss", ""))),
            cost=cost if isinstance(cost, int) else None,
            corrected=corrected,
        )
    return found


def reference(game: Game[Any], label: str) -> Rule | None:
    """The rule about a card: the one with the shortest id that ends with its label."""
    try:
        fitting = [rule for rule in rules(game.id) if rule.id.endswith(f"-{label}")]
    except (FileNotFoundError, ModuleNotFoundError):
        return None
    return min(fitting, key=lambda rule: len(rule.id), default=None)


def written(game: str, rule_id: str) -> Rule | None:
    try:
        return rule(game, rule_id)
    except (NoSuchRule, FileNotFoundError, ModuleNotFoundError):
        return None


def reading_words(one: Rule) -> str:
    """The source's own words if a rule is our reading of it, else empty."""
    if not one.is_reading:
        return ""
    if not one.reads:
        return _("The source leaves this open. This is how we read it.")
    return _("The source says: “{text}”. This is how we read it.").format(text=one.reads)


def thing_words(kind: str, label: str | None, face: str | None, called: Called) -> str:
    match kind:
        case "card" if label and face != "down":
            return _("{card}, face up").format(card=called(label))
        case "card" if face == "down":
            return _("a card face down")
        case "card":
            return _("a card face up") if face == "up" else _("a card")
        case "penny" if label == "heads":
            return _("a penny on heads")
        case "penny" if label == "tails":
            return _("a penny on tails")
        case "penny":
            return _("a penny")
        case "die" if label:
            return _("a die showing {number}").format(number=label)
        case _other:
            return label_words(label) if label else _("something")


def lying_words(lying: Sequence[Thing | Sighting], called: Called) -> str:
    """The expected or detected things in a region, in words."""
    # Equal things are counted together.
    words = Counter(thing_words(one.kind, one.label, one.face, called) for one in lying)
    said = [each if count == 1 else f"{count} × {each}" for each, count in words.items()]
    return joined(said) or _("nothing")


def counted(missing: list[Thing]) -> str:
    cards = sum(thing.kind == "card" for thing in missing)
    pennies = sum(thing.kind == "penny" for thing in missing)
    others = len(missing) - cards - pennies
    parts = (
        (cards, several("{n} card", "{n} cards", cards)),
        (pennies, several("{n} penny", "{n} pennies", pennies)),
        (others, several("{n} more thing", "{n} more things", others)),
    )
    return joined([words for count, words in parts if count])


def mended(wanted: Lying, seen: tuple[Sighting, ...], called: Called) -> str:
    """The action that makes a region match, in one short sentence."""
    if not wanted:
        return _("take it off")
    if not seen:
        return _("lay {things}").format(things=lying_words(wanted, called))
    cards = [thing for thing in wanted if thing.kind == "card"]
    faces = [sighting.face for sighting in seen if sighting.kind == "card"]
    if len(cards) == len(faces) == 1 and cards[0].face and faces[0] and cards[0].face != faces[0]:
        return _("turn the card over") if cards[0].face == "down" else _("turn the card up")
    return _("should be {things}").format(things=lying_words(wanted, called))


def throw_words(what: str) -> str:
    """The words of a throwing or drawing key; `what`: see `Chance`."""
    return _("Draw lots") if what == "lot" else _("Throw")


def region_words(region: str, names: Sequence[str], called: Called) -> str:
    """A square's name, a seat's place with its name, or a pile's card."""
    place = place_of(region)
    seat = place.seat
    if seat is None:
        return region if place.square is not None else called(region)
    known = {"deck": _("deck"), "discard": _("discards"), "play": _("cards in play"), "hand": _("hand")}
    name = names[seat] if seat < len(names) else str(seat)
    return _("{name}’s {place}").format(name=name, place=known.get(place.kind, place.kind))
