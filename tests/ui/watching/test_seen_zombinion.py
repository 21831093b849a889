"""Two recorded games of Zombinion, laid and painted, and refereed from what the eye makes of it.

The records are those of `tests/plays`; more turns of them, with figures, by `python -m tests.ui.seen_zombinion`.
"""

import pytest

from tests.ui.seen_zombinion import PLAYS, replayed

MOST_ASKED = 0.03


@pytest.mark.parametrize(("name", "turns"), [("random-2-first-game", 6), ("random-4-citta-infestata", 9)])
def test_a_recorded_game_is_refereed_from_pictures(name: str, turns: int) -> None:
    played = replayed(PLAYS / f"{name}.jsonl", turns)
    assert sum(played.referee.state.turns_taken) == turns
    assert played.wrong == []
    assert played.seen > 2 * turns and played.together > 1
    assert len(played.helped) <= max(1, MOST_ASKED * played.seen)
    assert sum(entry.by == "camera" for entry in played.referee.entries) > 0.8 * played.seen
