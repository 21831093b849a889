"""Setting up, laying out, hidden cards, positions as JSON, overrides, and what eyes may see."""

import json
import random
from typing import Any

import pytest

from companion.game import Over, PositionFault, Seats, Setup, SetupFault, checked, legal
from companion.games.zoon.alternate import GAME
from companion.games.zoon.alternate.events import Deployed, Fought, FrontsUp, Moved, TurnedUp
from companion.games.zoon.family.events import Resigned, Starts
from companion.games.zoon.family.state import NUMBERS
from tests.games.zoon import (
    BOARIX_WARUS,
    DOWN,
    FRONT_0,
    FRONT_1,
    TRIBES,
    board,
    opened,
    piece,
    played,
    rule,
    setup,
    there,
)

# setting up


@pytest.mark.rule("zo-37-limits")
@pytest.mark.parametrize(
    ("zoons", "trumps", "said"),
    [
        ("+grognard-a,", "", "zoons: expected at most 150 points, found 166"),
        ("+titus;-king-louis,", "", "zoons"),
        ("-sacrechene,", "", "zoons: expected exactly one Emblem in each army, found 'none'"),
        (",+ouistiti", "", "zoons: expected exactly one Emblem"),
        ("+ratops;-cloboulon;-gold-hure,", "+furie,", "trumps: expected at most 6 points"),
        ("+bouclefeuille;-kassin-a,", "-pluie-de-menhirs,", "zoons: expected no Hero or Priest twice"),
        ("+king-louis;-gold-hure,", "", "zoons: expected at most one Chef"),
        ("+bouclefeuille;-kassin-a", "", "zoons: expected changes for two players"),
        ("bouclefeuille,", "", "zoons: expected words such as"),
        ("+nobody,", "", "zoons: expected words such as"),
        ("-king,", "", "zoons: expected a card that the army holds"),
        ("", "-tortue,", "trumps: expected a card that the army holds"),
    ],
)
def test_armies_that_may_not_be_are_refused(zoons: str, trumps: str, said: str) -> None:
    with pytest.raises(SetupFault, match=said):
        GAME.start(setup(zoons=zoons, trumps=trumps))


@pytest.mark.rule("zo-37-limits")
def test_without_limits_an_army_needs_only_an_emblem_and_one_more() -> None:
    GAME.start(setup(zoons="+grognard-a;+gold-hure,", limits=False))
    small = ";".join(f"-{card}" for card in GAME.start(setup()).agreed.armies[0] if card != "sacrechene")
    with pytest.raises(SetupFault, match="at least one other"):
        GAME.start(setup(zoons=f"{small},", limits=False))


@pytest.mark.rule("zo-37-limits")
def test_a_star_more_costs_a_trump_point() -> None:
    words = "+ouistiti;-sacrechene,"
    with pytest.raises(SetupFault, match="trumps: expected at most 6 points"):
        GAME.start(setup(zoons=words))
    GAME.start(setup(zoons=words, trumps="-pluie-de-menhirs,"))


def test_an_owners_corrections_are_known_to_the_game() -> None:
    corrected = checked(GAME, Setup(2, facts=(("grognard.moves", "s"),)))
    assert GAME.start(corrected).agreed.zoon("grognard-a").strides[0].offsets == ((0, -1),)
    with pytest.raises(SetupFault, match="facts"):
        GAME.start(checked(GAME, Setup(2, facts=(("grognard.speed", 3),))))


def test_a_tribe_that_is_none_is_refused() -> None:
    with pytest.raises(SetupFault, match="tribes"):
        GAME.start(Setup(2, (("tribes", "boarix,zools"),)))


# laying out


def test_armies_lie_face_down_and_unknown() -> None:
    state = played(GAME.start(setup()), Deployed(0))
    assert GAME.turn(state) == Seats(frozenset({1}))
    assert not piece(state, "c2").up
    assert len(state.possible(NUMBERS["c2"])) == len(set(state.agreed.armies[0]))
    state = played(state, Deployed(1))
    assert GAME.turn(state) == Seats(frozenset({0, 1}))


def test_fronts_may_be_turned_up_in_any_order() -> None:
    state = played(GAME.start(setup()), Deployed(1), Deployed(0))
    one = played(state, FrontsUp(0, FRONT_0), FrontsUp(1, FRONT_1))
    other = played(state, FrontsUp(1, FRONT_1), FrontsUp(0, FRONT_0))
    assert one == other
    assert GAME.chance_event(one, (1,)) == Starts(1)


def test_fewer_than_six_zoons_are_face_up_altogether() -> None:
    words = "-kassin-a;-kassin-b;-gold-hure;-kassin-a;-kassin-b;-grognard-a;-grognard-b;-cloboulon,"
    state = played(GAME.start(setup(zoons=words)), Deployed(0, ("b1", "c1", "d2", "e2")), Deployed(1))
    assert rule(state, FrontsUp(0, ("grognard-a", "grognard-b", "sacrechene"), ("b1",))) == "za-03-reach-six"
    row = FrontsUp(0, ("grognard-a", "grognard-b", "sacrechene", "bouclefeuille"), ("b1", "c1"))
    state = played(state, row)
    assert all(piece(state, square).up for square in ("b1", "c1", "d2", "e2"))


def test_a_large_army_keeps_reinforcements_and_never_the_emblem() -> None:
    agreed = setup(tribes="monkus,warus", zoons="+titus;+virzil,", limits=False)
    state = played(GAME.start(agreed), Deployed(0), Deployed(1))
    assert state.stock.reinforcements[0] == (None, None)
    row = ("bouga-a", "bouga-a", "bouga-b", "bouga-b", "king", "kong")
    state = played(state, FrontsUp(0, row), FrontsUp(1, FRONT_1), Starts(0))
    assert "queen-mary" in state.possible(NUMBERS["a1"])


# hidden cards


def test_cards_known_are_counted_out() -> None:
    state = opened()
    assert state.possible(NUMBERS["a1"]) == (
        "bouclefeuille", "cloboulon", "grognard-a", "grognard-b", "sacrechene",
    )  # fmt: skip
    assert there(state, "a1") is None


def test_a_slide_leaves_only_those_that_can_slide() -> None:
    state = played(board(DOWN), Moved(0, "c1", "d1"))
    assert "sacrechene" not in state.possible(NUMBERS["d1"])
    assert "sacrechene" in state.possible(NUMBERS["b1"])


def test_the_last_card_that_can_be_the_emblem_is_known_to_be_it() -> None:
    state = played(board(DOWN), Moved(0, "c1", "d1"))
    tomb = state.stock.tomb[0]
    assert tomb.count(None) == 4
    assert state.possible(NUMBERS["b1"]) == ("sacrechene",)


def test_two_cards_cannot_both_have_slid_when_only_one_can() -> None:
    tomb = [["bouclefeuille", "cloboulon", "grognard-a", "grognard-b"], []]
    rest = ["berserkorse-a", "berserkorse-b", "berserkorse-b", "harold-de-jarl", "korse-a", "korse-a"]
    tomb[1] = [*rest, "korse-b", "korse-b", "mourse-a", "mourse-b"]
    state = board(DOWN, tomb=tomb)
    assert state.possible(NUMBERS["b1"]) == ("grognard-a", "sacrechene")
    state = played(state, Moved(0, "c1", "d1"), Moved(1, "e5", "e4"))
    assert state.possible(NUMBERS["d1"]) == ("grognard-a",)
    assert rule(state, Moved(0, "b1", "a1")) == "zo-07-not-on-its-grid"
    assert rule(state, Moved(0, "d1", "d2", "sacrechene")) == "zo-07-not-on-its-grid"


def test_a_reveal_that_makes_an_earlier_slide_impossible_names_it() -> None:
    tomb = [["bouclefeuille", "cloboulon", "grognard-a", "grognard-b"], []]
    tomb[1] = ["berserkorse-a", "berserkorse-b", "berserkorse-b", "harold-de-jarl", "korse-a", "korse-b"]
    tomb[1] += ["korse-b", "mourse-a", "mourse-b"]
    state = board(DOWN + " b3=1.korse-a", tomb=tomb)
    state = played(state, Moved(0, "c1", "d1"), Moved(1, "b3", "b2"), Fought((6, 1)))
    found = GAME.violation(state, TurnedUp(0, "b1", "grognard-a"))
    assert found is not None
    assert (found.rule, found.about) == ("za-09-as-it-slid", "Grognard: c1 → d1")


def test_what_the_people_let_pass_does_not_block_what_follows() -> None:
    state = board(DOWN)
    state = GAME.after(played(state, Moved(0, "c1", "d1")), Moved(1, "e5", "e4"))
    state = GAME.after(state, TurnedUp(0, "d1", "sacrechene"))
    assert GAME.faults(state) == ()
    assert legal(GAME, state)


def test_a_known_card_may_be_left_unsaid_and_not_be_another() -> None:
    state = board(DOWN.replace("c1=0.?", "c1=0.?grognard-a"))
    assert rule(state, Moved(0, "c1", "d2", "cloboulon")) == "ours-same-card"
    assert there(played(state, Moved(0, "c1", "d2")), "d2") == "grognard-a"
    assert rule(state, Moved(0, "c1", "c2")) == "zo-08-not-onto-a-friend"
    assert rule(state, Moved(0, "c1", "a1")) == "zo-07-not-on-its-grid"


# the order of rules


@pytest.mark.parametrize(
    ("event", "broken"),
    [
        (Moved(1, "e5", "e1"), "s2-in-turn"),
        (Moved(1, "z9", "e1"), "s2-in-turn"),
        (Moved(0, "z9", "e1"), "ours-squares"),
        (Moved(0, "d4", "d5"), "ours-something-there"),
        (Moved(0, "e5", "e4"), "s2-own-zoons"),
        (Moved(0, "c2", "c6", "kassin-a"), "zo-07-not-on-its-grid"),
        (Moved(0, "a2", "b2"), "zo-08-not-onto-a-friend"),
        (Moved(0, "c2", "c2"), "zo-07-not-on-its-grid"),
        (Moved(0, "c2", "c3", "kassin-a"), "ours-same-card"),
        (Moved(0, "c2", "c3", met="jorund"), "ours-same-card"),
        (Moved(0, "c2", "c4", path=("c3", "c4")), None),
        (Moved(0, "c2", "c4", path=("b3", "c4")), "zo-07-not-on-its-grid"),
        (Fought((1, 1)), "za-32-dice-first"),
        (TurnedUp(0, "b1", "sacrechene"), "za-03-stays-down"),
        (Deployed(0), "zo-03-armies-first"),
        (FrontsUp(0, FRONT_0), "za-02-fronts-up-first"),
        (Starts(0), "s2-lot"),
    ],
)
def test_which_rule_is_named(event: Any, broken: str | None) -> None:
    assert rule(board(DOWN), event) == broken


def test_a_wrong_move_is_told_with_its_card_and_squares() -> None:
    found = GAME.violation(board(DOWN), Moved(0, "e2", "e5"))
    assert found is not None
    assert found.about == "Grognard e2 → e5"
    hidden = GAME.violation(board(DOWN), Moved(0, "c1", "b4"))
    assert hidden is not None
    assert hidden.about == "a face-down card c1 → b4"


# stuck, surrender


def test_whoever_has_only_face_down_cards_that_might_move_may_still_surrender() -> None:
    state = played(board(f"{BOARIX_WARUS} c3=0.kassin-a e5=1.jorund"), Resigned(1))
    assert GAME.turn(state) == Over((0,), "{name} surrenders", "s2-surrender", (("name", "Team Warus"),))
    assert state.over is not None and state.over.words == "Team Warus surrenders"


# positions


@pytest.mark.parametrize("seed", range(8))
def test_a_position_reads_back_in_the_middle_of_anything(seed: int) -> None:
    rng, agreed = random.Random(seed), setup(tribes=f"{TRIBES[seed % 4]},{TRIBES[(seed + 1) % 4]}")
    state = GAME.start(agreed)
    for _ in range(120):
        if isinstance(GAME.turn(state), Over):
            break
        state = GAME.after(state, rng.choice(legal(GAME, state)))
        plain = json.loads(json.dumps(GAME.dump_position(state)))
        assert GAME.load_position(agreed, plain) == state


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"turn": 2}, "turn"),
        ({"turn": "night"}, "turn"),
        ({"turn": True}, "turn"),
        ({"weather": 1}, "weather"),
        ({"cards": []}, "cards"),
        ({"cards.z9": {"seat": 0}}, "cards.z9"),
        ({"cards.c3": 7}, "cards.c3"),
        ({"cards.c3": {"seat": 0, "card": "king"}}, "cards.c3.card"),
        ({"cards.c3": {"seat": 0, "card": "nobody"}}, "cards.c3.card"),
        ({"cards.c3": {"seat": 3, "card": "kassin-a"}}, "cards.c3.seat"),
        ({"cards.c3": {"seat": "0"}}, "cards.c3.seat"),
        ({"cards.c3": {"card": "kassin-a"}}, "cards.c3.seat"),
        ({"cards.c3": {"seat": 0, "colour": 1}}, "cards.c3.colour"),
        ({"cards.c3": {"seat": 0, "card": "kassin-a", "penny": "edge"}}, "cards.c3.penny"),
        ({"cards.c3": {"seat": 0, "card": "kassin-a", "penny": None}}, "cards.c3.penny"),
        ({"cards.c3": {"seat": 0, "card": "kassin-a", "up": False, "penny": "heads"}}, "cards.c3.penny"),
        ({"cards.c3": {"seat": 0, "up": True}}, "cards.c3.card"),
        ({"cards.c3": {"seat": 0, "card": "sacrechene"}}, "cards.c3.card"),
        ({"cards.c3": {"seat": 0}}, "cards"),
        ({"cards.c3": {"seat": 0, "card": "gold-hure"}, "cards.a1": {"seat": 0, "card": "kassin-a"}}, "tomb"),
        ({"cards.a1": {"seat": 0, "card": "gold-hure"}}, "cards.c3.card"),
        ({"obstacles": ["c3"]}, "obstacles"),
        ({"obstacles": ["c9"]}, "obstacles"),
        ({"hand": [["tortue"], []]}, "hand"),
        ({"hand": [1, 2]}, "hand[0]"),
        ({"todo": [{"step": "nap"}]}, "todo[0].step"),
        ({"todo": [{"step": "turn-up", "seat": "x"}]}, "todo[0].seat"),
        ({"reinforcements": [["sacrechene"], []]}, "cards.a1.card"),
        (
            {"cards.a1": {"seat": 0, "card": "kassin-a"}, "reinforcements": [["sacrechene"], []]},
            "reinforcements",
        ),
    ],
)
def test_a_position_that_cannot_be_names_its_field(change: dict[str, Any], at: str) -> None:
    cards = {
        "a1": {"seat": 0, "card": "sacrechene"},
        "c3": {"seat": 0, "card": "gold-hure"},
        "e5": {"seat": 1, "card": "jorund"},
        "f6": {"seat": 1, "card": "draknar"},
    }
    found: dict[str, Any] = {"turn": 0, "cards": cards}
    for name, value in change.items():
        if name.startswith("cards."):
            cards[name.removeprefix("cards.")] = value
        else:
            found[name] = value
    with pytest.raises(PositionFault) as fault:
        GAME.load_position(setup(), found)
    assert fault.value.at == at, str(fault.value)
