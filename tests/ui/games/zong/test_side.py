"""ZONG told at the screen: discs, dragged pieces, clean-ups, spirals, points; what the camera sees is ticked off."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.games.zong.events import Rest, Starts, Zonged
from companion.games.zong.rest import placings, sorted_out
from companion.rulebook import rule
from tests.ui.zong_room import (
    FLICK,
    SLOW,
    SPIRAL,
    Advanced,
    Disc,
    Room,
    Threw,
    keys_of,
    kinds,
    looked,
    model_of,
    press,
    side_of,
    state_of,
)
from ui.faces.face import face_of
from ui.games.zong.side import TrackSide
from ui.games.zong.track import DISC_INKS, DiscFace, ThrowModel
from ui.games.zong.words import disc_words
from ui.pages.desk import Desk
from ui.pages.played_table import Asking, PlayedTable
from ui.present.touches import DragPiece, TouchSquare, at, draft
from vision.printed.marks import Disc as Drawn


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def faces_of(desk: Desk) -> dict[str, list[DiscFace]]:
    """The faces of the discs on the screen, by what they are called."""
    shown = model_of(desk).own
    assert isinstance(shown, ThrowModel)
    found: dict[str, list[DiscFace]] = {}
    for face in (face for disc in shown.discs for face in disc):
        found.setdefault(face.words, []).append(face)
    return found


def test_a_throw_is_told_disc_by_disc(room: Room) -> None:
    desk = room.begun()
    assert set(faces_of(desk)) >= {"Blue 1", "Violet 7", "Lightning", "Spiral"}
    for disc in FLICK:
        assert not any(key.weight == "main" for key in keys_of(desk))
        desk.send(faces_of(desk)[disc_words(disc)][0].action)
    press(desk, "1 lightning bolt and 1 point")
    assert state_of(desk).phase == "lightning"
    assert state_of(desk).throw.thrown == FLICK


def test_the_key_says_what_is_booked_and_where_it_leads(room: Room) -> None:
    desk = room.begun()
    for disc in SLOW:
        desk.send(draft(TrackSide.add_disc, disc))
    key = keys_of(desk)[0]
    assert (key.words, key.detail, key.weight) == ("6 points", "Ann goes to square 6.", "main")
    desk.send(draft(TrackSide.disc_off, SLOW[0]))
    desk.send(draft(TrackSide.add_disc, Disc("risk", 7)))
    assert keys_of(desk)[0].words == "12 points"
    assert isinstance(shown := model_of(desk).own, ThrowModel) and shown.total == 12


def test_a_disc_is_turned_over_or_taken_back(room: Room) -> None:
    desk = room.begun()
    desk.send(draft(TrackSide.add_disc, Disc("blue", 6)))
    (one,), (six,), (five,) = (faces_of(desk)[words] for words in ("Blue 1", "Blue 6", "Blue 5"))
    assert (six.lit, one.lit, one.faded, five.faded) == (True, False, True, False)
    desk.send(one.action)
    assert side_of(desk).telling.discs == (Disc("blue", 1),)
    desk.send(faces_of(desk)["Blue 1"][0].action)
    assert side_of(desk).telling.discs == ()
    assert not any(face.lit or face.faded for faces in faces_of(desk).values() for face in faces)


def test_what_is_said_from_the_menu_speaks_of_pieces_and_discs(room: Room) -> None:
    desk = room.begun()
    desk.send(at(PlayedTable.open_telling))
    shown = model_of(desk)
    assert "disc" in shown.body[-1] and not any("square" in line for line in shown.body)
    assert (shown.body[0] == "Nothing else is to be said just now.") == (shown.answers[:-1] == ())


def test_of_two_discs_alike_one_is_turned_over(room: Room) -> None:
    """Seat 1 owns what seat 0 threw and its own two."""
    desk = room.begun()
    room.made.told(desk, (Threw(0, (Disc("blue", 6), Disc("blue", 5), Disc("risk", 0))), Advanced(0)))
    for disc in (Disc("risk", 7), Disc("risk", 7)):
        desk.send(draft(TrackSide.add_disc, disc))
    assert [face.lit for face in faces_of(desk)["Violet 7"]] == [True, True]
    desk.send(faces_of(desk)["Violet 0"][0].action)
    assert sorted(disc.face for disc in side_of(desk).telling.discs) == [0, 7]
    assert len(faces_of(desk)["Violet 0"]) == 2, "a third violet disc nobody owns"


def test_with_few_blue_discs_any_may_be_thrown_and_no_more_than_they_are(room: Room) -> None:
    """Which of the blue discs seat 1 got nobody has told: all are shown, until two fell."""
    desk = room.begun()
    room.made.told(desk, (Threw(0, (Disc("blue", 6), Disc("blue", 5), Disc("risk", 0))), Advanced(0)))
    blue = [words for words in faces_of(desk) if words.startswith("Blue")]
    assert len(blue) == 6
    for face in (6, 4):
        desk.send(draft(TrackSide.add_disc, Disc("blue", face)))
    open_still = [words for words in blue if not faces_of(desk)[words][0].faded]
    assert sorted(open_still) == ["Blue 4", "Blue 6"]


def test_another_may_be_the_youngest(room: Room) -> None:
    desk = room.begun(6)
    press(desk, "Eva begins")
    assert desk.session.referee.entries[-1].event == Starts(4)
    assert state_of(desk).turn == 4


def test_done_is_the_throw_that_was_told(room: Room) -> None:
    desk = room.begun()
    desk.send(at(PlayedTable.press_button, "done"))
    assert kinds(desk) == []
    for disc in SLOW:
        desk.send(draft(TrackSide.add_disc, disc))
    desk.send(at(PlayedTable.press_button, "done"))
    assert kinds(desk) == ["Threw"]


def test_a_dragged_piece_is_told_with_its_place(room: Room) -> None:
    desk = room.flicking()
    desk.send(DragPiece("green", 338.0, 182.5))
    banner = model_of(desk).banner
    assert banner is not None and "Green belongs on" in banner.words
    assert "nearest red square" not in banner.more, "the rule is shown when it is asked for"
    desk.send(at(Asking.whole_rule))
    whole = model_of(desk).banner
    assert whole is not None and "goes to the nearest red square" in whole.more
    desk.send(at(PlayedTable.press_button, "done"))
    event = desk.session.referee.entries[-1].event
    assert isinstance(event, Zonged)
    assert event.rest == {"green": Rest(338.0, 182.5)}


def test_a_piece_dragged_onto_another_lies_on_it(room: Room) -> None:
    desk = room.flicking()
    desk.send(DragPiece("green", 260.0, 60.0))
    desk.send(DragPiece("red", 262.0, 61.0))
    rests = dict(side_of(desk).telling.rest)
    assert rests["red"].on == "green" and rests["green"].on == ""


def test_a_doubtful_place_may_be_said_in_words(room: Room) -> None:
    """Half a millimetre from touching square 22: people say which it is, and nothing is in doubt any more."""
    desk = room.flicking()
    desk.send(DragPiece("green", 338.0, 182.5))
    said = [key.words for key in keys_of(desk) if key.words.startswith("It is ")]
    assert len(said) >= 2
    press(desk, said[-1])
    press(desk, "The pieces lie like this")
    rest = dict(state_of(desk).rest)[2]
    assert rest.square or rest.off_track or rest.between
    assert not sorted_out(state_of(desk)).pieces["green"].doubtful


def test_nothing_moved_or_left_alone(room: Room) -> None:
    desk = room.flicking()
    desk.send(at(PlayedTable.press_button, "done"))
    assert kinds(desk)[-1] == "Threw", "done alone does not say whether it was flicked"
    press(desk, "No flick for this lightning bolt")
    assert kinds(desk)[-1] == "Passed"
    desk = room.flicking()
    press(desk, "No piece left its square")
    assert kinds(desk)[-1] == "Zonged"
    assert state_of(desk).phase == "points"


def test_a_clean_up_shows_a_way_for_every_piece_to_move(room: Room) -> None:
    desk = room.made.cleanup(6)
    track = model_of(desk).own
    assert track is not None
    moving = {placing.colour for placing in placings(state_of(desk)) if placing.must_move}
    assert {way.colour for way in track.arrows} == moving and len(moving) == 6
    board = state_of(desk).board
    for way in track.arrows:
        square = sorted_out(state_of(desk)).pieces[way.colour].square
        target = board.start_for(6) if square == "start" else board.by_name[square]
        assert (
            abs(way.end[0] - target.x) <= target.side / 2 and abs(way.end[1] - target.y) < target.side * 1.5
        )


def test_the_rule_is_told_in_words_at_a_touch(room: Room) -> None:
    desk = room.made.cleanup(4)
    desk.send(draft(TrackSide.touch_piece, "green"))
    banner = model_of(desk).banner
    assert banner is not None
    placing = next(each for each in placings(state_of(desk)) if each.colour == "green")
    assert len(banner.more) < 60
    press(desk, "Why?")
    banner = model_of(desk).banner
    assert banner is not None and rule("zong", placing.rule).short in banner.more
    desk.send(draft(TrackSide.touch_piece, "green"))
    assert model_of(desk).banner is None


def test_distances_stand_beside_what_is_doubtful(room: Room) -> None:
    desk = room.made.cleanup(6)
    track = model_of(desk).own
    assert track is not None
    cells = {cell.action.given[0]: cell for cell in track.cells}
    for placing in placings(state_of(desk)):
        assert (cells[placing.colour].mark == "chore") == placing.doubtful
        assert ("mm" in cells[placing.colour].after) == placing.doubtful
    assert any(cell.mark for cell in cells.values())


def test_a_piece_dragged_home_is_ticked_off_and_elsewhere_not(room: Room) -> None:
    desk = room.made.cleanup(4)
    board = state_of(desk).board
    square = board.by_name[sorted_out(state_of(desk)).pieces["green"].square]
    desk.send(DragPiece("green", square.x + 80, square.y))
    assert "green" not in side_of(desk).telling.ticked
    desk.send(DragPiece("green", square.x, square.y))
    assert "green" in side_of(desk).telling.ticked
    track = model_of(desk).own
    assert track is not None
    assert next(token for token in track.tokens if token.colour == "green").done
    assert next(way for way in track.arrows if way.colour == "green").done


def test_what_the_camera_sees_back_is_ticked_off(room: Room) -> None:
    desk = room.made.cleanup(4)
    board = state_of(desk).board
    square = board.by_name[sorted_out(state_of(desk)).pieces["green"].square]
    looked(desk, green=(square.x, square.y), blue=(130.5, 34.0))
    track = model_of(desk).own
    assert track is not None
    done = {cell.action.given[0] for cell in track.cells if cell.sign.name == "back"}
    assert "green" in done and "blue" not in done
    desk.send(at(PlayedTable.press_button, "done"))
    assert state_of(desk).phase == "cleanup", "with a camera, done does not say that what is not back is back"
    press(desk, "All pieces are back")
    assert kinds(desk)[-1] == "Cleaned"


def test_by_touch_alone_done_says_that_all_is_back(room: Room) -> None:
    desk = room.made.cleanup(4)
    desk.send(at(PlayedTable.press_button, "done"))
    assert kinds(desk)[-1] == "Cleaned"
    assert state_of(desk).phase == "points"


def test_a_tower_in_doubt_stands_as_people_say(room: Room) -> None:
    desk = room.made.tower()
    orders = [key for key in keys_of(desk) if "bottom first" in key.words]
    assert len(orders) == 2
    before = kinds(desk)
    desk.send(at(PlayedTable.press_button, "done"))
    assert kinds(desk) == before, "the order has to be said"
    desk.send(orders[1].action)
    press(desk, "All pieces are back")
    name, order = dict(orders[1].action.given[0])["orders"][-1]
    assert state_of(desk).book()[name] == order


def test_a_spiral_and_points_are_told_in_words(room: Room) -> None:
    desk = room.spread(4, (Threw(0, SPIRAL),))
    assert any("One position back" in line for line in model_of(desk).body)
    desk.send(at(PlayedTable.press_button, "done"))
    assert kinds(desk)[-1] == "FellBack"
    assert any(line.startswith("8 squares on") for line in model_of(desk).body)
    desk.send(at(PlayedTable.press_button, "done"))
    assert kinds(desk)[-1] == "Advanced"
    assert state_of(desk).turn == 1


def test_pieces_are_taken_along_and_the_own_one_goes_on_top_or_not(room: Room) -> None:
    desk = room.spread(6, (Threw(0, SLOW),))
    book = state_of(desk).book()["15"]
    assert book == ("red", "green", "black", "white")
    press(desk, "Take black along")
    press(desk, "Take white along")
    press(desk, "Leave black here")
    press(desk, "Keep the order")
    press(desk, "Ann goes on and takes white along")
    assert state_of(desk).book()["21"] == ("red", "white")


def test_seats_stand_below_the_board_with_their_discs(room: Room) -> None:
    desk = room.flicking(6)
    track = model_of(desk).own
    assert track is not None
    assert [cell.words for cell in track.cells] == ["Ann", "Ben", "Cleo", "Dan", "Eva", "Finn"]
    inks = [[mark.ink for mark in cell.sign.marks if isinstance(mark, Drawn)] for cell in track.cells]
    assert [tuple(map(each.count, DISC_INKS)) for each in inks] == list(state_of(desk).hands)
    assert [cell.lit for cell in track.cells] == [True, False, False, False, False, False]


def test_the_board_gives_way_to_the_camera_picture_and_menu(room: Room) -> None:
    desk = room.made.cleanup(4)
    desk.send(at(PlayedTable.open_menu))
    track = model_of(desk).own
    assert track is not None and not track.taps and not track.drags
    desk.send(at(PlayedTable.close))
    track = model_of(desk).own
    assert track is not None and track.drags


def test_the_eye_is_told_what_people_know_better(room: Room) -> None:
    """After a clean-up that people told, towers are followed as they said; after one that was seen they are already."""
    desk = room.made.tower()
    assert desk.opened is not None
    eye = desk.opened.eye = SimpleNamespace(watched=None)
    orders = [key for key in keys_of(desk) if "bottom first" in key.words]
    desk.send(orders[1].action)
    assert eye.watched is None
    press(desk, "All pieces are back")
    assert eye.watched is not None
    name, order = dict(orders[1].action.given[0])["orders"][-1]
    told = {tower.square: tuple(tower.colours) for tower in eye.watched._book}
    assert told[name] == order


def test_a_camera_follows_the_pieces_of_the_game(room: Room) -> None:
    desk = room.spread(4)
    eye = SimpleNamespace(watched=None)
    face_of(desk.session.referee.game).tell_eye(eye, desk.session.referee.state)  # type: ignore[arg-type]
    assert eye.watched.colours == ("red", "blue", "green", "yellow")
    assert {tuple(tower.colours) for tower in eye.watched._book} == {("red", "green"), ("blue", "yellow")}


def test_a_touched_piece_says_whose_it_is_where_it_leads_and_its_rule(room: Room) -> None:
    desk = room.spread(4, (Threw(0, SLOW),))
    desk.send(draft(TrackSide.touch_piece, "green"))
    banner, said = model_of(desk).banner, model_of(desk).body
    assert banner is not None and banner.words == "Green is Cleo’s, on square 15."
    assert banner.more == "6 points lead to square 21."
    assert said[:2] == ("Its tower, bottom first: Red and Green.", "18 squares to the goal.")
    assert "take others along" in said[2]
    assert any(key.weight == "main" for key in keys_of(desk)), "the move itself is said as before"
    desk.send(draft(TrackSide.touch_piece, "green"))
    assert model_of(desk).banner is None


def test_a_touched_square_says_what_it_is_who_stands_there_and_its_rule(room: Room) -> None:
    desk = room.spread(4, (Threw(0, SLOW),))
    for name, words, told, here in (
        ("21", "A red square.", "zg-12-nearest-red", "Ann comes here with 6 points"),
        ("15", "A running square.", "zg-11-between-higher", "bottom first: Red and Green"),
        ("goal", "The goal.", "s1-first-on-goal-wins", "Nobody stands here."),
        ("start", "The start.", "zg-13-off-the-board", "Nobody stands here."),
    ):
        desk.send(TouchSquare(name))
        model = model_of(desk)
        assert model.banner is not None
        assert (model.banner.words, model.banner.more) == (words, rule("zong", told).short)
        assert any(here in line for line in model.body)
        desk.send(at(PlayedTable.close))


def test_the_board_shows_where_the_points_told_so_far_would_lead(room: Room) -> None:
    desk = room.spread(4)
    for disc in SLOW[:2]:
        desk.send(draft(TrackSide.add_disc, disc))
    desk.send(draft(TrackSide.list_discs, listed=False))
    track = model_of(desk).own
    assert track is not None and [way.colour for way in track.arrows] == ["red"]
    board = state_of(desk).board
    square = board.by_name["18"]
    assert track.arrows[0].end == (square.x, square.y)
