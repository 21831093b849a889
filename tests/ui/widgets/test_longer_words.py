"""The pages of hidden armies and of card games in a language with longer words: nothing is cut off there either."""

import gettext
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.language import ENGLISH, Language, speak
from tests.situations.screens import situations
from tests.ui.sizes import SIZES, dealt, named
from ui.widgets.text import Words, longest_word
from ui.widgets.theme import u

PAGES = ("muster", "own-", "touch-", "reveal", "cards-")
NAMES = [name for name in situations(Path()) if name.startswith(PAGES)][::2]
"""Every second page: in real languages all are looked at."""


class Longer(gettext.NullTranslations):
    """Every word of four letters or more grows by about two fifths, as German does at its worst."""

    def gettext(self, message: str) -> str:
        return " ".join(_longer(word) for word in message.split(" "))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def _longer(word: str) -> str:
    if "{" in word or "’" in word or len(word) < 4:
        return word
    more = max(1, round(len(word) * 0.4))
    return word[:2] + "enrwitsz"[: min(more, 8)] + word[2:]


@pytest.fixture
def longer() -> Iterator[None]:
    speak(Language("xx", Longer()))
    yield
    speak(ENGLISH)


@pytest.mark.parametrize(("name", "size"), dealt(NAMES, (SIZES[0], SIZES[2])), ids=named)
def test_screen_is_whole_in_longer_words(
    name: str, size: tuple[int, int], drive: Callable[..., Any], made: Callable[[str], Any], longer: None
) -> None:
    from tests.ui.audit import complaints

    driver = drive(made(name), size)
    driver.run(0.2)
    assert complaints(driver.app.root) == []


def test_a_headline_breaks_no_word_in_two(window: Any) -> None:
    words = Words("Summon: Swordsman", 32, bold=True)
    words.width = u(140)
    assert longest_word(words.text, 32, bold=True) > words.width
    assert longest_word(words.text, words.font_size / u(1), bold=True) <= words.width
    words.width = u(400)
    assert words.font_size == u(32)


@pytest.mark.parametrize(
    ("width", "shown"), [(400, "Zurücknehmen"), (70, "Zurück-\nnehmen"), (30, "Zurück-\nnehmen")]
)
def test_a_word_is_parted_at_its_soft_hyphen_only_where_it_must(
    width: float, shown: str, window: Any
) -> None:
    from ui.widgets.text import Fitted

    fitted = Fitted("Zurück\u00adnehmen", size=(width, 60))
    assert fitted.text == shown
    fitted.size = (400, 60)
    assert fitted.text == "Zurücknehmen"
    fitted.say("Mehr")
    assert fitted.text == "Mehr"


def test_a_path_is_parted_at_its_slashes(window: Any) -> None:
    words = Words("/home/ann/.local/share/zo-companion/bundles/zo-support.zip", width=u(220))
    lines = words.text.split("\n")
    assert len(lines) > 1 and all(line.endswith("/") for line in lines[:-1])
    assert "".join(lines) == "/home/ann/.local/share/zo-companion/bundles/zo-support.zip"
    words.width = u(2000)
    assert "\n" not in words.text


def test_a_word_is_not_parted_where_one_line_more_is_needless(window: Any) -> None:
    from ui.widgets import theme
    from ui.widgets.text import parted

    theme.fit(800, 480)
    assert parted("Ein\u00adstel\u00adlun\u00adgen hier", 1000, 20, bold=False) == "Einstellungen hier"
    assert parted("Ein\u00adstel\u00adlun\u00adgen", 90, 20, bold=False).count("\n") == 1


def test_a_word_broken_in_two_is_complained_of(window: Any) -> None:
    from tests.ui.audit import complaints
    from ui.widgets.text import Words

    assert complaints(Words("Würfelscheibe", width=300)) == []
    assert "a word broken in two" in complaints(Words("Würfelscheibe", width=50))[0]


def test_a_key_too_narrow_for_icon_and_word_has_the_word(window: Any) -> None:
    from ui.present.models import Button
    from ui.widgets.drawing import Icon
    from ui.widgets.keys import HOME, Tool

    tool = Tool(Button("Zurück\u00adnehmen", HOME, "plain", "back"), lambda _touch: None, size=(300, 60))
    assert any(isinstance(child, Icon) for child in tool.children)
    tool.width = 80
    assert not any(isinstance(child, Icon) for child in tool.children)
    tool.width = 300
    assert isinstance(tool.children[-1], Icon)
