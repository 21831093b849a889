"""The session: presses, throws, scenes, devices that fail, a journal that cannot be written, a game resumed."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.game import Over, Setup
from companion.referee import Referee
from companion.sight import Scene
from companion.weigh import LOST_S, SETTLE_S, Accept, Lost, Refuse, Same, Wait
from hardware.said import Said
from tests import shown
from tests.toys.strip import GAME
from tests.toys.strip.rules import Slid, Tossed, TurnedUp
from tests.ui.at_box import FINE, Box
from tests.ui.journal.journals import unfinished
from ui.box.session import Press, Session
from ui.box.throws import SHOWN_SECONDS
from ui.journal.store import StoreFault, open_store
from ui.outcome import told


@pytest.fixture
def box() -> Box:
    return Box()


def test_a_seat_presses_and_its_penny_is_told_when_the_lamps_have_run(box: Box) -> None:
    assert box.panel.on == {"turn0"}
    box.session.inbox.post_press(Press("seat0", "panel"))
    assert box.session.tick()
    assert box.session.thrown == {0: "heads"}
    assert box.session.running
    assert box.referee.entries == ()
    seen = set()
    while box.now < SHOWN_SECONDS:
        seen |= box.panel.on
        box.now += 0.05
        box.session.tick()
    assert seen >= {"heads", "tails"}
    assert [(entry.by, entry.event) for entry in box.referee.entries] == [("panel", Tossed("heads"))]
    assert box.session.thrown == {0: "heads"}
    assert box.panel.on == {"heads", "turn0"}
    box.session.tell(Slid(0, "s2", "s3"))
    box.session.tick()
    assert box.session.thrown == {}
    assert box.panel.on == {"turn1"}


def test_a_press_out_of_turn_or_twice_throws_nothing(box: Box) -> None:
    box.session.press("seat1")
    assert box.session.thrown == {}
    box.session.press("seat7")
    box.session.press("seat0")
    box.session.press("seat0")
    box.now += SHOWN_SECONDS
    box.session.tick()
    box.session.press("seat0")
    box.now += SHOWN_SECONDS
    box.session.tick()
    assert len(box.referee.entries) == 1


def test_what_the_table_shows_is_booked_once(box: Box) -> None:
    box.tossed()
    box.shows(box.after(Slid(0, "s2", "s3")))
    assert isinstance(box.session.reply.verdict, Accept)
    assert [entry.by for entry in box.referee.entries] == ["touch", "camera"]
    assert not box.session.tick()
    box.shows(box.after())
    assert [entry.event for entry in box.referee.entries] == [Tossed("heads"), Slid(0, "s2", "s3")]


def test_a_table_that_nobody_understands_is_weighed_again_once_it_has_held_long_enough_to_be_lost(
    box: Box,
) -> None:
    """Nothing else about it is new then, and a picture in which nothing is new is not shown to the referee."""
    box.tossed()
    nothing = replace(box.after(), sightings=())
    verdicts = []
    for still_for in (SETTLE_S, 2.0, LOST_S - 0.1, LOST_S, LOST_S + 9.0):
        box.shows(replace(nothing, still_for=still_for))
        verdicts.append(type(box.session.reply.verdict))
    assert verdicts == [Wait, Wait, Wait, Lost, Lost]
    assert "trouble" in box.panel.on


def test_a_table_is_weighed_again_once_it_has_settled(box: Box) -> None:
    box.tossed()
    moved = box.after(Slid(0, "s2", "s3"))
    for still_for, entries in ((0.0, 1), (SETTLE_S - 0.1, 1), (SETTLE_S, 2)):
        box.shows(replace(moved, still_for=still_for))
        assert len(box.referee.entries) == entries


def test_done_judges_a_table_that_is_not_still_yet_and_back_takes_back(box: Box) -> None:
    box.tossed()
    moving = shown.scene(GAME.look(GAME.after(box.referee.state, Slid(0, "s2", "s3"))), 0.1)
    box.shows(moving)
    assert len(box.referee.entries) == 1
    box.session.inbox.post_press(Press("done", "panel"))
    box.session.tick()
    assert len(box.referee.entries) == 2
    box.source.scene = None
    box.session._scene = None
    box.session.press("back")
    assert box.referee.standing[-1].event == Tossed("heads")
    assert box.referee.entries[-1].by == "touch"


def test_a_dispute_stops_the_camera_from_booking_until_it_is_settled(box: Box) -> None:
    box.tossed()
    box.session.press("dispute")
    assert box.session.disputed
    assert "trouble" in box.panel.on
    box.shows(box.after(Slid(0, "s2", "s3")))
    assert len(box.referee.entries) == 1
    box.session.press("dispute")
    box.session.tick()
    assert len(box.referee.entries) == 2


def test_a_dispute_ends_with_what_the_people_tell(box: Box) -> None:
    box.tossed()
    box.session.press("dispute")
    box.session.tell(Slid(0, "s2", "s3"))
    assert not box.session.disputed


def test_a_refusal_lights_trouble_and_changes_nothing(box: Box) -> None:
    box.tossed()
    reply = box.session.tell(Slid(0, "s1", "s3"))
    assert isinstance(reply.verdict, Refuse)
    box.session.tick()
    assert "trouble" in box.panel.on
    assert len(box.referee.entries) == 1
    box.session.tell(Slid(0, "s1", "s3"), waive="one-step")
    box.session.tick()
    assert "trouble" not in box.panel.on


def test_a_camera_unplugged_in_mid_game_is_a_trouble_and_the_game_goes_on(box: Box) -> None:
    box.tossed()
    box.shows(box.after())
    before = box.referee.state
    box.source.broken = OSError("No such device")
    box.shows(box.after())
    assert box.session.trouble == "The camera gives no picture: No such device"
    assert "trouble" in box.panel.on
    assert box.referee.state == before
    box.session.tell(Slid(0, "s2", "s3"))
    box.source.broken, box.source.trouble = None, "The camera is asleep."
    box.shows(box.after())
    assert box.session.trouble == "The camera is asleep."
    box.source.trouble = None
    box.shows(box.after(Slid(1, "s4", "s3")))
    assert box.session.trouble is None
    assert isinstance(box.session.reply.verdict, Refuse)
    box.shows(box.after(TurnedUp(1, "s4", "owl")))
    assert len(box.referee.entries) == 3


def test_a_camera_lost_between_two_ticks_changes_what_is_shown_though_no_picture_comes(box: Box) -> None:
    box.shows(box.after())
    box.session.tick()
    assert not box.session.tick()
    box.source.scene, box.source.trouble = None, "The camera is asleep."
    assert box.session._camera is not None
    box.session._camera.look()
    assert box.session.tick()
    assert box.session.trouble == "The camera is asleep."
    assert not box.session.tick()
    box.source.trouble = None
    box.session._camera.look()
    assert box.session.tick()


def test_a_picture_that_breaks_the_eye_does_not_break_the_game(box: Box) -> None:
    box.eye.broken = ValueError("odd picture")
    box.shows(box.after())
    assert box.session.trouble == "A picture could not be read: odd picture"
    box.eye.broken = None
    box.shows(box.after())
    assert box.session.trouble is None


def test_without_the_mat_nothing_is_judged_and_the_reason_is_said(box: Box) -> None:
    box.tossed()
    box.eye.how = FINE | {"mat": SimpleNamespace(found=False, why="Two corner tags are hidden.")}
    box.shows(Scene(still_for=60.0))
    assert box.session.trouble == "Two corner tags are hidden."
    box.session.press("done")
    assert isinstance(box.session.reply.verdict, Same | Accept)
    assert len(box.referee.entries) == 1
    box.eye.how = FINE | {"light": SimpleNamespace(ok=False, why="It is too dark.")}
    box.shows(box.after(Slid(0, "s2", "s3")))
    assert box.session.troubles == ("It is too dark.",)
    assert len(box.referee.entries) == 2
    blur = {"why": "The picture is not sharp."}
    box.eye.how = FINE | {
        "mat": SimpleNamespace(found=False, **blur),
        "light": SimpleNamespace(ok=False, **blur),
    }
    box.shows(Scene(still_for=60.0))
    assert box.session.troubles == ("The picture is not sharp.",), "told once"


def test_a_full_disk_leaves_the_game_as_it_was_and_is_tried_again(box: Box) -> None:
    box.tossed()
    box.fault = StoreFault("games: the disk is full")
    scene = box.after(Slid(0, "s2", "s3"))
    box.shows(scene)
    assert box.session.trouble == "games: the disk is full"
    assert len(box.referee.entries) == 1
    box.session.tell(Slid(0, "s2", "s3"))
    assert len(box.referee.entries) == 1
    box.fault = None
    box.session.tick()
    assert len(box.referee.entries) == 1
    box.now += 1.1
    box.session.tick()
    assert len(box.referee.entries) == 2
    assert box.session.trouble is None


def test_a_throw_that_could_not_be_written_is_kept_and_written_later(box: Box) -> None:
    box.fault = StoreFault("full")
    box.tossed()
    assert box.session.thrown == {0: "heads"}
    assert box.referee.entries == ()
    box.session.press("seat0")
    box.fault = None
    box.now += 1.1
    box.session.tick()
    assert [entry.event for entry in box.referee.entries] == [Tossed("heads")]


def test_a_tap_is_tried_again_at_the_next_tap(box: Box) -> None:
    box.tossed()
    box.fault = StoreFault("full")
    box.session.tell(Slid(0, "s2", "s3"))
    box.fault = None
    assert isinstance(box.session.tell(Slid(0, "s2", "s3")).verdict, Accept)
    assert box.session.trouble is None


def resumed(box: Box) -> Box:
    return Box(list(box.lines))


def test_a_resumed_game_first_says_where_table_and_book_differ(box: Box) -> None:
    box.tossed()
    box.shows(box.after(Slid(0, "s2", "s3")))
    again = resumed(box)
    assert again.session.checking
    assert again.referee.state == box.referee.state
    again.shows(again.after(Slid(1, "s4", "s2")))
    assert again.session.checking
    assert {difference.region for difference in again.session.reply.differences} == {"s2", "s4"}
    assert len(again.referee.entries) == 2
    again.shows(Scene(hand=True))
    assert again.session.checking
    again.shows(again.after())
    assert not again.session.checking
    assert again.session.reply.differences == ()
    again.shows(again.after(TurnedUp(1, "s4", "owl")))
    assert len(again.referee.entries) == 3


def test_a_resumed_game_says_what_was_played_in_the_meantime(box: Box) -> None:
    box.tossed()
    again = resumed(box)
    again.shows(again.after(Slid(0, "s2", "s3")))
    assert again.session.checking
    assert again.session.meanwhile == (Slid(0, "s2", "s3"),)
    again.session.answer(again.session.meanwhile)
    assert not again.session.checking
    assert len(again.referee.entries) == 2


def test_done_says_that_the_table_of_a_resumed_game_is_right(box: Box) -> None:
    box.tossed()
    again = resumed(box)
    again.shows(again.after(Slid(0, "s2", "s3")))
    assert len(again.referee.entries) == 1
    again.session.press("done")
    again.session.tick()
    assert len(again.referee.entries) == 2


def test_what_people_tell_of_a_resumed_game_goes_on_with_it(box: Box) -> None:
    box.tossed()
    again = resumed(box)
    again.shows(again.after(Slid(0, "s2", "s3"), Slid(1, "s4", "s2")))
    assert again.session.checking
    again.session.tell(Slid(0, "s2", "s3"))
    assert not again.session.checking, "else what came of it is never shown"


def test_without_a_camera_a_resumed_game_goes_on_at_once(box: Box) -> None:
    box.tossed()
    assert not Box(list(box.lines), seen=False).session.checking


def test_how_the_game_ended_is_noted_and_unnoted_in_the_journal(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games")
    book = store.begin("strip", ("Ann", "Bo"))
    referee = Referee(GAME, Setup(2, (), ("Ann", "Bo")), book.write)
    session = Session(referee, book=book)
    session.tell(Tossed("heads"))
    for seat, src, dst in (
        (0, "s2", "s3"),
        (1, "s4", "s2"),
        (0, "s3", "s4"),
        (1, "s5", "s3"),
        (0, "s4", "s5"),
    ):
        session.tell(Slid(seat, src, dst), waive="one-step")
    session.tick()
    assert isinstance(session.reply.turn, Over)
    assert told(store.games()[0].result or "", ("Ann",)) == "Ann won. A card stands on the far end."
    session.take_back()
    session.tick()
    assert unfinished(store) is not None
    store.close()


def test_an_end_that_could_not_be_noted_is_noted_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(tmp_path / "games")
    book = store.begin("strip")
    now = 0.0
    session = Session(Referee(GAME, Setup(), book.write), book=book, clock=lambda: now)
    session.tell(Tossed("heads"))
    for seat, src, dst in (
        (0, "s2", "s3"),
        (1, "s4", "s2"),
        (0, "s3", "s4"),
        (1, "s5", "s3"),
        (0, "s4", "s5"),
    ):
        session.tell(Slid(seat, src, dst), waive="one-step")

    def full(words: str | None) -> None:
        raise StoreFault("full")

    with monkeypatch.context() as broken:
        broken.setattr(book, "finish", full)
        session.tick()
        assert session.trouble == "full"
    now = 5.0
    session.tick()
    assert session.trouble is None
    assert unfinished(store) is None
    store.close()


def test_lamps_that_no_longer_answer_are_said_until_they_do(box: Box) -> None:
    box.panel.failing = Said("the lamps do not answer: {why}", why="bus gone")
    assert box.session.tick()
    assert box.session.troubles == ("the lamps do not answer: bus gone",)
    box.panel.failing = None
    assert box.session.tick()
    assert box.session.trouble is None
