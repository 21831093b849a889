"""A game is printed by touch: chosen, put together, sent, saved, stopped; whatever fails is said."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest

from companion.games import all_games
from hardware.machine import CommandFault
from hardware.said import Said
from tests.approved.touched import Written, written
from ui.box.eyes import lies_printed
from ui.pages import print_page
from ui.pages.print_page import (
    LOOK_EVERY,
    PrintPage,
)
from ui.places import data_home
from ui.present.touches import LeaveSteps, at

GAMES = tuple(all_games().values())


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))


def page(
    run: Callable[[Callable[[], None]], None] = lambda work: work(),
    printers: tuple[str, ...] = (),
    sticks: tuple[Path, ...] = (),
) -> PrintPage:
    made = PrintPage(GAMES, run, lambda: printers, lambda: list(sticks))
    made.print_game("zong")
    return made


def said(page: PrintPage) -> tuple[str, str, str]:
    banner = page.model().banner
    assert banner is not None
    return banner.tone, banner.words, banner.more


def test_it_goes_onto_the_stick_and_says_where(tmp_path: Path) -> None:
    shown = page(sticks=(tmp_path,))
    shown.print_to("stick")
    assert shown.tick()
    kind, words, more = said(shown)
    assert (kind, more) == ("calm", str(tmp_path / "zong.pdf")) and "saved" in words
    document = pypdfium2.PdfDocument(tmp_path / "zong.pdf")
    assert f"{len(document)} sheets" in words
    document.close()


def test_a_part_alone_on_other_paper(tmp_path: Path) -> None:
    whole = page(sticks=(tmp_path,))
    parts = [key.action for key in whole.model().keys if written(key.action).name == "switch_part"]
    assert parts
    whole.choose_paper("a3")
    for touch in parts:
        whole.take(touch)
    assert not [key for key in whole.model().keys if written(key.action).name == "print_to" and key.enabled]
    whole.take(parts[0])
    whole.print_to("file")
    whole.tick()
    assert not any("first sheet" in line for line in whole.model().body)
    document = pypdfium2.PdfDocument(data_home() / "print" / "zong.pdf")
    assert max(document[0].get_size()) * 25.4 / 72 == pytest.approx(420, abs=0.5)
    document.close()


def test_it_is_given_to_the_printer_that_was_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, str, str]] = []
    monkeypatch.setattr(print_page, "send", lambda path, name, paper: given.append((path.name, name, paper)))
    shown = page(printers=("Kitchen",))
    (touch,) = (key.action for key in shown.model().keys if "Kitchen" in key.words)
    shown.take(touch)
    shown.tick()
    assert given == [("zong.pdf", "Kitchen", "a4")]
    assert "Kitchen" in said(shown)[1]


def test_what_the_printer_says_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_about: object) -> None:
        raise CommandFault(Said("the printer refuses: {why}"), "out of paper")

    monkeypatch.setattr(print_page, "send", refuse)
    shown = page(printers=("Kitchen",))
    shown.print_to("printer", "Kitchen")
    shown.tick()
    assert said(shown)[0] == "trouble" and "out of paper" in said(shown)[2]


def test_cards_that_came_out_are_read_from_now_on_and_those_that_did_not_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_about: object) -> None:
        raise CommandFault(Said("the printer refuses: {why}"), "out of paper")

    shown = page(printers=("Kitchen",))
    shown.print_game("zombinion")
    monkeypatch.setattr(print_page, "send", refuse)
    others = [at(PrintPage.switch_part, part) for part in ("cards", "dividers", "mat")]
    for part in others:
        shown.take(part)
    shown.print_to("printer", "Kitchen")
    shown.tick()
    assert said(shown)[0] == "trouble" and not shown.model().body
    monkeypatch.setattr(print_page, "send", lambda *_about: None)
    shown.take(LeaveSteps())
    shown.take(others[0])
    shown.print_to("printer", "Kitchen")
    shown.tick()
    assert said(shown)[0] == "calm" and shown.model().body
    assert lies_printed("zombinion") is None, "making sheets changes nothing that is read"


def test_a_stick_pulled_out_is_said(tmp_path: Path) -> None:
    there = [[tmp_path], []]
    shown = PrintPage(GAMES, lambda work: work(), tuple, lambda: there.pop(0))
    shown.print_game("zong")
    shown.print_to("stick")
    shown.tick()
    assert said(shown)[0] == "trouble" and "stick" in said(shown)[2]


def test_a_stick_pulled_out_while_it_is_written_on_is_said_and_nothing_lies_where_it_was(
    tmp_path: Path,
) -> None:
    there = [[tmp_path], [tmp_path], []]
    shown = PrintPage(GAMES, lambda work: work(), tuple, lambda: there.pop(0))
    shown.print_game("zong")
    shown.print_to("stick")
    shown.tick()
    assert said(shown)[0] == "trouble" and "stick" in said(shown)[2] and list(tmp_path.iterdir()) == []


def test_a_stick_that_is_plugged_in_gets_a_key(tmp_path: Path) -> None:
    there: list[Path] = []
    shown = PrintPage(GAMES, lambda work: work(), tuple, lambda: there)
    shown.print_game("zong")
    assert Written("print_to", ("stick", "")) not in [written(key.action) for key in shown.model().keys]
    there.append(tmp_path)
    assert any(shown.tick() for _ in range(LOOK_EVERY))
    assert Written("print_to", ("stick", "")) in [written(key.action) for key in shown.model().keys]


def test_it_is_stopped_and_nothing_is_left(tmp_path: Path) -> None:
    works: list[Callable[[], None]] = []
    shown = page(works.append, sticks=(tmp_path,))
    shown.print_to("stick")
    assert said(shown)[0] == "wait"
    shown.stop_printing()
    works.pop()()
    assert shown.tick()
    assert "Stopped" in said(shown)[1] and list(tmp_path.iterdir()) == []
    assert not shown.model().body


def test_back_leads_from_the_outcome_to_the_choice_to_the_games_and_away(tmp_path: Path) -> None:
    shown = page(sticks=(tmp_path,))
    shown.print_to("stick")
    shown.tick()
    for title in ("ZONG", "Print and play"):
        shown.take(LeaveSteps())
        assert shown.model().title == title and shown.model().banner is None and not shown.given_up
    shown.take(LeaveSteps())
    assert shown.given_up
