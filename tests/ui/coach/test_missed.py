"""After a game with a coach: a blunder is found on the timeline; stoppable, bounded, and nothing without a coach."""

import sys
import time
from pathlib import Path
from typing import Any

import pytest

from companion.game import Over
from companion.games import all_games
from companion.journal import Entry
from companion.search import Chosen, Line
from tests.companion.search.test_weighing import ZONES, won_at_once
from tests.own_touches import own, send
from tests.situations.coached import AtOnce, Coached
from tests.situations.looked_back import PLAYS, keep, record_of
from tests.situations.maker import Maker
from tests.situations.weighed import asked, kept
from ui.opponents.thinker import Thinker
from ui.pages.desk import Desk
from ui.pages.looking_back import (
    CLEARLY,
    LEAST,
    MOST,
    LookedBack,
    MissedSearch,
    TimelinePage,
    missed_by,
    spread,
)
from ui.present.moment import Told
from ui.present.touches import Goto, OpenKept, PageBack, do
from ui.present.walk import Walk

PEOPLE = frozenset({0, 1})


def run(search: MissedSearch, seconds: float = 120.0) -> None:
    search.go_on()
    until = time.monotonic() + seconds
    while search.running:
        assert time.monotonic() < until, search.body
        search.tick()
        time.sleep(0.002)


def test_a_blunder_is_found_at_its_place_by_a_search_of_its_own() -> None:
    state, seat, win, idle = won_at_once(ZONES, range(3, 30))
    record = record_of("zones")
    lines = (Told(Entry(0, "touch", idle), "passed over"),)
    walk = Walk(ZONES, record.setup, lines, (state, ZONES.after(state, idle)))
    over = ZONES.turn(ZONES.after(state, win))
    assert isinstance(over, Over)
    walk.over = over
    search = MissedSearch(walk, PEOPLE)
    run(search)
    ((place, (best, played)),) = search.found.items()
    assert place == 1 and isinstance(ZONES.turn(ZONES.after(state, best.events[0])), Over)
    assert best.worth - played.worth >= CLEARLY
    looked = LookedBack(ZONES, record.setup, ())
    looked.walk = walk
    looked.coached, looked.missed = PEOPLE, search
    page = TimelinePage(looked)
    page.show("missed")
    (key,) = page.model().keys
    assert key.words == "passed over" and key.action == do(page.open_place, 1) and key.seat == seat
    assert ZONES.words(state, best.events[0]) in key.detail and "%" in key.detail


@pytest.mark.parametrize(
    ("worths", "plays", "is_clear"),
    [((0.6, 0.4), (80, 80), True), ((0.6, 0.5), (80, 80), False), ((0.9, 0.1), (80, LEAST - 1), False)],
)
def test_what_is_not_clear_is_not_said(
    worths: tuple[float, float], plays: tuple[int, int], is_clear: bool
) -> None:
    _state, _seat, win, idle = won_at_once(ZONES, range(3, 30))
    lines = tuple(Line((one,), worth, n) for one, worth, n in zip((win, idle), worths, plays, strict=True))
    assert (missed_by(idle, Chosen(win, lines)) is not None) == is_clear
    assert missed_by(win, Chosen(win, lines)) is None, "the better one was played"


@pytest.fixture
def coached(tmp_path: Path) -> Desk:
    return Coached(tmp_path, all_games()["zones"]).missed("zones", 0)


def search_of(desk: Desk) -> MissedSearch:
    page = desk.top
    assert isinstance(page, TimelinePage) and page.looked.missed is not None
    return page.looked.missed


def test_it_is_begun_stopped_and_gone_on_with(coached: Desk) -> None:
    search = search_of(coached)
    assert coached.model().tools[0].action == do(search.go_on)
    coached.send(do(search.go_on))
    for _tick in range(9):
        coached.tick()
    assert "of 40 decisions" in coached.model().body[0]
    coached.send(do(search.stop))
    done = search_of(coached).done
    for _tick in range(9):
        coached.tick()
    assert search_of(coached).done == done and 0 < done < MOST
    coached.send(do(search.go_on))
    while search_of(coached).running:
        coached.tick()
    model = coached.model()
    assert search_of(coached).done == MOST and len(model.keys) == len(search_of(coached).found) > 3
    assert do(search.go_on) not in [tool.action for tool in model.tools]
    coached.send(model.keys[0].action)
    assert coached.page == "replay" and coached.model().bar.at == model.keys[0].action.given[0]


def test_whoever_leaves_the_page_ends_the_process(coached: Desk) -> None:
    search = search_of(coached)
    search._thinker = Thinker()
    coached.send(do(search.go_on))
    coached.tick()
    assert search._thinker._process is not None
    coached.send(PageBack())
    assert search._thinker._process is None and not search.running


def test_a_process_that_dies_is_a_trouble_in_words(coached: Desk) -> None:
    search = search_of(coached)
    search._thinker = Thinker((sys.executable, "-c", "raise SystemExit(3)"))
    coached.send(do(search.go_on))
    until = time.monotonic() + 30
    while search.running:
        assert time.monotonic() < until
        coached.tick()
        time.sleep(0.005)
    assert "coach cannot think" in coached.model().body[0]
    assert do(search.go_on) in [tool.action for tool in coached.model().tools], "it may be asked again"


def test_without_a_coach_there_is_no_way_to_it(tmp_path: Path) -> None:
    desk = Maker(tmp_path, all_games()["zones"]).desk()
    id = keep(desk, "zones")
    send(desk, Goto("past"), OpenKept(id), Goto("timeline"), own("show", "missed"))
    assert len(desk.model().tabs) == 2 and desk.model().keys != ()
    page = desk.top
    assert isinstance(page, TimelinePage) and page.looked.missed is None


def test_a_game_that_goes_on_is_not_looked_through() -> None:
    record = record_of("zones")
    looked = LookedBack(record.game, record.setup, record.entries[:60])
    looked.coached = PEOPLE
    assert looked.missed is None


@pytest.mark.parametrize("game", sorted(PLAYS))
def test_only_what_people_decided_and_the_box_can_judge_is_asked_about(game: str) -> None:
    record = record_of(game)
    walk = Walk.of(record.game, record.setup, record.entries)
    search = MissedSearch(walk, frozenset({1}), AtOnce())
    run(search)
    looked = search
    assert 0 < looked.all == looked.done <= MOST
    assert {walk.lines[place - 1].entry.event.seat for place in looked.found} <= {1}
    everybody = MissedSearch(walk, frozenset(range(record.setup.seats)), AtOnce())
    everybody.go_on()
    assert everybody.all >= looked.all
    assert (everybody.left > 0) == (game not in ("zones", "zong"))


class Stern(AtOnce):
    """Every decision was a bad one."""

    def weigh(self, *about: Any) -> None:
        self._count = 2
        super().weigh(*about)


@pytest.mark.parametrize("id", ["zombinion", "zong"])
def test_what_reads_like_what_was_played_is_not_said_to_be_better(id: str) -> None:
    """Where they differ is no word of the sentence: nobody could learn from it."""
    record = record_of(id)
    walk, game = Walk.of(record.game, record.setup, record.entries), record.game
    search = MissedSearch(walk, frozenset(range(record.setup.seats)), Stern())
    run(search)
    assert search.found
    for place, (best, _played) in search.found.items():
        state = walk.states[place - 1]
        decided = game.decided(state, walk.lines[place - 1].entry.event)
        assert search.face.advice(state, best.events[0]) != search.face.advice(state, decided)


def test_the_pictured_figures_are_those_of_the_search() -> None:
    record = record_of("zones")
    walk = Walk.of(record.game, record.setup, record.entries)
    for place, (best, lines) in sorted(kept().items())[:3]:
        event = walk.lines[place - 1].entry.event
        assert event.seat is not None
        now, found = asked(record.game, walk.states[place - 1], event.seat, event, place)
        assert now == best and [line[0] for line in found] == [line[0] for line in lines]
        assert [line[1:] for line in found] == [pytest.approx(line[1:]) for line in lines]


def test_a_game_in_which_nothing_can_be_judged_is_looked_through_all_the_same() -> None:
    record = record_of("zoon_alternate")
    walk = Walk.of(record.game, record.setup, record.entries[:12])
    search = MissedSearch(walk, PEOPLE, AtOnce())
    assert search.key is not None
    run(search)
    looked = search
    assert looked.all == 0 < looked.left and search.key is None
    body = search.body
    assert body.startswith("0 decisions looked at.") and f"{looked.left} were left out" in body


def test_of_many_some_are_looked_at_all_over_the_game() -> None:
    some = spread(list(range(100)), 40)
    assert len(some) == len(set(some)) == 40 and some[0] == 0 and some[-1] >= 97
    assert spread([1, 2], 40) == [1, 2]
