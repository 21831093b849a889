"""A damaged journal: nothing crashes, every loss is said, what is read is right, and the damaged file is kept."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.ui.journal.journals import HEADER, ends, file_of, fill, kept, lines, looked_at
from tests.ui.journal_damage import killed, tried
from ui.journal.store import BLOCK, FILL, StoreFault, Write, read_game, receipt_file, sealed


def test_cuts_flips_and_lost_blocks_cost_nothing_that_is_not_said() -> None:
    figures = tried(60, 7)
    assert (figures.crashes, figures.silent, figures.wrong, figures.refused) == ([], [], [], [])
    assert figures.repaired > 20


def test_kills_lose_no_acknowledged_entry() -> None:
    entries, lost = killed(6, 7)
    assert lost == 0 and entries > 0


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "games"
    fill(path, (40, 60), finished=1)
    return path


def saved_is_true(path: Path, content: bytes) -> None:
    """What is left of the second game is the start of what was written, and can be written on."""
    whole = file_of(path, 2).read_bytes()
    file_of(path, 2).write_bytes(content)
    with kept(path) as store:
        there = {game.id: game for game in store.games()}
        assert there[1].result == "Ann won" and store.kept(1).lines == tuple(lines(40))
        found = store.kept(2).lines if 2 in there else ()
        assert found == tuple(lines(60))[: len(found)]
        if len(found) < 60:
            assert (
                store.repaired is not None and "game 2 " in store.repaired and "game 1 " not in store.repaired
            )
            asides = [file.read_bytes() for file in path.glob("*.damaged*")]
            assert asides == [content] and content != whole
        book = store.begin("sample") if not found else store.book(2)
        book.write(("on",))
        assert book.id is not None
    with kept(path) as store:
        assert store.repaired is None
        assert store.kept(book.id).lines == (*found, "on")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(part=st.floats(0, 0.9999), rubbish=st.binary(max_size=600), cut=st.booleans())
def test_a_file_that_was_cut_or_holds_garbage_keeps_what_was_before_it(
    tmp_path_factory: pytest.TempPathFactory, written: Path, part: float, rubbish: bytes, cut: bool
) -> None:
    path = Path(shutil.copytree(written.parent, tmp_path_factory.mktemp("cut"), dirs_exist_ok=True)) / "games"
    whole = file_of(path, 2).read_bytes()
    at = int(part * len(whole))
    saved_is_true(
        path, whole[:at] if cut else (whole[:at] + rubbish + whole[at + len(rubbish) :])[: len(whole)]
    )


@pytest.mark.parametrize("line", [1, 2, 7, 11, 12])
def test_a_file_that_was_cut_at_the_end_of_a_line_is_noticed(tmp_path: Path, line: int) -> None:
    path = tmp_path / "games"
    fill(path, (11,), finished=1)
    file = file_of(path, 1)
    whole = file.read_bytes()
    file.write_bytes(whole[: ends(path, 1)[line - 1]])
    receipt_file(path).unlink()
    with looked_at(path) as store:
        assert (
            store.repaired is not None and f"game 1 is lost from entry {min(line, 11)} on" in store.repaired
        )
    with kept(path) as store:
        assert (
            store.repaired is not None and f"game 1 is lost from entry {min(line, 11)} on" in store.repaired
        )
        assert store.kept(1).lines == tuple(lines(11)[:line])
        assert (store.games()[0].finished is None) == (line < 12)
    with kept(path) as store:
        assert store.repaired is None


def test_wherever_a_file_was_cut_it_is_noticed(tmp_path: Path) -> None:
    """Also behind a space, of which names and words have some."""
    path = tmp_path / "games"
    fill(path, (6,))
    file = file_of(path, 1)
    whole = file.read_bytes()
    for length in range(ends(path, 1)[-1] + 1):
        file.write_bytes(whole[:length])
        assert read_game(file).rest is not None, whole[:length][-20:]


def test_a_line_that_a_power_cut_left_half_written_is_no_damage(tmp_path: Path) -> None:
    """Nobody was told that it is written: it is passed over without a word, and written over."""
    path = tmp_path / "games"
    fill(path, (4,))
    file = file_of(path, 1)
    whole = file.read_bytes()
    at = ends(path, 1)[-1]
    half = sealed(Write("now", lines=("half",)), whole[:at])[:-30]
    file.write_bytes(whole[:at] + half + whole[at + len(half) :])
    for opened in (looked_at, kept):
        with opened(path) as store:
            assert store.repaired is None and store.kept(1).lines == tuple(lines(4))
    with kept(path) as store:
        store.book(1).write(("on",))
    with kept(path) as store:
        assert store.repaired is None and store.kept(1).lines == (*lines(4), "on")
    assert not list(path.glob("*.damaged"))


def test_the_older_state_of_a_file_is_noticed(tmp_path: Path) -> None:
    """As a card gives it back that has lost what it said to have written."""
    path = tmp_path / "games"
    fill(path, (5,))
    older = file_of(path, 1).read_bytes()
    with kept(path) as store:
        store.book(1).write(("lost",))
        store.book(1).finish("Ann won")
    file_of(path, 1).write_bytes(older)
    with kept(path) as store:
        assert store.repaired is not None and "game 1 is lost from entry 5 on" in store.repaired
    with kept(path) as store:
        assert store.repaired is None


@pytest.mark.parametrize("gone", [file_of, lambda path, _id: path])
def test_what_was_removed_is_said_with_its_games(tmp_path: Path, gone: Callable[[Path, int], Path]) -> None:
    path = tmp_path / "games"
    fill(path, (3, 4), finished=1)
    what = gone(path, 1)
    what.rename(tmp_path / "elsewhere")
    for opened in (looked_at, kept):
        with opened(path) as store:
            assert store.repaired is not None and "game 1 is lost" in store.repaired
            assert ("game 2 is lost" in store.repaired) == (what == path)
    with kept(path) as store:
        assert store.repaired is None
        store.begin("sample").write((HEADER,))
        assert store.games()[0].id == 3, "a number is never given anew"


def test_a_receipt_that_is_damaged_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games"
    fill(path, (3, 4), finished=1)
    whole = receipt_file(path).read_bytes()
    assert b'"1":4,"2":' in whole
    for content in (whole.replace(b"4", b"7"), whole[:20], b"", b"[]", b"\xff" * 99, b"[" * 100_000):
        receipt_file(path).write_bytes(content)
        with kept(path) as store:
            assert store.repaired is None and len(store.games()) == 2
        assert receipt_file(path).read_bytes() != content


def test_a_line_changed_meanwhile_is_found_when_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games"
    fill(path, (10, 3), finished=1)
    with looked_at(path) as looking, kept(path) as store:
        file_of(path, 1).write_bytes(file_of(path, 1).read_bytes().replace(rb"\"seq\": 6", rb"\"seq\": 7"))
        assert len(looking.games()) == 2
        for one in (looking, looking, store):
            with pytest.raises(StoreFault, match="game 1 is not what was written"):
                one.kept(1)
        assert store.kept(1).lines == tuple(lines(6)) and store.kept(2).lines == tuple(lines(3))
        store.games()
        assert "The end of one game is lost" in store.told and "game 1 is lost from entry 6" in (
            store.repaired or ""
        )


def test_a_file_of_garbage_is_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.mkdir()
    for n in range(2):
        file_of(path, 1).write_bytes(bytes(range(256)) * (40 + n))
        with kept(path) as store:
            assert store.games() == ()
            assert store.repaired is not None and "game 1 is lost" in store.repaired
        aside = path / f"000001.jsonl.damaged{'-2' if n else ''}"
        assert aside.read_bytes() == bytes(range(256)) * (40 + n)
        assert not file_of(path, 1).exists()


ODD = (
    Write("at", 1, "sample", (), ()),
    Write("at", 1, "sample", ("[" * 5000,), ("{}",)),
    Write(7, 1, "sample", (), ("{}",)),  # type: ignore[arg-type]
    Write("at", 1, "sample", {"Ann": 1}, ("{}",)),  # type: ignore[arg-type]
    Write("at", 1, "sample", (), ("{}",), 7),  # type: ignore[arg-type]
)


@pytest.mark.parametrize("odd", ODD, ids=lambda write: str(write)[:60])
def test_odd_values_crash_nothing_however_well_they_are_sealed(tmp_path: Path, odd: Write) -> None:
    path = tmp_path / "games"
    fill(path, (3,))
    content = sealed(odd)
    file_of(path, 2).write_bytes(content + FILL * (BLOCK - len(content)))
    for opened in (looked_at, kept):
        with opened(path) as store:
            assert store.kept(1).lines == tuple(lines(3))
            assert {game.id for game in store.games()} <= {1, 2}


def test_players_are_told_in_sentences_without_files_and_numbers(tmp_path: Path) -> None:
    path = tmp_path / "games"
    fill(path, (3, 40, 3), finished=1)
    for id, at in ((2, 3000), (3, 5)):
        content = bytearray(file_of(path, id).read_bytes())
        content[at] ^= 1
        file_of(path, id).write_bytes(content)
    cost = "One game is lost. The end of one game is lost."
    with looked_at(path) as store:
        assert store.told == f"The games kept here are damaged. {cost}"
        with pytest.raises(StoreFault, match="found 3"):
            store.played(3)
    with kept(path) as store:
        assert store.told == f"The games kept here were damaged. {cost} The damaged file is kept."
    with kept(path) as store:
        assert store.told == ""


def test_a_repair_cut_short_anywhere_is_done_by_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = 0
    for stop in range(1, 40):
        path = tmp_path / f"stop{stop}" / "games"
        fill(path, (20, 30), finished=1)
        content = bytearray(file_of(path, 2).read_bytes())
        content[ends(path, 2)[-1] - 9] ^= 1
        file_of(path, 2).write_bytes(content)
        with monkeypatch.context() as patched:
            interrupt_after(stop, patched)
            try:
                with kept(path):
                    pass
            except KeyboardInterrupt:
                seen += 1
        with kept(path) as store:
            assert [(game.entries, game.result) for game in store.games()] == [(28, None), (19, "Ann won")]
            assert store.kept(2).lines == tuple(lines(29))
        assert [file.read_bytes() for file in path.glob("*.damaged*")] == [content], (
            "the damaged file is kept"
        )
        assert not list(path.parent.rglob(".*"))
    assert seen > 5


def interrupt_after(stop: int, patched: pytest.MonkeyPatch) -> None:
    """What touches the disk is interrupted the `stop`th time."""
    left = [stop]

    def counted(what: Callable[..., object]) -> Callable[..., object]:
        def act(*given: object, **named: object) -> object:
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt
            return what(*given, **named)

        return act

    for holder, name in ((Path, "replace"), (Path, "unlink"), (os, "fsync"), (os, "fdopen")):
        patched.setattr(holder, name, counted(getattr(holder, name)))


def test_a_line_is_json_and_says_when_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "games"
    fill(path, (3,), finished=1)
    told = [json.loads(line) for line in file_of(path, 1).read_text().splitlines() if line.strip()]
    assert [one.get("lines") for one in told] == [[line] for line in lines(3)] + [None]
    assert told[0]["players"] == ["Ann", "Bo"] and told[-1]["result"] == "Ann won"
    assert all(one["at"] and len(one["seal"]) == 16 for one in told)
