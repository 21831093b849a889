"""A short evening with every kind of trouble; the long ones are lived through by `python -m tests.evening`."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.games import all_games
from tests.evening.disk import small_disk
from tests.evening.evening import Evening
from tests.evening.measured import Stretch, by_hour
from tests.evening.plan import DISK_FULL, KINDS, KNOCK, LAMP, LASTS_S, PINS, plan


def test_a_plan_is_the_same_for_a_seed_and_leaves_the_last_minute_in_peace() -> None:
    assert plan(7, 600) == plan(7, 600) != plan(8, 600)
    for seed in range(20):
        troubles = plan(seed, 600)
        assert all(one.until < other.at for one, other in pairwise(troubles))
        assert troubles[-1].until < 600 - 60
        assert all(LASTS_S[0] <= one.until - one.at <= LASTS_S[1] for one in troubles)
    assert {one.kind for seed in range(20) for one in plan(seed, 600)} == set(KINDS)


def test_the_hours_of_an_evening_are_told_one_by_one() -> None:
    stretches = [
        Stretch(600.0 * n + 0.4, 200 + n, 5.0, 4.0, 8.0, 300.0, entries=n, games=0, troubles=0, wrong=0)
        for n in range(1, 9)
    ]
    first, second = by_hour(stretches)
    assert first.startswith("hour 1: 206 MB") and first.endswith("6 entries")
    assert second.startswith("hour 2: 208 MB") and second.endswith("2 entries")


def test_a_small_disk_that_is_full_takes_nothing_more_until_it_is_free(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        if not disk.mounted:
            pytest.skip("no disk can be mounted here, which only root may")
        kept = tmp_path / "kept"
        kept.write_bytes(b"a")
        disk.fill()
        with pytest.raises(OSError, match="No space left"):
            (tmp_path / "more").write_bytes(b"b")
        disk.free()
        (tmp_path / "more").write_bytes(b"b")
    assert not kept.exists()


@pytest.mark.slow
def test_an_evening_of_troubles_leaves_the_game_whole_and_says_each(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        found = Evening(tmp_path, disk, all_games()["zoon_alternate"], seed=1690, seconds=319.0).live()
    due = {PINS, LAMP, KNOCK, DISK_FULL} if disk.mounted else {PINS, LAMP, KNOCK}
    assert found.wrong == []
    assert found.came.keys() == due and found.entries > 10
    assert due - {KNOCK} <= found.said_s.keys(), "a camera that was knocked finds its way by itself"
    assert bool(found.struck[DISK_FULL]) == (DISK_FULL in due)


def test_an_evening_that_is_stopped_says_what_it_has_found(tmp_path: Path) -> None:
    with small_disk(tmp_path) as disk:
        evening = Evening(
            tmp_path,
            disk,
            all_games()["zoondo"],
            seed=3,
            seconds=30.0,
            told=lambda _stretch, _wrong: evening.stop(),
        )
        found = evening.live()
    assert found.stopped and len(found.stretches) == 1 and found.wrong == []
