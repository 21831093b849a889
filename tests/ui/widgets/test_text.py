"""Texts are drawn once for all that changes at one time, and words are as large as the font says."""

from typing import Any

import pytest


@pytest.mark.parametrize("kind", ["Words", "Fitted"])
def test_a_text_is_drawn_once_for_each_box_it_is_given(
    kind: str, window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.clock import Clock
    from kivy.core.text import LabelBase

    from ui.widgets import text

    drawn: list[str] = []
    refresh = LabelBase.refresh

    def noted(label: Any) -> None:
        drawn.append(label.text)
        refresh(label)

    words = getattr(text, kind)("Ann discards 3 cards", size=(120, 60), size_hint=(None, None))
    Clock.tick()
    monkeypatch.setattr(LabelBase, "refresh", noted)
    words.width = 300
    before = words.texture_size
    Clock.tick()
    assert drawn == ["Ann discards 3 cards"] and words.texture_size == before


def test_sizes_of_words_are_those_of_their_own_font(window: Any) -> None:
    from kivy.core.text import Label
    from kivy.core.text._text_sdl2 import _get_extents

    from ui.widgets import text  # noqa: F401 - it keeps them

    for size in (12, 30, 12):
        for bold in (False, True, False):
            label = Label(font_size=size, bold=bold)
            label.resolve_font_name()
            for word in ("Grognard", "Wa", "Grognard"):
                assert label.get_extents(word) == _get_extents(label, word)


def test_what_is_said_over_the_board_is_said_again_after_silence(window: Any) -> None:
    from ui.widgets.panel import Pill

    pill = Pill(size_hint=(None, None), size=(400, 40))
    for words in ("One moment …", "", "One moment …"):
        pill.show(words)
        assert pill.text == words
