"""A game gone on with after the power went, on the simulated table: it is laid from the book, so nothing is doubted."""

from collections import Counter
from typing import Any

import pytest

from companion.game import Chance, Event, Over, Setup, checked
from companion.games import all_games
from companion.games.zoon.family.state import NUMBERS
from companion.referee import Referee
from tests.hidden.script import script
from tests.ui.fingers import Room
from tests.walks import walk
from ui.box.by_touch import LayingHands, seat_of
from ui.pages.tableside import Tableside
from ui.present.touches import CarrySquare

CARRIED = ("zoon_alternate", "zoondo", "zones")
"""The games in which dragging a piece tells its move."""
LATE = 8
SECONDS = 6.0


def gone_on(name: str, *, drag: bool = False, tidy: bool = False) -> tuple[Tableside, Room, Event]:
    """A game left late, the room in which it is gone on with, and what happens next.

    `drag`: a piece is dragged next; `tidy`: something is to be tidied.
    """
    for seed in range(40):
        played, lines = script(name, seed), list[str]()
        game: Any = played.game
        referee: Referee[Any] = Referee(game, played.setup, lines.extend)
        for event in (event for step in played.steps for event in step.events):
            shows = game.look(game.after(referee.state, event)) != game.look(referee.state)
            seen = shows and not event.told and not game.reveals(referee.state, event)
            fit = seen and bool(not drag or (event.start and event.to))
            due = bool(referee.book.fresh_chores())
            if len(lines) > LATE and game.layout(referee.state) is None and fit and (due or not tidy):
                room = Room()
                again: Referee[Any] = Referee(game, played.setup, lambda _lines: None, tuple(lines))
                return Tableside(room.open(again, None, "simulated")), room, event
            assert referee.tell(event, "people").booked
    raise AssertionError("nothing like that happens")


def look_on(side: Tableside, room: Room) -> None:
    for _ in range(round(SECONDS / 0.125)):
        room.now += 0.125
        camera = side.session._camera
        assert camera is not None
        camera.look()
        side.tick()


@pytest.mark.parametrize("name", sorted(all_games()))
def test_before_the_first_picture_nothing_is_asked_for_and_nothing_doubted(name: str) -> None:
    side, room, _event = gone_on(name, tidy=name != "zones")
    session, entries = side.session, len(side.session.referee.entries)
    assert side.opened.simulated is not None and side.opened.simulated.tabletop.things
    assert (session.checking, session.reply.chores, session.reply.differences) == (False, (), ())
    assert side.moment().reply.chores == ()
    look_on(side, room)
    assert (session.checking, session.reply.chores, session.reply.differences) == (False, (), ())
    assert len(session.referee.entries) == entries


def test_a_game_that_begins_without_a_lot_is_laid_from_the_book() -> None:
    game = all_games()["zombinion"]
    setup = checked(game, Setup(2, options=(("winners-before", "0"),)))
    room = Room()
    side = Tableside(room.open(Referee(game, setup, lambda _lines: None), None, "simulated"))
    assert side.opened.simulated is not None and side.opened.simulated.tabletop.things
    look_on(side, room)
    assert (side.session.reply.layout, side.session.reply.differences) == (None, ())


@pytest.mark.parametrize("name", CARRIED)
def test_a_drag_made_before_the_first_picture_books(name: str) -> None:
    side, room, event = gone_on(name, drag=True)
    referee, entries = side.session.referee, len(side.session.referee.entries)
    assert event.start is not None and event.to is not None
    side.take(CarrySquare(event.start, event.to))
    assert [(one.event.start, one.event.to) for one in referee.entries[entries:]] == [(event.start, event.to)]
    look_on(side, room)
    assert len(referee.entries) == entries + 1
    assert side.session.reply.differences == ()


@pytest.mark.parametrize("name", sorted(all_games()))
def test_what_is_laid_before_the_first_picture_books(name: str) -> None:
    side, room, event = gone_on(name)
    referee, entries = side.session.referee, len(side.session.referee.entries)
    assert side.hands is not None
    side.hands.put_so(referee.game.look(referee.game.after(referee.state, event)))
    look_on(side, room)
    assert len(referee.entries) > entries


@pytest.mark.parametrize("name", ["zoon_alternate", "zoondo"])
@pytest.mark.parametrize("seed", range(8))
def test_no_card_lies_there_that_is_beaten_or_cannot_have_come_there(name: str, seed: int) -> None:
    """A game with cards in the tomb is gone on with: each face-down card gets a face that it can have."""
    game, lines = all_games()[name], list[str]()
    setup = checked(game, Setup(2))
    referee: Referee[Any] = Referee(game, setup, lines.extend)
    for _before, event, after in walk(game, setup, seed, 200):
        if isinstance(game.turn(after), Over):
            break
        referee.tell(event, "people")
        if all(game.dump_position(after)["tomb"]) and not isinstance(game.turn(after), Chance):
            break
    state = referee.state
    beaten: list[list[str]] = game.dump_position(state)["tomb"]
    again: Referee[Any] = Referee(game, setup, lambda _lines: None, tuple(lines))
    opened = Room(seed).open(again, None, "simulated")
    LayingHands(opened, opened.simulated)
    lying = [one for one in opened.simulated.tabletop.things if one.kind == "card" and one.face == "down"]
    assert lying and any(beaten)
    for seat in (0, 1):
        own = Counter(one.label for one in lying if seat_of(one) == seat)
        assert own <= Counter(game.start(setup).stock.unseen[seat]) - Counter(beaten[seat])
    table = opened.simulated.table
    for one in lying:
        square = table.region_at(one.x, one.y)
        assert square is not None and one.label in state.possible(NUMBERS[square])
