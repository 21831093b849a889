"""What players read is plain: no id, option, type, file or dump of the program's own stands in any sentence."""

import random
import re
from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any

import pytest

from companion.game import Chance, Event, Game, Over, Setup, checked, legal
from companion.games import all_games
from companion.language import Language, speak, spoken
from companion.rulebook import NoSuchRule, rule, rules
from tests.test_rules_as_written import NAMED, OVER, code_in, home_of
from tests.walks import walk

each_game = pytest.mark.parametrize("game", all_games().values(), ids=list(all_games()))
BAD = {
    "a backtick": r"`",
    "an id of a rule": r"\b(?:z[aobng]|s\d|ours|undo)-[a-z0-9]+(?:-[a-z0-9]+)*\b",
    "an entry of the ledger": r"\b[A-Z]{2}-\d{2}\b",
    "a fault of a reader": r"\bexpected\b.*\bfound\b",
    "a name with underscores": r"\w_\w",
    "a value of Python": r"\b(?:None|True|False|null)\b|<class|object at 0x|[\[({]'|\w+\([a-z]+=",
    "an option": r"\boption\b|\bliteral\b",
    "a name of a file": r"\.(?:py|toml|json|md)\b",
    "nothing but a placeholder": r"\{[a-z]*\}",
}
OF_THE_PROTOCOL = {
    "en": r"\bseats?\b|\boptions?\b|\bJSON\b|\bprogram\b|\bsource 00|\bthe own\b",
    "de": r"\bPl(?:atz|ätze) \d|\bPlätze\b|\bOption\b|\bProgramm\b|\bQuelle 00",
    "fr": r"\bplaces? \d|\b[Oo]ptions?\b|\bprogramme\b|\btexte 00",
    "it": r"\bpost[oi] \d|\b[Oo]pzion[ei]\b|\bprogramma\b|\bfonte 00",
}
"""What no rule says to players, by language: seats that count from 0, options, programs, numbers of sources."""
STEPS, SEEDS = 60, 3
MOST_STRANGE = 40
MOST_SHORT = 100


def faults(words: str) -> list[str]:
    return [what for what, pattern in BAD.items() if re.search(pattern, words)]


def slugs(event: Event) -> set[str]:
    """The labels that an event carries: cards and pieces as the program calls them among itself."""
    values = [value for field in event.__struct_fields__ for value in _flat(getattr(event, field))]
    return {value for value in values if re.fullmatch(r"[a-z]+(?:-[a-z0-9]+)+", value)}


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (part for pair in value.items() for each in pair for part in _flat(each))
    elif isinstance(value, list | tuple | set | frozenset):
        yield from (part for each in value for part in _flat(each))


def said(game: Game[Any], state: Any, strange: list[Event]) -> Iterator[tuple[str, str]]:
    """Every sentence that players may read in a state, and where; `strange` are events that may be unlawful in it."""
    view, turn = game.view(state, None), game.turn(state)
    yield from (("view", words) for words in (view.headline, view.awaited, *view.notes))
    yield from (("about", words) for words in view.about.values())
    yield from (("aside", words) for lines in view.aside for words in lines)
    yield from (("chore", chore.words) for chore in game.chores(state))
    if isinstance(turn, Chance):
        yield "turn", turn.words
    if isinstance(turn, Over):
        yield "end", turn.words
    for event in strange:
        violation = game.violation(state, event)
        if violation is not None:
            yield violation.rule, violation.about


def _short(game: Game[Any], rule_id: str) -> str:
    try:
        return rule(game.id, rule_id).short
    except NoSuchRule:
        return ""


@each_game
def test_every_sentence_of_a_game_is_plain(game: Game[Any]) -> None:
    rng, pool = random.Random(7), list[Event]()
    heard, places, labels = dict[str, str](), set[str](), set[str]()
    for seats in {game.seats[0], game.seats[-1]}:
        setup = checked(game, Setup(seats))
        for seed in range(SEEDS):
            for before, event, after in walk(game, setup, seed, STEPS):
                over = isinstance(game.turn(after), Over)
                more = [event] if over else [event, *legal(game, after)[:4]]
                pool += more
                labels.update(slug for each in more for slug in slugs(each))
                strange = rng.sample(pool, min(MOST_STRANGE, len(pool)))
                told = [("event", game.words(before, event)), *said(game, after, strange)]
                heard |= {words: where for where, words in told}
                places.update(where for where, _words in told)
    heard |= {_short(game, where): where for where in places}
    wrong = {}
    for words, where in heard.items():
        found = faults(words) + list(labels & set(re.findall(r"[\w-]+", words)))
        if found:
            wrong[f"{where}: {words}"] = ", ".join(found)
    assert wrong == {}


@each_game
def test_every_option_is_put_in_plain_words(game: Game[Any]) -> None:
    for option in game.options:
        for words in (option.words, *(choice.words for choice in option.choices)):
            assert faults(words) == [], words


@each_game
@pytest.mark.parametrize("code", OF_THE_PROTOCOL)
def test_every_rule_is_in_players_words(game: Game[Any], code: str) -> None:
    before = spoken()
    speak(Language(code, NullTranslations()))
    told = rules(game.id)
    speak(before)
    wrong = {
        each.id: found
        for each in told
        if (found := _not_for_players(f"{each.subject}. {each.short} {each.words} {each.not_checked}", code))
    }
    assert wrong == {}


def _not_for_players(words: str, code: str) -> list[str]:
    return faults(words) + re.findall(OF_THE_PROTOCOL[code], words)


@each_game
def test_every_rule_has_a_short_plain_sentence(game: Game[Any]) -> None:
    code = code_in(home_of(game)) + code_in(home_of(game).parent / "family")
    shown = set(NAMED.findall(code)) | set(OVER.findall(code))
    for each in rules(game.id):
        assert each.short.endswith((".", "!")) and each.short[:1].isupper() | (each.short[:1] in '"+'), (
            each.id
        )
        assert faults(each.short) == [], each.id
        assert each.id not in shown or len(each.short) <= MOST_SHORT, f"{each.id}: {each.short}"
        assert "**" not in each.words + each.short
