"""A game of ZoneS by nothing but what is shown: keys by their words, squares by their place, touches counted."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Event, Over
from companion.games import all_games
from companion.games.zones import GAME
from companion.games.zones.events import Moved, Returned, Shot, Summoned
from companion.games.zones.moves import returning
from companion.games.zones.rules import plays
from tests.ui.audit import walk
from tests.ui.conftest import SIZES
from tests.ui.fingers import Player
from tests.ui.fingers import Room as Simulated
from tests.ui.zones_room import Fingers, Room, model_of, state_of
from ui.box.opening import sources
from ui.games.zones.side import FieldSide
from ui.journal.store import open_store
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk
from ui.present.touches import at
from ui.widgets.keys import Touched
from ui.widgets.text import Fitted, Words

MOST = 5
"""So many touches lead from the first screen to the first turn, the first time that ZoneS is played."""
LAST, TURNS, SEED = 6, 160, 3


class Shown:
    """Touches what is shown, and counts."""

    def __init__(self, driver: Any, desk: Desk) -> None:
        self.player, self.fingers = Player(driver, desk, Simulated()), Fingers(driver, desk)
        self.touches = 0

    def words(self) -> set[str]:
        """What stands on the keys that can be touched."""
        keys = [
            widget
            for widget in walk(self.player.driver.app.root)
            if isinstance(widget, Touched) and not widget.disabled
        ]
        return {part.text for key in keys for part in walk(key) if isinstance(part, Words | Fitted)}

    def key(self, words: str) -> None:
        self.player.press(words)
        self.player.driver.run(0.3)
        self.touches += 1

    def square(self, name: str) -> None:
        self.fingers.square(name)
        self.player.driver.run(0.3)
        self.touches += 1


def opened(drive: Callable[..., Any], tmp_path: Path, size: tuple[int, int]) -> tuple[Shown, Desk]:
    agreement = Agreement(tuple(all_games().values()), sources, "simulated")
    desk = Desk(open_store(tmp_path / "games"), Room(tmp_path).made.maker.plain, agreement)
    return Shown(drive(desk, size), desk), desk


def to_the_first_turn(shown: Shown) -> None:
    """New game, ZoneS, start, both halves, the coin."""
    shown.key("New game")
    shown.key("ZoneS")
    shown.key("Start")
    assert shown.player.desk.opened is not None
    shown.player.desk.opened.chance.seed(SEED)
    shown.key("Lay both halves for us")
    shown.key(next(words for words in shown.words() if words.endswith("1 begins")))


@pytest.mark.parametrize("size", SIZES)
def test_few_touches_lead_from_the_first_screen_to_the_first_turn(
    size: tuple[int, int], drive: Callable[..., Any], tmp_path: Path
) -> None:
    shown, desk = opened(drive, tmp_path, size)
    to_the_first_turn(shown)
    assert state_of(desk).phase == "play"
    assert shown.touches <= MOST


def test_the_last_turns_are_touched_to_the_winner(drive: Callable[..., Any], tmp_path: Path) -> None:
    """The halves are laid by the box, all but the last turns are told; those are touched: pieces, then lit squares."""
    shown, desk = opened(drive, tmp_path, SIZES[0])
    to_the_first_turn(shown)
    events = to_the_end(state_of(desk))
    for event in events[:-LAST]:
        desk.session.tell(event)
    shown.player.driver.run(0.3)
    for event in events[-LAST:]:
        touched(shown, desk, event)
    over = desk.session.reply.turn
    assert isinstance(over, Over) and over.winners
    assert not any(entry.waived for entry in desk.session.referee.entries)
    winner = model_of(desk)
    assert winner.kind == "over" and winner.headline == f"Player {over.winners[0] + 1} wins"


def to_the_end(start: Any) -> list[Event]:
    """Every event from here to a winner: captures first, then the squares beside the rival's base."""
    for seed in range(40):
        state, events, chance = start, list[Event](), Random(seed)
        while not isinstance(state.over, Over) and len(events) < TURNS:
            events.append(wanted(state, chance))
            state = GAME.after(state, events[-1])
        if isinstance(state.over, Over) and state.over.winners and len(events) > LAST:
            return events
    raise AssertionError("no game came to its end")


def wanted(state: Any, chance: Random) -> Event:
    events: list[Event] = [Returned(state.turn, piece) for piece in returning(state, state.turn)]
    if not state.choosing:
        events = list(plays(state))
    enemy = {name for name in state.agreed.board.names if (p := state.at(name)) and p.seat != state.turn}
    home = {state.agreed.board.names[number] for number in state.home(1 - state.turn)}
    takes = [event for event in events if (event.to or event.at) in enemy]
    onto = [event for event in events if isinstance(event, Moved) and event.to in home]
    return chance.choice(sorted(takes or onto or events, key=str))


def touched(shown: Shown, desk: Desk, event: Event) -> None:
    """A turn by the keys and squares that are shown for it; where its end is lit."""
    seq = desk.session.reply.seq
    if isinstance(event, Returned):
        shown.key(next(words for words in shown.words() if words.endswith("returns")))
        return
    if isinstance(event, Summoned):
        shown.fingers.touch(at(FieldSide.summon, event.piece))
        shown.player.driver.run(0.3)
    else:
        shown.square(event.start or "")
    end = event.to or event.at or ""
    board = model_of(desk).own
    lit = {name for name, mark in board.marks.items() if mark in ("go", "take", "shoot")}  # type: ignore[union-attr]
    assert end in lit, f"{end} is not lit among {lit}"
    shown.square(end)
    if desk.session.reply.seq == seq:
        meant = "It shoots" if isinstance(event, Shot) else "It goes"
        shown.key(next(words for words in shown.words() if words.startswith(meant)))
    assert desk.session.reply.seq == seq + 1, f"{event}: a turn that was not told"
