"""Random games: what is counted, when one is given up, and choices drawn by lot."""

from random import Random

from companion.game import Choice, Option, Setup, checked
from tests.toys.strip.rules import Strip
from ui.demo.random_play import play_games, with_random_choices

KINDS = Option(
    name="kinds",
    words="Kinds",
    default="",
    choices=tuple(Choice(name, name) for name in ("ash", "elm", "fir", "oak")),
    many=2,
)
START = Option(name="start", words="Start", default="lot", choices=(Choice("lot", "by lot"),))


class Wooded(Strip):
    options = (START, KINDS)


def test_what_chance_decides_is_no_decision() -> None:
    found = play_games(Strip(), Setup(2), 20, 1)
    assert found.games == 20 and found.not_ended == 0
    assert found.kinds["Tossed"] == 20
    assert found.decisions == found.events - 20
    assert found.games_per_second > 0


def test_a_game_that_goes_on_too_long_is_given_up_and_counted() -> None:
    found = play_games(Strip(), Setup(2), 20, 1, longest=3)
    assert set(found.lengths) == {3}
    assert found.not_ended == found.winners["not ended"] == 20
    assert found.broken == []


def test_many_choices_are_drawn_by_lot_and_each_is_drawn_sometimes() -> None:
    game, chance = Wooded(), Random(1)
    free = checked(game, Setup(2))
    drawn = {with_random_choices(game, free, chance).option("kinds", "") for _ in range(200)}
    assert drawn == {"ash,elm", "ash,fir", "ash,oak", "elm,fir", "elm,oak", "fir,oak"}


def test_what_was_agreed_is_not_drawn_anew() -> None:
    game = Wooded()
    chance = Random(1)
    free, agreed = checked(game, Setup(2)), checked(game, Setup(2, (("kinds", "fir,elm"),)))
    assert len({with_random_choices(game, free, chance).option("kinds", "") for _ in range(50)}) == 6
    assert with_random_choices(game, agreed, chance) == agreed
    assert checked(game, with_random_choices(game, free, chance)).option("start", "") == "lot"
