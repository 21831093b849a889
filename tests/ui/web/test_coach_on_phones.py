"""The coach on a seat's own phone: asked and told there alone, never waited for, nothing of it anybody else's."""

import json
from contextlib import closing
from random import Random
from typing import Any

import msgspec
import pytest

from companion.game import Seat, Seats, Setup
from companion.games import all_games
from companion.language import ENGLISH, speak
from companion.referee import Referee
from tests.own_touches import kind_of
from tests.situations.coached import AtOnce
from tests.ui.web.browser import ABSENT, CHROMIUM, DRIVER, browser
from tests.ui.web.room import Room, read
from tests.ui.web.test_in_browser import Table, errors, key, let_in, play, words
from tests.ui.web.waiting import until as patiently
from ui.box.opening import Opened
from ui.box.session import Session
from ui.faces.face import face_of
from ui.languages import language
from ui.opponents.thinker import BoxSeats, Thinker
from ui.pages.played_table import PlayedTable
from ui.pages.tableside import Tableside
from ui.pages.thinking import Coach
from ui.present.touches import TouchSquare, at
from ui.web.tonight import SeatTable
from ui.words import _

GAMES = sorted(all_games())
TOLD = {"zombinion": {"knowing": "known"}, "zoondo": {"knowing": "shown"}}
"""Where the referee is told what lies hidden; of the hands of Zombinion the coach can say nothing otherwise."""


def coached(
    game: str, setup: Setup | None = None, box: BoxSeats | None = None, *, agreed: bool = True
) -> Room:
    """A game with phones at which all agreed to a coach, who answers at once."""
    room = Room(game, setup)
    known = all_games()[game]
    usual = face_of(known).usual_setup()
    told = tuple((dict(usual.options) | TOLD.get(game, {})).items())
    agreed_on = setup or msgspec.structs.replace(usual, options=told)
    referee: Referee[Any] = Referee(known, agreed_on, lambda _lines: None)
    room.side = Tableside(Opened(Session(referee), None, None, (), {}), box=box, coach=agreed)
    room.tables = {seat: SeatTable(room.side, seat, AtOnce()) for seat in range(referee.setup.seats)}
    return room


def keys(room: Room, seat: Seat) -> dict[object, list[Any]]:
    """What a seat's phone may send now, by kind."""
    found: dict[object, list[Any]] = {}
    for touch in room.touches(seat):
        found.setdefault(kind_of(touch), []).append(touch)
    return found


def to_be_asked(room: Room, rng: Random, most: int = 150) -> Seat | None:
    """Plays until somebody may ask the coach on the own phone: who that is."""
    for _step in range(most):
        for seat in room.tables:
            if Coach.ask_coach in keys(room, seat):
                return seat
        if not room.play(rng):
            return None
    return None


def ask(room: Room, seat: Seat) -> None:
    room.tables[seat].take(at(Coach.ask_coach, seat))
    assert room.tables[seat].follow()


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_asks_and_is_told_on_its_own_phone(game: str) -> None:
    room = coached(game)
    asked = 0
    rng = Random(4)
    while asked < 3 and (seat := to_be_asked(room, rng)) is not None:
        others = {eyes: room.parts(eyes) for eyes in (None, *room.tables) if eyes != seat}
        before = room.parts(seat)
        ask(room, seat)
        told = keys(room, seat)
        assert 1 <= len(told[Coach.show_coach_line]) <= 3 and Coach.leave_coach in told
        page = room.parts(seat)
        assert "%" in page["keys"] and "Percent:" in page["own"]
        assert all(read(html) for html in page.values())
        assert len(json.dumps(page).encode()) < 100_000
        assert others == {eyes: room.parts(eyes) for eyes in others}, "nothing changes for anybody else"
        room.tables[seat].take(at(Coach.leave_coach))
        assert room.parts(seat) == before
        asked += 1
        room.play(rng)
    assert asked


@pytest.mark.parametrize("game", GAMES)
def test_what_it_said_goes_with_the_next_event_and_with_another_touch(game: str) -> None:
    room, rng = coached(game), Random(6)
    seat = to_be_asked(room, rng)
    assert seat is not None
    ask(room, seat)
    room.play(rng)
    assert Coach.show_coach_line not in keys(room, seat)
    seat = to_be_asked(room, rng)
    assert seat is not None
    ask(room, seat)
    room.tables[seat].take(at(PlayedTable.press_button, "dispute"))
    room.side.session.press("dispute")
    room.tables[seat].follow()
    assert Coach.show_coach_line not in keys(room, seat)


def test_it_speaks_only_where_all_agreed_and_to_who_is_to_act() -> None:
    rng, quiet = Random(4), coached("zoondo", agreed=False)
    assert to_be_asked(quiet, rng, 40) is None
    room = coached("zoondo")
    seat = to_be_asked(room, Random(4))
    assert seat is not None
    turn = room.side.session.reply.turn
    assert isinstance(turn, Seats)
    other = 1 - seat
    assert Coach.ask_coach not in keys(room, other)
    room.tables[other].take(at(Coach.ask_coach, other))
    room.tables[other].take(at(Coach.ask_coach, seat))
    assert not room.tables[other].follow()
    room.tables[seat].take(at(Coach.ask_coach, other))
    assert not room.tables[seat].follow()


def test_what_is_said_at_the_box_stays_while_phones_look_about() -> None:
    room = coached("zoon_alternate")
    rng = Random(4)
    side = room.side
    side.coach._thinker = AtOnce()
    seat = to_be_asked(room, rng)
    assert seat is not None
    side.take(at(Coach.ask_coach, seat))
    side.tick()
    said = side.model()
    assert said.kind == "coach"
    ask(room, seat)
    square = next(touch for touch in room.touches(1 - seat) if isinstance(touch, TouchSquare))
    room.tables[1 - seat].take(square)
    side.tick()
    assert side.model() == said


class Dead(Thinker):
    """One that does not come about."""

    def __init__(self) -> None:
        super().__init__(("/no/such/program",))


def test_a_coach_that_cannot_think_says_so_and_is_asked_again() -> None:
    room = coached("zoondo")
    rng = Random(4)
    seat = to_be_asked(room, rng)
    assert seat is not None
    room.tables[seat] = table = SeatTable(room.side, seat, Dead())
    table.take(at(Coach.ask_coach, seat))
    assert "The coach is thinking" in room.parts(seat)["note"]
    for _tick in range(5):
        table.follow()
    assert "The coach cannot think just now." in room.parts(seat)["note"]
    assert {Coach.ask_coach, Coach.leave_coach} <= keys(room, seat).keys()
    table.close()


@pytest.mark.parametrize("code", ["de", "fr", "it"])
def test_in_every_language(code: str) -> None:
    room = coached("zoondo")
    seat = to_be_asked(room, Random(4))
    assert seat is not None
    ask(room, seat)
    english = room.parts(seat)["own"]
    try:
        speak(language(code))
        assert room.parts(seat)["own"] != english
    finally:
        speak(ENGLISH)


def test_a_seat_that_the_box_plays_has_no_coach() -> None:
    from companion.search import MIDDLE

    room = coached("zoon_alternate", box={1: MIDDLE})
    rng = Random(4)
    asked = 0
    for _step in range(25):
        assert Coach.ask_coach not in keys(room, 1)
        asked += Coach.ask_coach in keys(room, 0)
        if not room.play(rng):
            break
    assert asked, "who plays against the box has"
    room.side.end()


@pytest.mark.slow
@pytest.mark.skipif(not (CHROMIUM and DRIVER), reason=ABSENT)
@pytest.mark.parametrize("code", ["en", "de", "fr", "it"])
def test_in_a_browser_with_a_search_of_its_own(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if code != "en":  # what was found is drawn alike, by whomever
        monkeypatch.setattr("ui.web.tonight.Thinker", AtOnce)
    with closing(Table("zoondo")) as table, browser((320, 568)) as phone:
        table.side = side = coached("zoondo").side
        table.do(lambda: speak(language(code)))
        table.do(lambda: play(table, 14))
        turn = side.session.reply.turn
        assert isinstance(turn, Seats)
        let_in(phone, table, min(turn.seats))
        try:
            key(phone, _("What may I do?")).click()
            patiently(lambda: _("Enough") in words(phone, "keys"))
            assert not phone.find_elements("css selector", ".note.trouble")
            assert phone.execute_script("return document.documentElement.scrollWidth") <= 320
            assert len(phone.page_source.encode()) < 150_000
            lines = [one.text for one in phone.find_elements("css selector", "#keys button")]
            assert 2 <= len(lines) <= 4 and lines[-1] == _("Enough")
            key(phone, _("Enough")).click()
            patiently(lambda: _("What may I do?") in words(phone, "keys"))
            assert not errors(phone)
        finally:
            speak(ENGLISH)
