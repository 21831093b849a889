"""What is agreed before a game: options whose value is many of the choices; and how a random event is drawn."""

from random import Random

import pytest

from companion.game import Choice, Event, Option, RandomSource, Setup, SetupFault, checked, legal
from companion.lawful import drawn
from tests.toys.strip.rules import Slid, State, Strip, Tossed
from tests.walks import option_sets

KINDS = Option(
    name="kinds",
    words="Three kinds",
    default="",
    choices=tuple(Choice(name, name.title()) for name in ("ash", "elm", "fir", "oak")),
    many=3,
)


class Wooded(Strip):
    options = (KINDS,)


class Sampled(Strip):
    """Strip with a random event of its own: always the first of the lawful ones, or the second."""

    def sample(self, state: State, rng: RandomSource) -> Event:
        return legal(self, state)[rng(2)]


@pytest.mark.parametrize("value", ["", "ash,elm,fir", "oak,ash,fir"])
def test_many_different_choices_or_none_are_taken(value: str) -> None:
    assert checked(Wooded(), Setup(2, (("kinds", value),))).option("kinds", "?") == value


@pytest.mark.parametrize(
    "value",
    [
        "ash",
        "ash,elm",
        "ash,elm,elm",
        "ash,elm,yew",
        "ash,elm,fir,oak",
        "ash, elm,fir",
        ",,",
        3,
        True,
        False,
        0,
    ],
)
def test_too_few_too_many_twice_or_unknown_is_one_clear_fault(*, value: str | int | bool) -> None:
    with pytest.raises(
        SetupFault, match=r"^kinds: expected 3 different ones of ash, elm, fir, oak, joined by"
    ) as fault:
        checked(Wooded(), Setup(2, (("kinds", value),)))
    assert fault.value.field == "kinds"


def test_every_choice_of_many_is_walked_with() -> None:
    agreed = {str(setup.option("kinds", "?")) for setup in option_sets(Wooded())}
    assert agreed == {"", "ash,elm,fir", "elm,fir,oak"}


def test_a_game_may_draw_its_own_random_events() -> None:
    game, chance = Sampled(), Random(1)
    state = game.after(game.start(Setup()), Tossed("heads"))
    assert len(legal(game, state)) > 2
    assert {drawn(game, state, chance.randrange) for _ in range(50)} == {*legal(game, state)[:2]}


def test_without_that_all_lawful_events_are_drawn_and_none_when_it_is_over() -> None:
    game, chance = Strip(), Random(1)
    state = game.after(game.start(Setup()), Tossed("heads"))
    assert {drawn(game, state, chance.randrange) for _ in range(200)} == set(legal(game, state))
    over = game.load_position(Setup(), {"turn": 0, "cards": {"s4": {"seat": 0}}})
    over = game.after(over, Slid(0, "s4", "s5"))
    assert drawn(game, over, chance.randrange) is None
    assert drawn(Sampled(), over, chance.randrange) is None


HATS = Option(
    name="hats",
    words="A hat each",
    default="ash,elm,fir",
    choices=tuple(Choice(name, name.title()) for name in ("ash", "elm", "fir", "oak")),
    each_seat=True,
    apart=True,
)


class Hatted(Strip):
    options = (HATS,)


def test_what_no_two_seats_may_share_is_refused_twice() -> None:
    assert checked(Hatted(), Setup(2, (("hats", "oak,ash"),))).option("hats", "?") == "oak,ash"
    with pytest.raises(
        SetupFault, match=r"^hats: expected 2 different ones of ash, elm, fir, oak, found 'oak,oak'"
    ):
        checked(Hatted(), Setup(2, (("hats", "oak,oak"),)))


def test_a_default_for_more_seats_than_there_are_is_cut() -> None:
    assert checked(Hatted(), Setup(2)).option("hats", "?") == "ash,elm"


def test_every_choice_that_seats_may_not_share_is_walked_with() -> None:
    sets = [setup.option("hats", "?") for setup in option_sets(Hatted())]
    assert sets == ["ash,elm", "elm,fir", "fir,oak", "oak,ash"]
