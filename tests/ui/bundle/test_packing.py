"""The support bundle is written aside: the game goes on, how far it is is shown, and it can be stopped."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.situations.screens import situations
from ui.bundle import gathering
from ui.pages.desk import Desk
from ui.pages.table_check import REST
from ui.present.touches import Goto, MakeBundle, PageBack

PATIENCE_S = 60


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def until(desk: Desk, so: Callable[[], bool]) -> None:
    """Lets the desk tick until something is so."""
    ends = time.monotonic() + PATIENCE_S
    while not so():
        assert time.monotonic() < ends, desk.model()
        desk.tick()
        time.sleep(0.005)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Until this is set, the writing stands still after three of the files."""
    released = threading.Event()
    pack = gathering.pack

    def slowly(file: Path, parts: Any, head: str, notes: Any, packed: Any) -> Any:
        def slow() -> Any:
            for number, part in enumerate(parts):
                if number == 3:
                    assert released.wait(PATIENCE_S)
                yield part

        return pack(file, slow(), head, notes, packed)

    monkeypatch.setattr(gathering, "pack", slowly)
    return released


def test_it_is_said_that_it_is_written_and_where_it_is_in_the_end(tmp_path: Path, home: Path) -> None:
    desk = situations(tmp_path)["home"]()
    desk.send(MakeBundle())
    model = desk.model()
    assert model.banner.tone == "wait" and "takes some seconds" in model.banner.words
    assert not any(tool.enabled for tool in model.tools)
    until(desk, lambda: not desk.packing.is_writing)
    (file,) = (home / "bundles").glob("*.zip")
    for action in (PageBack(), Goto("home")):
        desk.send(action)
    assert desk.page == "packed" and str(file) == desk.model().banner.more
    for _frame in range(REST):
        changed = desk.tick()
    assert changed and all(tool.enabled for tool in desk.model().tools)
    desk.send(PageBack())
    assert desk.page == "home"
    desk.close()


def test_the_desk_goes_on_while_it_is_written_and_says_how_far_it_is(
    tmp_path: Path, home: Path, held: threading.Event
) -> None:
    desk = situations(tmp_path)["play"]()
    desk.send(MakeBundle())
    until(desk, lambda: desk.model().banner.more == "3 files packed so far")
    assert desk.model().banner.tone == "wait"
    assert not list((home / "bundles").glob("*.zip"))
    held.set()
    until(desk, lambda: not desk.packing.is_busy)
    assert len(list((home / "bundles").glob("*.zip"))) == 1 and not desk.model().keys
    desk.close()


def test_writing_it_can_be_stopped_and_nothing_is_left_of_it(
    tmp_path: Path, home: Path, held: threading.Event
) -> None:
    desk = situations(tmp_path)["play"]()
    desk.send(MakeBundle())
    until(desk, lambda: bool(desk.model().banner.more))
    (stop,) = desk.model().keys
    desk.send(stop.action)
    assert desk.model().banner.words == "Stopped. No support bundle was written."
    desk.send(PageBack())
    assert desk.page == "table", "nobody waits for what he has stopped, not even if it hangs"
    hung = [thread for thread in threading.enumerate() if thread.name == "bundle"]
    assert hung and all(thread.daemon for thread in hung), "nor does the program's own end"
    held.set()
    until(desk, lambda: not list((home / "bundles").iterdir()))
    desk.close()


def test_whatever_ends_its_thread_the_page_can_be_left(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_about: object) -> Any:
        raise ImportError("half of an update")

    monkeypatch.setattr("ui.pages.table_check.write_desk_bundle", breaks)
    desk = situations(tmp_path)["home"]()
    desk.send(MakeBundle())
    until(desk, lambda: not desk.packing.is_busy)
    assert desk.model().banner.more == "ImportError: half of an update"
    desk.send(PageBack())
    assert desk.page == "home"
    desk.close()


def test_what_keeps_it_from_being_written_is_said_in_words_and_exactly_beneath(
    tmp_path: Path, home: Path
) -> None:
    home.mkdir()
    (home / "bundles").write_text("in the way")
    desk = situations(tmp_path)["home"]()
    desk.send(MakeBundle())
    until(desk, lambda: not desk.packing.is_busy)
    banner = desk.model().banner
    assert banner.words == "The support bundle could not be written." and str(home) in banner.more
    desk.close()
