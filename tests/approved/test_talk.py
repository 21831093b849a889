"""Every answer of some conversations over the line protocol is as it was approved."""

import pytest

from tests.approved.records import difference
from tests.approved.talk import NAMES, talked


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_as_approved(name: str) -> None:
    assert difference("talk", name, talked(name)) == ""
