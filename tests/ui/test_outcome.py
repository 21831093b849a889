"""How a game ended: told in words, and noted so that it can be told in any language."""

from collections.abc import Iterator

import pytest

from companion.game import Over
from companion.language import ENGLISH, Language, speak
from tests.companion.test_language import Dotted
from ui.outcome import is_as_noted, noted, result, told

FALLS = Over((1,), "{card} is beaten", "s2-emblem-falls", (("card", "Gold-Hure"),))


@pytest.fixture
def dotted() -> Iterator[None]:
    speak(Language("dotted", Dotted()))
    yield
    speak(ENGLISH)


def test_the_end_in_words() -> None:
    assert result(Over((0, 1), "Both got home.", "r"), ("Ann",)) == "Ann and Player 2 won. Both got home."
    assert result(Over((1,), "the base is destroyed", "r"), ("Ann", "Bo")) == "Bo won. The base is destroyed"
    assert result(Over((), "Nobody can move.", "r"), ()) == "A draw. Nobody can move."
    assert result(FALLS, ("Ann", "Bo")) == "Bo won. Gold-Hure is beaten"


@pytest.mark.usefixtures("dotted")
def test_what_is_noted_in_one_language_is_told_in_another() -> None:
    speak(ENGLISH)
    note = noted(FALLS)
    speak(Language("dotted", Dotted()))
    assert note == noted(FALLS)
    assert told(note, ("Ann", "Bo")) == "⟦Bo ···. ⟦Gold-Hure ·· ······⟧⟧"


def test_a_sentence_that_an_earlier_version_noted_is_told_as_it_is() -> None:
    assert told("Bo won. the base is destroyed", ("Ann", "Bo")) == "Bo won. the base is destroyed"


def test_an_end_is_compared_with_what_was_noted() -> None:
    players = ("Ann", "Bo")
    assert is_as_noted(noted(FALLS), FALLS, players)
    assert not is_as_noted(noted(FALLS), Over((0,), FALLS.why, FALLS.rule, FALLS.parts), players)
    assert not is_as_noted(noted(FALLS), Over((1,), "", "zo-05-cannot-play"), players)
    assert not is_as_noted(noted(FALLS), None, players)


def test_of_an_earlier_sentence_it_matters_who_won() -> None:
    players = ("Ann", "Bo")
    assert is_as_noted("bo won. its Emblem fell", FALLS, players)
    assert not is_as_noted("Ann won. its Emblem fell", FALLS, players)
    assert not is_as_noted("Bo won. its Emblem fell", None, players)
