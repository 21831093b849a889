"""What commands print and return is as it was approved."""

import pytest

from tests.approved.commands import ROWS, differences


@pytest.mark.parametrize("row", ROWS)
def test_commands_say_what_was_approved(row: str) -> None:
    found = differences(row)
    assert not found, "\n\n".join(found)
