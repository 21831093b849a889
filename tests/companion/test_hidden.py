"""Unknown cards: counted, conserved, and only what they can still be."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hidden import Cards, NotThere

PLACES = st.sampled_from("abc")


@given(st.lists(st.tuples(PLACES, PLACES, st.booleans()), max_size=30))
@settings(max_examples=300)
def test_no_card_is_lost_or_made(moves: list[tuple[str, str, bool]]) -> None:
    cards = Cards.of(["x", "x", "y", "z"], "a", ["b", "c"])
    whole = cards.total()
    for src, dst, learn in moves:
        if cards.count(src):
            face = min(cards.could_hold(src)) if learn else None
            cards = cards.move(src, dst, face)
            if not learn and dst == "c":
                cards = cards.shuffled("c")
        assert cards.faults() == ()
        assert cards.total() == whole


def test_a_card_that_all_others_rule_out_is_not_there() -> None:
    cards = Cards.of(["x", "y"], "a", ["b"]).move("a", "b", "x")
    assert cards.could_hold("a") == {"y"}
    with pytest.raises(NotThere, match="no x can be in a"):
        cards.move("a", "b", "x")


def test_nothing_leaves_an_empty_place() -> None:
    with pytest.raises(NotThere, match="b is empty"):
        Cards.of(["x"], "a", ["b"]).move("b", "a")
