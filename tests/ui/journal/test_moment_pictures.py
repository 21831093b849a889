"""Pictures of moments on the disk: whole or not shown, a dozen a game, gone with their game, and never in the way."""

from itertools import pairwise
from pathlib import Path

import pytest

from ui.journal.store import MOST_PICTURES, PICTURES, MomentPictures

STARTED, OTHER = "2026-03-01T19:30:00.000+00:00", "2026-03-02T19:30:00.000+00:00"
WHOLE = b"\xff\xd8picture\xff\xd9"


@pytest.fixture
def kept(tmp_path: Path) -> MomentPictures:
    return MomentPictures(tmp_path / "games", STARTED)


@pytest.fixture
def other(tmp_path: Path) -> MomentPictures:
    return MomentPictures(tmp_path / "games", OTHER)


def test_a_picture_is_found_by_its_game_and_entry(kept: MomentPictures, other: MomentPictures) -> None:
    kept.keep(7, WHOLE)
    other.keep(9, WHOLE)
    assert [(entry, file.read_bytes()) for entry, file in kept.whole().items()] == [(7, WHOLE)]
    assert list(other.whole()) == [9]


@pytest.mark.parametrize("lying", [b"", WHOLE[:-1], WHOLE[1:], b"no picture at all"])
def test_one_that_is_cut_off_is_left_out(kept: MomentPictures, lying: bytes) -> None:
    kept.keep(7, WHOLE)
    kept.keep(8, WHOLE)
    kept.whole()[8].write_bytes(lying)
    assert list(kept.whole()) == [7]


def test_no_more_than_a_dozen_are_kept_from_all_over_the_game(kept: MomentPictures) -> None:
    for entry in range(0, 100, 2):
        kept.keep(entry, WHOLE)
    entries = list(kept.whole())
    assert len(entries) == MOST_PICTURES and entries[0] == 0 and entries[-1] == 98
    assert max(later - earlier for earlier, later in pairwise(entries)) <= 40


def test_those_of_a_game_are_dropped_alone(kept: MomentPictures, other: MomentPictures) -> None:
    kept.keep(7, WHOLE)
    other.keep(7, WHOLE)
    kept.drop()
    kept.drop()
    assert not kept.whole() and list(other.whole()) == [7]


def test_what_cannot_be_written_costs_nothing(tmp_path: Path, kept: MomentPictures) -> None:
    (tmp_path / PICTURES).write_bytes(b"a file where the folder would be")
    kept.keep(7, WHOLE)
    assert not kept.whole()


def test_what_somebody_laid_into_the_folder_is_let_alone(kept: MomentPictures) -> None:
    kept.keep(7, WHOLE)
    folder = kept.whole()[7].parent
    (folder / "holiday.jpg").write_bytes(WHOLE)
    (folder / "8.part").write_bytes(WHOLE)
    assert list(kept.whole()) == [7]
