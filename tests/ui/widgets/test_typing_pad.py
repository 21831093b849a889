"""The keyboard on the screen: letters as the language lays them, variants of a letter that is held, a real keyboard."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.language import ENGLISH, speak
from tests.ui.audit import complaints, walk
from tests.ui.sizes import SIZES
from ui.pages.agreement import agree, typing_name
from ui.present.touches import Goto

Drive = Callable[..., Any]
ACCENTS = {"en": "", "de": "äöüß", "fr": "éè", "it": "àèìòù"}


class Typist:
    """Somebody at the app's first name to be typed, with one finger."""

    def __init__(self, driver: Any) -> None:
        from ui.widgets.typing_pad import TypingPad

        self.driver = driver
        self.pad: Any = next(each for each in walk(driver.app.root) if isinstance(each, TypingPad))
        while self.pad.text:
            self.pad.key(8)

    @property
    def keys(self) -> dict[str, Any]:
        """Every key by what stands on it."""
        from ui.widgets.keys import Touched
        from ui.widgets.text import Fitted

        found = [each for each in walk(self.driver.app.root) if isinstance(each, Touched)]
        return {part.text: key for key in found for part in walk(key) if isinstance(part, Fitted)}

    def tap(self, *words: str) -> None:
        for each in words:
            self.driver.touch(*self.middle(each))

    def middle(self, words: str) -> tuple[float, float]:
        key = self.keys[words]
        return tuple(key.to_window(*key.center))

    def hold(self, words: str) -> Any:
        """A finger that stays on a key until the variants are open; it is not lifted."""
        from kivy.base import EventLoop

        from tests.situations.driver import Finger

        finger = Finger(*self.middle(words))
        EventLoop.post_dispatch_input("begin", finger)
        self.driver.run(0.6)
        return finger

    def lift(self, finger: Any) -> None:
        from kivy.base import EventLoop

        EventLoop.post_dispatch_input("end", finger)
        self.driver.run(0.1)

    def slide(self, finger: Any, words: str) -> None:
        from kivy.base import EventLoop

        finger.to(*self.middle(words))
        EventLoop.post_dispatch_input("update", finger)
        self.driver.run(0.1)


@pytest.fixture
def typist(drive: Drive, tmp_path: Any) -> Iterator[Callable[..., Typist]]:
    from tests.situations.screens import situations

    def at(language: str = "en", size: tuple[int, int] = SIZES[0]) -> Typist:
        desk = situations(tmp_path)["home"]()
        desk.settings.change(language=language)
        desk.send(Goto("seats"))
        desk.send(agree(typing_name, 0))
        return Typist(drive(desk, size))

    yield at
    speak(ENGLISH)


@pytest.mark.parametrize("language", ACCENTS)
def test_every_language_has_every_letter_once(language: str) -> None:
    from ui.widgets.typing_pad import KEYBOARDS

    letters = sorted("".join(KEYBOARDS[language]))
    assert letters == sorted("abcdefghijklmnopqrstuvwxyz" + ACCENTS[language])


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", ACCENTS)
def test_every_key_is_large_enough(
    language: str, size: tuple[int, int], typist: Callable[..., Typist]
) -> None:
    at = typist(language, size)
    assert complaints(at.driver.app.root) == []
    at.tap("123")
    assert complaints(at.driver.app.root) == []


def test_a_name_begins_with_a_capital_and_goes_on_small(typist: Callable[..., Typist]) -> None:
    at = typist("de")
    at.tap("J", "ö", "r", "g", "-", "U", "l", "i")
    assert at.pad.text == "Jörg-Uli"
    at.tap("⇧", "X", "x")
    assert at.pad.text == "Jörg-UliXx"
    at.tap("⌫", "⌫", "ß")
    assert at.pad.text == "Jörg-Uliß"


def test_digits_and_signs_have_a_page(typist: Callable[..., Typist]) -> None:
    at = typist()
    at.tap("R", "123", "2", "&", "abc", "d")
    assert at.pad.text == "R2&d"


def test_a_letter_that_is_held_offers_variants_to_slide_to(typist: Callable[..., Typist]) -> None:
    at = typist("fr")
    at.tap("Z", "o")
    finger = at.hold("e")
    at.slide(finger, "ë")
    at.lift(finger)
    assert at.pad.text == "Zoë" and "ê" not in at.keys
    assert complaints(at.driver.app.root) == []


def test_or_to_tap_once_the_finger_is_lifted(typist: Callable[..., Typist]) -> None:
    at = typist("en")
    at.lift(at.hold("O"))
    assert at.pad.text == ""
    at.tap("Ö")
    assert at.pad.text == "Ö" and "ö" not in at.keys


def test_the_key_for_accents_opens_the_variants_of_the_next_letter_and_of_no_more(
    typist: Callable[..., Typist],
) -> None:
    at = typist("it")
    at.tap("Z", "´", "o", "ö", "o")
    assert at.pad.text == "Zöo"
    at.tap("´", "´", "e", "´", "x")
    assert at.pad.text == "Zöoex", "what has no variants is typed as it is"


def test_a_tap_beside_the_variants_closes_them_and_types_nothing(typist: Callable[..., Typist]) -> None:
    at = typist("en")
    at.lift(at.hold("A"))
    assert "Ä" in at.keys
    at.tap("Cancel")
    assert "Ä" not in at.keys and at.pad.text == "" and at.pad.get_parent_window() is not None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_variants_lie_within_the_screen(size: tuple[int, int], typist: Callable[..., Typist]) -> None:
    at = typist("en", size)
    for sign in ("A", "O", "S", "E", "N"):
        at.lift(at.hold(sign))
        assert complaints(at.driver.app.root) == []
        at.driver.touch(2, 2)


def test_erase_takes_one_and_all_when_it_is_held(typist: Callable[..., Typist]) -> None:
    at = typist()
    at.tap("A", "n", "n", "⌫")
    assert at.pad.text == "An"
    at.lift(at.hold("⌫"))
    assert at.pad.text == ""


def test_a_real_keyboard_types_accents_and_no_more_than_has_room(typist: Callable[..., Typist]) -> None:
    from kivy.core.window import Window

    from ui.widgets.theme import u

    at = typist("it")
    Window.dispatch("on_textinput", "è\tÀ")
    assert at.pad.text == "èÀ"
    Window.dispatch("on_textinput", "n" * 100)
    assert len(at.pad.text) == 60
    at.driver.run(0.1)
    wide = at.pad._line.width / u(1)
    words, mark = at.pad._typed(wide, 40)
    assert words.words.startswith("…n") and mark.x <= wide
