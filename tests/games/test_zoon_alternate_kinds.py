"""Gear, terrain, trumps that become Zoons, and control: a tribe of our own invention has a trump of each."""

import random
from collections import Counter
from typing import Any

import pytest

from companion.game import Over, legal
from companion.games.zoon.alternate.events import Fight, Fought, Moved, PlayedTrump, Ruled, State, TurnedUp
from companion.games.zoon.family.moves import LAID, MOVES
from tests.companion.golems import SETUP_FACTS
from tests.games.zoon import GAME, board, piece, played, rule, setup, there
from tests.test_played_by_lot import every_trump

BASE = "a1=0.cairn f6=1.draknar"


SIX = "e1=0.mason d2=0.keystone f1=0.gravel-a f2=0.gravel-a e2=0.gravel-a"
"""With the Emblem six Golems that lie face up, so that others may lie face down."""
HIDDEN = ["boulder-b", "slate-a", "slate-b", "gravel-b"]
"""Besides those, the Golems that leave only a Boulder and a Gravel to lie face down."""


def golems(words: str, turn: int = 0, **more: Any) -> State:
    """Golems against Warus, with every trump of theirs."""
    options = {"limits": False, **more.pop("options", {})}
    return board(f"{BASE} {words}", turn, "golems,warus", facts=SETUP_FACTS, options=options, **more)


def values(state: State) -> tuple[int, int]:
    assert isinstance(state.step, Fight)
    return state.values(*state.step.sides(state))


def test_gear_goes_with_its_zoon_under_its_penny() -> None:
    state = played(golems("c2=0.slate-a.t e5=1.jorund"), PlayedTrump(0, "iron-boots", "c2"))
    assert piece(state, "c2").penny == "tails"
    state = played(state, Moved(1, "e5", "e4"), Moved(0, "c2", "c4"))
    assert "carries Iron Boots" in GAME.view(state, None).about["c4"]
    assert [thing.label for thing in GAME.look(state).of("c4")] == ["slate-a", "iron-boots", "tails"]


def test_gear_strengthens_attack_and_defence_by_each_number_of_the_pair() -> None:
    state = golems("c3=0.slate-a.whetstone c4=1.korse-a e5=1.jorund")
    attack, bare = played(state, Moved(0, "c3", "c4")), golems("c3=0.slate-a c4=1.korse-a e5=1.jorund")
    assert values(attack)[0] == values(played(bare, Moved(0, "c3", "c4")))[0] + 2
    defence = golems("c3=0.slate-a.whetstone c4=1.korse-a e5=1.jorund", 1)
    bare = golems("c3=0.slate-a c4=1.korse-a e5=1.jorund", 1)
    lifted = played(defence, Moved(1, "c4", "c3"))
    assert values(lifted)[1] == values(played(bare, Moved(1, "c4", "c3")))[1] + 2
    once = golems("c3=0.slate-a.whetstone c4=1.korse-a e5=1.jorund", options={"za-29": "one"})
    assert values(played(once, Moved(0, "c3", "c4")))[0] == values(attack)[0] - 1


def test_gear_is_eliminated_with_its_zoon() -> None:
    state = golems("c3=0.slate-a.whetstone c4=1.jorund e5=1.korse-a")
    fought = played(state, Moved(0, "c3", "c4"))
    lost, won = played(fought, Fought((1, 6))), played(fought, Fought((6, 1)))
    assert {"whetstone", "slate-a"} <= set(lost.stock.tomb[0])
    assert piece(won, "c4").on == ("whetstone",) and "whetstone" not in won.stock.hand[0]


def test_a_hidden_carrier_must_be_of_the_type_that_the_gear_asks_for() -> None:
    state = golems(f"c1=0.? b1=0.? {SIX} c4=1.jorund", tomb=[HIDDEN, []])
    state = played(state, PlayedTrump(0, "iron-boots", "c1"), Moved(1, "c4", "c3"))
    assert rule(state, Moved(0, "c1", "c3", "boulder-a")) == "za-09-as-it-slid"
    state = played(state, Moved(0, "c1", "c3", "gravel-b"))
    assert (there(state, "c3"), state.fight is not None) == ("jorund", True)


def test_terrain_lies_on_the_board_to_the_end() -> None:
    state = played(golems("c2=0.slate-a d5=1.jorund"), PlayedTrump(0, "rockfall", "d4"))
    assert GAME.dump_position(state)["obstacles"] == ["d4"]
    assert GAME.view(state, None).about["d4"] == "Rockfall · an Obstacle"


def test_a_trump_becomes_a_zoon_that_lies_face_up_on_heads() -> None:
    state = played(golems("c2=0.slate-a d5=1.jorund"), PlayedTrump(0, "clay-man", "d2"))
    assert (there(state, "d2"), piece(state, "d2").penny, state.turn) == ("clay-man", "heads", 1)
    assert [chore.rule for chore in GAME.chores(state)] == ["za-06-heads-when-turned-up"]
    state = played(state, Moved(1, "d5", "d4"), Moved(0, "d2", "d3"), Moved(1, "d4", "d3"))
    assert GAME.load_position(state.agreed.setup, GAME.dump_position(state)) == state
    beaten = played(state, Fought((6, 1)))
    assert "clay-man" in beaten.stock.tomb[0]
    turned = played(golems("d2=0.clay-man d5=1.jorund c2=0.slate-a"), Ruled("d2", 0, "clay-man", "tails"))
    assert piece(turned, "d2").penny == "tails"
    off = GAME.after(turned, Ruled("d2"))
    assert "clay-man" in off.stock.off[0] and GAME.faults(off) == ()


def test_a_controlled_zoon_fights_its_own_side() -> None:
    state = golems("b1=0.mason d4=1.berserkorse-a d5=1.korse-a e5=1.jorund")
    fought = played(state, PlayedTrump(0, "lodestone"), Moved(0, "d4", "d5"))
    assert GAME.turn(fought).seats == (0, 1), "the controller throws the attacker's die"  # type: ignore[union-attr]
    won, lost = played(fought, Fought((6, 1))), played(fought, Fought((1, 6)))
    assert (there(won, "d5"), "korse-a" in won.stock.tomb[1]) == ("berserkorse-a", True)
    assert (there(lost, "d5"), "berserkorse-a" in lost.stock.tomb[1]) == ("korse-a", True)
    assert GAME.load_position(fought.agreed.setup, GAME.dump_position(fought)) == fought


def test_a_controlled_draw_steps_back_along_the_controllers_path() -> None:
    state = golems("b1=0.mason d4=1.korse-a d5=1.korse-b e5=1.jorund")
    state = played(state, PlayedTrump(0, "lodestone"), Moved(0, "d4", "d5"))
    ours, theirs = values(state)
    assert ours == theirs
    state = played(state, Fought((3, 3)))
    assert (there(state, "d4"), there(state, "d5")) == ("korse-a", "korse-b")


def test_a_controlled_zoon_is_named_by_its_owner_where_it_leaves_its_back_row() -> None:
    warus = "e5=1.jorund a6=1.harold-de-jarl b6=1.korse-a b5=1.korse-b e6=1.mourse-a d6=1.? a5=1.?"
    tomb = ["berserkorse-b", "berserkorse-b", "korse-a", "korse-b"]
    state = golems(f"b1=0.mason {warus}", tomb=[[], tomb])
    state = played(state, PlayedTrump(0, "lodestone"))
    assert rule(state, Moved(0, "d6", "c6", "mourse-b")) == "s2-trumps-for-a-type"
    slid = played(state, Moved(0, "d6", "c6"))
    assert (there(slid, "c6"), piece(slid, "c6").up) == (None, False)
    fought = played(state, Moved(0, "d6", "e6", "berserkorse-a"))
    assert (there(fought, "e6"), fought.fight is not None) == ("mourse-a", True)


@pytest.mark.parametrize("tribes", ["golems,golems", "golems,warus", "monkus,golems"])
def test_random_games_with_every_kind_of_trump_keep_their_invariants_and_list_them_all(tribes: str) -> None:
    agreed = setup(SETUP_FACTS, tribes=tribes, limits=False)
    kinds: Counter[str] = Counter()
    for seed in range(5):
        rng, state = random.Random(seed), GAME.start(agreed)
        for number in range(220):
            if isinstance(GAME.turn(state), Over):
                break
            events = legal(GAME, state)
            trumps = [event for event in events if isinstance(event, PlayedTrump)]
            if number % 7 == 0 and state.phase == "play" and not state.todo:
                every = every_trump(state, PlayedTrump)
                allowed = {event for event in every if GAME.violation(state, event) is None}
                assert {one for one in trumps if one.trump in state.stock.hand[state.turn]} == allowed
            event = rng.choice(trumps if trumps and rng.random() < 0.2 else events)
            if isinstance(event, PlayedTrump):
                kinds[state.agreed.facts.trumps[event.trump].does] += 1
            assert GAME.words(state, event)
            state = GAME.after(state, event)
            assert GAME.faults(state) == (), event
            assert GAME.load_position(agreed, GAME.dump_position(state)) == state
            GAME.view(state, None), GAME.look(state), GAME.chores(state)
    assert kinds.keys() >= {"gear", "terrain", "zoon", "control"}
    assert kinds.keys() <= {*MOVES, *LAID, "gear", "cage", "shot"}


def test_a_face_up_card_shows_its_face_when_it_is_turned_up_under_gear() -> None:
    state = golems(f"c1=0.?.whetstone b1=0.? {SIX} c3=1.jorund", 1, tomb=[HIDDEN, []])
    state = played(state, Moved(1, "c3", "c2"), Moved(0, "d2", "d3"), Moved(1, "c2", "c1"))
    assert rule(state, TurnedUp(0, "c1", "keystone")) == "ours-cards-of-the-army"
    state = played(state, TurnedUp(0, "c1", "gravel-b"))
    assert (piece(state, "c1").up, piece(state, "c1").penny, piece(state, "c1").gear) == (
        True,
        "heads",
        "whetstone",
    )
