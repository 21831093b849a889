"""Mapping an owner's board: taps in order, undo, wrong maps named, saved as a file that a game is played on."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.game import Choice, SetupFault
from companion.games.zong import GAME
from companion.games.zong.board import GOAL, STARTS, board_json, own_board
from tests.ui.zong_room import Room, model_of, state_of
from tests.vision.flick_scenes import painted
from ui.box.opening import open_table, sources
from ui.games.zong.boards import boards, keep_board
from ui.games.zong.face import typing_faces
from ui.games.zong.map_side import MOST_PX, PX_PER_MM, MapDraft, MapSide, draft_of, sized, stepped, tapped
from ui.games.zong.track import TapSpot, ThrowModel, window
from ui.journal.store import open_store
from ui.pages.agreement import Agreement, Draft, agree, with_choice
from ui.pages.desk import Desk
from ui.places import boards_folder
from ui.present.models import OptionRow, Shown, StepModel
from ui.present.touches import Goto, Start, Typed, do
from vision.mat.lens import LensMemory
from vision.mat.plane import Lens, Plane, find_plane, plane_from_tags, rows
from vision.mat.tags import find_tags
from vision.printed.marks import Image
from vision.sources.frames import Frame


def with_taps(draft: MapDraft) -> MapDraft:
    """Everything of our own board tapped, step by step."""
    board = own_board()
    draft = tapped(stepped(draft, "goal"), board.goal.x, board.goal.y)
    draft = stepped(draft, "track")
    for square in board.track:
        draft = tapped(draft, square.x, square.y)
    draft = stepped(draft, "starts")
    for name in STARTS:
        draft = tapped(draft, board.by_name[name].x, board.by_name[name].y)
    draft = stepped(draft, "red")
    for square in board.reds:
        draft = tapped(draft, square.x + 3, square.y - 2)
    return stepped(draft, "check")


def measured() -> MapDraft:
    """The lengths of our own board."""
    return replace(draft_of(own_board()), squares=(), step="size")


def test_a_board_is_tapped_as_it_is() -> None:
    draft = with_taps(measured())
    assert draft.faults == ()
    board, own = draft.board, own_board()
    assert {s.name: s for s in board.squares} == {s.name: s for s in own.squares}


def test_wrong_maps_are_named() -> None:
    draft = with_taps(measured())
    track = [square for square in draft.squares if square.name.isdecimal()]
    few = replace(draft, squares=tuple(s for s in draft.squares if s not in track[15:]))
    assert "too few running squares: expected at least 20, found 15" in few.faults[0]
    first = track[0]
    doubled = tapped(tapped(replace(draft, chosen="2"), first.x + 1, first.y), 0, 0)
    assert not any("two squares in one place" in fault for fault in doubled.faults), (
        "it chooses what lies there"
    )
    twice = replace(draft, squares=tuple(replace_at(s, "2", first.x + 1, first.y) for s in draft.squares))
    assert "two squares in one place: 1 and 2" in twice.faults[0]
    pale = draft
    for red in own_board().reds:
        pale = tapped(stepped(pale, "red"), red.x, red.y)
    assert pale.faults == ("there is no red square",)
    gap = replace(draft, squares=tuple(s for s in draft.squares if s.name != "5"))
    assert "a gap in the track: there is no square 5" in gap.faults[0]
    assert "there is no goal" in replace(draft, squares=tuple(track)).faults[0]
    far = replace(draft, squares=tuple(replace_at(s, "32", 330.0, 40.0) for s in draft.squares))
    assert "a leap in the track: from square 31 to 32" in far.faults[0]


def replace_at(square, name: str, x: float, y: float):  # type: ignore[no-untyped-def]
    return type(square)(square.name, x, y, square.side, square.red) if square.name == name else square


def test_a_square_is_put_elsewhere_by_two_taps() -> None:
    draft = with_taps(measured())
    goal = own_board().goal
    chosen = tapped(draft, goal.x, goal.y)
    assert chosen.chosen == GOAL
    put = tapped(chosen, goal.x - 2.5, goal.y + 1)
    assert (put.board.goal.x, put.board.goal.y) == (goal.x - 2.5, goal.y + 1)
    assert put.chosen == ""


def test_a_side_is_changed_for_all_squares_of_its_kind() -> None:
    draft = sized(with_taps(measured()), "square_mm", 27.5)
    assert {s.side for s in draft.board.track} == {27.5}
    assert draft.board.goal.side == own_board().goal.side
    with pytest.raises(ValueError, match="from 5 to 2000 mm"):
        sized(draft, "goal_mm", 3000)


def test_undo_goes_back_a_tap_and_keeps_the_step() -> None:
    side = MapSide()
    side.start()
    side.look_closely(False)
    side.show_step("goal")
    assert side.take(TapSpot(500.0, 150.0))
    side.show_step("track")
    side.take(TapSpot(60.0, 30.0))
    side.take(TapSpot(100.0, 30.0))
    assert side.draft.running == 2
    side.undo()
    assert side.draft.running == 1 and side.draft.step == "track"
    side.undo()
    side.undo()
    assert side.draft.squares == ()
    assert not next(tool for tool in side.model().tools if tool.action == do(side.undo)).enabled


def test_each_tap_is_made_close_up() -> None:
    side = MapSide()
    side.show_step("goal")
    side.take(TapSpot(500.0, 150.0))
    assert side.draft.squares == (), "the first tap only comes nearer"
    left, low, width, height = side.model().board.window
    assert width < 120 and left < 500 < left + width and low < 150 < low + height
    side.undo()
    assert side.model().board.window[2] > 500
    side.take(TapSpot(500.0, 150.0))
    side.take(TapSpot(501.3, 148.8))
    assert (side.draft.board.goal.x, side.draft.board.goal.y) == (501.3, 148.8)
    side.show_step("check")
    side.take(TapSpot(500.0, 150.0))
    assert side.model().board.window[2] < 120, "a square to be put elsewhere is shown close up"
    side.take(TapSpot(499.0, 151.0))
    assert (side.draft.board.goal.x, side.draft.board.goal.y) == (499.0, 151.0)
    assert side.model().board.window[2] > 500


def test_a_close_up_shows_that_part_of_the_picture() -> None:
    side = MapSide()
    side.picture = Shown(np.zeros((300, 600, 3), np.uint8))
    side.show_step("goal")
    whole = window(side.draft.board)
    for _tap in range(2):
        left, near, _wide, high = side.model().board.window
        (image,) = (mark for mark in side.model().board.drawn(1.0).marks if isinstance(mark, Image))
        assert image.picture is side.picture.image and (image.w, image.h) == whole[2:]
        assert (image.x, image.y) == (whole[0] - left, near + high - whole[1] - whole[3])
        side.take(TapSpot(200.0, 150.0))


def test_only_a_board_that_can_be_played_on_is_saved() -> None:
    saved: list[str] = []
    side = MapSide(kept=saved.append, draft=replace(with_taps(measured()), squares=()))
    side.save()
    assert side.model().editing is None
    assert side.model().banner is not None and side.model().banner.tone == "refuse"
    side.draft = with_taps(measured())
    side.save()
    assert side.model().editing is not None
    side.take(Typed("  "))
    assert not saved and side.model().banner is not None
    side.save()
    side.take(Typed("Grandma's Board"))
    assert saved == ["grandma-s-board"] and side.given_up
    kept = boards()[0]["grandma-s-board"]
    assert {s.name: s for s in kept.squares} == {s.name: s for s in own_board().squares}
    assert (kept.width_mm, kept.height_mm, kept.piece_mm) == (354.0, 232.0, 22.0)


def test_a_length_that_is_none_is_said() -> None:
    side = MapSide()
    side.measure("width_mm")
    side.take(Typed("wide"))
    assert side.draft.width_mm == 600.0
    assert side.model().banner is not None and "found wide" in side.model().banner.words
    side.measure("width_mm")
    side.take(Typed("512,5"))
    assert side.draft.width_mm == 512.5


class Known:
    """What is known of a camera's lens; nothing new is kept."""

    def __init__(self, lens: Lens) -> None:
        self.lens = lens

    def recall(self, picture_size: tuple[int, int]) -> LensMemory:
        return LensMemory(picture_size, self.lens)

    def keep(self, memory: LensMemory) -> None:
        pass


def test_the_picture_is_straightened_by_what_is_known_of_the_lens() -> None:
    flick = painted(1)
    table = flick.table
    assert table.tags is not None
    draft = MapDraft(table.width_mm, table.height_mm, table.tags.side_mm)
    lens = Lens(0.77, (-0.02, 0.004), rows(np.diag([1e8, 1e8, 1e8])), 9)
    size = (flick.after.shape[1], flick.after.shape[0])
    known = plane_from_tags(find_tags(flick.after, table.tags), table, size, lens)
    guessed = find_plane(flick.after, table)
    assert isinstance(known, Plane) and isinstance(guessed, Plane)
    part = window(draft.board)
    scale = min(PX_PER_MM, MOST_PX / max(part[2:]))
    for plane, lenses in ((known, Known(lens)), (guessed, None)):
        shown = MapSide(draft=draft, lenses=lenses).look(Frame(flick.after, 0.0, 0))
        assert isinstance(shown, Shown)
        assert np.array_equal(shown.image, plane.rectify(flick.after, *part, scale))
    assert not np.array_equal(known.matrix, guessed.matrix)


def test_a_file_that_is_no_board_is_named_and_others_still_serve() -> None:
    keep_board("good", own_board())
    (boards_folder() / "bad.toml").write_text("width_mm = 600.0\nheight_mm = 300.0\nsquare = []\n", "utf-8")
    found, faults = boards()
    assert set(found) == {"good"}
    assert "bad" in faults and "goal" in faults["bad"]


@pytest.fixture
def agreement() -> Agreement:
    return Agreement((GAME,), sources, "simulated")


def test_a_mapped_board_travels_in_the_set_up(agreement: Agreement) -> None:
    narrow = sized(with_taps(measured()), "square_mm", 27.0).board
    keep_board("mine", narrow)
    agreement.take(agree(Draft.on_page, "options"))
    row = next(
        row
        for row in agreement.model().rows
        if isinstance(row, OptionRow) and any(b.words == "mine" for b in row.choices)
    )
    agreement.take(next(button for button in row.choices if button.words == "mine").action)
    setup = agreement.setup()
    assert setup is not None and dict(setup.facts)["board"] == board_json(narrow)
    (boards_folder() / "mine.toml").unlink()
    assert GAME.start(setup).board.track == narrow.track, "the file is not asked again"
    assert agreement.setup() == setup


def test_blue_faces_are_told_and_confirmed(agreement: Agreement) -> None:
    draft = agreement.draft.setup()
    assert not GAME.start(draft).agreed.confirmed
    agreement.take(agree(Draft.with_fact, "blue.confirmed", True))
    agreement.take(agree(typing_faces, "blue.2"))
    assert agreement.model().editing is not None
    agreement.take(Typed("7 2"))
    setup = agreement.setup()
    assert setup is not None
    assert GAME.start(setup).agreed.blue == ((6, 1), (7, 2), (4, 3))
    assert not GAME.start(setup).agreed.confirmed, "other faces have to be confirmed anew"
    agreement.take(agree(Draft.with_fact, "blue.confirmed", True))
    setup = agreement.setup()
    assert setup is not None and GAME.start(setup).agreed.confirmed
    agreement.take(agree(typing_faces, "blue.2"))
    agreement.take(Typed("seven"))
    assert "found seven" in agreement.trouble
    agreement.take(agree(typing_faces, "blue.1"))
    agreement.take(Typed("9 1"))
    assert agreement.setup() is None
    with pytest.raises(SetupFault, match="two numbers from 0 to 7"):
        agreement.draft.setup()


def test_five_and_six_have_colours_and_discs_of_their_own(agreement: Agreement) -> None:
    for seats in (6, 3, 5):
        agreement.take(agree(Draft.with_seats, seats))
        setup = agreement.setup()
        assert setup is not None
        colours = str(setup.option("colours", "")).split(",")
        assert len(set(colours)) == len(colours) == seats
    agreement.take(agree(with_choice, "colours", 4, "red"))
    agreement.take(agree(with_choice, "discs", 4, "small"))
    setup = agreement.setup()
    assert setup is not None
    assert GAME.start(setup).agreed.colours == ("black", "blue", "green", "yellow", "red")
    assert GAME.start(setup).agreed.discs == ("large", "large", "large", "large", "small")


def test_mapping_is_reached_from_the_set_up_and_leads_back(tmp_path: Path) -> None:
    room = Room(tmp_path)
    desk = room.made.then(room.made.seats(5), agree(Draft.on_page, "options"), Goto("mapping"))
    assert isinstance(desk.model(), StepModel)
    assert isinstance(desk.step, MapSide)
    desk.step.draft = with_taps(measured())
    desk.step.save()
    desk.send(Typed("kitchen"))
    assert desk.page == "seats"
    facts = dict(desk.agreement.draft.facts)
    assert facts["board"] == board_json(boards()[0]["kitchen"])
    desk.send(Start())
    assert model_of(desk).own is not None
    assert state_of(desk).board.width_mm == 354.0


def test_a_board_mapped_before_is_put_right() -> None:
    keep_board("old", own_board())
    side = MapSide()
    side.take(next(key.action for key in side.model().keys if "old" in key.words))
    assert side.draft.step == "check" and side.draft.faults == ()
    assert {s.name: s for s in side.draft.squares} == {s.name: s for s in own_board().squares}
    side.undo()
    assert side.draft.squares == ()


def test_without_a_camera_it_is_played_by_touch_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path / "games")
    desk = Desk(store, open_table, Agreement((GAME,), lambda: (Choice("simulated", "Simulated table"),)))
    desk.send(Goto("seats"))
    assert "Pictures come from" not in str(desk.model()), "nobody is asked where pictures come from"
    desk.send(Start())
    assert not desk.session.has_camera and desk.page == "table"
    assert isinstance(model_of(desk).own, ThrowModel), "the discs are offered at once"
    assert desk.opened is not None and desk.opened.simulated is None
    desk.close()
