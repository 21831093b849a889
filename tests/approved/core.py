"""What the core says of the recorded games: every aspect of each game, and the referee's word on disturbed tables."""

from collections.abc import Iterator

from companion.games import all_games
from tests.approved import examples, owners
from tests.approved.agreed import of_game
from tests.approved.chance import spread
from tests.approved.plays import NAMES, play
from tests.approved.records import Record, said
from tests.approved.said_by_games import OFTEN, SELDOM, of_cards_dealt
from tests.approved.said_by_referee import of_followed, of_scenes

OFTEN_AT, SELDOM_AT = 12, 6
FOLLOWED = 7
DEALT = 40


def record(name: str) -> Record:
    """What is said of one recorded game, by aspect, position by position."""
    game = play(name)
    last = len(game.entries)
    points: dict[str, list[str]] = {}
    for at in spread(last + 1, OFTEN_AT):
        for aspects in OFTEN:
            for aspect, value in aspects(game, at):
                points.setdefault(aspect, []).append(said(value))
    for at in spread(last + 1, SELDOM_AT):
        for aspects in (*SELDOM, of_scenes):
            for aspect, value in aspects(game, at):
                points.setdefault(aspect, []).append(said(value))
    for first in (0, last // 2):
        for aspect, value in of_followed(game, first, FOLLOWED):
            points.setdefault(aspect, []).append(said(value))
    for aspect, value in of_cards_dealt(game, DEALT):
        points.setdefault(aspect, []).append(said(value))
    return points


def agreements(game: str) -> Record:
    """What comes of each set-up of a game."""
    points: dict[str, list[str]] = {}
    for case, outcome in of_game(all_games()[game]):
        points.setdefault(case, []).append(outcome)
    return points


def owners_record() -> Record:
    """What comes of what owners write and build."""
    points: dict[str, list[str]] = {}
    for case, outcome in owners.everything():
        points.setdefault(case, []).append(said(outcome))
    return points


def made() -> Iterator[tuple[str, Record]]:
    for name in NAMES:
        yield name, record(name)
    for game in all_games():
        yield f"agreed/{game}", agreements(game)
        yield f"written/{game}", dict(examples.of_game(all_games()[game]))
    yield "owners", owners_record()
