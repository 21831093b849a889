"""A touched square whose card waits to be turned up: which card it was stands before what else may lie there."""

from random import Random

from companion.games import all_games
from companion.lawful import drawn
from companion.referee import Referee
from tests.own_touches import kind_of
from ui.box.opening import Opened
from ui.box.session import Session
from ui.faces.face import face_of
from ui.pages.played_table import Asking, PlayedTable
from ui.pages.tableside import Tableside
from ui.present.touches import TouchSquare, calls


def waiting() -> tuple[Tableside, str]:
    """A game of Zoon in which somebody has to turn up a card, and where one lies."""
    game = all_games()["zoon_alternate"]
    referee = Referee(game, face_of(game).usual_setup(), lambda _lines: None)
    side = Tableside(Opened(Session(referee), None, None, (), {}))
    side.session.start()
    chance = Random(3)
    for _n in range(300):
        event = drawn(game, referee.state, chance.randrange)
        assert event is not None
        if event.turns_up and event.at is not None and game.layout(referee.state) is None:
            return side, event.at
        side.session.answer((event,))
    raise AssertionError("nobody had to turn up a card")


def test_the_card_that_was_turned_up_is_told_before_anything_else_may_lie_there() -> None:
    side, at = waiting()
    side.take(TouchSquare(at))
    kinds = [kind_of(key.action) for key in side.model().answers]
    assert kinds[0] is PlayedTable.tell and Asking.correct in kinds
    assert kinds.index(Asking.correct) > kinds.count(PlayedTable.tell) - 1


def test_two_cards_of_one_name_are_told_apart() -> None:
    side, at = waiting()
    side.take(TouchSquare(at))
    told = [(key.words, key.detail) for key in side.model().answers if calls(key.action, PlayedTable.tell)]
    assert len({words for words, _detail in told}) < len(told), "some are called alike"
    assert len(set(told)) == len(told)
