"""The tables as they are now: nothing old takes the place of anything new, whatever order it comes in."""

from itertools import permutations

import msgspec
import pytest

from tests.ui.web.told import HEALTH, STATE
from ui.club import database as module
from ui.club.broker.messages import MessageFault
from ui.club.database import Tables

LATER = "ffeeddccbbaa9988"


def state(n: int, run: str = STATE.run) -> object:
    return msgspec.structs.replace(STATE, n=n, run=run)


def made() -> Tables:
    return Tables(lambda: 7.0)


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_of_one_run_the_newest_state_stays(order: tuple[int, ...]) -> None:
    tables = made()
    for n in order:
        tables.told_state("box-0001", state(n))  # type: ignore[arg-type]
    assert tables.get("box-0001").state.n == 3  # type: ignore[union-attr]


def test_a_run_that_was_followed_by_another_is_over() -> None:
    tables = made()
    assert tables.told_state("box-0001", state(90))  # type: ignore[arg-type]
    assert tables.told_state("box-0001", state(1, LATER))  # type: ignore[arg-type]
    assert not tables.told_state("box-0001", state(91))  # type: ignore[arg-type]
    assert tables.get("box-0001").state.run == LATER  # type: ignore[union-attr]


def test_the_last_will_of_an_earlier_run_does_not_hide_the_present_one() -> None:
    tables = made()
    now = msgspec.structs.replace(HEALTH, run=LATER)
    tables.told_health("box-0001", HEALTH)
    tables.told_health("box-0001", now)
    tables.told_health("box-0001", msgspec.structs.replace(HEALTH, online=False))
    assert tables.get("box-0001").is_online  # type: ignore[union-attr]
    tables.told_health("box-0001", msgspec.structs.replace(now, online=False))
    assert not tables.get("box-0001").is_online  # type: ignore[union-attr]


def test_tables_are_listed_by_the_numbers_in_their_names() -> None:
    tables = made()
    for n, name in enumerate(("Table 10", "table 9", "Garden", "")):
        tables.told_health(f"box-{n:04}", msgspec.structs.replace(HEALTH, table=name))
    assert [table.name for table in tables.all()] == ["box-0003", "Garden", "table 9", "Table 10"]
    assert tables.list_changed() and not tables.list_changed()
    tables.told_state("box-0001", STATE)
    assert not tables.list_changed()
    tables.told_health("box-0001", msgspec.structs.replace(HEALTH, table="Other"))
    assert tables.list_changed()


def test_so_many_boxes_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BOXES", 3)
    tables = made()
    for n in range(3):
        tables.told_state(f"box-{n:04}", STATE)
    with pytest.raises(MessageFault):
        tables.told_state("box-0004", STATE)
    assert tables.told_state("box-0001", state(4)) and len(tables.all()) == 3  # type: ignore[arg-type]


def test_what_has_changed_is_given_to_the_database_once() -> None:
    tables = made()
    tables.told_state("box-0001", STATE)
    kept = tables.unkept(9)
    assert [one.box for one in kept] == ["box-0001"] and tables.unkept(9) == []
    tables.keep_again(kept)
    assert tables.unkept(9) == kept
    for n in (3, 1, 2):
        tables.told_state(f"box-{n:04}", state(50))  # type: ignore[arg-type]
    assert [[one.box[-1] for one in tables.unkept(2)] for _ in range(3)] == [["3", "1"], ["2"], []]
