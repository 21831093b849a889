"""Pages of the club while boxes play: by WebSocket, in a browser, and with a broker and a club that come and go."""

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.ui.club.broker.test_publisher import Listener
from tests.ui.club.many_boxes import measured
from tests.ui.club.mosquitto import Mosquitto, needs_mosquitto
from tests.ui.web.browser import ABSENT, CHROMIUM, DRIVER
from tests.ui.web.browser import browser as open_browser
from tests.ui.web.told import HEALTH, STATE, counted, result
from tests.ui.web.waiting import PATIENCE_S, until
from ui.club import site
from ui.club.broker.messages import encoded
from ui.club.database import sqlite_url
from ui.club.site import RunningClub
from ui.owned.settings import ClubSettings

pytestmark = needs_mosquitto


class Running:
    """A club with its pages, and somebody who tells it things as boxes do."""

    def __init__(self, broker: Mosquitto, folder: Path) -> None:
        at = ClubSettings(host="127.0.0.1", port=broker.port)
        self.club = RunningClub(at, sqlite_url(folder / "club.db"))
        self.club.start()
        self.port = self.club.serving.address[1]
        self.boxes = Listener(broker.port)
        until(lambda: self.club.ear.connected)

    def state(self, n: int, headline: str, box: str = "box-0001", **more: Any) -> None:
        view = msgspec.structs.replace(STATE.play.view, headline=headline)  # type: ignore[union-attr]
        play = msgspec.structs.replace(STATE.play, view=view, **more)
        self.boxes.say(f"zo/1/{box}/state", encoded(msgspec.structs.replace(STATE, n=n, play=play)))

    def watch(self, what: str = "tables=1", origin: str = "", **more: Any) -> ClientConnection:
        address = f"ws://127.0.0.1:{self.port}/live?{what}"
        return connect(address, origin=origin or f"http://127.0.0.1:{self.port}", **more)  # type: ignore[arg-type]

    def close(self) -> None:
        self.boxes.close()
        self.club.stop()


@pytest.fixture
def running(broker: Mosquitto, tmp_path: Path) -> Iterator[Running]:
    found = Running(broker, tmp_path)
    found.boxes.say("zo/1/box-0001/health", encoded(HEALTH))
    found.state(10, "begins")
    until(lambda: (table := found.club.tables.get("box-0001")) and table.state)
    yield found
    found.close()


def news(pages: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(pages.recv(timeout=PATIENCE_S))
    return found


def all_news(pages: ClientConnection) -> list[dict[str, Any]]:
    """What comes, from the first on until nothing more does."""
    found = [news(pages)]
    with suppress(TimeoutError):
        while True:
            found.append(json.loads(pages.recv(timeout=1.5)))
    return found


def test_what_a_box_tells_is_on_the_page_at_once(running: Running) -> None:
    with running.watch() as pages:
        until(lambda: len(running.club.site._watchers) == 1)
        running.state(11, "Ann to move <b>")
        (table,) = news(pages)["tables"]
        assert table["headline"] == "Ann to move <b>" and table["players"][0] == {"name": "Ann", "turn": True}
        for n in range(12, 40):
            running.state(n, f"state {n}")
        last, messages = "", 0
        while last != "state 39":
            messages += 1
            last = news(pages)["tables"][0]["headline"]
        assert messages < 15, "a watcher is told the newest, and not everything in between"
        running.boxes.say("zo/1/box-0002/health", encoded(HEALTH))
        assert news(pages) == {"again": True}
    until(lambda: len(running.club.site._watchers) == 0)


def test_pages_of_results_are_read_anew_when_there_are_any(running: Running) -> None:
    with running.watch("results") as pages:
        until(lambda: len(running.club.site._watchers) == 1)
        for n in range(5):
            running.boxes.say("zo/1/box-0001/result", encoded(result(n)))
            running.state(20 + n, "not for this page")
        until(lambda: counted(running.club.database)[0] == 5)
        assert {"again": True} in (found := all_news(pages)) and len(found) <= 5
        for n in (6, 7):
            running.boxes.say("zo/1/box-0001/result", encoded(result(n)))
            until(lambda n=n: counted(running.club.database)[0] == n)
        last = all_news(pages)
        assert all(each == {"again": True} for each in (*found, *last)) and len(last) <= 2


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_another_sites_page_hears_nothing(running: Running, origin: str) -> None:
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        running.watch(origin=origin)


def test_so_many_watch_and_no_more_and_none_may_talk(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "MOST_WATCHERS", 2)
    with running.watch(), running.watch() as second:
        until(lambda: len(running.club.site._watchers) == 2)
        with pytest.raises((InvalidStatus, ConnectionClosed)):
            running.watch().recv(timeout=5)
        with suppress(ConnectionClosed):
            for _ in range(120):
                second.send("x")
        until(lambda: len(running.club.site._watchers) == 1)
        with running.watch() as third, pytest.raises(ConnectionClosed):
            third.send("x" * 100_000)
            third.recv(timeout=5)


@pytest.fixture
def browser() -> Iterator[Any]:
    if not (CHROMIUM and DRIVER):
        pytest.skip(ABSENT)
    with open_browser((1280, 900), is_phone=False) as found:
        yield found


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_in_a_browser(running: Running, browser: Any) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    address = f"http://127.0.0.1:{running.port}"

    def text() -> str:
        return str(browser.execute_script("return document.getElementById('content')?.innerText || ''"))

    browser.get(address)
    until(lambda: len(running.club.site._watchers) == 1)
    assert "begins" in text()
    running.state(11, "<img src=x onerror=alert(1)>", players=("<b>Ann</b>", "Bea"))
    until(lambda: "<img src=x onerror=alert(1)>" in text() and "<b>Ann</b>" in text())
    running.boxes.say("zo/1/box-0002/health", encoded(msgspec.structs.replace(HEALTH, table="Garden")))
    until(lambda: "Garden" in text())
    running.state(1, "in the garden", box="box-0002")
    until(lambda: "in the garden" in text())

    # Everything can be reached by the keyboard: first the way to the content, then the pages.
    browser.get(f"{address}/tournaments")
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    assert browser.switch_to.active_element.get_attribute("class") == "skip"
    name = browser.find_element(By.ID, "name")
    name.send_keys("Cup")
    running.boxes.say("zo/1/box-0001/result", encoded(result(1)))
    time.sleep(1.5)
    assert name.get_attribute("value") == "Cup", "what somebody types is not read anew"
    browser.find_element(By.ID, "players").send_keys("Ann\nBea\nCai\nDan")
    browser.find_element(By.CSS_SELECTOR, "form.column button").send_keys(Keys.ENTER)
    until(lambda: "Round 1" in text())
    running.boxes.say("zo/1/box-0001/result", encoded(result(2, ("Ann", "Cai"), (1,))))
    until(lambda: "told by a box" in text())
    for width, height in ((360, 740), (820, 1180), (1600, 900)):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        for path in ("/", "/league", "/results", "/tournaments", "/tournaments/1"):
            browser.get(address + path)
            wide, high = browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
            assert wide <= high, f"{path} is wider than {width}"
    assert [line for line in browser.get_log("browser") if line["level"] == "SEVERE"] == []


@pytest.mark.slow
def test_a_few_boxes_through_every_trouble() -> None:
    found = measured(30, 10, trouble=True)
    assert (found["lost"], found["doubled"], found["not acknowledged"]) == (0, 0, 0)
    assert found["results told"] >= 3 and found["tables whose last state is wrong"] == 0
    assert found["states seen on pages"] > 60
