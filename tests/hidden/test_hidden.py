"""A few of the games in which one thing is not seen: nothing wrong is booked, and nothing is passed over in silence."""

import pytest

from companion.games import all_games
from tests.hidden.cases import cases

FEW = 8
FOLLOWED = {"zoon_alternate": 5, "zoondo": 5, "zombinion": 6, "zones": 6, "zong": 2}
"""Of so few games at least so many are followed without a question."""


@pytest.mark.parametrize("name", all_games())
def test_a_thing_not_seen_never_leads_to_silence_or_a_wrong_book(name: str) -> None:
    outcomes = [outcome for _, outcome in cases(name, FEW)]
    assert [(outcome.hidden, outcome.wrong) for outcome in outcomes if outcome.name == "wrong"] == []
    assert [outcome.hidden for outcome in outcomes if outcome.name == "silent"] == []
    assert sum(outcome.name == "followed" for outcome in outcomes) >= FOLLOWED[name]


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        # What was booked before was read otherwise, though a thing was known to lie unseen.
        ("zones", 119),
        ("zones", 198),
        # Two whole turns more, only because the top of a discard pile is not seen: in the picture before, and in this.
        ("zombinion", 100),
        ("zombinion", 181),
        # A throw of which one disc is never seen: it is not made up without asking.
        ("zong", 156),
    ],
)
def test_what_rests_on_a_thing_not_seen_is_asked_about(name: str, seed: int) -> None:
    ((_, outcome),) = cases(name, 1, seed)
    assert (outcome.name, outcome.wrong) == ("asked", "")
