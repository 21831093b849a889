"""The other languages on screens: nothing cut off, no word broken anyhow, no sentence left in English.

`test_screens` looks at every situation in a language dealt to it, at the most crowded ones in all of them; with
ZO_EVERY_SIZE set, as before a release, in every language and size.
"""

import os
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from companion.language import speak
from tests.languages import TRANSLATED, kept, messages, texts
from tests.situations.screens import WITH_EYES, situations
from tests.situations.zones import ALIKE
from tests.ui.sizes import SIZES
from ui.languages import language
from ui.pages.desk import Desk

NAMES = [name for name in situations(Path()) if name not in WITH_EYES | ALIKE]
SOFT_HYPHEN = "\u00ad"
ENOUGH = 8
"""So many letters beside its parts tell a sentence from a name, a number, or another language."""
TOO_NARROW = {
    ("card-unsaved", "de"), ("card-gear", "de"), ("card-new", "fr"), ("card-new", "it"),
    ("cards-lot", "fr"), ("cards-lot", "it"), ("hidden-lost", "it"),
}  # fmt: skip
"""Situations and languages whose words have once been too wide for the smallest screen."""


@cache
def catalogue(code: str) -> list[Any]:
    """The messages of a language."""
    return list(messages(kept(code)))


class Sentences:
    """What may be said: whole sentences, and those with anything for their parts."""

    def __init__(self, texts: Iterable[str]) -> None:
        texts = set(texts)
        parted = [re.sub(r"\\\{[^}]*\\\}", ".+", re.escape(text)) for text in texts if "{" in text]
        self._whole = {text for text in texts if "{" not in text}
        self._parted = re.compile("|".join(parted) or "(?!)")

    def say(self, text: str) -> bool:
        """Whether this is one of them."""
        return text in self._whole or self._parted.fullmatch(text) is not None


@cache
def sentences(code: str) -> tuple[Sentences, Sentences]:
    """What is English and is said otherwise in a language, and what that language says; anything for their parts."""
    english, own = set(), set()
    for message in catalogue(code):
        told = texts(message)
        own.update(told, (text.replace(SOFT_HYPHEN, "") for text in told))
        for text in (message.id,) if isinstance(message.id, str) else message.id:
            if all(told) and text not in told and len(re.sub(r"\{[^}]*\}|[^a-zA-Z]", "", text)) >= ENOUGH:
                english.add(text)
    return Sentences(english), Sentences(text for text in own if re.sub(r"\{[^}]*\}|\W", "", text))


def in_english(code: str, shown: list[str]) -> list[str]:
    """The texts of a screen that a language has its own words for."""
    english, own = sentences(code)
    return [text for text in shown if english.say(text) and not own.say(text)]


def untranslated(code: str) -> list[object]:
    """The sentences that a language has no words for yet."""
    return [
        message.id
        for message in catalogue(code)
        if message.fuzzy or not texts(message) or not all(texts(message))
    ]


READY = tuple(code for code in TRANSLATED if len(untranslated(code)) < len(catalogue(code)) / 2)
"""The languages that are spoken; one whose catalogue has only begun is shown in English."""


def languages_of(name: str, size: tuple[int, int]) -> tuple[str, ...]:
    """The languages that a situation is looked at in, at a size dealt to it."""
    if "ZO_EVERY_SIZE" in os.environ:
        return READY
    return (READY[(crc32(name.encode()) + SIZES.index(size)) % len(READY)],)


def left_in_english(code: str, driver: Any) -> list[str]:
    """Turns an open app to a language, in which nothing may be cut off; the texts that stay in English."""
    from tests.ui.audit import complaints, walk

    driver.app.desk.settings.change(language=code)
    driver.app.refresh()
    driver.run(0.1)
    assert complaints(driver.app.root) == [], code
    return in_english(code, [str(getattr(widget, "text", "")) for widget in walk(driver.app.root)])


@pytest.mark.parametrize("code", READY)
def test_every_sentence_is_translated(code: str) -> None:
    assert untranslated(code) == []


@pytest.mark.parametrize(("name", "code"), sorted(TOO_NARROW))
def test_screen_is_whole_in_its_language(
    name: str, code: str, drive: Callable[..., Any], fresh: Callable[[str], Desk]
) -> None:
    speak(language(code))
    assert left_in_english(code, drive(fresh(name))) == []


@pytest.mark.parametrize("code", READY)
def test_a_sentence_left_in_english_is_noticed(code: str) -> None:
    assert in_english(code, ["Ann discards 3 cards", "Grognard"]) == ["Ann discards 3 cards"]
