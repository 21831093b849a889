"""The outbox: a result waits until the club has it, and no longer, whatever happens in between."""

import sqlite3
from pathlib import Path

import msgspec
import pytest

from tests.ui.web.told import RESULT
from ui.club.broker.messages import Ack, Result, read
from ui.club.broker.publisher import Outbox


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    return Outbox(tmp_path / "outbox.db")


def ack(result: Result, revision: int | None = None, has: str | None = None) -> Ack:
    return Ack(
        v=1,
        key=result.key,
        revision=result.revision if revision is None else revision,
        has=result.tells_the_same if has is None else has,
    )


def test_a_result_waits_until_it_is_acknowledged(outbox: Outbox, tmp_path: Path) -> None:
    outbox.put(RESULT, "signed")
    outbox.close()
    outbox = Outbox(tmp_path / "outbox.db")
    assert outbox.waiting() == [(RESULT.key, 1)]
    assert read(outbox.body(RESULT.key), Result) == RESULT
    outbox.acknowledge(ack(RESULT))
    assert outbox.waiting() == [] and outbox.signatures() == {RESULT.key: "signed"}


def test_an_old_acknowledgement_is_not_one_of_what_was_told_since(outbox: Outbox) -> None:
    outbox.put(RESULT, "")
    outbox.put(msgspec.structs.replace(RESULT, revision=2, digest="cd" * 32), "")
    outbox.acknowledge(ack(RESULT))
    assert outbox.waiting() == [(RESULT.key, 2)]


def test_a_game_that_was_taken_back_is_withdrawn_and_may_end_again(outbox: Outbox) -> None:
    outbox.put(RESULT, "signed")
    outbox.acknowledge(ack(RESULT))
    outbox.withdraw(RESULT.key)
    outbox.withdraw(RESULT.key)
    assert outbox.waiting() == [(RESULT.key, 2)]
    gone = read(outbox.body(RESULT.key), Result)
    assert gone.withdrawn
    outbox.acknowledge(ack(gone))
    assert outbox.next_revision(RESULT.key) == 3 and outbox.waiting() == []


def test_what_ended_before_the_club_was_on_is_never_told(outbox: Outbox) -> None:
    outbox.leave_out({RESULT.key: "signed"})
    assert outbox.signatures() == {RESULT.key: "signed"} and outbox.waiting() == []
    outbox.withdraw(RESULT.key)
    assert outbox.waiting() == []


def test_after_a_lost_outbox_the_same_result_is_acknowledged_at_the_clubs_revision(outbox: Outbox) -> None:
    outbox.put(RESULT, "")
    outbox.acknowledge(ack(RESULT, revision=5))
    assert outbox.waiting() == [] and outbox.next_revision(RESULT.key) == 6


def test_after_a_lost_outbox_another_result_is_told_above_the_clubs(outbox: Outbox) -> None:
    outbox.put(RESULT, "")
    outbox.acknowledge(ack(RESULT, revision=5, has="cd" * 32))
    assert outbox.waiting() == [(RESULT.key, 6)]


def test_nobody_else_reads_it_and_a_damaged_one_is_begun_anew(outbox: Outbox, tmp_path: Path) -> None:
    file = tmp_path / "outbox.db"
    assert file.stat().st_mode & 0o777 == 0o600
    outbox.close()
    file.write_bytes(b"no database at all" * 100)
    assert Outbox(file).waiting() == []
    assert (tmp_path / "outbox.db.damaged").exists()


def test_where_nothing_can_be_written_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "outbox.db").mkdir()
    with pytest.raises((OSError, sqlite3.Error)):
        Outbox(tmp_path / "outbox.db")
