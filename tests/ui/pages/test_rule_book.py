"""The rule book shows every rule of every game, finds them by words, and plays their examples."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.game import Game
from companion.games import all_games
from companion.language import ENGLISH, speak
from companion.rulebook import rules
from tests.own_touches import own, send
from tests.situations.screens import situations
from ui.box.opening import sources
from ui.languages import OWN_NAMES, language
from ui.pages import rule_book
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.pages.rule_book import RuleBook, example_walk, found, subjects_of
from ui.present.models import OptionRow, Said, StepModel, TableModel
from ui.present.touches import Goto, OpenRules, PageBack, Typed, at
from ui.present.walk import Walk

GAMES = tuple(all_games().values())
each_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


def book(game: Game[Any], one: str = "", *, playing: bool = False) -> RuleBook:
    return RuleBook(Agreement(GAMES, sources, "simulated"), game.id, one, lambda: 0.0, playing=playing)


def small(model: StepModel) -> str:
    """What stands in small print on a page."""
    return " ".join(row.words for row in model.rows if isinstance(row, Said) and row.size == "small")


def choices(model: StepModel) -> list[OptionRow]:
    """What a page lets people choose."""
    return [row for row in model.rows if isinstance(row, OptionRow)]


@each_game
def test_every_rule_stands_under_its_subject_in_every_language(game: Game[Any]) -> None:
    english = subjects_of(game.id)
    for code in OWN_NAMES:
        speak(language(code))
        try:
            shown = []
            pages = book(game)
            (subjects,) = pages.model().rows
            assert isinstance(subjects, tuple) and len(subjects) == len(english) > 3
            for subject in subjects_of(game.id):
                pages.show_subject(subject)
                shown += [line.action.given[0] for line in pages.model().answers]
            assert shown == [rule.id for rule in rules(game.id)]
            assert code == ENGLISH.code or subjects_of(game.id) != english
        finally:
            speak(ENGLISH)


@each_game
def test_every_rule_is_shown_whole_and_its_examples_are_played(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    walks: list[Walk] = []

    def noted(*about: Any) -> Walk:
        walks.append(example_walk(*about))
        return walks[-1]

    monkeypatch.setattr(rule_book, "example_walk", noted)
    for rule in rules(game.id):
        walks.clear()
        model = book(game, rule.id).model()
        assert model.title == rule.words or model.rows[0] == Said(rule.words, "large")
        assert rule.id in small(model)
        for number in range(len(walks), len(rule.examples)):
            noted(game, rule, number)
        assert [len(walk.states) == walk.last + 1 for walk in walks] == [True] * len(rule.examples)


@pytest.mark.parametrize("code", OWN_NAMES)
def test_a_rule_of_one_sentence_is_shown_once(code: str) -> None:
    speak(language(code))
    plain = 0
    for game in GAMES:
        for one in rules(game.id):
            # Without its examples, which no words of its own stand in, and which are played above.
            model = book(game)._rule_model(replace(one, examples=()))
            told = [row.words for row in model.rows if isinstance(row, Said)]
            assert model.title not in told
            plain += one.words not in told
    assert plain


def test_what_is_refused_says_by_which_rule_and_changes_nothing() -> None:
    game = all_games()["zoondo"]
    rule, number = next(
        (rule, number)
        for rule in rules(game.id)
        for number, lines in enumerate(rule.examples)
        if any(" ! " in line for line in lines)
    )
    walk = example_walk(game, rule, number)
    at = next(place for place, line in enumerate(walk.lines, 1) if line.struck)
    assert "not allowed" in walk.lines[at - 1].words
    assert walk.states[at] == walk.states[at - 1]


def test_rules_are_found_by_words_whatever_their_order_and_capitals() -> None:
    ids = [rule.id for rule in found("zoon_alternate", "WINS lower")]
    assert "za-23-underdog" in ids and "za-13-no-touching" not in ids
    pages = book(all_games()["zoon_alternate"])
    pages.search()
    assert pages.model().editing is not None
    pages.take(Typed("xyzzy"))
    (note,) = pages.model().rows
    assert isinstance(note, str) and note


def test_our_own_readings_are_told_apart() -> None:
    marked = {rule.id: rule.is_reading for rule in rules("zoon_alternate")}
    assert marked["ours-two-seats"] and marked["za-20-star-on-a-draw"]
    assert not marked["za-25-pennies-turn-after-fights"]
    pages = book(all_games()["zoon_alternate"], "za-20-star-on-a-draw")
    assert "follow the special rules on the tribe card" in small(pages.model())


def test_what_a_rule_leaves_open_is_agreed_there_unless_a_game_is_on_the_table() -> None:
    game = all_games()["zoon_alternate"]
    rule = next(rule for rule in rules(game.id) if "ZA-04" in rule.ledger)
    pages = book(game, rule.id)
    (row,) = choices(pages.model())
    other = next(key for key in row.choices if key.weight != "chosen")
    assert pages._agreement.take(other.action)
    (row,) = choices(pages.model())
    assert next(key for key in row.choices if key.weight == "chosen").words == other.words
    assert choices(book(game, rule.id, playing=True).model()) == []


def test_from_the_table_to_a_rule_its_example_and_back(tmp_path: Path) -> None:
    desk: Desk = situations(tmp_path)["play"]()
    desk.send(at(PlayedTable.open_menu))
    menu = desk.model()
    assert isinstance(menu, TableModel)
    key = next(key for key in menu.answers if key.action == OpenRules("zoon_alternate"))
    desk.send(key.action)
    send(desk, own("show_rule", "za-23-underdog"))
    send(desk, own("show_example", 0))
    assert desk.page == "replay"
    for page in ("rules", "table"):
        desk.send(PageBack())
        assert desk.page == page
    desk.send(Goto("home"))


def test_from_a_rule_that_was_asked_about_one_touch_leads_back_to_the_table(tmp_path: Path) -> None:
    desk = situations(tmp_path)["play"]()
    game = desk.side.session.referee.game.id
    asked, other = (rule.id for rule in rules(game)[:2])
    desk.send(OpenRules(game, asked))
    desk.send(desk.model().tools[0].action)
    assert isinstance(desk.model(), TableModel)
    desk.send(OpenRules(game, asked))
    send(desk, own("search"), Typed(""), own("show_rule", other))
    desk.send(desk.model().tools[0].action)
    assert desk.model().tabs, "one that was looked up leads back to where it stood"


def test_it_is_a_page_like_any_other(drive: Callable[..., Any], made: Callable[[str], Any]) -> None:
    driver = drive(made("rules-one"))
    driver.run(0.2)
    assert driver.app.desk.page == "rules"
