"""Dice on the screen: what lies at rest is what was thrown, and for a second; nothing is left ticking."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from companion.game import Chance
from companion.games import all_games
from tests.ui.audit import walk
from ui.box.opening import sources
from ui.box.throws import REST_SECONDS
from ui.journal.store import open_store
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk

SEED = 11
STEP = 0.125


def faces_at_rest(player: Any) -> dict[int, int | str | None]:
    """By seat, the value that the tiles on the screen show at rest."""
    from ui.widgets.panel import RollTile

    tiles = [widget for widget in walk(player.driver.app.root) if isinstance(widget, RollTile)]
    return {tile.roll.seat: None if tile.face._askew else tile.face._value for tile in tiles}


def before_a_fight(drive: Callable[..., Any], folder: Path) -> Any:
    from tests.ui.fingers import Player, Room

    room = Room(SEED)
    store = open_store(folder / "games")
    desk = Desk(store, room.open, Agreement((all_games()["zoon_alternate"],), sources, "simulated"))
    player = Player(drive(desk), desk, room)
    player.press("New game")
    player.press("Start")
    player.settle()

    def fights(_referee: Any) -> bool:
        turn = desk.session.reply.turn
        return isinstance(turn, Chance) and turn.what == "dice"

    player.by_hand = False
    player.play(Random(SEED), until=fights)
    return player


def ticking() -> list[str]:
    """What waits for the clock, by name, but for the bars of lists, which Kivy fades and then lets go."""
    from kivy.clock import Clock

    called = (event.get_callback() for event in Clock.get_events())
    names = (getattr(call, "__qualname__", "") for call in called)
    return [name for name in names if not name.startswith("Animation.")]


def test_what_was_thrown_is_shown_at_rest_and_nothing_is_left_ticking(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = before_a_fight(drive, tmp_path)
    running = ticking()
    session, names = player.session, player.desk.side.moment().names
    seen: dict[int, list[Any]] = {0: [], 1: []}
    thrown: dict[int, Any] = {}
    for seat in (0, 1):
        player.press(names[seat])
        for _moment in range(4):
            player.settle(STEP)
            for who, value in faces_at_rest(player).items():
                seen[who].append(value)
        thrown |= session.thrown
    while isinstance(session.reply.turn, Chance):
        player.settle(STEP)
        for who, value in faces_at_rest(player).items():
            seen[who].append(value)
    for seat, values in seen.items():
        assert set(values) == {None, thrown[seat]}
        assert values.count(thrown[seat]) * STEP >= REST_SECONDS
    player.settle(0.5)
    player.driver.run(6.0)  # who has won is large for a moment
    assert len(ticking()) <= len(running)
    assert not [name for name in ticking() if name.startswith("RollTile.")]
    player.desk.close()
