"""Zombinion with fingers on the simulated table: cards from the tray, piles that do not run out, the clean-up."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Chance
from companion.games import all_games
from companion.games.zombinion.events import Shot
from companion.weigh import Ask, Lost
from tests.ui.conftest import SIZES
from ui.box.opening import sources
from ui.journal.store import Store, open_store
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.present.touches import at, calls

GAME = all_games()["zombinion"]


def begin(drive: Callable[..., Any], store: Store, size: tuple[int, int], players: str) -> Any:
    """A game begun by touch, everything laid out, the lot drawn, the table in the place of the tiles."""
    from tests.ui.fingers import Player, Room

    room = Room(3)
    desk = Desk(store, room.open, Agreement((GAME,), sources, "simulated"))
    player = Player(drive(desk, size), desk, room)
    player.press("New game")
    player.press(players)
    player.press("Start")
    player.settle()
    player.press("Lay out for me")
    player.settle()
    assert isinstance(player.session.reply.turn, Chance)
    player.throw(player.session.reply.turn)
    player.settle()
    player.press("Table")
    return player


def from_tray(player: Any, label: str, region: str, aside: float) -> None:
    """Drags a card out of the tray onto a place of the table, so many mm along it."""
    tray = player.stage._trays[0]
    item = 1 + [card.label for card in tray.cards].index(label)
    depth = (item - tray._first + 0.5) * tray.step
    start = (tray.x + depth, tray.center_y) if tray.along else (tray.center_x, tray.y + tray.height - depth)
    player.driver.drag(start, spot(player, region, aside))
    settled(player)


def settled(player: Any) -> None:
    """Waits until what was done has been seen; where it could mean two things, the plain one is picked."""
    player.settle()
    verdict = player.session.reply.verdict
    if isinstance(verdict, Ask):
        plainest = min(verdict.options, key=len)
        player.press(player.desk.side.moment().words(plainest))
        player.settle()


def spot(player: Any, region: str, aside: float = 0.0) -> tuple[float, float]:
    found = next(each for each in player.stage.table.table.regions if each.name == region)
    x, y = found.centre
    return (
        player.stage.field.to_px(x + aside, y)
        if found.w > found.h
        else player.stage.field.to_px(x, y + aside)
    )


@pytest.mark.parametrize(
    ("size", "players"), [(SIZES[0], "4 players"), (SIZES[2], "2 players")], ids=["lying-4", "upright-2"]
)
def test_a_turn_with_fingers(
    size: tuple[int, int], players: str, drive: Callable[..., Any], tmp_path: Path
) -> None:
    store = open_store(tmp_path / "games")
    player = begin(drive, store, size, players)
    referee, chance = player.session.referee, Random(1)
    for card in ("zombi", "barricata"):
        seat = next(iter(player.session.reply.turn.seats))
        before = GAME.dump_position(referee.state)["supply"][card]
        for n in range(3):
            from_tray(player, "pallottola", f"play.{seat}", (n - 1) * 66.0)
        assert GAME.dump_position(referee.state)["shots"] == 3, player.session.reply.verdict
        player.driver.drag(spot(player, card), spot(player, f"discard.{seat}", chance.uniform(-5, 5)))
        settled(player)
        given = GAME.dump_position(referee.state)
        assert given["supply"][card] == before - 1
        lying = [t.label for t in player.stage.table.tabletop.things if _region(player, t) == card]
        assert lying == [card], "the next card of the pile lies there"
        natural = player.desk.side.supply.natural()
        player.press(player.desk.side.moment().words((natural,)))
        player.settle()
        assert next(iter(player.session.reply.turn.seats)) != seat
        assert player.session.reply.chores == () and player.session.reply.differences == ()
    by = [entry.by for entry in referee.entries if type(entry.event).__name__ in ("Shot", "Took")]
    assert by.count("camera") > len(by) / 2 and set(by) <= {"camera", "touch"}
    player.desk.close()
    store.close()


def _region(player: Any, thing: Any) -> str | None:
    region: str | None = player.stage.table.table.region_at(thing.x, thing.y)
    return region


def test_a_tap_on_a_pile_tells_of_its_card(drive: Callable[..., Any], tmp_path: Path) -> None:
    store = open_store(tmp_path / "games")
    player = begin(drive, store, SIZES[0], "2 players")
    player.driver.touch(*spot(player, "esca"))
    player.driver.run(0.2)
    assert player.desk.model().headline == "Esca"
    player.press("Close")
    player.press("Piles")
    assert player.desk.model().tiles and not player.desk.side.shows_simulated
    player.desk.close()
    store.close()


def test_what_was_said_lies_on_the_table_and_raises_no_doubt(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    store = open_store(tmp_path / "games")
    player = begin(drive, store, SIZES[0], "2 players")
    seat = next(iter(player.session.reply.turn.seats))
    player.desk.send(at(PlayedTable.tell, Shot(seat, ("pallottola",) * 4)))
    player.settle(2.0)
    lying = [t.label for t in player.stage.table.tabletop.things if _region(player, t) == f"play.{seat}"]
    assert lying == ["pallottola"] * 4
    assert not isinstance(player.session.reply.verdict, Ask | Lost) and not player.session.reply.differences
    shown = player.desk.model()
    ends = [
        key for key in shown.helps if calls(key.action, PlayedTable.tell) and key.action.given[0].ends_turn
    ]
    assert shown.kind == "play" and [key.weight for key in ends] == ["plain"], "shots are left"
    player.desk.close()
    store.close()


def test_tidying_what_lies_tidy_already_ends_the_chores(drive: Callable[..., Any], tmp_path: Path) -> None:
    """The camera may not make out a card that lies there: what was laid for somebody is not asked for for ever."""
    from unittest.mock import patch

    from tests.ui.audit import walk
    from ui.widgets.panel import ChoreKey

    store = open_store(tmp_path / "games")
    player = begin(drive, store, SIZES[0], "2 players")
    seat = next(iter(player.session.reply.turn.seats))
    for n in range(3):
        from_tray(player, "pallottola", f"play.{seat}", (n - 1) * 66.0)
    player.driver.drag(spot(player, "zombi"), spot(player, f"discard.{seat}"))
    settled(player)
    player.session.tell(player.desk.side.supply.natural(), by="camera")  # what is told is laid at once
    player.settle()
    chores = player.session.reply.chores
    assert chores
    keys = [one for one in walk(player.driver.app.root) if isinstance(one, ChoreKey)]
    assert [key.action for key in keys] == [player.desk.model().tasks[0].action], "the next one is in view"
    player.press("Tidy for me")
    with patch.object(type(player.session), "dismiss_chore") as dismissed:
        player.driver.run(0.2)
    assert not dismissed.called, "what had to be laid is left to the camera"
    player.desk.send(at(PlayedTable.tidy))
    player.driver.run(0.2)
    assert player.session.reply.chores == ()
    player.desk.close()
    store.close()
