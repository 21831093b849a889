"""What the table's screen offers at moments of the recorded games, and after some touches there, is as approved."""

import pytest

from tests.approved.plays import NAMES
from tests.approved.records import difference
from tests.approved.tableside import screens


@pytest.mark.parametrize("name", NAMES)
def test_offers_are_as_approved(name: str) -> None:
    assert difference("tableside", name, screens(name)) == ""
