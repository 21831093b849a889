"""Two recorded games of Zombinion, laid and painted, and refereed from what the eye makes of it.

The records are those of `tests/plays`; more turns of them, with figures, by `python -m tests.ui.seen_zombinion`.
"""

import pytest

from tests.ui.seen_zombinion import PLAYS, replayed

MOST_ASKED = 0.03


@pytest.mark.parametrize(
    ("name", "begun", "turns"), [("random-2-first-game", 0, 6), ("random-4-citta-infestata", 13, 5)]
)
def test_a_recorded_game_is_refereed_from_pictures(name: str, begun: int, turns: int) -> None:
    """A game of two from its beginning, and one of four from its fifth turn to the ninth, in which somebody chooses."""
    played = replayed(PLAYS / f"{name}.jsonl", turns + begun // 3, begun=begun)
    assert sum(played.referee.state.turns_taken) == turns + begun // 3
    assert played.wrong == []
    assert played.seen > 2 * turns and played.together >= (1 if begun else 2)
    assert len(played.helped) <= max(1, MOST_ASKED * played.seen)
    assert sum(entry.by == "camera" for entry in played.referee.entries[begun:]) > 0.8 * played.seen
