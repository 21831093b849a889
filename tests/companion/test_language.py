"""Every sentence that a game says can be translated: in a language whose sentences have no letters, only names have.

Such a language puts each sentence in brackets and a dot in place of every letter, its named parts left as they are.
What still has letters came into the sentence without being looked up: a name, or words that nobody can translate.
"""

import random
import re
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from string import Formatter
from typing import Any

import pytest

from companion.game import Event, Game, Over, Setup, checked, legal
from companion.games import all_games
from companion.games.zombinion.cards import cards as combat_cards
from companion.games.zones.pieces import facts as zones_facts
from companion.games.zoon.family.deck import facts
from companion.language import ENGLISH, Language, _, speak
from tests.test_plain_words import MOST_STRANGE, said
from tests.walks import option_sets, walk

STEPS, SEEDS = 60, 2
MOST_WORDED = 20
LETTER = re.compile(r"[^\W\d_]")
WORD = re.compile(r"[^\W\d_]+")
SQUARE = re.compile(r"\b[a-i]\d{1,2}\b")

each_game = pytest.mark.parametrize("game", all_games().values(), ids=all_games())


class Dotted(NullTranslations):
    """Every sentence in brackets, a dot in place of each letter."""

    def gettext(self, message: str) -> str:
        return _dots(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@cache
def _dots(message: str) -> str:
    parts = (_dotted(text) + _part(name) for text, name, _form, _sign in Formatter().parse(message))
    return f"⟦{''.join(parts)}⟧"


def _dotted(text: str) -> str:
    return LETTER.sub("·", text).replace("{", "{{").replace("}", "}}")


def _part(name: str | None) -> str:
    return "" if name is None else f"{{{name}}}"


@pytest.fixture(autouse=True)
def dotted() -> Iterator[None]:
    speak(Language("dotted", Dotted()))
    yield
    speak(ENGLISH)


def names_of(game: Game[Any]) -> set[str]:
    """What is printed on the cards and pieces of a game, and who plays it, word by word."""
    if game.id.startswith("zoon"):
        known = facts()
        cards = (known.name(card) for card in (*known.zoons, *known.trumps))
        names = [*cards, *known.tribes.values()]
    elif game.id == "zones":
        names = [kind.name for kind in zones_facts().kinds.values()]
    elif game.id == "zombinion":
        names = [*(card.name for card in combat_cards().values()), *PRINTED]
    else:
        names = []
    return {word for name in (*names, *PLAYERS) for word in WORD.findall(name)}


PRINTED = (
    *("Mirare", "Vittoria", "Infezione", "Azione", "Azioni", "Attacco", "Reazione", "Obiettivi", "Colpi"),
    *("Caccia", "Pulizia", "Sparatutto", "Scontro", "Vita o Morte", "Città Infestata"),
)
"""Words that stand so on Zombinion's cards."""
PLAYERS = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo")


def untranslated(words: str, names: set[str]) -> list[str]:
    """The words of a sentence that were not looked up."""
    return [word for word in WORD.findall(SQUARE.sub("", words)) if word not in names]


def setups(game: Game[Any]) -> Iterator[Setup]:
    """Each way to agree on a game, every other one with the names of those who play."""
    for number, setup in enumerate(option_sets(game)):
        players = PLAYERS[: setup.seats] if number % 2 else ()
        yield checked(game, Setup(setup.seats, setup.options, players))


def sentences(game: Game[Any], setup: Setup, seed: int) -> Iterator[tuple[str, str]]:
    """Everything that is said in one game, and where."""
    rng, pool = random.Random(seed), list[Event]()
    for before, event, after in walk(game, setup, seed, STEPS):
        over = isinstance(game.turn(after), Over)
        pool += [event] if over else [event, *rng.sample(found := legal(game, after), min(4, len(found)))]
        yield "event", game.words(before, event)
        yield from said(game, after, rng.sample(pool, min(MOST_STRANGE, len(pool))))
        worded = rng.sample(pool, min(MOST_WORDED, len(pool)))
        regions = rng.sample(game.table(setup).regions, 1)
        worded += [override for region in regions for override in game.overrides(after, region.name)][
            :MOST_WORDED
        ]
        yield from (("another event", game.words(after, each)) for each in worded)
        decided = game.contest(before, event)
        if decided is not None:
            yield from (("contest", words) for words in (decided.words, decided.more))
            yield from (("contest", words) for side in decided.sides for words in (side.name, side.score))
        if not over:
            yield from (("tally", words) for words, _count in game.tally(after))
        view = game.view(after, rng.randrange(setup.seats))
        yield from (("secret", words) for words in (*view.about.values(), *view.notes, view.awaited))


@each_game
def test_every_sentence_can_be_translated(game: Game[Any]) -> None:
    names, wrong = names_of(game), dict[str, str]()
    said_where: dict[str, str] = {}
    for setup in setups(game):
        for seed in range(SEEDS):
            said_where |= {words: where for where, words in sentences(game, setup, seed)}
    for words, where in said_where.items():
        left = untranslated(words, names)
        if left:
            wrong.setdefault(f"{where}: {' '.join(left)}", words)
    assert wrong == {}


@each_game
def test_every_option_can_be_translated(game: Game[Any]) -> None:
    names = names_of(game)
    for option in game.options:
        for words in (option.words, *(choice.words for choice in option.choices)):
            assert untranslated(_(words), names) == [], words
    for event in game.events:
        for words in (event.asks, *event.asks_of.values()):
            assert untranslated(_(words), names) == [], words


def test_a_sentence_without_translation_is_found() -> None:
    names = {"King", "Louis"}
    assert untranslated(_("{card} lies on {square}").format(card="King Louis", square="c4"), names) == []
    assert untranslated("King Louis lies on c4", names) == ["lies", "on"]
    assert untranslated(_("{card} falls").format(card="the card"), names) == ["the", "card"]
