"""What is known of a card by its label: its name as people say it, its cost, what the rules say of it.

From the game's `facts.toml`, where it has one of its own with an entry a card, with what the owner corrected; else the
label in words. Nothing here knows one game from another.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

from companion.game import Game, Setup, Value
from companion.games import all_games
from companion.homes import home_of
from companion.language import Language, spoken
from companion.rulebook import Rule, rules
from ui.present.names import label_words
from ui.words import _


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A card as screens tell of it: `corrected` are the facts that its owner put right, in words.

    `apart`: what tells it apart from others of its name.
    """

    name: str
    gloss: str = ""
    cost: int | None = None
    corrected: tuple[str, ...] = field(default=())
    apart: str = ""

    @property
    def called(self) -> str:
        """Its name in a sentence."""
        return f"{self.name} ({self.apart})" if self.apart else self.name


def card_facts(game: Game[Any], setup: Setup, label: str) -> CardFacts:
    return _known(game, setup, label) or CardFacts(label_words(label))


def card_anywhere(label: str) -> CardFacts:
    """What is known of a card where no game is on the table: what the first game that has it knows."""
    known = (_known(game, Setup(game.seats[0]), label) for game in all_games().values())
    return next(filter(None, known), CardFacts(label_words(label)))


def _known(game: Game[Any], setup: Setup, label: str) -> CardFacts | None:
    known = _all(game.id, setup.facts, spoken()).get(label)
    printed = game.printed(setup, label) if known is None else None
    return known if printed is None else CardFacts(printed.name, apart=printed.apart)


def card_name(label: str) -> str:
    return card_anywhere(label).called


def reference(game: Game[Any], label: str) -> Rule | None:
    """The rule that says what a card does: the one with the shortest id that ends with the label."""
    try:
        written = rules(game.id)
    except (FileNotFoundError, ModuleNotFoundError):
        return None
    fitting = [rule for rule in written if rule.id.endswith(f"-{label}")]
    return min(fitting, key=lambda rule: len(rule.id), default=None)


@lru_cache(maxsize=32)
def _all(game: str, given: tuple[tuple[str, Value], ...], _language: Language) -> dict[str, CardFacts]:
    """Every card of a game's own facts by its label; none for a game whose facts are not one entry a card."""
    try:
        raw = msgspec.toml.decode(files(home_of(game)).joinpath("facts.toml").read_bytes())
    except (FileNotFoundError, ModuleNotFoundError):
        return {}
    corrections: dict[str, dict[str, Value]] = {}
    for dotted, value in given:
        label, _dot, name = dotted.partition(".")
        corrections.setdefault(label, {})[name] = value
    return {
        label: _card(label, entry, corrections.get(label, {}))
        for label, entry in raw.items()
        if isinstance(entry, dict) and "name" in entry
    }


def _card(label: str, entry: dict[str, Any], corrections: dict[str, Value]) -> CardFacts:
    fact = entry | corrections
    corrected = tuple(
        _("{name}: {value}, not {printed}").format(name=name, value=value, printed=entry.get(name, 0))
        for name, value in corrections.items()
        if value != entry.get(name, 0)
    )
    cost = fact.get("cost")
    name = str(fact.get("name") or label_words(label))
    return CardFacts(name, _(str(fact.get("gloss", ""))), cost if isinstance(cost, int) else None, corrected)
