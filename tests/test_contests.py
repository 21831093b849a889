"""What an event decides is told truly: the winner stays, the sums add up, and nobody is named who lies hidden."""

import re
from collections import Counter
from typing import Any

import pytest

from companion.game import Contest, Game, Setup, checked
from companion.games import all_games
from tests.walks import walk

STEPS = 160
SEEDS = range(8)
FOUGHT = {"zoon_alternate": "Fought", "zoondo": "Touched", "zones": "Moved", "zong": "Voted"}
"""By game, the kind of event that decides something sooner or later."""


def contests(game: Game[Any]) -> list[tuple[Any, Any, Any, Contest]]:
    setup, found = checked(game, Setup(game.seats[-1])), []
    for seed in SEEDS:
        for before, event, after in walk(game, setup, seed, STEPS):
            contest = game.contest(before, event)
            if contest is not None:
                found.append((before, event, after, contest))
    return found


@pytest.mark.parametrize("game", all_games().values(), ids=list(all_games()))
def test_every_contest_has_words_and_a_winner_among_its_sides(game: Game[Any]) -> None:
    found = contests(game)
    kinds = Counter(type(event).__name__ for _before, event, _after, _contest in found)
    assert game.id not in FOUGHT or kinds[FOUGHT[game.id]], (
        f"nothing was decided in {len(SEEDS)} games: {kinds}"
    )
    for _before, _event, _after, contest in found:
        assert contest.words and contest.words[:1].isupper() and len(contest.words) < 60
        assert contest.winner is None or contest.winner in range(len(contest.sides))
        assert "face-down" not in contest.words and "None" not in contest.words + contest.more


def test_of_a_fight_with_dice_the_sums_add_up_and_the_loser_leaves_its_square() -> None:
    game = all_games()["zoon_alternate"]
    won = 0
    for before, event, after, contest in contests(game):
        assert tuple(side.die for side in contest.sides) == event.dice
        for side in contest.sides:
            value, die, total = map(int, re.findall(r"\d+", side.score))
            assert value + die == total and die == side.die
        if contest.winner is None or type(before.step).__name__ != "Fight":
            continue
        won += 1
        piece = after.at(before.step.at)
        assert piece is not None and piece.seat == contest.sides[contest.winner].seat
        assert contest.words.startswith(contest.sides[contest.winner].name + " beats ")
    assert won


def test_of_a_fight_by_touch_the_winner_stays_unless_a_star_decides() -> None:
    game = all_games()["zoondo"]
    won = 0
    for before, _event, after, contest in contests(game):
        if contest.winner is None or type(before.duel).__name__ != "Fight":
            continue
        won += 1
        piece = after.at(before.duel.at)
        assert piece is not None and piece.seat == contest.sides[contest.winner].seat
    assert won


def test_what_is_captured_in_zones_has_left_the_board() -> None:
    game = all_games()["zones"]
    for before, event, after, contest in contests(game):
        at = event.to if type(event).__name__ == "Moved" else event.at
        target = before.at(at)
        assert contest.words.endswith(target.kind.name)
        assert after.at(at) is None or after.at(at).seat != target.seat


def test_votes_name_the_square_that_then_counts() -> None:
    game = all_games()["zong"]
    found = contests(game)
    for before, _event, after, contest in found:
        if "belongs on" in contest.words and after.over is None:
            square = dict(after.vote.decided).get(before.agreed.seat(before.vote.asked))
            assert square is None or contest.words.endswith(square)


def test_an_event_that_decides_nothing_has_no_contest() -> None:
    game = all_games()["zoon_alternate"]
    setup = checked(game, Setup(2))
    for before, event, _after in walk(game, setup, 1, 40):
        assert (game.contest(before, event) is not None) == (type(event).__name__ == "Fought")
