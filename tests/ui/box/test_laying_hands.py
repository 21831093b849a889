"""What fingers do to a simulated table: a card is always in one place, and nobody is told what lies face down."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Setup, checked
from companion.games import all_games
from companion.games.zoon.zoondo.events import TurnedUp
from companion.sight import Look, Thing
from ui.box.by_touch import (
    brought,
    laid_card,
    landing,
    on_card,
    seat_of,
    tidied,
    to_turn,
    tray,
    with_faces,
    with_faces_there,
    with_lenders,
)
from ui.box.eyes import load_decks, own_decks
from vision.painted.tabletop import Laid, TableTop

GAME = all_games()["zoon_alternate"]
SETUP = checked(GAME, Setup())
TABLE = GAME.table(SETUP)
DECKS = tuple(load_decks(own_decks(GAME, SETUP)))
CARDS = brought(GAME, SETUP, DECKS)
LAYOUT = GAME.layout(GAME.start(SETUP))
assert LAYOUT is not None
ALL = [region.name for region in TABLE.regions]
HIDDEN = {
    seat: Counter(card.label for card in CARDS if card.seat == seat and not card.open) for seat in (0, 1)
}


def full(seed: int = 1) -> TableTop:
    assert LAYOUT is not None
    return with_faces(HIDDEN, tidied(TABLE, TableTop(), LAYOUT, ALL, DECKS, seed), Random(seed))


def test_each_seat_brings_its_army_and_its_trumps() -> None:
    for seat in range(2):
        own = [card for card in CARDS if card.seat == seat]
        assert len(own) == 15 and sum(card.open for card in own) == 3
        assert {card.deck for card in own} == {DECKS[seat].name}


def test_laid_out_armies_have_faces_and_leave_only_trumps_beside() -> None:
    top = full()
    assert all(thing.label is not None and thing.face == "down" for thing in top.things)
    for seat in range(2):
        assert [card.open for card in tray(CARDS, top, seat)] == [True] * 3


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 200), max_size=30), st.integers(0, 5))
def test_cards_are_neither_made_nor_lost(moves: list[int], seed: int) -> None:
    top, chance = full(seed), Random(seed)
    for move in moves:
        kind = move % 3
        if kind == 0 and top.things:
            top = top.removed(move % len(top.things))
        elif kind == 1 and top.things:
            index = move % len(top.things)
            top = top.moved(index, *landing(TABLE, top, move * 2 % 390, move * 7 % 390, None, index))
        elif any(tray(CARDS, top, seat) for seat in range(2)):
            beside = [card for seat in range(2) for card in tray(CARDS, top, seat)]
            card = chance.choice(beside)
            top = top.added(laid_card(card, move % 390, move % 390, DECKS, face_down=not card.open))
        lying = sum(thing.kind == "card" for thing in top.things)
        assert lying + sum(len(tray(CARDS, top, seat)) for seat in range(2)) == len(CARDS)


def test_a_card_let_go_of_lies_in_the_middle_or_is_pushed_over_the_one_there() -> None:
    top = TableTop((Laid("card", "korse-a", 33, 33, 180.0, face="up", deck="warus"),))
    assert landing(TABLE, top, 70, 70, None, None) == (99, 99)
    assert landing(TABLE, top, 40, 20, (99.0, 33.0), None) == (33 + 25, 33)
    assert landing(TABLE, top, 40, 20, (99.0, 99.0), None) == (33 + 25, 33 + 25)


def test_a_penny_comes_to_lie_on_the_card_under_the_finger() -> None:
    top = TableTop((Laid("card", "korse-a", 33, 33, 180.0, face="up", deck="warus"),))
    assert on_card(top, 50, 20) == (33, 33)
    assert on_card(top, 200, 200) == (200, 200)


def test_of_two_cards_the_one_that_lies_face_down_is_turned() -> None:
    down = Laid("card", "korse-a", 33, 33, 180.0, face="down", deck="warus")
    up = Laid("card", "kassin-a", 33, 12, 0.0, face="up", deck="boarix")
    assert to_turn(TABLE, TableTop((down, up)), 1) == 0
    assert to_turn(TABLE, TableTop((up, up)), 1) == 1
    assert to_turn(TABLE, TableTop((up, down)), 1) == 1


def test_tidying_touches_nothing_else() -> None:
    top = full()
    fronts: Any = {name: lying for name, lying in LAYOUT.regions.items() if name[1] == "2"}  # type: ignore[union-attr]
    wanted = {name: (replace(lying[0], face="up"), Thing("penny", "heads")) for name, lying in fronts.items()}
    after = tidied(TABLE, top, Look(wanted), tuple(wanted), DECKS, 1)
    changed = [thing for thing in after.things if thing not in top.things]
    assert {TABLE.region_at(thing.x, thing.y) for thing in changed} == set(wanted)
    assert sum(thing.kind == "penny" for thing in after.things) == 6


def test_a_card_that_tidying_needs_comes_from_where_it_lies() -> None:
    korse = Thing("card", "korse-a", "up", "warus", 1)
    kassin = Thing("card", "kassin-a", "up", "boarix", 0)
    astray = tidied(TABLE, TableTop(), Look({"b1": (kassin,), "c3": (korse,)}), ("b1", "c3"), DECKS, 1)
    book = Look({"a1": (korse,), "b1": (kassin,)})
    regions = with_lenders(TABLE, astray, book, ("a1",))
    assert regions == ("a1", "c3")
    after = tidied(TABLE, astray, book, regions, DECKS, 2)
    assert [(thing.label, TABLE.region_at(thing.x, thing.y)) for thing in after.things] == [
        ("kassin-a", "b1"),
        ("korse-a", "a1"),
    ]
    assert with_lenders(TABLE, after, book, ("a1",)) == ("a1",)


@pytest.mark.parametrize("seat", [0, 1])
def test_what_was_taken_off_goes_back_into_its_own_tray(seat: int) -> None:
    top = full()
    index = next(n for n, thing in enumerate(top.things) if seat_of(thing) == seat)
    label = top.things[index].label
    assert label in [card.label for card in tray(CARDS, top.removed(index), seat)]


def test_a_card_whose_face_is_not_known_lies_no_more_beside_the_table() -> None:
    assert LAYOUT is not None
    unknown = tidied(TABLE, TableTop(), LAYOUT, ALL, DECKS, 1)
    assert all(thing.label is None for thing in unknown.things)
    for seat in range(2):
        assert [card.open for card in tray(CARDS, unknown, seat)] == [True] * 3


def test_no_card_is_given_a_face_that_lies_on_the_table_already() -> None:
    whole = full()
    some = TableTop(tuple(replace(t, label=None) if n % 2 else t for n, t in enumerate(whole.things)))
    told = Counter(thing.label for thing in with_faces(HIDDEN, some, Random(2)).things)
    assert told == Counter(thing.label for thing in whole.things)


@pytest.mark.parametrize("possible", [True, False])
def test_what_is_turned_up_for_the_box_is_the_card_that_lies_there(possible: bool) -> None:
    """Even one that cannot have gone there, which the referee then says; never the attacker that lies on it."""
    own = Laid("card", "korse-a", 0, 0, 180, face="down")
    x, y = next(region.centre for region in TABLE.regions if region.name == "d4")
    top = TableTop((replace(own, x=x, y=y), Laid("card", "mourse-a", x - 25, y, face="down")))
    cards = ("mourse-a", "korse-a") if possible else ("mourse-a", "draknar-a")
    ways = tuple(TurnedUp(1, "d4", card) for card in cards)
    assert with_faces_there(ways, TABLE, top) == (TurnedUp(1, "d4", "korse-a"),)
