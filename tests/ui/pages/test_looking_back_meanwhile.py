"""While what lay there before is looked at, "done" says nothing: who looks back ends no turn by it."""

from collections.abc import Callable

from tests.ui.at_desk import model_of
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.present.touches import at


def test_done_ends_no_turn_while_an_event_before_is_looked_at(fresh: Callable[[str], Desk]) -> None:
    desk = fresh("cards-action")
    side = desk.side
    assert side is not None and side.natural() is not None
    desk.send(at(PlayedTable.show_past, model_of(desk).past[0].seq))
    assert side.is_looking and side.natural() is None
    desk.session.natural = side.natural
    entries = desk.session.referee.entries
    desk.session.done()
    assert desk.session.referee.entries == entries
    desk.send(at(PlayedTable.show_past, model_of(desk).past[0].seq))
    assert not side.is_looking and side.natural() is not None
    desk.send(at(PlayedTable.press_button, "done"))
    assert len(desk.session.referee.entries) == len(entries) + 1
