"""What the club's owner lets count, by `companion club` on the club's computer."""

from pathlib import Path

import pytest

from tests.ui.web.told import result
from ui.cli import run_command
from ui.club.broker.messages import Result
from ui.club.database import ClubDatabase, sqlite_url


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A club of three results, one of them of a box that nobody asked for."""
    found = sqlite_url(tmp_path / "club.db")
    database = ClubDatabase(found)
    database.take([("box-0001", result(1)), ("box-0001", result(2)), ("box-evil", result(3, ("Ben", "Cem")))])
    database.close()
    return found


def counting(url: str) -> list[Result]:
    database = ClubDatabase(url)
    found = [one.told for one in database.results() if one.counts]
    database.close()
    return found


def club(url: str, *words: str) -> int:
    return run_command(["club", "--database", url, *words])


def test_a_result_is_voided_and_counts_again(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert club(url, "results") == 0
    listed = capsys.readouterr().out
    (line,) = (line for line in listed.splitlines() if "Ben" in line)
    number = line.split()[0]
    assert club(url, "void", number) == 0 and result(3, ("Ben", "Cem")) not in counting(url)
    club(url, "results")
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()[1:]].count("no") == 1
    assert club(url, "void", number, "--undo") == 0 and len(counting(url)) == 3
    assert club(url, "void", "99") == 2
    assert capsys.readouterr().err == "companion: NUMBER: expected the number of a result, found 99\n"


def test_a_box_is_shut_out_and_let_in_again(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert club(url, "shut-out", "box-evil") == 0 and counting(url) == [result(2), result(1)]
    club(url, "boxes")
    listed = {line.split()[0]: line.split()[-1] for line in capsys.readouterr().out.splitlines()[1:]}
    assert listed == {"box-0001": "no", "box-evil": "yes"}
    assert club(url, "shut-out", "box-evil", "--undo") == 0 and len(counting(url)) == 3
    assert club(url, "shut-out", "box-typo") == 2
    assert "expected the id of a box that the club knows, found 'box-typo'" in capsys.readouterr().err


def test_a_database_that_is_none_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert club("oracle://x:s3cret@y/z", "results") == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "s3cret" not in said
