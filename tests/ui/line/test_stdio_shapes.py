"""The line protocol where not all events can be listed: their shape is told; what changes nothing is `same`."""

from typing import Any

import msgspec
import pytest

from tests.toys import stall, strip
from tests.toys.stall.rules import Stall
from ui.line.stdio import Conversation


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Conversation:
    monkeypatch.setattr("ui.line.stdio.all_games", lambda: {"stall": stall.GAME, "strip": strip.GAME})
    return Conversation()


class Priced(Stall):
    """The stall with prices that an owner may correct."""

    def fact_names(self) -> tuple[str, ...]:
        return ("apple.cost",)


def ask(desk: Conversation, do: str, **fields: Any) -> dict[str, Any]:
    answer: dict[str, Any] = msgspec.json.decode(desk.answer(msgspec.json.encode({"do": do} | fields)))
    assert answer.pop("ok"), answer
    return answer


def test_what_is_not_listed_has_its_shape_told_and_can_be_told_in_it(desk: Conversation) -> None:
    ask(desk, "new", game="stall", seats=2)
    assert "shapes" not in ask(desk, "legal")
    ask(desk, "tell", event={"kind": "Ended", "seat": 0})
    (shape,) = ask(desk, "legal")["shapes"]
    assert shape == {
        "event": {"kind": "Laid", "seat": 0},
        "open": {"coins": "some of copper, copper, silver, gold"},
    }
    told = ask(desk, "tell", event=shape["event"] | {"coins": ["copper", "gold"]})
    assert told["verdict"] == "accept"
    assert "shapes" not in ask(desk, "new", game="strip", seats=2) | ask(desk, "legal")


def test_what_changes_nothing_is_the_same_and_no_entry(desk: Conversation) -> None:
    ask(desk, "new", game="strip", seats=2)
    told = ask(desk, "tell", event={"kind": "Ruled", "at": "s3"})
    assert (told["verdict"], told["entries"], told["seq"]) == ("same", [], 0)
    assert ask(desk, "journal")["journal"] == []


def test_corrected_facts_are_taken_by_a_game_that_has_any(
    desk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {"do": "new", "game": "stall", "seats": 2, "facts": {"apple.cost": 3}}
    refused = msgspec.json.decode(desk.answer(msgspec.json.encode(given)))
    assert refused["error"]["at"] == "facts"
    monkeypatch.setattr("ui.line.stdio.all_games", lambda: {"stall": Priced()})
    ask(desk, "new", game="stall", seats=2, facts={"apple.cost": 3})


@pytest.mark.parametrize(
    ("game", "event", "message"),
    [
        (
            "zoondo",
            {"kind": "Touched", "seat": 0, "corner": "xx"},
            "event.corner: expected one of tl, tr, br, bl, found 'xx'",
        ),
        (
            "zombinion",
            {"kind": "Chose", "seat": 0, "what": "dance"},
            "event.what: expected one of react, discard, ",
        ),
        ("zoon_alternate", {"kind": "Starts", "seat": "near"}, "event.seat: expected `int`, found `str`"),
        ("zoon_alternate", {}, "event: kind: expected one of "),
    ],
)
def test_a_field_of_few_words_names_them(game: str, event: Any, message: str) -> None:
    desk = Conversation()
    ask(desk, "new", game=game, seats=2)
    refused = msgspec.json.decode(desk.answer(msgspec.json.encode({"do": "tell", "event": event})))
    assert refused["error"]["message"].startswith(message)
