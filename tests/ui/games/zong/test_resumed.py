"""A game of ZONG whose program ended in the middle of something, gone on with from the home screen."""

from pathlib import Path

import pytest

from companion.games.zong import GAME
from companion.games.zong.events import Disputed, Rest, Threw, Voted, Zonged
from companion.referee import Referee
from tests.ui.journal.journals import unfinished
from tests.ui.zong_room import FLICK, Room, kinds, model_of, press, state_of
from ui.box.opening import sources
from ui.games.zong.side import TrackSide, retold
from ui.journal.store import open_store
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk
from ui.pages.played_table import Asking, PlayedTable
from ui.present.models import StepModel
from ui.present.touches import Resume, at

REST = {"red": Rest(239.0, 205.0), "blue": Rest(130.5, 34.0), "green": Rest(338.0, 182.5)}
BEFORE = (Threw(0, FLICK), Zonged(0, REST))


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def gone_on(room: Room, left: Desk) -> Desk:
    """The desk of the next start of the program, after the one that is left has ended."""
    left.kept.store.close()
    maker = room.made.maker
    store = open_store(maker.folder / f"box{maker.count}" / "games")
    desk = Desk(store, maker.plain, Agreement((GAME,), sources, "simulated"))
    home = desk.model()
    assert isinstance(home, StepModel)
    assert isinstance(home.keys[0].action, Resume)
    desk.send(home.keys[0].action)
    desk.tick()
    return desk


def test_after_a_throw(room: Room) -> None:
    desk = room.spread(then=BEFORE[:1])
    again = gone_on(room, desk)
    assert state_of(again) == state_of(desk)
    assert model_of(again).headline == "Ann to ZONG"


def test_in_the_middle_of_a_clean_up_with_every_position(room: Room) -> None:
    desk = room.spread(then=BEFORE)
    desk.send(retold(ticked=frozenset({"blue"})))
    again = gone_on(room, desk)
    assert state_of(again).rest == state_of(desk).rest
    before, now = model_of(desk).own, model_of(again).own
    assert before is not None and now is not None
    assert {way.colour: way.end for way in now.arrows} == {way.colour: way.end for way in before.arrows}
    assert not any(way.done for way in now.arrows), "what was ticked by hand is looked at again"
    press(again, "All pieces are back")
    assert kinds(again)[-1] == "Cleaned"


def test_in_the_middle_of_a_vote_with_the_votes_that_were_booked(room: Room) -> None:
    desk = room.spread(then=(*BEFORE, Disputed("blue"), Voted(1, "3")))
    again = gone_on(room, desk)
    assert state_of(again) == state_of(desk)
    track = model_of(again).own
    assert track is not None
    assert [cell.keys[0].enabled for cell in track.cells] == [True, False, True, True]
    for seat in (0, 2):
        again.send(at(TrackSide.cast_vote, seat, "3"))
    press(again, "Count the votes")
    again.tick()
    assert dict(state_of(again).vote.decided)[1] == "3"


def test_a_flick_taken_back_by_all_leaves_every_piece_where_it_stood(room: Room) -> None:
    desk = room.spread(then=BEFORE[:1])
    book = state_of(desk).book()
    for event in (BEFORE[1], Disputed("blue")):
        desk.session.tell(event)
    desk.send(at(PlayedTable.press_button, "back"))
    assert state_of(desk).phase == "cleanup", "a dispute is no vote yet: it goes by itself"
    desk.send(at(PlayedTable.press_button, "back"))
    for seat in range(4):
        desk.send(at(Asking.agree_back, seat))
    assert (state_of(desk).phase, state_of(desk).book()) == ("lightning", book)
    assert state_of(desk).rest == ()


def test_a_record_is_played_again_to_the_same_state(room: Room) -> None:
    desk = room.spread(then=(*BEFORE, Disputed("blue"), Voted(1, "3")))
    maker = room.made.maker
    store = open_store(maker.folder / f"box{maker.count}" / "games")
    left = unfinished(store)
    assert left is not None
    again = Referee(GAME, desk.session.referee.setup, lambda line: None, store.kept(left.id).lines)
    assert again.state == state_of(desk)
