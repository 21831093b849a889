"""The forms of cards: what a touch corrects, what is still wrong is said, and nothing changed is lost by accident."""

from typing import Any

import pytest

from companion.games.zoon.family.tribes import limits
from companion.kits.toml_text import read_toml
from tests.own_touches import own
from tests.situations.tribes import SHOT
from tests.ui.pages.test_tribe_pages import KNOWN, gauges, tool, touched
from ui.owned.tribes import keep_army, owned
from ui.pages.card_page import CardDrawn, TapSquare
from ui.pages.tribe_page import TribePages
from ui.places import cards_folder, corrections_file
from ui.present.models import KeyPad, StepModel
from ui.present.touches import Touch, Typed


def form(side: TribePages, *touches: Touch) -> StepModel:
    shown: StepModel = touched(side, *touches)
    assert isinstance(shown.board, CardDrawn)
    return shown


def card(shown: StepModel) -> CardDrawn:
    assert isinstance(shown.board, CardDrawn)
    return shown.board


def test_a_shipped_card_is_corrected_by_a_few_touches() -> None:
    side = TribePages()
    shown = form(side, own("edit_cards"), own("choose_tribe", "boarix"), own("open_card", "grognard-a"))
    assert [button.words for button in card(shown).corners] == ["3", "4", "2", "1"]
    assert not tool(shown, "Save").enabled
    shown = form(
        side,
        own("pick_field", "tr"),
        own("digit", 5),
        own("pick_field", "value"),
        own("digit", 1),
        own("digit", 8),
        TapSquare((0, 2)),
    )
    assert shown.banner is not None and shown.banner.words == "3 facts are not as shipped."
    touched(side, own("save_card"))
    assert read_toml(corrections_file().read_text()) == {
        "grognard-a.corners.tr": 5,
        "grognard.moves": "w nw2 ne2 e n2",
        "grognard.value": 18,
    }
    known = owned().facts
    assert known.zoons["grognard-a"].corners.tr == 5 and known.zoons["grognard-b"].value == 18


def test_a_correction_that_is_taken_back_is_gone() -> None:
    side = TribePages()
    touched(
        side,
        own("edit_cards"),
        own("open_card", "king"),
        own("pick_field", "value"),
        own("digit", 9),
        own("save_card"),
    )
    touched(side, own("open_card", "kong"), own("digit", 8), own("save_card"))
    assert owned().corrections == (("king.value", 9), ("kong.corners.tl", 8))
    touched(
        side,
        own("open_card", "king"),
        own("pick_field", "value"),
        own("digit", 1),
        own("digit", 5),
        own("save_card"),
    )
    assert owned().corrections == (("kong.corners.tl", 8),)


def test_a_star_is_corrected_and_one_that_is_none_taken_away() -> None:
    side = TribePages()
    touched(
        side,
        own("edit_cards"),
        own("open_card", "ouistiti"),
        own("open_field", "star"),
        own("choose_value", ""),
        own("save_card"),
    )
    assert owned().corrections == (("ouistiti.star", ""),)
    assert owned().facts.zoons["ouistiti"].star is None
    assert form(side, own("open_card", "ouistiti")).banner.words == "1 fact is not as shipped."
    touched(side, own("open_field", "star"), own("choose_value", "slide"), own("save_card"))
    assert owned().corrections == ()


def test_the_number_pad_fills_the_corners_one_after_the_other() -> None:
    side = TribePages()
    shown = form(
        side, own("edit_cards"), own("open_card", "king"), *(own("digit", sign) for sign in (9, 8, "star", 7))
    )
    assert [button.words for button in card(shown).corners] == ["9", "8", "★", "7"]
    assert card(form(side, own("undo_card"))).corners[3].words == "2"


def test_a_changed_card_is_not_left_by_accident() -> None:
    side = TribePages()
    shown = form(side, own("edit_cards"), own("open_card", "king"), own("digit", 9), own("leave_card"))
    assert shown.banner is not None and "Not saved" in shown.banner.words
    assert touched(side, own("throw_away")).board is None
    assert not corrections_file().exists()


def test_a_tribe_of_ones_own_is_entered_card_by_card_and_played() -> None:
    side = TribePages()
    shown = touched(side, own("edit_cards"), own("type_name", "tribe"))
    assert shown.editing == ("Name of the tribe", "")
    assert touched(side, Typed("Tigrus")).editing[0].startswith("Its continent")
    touched(side, Typed("Asia"), own("type_name", "zoon"), Typed("Shere"))
    touched(
        side,
        own("pick_field", "value"),
        own("digit", 9),
        own("open_field", "type"),
        own("choose_value", "embleme"),
        own("save_card"),
    )
    touched(
        side, own("type_name", "zoon"), Typed("Shere"), own("mirror"), TapSquare((1, 2)), own("save_card")
    )
    shown = form(
        side, own("type_name", "trump"), Typed("Roar"), own("open_field", "does"), own("choose_value", "gear")
    )
    touched(side, own("open_field", "of"), own("toggle_value", "soldat"), own("chosen_all"), own("save_card"))
    raw = read_toml((cards_folder() / "tigrus.toml").read_text())
    assert raw["tribes"] == {"tigrus": {"name": "Tigrus", "continent": "asia"}}
    assert raw["zoons"]["shere"]["type"] == "embleme"
    assert sorted(raw["zoons"]["shere-2"]["cards"]) == ["shere-2-a", "shere-2-b"]
    assert raw["zoons"]["shere-2"]["moves"] == "n+ne"
    known = owned().facts
    assert known.trumps["roar"].does == "gear" and known.trumps["roar"].of == ("soldat",)
    assert known.own_twelve("tigrus") == ("shere", "shere-2-a", "shere-2-b")


def test_what_is_still_wrong_with_a_card_is_said_and_it_is_not_kept() -> None:
    side = TribePages()
    shown = form(
        side,
        own("edit_cards"),
        own("choose_tribe", "warus"),
        own("type_name", "zoon"),
        Typed("Olaf"),
        own("open_field", "star"),
        own("choose_value", "send"),
    )
    assert shown.banner is not None and shown.banner.words.startswith(
        "Partners: this needs the Zoons that its star"
    )
    assert not tool(shown, "Save").enabled
    touched(side, own("save_card"))
    assert not cards_folder().exists() and "olaf" not in owned().facts.zoons
    shown = form(side, own("open_field", "partners"), own("toggle_value", "korse"), own("chosen_all"))
    assert shown.banner is None and tool(shown, "Save").enabled


@pytest.mark.parametrize(
    ("does", "corners", "numbers", "title"),
    [
        ("shot", 4, ["Force: 1"], None),
        ("wall", 0, ["Force: 1"], None),
        ("march", 0, ["Force: 1", "Zoons moved: 1"], None),
        ("gear", 0, ["Force: 1"], "Adds"),
        ("terrain", 0, ["Force: 1"], None),
        ("zoon", 4, ["Force: 1", "Points: 0"], "Movement"),
        ("control", 0, ["Force: 1", "Zoons moved: 1"], None),
    ],
)
def test_a_trump_shows_what_it_takes(does: str, corners: int, numbers: list[str], title: str | None) -> None:
    shown = form(
        TribePages(),
        own("edit_cards"),
        own("choose_tribe", "warus"),
        own("type_name", "trump"),
        Typed("New"),
        own("open_field", "does"),
        own("choose_value", does),
    )
    assert len(card(shown).corners) == corners
    assert [f"{number.detail}: {number.words}" for number in card(shown).numbers] == numbers
    assert (card(shown).title if card(shown).strides is not None else None) == title
    assert shown.banner is None and tool(shown, "Save").enabled


def test_what_a_shot_may_strike_is_tapped_too() -> None:
    side = TribePages()
    shown = form(side, *SHOT)
    assert (
        card(shown).strides is not None and len([row for row in shown.rows if isinstance(row, KeyPad)]) == 2
    )
    touched(side, own("save_card"))
    assert owned().facts.trumps["snowball"].shots == ((0, 2),)


def test_a_card_of_ones_own_is_changed_in_its_own_sheet() -> None:
    side = TribePages()
    touched(
        side,
        own("edit_cards"),
        own("choose_tribe", "warus"),
        own("type_name", "zoon"),
        Typed("Olaf"),
        own("save_card"),
    )
    touched(side, own("open_card", "olaf"), own("pick_field", "value"), own("digit", 7), own("save_card"))
    assert owned().facts.zoons["olaf"].value == 7 and owned().corrections == ()
    assert owned().facts.zoons["olaf"].tribe == "warus"


def test_a_card_touched_in_the_builder_opens_its_form_and_leads_back() -> None:
    keep_army("mine", owned_army())
    side = TribePages()
    shown = form(
        side,
        own("open_tribe", "mine"),
        own("edit_card", "jorund"),
        own("pick_field", "value"),
        own("digit", 2),
        own("digit", 0),
    )
    assert shown.title == "Jorund"
    built = touched(side, own("save_card"))
    assert gauges(built)[0].found == 148


def owned_army() -> Any:
    from companion.games.zoon.family.deck import Army

    army = Army(KNOWN.own_twelve("warus"), KNOWN.own_trumps("warus"), "Mine", "tribal")
    assert limits(army, KNOWN) == ()
    return army
