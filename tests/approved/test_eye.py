"""What the eye reads is as it was approved."""

import pytest

from tests.approved.eye import CASES, differences, kept, look


@pytest.mark.parametrize("case", CASES)
def test_what_is_read_is_as_it_was_approved(case: str) -> None:
    found = list(differences(kept(case), look(case)))
    assert not found, f"{case}: {len(found)} differences\n" + "\n".join(found[:40])
