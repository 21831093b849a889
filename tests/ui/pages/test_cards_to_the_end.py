"""The last turns of Zombinion by touches on what is shown alone: cards counted, piles touched, to the winner."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.game import Event, Over
from tests.situations.cards import _Cards
from tests.situations.maker import Maker
from tests.ui.conftest import SIZES
from tests.ui.fingers import touch_what_asks
from tests.ui.pages.test_cards_by_touch import GAME
from ui.pages.desk import Desk
from ui.pages.picking import Picking
from ui.pages.played_table import PlayedTable
from ui.present.models import Button, TableModel, Tile
from ui.present.touches import Start, Touch, TouchSquare, at, calls

LAST = 7
"""So many events are touched: two seats lay down cards, take some, and end their turns."""


def shown(desk: Desk) -> Iterator[Button | Tile]:
    """The keys and tiles on the screen."""
    model = desk.model()
    assert isinstance(model, TableModel)
    yield from (*model.helps, *model.answers, *model.tiles)


class Finger:
    """Touches on the app's own widgets; each is one that is shown."""

    def __init__(self, driver: Any, desk: Desk) -> None:
        self.driver, self.desk = driver, desk
        driver.run(0.3)

    def touch(self, action: Touch) -> None:
        touch_what_asks(self.driver, action)
        self.driver.run(0.3)

    def way(self, event: Event) -> Touch | None:
        """The next touch that leads to an event; None where none does."""
        actions = [key.action for key in shown(self.desk)]
        if at(PlayedTable.tell, event) in actions:
            return at(PlayedTable.tell, event)
        if event.cards and any(calls(action, Picking.count) for action in actions):
            counted = dict(self.desk.side.focus.counted)  # type: ignore[union-attr]
            return next(
                at(Picking.count, card, 1)
                for card in event.cards
                if counted.get(card, 0) < event.cards.count(card)
            )
        if event.card and TouchSquare(event.card) in actions:
            return TouchSquare(event.card)
        kind = at(Picking.pick_afresh, "kind", type(event).__name__)
        return kind if kind in actions else None

    def tell(self, event: Event) -> None:
        seq = self.desk.session.reply.seq
        for _n in range(12):
            if self.desk.session.reply.seq > seq:
                return
            action = self.way(event)
            assert action is not None, f"{event}: nothing shown leads there"
            self.touch(action)
        raise AssertionError(f"{event}: not told")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    """The events of a game to its end."""
    over = _Cards(Maker(tmp_path_factory.mktemp("over"), GAME)).over()
    return [entry.event for entry in over.session.referee.entries]


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]])
def test_the_last_turns_are_touched_to_the_winner(
    size: tuple[int, int], played: list[Event], drive: Callable[..., Any], tmp_path: Path
) -> None:
    made = _Cards(Maker(tmp_path, GAME))
    desk = made.seats()
    made.then(desk, Start())
    for event in played[:-LAST]:
        desk.session.tell(event)
    finger = Finger(drive(desk, size), desk)
    for event in played[-LAST:]:
        finger.tell(event)
    over = desk.session.reply.turn
    assert isinstance(over, Over) and over.winners
    model = desk.model()
    assert isinstance(model, TableModel) and model.kind == "over"
    assert [entry.event for entry in desk.session.referee.entries] == played
