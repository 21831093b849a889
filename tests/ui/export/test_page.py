"""A game as a page: self-contained, whole without a script, every turn with its board, and never a secret."""

import re
from functools import cache
from html.parser import HTMLParser

import msgspec
import pytest

from tests.situations.looked_back import PLAYS, record_of
from tests.ui.box.test_secrecy import SHOWN, ZOONDO, named, played, zoon_names
from ui.export.page import html_page
from ui.present.walk import Walk

each_game = pytest.mark.parametrize("game", sorted(PLAYS))
LAST_COMMON, COMMON = 0x2030, set("→◀▶★")
"""Beyond this a browser on a phone may have no letter for a sign, but for these."""
VOID = {"meta", "circle", "rect", "polyline", "polygon"}


class Balanced(HTMLParser):
    """Notes which elements there are, and any that is not closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [f"{name}={value}" for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@cache
def walk_of(game: str) -> Walk:
    record = record_of(game)
    return Walk.of(record.game, record.setup, record.entries)


@cache
def page_of(game: str) -> str:
    """A recorded game as a page: made once for all that look at it."""
    return html_page(walk_of(game))


@each_game
def test_the_page_is_whole_and_asks_for_nothing_from_elsewhere(game: str) -> None:
    page = page_of(game)
    read = Balanced()
    read.feed(page)
    assert read.wrong == [] and read.open == [] and read.links == []
    assert not re.search(r"https?:|url\(|@import", page)


@each_game
def test_every_sign_of_the_page_is_one_that_browsers_have(game: str) -> None:
    page = page_of(game)
    assert {sign for sign in page if ord(sign) > LAST_COMMON} <= COMMON
    assert page.count('class="shape"') >= len(walk_of(game).names)


@each_game
def test_every_turn_has_its_board_and_every_entry_its_words_once(game: str) -> None:
    walk, page = walk_of(game), page_of(game)
    turns = len(walk.turns)
    sections = re.findall(r"<section .*?</section>", page, re.DOTALL)
    assert len(sections) in (turns, turns + 1)
    assert all(section.count("<svg viewBox") == 1 for section in sections)
    assert page.count("<li>") == walk.last
    assert [int(n) for n in re.findall(r'<ol start="(\d+)"', page)] == sorted(
        int(n) for n in re.findall(r'<ol start="(\d+)"', page)
    )


def test_the_result_is_told_with_names_and_points() -> None:
    walk, page = walk_of("zombinion"), page_of("zombinion")
    head = page[page.index("<header>") : page.index("</header>")]
    points = walk.points
    assert points is not None and walk.over is not None
    for seat, name in enumerate(walk.names):
        assert re.search(rf"{name}</bdi></span></td><td class=n>{points.values[seat]}</td>", head)
    assert f"{walk.names[walk.over.winners[0]]} wins" in re.sub("</?bdi>", "", head)


def test_names_are_words_and_never_markup() -> None:
    record = record_of("zones")
    setup = msgspec.structs.replace(record.setup, players=("<b>Ann</b>", 'B"en & {name}'))
    page = html_page(Walk.of(record.game, setup, record.entries))
    assert "<b>" not in page and "&lt;b&gt;Ann" in page and "{name}" in page


def test_without_a_script_all_turns_can_be_read_and_keys_are_not_there() -> None:
    page = page_of("zong")
    assert '<nav id="keys" hidden>' in page and 'class="off"' not in page
    assert "prefers-color-scheme: dark" in page and "@media print" in page


def test_no_page_of_a_running_game_names_a_hidden_card() -> None:
    running = played(ZOONDO, SHOWN, 12)
    page = html_page(Walk.of(running.game, running.setup, running.entries))
    assert named(page, zoon_names(SHOWN)) == []
    assert "has not ended" in page


def test_halves_behind_the_screen_stay_there_while_the_game_goes_on() -> None:
    terrains = (">Field<", ">Forest<", ">Hills<", ">Water<")
    record = record_of("zones")
    page = html_page(Walk.of(record.game, record.setup, record.entries[:20]))
    assert not any(terrain in page for terrain in terrains)
    over = page_of("zones")
    assert all(terrain in over for terrain in terrains)
