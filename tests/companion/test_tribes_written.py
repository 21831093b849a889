"""Armies, cards and corrections as owners write them: read back as they were, and every fault with its line."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.zoon.family.deck import Army, Format, facts, shipped, shipped_sheet
from companion.games.zoon.family.tribes import FORMATS
from companion.games.zoon.family.written import (
    army_fact,
    army_text,
    cards_fact,
    corrections_text,
    read_army,
    read_cards,
    read_corrections,
)
from companion.kits.toml_text import TextFault, line_of, read_toml, toml_text
from tests.companion.golems import SETUP_FACTS, TEXT

KNOWN = facts()
WARUS = Army(KNOWN.own_twelve("warus"), KNOWN.own_trumps("warus"), 'The "Warus"', "tribal")


@given(
    st.lists(st.sampled_from(sorted(KNOWN.zoons))),
    st.lists(st.sampled_from(sorted(KNOWN.trumps))),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=20).filter(str.isprintable),
    st.sampled_from(FORMATS),
)
def test_any_army_reads_back_as_it_was_written(
    zoons: list[str], trumps: list[str], name: str, format: Format
) -> None:
    army = Army(tuple(sorted(zoons)), tuple(sorted(trumps)), name, format)
    assert read_army(army_text(army), KNOWN) == army
    assert facts((army_fact("mine", army),)).armies["mine"] == army


def test_an_army_reads_back_as_it_was_written() -> None:
    assert read_army(army_text(WARUS), KNOWN) == WARUS
    assert facts((army_fact("mine", WARUS),)).armies["mine"] == WARUS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = 'A'\nzoons = 3\n", "line 2: zoons: expected a table, found 3"),
        ("name = 'A'\n", "line 1: zoons: expected a table, found nothing"),
        ("[zoons]\nkorse-a = 2\nkorse = 1\n", "line 3: zoons.korse: expected a Zoon that is known, such as korse-"),
        ("[zoons]\nkorse-a = 2\n\n[trumps]\nkorse-a = 1\n", "line 5: trumps.korse-a: expected a trump that is known"),
        ("[zoons]\nkorse-a = 0\n", "line 2: zoons.korse-a: expected how often, 1 or more, found 0"),
        ("[zoons]\nkorse-a = 'two'\n", "line 2: zoons.korse-a: expected a whole number, found 'two'"),
        ("format = 'huge'\n[zoons]\n", "line 1: format: expected one of tribal, continental, mondial, found 'huge'"),
        ("[zoons]\n[trunks]\n", "line 2: trunks: expected one of zoons, name, format, trumps, found 'trunks'"),
        ("[zoons]\nkorse-a 2\n", "line 2: expected TOML (Expected '=' after a key in a key/value pair)"),
        ("[zoons\n", "line 1: expected TOML"),
        ('name = "A\n', "line 1: expected TOML"),
    ],
)  # fmt: skip
def test_a_fault_of_an_army_names_line_field_expected_and_found(text: str, said: str) -> None:
    with pytest.raises(TextFault) as fault:
        read_army(text, KNOWN)
    assert str(fault.value).startswith(said)


# cards


def test_added_cards_are_known_like_shipped_ones() -> None:
    known = facts(SETUP_FACTS)
    assert known.tribes["golems"] == "Golems"
    assert [known.zoons[card].copies for card in ("keystone", "gravel-a", "cairn")] == [1, 3, 1]
    assert known.zoons["boulder-a"].strides[1].offsets == ((0, 1), (1, 2))
    assert len(known.own_twelve("golems")) == 12 and len(known.own_trumps("golems")) == 6
    assert facts().zoons.keys() < known.zoons.keys()


def test_generic_trumps_tell_what_they_do() -> None:
    trumps = facts(SETUP_FACTS).trumps
    assert {trumps[name].does for name in facts(SETUP_FACTS).own_trumps("golems")} == {
        "gear", "terrain", "zoon", "control",
    }  # fmt: skip
    assert trumps["iron-boots"].strides and trumps["whetstone"].boost == "plus-one"
    assert trumps["rockfall"].blocks and not trumps["gravel-path"].blocks
    assert trumps["lodestone"].moves == 1 and trumps["lodestone"].of == ("soldat", "elite")
    clay = trumps["clay-man"].as_zoon
    assert clay is not None and clay.id == "clay-man" and clay.corners.top == (2, 2)


def test_gear_adds_its_paths_and_a_trump_that_is_a_zoon_has_a_grid() -> None:
    known, c3 = facts(SETUP_FACTS), 14
    plain = known.ways("gravel-a", 0, c3)
    booted = known.ways("gravel-a", 0, c3, gear="iron-boots")
    assert {8} == set(booted) - set(plain)
    assert [way.between for way in booted[26]] == [(), (20,)]
    assert sorted(known.ways("clay-man", 1, c3)) == [8, 13, 15, 20]
    assert known.zoon("clay-man").type == "soldat" and "clay-man" not in known.zoons


def test_cards_read_back_as_they_were_written() -> None:
    for raw in (read_toml(TEXT), shipped()):
        assert read_toml(toml_text(raw)) == raw


def test_plain_tables_of_all_kinds_can_be_written() -> None:
    raw = {"a b": 1, "yes": True, "list": ["x", 2], "empty": {}, "t": {"u": {"v": {"w": 'é"\\\x7f\n'}}}}
    assert read_toml(toml_text(raw)) == raw


@pytest.mark.parametrize(
    ("old", "new", "field", "said"),
    [
        ('type = "chef"', 'type = "king"', "zoons.keystone.type", "one of chef, heros, pretre"),
        ("value = 20", "value = -2", "zoons.keystone.value", "a number that is not negative, found -2"),
        ("value = 20", 'value = "20"', "zoons.keystone.value", "a whole number, found '20'"),
        ('"w n2 e s"', '"w n9 e s"', "zoons.keystone.moves", "a path such as n, ne2, n+ne or *0,2 in place of 'n9'"),
        ('"w n2 e s"', '"w n+s e s"', "zoons.keystone.moves", "in place of 'n+s'"),
        ('"w n2 e s"', '"*0,0"', "zoons.keystone.moves", "in place of '*0,0'"),
        ("tl = 5, tr = 4", "tl = 5, tr = 40", "zoons.keystone.corners.tr", "a number from 0 to 9 or star"),
        ("tl = 5, tr = 4", "tl = 5, tr = 'x'", "zoons.keystone.corners.tr", "a number from 0 to 9 or star"),
        ("tl = 5, tr = 4", "tl = 5", "zoons.keystone.corners.tr", "found nothing"),
        ('partners = ["gravel"]', 'partners = ["gravels"]', "zoons.keystone.partners", "found 'gravels'"),
        ('partners = ["gravel"]', "", "zoons.keystone.partners", "the Zoons that its star is about"),
        ('star = "send"', 'star = "sing"', "zoons.keystone.star", "one of send, again"),
        ('star = "send"', 'stars = "send"', "zoons.keystone.stars", "one of name, tribe"),
        ('tribe = "golems"', 'tribe = "trolls"', "zoons.keystone.tribe", "one of boarix"),
        ("boulder-b =", "kassin-a =", "zoons.boulder.cards.kassin-a", "a name that is not taken"),
        ("boulder-b =", "tribe =", "zoons.boulder.cards.tribe", "a name of small letters"),
        ("[zoons.mason]", "[zoons.kassin]", "zoons.kassin", "a name that is not taken"),
        ("[zoons.mason]", "[zoons.Mason]", "zoons.Mason", "a name of small letters"),
        ("[trumps.whetstone]", "[trumps.cairn]", "zoons.cairn", "a name that is not taken"),
        ("force = 1", "force = 4", "trumps.iron-boots.force", "a force of 1, 2 or 3, found 4"),
        ('strides = "n2 s"', "", "trumps.iron-boots.strides", "what it gives"),
        ("moves = 1", "moves = 0", "trumps.lodestone.moves", "how many Zoons it moves"),
        ('aim = "own-camp"', 'aim = "here"', "trumps.gravel-path.aim", "one of anywhere, own-camp"),
        ('does = "zoon"', 'does = "wall"', "trumps.clay-man.as_zoon", "nothing with does = wall"),
        ('does = "terrain"', 'does = "zoon"', "trumps.rockfall.as_zoon", "the Zoon that it becomes"),
        ('does = "terrain"', 'does = "shot"', "trumps.rockfall.corners", "the four corners"),
        ('does = "terrain"', 'does = "march"', "trumps.rockfall.moves", "how many Zoons"),
    ],
)  # fmt: skip
def test_a_fault_of_a_card_names_line_field_expected_and_found(
    old: str, new: str, field: str, said: str
) -> None:
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    with pytest.raises(TextFault) as fault:
        read_cards(text, shipped_sheet())
    assert fault.value.field == field
    assert said in str(fault.value)
    here = text.splitlines()[fault.value.line - 1]
    is_missing = not new or new.startswith("does") or field == "zoons.cairn"
    assert (f"[{field.rpartition('.')[0]}" in here or field in here) if is_missing else new in here


def test_a_trump_is_of_a_tribe_that_is_known() -> None:
    head, trumps = TEXT.split("[trumps.", 1)
    with pytest.raises(TextFault) as fault:
        read_cards(head + "[trumps." + trumps.replace('"golems"', '"trolls"', 1), shipped_sheet())
    assert fault.value.field.startswith("trumps.") and fault.value.field.endswith(".tribe")
    assert "found 'trolls'" in str(fault.value)


def test_lines_are_found_past_long_strings_and_quoted_names() -> None:
    text = 'a = """\nb = 1\n[c]\n"""\n["c"."d e"]\nf.g = { h = 1 }\n'
    assert read_toml(text) == {"a": "b = 1\n[c]\n", "c": {"d e": {"f": {"g": {"h": 1}}}}}
    assert line_of(text, ("b",)) == 1
    assert line_of(text, ("c", "d e")) == 5
    assert line_of(text, ("c", "d e", "f", "g", "h")) == 6


def test_cards_travel_in_a_set_up_and_stay_small() -> None:
    (name, text) = cards_fact("golems", read_cards(TEXT, shipped_sheet()))
    assert name == "cards.golems" and isinstance(text, str) and len(text) < 2500


# corrections


def test_corrections_read_back_as_they_were_written() -> None:
    text = '"gold-hure.corners.tl" = 5\n[grognard]\nmoves = "n"\nconfirmed = true\n'
    found = read_corrections(text)
    assert found == (("gold-hure.corners.tl", 5), ("grognard.moves", "n"), ("grognard.confirmed", True))
    assert sorted(read_corrections(corrections_text(found))) == sorted(found)
    assert facts(found).zoons["grognard-b"].confirmed


def test_cards_of_ones_own_are_corrected_too() -> None:
    found = read_corrections("[cairn]\nvalue = 12\n", SETUP_FACTS)
    assert facts((*SETUP_FACTS, *found)).zoons["cairn"].value == 12


def test_a_star_that_a_card_does_not_have_is_corrected_away() -> None:
    assert facts((("bigoth.star", ""),)).zoons["bigoth"].star is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[kassin]\nvalue = 7\nspeed = 1\n", "line 3: kassin.speed: expected the dotted name of a fact, such as"),
        ("[kassin]\nvalue = -7\n", "line 2: kassin.value: expected a number that is not negative, found -7"),
        ("[kassin]\nvalue = 7.5\n", "line 2: kassin.value: expected a number, a text, true or false, found 7.5"),
        ("[kassin]\n\nmoves = 'up'\n", "line 3: kassin.moves: expected a path such as n, ne2, n+ne or *0,2"),
        ("[cairn]\nvalue = 7\n", "line 2: cairn.value: expected the dotted name"),
    ],
)  # fmt: skip
def test_a_fault_of_a_correction_names_its_line(text: str, said: str) -> None:
    with pytest.raises(TextFault) as fault:
        read_corrections(text)
    assert str(fault.value).startswith(said)


def test_the_files_that_the_documentation_shows_can_be_read() -> None:
    text = (Path(__file__).parents[2] / "docs" / "tribes.md").read_text(encoding="utf-8")
    army, corrections, cards = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert read_army(army, KNOWN).format == "continental"
    assert len(read_corrections(corrections)) == 3
    assert set(read_cards(cards, shipped_sheet())) == {"tribes", "zoons", "trumps"}
