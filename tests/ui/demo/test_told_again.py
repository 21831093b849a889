"""A demo on a disk that takes nothing for a while: what was said then is said again, and nothing is left out."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from companion.game import Event
from companion.games import all_games
from companion.referee import Reply
from tests.ui.journal.journals import unwritable_disk
from ui.box.opening import Opened, open_table, sources
from ui.demo.playing import Player
from ui.journal.store import open_store
from ui.pages.agreement import Agreement
from ui.pages.desk import Desk


def test_what_a_disk_did_not_take_is_said_again(tmp_path: Path) -> None:
    now, stack = [0.0], ExitStack()
    store = open_store(tmp_path / "games")

    def opened(referee: Any, book: Any, source: str) -> Opened:
        table = open_table(referee, book, source, lambda: now[0])
        table.session.start = lambda: None  # type: ignore[method-assign]
        return table

    game = all_games()["zombinion"]
    desk = Desk(store, opened, Agreement((game,), sources, "simulated"), clock=lambda: now[0])
    play = Player(desk, lambda: now[0])
    play()
    refused: list[tuple[Event, ...]] = []
    answer = desk.session.answer

    def answer_in_vain(events: tuple[Event, ...], by: str = "touch", asked_at: int | None = None) -> Reply:
        """The first time that an event is told, the disk takes nothing; somebody mends it after a while."""
        if events not in refused:
            refused.append(events)
            stack.enter_context(unwritable_disk())
        return answer(events, by, asked_at)

    desk.session.answer = answer_in_vain  # type: ignore[method-assign]
    for step in range(1500):
        # Where something was left out, the player raises DemoFault: the cards do not lie as the book has them.
        now[0] += 0.4
        desk.tick()
        play()
        if step % 10 == 0:
            stack.close()
    assert len(refused) > 5 and len(desk.session.referee.entries) > 20
    desk.close()
    store.close()
