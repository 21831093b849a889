"""No word reaches a screen that no language could translate: in a language of strange letters, all of them are strange.

What was not marked to be translated stays as it is in any language, so it is found here whatever it says: whatever
word of it the program's own sentences know. Names, rules and the names of files are the only words left.
"""

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest

from companion.games import all_games
from companion.language import ENGLISH, Language, speak
from companion.rulebook import rules
from tests.situations.screens import situations
from tests.ui.screens.test_languages import catalogue
from tests.ui.sizes import ONE_OF_A_KIND
from ui.pages.desk import Desk

MARKUP = re.compile(r"\[/?(?:font|size|color|b|i)\b[^\]]*\]")
FILES = re.compile(r"\S*/\S+|\S+\.toml\S*|(?<=\.toml: )\w+\.\w+|\(start\d\)")
"""Names of files, of the keys in them, and of squares."""
WORD = re.compile(r"[A-Za-z]{3,}")
NAMES = frozenset(
    {
        "azione", "azioni", "barricata", "bongo", "bouclefeuille", "caccia", "cage", "cloboulon", "colpi", "companion",
        "gold", "grognard", "hure", "infezione", "king", "kombo", "kong", "louis", "maverick", "mirare", "molotov",
        "molti", "obiettivi", "obiettivo", "ouistiti", "pallottola", "proiettili", "radio", "survivors", "swordsman",
        "tortue", "trollwife", "vittoria", "zombi",
    }
)  # fmt: skip
"""Words of the program's sentences that are names on cards and pieces, and stay in every language …"""
TRIBES = ("Ice and Oak", "Too much of a good thing", "Old Silverback", "“penny”")
"""… and what people in the situations called their tribes, or searched for."""


def strange(text: str) -> str:
    """A sentence in strange letters, its parts in braces as they are."""
    return re.sub(r"\{[^}]*\}|[A-Za-z]", lambda found: found[0] if found[0][0] == "{" else "ñ", text)


class Strange(NullTranslations):
    """Translates everything that is marked to be translated."""

    def gettext(self, message: str) -> str:
        return strange(message)

    def pgettext(self, context: str, message: str) -> str:
        return strange(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return strange(msgid1 if n == 1 else msgid2)


STRANGE = Language("strange", Strange())


@cache
def vocabulary() -> frozenset[str]:
    """Every word of the program's own sentences, as a catalogue keeps them, but for names."""
    said: list[str] = []
    for message in catalogue("de"):
        said += (message.id,) if isinstance(message.id, str) else message.id
    words = (word.lower() for text in said for word in WORD.findall(re.sub(r"\{[^}]*\}", "", text)))
    return frozenset(words) - NAMES


@cache
def told_elsewhere() -> tuple[str, ...]:
    """What is translated in `rules.XX.md`, the longest first, and the tribes' names."""
    found = {
        text
        for game in all_games()
        for rule in rules(game)
        for text in (rule.id, rule.words, rule.short, rule.subject, rule.not_checked)
    }
    return (*sorted((text for text in found if text), key=len, reverse=True), *TRIBES)


def left(shown: str) -> list[str]:
    """The words of a text that were not translated."""
    text = MARKUP.sub("", shown)
    if not known_words(text):
        return []
    for known in told_elsewhere():
        text = text.replace(known, "")
    return known_words(FILES.sub("", text))


def known_words(text: str) -> list[str]:
    """The words of a text that the program's own sentences know."""
    return [word for word in WORD.findall(text) if word.lower() in vocabulary()]


@pytest.fixture
def strangely(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("ui.touch.app.language", lambda _code: STRANGE)
    speak(STRANGE)
    yield
    speak(ENGLISH)


@pytest.fixture(scope="session")
def oddly(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Callable[[], Desk]]:
    return situations(tmp_path_factory.mktemp("strange"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    sorted(situations(Path()))
    if "ZO_EVERY_SIZE" in os.environ
    else (*ONE_OF_A_KIND, "trouble-light", "pins-wrong"),
)
def test_every_word_of_a_screen_can_be_translated(
    name: str, drive: Callable[..., Any], oddly: dict[str, Callable[[], Desk]], strangely: None
) -> None:
    from tests.ui.audit import walk

    desk = oddly[name]()
    try:
        driver = drive(desk, (1280, 720))
        driver.run(0.2)
        shown = [str(getattr(widget, "text", "")) for widget in walk(driver.app.root)]
        # What a source says stands there in the source's own words.
        assert [text for text in shown if left(re.sub("“[^”]*”", "", text))] == []
    finally:
        desk.close()


def test_a_word_that_was_not_marked_is_noticed(strangely: None) -> None:
    assert left("The camera is lost") == ["The", "camera", "lost"]
    assert left(strange("{name} discards 3 cards").format(name="Ann")) == []
    assert left("Pallottola") == []
