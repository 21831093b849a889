"""Votes of ZONG at the screen: one tap or one button a seat; a win is never decided by a measurement alone."""

from pathlib import Path

import pytest

from companion.game import Over
from companion.games.zong import GAME
from companion.games.zong.events import Disputed, Rest, Voted, Zonged
from companion.journal import play_while_valid
from companion.sight import Scene
from tests.ui.zong_room import Room, keys_of, kinds, model_of, press, side_of, state_of
from ui.box.session import Press
from ui.games.zong.side import TrackSide
from ui.pages.played_table import PlayedTable
from ui.present.touches import at, draft


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def choices(desk) -> list[str]:  # type: ignore[no-untyped-def]
    track = model_of(desk).own
    assert track is not None
    return [key.action.given[1] for key in track.cells[0].keys]


def test_a_piece_seen_differently_is_voted_on(room: Room) -> None:
    desk = room.made.cleanup(4)
    press(desk, "We see it differently")
    assert state_of(desk).phase == "cleanup", "which piece has to be said"
    desk.send(draft(TrackSide.touch_piece, "blue"))
    assert desk.session.referee.entries[-1].event == Disputed("blue")
    assert state_of(desk).phase == "vote"


def test_one_tap_a_seat_and_the_majority_decides(room: Room) -> None:
    desk = room.made.cleanup(4)
    desk.send(draft(TrackSide.touch_piece, "blue"))
    press(desk, "We see it differently")
    measured, other = choices(desk)[:2]
    for seat in (0, 1, 3):
        assert not [key for key in keys_of(desk) if key.words == "Count the votes" and key.enabled]
        desk.send(at(TrackSide.cast_vote, seat, other))
    press(desk, "Count the votes")
    assert state_of(desk).phase == "cleanup"
    assert dict(state_of(desk).vote.decided) == {1: other} and other != measured
    said = model_of(desk).past
    assert said[0].words == f"Dan votes for {other}; so blue belongs on {other}"
    votes = [entry.event for entry in desk.session.referee.entries if isinstance(entry.event, Voted)]
    assert votes == [Voted(0, other), Voted(1, other), Voted(3, other)]
    track = model_of(desk).own
    assert track is not None
    assert (
        next(cell for cell in track.cells if cell.action == draft(TrackSide.touch_piece, "blue")).after
        == "decided"
    )
    states, stop = play_while_valid(GAME, desk.session.referee.setup, desk.session.referee.entries)
    assert stop is None and states[-1] == state_of(desk), "the record alone tells what the vote decided"


def test_a_tie_goes_to_what_was_measured(room: Room) -> None:
    desk = room.made.told(room.made.cleanup(4), (Disputed("blue"),))
    measured, other = choices(desk)[:2]
    for seat, vote in enumerate((other, measured, other, measured)):
        desk.send(at(TrackSide.cast_vote, seat, vote))
    desk.send(at(PlayedTable.press_button, "done"))
    assert dict(state_of(desk).vote.decided) == {1: measured}


def test_one_button_a_seat_goes_through_the_choices(room: Room) -> None:
    desk = room.made.told(room.made.cleanup(6), (Disputed("blue"),))
    may = choices(desk)
    for _press in range(2):
        desk.session.inbox.post_press(Press("seat5", "panel"))
    desk.session.inbox.post_press(Press("seat0", "panel"))
    desk.tick()
    assert dict(side_of(desk).telling.votes) == {5: may[1], 0: may[0]}
    desk.session.inbox.post_press(Press("done", "panel"))
    desk.tick()
    assert state_of(desk).phase == "vote", "two of six are no majority"
    for seat in (1, 2, 3):
        desk.session.inbox.post_press(Press(f"seat{seat}", "panel"))
    desk.tick()
    desk.session.inbox.post_press(Press("done", "panel"))
    desk.tick()
    assert dict(state_of(desk).vote.decided) == {1: may[0]}
    assert kinds(desk).count("Voted") == 4, "once four of six agree nobody else need be heard"


def test_another_square_may_be_voted_for(room: Room) -> None:
    desk = room.made.told(room.made.cleanup(4), (Disputed("blue"),))
    desk.send(draft(TrackSide.vote_square, "4"))
    assert choices(desk)[-1] == "4"
    for seat in range(3):
        desk.send(at(TrackSide.cast_vote, seat, "4"))
    press(desk, "Count the votes")
    assert dict(state_of(desk).vote.decided) == {1: "4"}


@pytest.mark.parametrize("x", [275.4, 276.0, 277.9, 278.9])
def test_a_piece_within_three_millimetres_of_the_goal_is_put_to_the_table(room: Room, x: float) -> None:
    """The goal's side is at x = 265, a piece is 22 mm across: at 276 it touches the side."""
    desk = room.made.told(room.flicking(), (Zonged(0, {"blue": Rest(x, 206.0)}),))
    assert not isinstance(desk.session.reply.turn, Over)
    assert state_of(desk).phase == "vote"
    track = model_of(desk).own
    assert track is not None and "goal" in choices(desk)
    left, near, width, height = track.window
    assert width < 150 and left < x < left + width and near < 206 < near + height, "enlarged"
    for seat in range(4):
        desk.send(at(TrackSide.cast_vote, seat, "goal"))
    press(desk, "Count the votes")
    assert desk.session.reply.turn.winners == (1,)


def test_a_piece_well_on_the_goal_has_won_at_once(room: Room) -> None:
    desk = room.made.told(room.flicking(), (Zonged(0, {"blue": Rest(286.0, 206.0)}),))
    assert isinstance(desk.session.reply.turn, Over)
    assert model_of(desk).kind == "over"


def test_two_on_the_goal_are_voted_on_by_colour(room: Room) -> None:
    rest = {"blue": Rest(286.0, 195.9), "green": Rest(286.0, 216.3)}
    desk = room.made.told(room.flicking(), (Zonged(0, rest),))
    while state_of(desk).vote.asked != "goal":
        for seat in range(4):
            desk.send(at(TrackSide.cast_vote, seat, "goal"))
        press(desk, "Count the votes")
    assert set(choices(desk)) == {"blue", "green"}
    for seat in range(3):
        desk.send(at(TrackSide.cast_vote, seat, "green"))
    press(desk, "Count the votes")
    assert desk.session.reply.turn.winners == (2,)


def test_votes_are_counted_with_a_hand_over_the_table(room: Room) -> None:
    desk = room.made.told(room.made.cleanup(4), (Disputed("blue"),))
    for seat in range(4):
        desk.send(at(TrackSide.cast_vote, seat, "4"))
    desk.session._scene = Scene((), hand=True)
    desk.session.inbox.post_press(Press("done", "panel"))
    desk.tick()
    assert dict(state_of(desk).vote.decided) == {1: "4"}
