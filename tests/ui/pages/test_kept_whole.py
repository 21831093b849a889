"""What is kept on the disk is there whole or not at all, and not before people say so."""

import copy
import os
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.zong.board import own_board
from companion.games.zoon.family.deck import shipped
from companion.sight import Table
from ui.games.zones.face import RosterSide
from ui.games.zong.map_side import MapDraft, MapSide, draft_of
from ui.games.zong.track import TapSpot
from ui.owned.tribes import _needed_sheets
from ui.pages.card_page import CardDraft, new_card
from ui.places import boards_folder
from ui.present.models import StepModel
from ui.present.touches import LeaveSteps, Typed, do
from ui.records.beginning import UsageFault
from ui.selftest import course
from ui.selftest.course import Truth, add_result, all_runs, keep_run, pictures_of, read_run


def kept_run() -> Path:
    truth = Truth("zong", (), Table(100.0, 100.0), pictures_of([()]))
    return keep_run("run", truth, [b"a picture"], {"right": 1})


def test_a_self_test_is_listed_only_once_all_of_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    listed: list[tuple[Path, ...]] = []
    write = course.write_whole

    def watched(file: Path, data: bytes, *, shared: bool) -> None:
        write(file, data, shared=shared)
        listed.append(all_runs())

    monkeypatch.setattr(course, "write_whole", watched)
    folder = kept_run()
    assert len(listed) == 3 and not any(listed) and all_runs() == (folder,)


def test_results_that_cannot_be_written_leave_those_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    run = read_run(kept_run())

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageFault, match="No space left"):
        add_result(run, {"right": 2})
    assert read_run(run.folder).results == ({"right": 1},)
    assert not list(run.folder.glob(".*"))


def test_a_board_is_not_written_before_it_is_saved() -> None:
    whole = draft_of(own_board())
    side = MapSide(draft=replace(whole, step="red"))
    side.look_closely(False)
    red = own_board().reds[0]
    for _tap in range(2):
        side.take(TapSpot(red.x, red.y))
    assert isinstance(side.draft, MapDraft) and side.draft.faults == ()
    side.save()
    assert not list(boards_folder().glob("*"))
    side.take(Typed("Ours"))
    assert [file.stem for file in boards_folder().glob("*.toml")] != []


def test_the_way_home_asks_about_rosters_that_are_not_saved() -> None:
    side = RosterSide()
    assert not side.asks_before_home()
    for action in (do(side.open, "archer"), do(side.tell, "movement", "diagonal"), do(side.show_list)):
        assert side.take(action)
    assert side.asks_before_home() and not side.given_up
    asked = side.model()
    assert isinstance(asked, StepModel)
    assert [key.action for key in asked.keys][:2] == [do(side.save), LeaveSteps()]


def test_a_card_that_is_corrected_leaves_the_shipped_one_as_it_is() -> None:
    trumps = shipped()["trumps"]
    id = next(name for name, table in trumps.items() if "corners" in table)
    brought = copy.deepcopy(trumps[id])
    draft = CardDraft("trumps", id, brought, trumps[id])
    draft.put("tl", brought["corners"]["tl"] + 1)
    assert brought == trumps[id] == shipped()["trumps"][id]
    assert dict(draft.corrections()) == {f"{id}.corners.tl": brought["corners"]["tl"] + 1}


def test_a_set_up_takes_along_the_sheets_of_partners_too() -> None:
    sheets = {
        "one": {"zoons": {"olaf": new_card("zoons", "Olaf", "north") | {"partners": ["sven"]}}},
        "other": {"zoons": {"sven": new_card("zoons", "Sven", "south")}},
        "idle": {"zoons": {"nils": new_card("zoons", "Nils", "west")}},
    }
    assert _needed_sheets(sheets, {"olaf"}) == ["one", "other"]
