"""What comes from a broker is read within bounds: whatever is in it, a message or one fault of one line."""

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.web.told import RESULT, STATE
from ui.club.broker import messages
from ui.club.broker.messages import Ack, ClubHere, Health, MessageFault, Result, TableState, encoded, read

KINDS = (TableState, Health, Result, Ack, ClubHere)
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, deadline=None)
@given(payload=st.binary(max_size=200))
def test_no_bytes_are_more_than_a_fault(kind: type[messages.Message], payload: bytes) -> None:
    with pytest.raises(MessageFault) as fault:
        read(payload, kind)
    assert "\n" not in str(fault.value)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_no_value_in_any_field_is_more_than_a_fault(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from((STATE, RESULT)))
    body = msgspec.json.decode(encoded(whole))
    for name in data.draw(st.lists(st.sampled_from(sorted(body)), min_size=1, max_size=3)):
        body[name] = data.draw(plain)
    try:
        found = read(msgspec.json.encode(body), type(whole))
    except (MessageFault, msgspec.EncodeError) as fault:
        assert "\n" not in str(fault)
    else:
        assert found.v == 1


@pytest.mark.parametrize("cut", range(0, 300, 7))
def test_a_message_that_was_cut_is_a_fault(cut: int) -> None:
    whole = encoded(RESULT)
    with pytest.raises(MessageFault):
        read(whole[: min(cut, len(whole) - 1)], Result)


@pytest.mark.parametrize(
    "changed",
    [
        {"v": 2},
        {"v": True},
        {"v": None},
        {"v": "1"},
        {"key": "../../etc/passwd"},
        {"key": "0" * 17},
        {"revision": 0},
        {"revision": 10**9},
        {"winners": [2]},
        {"winners": [0, 0]},
        {"by_box": [2]},
        {"winners": [-1]},
        {"players": []},
        {"players": ["Ann"] * 17},
        {"players": ["A" * 101, "B"]},
        {"players": ["A\x00", "B"]},
        {"points": [1]},
        {"entries": -1},
        {"entries": 2**31},
        {"digest": "xyz"},
        {"options": {str(n): n for n in range(61)}},
        {"withdrawn": 1},
        {"game": None},
    ],
    ids=str,
)
def test_a_result_that_cannot_be_is_a_fault(changed: dict[str, object]) -> None:
    body = msgspec.json.decode(encoded(RESULT)) | changed
    with pytest.raises(MessageFault):
        read(msgspec.json.encode(body), Result)


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("\u202eevil", "evil"),
        ("a\u202e\u2066b\u200f", "ab"),
        ("\u200b", ""),
        ("   ", ""),
        (" Ann ", "Ann"),
        ("\x1b[31mred\x07", "[31mred"),
        ("line\nbreak\x85", "line break"),
        ("\ufeff", ""),
        ("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
        ("Müller – “Jürg”", "Müller – “Jürg”"),
    ],
)
@pytest.mark.parametrize("is_ascii", [False, True])
def test_names_spoil_no_line_of_text(told: str, shown: str, is_ascii: bool) -> None:
    """Whether they are escaped in the JSON or not."""
    body = msgspec.json.decode(encoded(RESULT)) | {"players": [told, "Bea"], "why": f"{told} won"}
    payload = json.dumps(body).encode() if is_ascii else msgspec.json.encode(body)
    found = read(payload, Result)
    assert found.players == (shown, "Bea") and " ".join(found.why.split()) == f"{shown} won".strip()


def test_a_huge_message_is_not_even_decoded() -> None:
    with pytest.raises(MessageFault, match="65536 bytes"):
        read(b'{"v":1,' + b" " * messages.MOST_BYTES + b"}", ClubHere)
    with pytest.raises(MessageFault):
        read(b"[" * 60_000, TableState)


def test_an_acknowledgement_beyond_all_revisions_is_a_fault() -> None:
    """A box that believed it could tell no other end of that game any more."""
    ack = Ack(v=1, key="0" * 16, revision=messages.MOST_REVISIONS)
    assert read(encoded(ack), Ack) == ack
    with pytest.raises(MessageFault):
        read(encoded(msgspec.structs.replace(ack, revision=messages.MOST_REVISIONS + 1)), Ack)


def test_what_a_later_version_adds_is_left_alone() -> None:
    body = msgspec.json.decode(encoded(RESULT)) | {"weather": "rain"}
    assert read(msgspec.json.encode(body), Result) == RESULT


def test_topics_are_those_of_boxes_and_no_others() -> None:
    assert messages.box_and_kind("zo/1/box-0001/state") == ("box-0001", "state")
    for name in (
        "zo/1/box-0001",
        "zo/2/box-0001/state",
        "zo/1/BOX/state",
        "zo/1/box-0001\n/state",
        "zo/1/../state",
        "zo/1/box-0001/x",
        "",
    ):
        with pytest.raises(MessageFault):
            messages.box_and_kind(name)
