"""Recorded games in which one thing is not seen: no wrong entry and no silence, answered truly or not at all."""

import pytest

from tests.hidden.recorded import OWN, SHARED, place, recorded_cases


@pytest.mark.parametrize("answers", ["truth", "none"])
@pytest.mark.parametrize("name", [*OWN, "zoondo-watch-2", "zombinion-own-watch"])
def test_a_thing_not_seen_in_a_recorded_game_leads_to_no_wrong_entry_and_no_silence(
    name: str, answers: str
) -> None:
    if not place(name).is_file():
        pytest.skip(f"no recording {name} in {SHARED}; name its folder by ZO_SHARED")
    outcomes = list(recorded_cases(name, answers, every=13))
    assert len(outcomes) > 4
    found = [(outcome.hidden, outcome.wrong) for outcome in outcomes if outcome.name in ("wrong", "silent")]
    assert found == []
