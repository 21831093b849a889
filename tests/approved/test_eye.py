"""What the eye reads, and what its steps give on the way, are as they were approved."""

import pytest

from tests.approved.eye import CASES, differences, kept, look, other_steps


@pytest.mark.parametrize("case", CASES)
def test_what_is_read_is_as_it_was_approved(case: str) -> None:
    told, steps = look(case, lambda picture: picture)
    record = kept(case)
    found = [*differences(record["told"], told), *other_steps(record["steps"], steps)]
    assert not found, f"{case}: {len(found)} differences\n" + "\n".join(found[:40])
