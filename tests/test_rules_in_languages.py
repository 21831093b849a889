"""Rules in another language say what rules.md says: the same rules in the same order, their codes and numbers too."""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest

from companion import games, rulebook
from companion.games import all_games
from companion.homes import homes
from companion.language import Language, speak, spoken
from companion.rulebook import Rule, read_rules

LONGEST_SHORT = 110
CODES = r"`[^`]+`|\b[a-h][1-9]\b|\d+"
GAME_IN = {Path(games.__path__[0], *home.split(".")[2:]): game for game, home in homes().items()}
FILES = sorted(file for folder in GAME_IN for file in folder.glob("rules.*.md"))

each_file = pytest.mark.parametrize(
    "file", FILES, ids=[f"{GAME_IN[file.parent]}-{file.suffixes[0][1:]}" for file in FILES]
)


def told_beside(file: Path) -> list[tuple[Rule, Rule]]:
    """Each rule in English and in the language of the file."""
    written, told = (
        read_rules(path.read_text(encoding="utf-8")) for path in (file.with_name("rules.md"), file)
    )
    assert [rule.id for rule in told] == [rule.id for rule in written]
    return list(zip(written, told, strict=True))


def codes(rule: Rule) -> set[str]:
    return set(re.findall(CODES, f"{rule.short} {rule.words} {rule.not_checked}"))


@pytest.fixture
def language(file: Path) -> Iterator[None]:
    before = spoken()
    speak(Language(file.suffixes[0][1:], NullTranslations()))
    yield
    speak(before)


def test_a_language_words_every_game() -> None:
    languages = {file.suffixes[0] for file in FILES}
    every = {(game, language) for game in all_games() for language in languages}
    assert {(GAME_IN[file.parent], file.suffixes[0]) for file in FILES} == every != set()


@each_file
def test_every_rule_has_its_words_and_a_short_sentence(file: Path) -> None:
    told = [told for _, told in told_beside(file)]
    assert [
        rule.id for rule in told if not (rule.words.endswith((".", "!", "?")) and rule.short.strip("."))
    ] == []
    assert [rule.id for rule in told if rule.source or rule.examples] == []


@each_file
def test_no_rule_was_left_in_english(file: Path) -> None:
    assert [told.id for written, told in told_beside(file) if told.words == written.words] == []


@each_file
def test_what_nobody_can_check_is_said_of_the_same_rules(file: Path) -> None:
    assert [
        told.id for written, told in told_beside(file) if bool(told.not_checked) != bool(written.not_checked)
    ] == []


@each_file
def test_a_short_sentence_stays_short(file: Path) -> None:
    pairs = [(written, told) for written, told in told_beside(file) if len(written.short) <= LONGEST_SHORT]
    assert [told.id for _, told in pairs if len(told.short) > LONGEST_SHORT] == []


@each_file
def test_codes_squares_and_numbers_are_the_same(file: Path) -> None:
    missing = {told.id: codes(written) - codes(told) for written, told in told_beside(file)}
    assert {rule_id: lost for rule_id, lost in missing.items() if lost} == {}


@each_file
@pytest.mark.usefixtures("language")
def test_the_rule_book_speaks_the_language(file: Path) -> None:
    told = [rule for _, rule in told_beside(file)]
    found = rulebook.rules(GAME_IN[file.parent])
    assert [(rule.id, rule.words, rule.short) for rule in found] == [
        (rule.id, rule.words, rule.short) for rule in told
    ]
    assert all(rule.source for rule in found)
