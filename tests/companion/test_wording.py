"""Questions in words: no two answers read alike, whatever they mean."""

from typing import Any

import pytest

from companion.game import Game, Setup, checked, legal
from companion.games import all_games
from companion.referee import said, told_apart
from companion.weigh import Ask
from tests.walks import walk

GAMES = all_games()


def texts(game: Game[Any], state: Any, asked: Ask) -> list[str]:
    """What may be answered, as it is read."""
    answers = (*asked.answers, *("" for _ in asked.options[len(asked.answers) :]))
    return [
        answer or said(game, state, option) for option, answer in zip(asked.options, answers, strict=True)
    ]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_no_two_answers_of_a_question_read_alike(name: str, seed: int) -> None:
    game = GAMES[name]
    setup = checked(game, Setup(game.seats[0]))
    for state, event, after in walk(game, setup, seed, 25):
        some = legal(game, state)[:60]
        options = (
            (event,),
            *((other,) for other in some),
            *((event, other) for other in legal(game, after)[:20]),
        )
        asked = told_apart(game, state, Ask(options))
        read = texts(game, state, asked)
        assert len(read) == len(set(read))
        assert asked.options[0] == options[0], "the likeliest is kept"
        assert set(read) == set(texts(game, state, Ask(options))), "nothing that reads otherwise is left out"


def test_an_answer_in_its_own_words_stands_beside_events() -> None:
    game = GAMES["zoon_alternate"]
    state = game.start(checked(game, Setup(2)))
    event = legal(game, state)[0]
    asked = told_apart(game, state, Ask(((), (event,), (event,)), "What happened?", ("Nothing",)))
    assert asked == Ask(((), (event,)), "What happened?", ("Nothing", ""))
