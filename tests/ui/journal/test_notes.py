"""What the box notes of a game stands in the game's file: kept, cut off or damaged with it, no part of the record."""

from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.ui.journal.journals import HEADER
from ui.journal.store import NOTES_BEFORE, Store, StoreFault, look_at, open_store


def begun(store: Store) -> int:
    book = store.begin("sample", ("Ann", "Bo"))
    book.write((HEADER,))
    assert book.id is not None
    return book.id


def test_the_last_note_of_each_name_is_kept_beside_the_record(tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "games")) as store:
        id = begun(store)
        store.note(id, {"source": "picamera", "box": "1=easy"})
        store.book(id).write(("entry",))
        store.note(id, {"source": "simulated", "box": "1=easy"})
    with closing(look_at(tmp_path / "games")) as store:
        assert store.kept(id).notes == {"source": "simulated", "box": "1=easy"}
        assert store.kept(id).lines == (HEADER, "entry") and len(store.kept(id).times) == 2


def test_what_is_known_already_is_not_written_again(tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "games")) as store:
        id = begun(store)
        store.note(id, {"source": "picamera"})
        file = next((tmp_path / "games").glob("*.jsonl"))
        before = file.read_bytes()
        store.note(id, {"source": "picamera", "box": ""})
        assert file.read_bytes() == before


def test_cut_off_at_any_byte_a_note_is_there_or_the_loss_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.journal.store._WRITE_S", 0.0)  # nobody is in the middle of a write
    with closing(open_store(tmp_path / "games")) as store:
        id = begun(store)
        store.note(id, {"box": "1=strong"})
    file = next((tmp_path / "games").glob("*.jsonl"))
    whole = file.read_bytes()
    filled = whole.rindex(b"\n") + 2  # from there on only tabs, to the end of the block
    for length in (*range(filled), *range(filled, len(whole), 61)):
        file.write_bytes(whole[:length])
        with closing(look_at(tmp_path / "games")) as store:
            try:
                kept = store.kept(id).notes == {"box": "1=strong"}
            except StoreFault:
                kept = False
            assert kept or store.repaired, length


def test_notes_of_versions_before_come_into_the_games(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with closing(open_store(folder)) as store:
        first, second = begun(store), begun(store)
        started = store.played(second).started
    words = {"source": "picamera", "box": "0=beginner", "coach": "agreed"}
    for name, file in NOTES_BEFORE.items():
        (tmp_path / file).write_bytes(msgspec.json.encode({started: words[name], "another": "simulated"}))
    with closing(open_store(folder)) as store:
        assert store.kept(second).notes == words
        assert store.kept(first).notes == ({} if store.played(first).started != started else words)
    assert not any((tmp_path / file).exists() for file in NOTES_BEFORE.values())


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"monday": 3}', b"\xff", b"[" * 100_000])
def test_a_file_of_before_that_cannot_be_read_costs_no_game(content: bytes, tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "games")) as store:
        id = begun(store)
    (tmp_path / "sources.json").write_bytes(content)
    with closing(open_store(tmp_path / "games")) as store:
        assert store.kept(id).notes == {} and store.kept(id).lines == (HEADER,)
    assert (tmp_path / "sources.json").read_bytes() == content, "it may be mended by hand"


def test_notes_of_versions_before_come_into_games_of_the_bin(tmp_path: Path) -> None:
    with closing(open_store(tmp_path / "games")) as store:
        id = begun(store)
        started = store.played(id).started
        store.delete(id)
    (tmp_path / "box_seats.json").write_bytes(msgspec.json.encode({started: "1=easy"}))
    with closing(open_store(tmp_path / "games")) as store:
        store.restore(id)
        assert store.kept(id).notes == {"box": "1=easy"} and store.repaired is None
