"""Gear, terrain, trumps that become Zoons, and control: a tribe of our own invention has a trump of each."""

from typing import Any

import pytest

from companion.games.zoon.zoondo.events import Moved, PlayedTrump, State, Touched, TurnedUp
from tests.companion.golems import SETUP_FACTS
from tests.games.zoondo import GAME, board, fight, lawful, piece, played, rule, there

BASE = "a1=0.cairn f6=1.draknar"
HELD = "+iron-boots;+whetstone;+rockfall;+gravel-path;+clay-man;+lodestone"


def golems(words: str, turn: int = 0, **more: Any) -> State:
    """Golems against Warus, with every trump of theirs."""
    options = {"limits": False, **more.pop("options", {})}
    return board(f"{BASE} {words}", turn, "golems,warus", facts=SETUP_FACTS, options=options, **more)


def test_what_carries_gear_says_so() -> None:
    state = played(golems("c2=0.slate-a e5=1.jorund"), PlayedTrump(0, "iron-boots", "c2"))
    assert "iron-boots" not in state.stock.hand[0]
    assert "carries Iron Boots" in GAME.view(state, None).about["c2"]
    assert GAME.look(state).of("c2")[-1].label == "iron-boots"


def test_gear_strengthens_attack_and_defence_and_never_a_star() -> None:
    state = golems("c3=0.slate-a.whetstone c4=1.korse-a e5=1.jorund")
    state = played(state, *fight(0, "c3", "c4", "tl", "br"))
    assert there(state, "c3") == "slate-a", "1 and 1 make 2: a tie"
    state = golems("c3=0.slate-a.whetstone c4=1.korse-a e5=1.jorund", 1)
    state = played(state, *fight(1, "c4", "c3", "br", "tl"))
    assert there(state, "c4") == "korse-a", "a defender's 1 and 1 make 2: a tie"
    state = golems("c3=0.keystone.whetstone c4=1.korse-a e5=1.jorund")
    state = played(state, *fight(0, "c3", "c4", "tl", "br"))
    assert (there(state, "c3"), there(state, "c4")) == ("keystone", "korse-a"), "the star is a tie"


def test_gear_is_eliminated_with_its_zoon_and_stays_with_a_winner() -> None:
    state = golems("c3=0.slate-a.whetstone c4=1.jorund e5=1.korse-a")
    beaten = played(state, *fight(0, "c3", "c4", "tl", "br"))
    assert (there(beaten, "c3"), there(beaten, "c4")) == (None, "jorund")
    assert {"whetstone", "slate-a"} <= set(beaten.stock.tomb[0])
    won = played(state, *fight(0, "c3", "c4", "br", "tl"))
    assert piece(won, "c4").on == ("whetstone",)
    tied = golems("c3=0.slate-b.whetstone c4=1.mourse-b")
    tied = played(tied, *fight(0, "c3", "c4", "tl", "tr"))
    assert piece(tied, "c3").on == ("whetstone",)
    assert "whetstone" not in tied.stock.hand[0]


def test_a_hidden_carrier_must_be_of_the_type_that_the_gear_asks_for() -> None:
    tomb = [["keystone", "mason", "slate-a", "slate-b", "gravel-a", "gravel-a", "gravel-a", "gravel-b"], []]
    state = golems("c2=0.? d2=0.? e2=0.? c4=1.jorund", tomb=tomb)
    state = played(state, PlayedTrump(0, "iron-boots", "c2"), Moved(1, "c4", "c3"), Moved(0, "c2", "c3"))
    state = played(state, Touched(0, "tl"), Touched(1, "tl"))
    assert rule(state, TurnedUp(0, "c3", "boulder-a")) == "zo-06-as-it-went"
    violation = GAME.violation(state, TurnedUp(0, "c3", "boulder-a"))
    assert violation is not None and violation.earlier == PlayedTrump(0, "iron-boots", "c2")
    played(state, TurnedUp(0, "c3", "gravel-b"))


def test_terrain_lies_on_the_board_to_the_end() -> None:
    state = played(golems("c2=0.slate-a d5=1.jorund"), PlayedTrump(0, "rockfall", "d4"), Moved(1, "d5", "c5"))
    state = played(state, PlayedTrump(0, "gravel-path", "c3"))
    assert [wall.trump for wall in state.walls] == ["gravel-path", "rockfall"]
    assert GAME.dump_position(state)["obstacles"] == ["d4"]
    assert GAME.view(state, None).about["d4"] == "Rockfall · an Obstacle"


def test_a_trump_becomes_a_zoon() -> None:
    state = played(golems("c2=0.slate-a d5=1.jorund"), PlayedTrump(0, "clay-man", "d2"))
    assert (there(state, "d2"), piece(state, "d2").up) == ("clay-man", False)
    assert GAME.turn(state) == GAME.turn(played(golems("d5=1.jorund c2=0.slate-a", 1))), (
        "it took the whole turn"
    )
    state = played(state, Moved(1, "d5", "d4"), Moved(0, "d2", "d3"), *fight(1, "d4", "d3", "tl", "tl"))
    assert "clay-man" in state.stock.tomb[0]
    assert there(state, "d3") == "jorund"
    assert GAME.load_position(state.agreed.setup, GAME.dump_position(state)) == state


def test_a_zoon_trump_fights_with_its_own_corners_and_helps_its_owner_play() -> None:
    state = golems("d3=0.clay-man d4=1.korse-b", 1)
    state = played(state, *fight(1, "d4", "d3", "tl", "br"))
    assert there(state, "d3") == "clay-man", "2 beats 1"
    assert lawful(played(golems("d3=0.clay-man d5=1.korse-b")), Moved)


def test_a_controlled_zoon_fights_its_own_side() -> None:
    state = golems("b1=0.mason d4=1.berserkorse-a d5=1.korse-a e5=1.jorund")
    state = played(state, PlayedTrump(0, "lodestone"), Moved(0, "d4", "d5"))
    assert GAME.view(state, None).headline.startswith("Team Golems"), "the controller touches first"
    state = played(state, Touched(0, "br"), Touched(1, "tr"))
    assert (there(state, "d5"), piece(state, "d5").seat) == ("berserkorse-a", 1)
    assert "korse-a" in state.stock.tomb[1]


def test_a_controlled_tie_steps_back_along_the_controllers_path() -> None:
    state = golems("b1=0.mason d4=1.berserkorse-b d5=1.korse-a e5=1.jorund")
    state = played(state, PlayedTrump(0, "lodestone"), *fight(0, "d4", "d5", "tl", "tr"))
    assert (there(state, "d4"), there(state, "d5")) == ("berserkorse-b", "korse-a")


def test_a_controlled_attack_with_unknown_cards_is_turned_up_one_by_one() -> None:
    tomb = [
        [],
        ["mourse-a", "mourse-b", "berserkorse-a", "berserkorse-b", "berserkorse-b", "korse-a", "korse-b"],
    ]
    state = golems("b1=0.mason d4=1.? d5=1.? e5=1.jorund", tomb=tomb)
    state = played(state, PlayedTrump(0, "lodestone"), *fight(0, "d4", "d5", "tl", "tr"))
    state = played(state, TurnedUp(1, "d5", "korse-b"), TurnedUp(1, "d5", "korse-a"))
    assert (there(state, "d4"), there(state, "d5")) == ("korse-b", "korse-a"), "2 each: a tie"


@pytest.mark.parametrize("knowing", ["trusted", "shown"])
def test_random_games_with_every_kind_of_trump_keep_their_invariants(knowing: str) -> None:
    import random

    from companion.game import Over, legal
    from tests.games.zoondo import setup

    agreed = setup(SETUP_FACTS, tribes="golems,golems", limits=False, knowing=knowing)
    kinds = set()
    for seed in range(12):
        rng, state = random.Random(seed), GAME.start(agreed)
        for _ in range(220):
            if isinstance(GAME.turn(state), Over):
                break
            events = legal(GAME, state)
            trumps = [event for event in events if isinstance(event, PlayedTrump)]
            event = rng.choice(trumps if trumps and rng.random() < 0.2 else events)
            kinds |= {event.trump} if isinstance(event, PlayedTrump) else set()
            state = GAME.after(state, event)
            assert GAME.faults(state) == (), event
            assert GAME.load_position(agreed, GAME.dump_position(state)) == state
    assert len(kinds) == 6


def test_a_star_that_sends_another_zoon_says_which() -> None:
    state = golems("c3=0.keystone e3=0.gravel-a d3=1.korse-a e5=1.jorund")
    state = played(state, *fight(0, "c3", "d3", "tl", "br"))
    assert GAME.view(state, None).awaited == "The star of Keystone: move a Gravel."


def test_a_hidden_carrier_is_not_held_to_a_move_that_its_gear_gave_it() -> None:
    """Slates never go two squares straight ahead, others of the army do; in Iron Boots each of them may."""
    tomb = [["keystone", "mason", "boulder-a", "slate-b", "gravel-a", "gravel-a", "gravel-a", "gravel-b"], []]
    state = golems("c2=0.? d2=0.? e2=0.? c4=1.jorund e5=1.korse-a", tomb=tomb)
    state = played(state, PlayedTrump(0, "iron-boots", "c2"), Moved(1, "e5", "e4"), Moved(0, "c2", "c4"))
    state = played(state, Touched(0, "tl"), Touched(1, "tl"))
    assert rule(state, TurnedUp(0, "c4", "slate-a")) is None
    played(state, TurnedUp(0, "c4", "slate-a"))
