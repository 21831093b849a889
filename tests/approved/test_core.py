"""The core says of the recorded games what was approved. How and when to make the records anew: see __main__.py."""

import pytest

from tests.approved.core import record
from tests.approved.plays import NAMES
from tests.approved.records import compare


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_of_a_recorded_game_is_as_approved(name: str) -> None:
    compare("core", name, record(name))
