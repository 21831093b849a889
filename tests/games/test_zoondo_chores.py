"""What may still be untidy, how short the lists to weigh are, and that nothing seen stops the referee."""

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.game import Over, Seen, legal
from companion.games.zoon.family.events import Starts
from companion.games.zoon.zoondo.events import Deployed, Moved, PlayedTrump, State, Touched, TurnedUp
from companion.referee import Referee
from companion.sight import Scene, Thing
from companion.weigh import Same
from tests import shown as seen_by
from tests.games.zoondo import (
    BOARIX_WARUS,
    GAME,
    board,
    fight,
    played,
    setup,
    shown,
    trusted,
)
from tests.games.zoondo_looks import BACK_1, seen, up, verdict, words

# chores


def test_what_a_fight_leaves_may_wait() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-a c3=0.grognard-a c4=1.korse-a e5=1.jorund")
    state = played(state, *fight(0, "c3", "c4", "tl", "tr"))
    open_ = seen(state, c4=(up("korse-a", "warus"), up("grognard-a", "boarix")))
    assert verdict(state, open_) == Same()
    assert words(state, open_) == ["Take Korse off c4", "Turn the card on c4 face down"]
    face = seen(state, c4=(up("grognard-a", "boarix"),))
    assert words(state, face) == ["Turn the card on c4 face down"]
    assert words(state, seen(state)) == []


def test_a_tied_attacker_may_still_lie_there() -> None:
    state = board(f"{BOARIX_WARUS} c2=0.grognard-a e4=1.mourse-a")
    state = played(state, *fight(0, "c2", "e4", "tl", "tl"))
    lying = seen(state, e4=(up("mourse-a", "warus"), up("grognard-a", "boarix")), d3=())
    assert verdict(state, lying) == Same()
    assert "Step Grognard back from e4 to d3" in words(state, lying)
    assert words(state, seen(state)) == []


def test_king_louis_may_be_seen_at_every_stage_of_its_trade() -> None:
    cards = "a1=0.queen-mary f6=1.draknar c3=0.king-louis d4=1.harold-de-jarl"
    state = played(board(cards, 1, "monkus,warus"), *fight(1, "d4", "c3", "bl", "tl"))
    harold, louis = up("harold-de-jarl", "warus"), up("king-louis", "monkus")
    monkus, warus = Thing("card", None, "down", "monkus", 0), BACK_1
    for c3, d4 in [
        ((louis, harold), ()),
        ((louis,), (harold,)),
        ((harold,), (louis,)),
        ((monkus,), (warus,)),
        ((warus,), (monkus,)),
    ]:
        assert verdict(state, seen(state, c3=c3, d4=d4)) == Same(), (c3, d4)


def test_a_chore_lapses_when_its_square_is_touched_again() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-a c3=0.grognard-a c4=1.korse-a e5=1.jorund")
    state = played(state, *fight(0, "c3", "c4", "tl", "tr"), Moved(1, "e5", "d5"))
    assert {chore.region for chore in GAME.chores(state)} == {"c4"}
    assert GAME.chores(played(state, Moved(0, "c4", "c5"))) == ()


@pytest.mark.parametrize("seed", range(5))
def test_every_untidy_look_is_still_the_same_game(seed: int) -> None:
    """While a chore waits nothing is booked, whatever else is tidy."""
    rng = random.Random(seed)
    tribes = rng.choice(["monkus,rhinogoths", "boarix,warus", "warus,monkus"])
    state = GAME.start(setup(tribes=tribes, knowing=rng.choice(["shown", "trusted"])))
    for _ in range(80):
        if isinstance(GAME.turn(state), Over):
            break
        event = rng.choice(legal(GAME, state))
        state = GAME.after(state, event)
        if isinstance(event, Touched | TurnedUp | Moved) and state.duel is None:
            for chore in GAME.chores(state):
                for before in chore.before:
                    found = verdict(state, seen(state, **{chore.region: before}))
                    assert found == Same(), f"{event}: {chore.region} {before}"


# short lists


@pytest.mark.parametrize("seed", range(4))
def test_a_scene_gives_few_events_to_weigh(seed: int) -> None:
    rng, state = random.Random(seed), trusted(seed % 2)
    for _ in range(60):
        if isinstance(GAME.turn(state), Over):
            break
        event = rng.choice(legal(GAME, state))
        after = GAME.after(state, event)
        scene = seen_by.happened(GAME, state, after)
        before, later = seen(state).by_region(), scene.by_region()
        changed = frozenset(n for n in before.keys() | later.keys() if before.get(n) != later.get(n))
        tries = list(GAME.candidates(state, Seen(later, changed)))
        assert len(tries) < 40
        if changed and not event.told and not isinstance(event, PlayedTrump):
            told = [replace_card(event, state), event]
            assert any(one in tries for one in told), event
        state = after


def replace_card(event: Any, _state: State) -> Any:
    """A card turned up that is known already may be named or not."""
    if not isinstance(event, TurnedUp):
        return event
    return msgspec.structs.replace(event, turned=False)


def test_nothing_is_tried_where_nothing_has_changed() -> None:
    state = trusted()
    assert list(GAME.candidates(state, Seen(seen(state).by_region(), frozenset()))) == []


def test_the_lot_is_never_seen() -> None:
    state = played(GAME.start(setup()), Deployed(0), Deployed(1))
    everything = frozenset(region.name for region in GAME.table(setup()).regions)
    assert list(GAME.candidates(state, Seen(seen(state).by_region(), everything))) == []
    assert GAME.reveals(state, Starts(0))
    assert msgspec.structs.replace(state, turn=1) != state
    assert shown().ready == (True, True)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_seen_the_referee_goes_on(seed: int) -> None:
    """Looks with cards missed, misread, doubled or in another square: nothing raises, and no card is lost or made."""
    rng = random.Random(seed)
    agreed = setup(
        knowing=rng.choice(["shown", "trusted"]), tribes=rng.choice(["boarix,warus", "monkus,monkus"])
    )
    referee = Referee(GAME, agreed, lambda _: None)
    for _ in range(50):
        events = legal(GAME, referee.state)
        if not events:
            break
        event = rng.choice(events)
        sightings = list(seen_by.happened(GAME, referee.state, GAME.after(referee.state, event)).sightings)
        for _spoiled in range(rng.choice([0, 1, 2, 4])):
            if sightings:
                at = rng.randrange(len(sightings))
                one = sightings.pop(at)
                labels = (*referee.state.agreed.armies[0], *referee.state.agreed.armies[1])
                sightings += rng.choice(
                    [
                        [],
                        [one, replace(one, region=rng.choice(["a3", "c4", "f5"]))],
                        [replace(one, region="d4")],
                        [replace(one, face=None, label=None)],
                        [
                            replace(
                                one, face="up", label=rng.choice(labels), angle=rng.choice([0.0, 180.0, None])
                            )
                        ],
                    ]
                )
        referee.see(Scene(tuple(sightings)), done=rng.random() < 0.5)
        assert GAME.faults(referee.state) == ()
        referee.tell(event, "test")
        assert GAME.faults(referee.state) == ()
