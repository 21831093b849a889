"""Each check of an answer by itself: what a card allows, and what is said where it does not."""

from typing import Any

import msgspec
import pytest

from companion.games.zombinion.events import Chose
from companion.games.zombinion.state import Player, Slots, State, Step
from companion.games.zombinion.steps import CHOICES, no_pile
from tests.games.zombinion import at, setup

TEN = "barricata,ispezione,piano-superiore,ricognizione,sciame-di-zombi,tattica,esca,sacrificio,deposito,ricarica"
AGREED = setup(2, kinds=TEN)
STATE = at("esca proiettili zombi*4 pallottola*2", "zombi*5", agreed=AGREED)
UNSEEN = at("? ?", "zombi*5", agreed=AGREED, unseen=("esca zombi",))


def named(*ids: str) -> tuple[str, ...]:
    return tuple(STATE.agreed.cards[id].name for id in ids)


def told(
    what: str, step: Step, cards: Slots = (), state: State = STATE, **more: Any
) -> list[tuple[str, str]]:
    """The rules that an answer breaks, each with what it says of it."""
    event = Chose(step.seat, what, cards, **more)
    asking = state if state.step == step else msgspec.structs.replace(state, todo=(step,))
    return [(violation.rule, violation.about) for violation in CHOICES[what].violations(asking, event)]


SACRIFICE = Step("trash", 0, "sacrificio")
BURN = Step("trash", 0, "ricarica")
SUPPLY = Step("trash", 0, "rifornimento")
BLAST = Step("trash", 0, "proiettili-esplosivi")


def test_up_to_four_are_trashed_face_up_for_a_sacrifice() -> None:
    assert told("trash", SACRIFICE, ("zombi",) * 4) == []
    assert told("trash", SACRIFICE, ("zombi", "zombi", "esca", "proiettili", "pallottola")) == [
        ("zb-as-it-asks", "at most 4, shown")
    ]
    assert told("trash", SACRIFICE, ()) == [], "none will do"
    assert ("zb-as-it-asks", "at most 4, shown") in told("trash", SACRIFICE, (None,))
    assert told("trash", SACRIFICE, ("zombi",) * 4 + ("esca",))[0][1] == "at most 4, shown"


def test_one_is_trashed_for_other_cards_and_of_the_sort_that_they_ask_for() -> None:
    assert told("trash", SUPPLY, ("zombi",)) == []
    assert told("trash", SUPPLY, ("zombi", "zombi")) == [("zb-as-it-asks", "one card, shown")]
    assert told("trash", SUPPLY, (None,)) == [("zb-as-it-asks", "one card, shown")]
    assert told("trash", SUPPLY) == [("zb-compulsory", *named("rifornimento"))]
    assert told("trash", BURN, ("proiettili",)) == []
    assert told("trash", BURN, ("esca",)) == [("zb-as-it-asks", "a Mirare")]
    assert told("trash", BURN) == [("zb-compulsory", *named("ricarica"))], "a Mirare is in the hand"
    bare = at("esca zombi", "zombi*5", agreed=AGREED)
    assert told("trash", BURN, (), bare) == []
    assert [rule for rule, _ in told("trash", BURN, ("proiettili",), bare)] == ["zb-in-hand"]


def test_a_discard_is_as_large_as_the_card_says() -> None:
    """Eight cards are in the hand."""
    down = Step("discard", 0, "piano-superiore", 5)
    assert told("discard", down, ("zombi",) * 3) == []
    assert told("discard", down, ("zombi",) * 2) == [("zb-as-it-asks", "3 to discard")]
    assert told("discard", down) == [("zb-compulsory", "3 to discard")]
    free = Step("discard", 0, "esca")
    assert told("discard", free) == []
    assert told("discard", free, ("zombi",) * 4) == []
    assert [rule for rule, _ in told("discard", free, (None,) * 9)] == ["zb-in-hand"]
    assert told("discard", free, (None,) * 8) == []
    assert [rule for rule, _ in told("discard", free, ("zombi",) * 5)] == ["zb-in-hand"]


def test_a_gain_comes_from_the_supply_and_costs_no_more() -> None:
    cost = STATE.agreed.cards["esca"].cost
    gain = Step("gain", 0, "deposito", cost)
    assert told("gain", gain, ("esca",)) == []
    assert told("gain", gain) == [("zb-compulsory", *named("deposito"))]
    assert told("gain", gain, (None,)) == [("zb-as-it-asks", "one card of the supply")]
    assert told("gain", gain, ("esca", "esca")) == [("zb-as-it-asks", "one card of the supply")]
    dear = Step("gain", 0, "deposito", cost - 1)
    assert told("gain", dear, ("esca",)) == [("zb-as-it-asks", f"a cost of at most {cost - 1}")]
    reload = Step("gain", 0, "ricarica", 9)
    assert told("gain", reload, ("esca",)) == [("zb-as-it-asks", "a Mirare")]
    assert told("gain", reload, ("proiettili",)) == []


def test_a_pile_that_is_empty_or_not_there_gives_nothing() -> None:
    def reasons(state: State, card: str) -> list[tuple[str, str]]:
        return [(violation.rule, violation.about) for violation in no_pile(state, card)]

    assert reasons(STATE, "esca") == []
    assert reasons(STATE, "radio") == [("zb-no-such-pile", "radio")]
    pile = STATE.agreed.pile["esca"]
    supply = tuple(0 if n == pile else left for n, left in enumerate(STATE.supply))
    empty = msgspec.structs.replace(STATE, supply=supply)
    assert reasons(empty, "esca") == [("zb-empty-pile", *named("esca"))]
    one = tuple(1 if n == pile else left for n, left in enumerate(STATE.supply))
    assert reasons(msgspec.structs.replace(STATE, supply=one), "esca") == []


def test_one_action_of_the_hand_is_played_twice() -> None:
    twice = Step("twice", 0, "tattica")
    assert told("twice", twice, ("esca",)) == []
    assert told("twice", twice, ("zombi",)) == [("zb-as-it-asks", "an Action")]
    assert told("twice", twice, ("esca", "esca"))[0] == ("zb-as-it-asks", "an Action")
    assert told("twice", twice) == [("zb-compulsory", *named("tattica"))]
    assert told("twice", twice, (), UNSEEN) == [("zb-compulsory", *named("tattica"))], (
        "one of the two is an Esca"
    )
    assert told("twice", twice, (), at("? ?", "zombi*5", agreed=AGREED, unseen=("zombi*2",))) == []


SHOWN = ("proiettili", "esca")


def showing() -> State:
    other = STATE.players[1]
    shown = Player(
        hand=other.hand,
        deck=other.deck,
        discard=other.discard,
        in_play=other.in_play,
        shown=SHOWN,
        unseen=other.unseen,
        lacks=other.lacks,
    )
    return msgspec.structs.replace(STATE, players=(STATE.players[0], shown))


def test_of_what_is_revealed_a_mirare_is_trashed() -> None:
    state, thief = showing(), Step("thief-trash", 0, "ispezione", of=1)
    assert told("thief-trash", thief, ("proiettili",), state) == []
    assert told("thief-trash", thief, (), state) == [("zb-compulsory", *named("ispezione"))]
    for wrong in (("esca",), ("caricatore",), ("proiettili", "proiettili")):
        assert told("thief-trash", thief, wrong, state) == [("zb-as-it-asks", "one Mirare of those revealed")]
    gain = Step("thief-gain", 0, "ispezione", cards=("proiettili",))
    assert told("thief-gain", gain, ("proiettili",)) == told("thief-gain", gain) == []
    for wrong in (("proiettili", "proiettili"), ("esca",)):
        assert told("thief-gain", gain, wrong) == [("zb-as-it-asks", "Mirare that were trashed just now")]


def test_of_what_is_revealed_one_is_discarded() -> None:
    state, envoy = showing(), Step("envoy-discard", 0, "ispezione", of=1)
    assert told("envoy-discard", envoy, ("esca",), state) == []
    assert told("envoy-discard", envoy, (), state) == [("zb-compulsory", *named("ispezione"))]
    for wrong in (("zombi",), ("esca", "proiettili")):
        assert told("envoy-discard", envoy, wrong, state) == [
            ("zb-as-it-asks", "one of the cards that were revealed")
        ]


def test_a_barricata_is_shown_where_the_hand_has_one() -> None:
    react = Step("react", 0, "sciame-di-zombi")
    assert told("react", react, yes=False) == []
    assert told("react", react, yes=True) == [("zb-21-barricata", *named("barricata"))]
    held = at("barricata", "zombi*5", agreed=AGREED)
    assert told("react", react, ("barricata",), held) == told("react", react, (), held, yes=True) == []
    assert told("react", react, ("esca",), held) == [("zb-as-it-asks", "a Barricata")]


def test_the_card_at_the_bottom_of_a_deck_may_be_told() -> None:
    over = Step("deck-to-discard", 0, "raggrupparsi")

    def bottom(card: str | None, *deck: str | None) -> str | None:
        turning = Player(hand=(), deck=deck, unseen=("esca",))
        state = msgspec.structs.replace(STATE, players=(turning, STATE.players[1]))
        found = [violation.about for violation in CHOICES["deck-to-discard"].broken(state, over, (card,))]
        return found[0] if found else None

    assert bottom("zombi", "esca", "zombi") is None
    assert bottom("esca", "esca", "zombi") == "esca"
    assert bottom(None, "esca", "zombi") is None
    assert bottom("esca", "zombi", None) is None
    assert bottom("zombi", "zombi", None) == "zombi"
    assert bottom(None) is None


def test_what_an_answer_says() -> None:
    assert Chose(0, "gain", ("esca",)).slots() == Chose(0, "gain", card="esca").slots() == ("esca",)
    assert Chose(0, "gain", ("zombi",), card="esca").slots() == ("zombi",)
    assert Chose(0, "gain").slots() == ()
    assert [Chose(0, "react", yes=yes).says_yes() for yes in (True, False, None)] == [True, False, False]
    assert Chose(0, "react", card="barricata").says_yes()
    assert not Chose(0, "react", card="barricata", yes=False).says_yes()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Chose(0, "discard", ("esca", "zombi")), Chose(0, "discard", ("zombi", "esca")), True),
        (Chose(0, "discard", ("esca",)), Chose(0, "discard", card="esca"), True),
        (Chose(0, "discard", ("esca",)), Chose(0, "discard", ("esca", "esca")), False),
        (Chose(0, "discard", ("esca",)), Chose(1, "discard", ("esca",)), False),
        (Chose(0, "discard", ("esca",)), Chose(0, "trash", ("esca",)), False),
        (Chose(0, "react", yes=True), Chose(0, "react", card="barricata"), True),
        (Chose(0, "react", yes=True), Chose(0, "react", yes=False), False),
        (Chose(0, "react"), Chose(0, "react", yes=False), True),
    ],
)
def test_answers_that_mean_the_same(one: Chose, other: Chose, *, same: bool) -> None:
    assert one.same(other) == other.same(one) == same


def test_yes_and_no_go_with_the_cards() -> None:
    def broken(step: Step, event: Chose) -> list[str]:
        asking = msgspec.structs.replace(STATE, todo=(step,))
        return [violation.about for violation in CHOICES[event.what].violations(asking, event)]

    supply = Step("trash", 0, "sacrificio")
    assert broken(supply, Chose(0, "trash", ("zombi",), yes=True)) == []
    assert broken(supply, Chose(0, "trash", ("zombi",), yes=False)) == ["cards"]
    assert broken(supply, Chose(0, "trash", yes=True)) == ["cards"]
    assert broken(supply, Chose(0, "trash", ("no-card",))) == ["no such card"]
    assert broken(supply, Chose(0, "trash", ("zombi",), card="esca")) == ["two different answers"]
    assert broken(supply, Chose(0, "trash", ("zombi", "esca"), card="esca")) == []
    assert broken(Step("react", 0, "sciame-di-zombi"), Chose(0, "react")) == ["yes or no"]
    assert broken(Step("react", 0, "sciame-di-zombi"), Chose(0, "react", yes=False)) == []


def test_a_card_is_set_aside_by_its_name() -> None:
    def aside(state: State, step: Step, cards: Slots = (), **more: Any) -> list[tuple[str, str]]:
        return told("set-aside", step, cards, state, **more)

    known = at("esca zombi ?", "zombi*5", agreed=AGREED, unseen=("tattica",))
    esca, unseen = Step("set-aside", 0, "deposito", cards=("esca",)), Step("set-aside", 0, "deposito")
    assert (
        aside(known, esca, yes=False) == aside(known, esca, yes=True) == aside(known, esca, ("esca",)) == []
    )
    zombi = Step("set-aside", 0, "deposito", cards=("zombi",))
    assert aside(known, zombi, yes=True) == [("zb-as-it-asks", "an Action")]
    assert aside(known, esca, ("tattica",)) == [("zb-as-it-asks", "the Action that was drawn")]
    hidden = msgspec.structs.replace(known, todo=(Step("hide", 0, "deposito", 1), esca))
    assert aside(hidden, esca, ("tattica",)) == [], "one drawn unseen before it may still be named"
    for below in (Step("hide", 0, "deposito", 0), Step("shuffle", 0, "deposito", 1)):
        other = msgspec.structs.replace(known, todo=(below, esca))
        assert aside(other, esca, ("tattica",)) == [("zb-as-it-asks", "the Action that was drawn")]
    deeper = msgspec.structs.replace(known, todo=(Step("hide", 0, "deposito", 1), Step("shuffle", 0), esca))
    assert len(aside(deeper, esca, ("tattica",))) == 1
    assert aside(known, unseen, ("tattica",)) == []
    assert aside(known, unseen, yes=True) == [("zb-as-it-asks", "an Action by name")]
    assert aside(known, unseen, ("esca",)) == [("zb-cannot-own", "esca")], "it is known, and was there before"
    assert aside(at("esca", "zombi*5", agreed=AGREED), unseen, ("esca",)) == [("zb-in-hand", "esca")]
    assert ("zb-as-it-asks", "an Action by name") in aside(known, unseen, ("zombi",))
    assert ("zb-as-it-asks", "an Action by name") in aside(known, unseen, ("tattica", "esca"))
    assert aside(known, unseen, (None,)) == [("zb-as-it-asks", "an Action by name")]


def test_what_is_turned_over_is_told_truly() -> None:
    state, spy = showing(), Step("spy-discard", 0, "ricognizione", of=1)
    assert told("spy-discard", spy, SHOWN, state) == told("spy-discard", spy, (), state, yes=True) == []
    assert told("spy-discard", spy, ("esca",), state) == [("zb-as-it-asks", "the card that was revealed")]
    deck = at("zombi / esca tattica /", "zombi*5", agreed=AGREED)
    over = Step("deck-to-discard", 0, "raggrupparsi")
    assert told("deck-to-discard", over, ("tattica",), deck) == []
    assert told("deck-to-discard", over, ("esca",), deck) == [("zb-cannot-own", "esca")]
    assert told("deck-to-discard", over, ("esca", "tattica"), deck) == [], "the last one is the bottom"
    assert told("deck-to-discard", over, ("esca",), deck, yes=False) == []


def test_whose_answer_an_event_is() -> None:
    from companion.games.zombinion.events import Ended

    event = Chose(0, "gain", ("esca",))
    assert event.answers(Chose(0, "gain"))
    assert not event.answers(Chose(0, "trash")) and not event.answers(Chose(1, "gain"))
    assert not event.answers(Ended(0))
