"""Every screen in the other languages: nothing cut off, no word broken anyhow, no sentence left in English.

The languages and sizes are dealt out among the situations. The most crowded of them are looked at in every language;
with ZO_EVERY_SIZE set, as before a release, all of them are, in every size.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from companion.language import ENGLISH, speak
from tests.languages import TRANSLATED, kept, messages, texts
from tests.situations.screens import WITH_EYES, situations
from tests.situations.zones import ALIKE
from tests.ui.sizes import EVERY_SIZE, SIZES, named
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


@pytest.fixture
def english_after() -> Iterator[None]:
    yield
    speak(ENGLISH)


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


def dealt() -> Iterator[tuple[str, str, tuple[int, int]]]:
    """Each situation with the languages and sizes that it is looked at in."""
    for name in NAMES:
        lot = crc32(name.encode())
        for at, code in enumerate(READY):
            for size in SIZES:
                is_all = "ZO_EVERY_SIZE" in os.environ or (size == SIZES[0] and (name, code) in TOO_NARROW)
                is_spoken = name in EVERY_SIZE or lot % len(READY) == at
                if is_all or (is_spoken and size == SIZES[(lot // 7 + at) % len(SIZES)]):
                    yield name, code, size


@pytest.fixture(scope="session")
def makers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Callable[[], Desk]]:
    return situations(tmp_path_factory.mktemp("spoken"))


@pytest.mark.parametrize("code", READY)
def test_every_sentence_is_translated(code: str) -> None:
    assert untranslated(code) == []


@pytest.mark.parametrize(("name", "code", "size"), list(dealt()), ids=named)
def test_screen_is_whole_in_its_language(
    name: str,
    code: str,
    size: tuple[int, int],
    drive: Callable[..., Any],
    makers: dict[str, Callable[[], Desk]],
    english_after: None,
) -> None:
    from tests.ui.audit import complaints, walk

    speak(language(code))
    desk = makers[name]()
    try:
        desk.settings.change(language=code)
        driver = drive(desk, size)
        driver.run(0.2)
        assert complaints(driver.app.root) == []
        shown = [str(getattr(widget, "text", "")) for widget in walk(driver.app.root)]
        assert in_english(code, shown) == []
    finally:
        desk.close()
        desk.kept.store.close()


@pytest.mark.parametrize("code", READY)
def test_a_sentence_left_in_english_is_noticed(code: str) -> None:
    assert in_english(code, ["Ann discards 3 cards", "Grognard"]) == ["Ann discards 3 cards"]
