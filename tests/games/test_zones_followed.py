"""Games of ZoneS at an untidy table are followed: nothing wrong is believed, and few questions are asked."""

import pytest

from tests.games.zones_followed import Follower


@pytest.mark.parametrize("first", [0, 4])
def test_games_at_an_untidy_table_are_followed(first: int) -> None:
    followers = [Follower(seed) for seed in range(first, first + 4)]
    for follower in followers:
        follower.play()
    seen = sum(follower.seen for follower in followers)
    assert [follower.wrong for follower in followers] == [[]] * 4
    assert seen > 120
    assert sum(follower.asked + follower.told for follower in followers) <= 0.03 * seen
