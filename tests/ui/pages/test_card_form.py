"""The form of one card as a model: which fields, keys and words stand there for which card."""

from typing import Any

import pytest

from companion.games.zoon.family.deck import Sheet
from companion.kits.exact import NOTHING, Mismatch
from ui.owned.tribes import Owned
from ui.pages.card_page import CardDraft, CardDrawn, CardPages, _field_words, fault_words, new_card
from ui.present.models import KeyPad, StepModel
from ui.present.touches import Do


def editing(draft: CardDraft, picked: str = "tl", *, green: bool = False) -> CardPages:
    side = CardPages(Owned())
    side._begin(draft)
    side._others, side._picked, side._green = Sheet(), picked, green
    return side


def zoon(**more: Any) -> CardDraft:
    table = new_card("zoons", "Bear", "warus")
    return CardDraft("zoons", "bear", table | more, None, is_new=True)


def trump(does: str = "march", **more: Any) -> CardDraft:
    draft = CardDraft("trumps", "ram", new_card("trumps", "Ram", "warus"), None, is_new=True)
    if does != "march":
        draft.put("does", does)
    draft.table |= more
    return draft


def fields(draft: CardDraft) -> list[str]:
    return [
        key.action.given[0] for key in editing(draft)._fields() if key.action.method.__name__ == "open_field"
    ]


def faces(draft: CardDraft) -> list[Any]:
    found = (key for key in editing(draft)._fields() if isinstance(key.action, Do))
    return [key for key in found if key.action.method.__name__ in ("show_face", "mirror")]


def board(draft: CardDraft, picked: str) -> Any:
    shown = editing(draft, picked).form("").board
    assert isinstance(shown, CardDrawn)
    return shown


def digits(draft: CardDraft, picked: str) -> Any:
    pad = editing(draft, picked).form("").rows[0]
    assert isinstance(pad, KeyPad)
    return pad.keys


@pytest.mark.parametrize(
    ("aim", "words"),
    [("own-camp", "Where: Own camp"), ("nn", "Where: on its grid"), ("", "Where: on its grid")],
)
def test_a_shot_strikes_its_camp_or_what_is_on_its_grid(aim: str, words: str) -> None:
    assert _field_words(trump("shot", aim=aim), "aim") == words


@pytest.mark.parametrize(
    ("draft", "field", "words"),
    [
        (trump("wall"), "aim", "Where: Anywhere"),
        (trump("wall", aim="own-camp"), "aim", "Where: Own camp"),
        (trump("cage"), "aim", "Where: Own deployment zone"),
        (trump(), "usable_by", "Used by: any"),
        (trump(usable_by=["chef", "heros"]), "usable_by", "Used by: Chef, Hero"),
        (trump(usable_by=()), "usable_by", "Used by: any"),
        (trump(), "of", "For: any"),
        (trump("terrain"), "blocks", "Obstacle: no"),
        (trump("terrain", blocks=True), "blocks", "Obstacle: yes"),
        (trump(confirmed=True), "confirmed", "Compared: yes"),
        (trump(), "uses", "Uses: Once"),
        (trump(), "does", "Does: March"),
        (trump("gear"), "boost", "Boost: One more"),
        (trump(), "boost", "Boost: None"),
        (trump(), "name", "Name: Ram"),
        (zoon(), "star", "Star: No effect"),
        (zoon(star="send"), "star", "Star: Sends"),
        (zoon(star="send", partners=["wolf"]), "partners", "Partners: wolf"),
        (zoon(), "type", "Type: Soldier"),
        (zoon(), "confirmed", "Compared: no"),
    ],
)
def test_a_field_is_told_in_words(draft: CardDraft, field: str, words: str) -> None:
    assert _field_words(draft, field) == words


def test_each_card_has_the_fields_that_it_needs() -> None:
    assert fields(zoon()) == ["name", "type", "star", "confirmed"]
    assert (
        fields(zoon(star="send"))
        == fields(zoon(star="trade"))
        == ["name", "type", "star", "partners", "confirmed"]
    )
    assert fields(zoon(star="slay")) == ["name", "type", "star", "confirmed"]
    first = ["name", "uses", "does", "usable_by"]
    assert fields(trump("march")) == [*first, "of", "boost", "confirmed"]
    assert fields(trump("gear")) == [*first, "of", "boost", "confirmed"]
    assert fields(trump("control")) == [*first, "of", "confirmed"]
    assert fields(trump("pull-back")) == [*first, "confirmed"]
    assert fields(trump("zoon")) == [*first, "type", "star", "aim", "confirmed"]
    assert fields(trump("terrain")) == [*first, "blocks", "aim", "confirmed"]
    for does in ("shot", "wall", "cage"):
        assert fields(trump(does)) == [*first, "aim", "confirmed"]


def test_a_shipped_card_is_no_other_card() -> None:
    """What it does, who may use it and its partners are printed: those are not corrected."""
    ours = CardDraft("zoons", "bear", new_card("zoons", "Bear", "warus") | {"star": "send"}, {"name": "Bear"})
    assert fields(ours) == ["name", "type", "star", "confirmed"]
    assert faces(ours) == []
    march = CardDraft("trumps", "ram", new_card("trumps", "Ram", "warus"), {"name": "Ram"})
    assert fields(march) == ["name", "uses", "boost", "confirmed"]


def test_the_numbers_of_a_card() -> None:
    assert zoon().form.numbers == ("value", "copies")
    for does in ("march", "pull-back", "control"):
        assert trump(does).form.numbers == ("force", "moves")
    assert trump("zoon").form.numbers == ("force", "value")
    assert trump("shot").form.numbers == ("force",)
    picked, other = board(zoon(), "value").numbers
    assert (picked.detail, picked.words, picked.weight) == ("Points", "0", "chosen")
    assert (other.detail, other.words, other.weight) == ("In the tribe", "1", "plain")


def test_a_zoon_has_one_face_or_two_with_its_mirror_image() -> None:
    draft = zoon()
    assert [key.words for key in faces(draft)] == ["With mirror image"]
    draft.mirror()
    keys = faces(draft)
    assert [key.words for key in keys] == ["Face 1", "Face 2", "Without mirror image"]
    assert [key.weight for key in keys] == ["chosen", "plain", "plain"]
    assert [key.action.given[0] for key in keys[:2]] == ["bear-a", "bear-b"]


def test_a_corner_may_be_a_star_or_a_cross() -> None:
    assert len(digits(zoon(), "value")) == 10
    assert [
        digits(zoon(), "tl")[-1].words,
        digits(zoon(), "tl")[-1].action.given[0],
    ] == [
        "★",
        "star",
    ]
    assert digits(trump("shot"), "br")[-1].action.given[0] == "x"
    assert digits(trump("zoon"), "br")[-1].action.given[0] == "star"
    assert [key.action.given[0] for key in digits(zoon(), "value")] == [*range(1, 10), 0]


def test_the_corners_stand_in_order_and_the_picked_one_is_marked() -> None:
    draft = zoon()
    draft.put("tr", "star")
    draft.put("br", 4)
    shown = board(draft, "br").corners
    assert [(key.action.given[0], key.words, key.weight) for key in shown] == [
        ("tl", "0", "plain"),
        ("tr", "★", "plain"),
        ("br", "4", "chosen"),
        ("bl", "0", "plain"),
    ]
    assert board(trump(), "tl").corners == ()


def test_the_grid_has_a_title_and_two_kinds_of_taps_but_for_a_shot() -> None:
    def form(draft: CardDraft, *, green: bool = False) -> tuple[str, object, list[str]]:
        """The title of the grid, its paths, and the weights of the keys that say what a tap means."""
        page = editing(draft, green=green).form("")
        pads = [row for row in page.rows if isinstance(row, KeyPad)]
        assert isinstance(page.board, CardDrawn) and len(pads) in (2, 3)
        modes = [mode.weight for mode in pads[1].keys] if len(pads) == 3 else []
        return page.board.title, page.board.strides, modes

    moves = form(zoon())
    assert moves[0] == "Movement" and moves[2] == ["chosen", "plain"]
    assert form(zoon(), green=True)[2] == ["plain", "chosen"]
    assert form(trump("shot"))[1] is None
    assert form(trump("shot", aim="n"))[0::2] == ("Strikes", [])
    adds = form(trump("gear"))
    assert adds[0] == "Adds" and len(adds[2]) == 2
    assert form(trump())[1] is None


def test_a_fault_names_the_field_and_what_was_found() -> None:
    def words(found: Any, *path: str) -> str:
        return fault_words(Mismatch(path, "a number", found))

    assert words("many", "zoons", "bear", "value") == "Points: this needs a number, not 'many'"
    assert words("", "zoons", "bear", "value") == "Points: this needs a number"
    assert words([], "zoons", "bear", "value") == words(NOTHING, "value") == "Points: this needs a number"
    assert words("", "zoons", "corners", "tl") == "Corner: this needs a number"


def test_what_the_form_says_and_which_tools_it_offers() -> None:
    fresh = zoon()
    model = editing(fresh, "value").form("")
    assert [tool.words for tool in model.tools] == ["Back", "Undo", "Save"]
    assert (model.tools[1].enabled, model.tools[2].enabled) == (False, fresh.fault(Sheet()) is None)
    if fresh.fault(Sheet()) is not None:
        assert model.banner is not None and model.banner.tone == "ask"
    trouble = editing(fresh, "value").form("Not saved")
    assert trouble.banner is not None and (trouble.banner.tone, trouble.banner.words) == (
        "trouble",
        "Not saved",
    )
    assert trouble.tools[0].words == "Throw away"
    fresh.put("value", 3)
    assert editing(fresh, "value").form("").tools[1].enabled


@pytest.mark.parametrize(
    ("field", "old", "digit", "fresh", "number"),
    [("value", 0, 5, False, 5), ("value", 5, 3, False, 53), ("value", 9, 9, False, 99), ("value", 53, 1, False, 1),
     ("value", 5, 3, True, 3), ("copies", 1, 2, False, 2)],
)  # fmt: skip
def test_a_number_is_typed_digit_by_digit(field: str, old: int, digit: int, fresh: bool, number: int) -> None:
    draft = zoon()
    draft.put(field, old)
    side = editing(draft, field)
    side._fresh = fresh
    side.digit(digit)
    assert draft.value(field) == number and not side._fresh


def test_a_fault_just_made_is_said_before_one_of_a_file() -> None:
    from pathlib import Path

    file = {Path("mine.toml"): "line 2 cannot be read"}
    clean, faulty = CardPages(Owned()), CardPages(Owned(faults=file))

    def words(side: CardPages, fault: str = "") -> str | None:
        side._fault = fault
        model = side.model()
        assert isinstance(model, StepModel)
        banner = model.banner
        assert banner is None or banner.tone == "trouble"
        return None if banner is None else banner.words

    assert words(clean) is None
    assert words(clean, "Not saved") == "Not saved"
    assert words(faulty) == "line 2 cannot be read"
    assert words(faulty, "Not saved") == "Not saved"
