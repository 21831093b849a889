"""The facts of the four Europa tribes, and the owner's corrections to them."""

from collections import Counter

import pytest

from companion.game import SetupFault
from companion.games.zoon.family.deck import BOARD, fact_names, facts
from companion.games.zoon.family.grids import Stride, strides_of
from companion.games.zoon.family.state import all_served

TRIBES = ["boarix", "monkus", "rhinogoths", "warus"]


@pytest.mark.parametrize("tribe", TRIBES)
def test_a_tribe_is_worth_just_what_an_army_may_be_worth(tribe: str) -> None:
    known = facts()
    zoons = [known.zoons[card] for card in known.own_twelve(tribe)]
    assert len(zoons) == 12
    assert sum(zoon.value for zoon in zoons) == 150
    assert sum((*z.corners.top, *z.corners.bottom).count("star") for z in zoons) == 3
    assert [zoon.type for zoon in zoons].count("embleme") == 1
    trumps = [known.trumps[trump] for trump in known.own_trumps(tribe)]
    assert len(trumps) == 3
    assert sum(trump.force for trump in trumps) == 6


def test_stars_and_x_stand_at_the_bottom_only() -> None:
    known = facts()
    for card in [*known.zoons.values(), *(t for t in known.trumps.values() if t.corners is not None)]:
        assert card.corners is not None
        assert all(isinstance(corner, int) for corner in card.corners.top), card.id
        marks = [corner for corner in card.corners.bottom if not isinstance(corner, int)]
        assert set(marks) <= {"star", "x"}, card.id
    for zoon in known.zoons.values():
        assert (zoon.star is not None) == ("star" in zoon.corners.bottom), zoon.id


def test_mirror_images_differ_in_their_corners_only() -> None:
    known = facts()
    for card, zoon in known.zoons.items():
        if card.endswith("-a"):
            twin = known.zoons[card.removesuffix("a") + "b"]
            assert zoon.corners.top == twin.corners.top[::-1]
            assert zoon.corners.bottom == twin.corners.bottom[::-1]
            assert (zoon.strides, zoon.value, zoon.star) == (twin.strides, twin.value, twin.star)


def test_every_grid_is_the_same_left_and_right() -> None:
    for zoon in facts().zoons.values():
        mirrored = {
            Stride(tuple((-x, y) for x, y in stride.offsets), stride.flown) for stride in zoon.strides
        }
        assert mirrored == set(zoon.strides), zoon.id


def test_no_fact_is_confirmed_yet() -> None:
    known = facts()
    assert not any(card.confirmed for card in [*known.zoons.values(), *known.trumps.values()])


@pytest.mark.parametrize(
    ("moves", "strides"),
    [
        ("", ()),
        ("n", (Stride(((0, 1),)),)),
        ("sw2", (Stride(((-1, -1), (-2, -2))),)),
        ("*-2,1", (Stride(((-2, 1),), flown=True),)),
        ("e w", (Stride(((1, 0),)), Stride(((-1, 0),)))),
    ],
)
def test_moves_are_read_from_their_short_form(moves: str, strides: tuple[Stride, ...]) -> None:
    assert strides_of(moves) == strides


@pytest.mark.parametrize("moves", ["x", "n0", "n n7", "*3", "2n"])
def test_moves_that_cannot_be_read_are_named(moves: str) -> None:
    with pytest.raises(ValueError, match="in place of"):
        strides_of(moves)


def test_grids_are_read_with_the_owner_at_the_near_edge() -> None:
    known, c3 = facts(), BOARD.numbers["c3"]
    assert sorted(BOARD.names[to] for to in known.ways("rhino-a", 0, c3)) == ["b3", "c4", "d3"]
    assert sorted(BOARD.names[to] for to in known.ways("rhino-a", 1, c3)) == ["b3", "c2", "d3"]
    assert known.ways("sacrechene", 0, c3) == {}


def test_the_owner_corrects_a_fact_by_its_name() -> None:
    known = facts((("gold-hure.corners.tl", 5), ("grognard.moves", "n *0,2"), ("king.corners.bl", "star")))
    assert known.zoons["gold-hure"].corners.top == (5, 4)
    assert known.zoons["grognard-b"].strides == strides_of("n *0,2")
    assert known.zoons["king"].corners.bottom == ("star", 0)
    assert facts().zoons["gold-hure"].corners.top == (4, 4)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("gold-hure.corners.xx", 5, "facts: expected one of gold-hure.confirmed"),
        ("nobody.value", 5, "facts: expected the name of a fact"),
        ("gold-hure.corners.tl", "five", "facts: gold-hure.corners.tl"),
        ("gold-hure.corners.tl", -1, "a number that is not negative"),
        ("gold-hure.value", "much", "facts: gold-hure.value"),
        ("gold-hure.type", "king", "facts: gold-hure.type"),
        ("gold-hure.moves", "n8", "a path such as n, ne2"),
        ("grosse-bertha.uses", "twice", "facts: grosse-bertha.uses"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_by_name(name: str, value: int | str, said: str) -> None:
    with pytest.raises(SetupFault, match=said.replace("(", r"\(")):
        facts(((name, value),))


def test_every_listed_fact_can_be_corrected() -> None:
    names = fact_names()
    assert {"gold-hure.corners.tl", "kassin-a.copies", "coco-boum.corners.br", "tortue.force"} <= set(names)
    for name in names:
        if name.endswith(".confirmed"):
            facts(((name, True),))
            break
    assert len(names) == len(set(names))


def test_a_card_may_be_what_leaves_every_other_card_a_face() -> None:
    """Whichever of two faces is given away first, it is changed where another card can be nothing else."""
    either = frozenset({"ash", "elm"})
    for only in either:
        assert all_served(Counter(either), (either, frozenset({only})))
        assert not all_served(Counter({only: 2}), (either, either, frozenset({only})))
