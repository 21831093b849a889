"""A game of shown armies in the app's window, by fingers on the simulated table: laid, turned down, moved, fought."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.game import Chance, Choice, legal
from companion.games import all_games
from tests.ui.audit import walk
from tests.ui.fingers import Player, Room
from ui.journal.store import open_store
from ui.pages.agreement import Agreement, agree, with_choice
from ui.pages.desk import Desk
from ui.present.touches import Goto, Start
from ui.widgets.drawing import DrawingView

ZOONDO = all_games()["zoondo"]


def table(drive: Callable[..., Any], tmp_path: Path) -> Player:
    room = Room(3)
    agreement = Agreement((ZOONDO,), lambda: (Choice("simulated", "Simulated table"),))
    desk = Desk(open_store(tmp_path / "games"), room.open, agreement, clock=room.clock)
    driver = drive(desk)
    for action in (Goto("seats"), agree(with_choice, "knowing", None, "shown"), Start()):
        driver.app.send(action)
        driver.run(0.2)
    return Player(driver, desk, room)


def lay_out(player: Player, name: str) -> None:
    player.press(f"I am {name}: open")
    player.press("Lay out for me")
    player.settle()
    player.press("All right: I turn them down")
    player.press("Turn them down for me")
    player.settle()
    player.press(f"{name}: they lie face down")
    player.settle()


def test_armies_are_shown_turned_down_and_fight(drive: Callable[..., Any], tmp_path: Path) -> None:
    player = table(drive, tmp_path)
    referee = player.session.referee
    for name in ("Player 1", "Player 2"):
        assert not player.desk.side.shows_simulated  # type: ignore[union-attr]
        lay_out(player, name)
    assert [type(entry.event).__name__ for entry in referee.entries] == ["Deployed", "Deployed"]
    lying = {
        region.name: thing.label
        for thing in player.stage.table.tabletop.things
        for region in player.stage.table.table.regions
        if region.contains(thing.x, thing.y)
    }
    assert lying == {**referee.entries[0].event.cards, **referee.entries[1].event.cards}  # type: ignore[attr-defined]
    turn = player.session.reply.turn
    assert isinstance(turn, Chance)
    player.throw(turn)
    for _move in range(12):
        events = [e for e in legal(ZOONDO, referee.state) if type(e).__name__ == "Moved" and not e.path]
        attacks = [e for e in events if referee.state.at(e.to) is not None]
        event = next(iter(attacks or sorted(events, key=lambda e: abs(int(e.to[1]) - 3.5))))
        player.do(event)
        player.settle()
        assert referee.entries[-1].event == event
        if attacks:
            break
    fight(player, event.to)


def fight(player: Player, square: str) -> None:
    """Both touch a corner behind the curtain, both cards are turned over, everything is tidied."""
    referee = player.session.referee
    for _touch in range(2):
        (seat,) = player.session.reply.turn.seats  # type: ignore[union-attr]
        name = f"Player {seat + 1}"
        player.press(f"{name} chooses in secret")
        player.press(f"{name}: touch to open")
        pad = next(widget for widget in walk(player.driver.app.root) if isinstance(widget, DrawingView))
        x, y, wide, high = pad.squares()[seat].box
        player.driver.touch(x + wide / 2, y + high / 2)
        player.press("Touch this corner")
        player.settle(0.3)
    assert [type(entry.event).__name__ for entry in referee.entries[-2:]] == ["Touched", "Touched"]
    table = player.stage.table.table
    region = next(each for each in table.regions if each.name == square)
    for _card in range(2):
        things = player.stage.table.tabletop.things
        here = [thing for thing in things if region.contains(thing.x, thing.y) and thing.face == "down"]
        player.driver.touch(*player.stage.field.to_px(here[-1].x, here[-1].y), taps=2)
        player.settle()
    assert [type(entry.event).__name__ for entry in referee.entries[-2:]] == ["TurnedUp", "TurnedUp"]
    assert " beats " in model_text(player) or " against " in model_text(player)
    player.press("Tidy for me")
    player.settle()
    assert player.session.reply.chores == () and player.session.reply.differences == ()


def model_text(player: Player) -> str:
    return repr(player.desk.model())


def test_a_seat_s_own_button_opens_its_page_and_says_that_its_cards_lie_down(
    drive: Callable[..., Any], tmp_path: Path
) -> None:
    player = table(drive, tmp_path)
    player.session.press("seat1")
    player.settle(0.3)
    side = player.desk.side
    assert side is not None and side.focus.alone == 1 and side.focus.drawn
    player.press("Lay out for me")
    player.settle()
    player.press("All right: I turn them down")
    player.session.press("seat1")
    player.settle(0.3)
    assert player.session.referee.entries == ()
    player.press("Turn them down for me")
    player.settle()
    player.session.press("seat1")
    player.settle(0.3)
    assert [entry.event.seat for entry in player.session.referee.entries] == [1]  # type: ignore[attr-defined]
