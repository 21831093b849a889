"""Rows that do not scroll: what fits is whole, and a key turns to the rest and back."""

from typing import Any

import pytest

from ui.present.models import Button
from ui.present.touches import Goto

ROWS = 9


@pytest.fixture
def paged(window: Any) -> Any:
    """Nine keys of 60 units in a place for four and a key that turns."""
    from ui.widgets import theme
    from ui.widgets.keys import Key
    from ui.widgets.tiles import Paged

    theme.fit(800, 480)
    keys = [Key(Button(f"key {n}", Goto("home")), lambda _touch: None, least=60.0) for n in range(ROWS)]
    made: Any = Paged([*keys], size_hint=(None, None))
    made.size = (300.0, 4 * 60.0 + 52.0 + 4 * 8.0)
    made._fit()
    return made


def shown(paged: Any) -> list[str]:
    from ui.widgets.keys import Key

    return [key.button.words for key in reversed(paged.children) if isinstance(key, Key)]


def turn(paged: Any, icon: str) -> None:
    from ui.widgets.keys import Tool

    (key,) = [each for each in paged.walk() if isinstance(each, Tool) and each.button.icon == icon]
    key._send(key.action)


def test_every_row_is_shown_once_by_turning_on_and_again_by_turning_back(paged: Any) -> None:
    pages = [shown(paged)]
    while sum(map(len, pages)) < ROWS:
        turn(paged, "step-on")
        pages.append(shown(paged))
    assert [key for page in pages for key in page] == [f"key {n}" for n in range(ROWS)]
    assert len(pages) > 1 and all(pages)
    for page in pages[-2::-1]:
        turn(paged, "step-back")
        assert shown(paged) == page


def test_no_row_hangs_out_of_its_place(paged: Any) -> None:
    rows = [row for row in paged.children if row.height > 1]
    assert sum(row.height for row in rows) + paged.spacing * (len(paged.children) - 1) <= paged.height + 1


def test_where_all_fit_nothing_turns_and_what_fills_is_there_as_far_as_it_fits(paged: Any) -> None:
    from ui.widgets.keys import Tool
    from ui.widgets.text import Words

    paged._fill = [Words("one"), Words("two"), Words("three"), Words("four")]
    paged.size = (300.0, ROWS * (60.0 + 8.0) + 2.5 * (paged._fill[0].height + 8.0))
    paged._fit()
    assert len(shown(paged)) == ROWS
    assert not [each for each in paged.walk() if isinstance(each, Tool)]
    told = [each.text for each in reversed(paged.children) if isinstance(each, Words)]
    assert told == ["one", "two"]


def test_a_heading_stands_on_the_page_of_what_it_is_about(paged: Any) -> None:
    from ui.widgets.text import Words

    paged._rows.insert(3, Words("Which one?"))
    paged._fit()
    assert shown(paged) == ["key 0", "key 1", "key 2"]
    assert not [each for each in paged.children if isinstance(each, Words)]
    turn(paged, "step-on")
    assert [each.text for each in paged.children if isinstance(each, Words)] == ["Which one?"]
    assert shown(paged)[0] == "key 3"


def test_a_place_without_rows_is_empty(paged: Any) -> None:
    paged._rows = []
    paged._fit()
    assert shown(paged) == []
