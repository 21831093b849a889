"""What one pair of eyes may see leaves its page by its owner's word alone: halves behind the screen, own cards."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Setup, checked
from companion.games.zones import GAME
from companion.games.zones.events import Laid, Lifted
from companion.weigh import Refuse
from tests.situations.screens import situations
from tests.ui.zones_room import ANN, BEN, Room, looked, model_of, open_half, state_of, tell_half
from ui.demo.playing import Misread, Screened
from ui.games.zones.deeds import OwnDeeds
from ui.games.zones.side import FieldSide, begun
from ui.pages.played_table import PlayedTable
from ui.pages.private_view import PrivateView
from ui.present.touches import at
from ui.watching.perfect_eye import scene


def test_a_half_that_is_kept_for_its_seat_is_not_said_to_be_ready(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    open_half(desk, 0)
    tell_half(desk, ANN)
    desk.send(at(FieldSide.hide_half))
    desk.tick()
    state = state_of(desk)
    assert state.screen.halves[0].base == ANN.base and state.screen.halves[0].pieces == ANN.pieces
    assert state.screen.ready == (False, False)
    draft = begun(state, 0)
    assert not draft.event(whole=False).whole and draft.event().whole


def test_a_half_is_shown_to_nobody_before_its_curtain_is_open(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    desk.send(at(PrivateView.draw_curtain, 0))
    assert desk.side is not None and desk.side.own.shown is None
    desk.send(at(PrivateView.open_curtain))
    assert desk.side.own.shown is not None


def test_no_half_waits_to_be_read_once_the_screen_is_lifted(tmp_path: Path) -> None:
    desk = Room(tmp_path).begun()
    looked(desk, ANN, BEN, hand=True)
    desk.send(at(FieldSide.read_half, 0))
    assert desk.side is not None and desk.side.own.due
    for event in (ANN, BEN, Lifted()):
        desk.session.tell(event)
    desk.tick()
    assert not desk.side.own.due


def halves_laid() -> tuple[Any, Any, Screened]:
    """The state before anything of the halves of a demo is told, that in which both lie, and what the demo does."""
    hands: Any = None
    state, deeds = GAME.start(checked(GAME, Setup(2))), OwnDeeds(GAME, hands, Random(4))
    screened = deeds.screened(state)
    assert screened is not None
    return state, deeds.laid, screened


def test_of_a_half_in_a_demo_is_told_what_the_camera_has_read() -> None:
    state, laid, (look, following) = halves_laid()
    told = following(scene(look))
    assert (
        isinstance(told, Laid) and GAME.after(state, told).screen.halves[0].base == laid.screen.halves[0].base
    )


def test_a_half_in_a_demo_that_was_read_otherwise_than_it_lies_is_said_to_be() -> None:
    _state, laid, (look, following) = halves_laid()
    piece = laid.screen.halves[0].pieces[0][1]
    with pytest.raises(Misread, match="seat 0"):
        following(scene(look, **{piece: ()}))


@pytest.mark.parametrize("page", ["touch-curtain", "touch-pad", "touch-chosen", "own-curtain", "own-cards"])
def test_every_page_for_one_pair_of_eyes_has_a_way_to_the_shared_screen(tmp_path: Path, page: str) -> None:
    desk = situations(tmp_path)[page]()
    leaves = [key for key in model_of(desk).answers if key.action == at(PlayedTable.close)]
    assert leaves
    desk.send(leaves[0].action)
    assert desk.side is not None and desk.side.focus.alone is None


def test_own_cards_are_hidden_as_soon_as_something_is_in_question(tmp_path: Path) -> None:
    desk = situations(tmp_path)["own-cards"]()
    desk.tick()
    assert desk.side is not None and desk.side.focus.alone == 0
    session = desk.session
    violation: Any = None
    session.reply = replace(session.reply, verdict=Refuse(session.referee.entries[-1].event, violation))
    desk.tick()
    assert desk.side.focus.alone is None
