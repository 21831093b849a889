"""How likely a region is, however many cards lie in it: as likely as the best way to tell which is which."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.sight import Sighting, Thing
from companion.weigh import (
    CARD_INVENTED,
    CARD_MISSED,
    CARD_UNREAD,
    UNEXPLAINED_BELOW,
    UNEXPLAINED_PENNY_BELOW,
    of_region,
    of_thing,
)

NAMES = ("ash", "elm", "fir", "oak")
labels = st.sampled_from(NAMES)
things = st.lists(st.builds(lambda label: Thing("card", label, "up"), labels), max_size=6)


@st.composite
def sightings(draw: st.DrawFn) -> Sighting:
    label = draw(st.one_of(st.none(), labels))
    other = draw(labels)
    others = ((other, 0.2),) if other != label and draw(st.booleans()) else ()
    return Sighting("card", label, "row", draw(st.sampled_from([0.98, 0.7])), others, face="up")


def by_hand(want: tuple[Thing, ...], seen: tuple[Sighting, ...]) -> float:
    """The best of all ways to pair, each tried."""
    if len(want) > len(seen):
        ways = permutations(want, len(seen))
        return max(sum(map(of_thing, way, seen)) for way in ways) + CARD_MISSED * (len(want) - len(seen))
    ways_seen = permutations(seen, len(want))
    best = max(sum(map(of_thing, want, way)) for way in ways_seen)
    return best + CARD_INVENTED * (len(seen) - len(want))


@given(things, st.lists(sightings(), max_size=6))
@settings(max_examples=300)
def test_a_row_is_as_likely_as_its_best_pairing(want: list[Thing], seen: list[Sighting]) -> None:
    fit = of_region(tuple(want), tuple(seen))
    assert fit.solid == pytest.approx(by_hand(tuple(want), tuple(seen)))
    assert fit.pennies == 0.0
    assert fit.solid - 1e-9 <= fit.worst <= 0.0


def row(*cards: str) -> tuple[Thing, ...]:
    return tuple(Thing("card", card, "up") for card in cards)


def read(*cards: str | None) -> tuple[Sighting, ...]:
    return tuple(Sighting("card", card, "row", 0.98, face="up") for card in cards)


TWENTY = NAMES * 5


def test_twenty_cards_in_any_order_are_what_they_should_be() -> None:
    fit = of_region(row(*TWENTY), read(*sorted(TWENTY)))
    assert fit.worst > UNEXPLAINED_BELOW
    assert fit.solid == pytest.approx(20 * of_region(row("ash"), read("ash")).solid)


def test_unread_cards_in_a_row_are_no_other_cards() -> None:
    fit = of_region(row(*TWENTY), read(None, None, None, *TWENTY[3:]))
    assert fit.worst == CARD_UNREAD > UNEXPLAINED_BELOW


@pytest.mark.parametrize("seen", [TWENTY[1:], (*TWENTY, "ash"), ("yew", *TWENTY[1:])])
def test_one_card_too_few_too_many_or_another_is_noticed_among_twenty(seen: tuple[str, ...]) -> None:
    assert of_region(row(*TWENTY), read(*seen)).worst < UNEXPLAINED_BELOW


def test_the_doubts_about_two_cards_add_up() -> None:
    assert of_region(row("ash", "elm"), read(None, "elm")).worst > UNEXPLAINED_BELOW
    fit = of_region(row("ash", "elm"), read(None, None))
    assert fit.worst == fit.solid == 2 * CARD_UNREAD < UNEXPLAINED_BELOW


def test_a_penny_never_makes_a_card_unlikely() -> None:
    stray = Sighting("penny", "heads", "row", 0.95)
    fit = of_region(row("ash", "elm"), (*read("ash", "elm"), stray))
    assert fit.worst > UNEXPLAINED_BELOW and fit.pennies < UNEXPLAINED_PENNY_BELOW
    assert fit.whole == fit.solid + fit.pennies


def test_a_penny_beneath_a_card_whose_side_does_not_show_is_no_other_penny() -> None:
    want = (Thing("penny", "heads", hidden=True), Thing("penny", "heads"))
    seen = (Sighting("penny", None, "row"), Sighting("penny", "heads", "row"))
    assert of_region(want, seen).pennies > UNEXPLAINED_PENNY_BELOW
    turned = (Sighting("penny", "tails", "row"), Sighting("penny", "heads", "row"))
    assert of_region(want, turned).pennies < UNEXPLAINED_PENNY_BELOW


def test_what_lies_beneath_another_thing_need_not_be_seen() -> None:
    beneath, top = Thing("card", "ash", "up", hidden=True), Thing("card", "elm", "up")
    seen = (Sighting("card", "elm", "deck", 0.98, face="up"),)
    assert of_region((beneath, top), seen).worst > UNEXPLAINED_BELOW
    assert of_region((Thing("card", "ash", "up"), top), seen).worst < UNEXPLAINED_BELOW
