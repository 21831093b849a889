"""What the box plays and how it stands by its own reckoning, on phones and for who watches."""

from random import Random

import pytest

from companion.game import Seats, legal
from companion.search import BEGINNER
from tests.ui.web.room import Room, begun, read
from ui.faces.face import face_of
from ui.pages.tableside import Tableside
from ui.pages.thinking import BoxMove
from ui.web.tonight import SeatTable

GAMES = ("zoon_alternate", "zoondo", "zong", "zones")


def boxed(game: str) -> Room:
    """A game in which the box plays seat 1, and says a move that it is sure of."""
    room = Room(game)
    room.side = Tableside(begun(game).opened, box={1: BEGINNER})
    room.tables = {seat: SeatTable(room.side, seat) for seat in room.tables}
    room.side.box._thinker.ask = lambda *_about: None  # type: ignore[method-assign]
    rng, state = Random(5), room.referee
    for _step in range(400):
        turn = room.side.session.reply.turn
        acts = isinstance(turn, Seats) and 1 in turn.seats and not room.side.session.veiled
        moves = [] if not acts else [one for one in legal(state.game, state.state) if one.seat == 1]
        moves = [one for one in moves if not (one.told or state.game.reveals(state.state, one))]
        if moves and room.side.model().kind == "play":
            room.side.box._thinking = None
            room.side.box.wish = BoxMove(1, moves[0], "What it plays", (moves[0],), 0.9)
            return room
        assert room.play(rng)
    raise AssertionError("the box is never to act")


@pytest.mark.parametrize("game", GAMES)
def test_who_watches_and_every_phone_read_what_it_plays_and_how_it_stands(game: str) -> None:
    room = boxed(game)
    ahead = face_of(room.referee.game).persona.ahead
    for eyes, parts in room.all_parts().items():
        assert "What it plays" in read(parts["note"]).words, eyes
        assert any(ahead in words for words in read(parts["own"]).words), eyes
    assert room.side.box.wish is not None
    room.side.tick()
    room.tell(room.side.box.wish.event)
    for eyes, parts in room.all_parts().items():
        assert not any(ahead in words for words in read(parts["own"]).words), eyes
