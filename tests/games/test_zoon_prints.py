"""What is printed on the cards of Zoon and Zoondo, as a mirror of the table tells of it."""

import pytest

from companion.game import Setup
from companion.games import all_games
from companion.games.zoon.alternate.events import pair
from companion.games.zoon.family.deck import facts
from companion.rulebook import rule

SETUP = Setup(2)


@pytest.mark.parametrize("card", sorted(facts().zoons))
def test_a_zoon_is_worth_what_its_penny_makes_count(card: str) -> None:
    shown = all_games()["zoon_alternate"].printed(SETUP, card)
    assert shown is not None and shown.name == facts().name(card)
    for side in ("heads", "tails"):
        two = pair(facts().zoons[card].corners, side)
        numbers = [corner for corner in two if isinstance(corner, int)]
        figure = shown.under[side]
        assert figure.rstrip("★×") == (str(sum(numbers)) if numbers else "")
        assert figure.count("★") == two.count("star") and figure.count("×") == two.count("x")
    assert shown.figure == shown.under["heads"]


def test_in_zoondo_each_corner_stands_for_itself() -> None:
    shown = all_games()["zoondo"].printed(SETUP, "gold-hure")
    assert shown is not None
    assert shown.corners == ("★", "2", "4", "4") and not shown.figure and not shown.under


@pytest.mark.parametrize("game", ["zoon_alternate", "zoondo"])
def test_the_rule_of_a_card_is_one_that_is_written(game: str) -> None:
    known = facts()
    for card in (*known.zoons, *known.trumps):
        shown = all_games()[game].printed(SETUP, card)
        assert shown is not None
        assert not shown.rule or rule(game, shown.rule).words


def test_what_the_owner_put_right_is_told_and_what_is_no_card_is_not() -> None:
    right = Setup(2, facts=(("kassin-a.corners.tl", 5),))
    shown = all_games()["zoon_alternate"].printed(right, "kassin-a")
    assert shown is not None and shown.figure == "7"
    assert all_games()["zoon_alternate"].printed(SETUP, "copertura") is None
