"""What rules.md says of the cards of Zombinion, held against their facts and against play, card by card."""

from typing import Any

import pytest

from companion import rulebook
from companion.game import Setup, checked
from companion.games.zombinion import Zombinion
from companion.games.zombinion.cards import cards
from companion.games.zombinion.events import Chose, Ended, Played, Shot, Took
from companion.games.zombinion.state import State
from tests.games.zombinion_oracle import COST, MIRARE, POINTS

GAME = Zombinion()
TYPES = {
    "Mirare": ("treasure",),
    "Vittoria": ("victory",),
    "neither Mirare nor Vittoria nor Action": ("curse",),
    "Azione": ("action",),
    "Azione – Attacco": ("action", "attack"),
    "Azione – Reazione": ("action", "reaction"),
}
BASICS = ("pallottola", "proiettili", "caricatore", "zombi", "molti-zombi", "molti-piu-zombi", "infezione")
COMBAT = [card for card in COST if card not in BASICS]
each_card = pytest.mark.parametrize("card", COST)


def position(hand: list[str], card: str = "", **more: Any) -> State:
    """Seat 0 holds a hand, five Pallottola in every deck, and the card is one of the ten kinds."""
    ten = sorted(COMBAT, key=lambda kind: kind != card)[:10]
    setup = checked(GAME, Setup(seats=2, options=(("kinds", ",".join(ten)),)))
    deck = ["pallottola"] * 5
    seats = [
        {"hand": hand, "deck": deck, "discard": [], "in_play": []},
        {"hand": ["zombi"], "deck": deck, "discard": [], "in_play": []},
    ]
    return GAME.load_position(setup, {"turn": 0, "phase": "action", "seats": seats, **more})


def refused(state: State, event: Any) -> str:
    violation = GAME.violation(state, event)
    return violation.rule if violation else ""


@each_card
def test_the_rule_of_a_card_says_what_its_facts_say(card: str) -> None:
    facts, words = cards()[card], rulebook.rule("zombinion", f"zb-{card}").words
    head, _, rest = words.partition(":")
    assert head.startswith(facts.name)
    assert facts.gloss.lower() in head.lower()
    assert f"costs {facts.cost}" in head
    types = max((said for said in TYPES if f", {said}, costs" in head), key=len)
    assert facts.types == TYPES[types]
    for figure, sign in ((facts.cards, "Cart"), (facts.actions, "Azion"), (facts.targets, "Obiettiv")):
        assert (f"+{figure} {sign}" in rest) == bool(figure), (sign, figure)
    if facts.is_action and card != "proiettili-esplosivi":
        assert (f"+{facts.shots} shot" in rest) == bool(facts.shots)


@each_card
def test_a_card_costs_what_the_ledger_says(card: str) -> None:
    cost = COST[card]
    state = position(["zombi"], card, phase="hunt", shots=cost)
    assert refused(state, Took(0, card)) == ""
    assert GAME.dump_position(GAME.after(state, Took(0, card)))["shots"] == 0
    if cost:
        poor = position(["zombi"], card, phase="hunt", shots=cost - 1)
        assert refused(poor, Took(0, card)) == "zb-10-shots"


@each_card
def test_a_card_is_played_or_shot_as_its_type_says(card: str) -> None:
    state = position([card], card)
    no_action = card in BASICS or card == "survivors"
    assert refused(state, Played(0, card)) == ("zb-action-cards" if no_action else "")
    if no_action:
        assert refused(state, Shot(0, (card,))) == ("" if card in MIRARE else "zb-only-mirare")
    if card in MIRARE:
        assert GAME.dump_position(GAME.after(state, Shot(0, (card,))))["shots"] == MIRARE[card]


@each_card
def test_a_card_counts_what_the_ledger_says(card: str) -> None:
    """Held against as many Zombi, with one more and one fewer: only exactly as many points make it a shared win."""
    points = POINTS.get(card, 0)
    supply = {**GAME.dump_position(position(["zombi"], card))["supply"], "molti-piu-zombi": 0}
    for more in (-1, 0, 1):
        base = ["zombi"] * 3
        rival = ["zombi"] * (3 + points + more)
        state = position([card, *base], card, supply=supply, phase="hunt", turns_taken=[1, 2])
        given = GAME.dump_position(state)
        given["seats"][1] |= {"hand": rival}
        over = GAME.turn(GAME.after(GAME.load_position(state.agreed.setup, given), Ended(0)))
        assert getattr(over, "winners", None) == {-1: (0,), 0: (0, 1), 1: (1,)}[more]


@pytest.mark.rule("zb-said-none")
def test_who_shows_what_was_denied_is_reminded_of_what_was_said() -> None:
    setup = checked(GAME, Setup(seats=2, options=(("set", "sparatutto"),)))
    unseen = {"pallottola": 6, "zombi": 3}
    hidden = {"hand": ["proiettili-esplosivi", None, None, None], "deck": [None] * 6, "unseen": unseen}
    state = GAME.load_position(setup, {"turn": 0, "seats": [hidden, {"hand": ["zombi"]}]})
    state = GAME.after(GAME.after(state, Played(0, "proiettili-esplosivi")), Chose(0, "trash"))
    violation = GAME.violation(state, Shot(0, ("pallottola",)))
    assert violation is not None
    assert (violation.rule, violation.earlier) == ("zb-said-none", Chose(0, "trash"))
