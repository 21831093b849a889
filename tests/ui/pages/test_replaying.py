"""A game gone through step by step: forwards, backwards, by itself; of one that goes on only what all may know."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import all_games
from companion.journal import play_while_valid
from tests.approved.pages import text_of
from tests.situations.looked_back import PLAYS, record_of
from tests.ui.box.test_secrecy import SHOWN, ZOONDO, named, played, zoon_names
from ui.games.zones.field import FieldModel
from ui.pages.looking_back import SECONDS_EACH, LookedBack, ReplayPage
from ui.present.board import BoardModel, board
from ui.present.models import Said
from ui.present.touches import Goto, PageBack
from ui.present.walk import board_at

Make = Callable[[str], Any]
each_game = pytest.mark.parametrize("game", sorted(PLAYS))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def page_of(game: str, entries: int | None = None, clock: Clock | None = None) -> ReplayPage:
    record = record_of(game)
    some = record.entries[: len(record.entries) if entries is None else entries]
    return ReplayPage(LookedBack(record.game, record.setup, some), clock or Clock())


@each_game
def test_every_place_shows_the_state_that_the_entries_so_far_lead_to(game: str) -> None:
    page, record = page_of(game), record_of(game)
    assert page.model().bar.at == page.model().bar.last == len(record.entries)
    for place in (0, 1, len(record.entries) // 2, len(record.entries)):
        page.show(place)
        states, stop = play_while_valid(record.game, record.setup, record.entries[:place])
        model, state = page.model(), states[-1]
        assert stop is None
        assert record.game.view(state, None).headline in model.rows
        shown = board(record.game.table(record.setup), record.game.view(state, None).board)
        places = {(piece.kind, piece.x, piece.y) for piece in board_at(page.looked.walk, place).pieces}
        assert not isinstance(model.board, BoardModel) or model.board == board_at(page.looked.walk, place)
        assert {(piece.kind, piece.x, piece.y) for piece in shown.pieces} <= places
        assert (Said("The game begins.", "title") in model.rows) is (place == 0)


def test_the_keys_lead_to_both_ends_and_one_step_either_way() -> None:
    page = page_of("zong")
    last = page.model().bar.last
    for key, place in ((1, last - 1), (0, 0), (3, 1), (4, last)):
        page.take(page.model().bar.steps[key].action)
        assert page.model().bar.at == place
    enabled = [key.enabled for key in page.model().bar.steps]
    assert enabled == [True, True, True, False, False]
    page.show(10_000)
    assert page.model().bar.at == last


def test_it_goes_on_by_itself_until_the_end_and_stops_when_touched() -> None:
    clock = Clock()
    page = page_of("zong", 3, clock)
    page.play_on()
    assert page.model().bar.at == 0 and page.playing and not page.tick()
    for place in (1, 2, 3):
        clock.now += SECONDS_EACH
        assert page.tick() and page.model().bar.at == place
    assert not page.playing and not page.tick()
    page.show(1)
    page.play_on()
    page.play_on()
    clock.now += 9 * SECONDS_EACH
    assert not page.tick() and page.model().bar.at == 1


def test_what_was_taken_back_is_gone_through_as_it_was(fresh: Make) -> None:
    from companion.journal import Entry, TookBack

    record = record_of("zong")
    entries = (*record.entries[:5], Entry(5, "touch", TookBack()))
    page = ReplayPage(LookedBack(record.game, record.setup, entries), Clock())
    assert Said("Taken back.", "title") in page.model().rows
    assert page.looked.walk.states[6] == page.looked.walk.states[4]
    page.show(5)
    assert Said("does not count", "note") in page.model().rows


def test_no_place_of_a_running_game_names_a_hidden_card() -> None:
    running = played(ZOONDO, SHOWN, 12)
    looked = LookedBack(running.game, running.setup, running.entries)
    page = ReplayPage(looked, Clock())
    for place in range(looked.walk.last + 1):
        page.show(place)
        assert named(text_of(page.model()), zoon_names(SHOWN)) == []
        assert not any(piece.peeped for piece in page.model().board.pieces)


def test_of_a_game_that_is_over_every_card_that_is_known_lies_open() -> None:
    page = page_of("zoondo")
    page.show(page.looked.walk.last // 2)
    assert all(piece.peeped for piece in page.model().board.pieces if piece.face == "down")


@pytest.mark.parametrize(("entries", "laid"), [(20, False), (None, True)])
def test_halves_behind_the_screen_are_seen_only_when_it_is_over(entries: int | None, *, laid: bool) -> None:
    page = page_of("zones", entries)
    page.show(12)
    own, lit = page.model().board, board_at(page.looked.walk, 12).marks
    assert isinstance(own, FieldModel)
    assert bool(own.tiles) is laid
    assert bool(lit) is laid


def test_no_hand_of_a_running_game_is_told() -> None:
    record = record_of("zombinion")
    page = page_of("zombinion", len(record.entries) // 2)
    assert "Hand" not in text_of(page.model().rows)
    whole = page_of("zombinion")
    whole.show(len(record.entries) // 2)
    assert "Hand" in text_of(whole.model().rows)


def test_a_kept_game_is_gone_through_and_left_again(fresh: Make) -> None:
    desk = fresh("replay-zong")
    assert desk.page == "replay" and set(desk.worn) and desk.top.faces is not None
    desk.send(PageBack())
    assert desk.page == "kept"


def test_a_game_on_the_table_is_gone_through_and_gone_on_with(fresh: Make) -> None:
    desk = fresh("play")
    entries = len(desk.session.referee.entries)
    desk.send(Goto("history"))
    desk.send(Goto("replay"))
    assert desk.model().bar.last == entries
    desk.send(PageBack())
    desk.send(PageBack())
    assert desk.page == "table"


def test_every_game_has_a_record_that_is_looked_back_on() -> None:
    assert set(PLAYS) == set(all_games())
