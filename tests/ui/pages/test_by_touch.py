"""Whole games played with fingers alone on the simulated table; every size of the screen is played on."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Over
from companion.games import all_games
from companion.journal import opened, read_record
from tests.ui.conftest import SIZES
from ui.box.opening import sources
from ui.journal.store import Store, open_store
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk

SEED = 11
"""A game that is won by fights after some thirty entries."""


def begin(drive: Callable[..., Any], store: Store, size: tuple[int, int]) -> Any:
    """A game begun by touch, the first picture seen."""
    from tests.ui.fingers import Player, Room

    room = Room(SEED)
    desk = Desk(store, room.open, Agreement((all_games()["zoon_alternate"],), sources, "simulated"))
    player = Player(drive(desk, size), desk, room)
    player.press("New game")
    player.press("Start")
    player.settle()
    return player


def check_record(store: Store, desk: Desk) -> None:
    """What was written leads to where the game is; moves were told by dragging, the rest the camera saw."""
    referee = desk.session.referee
    record = read_record(store.kept(store.games()[0].id).lines, all_games())
    assert opened(record.game, record.setup, record.entries).state == referee.state
    assert {entry.by for entry in referee.entries} <= {"camera", "panel", "touch"}
    by = {type(entry.event).__name__: entry.by for entry in referee.entries}
    assert by["Moved"] == "touch" and by["FrontsUp"] == "camera"


def test_whole_game(drive: Callable[..., Any], tmp_path: Path) -> None:
    store = open_store(tmp_path / "games")
    player = begin(drive, store, SIZES[0])
    player.play(Random(SEED))
    assert isinstance(player.session.reply.turn, Over)
    assert player.desk.model().kind == "over"
    assert store.games()[0].result is not None
    check_record(store, player.desk)
    player.desk.close()
    store.close()


@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: f"{size[0]}x{size[1]}")
def test_until_a_fight_is_settled(size: tuple[int, int], drive: Callable[..., Any], tmp_path: Path) -> None:
    store = open_store(tmp_path / "games")
    player = begin(drive, store, size)
    rounds = player.play(Random(SEED), until=lambda referee: "Fought" in map(_kind, referee.entries))
    assert rounds < 60
    check_record(store, player.desk)
    player.desk.close()
    store.close()


def _kind(entry: Any) -> str:
    return type(entry.event).__name__


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_card_leaves_a_long_tray_whichever_way_it_is_pulled(
    size: tuple[int, int], drive: Callable[..., Any], tmp_path: Path
) -> None:
    store = open_store(tmp_path / "games")
    player = begin(drive, store, size)
    tray = player.stage._trays[0]
    assert tray.beyond > 0, "all its cards are in view: nothing would slide"
    half = tray.step / 2
    first = (
        (tray.x + 3 * half, tray.center_y) if tray.along else (tray.center_x, tray.y + tray.height - 3 * half)
    )
    # The finger goes far along the strip, and only a little across it, until it is past the edge.
    square = player.place("f1" if tray.along else "a1")
    player.driver.drag(tray.to_window(*first), square)
    assert [thing.kind for thing in player.stage.table.tabletop.things] == ["card"]
    player.desk.close()
    store.close()
