"""Games played by lot, whole and half, for what is told of them to a broker."""

from random import Random
from typing import Any

from companion.game import Over, Setup
from companion.games import all_games
from companion.lawful import drawn
from companion.referee import Referee
from ui.club.broker.publisher import EndedGame, key_of, play_json
from ui.journal.store import Store
from ui.line.shapes import Json
from ui.records.beginning import agreed, begin


def on_table(referee: Referee[Any], key: str = "00112233aabbccdd") -> Json:
    """The game of a referee as the box tells of it."""
    reply = referee.now()
    return play_json(key, referee.game, referee.setup, reply.seq, reply.turn, reply.view)


def go_on(referee: Referee[Any], seed: int, most: int = 3000) -> bool:
    """Plays by lot; whether the game has ended."""
    chance = Random(seed)
    for _ in range(most):
        event = drawn(referee.game, referee.state, chance.randrange)
        if event is None or isinstance(referee.tell(event, "touch").turn, Over):
            return event is not None
    return False


def begun(game: str = "zoon_alternate", players: tuple[str, ...] = ("Ann", "Bea")) -> Referee[Any]:
    """A game that nothing keeps."""
    found = all_games()[game]
    seats = found.seats[0]
    return Referee(found, agreed(found, seats, players=players[:seats]), lambda _lines: None)


def ended_game(store: Store, seed: int = 1, players: tuple[str, ...] = ("Ann", "Bea")) -> EndedGame:
    """A whole game, kept in a journal."""
    game = all_games()["zoon_alternate"]
    setup: Setup = agreed(game, 2, players=players)
    for attempt in range(20):
        referee, book = begin(store, game, setup)
        assert book is not None
        if go_on(referee, seed + 1000 * attempt):
            assert book.id is not None
            turn = referee.now().turn
            assert isinstance(turn, Over)
            from ui.outcome import noted

            book.finish(noted(turn))
            return EndedGame(store.played(book.id), store.kept(book.id).lines, store.kept(book.id).times)
    raise AssertionError("no game ended")


__all__ = ["begun", "ended_game", "go_on", "key_of", "on_table"]
