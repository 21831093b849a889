"""The core says of the recorded games what was approved. How and when to make the records anew: see __main__.py."""

import pytest

from companion.games import all_games
from tests.approved import examples
from tests.approved.core import agreements, owners_record, record
from tests.approved.plays import NAMES
from tests.approved.records import difference


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_of_a_recorded_game_is_as_approved(name: str) -> None:
    assert difference("core", name, record(name)) == ""


@pytest.mark.parametrize("game", all_games())
def test_what_comes_of_each_set_up_is_as_approved(game: str) -> None:
    assert difference("core", f"agreed/{game}", agreements(game)) == ""


@pytest.mark.parametrize("game", all_games())
def test_what_is_said_in_the_examples_of_the_rules_is_as_approved(game: str) -> None:
    assert difference("core", f"written/{game}", examples.of_game(all_games()[game])) == ""


def test_what_comes_of_what_owners_write_is_as_approved() -> None:
    assert difference("core", "owners", owners_record()) == ""
