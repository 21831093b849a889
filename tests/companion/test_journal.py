"""The record: read back, cut off, made newer, corrected."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Setup
from companion.journal import (
    Entry,
    JournalFault,
    TookBack,
    header,
    opened,
    play_while_valid,
    read_record,
    standing,
)
from tests.toys.strip import GAME
from tests.toys.strip.rules import Slid, Tossed, TurnedUp

GAMES = {"strip": GAME}
EVENTS = (Tossed("heads"), Slid(0, "s2", "s3"), Slid(1, "s4", "s4"), TurnedUp(0, "s1", "fox"))
LINES = [header(GAME, Setup(), "0.1"), *(Entry(n, "test", e).line() for n, e in enumerate(EVENTS))]
TEXT = "\n".join(LINES) + "\n"


def test_a_record_reads_back() -> None:
    record = read_record(LINES, GAMES)
    assert [entry.event for entry in record.entries] == list(EVENTS)
    assert (record.game, record.setup, record.app) == (GAME, Setup(), "0.1")


@given(st.integers(0, len(TEXT.encode())))
def test_a_record_cut_off_at_any_byte_keeps_every_whole_line(cut: int) -> None:
    kept = TEXT.encode()[:cut].decode(errors="ignore")
    whole = kept.count("\n")
    if whole == 0 and kept.strip() != LINES[0]:
        with pytest.raises(JournalFault):
            read_record(kept.splitlines(), GAMES)
        return
    read = len(read_record(kept.splitlines(), GAMES).entries)
    assert read in (max(whole - 1, 0), whole)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "expected one JSON object"),
        ('{"v":1,"seq":1,"by":"x","kind":"Flew"}', "kind: expected one of"),
        ('{"v":1,"seq":1,"by":"x","kind":"Slid","seat":"zero","src":"s1","dst":"s2"}', r"\$.seat"),
        ('{"v":1,"seq":1,"by":"x","kind":"Slid","seat":0,"src":"s1","dst":"s2","on":1}', "unknown field"),
        ('{"v":1,"by":"x","kind":"Tossed","side":"heads"}', "`seq`"),
        ('{"v":2,"seq":1,"by":"x","kind":"Tossed","side":"heads"}', "newer version"),
        ('{"seq":1,"by":"x","kind":"Tossed","side":"heads"}', "v: expected"),
        ('{"v":1,"seq":7,"by":"x","kind":"Tossed","side":"heads"}', "expected entry 1, found entry 7"),
    ],
)
def test_a_bad_line_is_named(line: str, message: str) -> None:
    with pytest.raises(JournalFault, match=message) as caught:
        read_record([*LINES[:2], line, LINES[2]], GAMES)
    assert caught.value.line == 3


def test_a_record_from_a_newer_version_is_not_touched() -> None:
    newer = json.dumps({**json.loads(LINES[0]), "v": 99})
    with pytest.raises(JournalFault, match="newer version"):
        read_record([newer], GAMES)


def test_a_game_that_is_not_installed_is_named() -> None:
    with pytest.raises(JournalFault, match="'strip'"):
        read_record(LINES, {})


def test_what_was_taken_back_no_longer_stands() -> None:
    entries = [Entry(0, "a", EVENTS[0]), Entry(1, "a", EVENTS[1]), Entry(2, "a", TookBack())]
    assert [entry.seq for entry in standing(entries)] == [0]


def test_a_correction_stands_in_the_place_of_what_it_corrects() -> None:
    entries = [
        Entry(0, "a", Tossed("heads")),
        Entry(1, "a", EVENTS[1]),
        Entry(2, "a", Tossed("tails"), corrects=0),
    ]
    assert [entry.event for entry in standing(entries)] == [Tossed("tails"), EVENTS[1]]
    again = [*entries, Entry(3, "a", Tossed("heads"), corrects=2)]
    assert [entry.event for entry in standing(again)] == [Tossed("heads"), EVENTS[1]]


def test_what_was_corrected_twice_is_corrected_by_any_of_its_numbers() -> None:
    entries = [
        Entry(0, "a", Tossed("heads")),
        Entry(1, "a", EVENTS[1]),
        Entry(2, "a", Tossed("tails"), corrects=0),
        Entry(3, "a", Tossed("heads"), corrects=2),
    ]
    for number in (0, 2, 3):
        again = [*entries, Entry(4, "a", Tossed("tails"), corrects=number)]
        assert [entry.event for entry in standing(again)] == [Tossed("tails"), EVENTS[1]]
    by_first = [*entries[:3], Entry(3, "a", Tossed("heads"), corrects=0)]
    assert [entry.seq for entry in standing(by_first)] == [3, 1]
    assert (
        standing([Entry(0, "a", TookBack()), *entries[:1], Entry(5, "a", EVENTS[1], corrects=7)])
        == entries[:1]
    )
    assert [entry.seq for entry in standing([*entries[:3], Entry(3, "a", TookBack())])] == [2]


def test_play_stops_where_a_rule_is_broken() -> None:
    entries = read_record(LINES, GAMES).entries
    states, stop = play_while_valid(GAME, Setup(), entries)
    assert stop is not None
    assert (stop.entry.seq, stop.rule, len(states)) == (2, "one-step", 3)
    with pytest.raises(ValueError, match="entry 2 would not be allowed"):
        opened(GAME, Setup(), entries)
