"""Phones in a real browser: let in by the code, played on, put to sleep, signed out; at the sizes that people hold."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event as Signal
from threading import Thread
from typing import Any

import pytest
from msgspec.structs import replace

from companion.game import Chance, Setup
from companion.games import all_games
from companion.language import ENGLISH, speak
from companion.lawful import drawn
from tests.ui.web.browser import ABSENT, CHROMIUM, DRIVER, accessible, browser
from tests.ui.web.played import ended_game
from tests.ui.web.relay import Relay
from tests.ui.web.room import begun
from tests.ui.web.waiting import PATIENCE_S
from ui.journal.store import open_store
from ui.languages import language
from ui.pages.tableside import Tableside
from ui.records.beginning import agreed
from ui.web.phones import WebPhones
from ui.web.shelf import JournalShelf

pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason=ABSENT)
SIZES = ((320, 568), (390, 844), (820, 1180), (1280, 720))


class NoGames:
    def games(self) -> tuple[()]:
        return ()

    def page_of(self, _id: int) -> None:
        return None


class Table:
    """A game with phones let in, its thread turning."""

    def __init__(self, game: str, setup: Setup | None = None, shelf: Any = None) -> None:
        self.phones = WebPhones(shelf or NoGames(), listened_at="127.0.0.1")
        assert self.phones.turn_on() == ""
        self.side: Tableside | None = begun(game, setup)
        self._ended = Signal()
        self._due: list[Callable[[], None]] = []
        self._thread = Thread(target=self._turn)
        self._thread.start()

    def _turn(self) -> None:
        while not self._ended.wait(0.01):
            while self._due:
                self._due.pop(0)()
            if self.side is not None:
                self.side.tick()
            self.phones.tick(self.side)

    def do(self, call: Callable[[], None]) -> None:
        """Something done in the game's thread, and over."""
        done = Signal()
        self._due += [call, done.set]
        assert done.wait(PATIENCE_S)

    @property
    def url(self) -> str:
        return self.phones.tonight.addresses[0]

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        self.phones.turn_off()


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table("zoon_alternate")
    yield made
    made.close()


def until(true: Callable[[], Any], what: str) -> Any:
    """Waits until something is so: what it came to."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        found = true()
        if found:
            return found
        time.sleep(0.03)
    raise AssertionError(f"not within {PATIENCE_S} s: {what}")


def words(driver: Any, part: str) -> str:
    return str(driver.execute_script(f"return document.getElementById('{part}')?.innerText ?? ''"))


def key(driver: Any, said: str) -> Any:
    """The key that says this."""
    find = "return [...document.querySelectorAll('button[data-key]')].find(k => k.innerText.includes(arguments[0]))"
    return until(lambda: driver.execute_script(find, said), f"a key that says {said!r}")


def let_in(driver: Any, table: Table, seat: int, url: str = "") -> None:
    driver.get(f"{url or table.url}/join/{table.phones.tonight.evening.invite(seat)}")
    driver.find_element("css selector", "button").click()
    until(lambda: words(driver, "top"), "the page of a seat")


def play(table: Table, events: int) -> None:
    """Plays on by lot, in the game's thread."""
    rng = Random(3)
    for _event in range(events):
        assert table.side is not None
        referee = table.side.session.referee
        event = drawn(referee.game, referee.state, rng.randrange)
        if event is None:
            return
        table.side.session.tell(event)


def to_dice(table: Table) -> Tableside:
    """Plays until something is to be thrown: the game's side of the table."""
    side, rng = table.side, Random(3)
    assert side is not None

    def play() -> None:
        assert side is not None
        referee = side.session.referee
        while not isinstance(side.session.reply.turn, Chance):
            event = drawn(referee.game, referee.state, rng.randrange)
            assert event is not None
            side.session.tell(event)

    table.do(play)
    return side


def errors(driver: Any) -> list[str]:
    return [line["message"] for line in driver.get_log("browser") if "favicon" not in line["message"]]


def test_a_phone_throws_is_gone_and_comes_back(table: Table) -> None:
    side = to_dice(table)
    chance = side.session.reply.turn
    assert isinstance(chance, Chance)
    relay = Relay(int(table.url.rsplit(":", 1)[1]))
    with browser() as phone, closing(relay):
        let_in(phone, table, chance.seats[0], relay.url)
        before = side.session.reply.seq
        until(lambda: phone.find_elements("css selector", "#dice button"), "something to throw")[0].click()
        until(lambda: side.session.thrown or side.session.reply.seq > before, "something to be thrown")
        until(lambda: words(phone, "past"), "what has happened")
        # The phone is out of reach: the game goes on, and the phone is right again when it is back.
        relay.cut()
        until(lambda: words(phone, "away"), "that the box does not answer")
        table.do(lambda: side.session.press("dispute"))
        relay.mend()
        phone.execute_script("window.dispatchEvent(new Event('online'))")
        until(lambda: "What is wrong?" in words(phone, "top"), "the dispute on the phone")
        assert not words(phone, "away")


def test_a_seat_signed_out_is_told_and_shows_no_more(table: Table) -> None:
    with browser() as phone:
        let_in(phone, table, 1)
        assert words(phone, "top") and words(phone, "board")
        table.do(lambda: table.phones.tonight.sign_out(1))
        until(lambda: "new code" in words(phone, "away"), "that the page has ended")
        left = phone.execute_script("return document.querySelector('main').innerText + document.title")
        assert left.strip() == "Zo Companion", "nothing that only one might see is left standing"
        phone.get(f"{table.url}/seat")
        assert phone.current_url == f"{table.url}/"


@pytest.mark.parametrize("game", ["zoondo", "zong", "zombinion", "zones"])
def test_pages_fit_every_size_and_are_told_to_who_cannot_see_them(game: str) -> None:
    table = Table(game)
    try:
        with browser() as phone:
            let_in(phone, table, 0)
            for width, height in SIZES:
                phone.execute_cdp_cmd(
                    "Emulation.setDeviceMetricsOverride",
                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True},
                )
                wide = phone.execute_script("return document.documentElement.scrollWidth")
                assert wide <= width, f"{game} at {width} px is {wide} px wide"
                small = phone.execute_script(
                    "return [...document.querySelectorAll('button')].filter(k => k.offsetHeight < 44)"
                    ".map(k => k.innerText)"
                )
                assert not small, "keys too small to be touched"
            told = accessible(phone)
            assert any(role == "heading" and name for role, name in told)
            assert all(name for role, name in told if role == "button"), "every key says what it does"
            assert not errors(phone)
            assert len(phone.page_source.encode()) < 150_000
    finally:
        table.close()


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize(("game", "events"), [("zoondo", 20), ("zong", 30), ("zombinion", 30)])
def test_a_television_needs_no_scrolling_and_is_read_from_afar(
    game: str, events: int, size: tuple[int, int]
) -> None:
    with closing(Table(game)) as table, browser(size) as screen:
        table.do(lambda: play(table, events))
        screen.get(f"{table.url}/join/{table.phones.tonight.evening.code}")
        screen.get(f"{table.url}/tv")
        until(lambda: words(screen, "past"), "the table, large")
        wide, high = screen.execute_script(
            "return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert wide <= size[0] and high <= size[1]
        if board := screen.find_elements("css selector", "#board svg"):
            low = screen.execute_script("return arguments[0].getBoundingClientRect().bottom", board[0])
            assert low <= size[1], "the whole board is seen"
        small = screen.execute_script(
            "return Math.min(...[...document.querySelectorAll('#top *, .side *')].filter(part => part.innerText)"
            ".map(part => parseFloat(getComputedStyle(part).fontSize)))"
        )
        assert small >= size[1] / 45


def test_pages_fit_a_small_phone_in_every_language(table: Table) -> None:
    try:
        with browser(SIZES[0]) as phone:
            let_in(phone, table, 0)
            shown = {words(phone, "top")}
            for code in ("de", "fr", "it"):
                table.do(lambda: speak(language(code)))  # noqa: B023
                until(lambda: words(phone, "top") not in shown, f"the page in {code}")
                shown.add(words(phone, "top"))
                phone.get(f"{table.url}/seat")
                until(lambda: words(phone, "top"), "the page anew")
                wide = phone.execute_script("return document.documentElement.scrollWidth")
                assert wide <= SIZES[0][0], f"{code} is {wide} px wide"
                assert phone.execute_script("return document.documentElement.lang") == code
    finally:
        speak(ENGLISH)


LONG = ("Donaudampfschifffahrtsgesellschaftskapit", "\u0645\u062d\u0645\u062f" * 10, "x\u202eevil", "Q" * 40)
"""Names of 40 letters without a blank, one from right to left, and one that would turn about what follows it."""


def wide(driver: Any) -> int:
    return int(driver.execute_script("return document.documentElement.scrollWidth"))


@pytest.mark.parametrize("game", all_games())
def test_the_longest_names_fit_and_turn_nothing_about(game: str) -> None:
    known = all_games()[game]
    # What older versions took for a name is shown all the same.
    setup = replace(agreed(known, max(known.seats)), players=LONG[: max(known.seats)])
    with closing(Table(game, setup)) as table, browser(SIZES[1]) as phone:
        table.do(lambda: play(table, 12))
        for seat in range(2):
            let_in(phone, table, seat)
            assert wide(phone) <= SIZES[1][0], f"{game}: the page of seat {seat}"
            phone.get(f"{table.url}/watch")
            until(lambda: words(phone, "top"), "the table")
            assert wide(phone) <= SIZES[1][0], f"{game}: who watches"
            assert "\u202e" not in phone.page_source + phone.title
        names = phone.execute_script(
            "return [...document.querySelectorAll('.chips bdi')].map(n => n.innerText)"
        )
        assert names and set(names) <= {name.replace("\u202e", "") for name in setup.players}
        for what, width, height in (("watch", 320, 568), ("tv", 1280, 720)):
            phone.get(f"{table.url}/{what}")
            until(lambda: words(phone, "top"), "the table")
            phone.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True},
            )
            assert wide(phone) <= width, f"{game} at {width} px"


def test_the_longest_names_fit_on_the_pages_of_finished_games(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games")
    ended_game(store, players=LONG[:2])
    store.close()
    shelf = JournalShelf(tmp_path / "games", str)
    with closing(Table("zoondo", shelf=shelf)) as table, browser(SIZES[1]) as phone:
        phone.get(f"{table.url}/join/{table.phones.tonight.evening.code}")
        for page in ("games", f"games/{shelf.games()[0].id}"):
            phone.get(f"{table.url}/{page}")
            assert LONG[0] in phone.page_source and LONG[1] in phone.page_source
            assert wide(phone) <= SIZES[1][0], page
        assert phone.execute_script("return document.getElementById('keys').hidden") is False, (
            "its script runs"
        )
        assert not errors(phone)


def test_keys_alone_do_everything(table: Table) -> None:
    side = to_dice(table)
    before = side.session.reply.seq
    with browser((820, 1180)) as tablet:
        let_in(tablet, table, 0)
        tablet.execute_script("arguments[0].focus()", key(tablet, "Take back"))
        tablet.switch_to.active_element.send_keys("\ue007")  # Enter
        until(
            lambda: side.session.reply.seq != before or words(tablet, "note"), "that something was taken back"
        )
        squares = until(lambda: tablet.find_elements("css selector", "rect.hit"), "squares to look at")
        tablet.execute_script("arguments[0].focus()", squares[-1])
        name = squares[-1].get_attribute("aria-label")
        assert name
        assert any("(Player 1)" in square.get_attribute("aria-label") for square in squares), (
            "whose card it is"
        )
        tablet.switch_to.active_element.send_keys(" ")
        until(lambda: words(tablet, "own"), "what lies on the square")


def test_who_has_keys_alone_comes_to_them_at_once_and_stays_there(table: Table) -> None:
    to_dice(table)
    with browser((820, 1180)) as tablet:
        let_in(tablet, table, 0)
        tablet.find_element("css selector", "body").send_keys("\ue004")  # Tab
        assert tablet.switch_to.active_element.text == "What you may do"
        tablet.switch_to.active_element.send_keys("\ue007")
        assert tablet.switch_to.active_element.get_attribute("id") == "side"
        tablet.execute_script("arguments[0].focus()", key(tablet, "That’s wrong"))
        tablet.switch_to.active_element.send_keys("\ue007")
        until(lambda: "What is wrong?" in words(tablet, "top"), "the dispute")
        held = tablet.switch_to.active_element
        assert held.tag_name in ("button", "div") and held.tag_name != "body"


def test_who_watches_sees_the_table_and_nothing_to_press(table: Table) -> None:
    with browser((1280, 720)) as screen:
        screen.get(f"{table.url}/join/{table.phones.tonight.evening.code}")
        until(lambda: words(screen, "top"), "the table")
        assert screen.current_url.endswith("/watch")
        assert screen.execute_script("return document.querySelectorAll('[data-key]').length") == 0
        screen.get(f"{table.url}/tv")
        until(lambda: words(screen, "top"), "the table, large")
        table.do(lambda: setattr(table, "side", None))
        until(lambda: "No game" in words(screen, "top"), "that no game is on the table")
        assert not errors(screen)
