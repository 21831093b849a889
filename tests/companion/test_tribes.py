"""Tribes built to order: each limit of construction with its numbers, and mends that really mend."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Setup, SetupFault
from companion.games.zoon.family.deck import Army, facts
from companion.games.zoon.family.tribes import (
    FORMATS,
    Mending,
    Totals,
    armies,
    changed,
    home,
    limits,
    more_than_printed,
    totals,
)
from companion.games.zoon.family.written import army_fact
from tests.companion.golems import SETUP_FACTS

KNOWN = facts(SETUP_FACTS)
WARUS = Army(KNOWN.own_twelve("warus"), KNOWN.own_trumps("warus"), format="tribal")


NOBODY = Army(())


def army(zoons: str, trumps: str = "", format: str = "mondial", base: Army = NOBODY) -> Army:
    """A base with cards added (`id`) and left out (`-id`)."""
    held = [list(base.zoons), list(base.trumps)]
    for pile, words in zip(held, (zoons, trumps), strict=True):
        for word in words.split():
            if word.startswith("-"):
                pile.remove(word[1:])
            else:
                pile.append(word)
    return Army(tuple(sorted(held[0])), tuple(sorted(held[1])), format=format)  # type: ignore[arg-type]


@pytest.mark.parametrize("tribe", ["boarix", "monkus", "rhinogoths", "warus", "golems"])
def test_a_tribe_as_sold_keeps_to_every_limit(tribe: str) -> None:
    sold = Army(KNOWN.own_twelve(tribe), KNOWN.own_trumps(tribe), format="tribal")
    assert limits(sold, KNOWN) == ()
    assert totals(sold, KNOWN).points == 150 and totals(sold, KNOWN).spent == 6


def test_what_an_army_adds_up_to() -> None:
    found = totals(army("kombo-bongo trice berserkorse-a draknar", "tortue"), KNOWN)
    assert found == Totals(zoons=4, points=10 + 15 + 10 + 12, stars=4, force=1, paid=1)
    assert found.spent == 2


@pytest.mark.parametrize(
    ("built", "broken"),
    [
        (army("kassin-a", base=WARUS), {"points": (157, 150)}),
        (army("-draknar", base=WARUS), {"emblem": (0, 1)}),
        (army("-korse-a -korse-b ouistiti", "-conque-de-charge", base=WARUS), {"emblem": (2, 1)}),
        (army("draknar"), {"least": (1, 2)}),
        (army(""), {"emblem": (0, 1), "least": (0, 2)}),
        (army("draknar " + "kombo-bongo " * 1 + "berserkorse-a " * 8), {"stars": (10, 9), "force": (7, 6)}),
        (army("draknar " + "berserkorse-a " * 9), {}),
        (army("draknar " + "berserkorse-a " * 9, "furie"), {"force": (7, 6)}),
        (army("draknar korse-a", "conque-de-charge grosse-bertha furie"), {"force": (7, 6)}),
        (army("draknar goolgoth-1 cloboulon"), {"chef": (2, 1)}),
        (army("draknar jorund jorund bigoth bigoth"), {"single": (4, 2)}),
        (army("draknar jorund gold-hure bigoth kombo-bongo"), {}),
        (army("draknar trice trice trice"), {}),
        (army("draknar korse-a rhino-a", "furie", "tribal"), {"tribe": (2, 0)}),
        (army("draknar korse-a rhino-a", "furie", "continental"), {}),
        (army("draknar korse-a gravel-a", "furie", "continental"), {"continent": (1, 0)}),
        (army("draknar korse-a gravel-a", "lodestone", "mondial"), {}),
    ],
)
def test_each_limit_is_broken_by_just_as_much(built: Army, broken: dict[str, tuple[int, int]]) -> None:
    assert {limit.rule: (limit.found, limit.allowed) for limit in limits(built, KNOWN)} == broken


def test_a_single_point_too_many_breaks_the_limit() -> None:
    dearer = facts((*SETUP_FACTS, ("jorund.value", KNOWN.zoons["jorund"].value + 1)))
    assert limits(WARUS, KNOWN) == ()
    assert [(limit.rule, limit.found) for limit in limits(WARUS, dearer)] == [("points", 151)]


def test_mirror_images_of_a_hero_are_the_same_hero() -> None:
    # No printed Hero has a mirror image: this one is made by hand.
    twins = facts(
        (
            ("cards.twins", '{"tribes":{"twins":{"name":"Twins"}},"zoons":{"castor":{"name":"Castor",'
             '"tribe":"twins","type":"heros","value":9,"moves":"n","cards":{"castor-a":{"corners":'
             '{"tl":4,"tr":3,"br":0,"bl":1}},"castor-b":{"corners":{"tl":3,"tr":4,"br":1,"bl":0}}}}}}'),
        )
    )  # fmt: skip
    found = limits(Army(("castor-a", "castor-b", "draknar")), twins)
    assert [(limit.rule, limit.cards) for limit in found] == [("single", ("castor-a", "castor-b"))]


def test_cards_from_elsewhere_are_named_with_the_home_of_the_others() -> None:
    (limit,) = limits(army("draknar korse-a rhino-a", "", "tribal"), KNOWN)
    assert (limit.cards, limit.home) == (("rhino-a",), "warus")
    assert home(army("", ""), KNOWN) == "" and home(army("draknar"), KNOWN) == ""


def test_more_copies_than_a_tribe_holds_are_counted_but_no_violation() -> None:
    built = army("draknar korse-a korse-a korse-a titus")
    assert more_than_printed(built, KNOWN) == {"korse-a": (3, 2)}
    assert limits(built, KNOWN) == ()


# mends


@pytest.mark.parametrize("seed", range(40))
def test_every_mend_does_what_it_says(seed: int) -> None:
    chance = random.Random(seed)
    zoons = tuple(sorted(chance.choices([*KNOWN.zoons], k=chance.randint(0, 18))))
    trumps = tuple(sorted(chance.choices([*KNOWN.trumps], k=chance.randint(0, 5))))
    built = Army(zoons, trumps, format=chance.choice(FORMATS))
    before = {limit.rule: limit.excess for limit in limits(built, KNOWN)}
    mending = Mending(built, KNOWN)
    for limit in limits(built, KNOWN):
        for mend in mending.of(limit):
            after = {each.rule: each.excess for each in limits(changed(built, mend, KNOWN), KNOWN)}
            assert limit.rule not in after
            assert all(excess <= before.get(rule, 0) for rule, excess in after.items())
            assert mend.whole == (not after)
    whole = mending.all()
    if before:
        assert whole is not None
        assert limits(changed(built, whole, KNOWN), KNOWN) == ()


def test_one_card_too_many_is_found_and_the_dearest_rest_is_kept() -> None:
    built = army("berserkorse-a", base=WARUS, format="tribal")
    points, force = limits(built, KNOWN)
    mending = Mending(built, KNOWN)
    assert mending.of(points)[0].out == ("berserkorse-a",) and mending.of(points)[0].whole
    assert mending.of(force)[0].out == ("berserkorse-a",)
    assert ("conque-de-charge",) in [mend.out for mend in mending.of(force)]
    assert mending.all() == mending.of(points)[0]


def test_a_missing_emblem_is_proposed_from_where_the_others_are() -> None:
    built = army("-draknar", base=WARUS, format="tribal")
    (limit,) = limits(built, KNOWN)
    (put, *_swaps) = Mending(built, KNOWN).of(limit)
    assert (put.out, put.put, put.whole) == ((), ("draknar",), True)


def test_a_wider_format_mends_strangers() -> None:
    built = army("draknar korse-a korse-a rhino-a bouga-a", "furie", "tribal")
    (limit,) = limits(built, KNOWN)
    wider = [mend for mend in Mending(built, KNOWN).of(limit) if mend.format is not None]
    assert [(mend.format, mend.whole) for mend in wider] == [("continental", True)]
    assert changed(built, wider[0], KNOWN).format == "continental"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(sorted(KNOWN.zoons)), max_size=20))
def test_leaving_a_card_out_never_raises_a_sum(cards: list[str]) -> None:
    whole = totals(Army(tuple(sorted(cards))), KNOWN)
    for n in range(len(cards)):
        less = totals(Army(tuple(sorted(cards[:n] + cards[n + 1 :]))), KNOWN)
        assert less.points <= whole.points and less.spent <= whole.spent


# in a set-up


def setup(*facts_: tuple[str, str], **options: str | bool) -> Setup:
    return Setup(2, tuple(options.items()), facts=facts_)


def test_a_built_army_is_played_by_its_name() -> None:
    own = army_fact("mine", army("-mourse-a", base=WARUS, format="tribal"))
    agreed = setup(own, tribes="mine,boarix")
    tribes, zoons, trumps = armies(agreed, facts(agreed.facts))
    assert tribes == ("mine", "boarix")
    assert len(zoons[0]) == 11 and trumps[0] == WARUS.trumps


def test_a_built_army_that_breaks_a_limit_is_refused_unless_limits_are_off() -> None:
    own = army_fact("mine", army("kassin-a", base=WARUS, format="mondial"))
    agreed = setup(own, tribes="mine,boarix")
    with pytest.raises(SetupFault, match="zoons: expected at most 150 points, found 157"):
        armies(agreed, facts(agreed.facts))
    free = setup(own, tribes="mine,boarix", limits=False)
    assert len(armies(free, facts(free.facts))[1][0]) == 13


def test_a_tribal_army_may_not_hold_strangers() -> None:
    own = army_fact("mine", army("draknar korse-a rhino-a", format="tribal"))
    agreed = setup(own, tribes="boarix,mine")
    with pytest.raises(SetupFault, match=r"cards of one tribe \(warus\), found 'rhino-a'"):
        armies(agreed, facts(agreed.facts))


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (("tribe.mine", "{"), "an army as JSON"),
        (("tribe.mine", "[]"), "expected a table"),
        (("tribe.mine", '{"zoons":["nobody"]}'), "cards that are known"),
        (("tribe.mine", '{"zoons":["korse"]}'), "such as korse-b"),
        (("tribe.mine", '{"zoons":[],"format":"huge"}'), "one of tribal, continental, mondial"),
        (("tribe.boarix", '{"zoons":["korse-a"]}'), "a name that no tribe has"),
        (("cards.mine", "["), "a sheet of cards as JSON"),
        (("cards.mine", '{"zoons":{"x":{}}}'), r"zoons.x.name: expected text, found"),
    ],
)
def test_what_a_set_up_brings_along_is_checked(fact: tuple[str, str], said: str) -> None:
    with pytest.raises(SetupFault, match=said):
        facts((fact,))
