"""Things are moved, turned and flipped as fingers do it; a look is laid out as people do it."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sight import Look, Region, Scene, Sighting, Table, Thing
from vision.painted.laying import tabletop_from_look
from vision.painted.tabletop import Laid, TableTop

SQUARES = tuple(
    Region(f"{c}{r + 1}", 66.0 * n, 66.0 * r, 66.0, 66.0) for r in range(6) for n, c in enumerate("abcdef")
)
TABLE = Table(396.0, 396.0, regions=SQUARES, kinds=("card", "penny"))
FOX = Laid("card", "fox", 33.0, 33.0, 3.0, face="up", deck="foxes")
OWL = Laid("card", "owl", 99.0, 33.0, 357.0, face="down", deck="foxes")
PENNY = Laid("penny", "heads", 35.0, 30.0, 77.0)


def scene(top: TableTop) -> Scene:
    """What a perfect eye sees of a table top."""
    seen = []
    for thing in top.things:
        label = thing.label if thing.face == "up" else None
        region = TABLE.region_at(thing.x, thing.y)
        face = thing.face if thing.kind == "card" else None
        carriers = [c for c in top.things if c.kind == "card" and c.covers(thing.x, thing.y)]
        if thing.kind == "penny" and carriers:
            region = TABLE.region_at(carriers[-1].x, carriers[-1].y)
        seen.append(
            Sighting(
                thing.kind, label, region, face=face, deck=thing.deck, x=thing.x, y=thing.y, angle=thing.angle
            )
        )
    return Scene(tuple(seen))


def test_what_lies_under_a_finger() -> None:
    top = TableTop((FOX, OWL, PENNY))
    assert top.at(35.0, 30.0) == 2
    assert top.at(10.0, 10.0) == 0
    assert top.at(99.0, 33.0) == 1
    assert top.at(200.0, 200.0) is None
    turned = TableTop((Laid("card", "fox", 100.0, 100.0, 90.0, width_mm=40.0, height_mm=80.0),))
    assert turned.at(135.0, 100.0) == 0
    assert turned.at(100.0, 135.0) is None


def test_a_card_takes_its_pennies_along_and_comes_to_lie_on_top() -> None:
    top = TableTop((FOX, PENNY, OWL)).moved(0, 99.0, 99.0)
    assert [thing.label for thing in top.things] == ["owl", "fox", "heads"]
    assert (top.things[2].x, top.things[2].y) == (101.0, 96.0)


def test_a_penny_on_a_card_above_stays_there() -> None:
    above = Laid("card", "hen", 40.0, 40.0)
    top = TableTop((FOX, above, PENNY)).moved(0, 200.0, 200.0)
    assert [(thing.label, thing.x) for thing in top.things] == [
        ("hen", 40.0),
        ("heads", 35.0),
        ("fox", 200.0),
    ]


def test_flipping_and_turning() -> None:
    top = TableTop((FOX, PENNY))
    assert top.flipped(0).things[0].face == "down"
    assert top.flipped(1).things[1].label == "tails"
    assert top.flipped(1).flipped(1) == top
    assert top.turned(0, 180.0).things[0].angle == 183.0
    assert top.removed(0).things == (PENNY,)


def up(label: str, seat: int = 0, deck: str = "foxes") -> Thing:
    return Thing("card", label, "up", deck, seat)


def down(deck: str = "foxes") -> Thing:
    return Thing("card", None, "down", deck)


def penny(side: str) -> Thing:
    return Thing("penny", side)


things = st.one_of(
    st.builds(
        up, st.sampled_from(["fox", "owl", "hen"]), st.integers(0, 1), st.sampled_from(["foxes", "bears"])
    ),
    st.builds(down, st.sampled_from(["foxes", "bears"])),
)
lying = st.one_of(
    st.tuples(things),
    st.tuples(st.builds(up, st.just("fox")), st.builds(penny, st.sampled_from(["heads", "tails"]))),
    st.tuples(
        st.builds(up, st.just("fox")), st.builds(penny, st.just("heads")),
        st.builds(up, st.just("bear"), st.just(1), st.just("bears")), st.builds(penny, st.just("tails")),
    ),
)  # fmt: skip


def one_attack(regions: dict[str, tuple[Thing, ...]]) -> Look:
    """The look of these regions with one attack at most, as in any game: two at once could lie over each other."""
    attacks = [name for name, things in regions.items() if sum(thing.kind == "card" for thing in things) > 1]
    return Look({name: things[:2] if name in attacks[1:] else things for name, things in regions.items()})


looks = st.dictionaries(st.sampled_from([region.name for region in SQUARES]), lying, max_size=9).map(
    one_attack
)


@given(looks, st.integers(0, 5))
def test_a_look_laid_out_fits_the_look(look: Look, seed: int) -> None:
    assert look.fits(scene(tabletop_from_look(look, TABLE, np.random.default_rng(seed))))


@given(looks, looks, st.integers(0, 5))
def test_a_look_laid_out_over_another_fits_too(first: Look, second: Look, seed: int) -> None:
    rng = np.random.default_rng(seed)
    before = tabletop_from_look(first, TABLE, rng)
    assert second.fits(scene(tabletop_from_look(second, TABLE, rng, before=before)))


@given(looks, st.integers(0, 5))
def test_what_need_not_move_stays(look: Look, seed: int) -> None:
    rng = np.random.default_rng(seed)
    before = tabletop_from_look(look, TABLE, rng)
    assert tabletop_from_look(look, TABLE, rng, before=before) == before


def laid(look: Look, before: TableTop | None = None) -> TableTop:
    return tabletop_from_look(look, TABLE, np.random.default_rng(1), before=before)


def test_people_lay_a_little_aside_and_askew() -> None:
    top = laid(Look({"a1": (up("fox"),), "b2": (up("owl", 1),), "c3": (down(),)}))
    for thing, middle, upright in zip(top.things, ((33, 33), (99, 99), (165, 165)), (0, 180, 0), strict=True):
        off = (thing.x - middle[0], thing.y - middle[1])
        assert 0 < math.hypot(*off) <= 5
        askew = (thing.angle - upright + 180) % 360 - 180
        assert 0 < abs(askew) <= 4


def test_an_attacker_is_held_back_towards_where_it_came_from() -> None:
    before = laid(Look({"e3": (up("fox"), penny("heads")), "d4": (up("bear", 1, "bears"), penny("tails"))}))
    fight = Look({"e3": (up("fox"), penny("heads"), up("bear", 1, "bears"), penny("tails"))})
    after = laid(fight, before)
    fox, heads, bear, tails = after.things
    assert (fox, heads) == (
        before.things[before.things.index(fox)],
        before.things[before.things.index(heads)],
    )
    assert (bear.x - 297.0, bear.y - 165.0) == pytest.approx((-25, 25), abs=3)
    assert bear.covers(tails.x, tails.y)
    won = laid(Look({"e3": (up("bear", 1, "bears"), penny("heads"))}), after)
    assert math.hypot(won.things[0].x - 297.0, won.things[0].y - 165.0) < 5
    assert won.things[0].covers(won.things[1].x, won.things[1].y)


def test_an_attacker_from_nowhere_comes_from_its_own_side() -> None:
    top = laid(Look({"c3": (up("fox"), up("bear", 1, "bears"))}))
    assert top.things[1].y - 165.0 == pytest.approx(25, abs=3)


def test_turning_over_happens_in_place_and_a_hidden_face_is_kept() -> None:
    before = TableTop((FOX, PENNY, OWL))
    look = Look({"a1": (up("fox"), penny("tails")), "b1": (up("owl"),)})
    after = laid(look, before)
    assert [(thing.label, thing.x, thing.y, thing.face) for thing in after.things] == [
        ("fox", 33.0, 33.0, "up"), ("tails", 35.0, 30.0, "up"), ("owl", 99.0, 33.0, "up"),
    ]  # fmt: skip
    moved = laid(Look({"b2": (down(),)}), TableTop((OWL,)))
    assert [(thing.label, thing.face) for thing in moved.things] == [("owl", "down")]
    assert laid(Look({"b1": (down(),), "a1": (down(),)}), TableTop((OWL,))).things[1] == OWL


def test_ignored_regions_and_what_lies_aside_are_left_alone() -> None:
    aside = Laid("card", "hen", -80.0, 40.0, 10.0, face="up", deck="foxes")
    top = laid(Look({"c3": (down(),)}, ignored=frozenset({"a1"})), TableTop((FOX, OWL, aside)))
    assert top.things[:2] == (FOX, aside)
    assert [thing.label for thing in top.things[2:]] == ["owl"]


def test_what_is_laid_now_lies_over_a_card_that_sticks_out_into_its_square_and_stays_there() -> None:
    owl, fox = Thing("card", "owl", "up", "foxes", 0), Thing("card", "fox", "up", "foxes", 0)
    caged = {"a2": (owl, Thing("card", "hen", "up", "foxes", 0))}
    rng = np.random.default_rng(1)
    first = tabletop_from_look(Look({**caged, "d4": (fox,)}), TABLE, rng)
    second = tabletop_from_look(Look({**caged, "a1": (fox,)}), TABLE, rng, (), first)
    assert [thing.label for thing in second.things] == ["owl", "hen", "fox"]
    assert second.things[1].covers(second.things[2].x, second.things[2].y + 20)
    assert tabletop_from_look(Look({**caged, "a1": (fox,)}), TABLE, rng, (), second) == second


def test_a_card_turned_over_keeps_its_face_in_mind() -> None:
    top = TableTop((Laid("card", "fox", 50.0, 50.0),)).flipped(0)
    assert (top.things[0].face, top.things[0].label) == ("down", "fox")
    assert top.flipped(0).things[0] == Laid("card", "fox", 50.0, 50.0)
