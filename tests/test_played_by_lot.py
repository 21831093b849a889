"""Going on by lot: to the end of a game, and nothing lawful that the faster lists leave out."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from companion.game import Chance, Over, RandomSource, Setup, checked, legal
from companion.games import all_games
from companion.games.zoon.family.moves import LAID, MOVES
from companion.games.zoon.family.state import NAMES, all_served, can_all_be, fitting
from companion.games.zoon.zoondo.events import PlayedTrump
from companion.lawful import drawn
from tests.companion.golems import SETUP_FACTS
from ui.demo.random_play import rng_of, with_random_choices
from ui.owned.tribes import with_random_tribes

ZOMBINION = all_games()["zombinion"]
MANY_TRASHED = (
    "sacrificio", "ispezione", "rifornimento", "barricata", "esca", "maverick", "furbizia", "copertura", "ricarica",
    "deposito",
)  # fmt: skip
"""Kinds of which some trash several cards at once, and one takes cards out of the Cestino."""


def zombinion(seed: int, seats: int, **options: str) -> Any:
    """A game of Zombinion before its first event, its kinds drawn by lot."""
    setup = checked(ZOMBINION, Setup(seats, tuple(options.items())))
    return ZOMBINION.start(with_random_choices(ZOMBINION, setup, Random(f"kinds {seed}")))


def played_on(game: Any, state: Any, rng: RandomSource, most: int) -> Any:
    """The state after so many events drawn by lot, or at the end."""
    for _ in range(most):
        event = drawn(game, state, rng)
        if event is None:
            break
        state = game.after(state, event)
    return state


@pytest.mark.parametrize("seed", range(4))
def test_what_may_be_untidy_is_the_same_whenever_it_is_asked_for(seed: int) -> None:
    """After each event, and of the same events at the end alone; some games trash several cards at once."""
    kinds = {"kinds": ",".join(MANY_TRASHED)} if seed % 2 else {}
    asked = later = zombinion(seed, 2 + seed // 2, knowing="table", **kinds)
    rng, each, spread = rng_of(Random(seed)), list[Any](), 0
    for _ in range(400):
        event = drawn(ZOMBINION, asked, rng)
        if event is None:
            break
        given = msgspec.structs.replace(asked, untidy=tuple(asked.untidy))
        asked, later = ZOMBINION.after(asked, event), ZOMBINION.after(later, event)
        assert ZOMBINION.after(given, event) == asked
        spread += any(one.what == "spread" for one in asked.untidy)
        each.append((tuple(asked.untidy), later))
    assert spread or not seed % 2
    for untidy, state in reversed(each):
        assert state.untidy == untidy
    assert later == asked and hash(later) == hash(asked)
    assert len({untidy for untidy, _ in each}) > 100


@pytest.mark.parametrize("game", all_games().values(), ids=list(all_games()))
def test_a_game_goes_on_to_its_end_and_no_further(game: Any) -> None:
    state = game.start(checked(game, Setup(game.seats[0])))
    over = played_on(game, state, Random(5).randrange, 5000)
    assert isinstance(game.turn(over), Over)
    assert played_on(game, over, Random(5).randrange, 10) == over
    assert played_on(game, state, Random(5).randrange, 0) == state


@pytest.mark.parametrize("game", ["zoon_alternate", "zoondo", "zones", "zong"])
def test_what_is_listed_in_play_by_the_rules_breaks_none(game: str) -> None:
    """So the lot falls once, on all lawful events alike."""
    played = all_games()[game]
    for seed in range(3):
        chance = Random(seed)
        state = played.start(checked(played, Setup(played.seats[0])))
        for _ in range(120):
            listed = list(played.candidates(state, None))
            assert listed == legal(played, state)
            event = drawn(played, state, chance.randrange)
            if event is None:
                break
            state = played.after(state, event)


def test_every_trump_of_zoondo_that_the_rules_allow_is_listed() -> None:
    game, does = all_games()["zoondo"], Counter[str]()
    for seed in range(24):
        chance = Random(seed)
        golems = Setup(2, (("limits", False), ("tribes", "golems,warus")), facts=SETUP_FACTS)
        setup = checked(game, golems if seed % 2 else Setup(2))
        state: Any = game.start(with_random_tribes(game, setup, chance) if seed % 4 == 2 else setup)
        for number in range(90):
            event = drawn(game, state, chance.randrange)
            if event is None:
                break
            state = game.after(state, event)
            if number % 4 == 0 and state.phase == "play" and not state.todo and state.over is None:
                listed = [one for one in game.candidates(state, None) if isinstance(one, PlayedTrump)]
                allowed = [one for one in every_trump(state) if game.violation(state, one) is None]
                assert Counter(listed) == Counter(allowed)
                does.update(state.agreed.facts.trumps[one.trump].does for one in allowed)
    assert {"shot", "cage", "gear", "control", "march", *LAID} <= does.keys()


def every_trump(state: Any, kind: Any = PlayedTrump) -> list[Any]:
    """Every way to play each trump in hand, on every square and from every own Zoon."""
    seat, found = state.turn, list[Any]()
    for name in dict.fromkeys(state.stock.hand[seat]):
        trump = state.agreed.facts.trumps[name]
        if trump.does in MOVES:
            found.append(kind(seat, name))
        elif trump.shots:
            own = [NAMES[number] for number, _ in state.zoons_of(seat)]
            found += [kind(seat, name, at, by) for at in NAMES for by in own]
        else:
            assert trump.does in (*LAID, "gear", "cage", "shot")
            found += [kind(seat, name, at) for at in NAMES]
    return found


def test_faces_that_fit_are_those_that_leave_one_for_every_other_card() -> None:
    chance = Random(8)
    for _ in range(3000):
        kinds = "abcdefg"[: chance.randint(2, 7)]
        pool = tuple(sorted(chance.choices(kinds, k=chance.randint(1, 9))))
        needs = tuple(
            frozenset(chance.sample(kinds, chance.randint(1, len(kinds))))
            for _ in range(chance.randint(0, 5))
        )
        own = chance.choice([None, frozenset(chance.sample(kinds, 2))])
        wanted = tuple(
            face
            for face in sorted(set(pool))
            if (own is None or face in own) and all_served(Counter(pool) - Counter([face]), needs)
        )
        assert fitting(pool, own, needs if own is None else (own, *needs)) == wanted
        assert can_all_be(pool, needs) == all_served(Counter(pool), needs)
        if own is not None:
            assert bool(wanted) == can_all_be(pool, (*needs, own))


def test_rng_are_those_of_the_standard_library() -> None:
    ours, theirs = Random(4), Random(4)
    rng = rng_of(ours)
    for choices in [*range(1, 300), 4096, 10**6, 10**13]:
        assert rng(choices) == theirs.randrange(choices)
    assert ours.getstate() == theirs.getstate()
    with pytest.raises(ValueError, match="nothing"):
        rng(0)


def test_chance_is_drawn_too_where_a_game_awaits_it() -> None:
    game = all_games()["zoon_alternate"]
    state, chance, fell = game.start(checked(game, Setup(2))), Random(2), 0
    for _ in range(300):
        if isinstance(game.turn(state), Over):
            break
        fell += isinstance(game.turn(state), Chance)
        state = played_on(game, state, chance.randrange, 1)
    assert fell > 2
