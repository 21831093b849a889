"""Every page on the walks from the situations is as it was approved."""

import pytest

from tests.approved.records import difference
from tests.approved.touches import FAMILIES, walks


@pytest.mark.parametrize("family", FAMILIES)
def test_pages_under_a_finger_are_as_approved(family: str) -> None:
    assert difference("touches", family, walks(family)) == ""
