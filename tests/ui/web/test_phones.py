"""Phones at the desk: turned on and off by a touch, invitations that end, touches that come too late."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from companion.game import Seat, Seats
from companion.games import all_games
from companion.games.zones.events import Lifted, Moved, Summoned
from companion.kits.events import Starts
from companion.lawful import drawn
from tests.approved.touched import Written, written
from tests.own_touches import kind_of, own, send
from tests.situations.maker import Maker
from tests.situations.zones import ANN, BEN
from tests.ui.opponents.evening import Evening
from tests.ui.web.room import Room
from tests.ui.web.test_in_browser import NoGames
from tests.ui.web.waiting import PATIENCE_S, until
from ui.games.zones.side import FieldSide
from ui.games.zong.side import TrackSide, retold
from ui.pages.desk import Desk
from ui.pages.picking import Picking
from ui.pages.played_table import PlayedTable
from ui.present.models import StepModel
from ui.present.touches import DraftTouch, Goto, Touch, TouchSquare, at, calls, draft
from ui.web import tonight as web_tonight
from ui.web.phones import PhonesPage, WebPhones
from ui.web.site import COOKIE, Pressed


@pytest.fixture
def phones() -> Iterator[WebPhones]:
    made = WebPhones(NoGames(), listened_at="127.0.0.1")
    yield made
    made.turn_off()


def tonight(phones: WebPhones) -> web_tonight.PhonesTonight:
    assert phones.tonight is not None
    return phones.tonight


def desk_with(phones: WebPhones, folder: Path, game: str = "zoondo") -> Desk:
    desk = Maker(folder, all_games()[game]).started()
    desk.phones = phones
    return desk


def shown(desk: Desk) -> StepModel:
    model = desk.model()
    assert isinstance(model, StepModel)
    return model


def says(desk: Desk) -> str:
    model = shown(desk)
    return " ".join((model.headline, *model.body, *(key.words for key in model.keys)))


def test_nothing_listens_until_it_is_turned_on_and_nothing_afterwards(
    phones: WebPhones, tmp_path: Path
) -> None:
    desk = desk_with(phones, tmp_path)
    desk.tick()
    assert phones.tonight is None
    desk.send(Goto("phones"))
    send(desk, own("turn_phones_on"))
    host, port = tonight(phones).addresses[0].removeprefix("http://").split(":")
    socket.create_connection((host, int(port)), 5).close()
    code = tonight(phones).evening.code
    assert code in says(desk)
    send(desk, own("turn_phones_off"))
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((host, int(port)), 5)
    send(desk, own("turn_phones_on"))
    assert tonight(phones).evening.code != code


def test_an_invitation_is_shown_to_one_and_ends_when_the_page_is_left(
    phones: WebPhones, tmp_path: Path
) -> None:
    desk = desk_with(phones, tmp_path)
    desk.send(Goto("phones"))
    send(desk, own("turn_phones_on"))
    send(desk, own("invite", 0))
    page = desk.top
    assert isinstance(page, PhonesPage)
    assert page._invited is not None
    code = page._invited[1]
    assert code in says(desk)
    assert "Ann" in says(desk)
    assert "Ben" not in says(desk)
    send(desk, own("hide_invitation"))
    assert code not in says(desk)
    assert not tonight(phones).evening.is_invited(code)
    send(desk, own("invite", 1))
    code = page._invited[1]
    desk.send(Goto("settings"))
    assert not tonight(phones).evening.is_invited(code)


def test_a_page_on_which_nothing_changes_is_drawn_once(phones: WebPhones, tmp_path: Path) -> None:
    """One that is drawn anew at every tick of the game has no key that a finger could press."""
    desk = desk_with(phones, tmp_path)
    desk.send(Goto("phones"))
    send(desk, own("turn_phones_on"))
    assert desk.model() == desk.model()
    send(desk, own("invite", 0))
    assert desk.model() == desk.model()


def test_a_network_that_comes_or_changes_is_shown_while_the_page_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, found = [0.0], [()]
    monkeypatch.setattr(web_tonight, "own_addresses", lambda: found[0])
    phones = WebPhones(NoGames(), clock=lambda: now[0])
    desk = desk_with(phones, tmp_path)
    desk.send(Goto("phones"))
    send(desk, own("turn_phones_on"))
    try:
        desk.tick()
        assert shown(desk).headline == "No network" and not desk.tick()
        for address in ("192.168.1.20", "10.0.0.7"):
            found[0] = (address,)
            now[0] += 1.0
            assert desk.tick(), "the page is drawn anew"
            assert address in says(desk) and not desk.tick()
        found[0], now[0] = (), now[0] + 1.0
        assert desk.tick() and shown(desk).headline == "No network"
    finally:
        phones.turn_off()


def test_nobody_takes_the_phone_of_a_seat_that_the_box_plays(phones: WebPhones, tmp_path: Path) -> None:
    desk = Evening(tmp_path, "zoondo").desk
    desk.phones = phones
    desk.send(Goto("phones"))
    send(desk, own("turn_phones_on"))
    assert [key.seat for key in shown(desk).keys if "my phone" in key.words] == [0]
    desk.close()


def test_who_came_in_is_counted_and_signed_out(phones: WebPhones, tmp_path: Path) -> None:
    desk = desk_with(phones, tmp_path)
    desk.send(Goto("phones"))
    send(desk, own("turn_phones_on"))
    token = tonight(phones).evening.let_in(tonight(phones).evening.invite(1), "a phone")
    desk.tick()
    assert "Sign Ben’s phones out" in says(desk)
    send(desk, own("sign_out", 1))
    assert tonight(phones).evening.guest(token) is None
    assert "Sign Ben" not in says(desk)


def test_the_box_has_no_phone(phones: WebPhones, tmp_path: Path) -> None:
    desk = Evening(tmp_path, "zones").desk
    desk.phones = phones
    desk.send(Goto("phones"))
    send(desk, own("turn_phones_on"))
    assert [written(key.action) for key in shown(desk).keys if "my phone" in key.words] == [
        Written("invite", 0)
    ]
    send(desk, own("invite", 1))
    page = desk.top
    assert isinstance(page, PhonesPage) and page._invited is None
    assert desk.side is not None
    desk.side.end()


def test_a_port_that_is_taken_is_no_hindrance_and_none_at_all_is_said(
    phones: WebPhones, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_with(phones, tmp_path)
    desk.send(Goto("phones"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(web_tonight, "PORTS", (port,))
        send(desk, own("turn_phones_on"))
        assert phones.tonight is None
        banner = shown(desk).banner
        assert banner is not None
        assert str(port) in banner.words
        monkeypatch.setattr(web_tonight, "PORTS", (port, 0))
        send(desk, own("turn_phones_on"))
        assert phones.tonight is not None


def offered(phones: WebPhones, seat: int, touch: Any) -> Pressed:
    """A key of a seat's page that sends this, as its phone would press it."""
    tonight(phones)._draw(seat)
    page, _seq, keys = tonight(phones)._offered[seat][-1]
    return Pressed(seat, page, keys.key(touch))


class Phone:
    """A seat's own phone: its page comes by a WebSocket, and keys go back by their ids."""

    def __init__(self, socket: ClientConnection, phones: WebPhones, desk: Desk) -> None:
        self._socket, self._site, self._desk = socket, tonight(phones).site, desk
        self.page, self.parts = -1, dict[str, str]()

    def follow(self) -> None:
        """The box draws, and the phone shows it."""
        before = self.page
        self._desk.tick()
        while self.page == before:
            told = json.loads(self._socket.recv(timeout=PATIENCE_S))
            self.page = told.get("page", self.page)
            self.parts |= told.get("parts", {})

    def key(self, words: str) -> dict[str, object]:
        """What the key that says this sends."""
        keys = re.findall(r'data-key="(k\d+)"[^>]*>([^<]*)', "".join(self.parts.values()))
        return {"page": self.page, "key": next(id for id, said in keys if said.startswith(words))}

    def press(self, key: dict[str, object]) -> None:
        self._socket.send(json.dumps(key))
        until(lambda: not self._site.pressed.empty())
        self._desk.tick()


@contextmanager
def phone_of(phones: WebPhones, desk: Desk, seat: int) -> Iterator[Phone]:
    at = tonight(phones).addresses[0]
    token = tonight(phones).evening.let_in(tonight(phones).evening.invite(seat), "127.0.0.1")
    about: Any = {"origin": at, "additional_headers": {"Cookie": f"{COOKIE}={token}"}}
    with connect(at.replace("http", "ws") + "/live/seat", **about) as socket:
        until(lambda: seat in tonight(phones).site.looked_at)
        phone = Phone(socket, phones, desk)
        phone.follow()
        yield phone


def test_a_touch_that_comes_too_late_does_nothing(phones: WebPhones, tmp_path: Path) -> None:
    desk = desk_with(phones, tmp_path, "zoon_alternate")
    phones.turn_on()
    desk.tick()
    session, rng = desk.session, Random(2)

    def play() -> None:
        event = drawn(session.referee.game, session.referee.state, rng.randrange)
        assert event is not None
        session.tell(event)

    for _event in range(6):
        play()
    with phone_of(phones, desk, 0) as phone:
        late = phone.key("That’s wrong")
        play()
        for wrong in (late, late | {"page": 99}, late | {"key": "k99"}):
            phone.press(wrong)
            assert not session.disputed, wrong
        phone.follow()
        phone.press(phone.key("That’s wrong"))
        assert session.disputed


def test_a_key_means_what_it_did_on_the_page_that_was_seen(phones: WebPhones, tmp_path: Path) -> None:
    desk = desk_with(phones, tmp_path, "zoon_alternate")
    phones.turn_on()
    desk.tick()
    with phone_of(phones, desk, 1) as phone:
        keys, table = tonight(phones)._offered[1][-1][2], tonight(phones)._seats[1]
        squares = [touch for touch in keys.touches if isinstance(touch, TouchSquare)]
        seen = [{"page": phone.page, "key": keys.key(square)} for square in squares[:2]]
        assert len(seen) == 2
        for pressed, square in zip(seen, squares, strict=False):
            phone.press(pressed)
            phone.follow()
            assert table.focus.square == square.square, "the second is of a page that another has followed"


def test_what_a_phone_looks_at_the_box_does_not_show(phones: WebPhones, tmp_path: Path) -> None:
    desk = desk_with(phones, tmp_path, "zoon_alternate")
    phones.turn_on()
    desk.tick()
    side = desk.side
    assert side is not None
    tonight(phones).site.pressed.put(offered(phones, 1, TouchSquare("c3")))
    desk.tick()
    assert side.focus.square is None
    assert tonight(phones)._seats[1].model().shared.kind == "square"
    assert tonight(phones)._seats[0].model().shared.kind != "square"


def test_a_second_touch_on_a_phone_asks_and_only_whose_move_it_is_may_tell_it() -> None:
    room, rng = Room("zoon_alternate"), Random(1)
    while not (starts := _starts(room)):
        assert room.play(rng)
    for (start, to), mover in starts.items():
        entries, shared = len(room.referee.entries), room.parts(None)
        for seat, table in room.tables.items():
            for square in (start, to):
                table.take(TouchSquare(square))
            assert len(room.referee.entries) == entries and room.parts(None) == shared, (
                "looking tells nothing"
            )
            told = [touch for touch in room.touches(seat) if calls(touch, PlayedTable.tell, Picking.pick)]
            if seat == mover:
                assert any(calls(touch, Picking.pick) or touch.given[0].to == to for touch in told)
            assert all(touch.given[0].seat == seat for touch in told if calls(touch, PlayedTable.tell))
            table.take(at(PlayedTable.close))
    key = at(PlayedTable.tell, next(event for event in room.lawful() if event.start and event.to))
    assert key.given[0].seat is not None
    room.tables[key.given[0].seat].take(key)
    assert room.referee.entries[-1].event == key.given[0]


def test_a_phone_at_zones_finishes_no_move_of_another() -> None:
    """Neither one begun on the shared screen, nor one from the reserve, nor another way for a move that was refused."""
    room = Room("zones")
    for event in (ANN, BEN, Lifted(), Starts(0)):
        room.tell(event)
    move = next(event for event in room.lawful() if isinstance(event, Moved))
    enters = next(event for event in room.lawful() if isinstance(event, Summoned))
    entries, other = len(room.referee.entries), room.tables[1]

    def touched(*touches: Touch) -> list[Touch]:
        for touch in touches:
            other.take(touch)
        told = [touch for touch in room.touches(1) if calls(touch, PlayedTable.tell)]
        other.take(at(PlayedTable.close))
        return [*told, *room.referee.entries[entries:]]

    room.side.take(at(FieldSide.touch_field, move.start))
    shown = room.side.model()
    assert (
        touched(at(FieldSide.touch_field, move.to))
        == touched(at(FieldSide.summon, enters.piece), at(FieldSide.touch_field, enters.at))
        == []
    )
    assert room.side.model() == shown
    room.side.take(at(PlayedTable.close))
    own = room.tables[0]
    own.take(at(FieldSide.touch_field, move.start))
    assert own.model().shared.headline.endswith(f"on {move.start}"), "its own page says what was touched"
    own.take(at(FieldSide.touch_field, move.to))
    assert at(PlayedTable.tell, move) in room.touches(0), "whose move it is may tell it"
    own.take(at(PlayedTable.close))
    room.side.take(at(PlayedTable.tell, Moved(0, "c2", "e2")))
    lit = [name for name, mark in room.side.model().own.marks.items() if mark == "chosen"]
    assert room.side.model().kind == "refuse" and lit
    assert touched(at(FieldSide.touch_field, lit[0])) == []


DONE = at(PlayedTable.press_button, "done")


def test_a_phone_at_zong_changes_nothing_of_what_another_seat_tells() -> None:
    """Throws, flicks, points and clean-ups of a game by lot: what a seat to act may touch, others may not."""
    room, rng, changed = Room("zong"), Random(9), set()
    own, differ = room.side.own, retold(differing=True, touched=None)
    while isinstance(turn := room.side.session.reply.turn, Seats):
        colours = [draft(TrackSide.touch_piece, colour) for colour in own.colours]
        drafts = {
            touch for seat in room.tables for touch in room.touches(seat) if isinstance(touch, DraftTouch)
        }
        touches = (
            *drafts,
            *colours,
            draft(TrackSide.list_discs, listed=False),
            draft(TrackSide.take_along, own.colours[0]),
            DONE,
        )
        told, shown = own.telling, room.side.model()
        for seat in room.tables.keys() - turn.seats:
            for touch in touches:
                room.tables[seat].take(touch)
                assert own.telling == told, touch
            assert not set(touches) & set(room.touches(seat))
            assert room.side.model() == shown
        for touch in touches:
            if len(turn.seats) == 1 and touch != DONE and touch != differ:
                room.tables[next(iter(turn.seats))].take(touch)
                changed |= {kind_of(touch)} if own.telling != told else set()
                own.telling = told
        room.play(rng)
    known = TrackSide.add_disc, TrackSide.list_discs, TrackSide.take_along, TrackSide.touch_piece
    assert changed >= {*known}


def _starts(room: Room) -> dict[tuple[str, str], Seat]:
    """Where pieces may go from where, and whose they are."""
    return {
        (event.start, event.to): event.seat
        for event in room.lawful()
        if event.start and event.to and event.seat is not None
    }


def test_seats_keep_their_phones_when_a_game_is_gone_on_with(phones: WebPhones, tmp_path: Path) -> None:
    desk = desk_with(phones, tmp_path)
    phones.turn_on()
    desk.tick()
    token = tonight(phones).evening.let_in(tonight(phones).evening.invite(0), "a phone")
    side = desk.side
    phones.tick(None)
    phones.tick(side)
    assert tonight(phones).evening.guest(token) is not None
    other = Maker(tmp_path / "other", all_games()["zong"]).started().side
    phones.tick(other)
    assert tonight(phones).evening.guest(token) is None
