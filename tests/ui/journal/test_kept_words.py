"""From which camera a game was played: remembered whole or as before, and never a game's trouble."""

import os
from pathlib import Path

import pytest

from ui.journal.kept_words import MOST, KeptWords


@pytest.fixture
def sources(tmp_path: Path) -> KeptWords:
    return KeptWords(tmp_path / "games", "sources.json")


def test_the_latest_games_are_remembered(sources: KeptWords) -> None:
    for number in range(MOST + 1):
        sources.keep(f"2026-{number:04}", f"camera {number}")
    assert sources.of(f"2026-{MOST:04}") == f"camera {MOST}"
    assert sources.of("2026-0000") is None


def test_a_disk_that_is_full_leaves_what_was_there(
    sources: KeptWords, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources.keep("monday", "picamera")
    before = (tmp_path / "sources.json").read_bytes()

    def full(_file: int) -> None:
        assert (tmp_path / "sources.json").read_bytes() == before
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full)
    sources.keep("tuesday", "simulated")
    assert (tmp_path / "sources.json").read_bytes() == before and sources.of("monday") == "picamera"


def test_it_takes_its_place_in_one_step(sources: KeptWords, tmp_path: Path) -> None:
    sources.keep("monday", "picamera")
    with (tmp_path / "sources.json").open() as open_before:
        sources.keep("tuesday", "simulated")
        assert "tuesday" not in open_before.read(), "else a power cut finds half of it"


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"monday": 3}', b"\xff", b"[" * 100_000])
def test_a_file_that_cannot_be_read_costs_no_game(content: bytes, sources: KeptWords, tmp_path: Path) -> None:
    (tmp_path / "sources.json").write_bytes(content)
    assert sources.of("monday") is None
    sources.keep("monday", "picamera")
    assert sources.of("monday") == "picamera"


def test_cut_off_at_any_byte_it_is_known_that_words_are_lost(sources: KeptWords, tmp_path: Path) -> None:
    sources.keep("2026-11-01", "1=easy")
    sources.keep("2026-11-02", "1=strong")
    whole = (tmp_path / "sources.json").read_bytes()
    assert not sources.may_be_lost("2026-11-02") and not sources.may_be_lost("2026-11-03")
    for length in range(len(whole)):
        (tmp_path / "sources.json").write_bytes(whole[:length])
        assert sources.of("2026-11-02") is None and sources.may_be_lost("2026-11-02"), length
    sources.keep("2026-11-05", "1=easy")
    assert (tmp_path / "sources.unread.json").read_bytes() == whole[:-1], "what was there is not thrown away"
    assert sources.may_be_lost("2026-11-02")
    assert not sources.may_be_lost("2026-11-05") and not sources.may_be_lost("2026-11-06")
