"""A board is one surface: a touch lights where a piece may go, a second one or a drag does it. Nothing else shows."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Chance, Seats
from companion.games.zones.events import Moved as ZonesMoved
from companion.games.zoon.alternate.events import Moved
from tests.ui.at_desk import model_of
from tests.ui.audit import walk
from tests.ui.pages.test_by_one_tap import SEED, begin, faces, gone_on, model
from ui.pages.picking import ways_from
from ui.pages.played_table import Asking, PlayedTable
from ui.present.touches import CarrySquare, LiftSquare, TouchSquare, at, calls
from ui.widgets.simulated_table import SimulatedStage


def to_first_move(player: Any) -> Any:
    """The game is laid out, lots are drawn, and the first seat is to move."""
    player.play(
        Random(SEED),
        until=lambda referee: (
            isinstance(player.session.reply.turn, Seats) and player.session.reply.layout is None
        ),
    )
    return player


def start_and_targets(player: Any) -> tuple[str, list[str]]:
    """A piece that may go somewhere, and where."""
    moment = player.desk.side.moment()
    squares = [region.name for region in moment.table.regions]
    return next(
        (square, sorted({event.to for event in found if event.to}))
        for square in squares
        if (found := ways_from(moment, square))
    )


def lit(player: Any) -> set[str]:
    """The squares that stand out on the simulated table as where something goes."""
    board = player.stage.field.model
    return {mark.region for mark in board.marks if mark.kind in ("go", "take", "shoot")}


def test_a_touch_lights_the_targets_and_a_second_one_moves_the_piece(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = gone_on(drive, tmp_path, to_first_move)
    start, targets = start_and_targets(player)
    before = faces(player, start)
    entries = len(player.session.referee.entries)
    player.driver.touch(*player.place(start))
    player.driver.run(0.1)
    assert faces(player, start) == before, "a touch turns nothing over"
    assert lit(player) == set(targets)
    player.driver.touch(*player.place(targets[0]))
    player.driver.run(0.1)
    last = player.session.referee.entries[-1]
    assert len(player.session.referee.entries) == entries + 1
    assert isinstance(last.event, Moved) and (last.event.start, last.event.to) == (start, targets[0])
    assert faces(player, start) == [] and faces(player, targets[0]) == before
    player.settle(2.0)
    assert model(player).kind == "play" and not player.session.reply.differences
    player.desk.close()


def test_a_drag_lights_the_targets_and_moves_the_piece(drive: Callable[..., Any], tmp_path: Path) -> None:
    from kivy.base import EventLoop

    from tests.situations.driver import Finger

    player = gone_on(drive, tmp_path, to_first_move)
    start, targets = start_and_targets(player)
    entries = len(player.session.referee.entries)
    finger = Finger(*player.place(start))
    EventLoop.post_dispatch_input("begin", finger)
    player.driver.run(0.05)
    finger.to(*player.place(targets[0]))
    EventLoop.post_dispatch_input("update", finger)
    player.driver.run(0.05)
    assert lit(player) == set(targets), "while it is dragged"
    EventLoop.post_dispatch_input("end", finger)
    player.driver.run(0.1)
    assert len(player.session.referee.entries) == entries + 1
    assert faces(player, start) == [] and len(faces(player, targets[0])) == 1
    player.settle(2.0)
    assert model(player).kind == "play"
    player.desk.close()


def test_a_drag_that_a_slow_box_takes_in_one_frame_moves_the_piece(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = gone_on(drive, tmp_path, to_first_move)
    start, targets = start_and_targets(player)
    entries = len(player.session.referee.entries)
    player.driver.drag(player.place(start), player.place(targets[0]), steps=0)
    assert len(player.session.referee.entries) == entries + 1
    assert faces(player, start) == [] and len(faces(player, targets[0])) == 1
    player.desk.close()


def test_what_the_rules_forbid_goes_back_by_itself_and_the_reason_is_shown(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = gone_on(drive, tmp_path, to_first_move)
    start, targets = start_and_targets(player)
    moment = player.desk.side.moment()
    wrong = next(
        r.name for r in moment.table.regions if r.name not in {start, *targets} and not faces(player, r.name)
    )
    before, entries = player.stage.table.tabletop, len(player.session.referee.entries)
    player.driver.drag(player.place(start), player.place(wrong))
    player.settle(1.0)
    shown = model(player)
    assert shown.kind == "refuse" and shown.banner is not None and shown.banner.words
    assert player.stage.table.tabletop == before and len(player.session.referee.entries) == entries
    assert set(shown.board.asked) == set(targets)
    player.press("Go on")
    player.settle(1.0)
    assert model(player).kind == "play"
    player.desk.close()


@pytest.mark.parametrize("touch", [TouchSquare("c2"), TouchSquare("c5")])
def test_the_table_stays_in_its_place_while_a_square_is_looked_at(
    touch: TouchSquare, drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = gone_on(drive, tmp_path, to_first_move)
    player.desk.send(touch)
    player.driver.app.refresh()
    shown = [one for one in walk(player.driver.app.root) if isinstance(one, SimulatedStage)]
    assert model(player).kind == "square" and shown == [player.stage]
    player.desk.close()


def test_a_hidden_card_of_the_box_is_turned_up_by_no_touch_and_only_after_a_question(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = begin(drive, tmp_path, "zoondo")
    player.play(Random(SEED), until=lambda _referee: isinstance(player.session.reply.turn, Seats | Chance))
    to_first_move(player)
    assert faces(player, "b5") == ["down"]
    for _touch in range(3):
        player.driver.touch(*player.place("b5"))
        player.driver.run(0.5)
        assert faces(player, "b5") == ["down"]
    if model(player).kind == "play":
        player.desk.send(TouchSquare("b5"))
    (key,) = [
        key for key in model(player).answers if calls(key.action, PlayedTable.ask_turn, PlayedTable.turn_over)
    ]
    assert key.action == at(PlayedTable.ask_turn, "b5")
    player.desk.send(key.action)
    asked = model(player)
    assert faces(player, "b5") == ["down"] and asked.kind == "turn"
    assert [(key.action, key.weight) for key in asked.answers] == [
        (at(PlayedTable.close), "main"),
        (at(PlayedTable.turn_over, "b5"), "danger"),
    ]
    player.desk.send(at(PlayedTable.turn_over, "b5"))
    assert faces(player, "b5") == ["up"]
    player.desk.close()


def test_on_a_board_of_tiles_a_drag_tells_the_move_or_why_not(fresh: Callable[[str], Any]) -> None:
    desk = fresh("zones-play")
    moment = desk.side.moment()
    start = next(region.name for region in moment.table.regions if ways_from(moment, region.name))
    found = {event.to for event in ways_from(moment, start) if event.to}
    entries = len(desk.session.referee.entries)
    wrong = next(region.name for region in moment.table.regions if region.name not in {start, *found})
    desk.send(LiftSquare(start))
    lit = {name for name, mark in model_of(desk).own.marks.items() if mark in ("go", "take")}
    assert found <= lit
    desk.send(CarrySquare(start, wrong))
    assert model_of(desk).kind == "refuse" and len(desk.session.referee.entries) == entries
    desk.send(at(Asking.put_back))
    desk.send(CarrySquare(start, sorted(found)[0]))
    event = desk.session.referee.entries[-1].event
    assert isinstance(event, ZonesMoved) and (event.start, event.to) == (start, sorted(found)[0])


def test_beside_a_camera_a_drag_asks_and_tells_nothing_where_the_table_is_not_understood(
    fresh: Callable[[str], Any],
) -> None:
    desk = fresh("lost")
    start = desk.session.reply.differences[0].region
    entries = desk.session.referee.entries
    for touch in (LiftSquare("b2"), CarrySquare("b2", "b3"), CarrySquare(start, "b3")):
        desk.send(touch)
        assert model_of(desk).kind == "lost" and desk.session.referee.entries == entries
