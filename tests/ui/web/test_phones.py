"""Phones at the desk: turned on and off by a touch, invitations that end, touches that come too late."""

import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import all_games
from companion.lawful import drawn
from tests.situations.maker import Maker
from tests.ui.opponents.evening import Evening
from tests.ui.web.test_in_browser import NoGames
from ui.pages.desk import Desk
from ui.pages.phones_page import PhonesPage
from ui.present.desk_touches import Goto
from ui.present.phones import HideInvitation, Invite, SignOut, TurnPhonesOff, TurnPhonesOn
from ui.present.steps import StepModel
from ui.present.table_touches import PressButton, TouchSquare
from ui.web import tonight as web_tonight
from ui.web.hub import Pressed
from ui.web.phones import WebPhones


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
    desk.let_in(phones)
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
    assert not phones.is_on
    assert phones.addresses == ()
    desk.send(Goto("phones"))
    desk.send(TurnPhonesOn())
    host, port = phones.addresses[0].removeprefix("http://").split(":")
    socket.create_connection((host, int(port)), 5).close()
    code = phones.code
    assert code in says(desk)
    desk.send(TurnPhonesOff())
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((host, int(port)), 5)
    desk.send(TurnPhonesOn())
    assert phones.code != code


def test_an_invitation_is_shown_to_one_and_ends_when_the_page_is_left(
    phones: WebPhones, tmp_path: Path
) -> None:
    desk = desk_with(phones, tmp_path)
    desk.send(Goto("phones"))
    desk.send(TurnPhonesOn())
    desk.send(Invite(0))
    page = desk._stack.top
    assert isinstance(page, PhonesPage)
    assert page._invited is not None
    code = page._invited[1]
    assert code in says(desk)
    assert "Ann" in says(desk)
    assert "Ben" not in says(desk)
    desk.send(HideInvitation())
    assert code not in says(desk)
    assert not phones.is_invited(code)
    desk.send(Invite(1))
    code = page._invited[1]
    desk.send(Goto("settings"))
    assert not phones.is_invited(code)


def test_a_page_on_which_nothing_changes_is_drawn_once(phones: WebPhones, tmp_path: Path) -> None:
    """One that is drawn anew at every tick of the game has no key that a finger could press."""
    desk = desk_with(phones, tmp_path)
    desk.send(Goto("phones"))
    desk.send(TurnPhonesOn())
    assert desk.model() == desk.model()
    desk.send(Invite(0))
    assert desk.model() == desk.model()


def test_a_network_that_comes_or_changes_is_shown_while_the_page_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, found = [0.0], [()]
    monkeypatch.setattr(web_tonight, "own_addresses", lambda: found[0])
    phones = WebPhones(NoGames(), clock=lambda: now[0])
    desk = desk_with(phones, tmp_path)
    desk.send(Goto("phones"))
    desk.send(TurnPhonesOn())
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
    desk.let_in(phones)
    desk.send(Goto("phones"))
    desk.send(TurnPhonesOn())
    assert [key.action.seat for key in shown(desk).keys if isinstance(key.action, Invite)] == [0]
    desk.close()


def test_who_came_in_is_counted_and_signed_out(phones: WebPhones, tmp_path: Path) -> None:
    desk = desk_with(phones, tmp_path)
    desk.send(Goto("phones"))
    desk.send(TurnPhonesOn())
    token = tonight(phones).evening.let_in(phones.invite(1), "a phone")
    desk.tick()
    assert "Sign Ben’s phones out" in says(desk)
    desk.send(SignOut(1))
    assert tonight(phones).evening.guest(token) is None
    assert "Sign Ben" not in says(desk)


def test_the_box_has_no_phone(phones: WebPhones, tmp_path: Path) -> None:
    desk = Evening(tmp_path, "zones").desk
    desk.let_in(phones)
    desk.send(Goto("phones"))
    desk.send(TurnPhonesOn())
    assert [key.action for key in shown(desk).keys if isinstance(key.action, Invite)] == [Invite(0)]
    desk.send(Invite(1))
    page = desk._stack.top
    assert isinstance(page, PhonesPage) and page._invited is None
    assert desk.side is not None
    desk.side.close()


def test_a_port_that_is_taken_is_no_hindrance_and_none_at_all_is_said(
    phones: WebPhones, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_with(phones, tmp_path)
    desk.send(Goto("phones"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(web_tonight, "PORTS", (port,))
        desk.send(TurnPhonesOn())
        assert not phones.is_on
        banner = shown(desk).banner
        assert banner is not None
        assert str(port) in banner.words
        monkeypatch.setattr(web_tonight, "PORTS", (port, 0))
        desk.send(TurnPhonesOn())
        assert phones.is_on


def offered(phones: WebPhones, seat: int, touch: Any) -> Pressed:
    """A key of a seat's page that sends this, as its phone would press it."""
    tonight(phones)._draw(seat)
    page, _seq, keys = tonight(phones)._offered[seat][-1]
    return Pressed(seat, page, keys.key(touch))


def test_a_touch_that_comes_too_late_does_nothing(phones: WebPhones, tmp_path: Path) -> None:
    desk = desk_with(phones, tmp_path, "zoon_alternate")
    phones.turn_on()
    desk.tick()
    session, lots = desk.session, Random(2)
    while len(session.referee.entries) < 6:
        event = drawn(session.referee.game, session.referee.state, lots.randrange)
        assert event is not None
        session.tell(event)
    late = offered(phones, 0, PressButton("dispute"))
    event = drawn(session.referee.game, session.referee.state, lots.randrange)
    assert event is not None
    session.tell(event)
    tonight(phones).hub.pressed.put(late)
    desk.tick()
    assert not session.disputed
    tonight(phones).hub.pressed.put(offered(phones, 0, PressButton("dispute")))
    desk.tick()
    assert session.disputed


def test_what_a_phone_looks_at_the_box_does_not_show(phones: WebPhones, tmp_path: Path) -> None:
    desk = desk_with(phones, tmp_path, "zoon_alternate")
    phones.turn_on()
    desk.tick()
    side = desk.side
    assert side is not None
    tonight(phones).hub.pressed.put(offered(phones, 1, TouchSquare("c3")))
    desk.tick()
    assert side.focus.square is None
    assert tonight(phones)._seats[1].model().shared.kind == "square"
    assert tonight(phones)._seats[0].model().shared.kind != "square"


def test_seats_keep_their_phones_when_a_game_is_gone_on_with(phones: WebPhones, tmp_path: Path) -> None:
    desk = desk_with(phones, tmp_path)
    phones.turn_on()
    desk.tick()
    token = tonight(phones).evening.let_in(phones.invite(0), "a phone")
    side = desk.side
    phones.tick(None)
    phones.tick(side)
    assert tonight(phones).evening.guest(token) is not None
    other = Maker(tmp_path / "other", all_games()["zong"]).started().side
    phones.tick(other)
    assert tonight(phones).evening.guest(token) is None
