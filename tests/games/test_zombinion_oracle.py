"""Random games of Zombinion with all cards known, held event by event against a second, independent engine."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.game import Over, Setup, checked
from companion.games.zombinion import Zombinion
from companion.games.zombinion.events import Chose, Played, Shot, Shuffled, Took
from companion.games.zombinion.state import State
from companion.lawful import drawn
from tests.games.zombinion_oracle import COST, Ask, Oracle

GAME = Zombinion()
BASICS = ("pallottola", "proiettili", "caricatore", "zombi", "molti-zombi", "molti-piu-zombi", "infezione")
COMBAT = sorted(set(COST) - set(BASICS))
YES_OR_NO = ("react", "deck-to-discard", "set-aside", "spy-discard")


def begun(rng: Random, seats: int, *, rich: bool = False) -> State:
    """A game with ten kinds at random, some of them in every deck, so that they meet early.

    In a rich one the decks can pay for the last two Molti + Zombi.
    """
    ten = rng.sample(COMBAT, 10)
    options = (("kinds", ",".join(ten)), ("knowing", "known"), ("start", str(rng.randrange(seats))))
    setup = checked(GAME, Setup(seats=seats, options=options))
    players = []
    for _ in range(seats):
        own = (
            ["pallottola"] * 5 + ["proiettili"] * 2 + ["zombi"] * 2 + rng.choices(ten, k=rng.randrange(6, 20))
        )
        own += ["caricatore"] * 10 * rich
        rng.shuffle(own)
        cut = rng.randrange(len(own) - 5)
        players.append({"hand": own[:5], "deck": own[5 : 5 + cut], "discard": own[5 + cut :], "in_play": []})
    given = {"turn": rng.randrange(seats), "phase": "action", "seats": players}
    if rich:
        given["supply"] = GAME.dump_position(GAME.start(setup))["supply"] | {"molti-piu-zombi": 2}
    return GAME.load_position(setup, given)


def normal(state: State) -> dict[str, Any]:
    """The game's own state, in the oracle's terms."""
    given = GAME.dump_position(state)
    mirror = Oracle.__new__(Oracle)
    mirror.hand, mirror.deck, mirror.discard, mirror.in_play, mirror.shown = (
        [list(seat[place]) for seat in given["seats"]]
        for place in ("hand", "deck", "discard", "in_play", "shown")
    )
    mirror.supply, mirror.trash = dict(given["supply"]), list(given["trash"])
    mirror.actions, mirror.targets, mirror.shots = given["actions"], given["targets"], given["shots"]
    mirror.turn, mirror.phase, mirror.turns_taken = given["turn"], given["phase"], list(given["turns_taken"])
    return mirror.seen()


def candidates(ask: Ask, state: State) -> list[Any]:
    """Answers, good and bad, to what is awaited."""
    if ask.what == "act":
        cards = [*COST]
        single = [event(ask.seat, card) for event in (Played, Took) for card in cards]
        return [*single, *(Shot(ask.seat, (card,)) for card in cards), Shot(ask.seat, ("pallottola",) * 2)]
    if ask.what == "shuffle":
        lying = [str(card) for card in state.players[ask.seat].discard]
        return [
            Shuffled(ask.seat, tuple(lying[::-1])),
            Shuffled(ask.seat, (*lying[1:], "infezione", "radio")),
        ]
    what: Any = ask.what
    if what in YES_OR_NO:
        return [Chose(ask.seat, what, yes=True), Chose(ask.seat, what, yes=False)]
    hand = sorted(str(card) for card in state.players[ask.seat].hand)
    several = [pick for size in (2, 3, 4, 5) for pick in list(combinations(hand, size))[:4]]
    return [Chose(ask.seat, what, pick) for pick in [(), *((card,) for card in COST), *several]]


def told_again(state: State, event: Any) -> bool:
    """Whether an event only tells what the referee has done by itself just now, so that it changes nothing."""
    return event in state.passed and GAME.after(state, event) == state


@pytest.mark.parametrize("seed", range(24))
def test_both_engines_allow_and_do_the_same(seed: int) -> None:
    rng = Random(seed)
    _play_both(rng, begun(rng, 2 + seed % 3), 300)


def test_both_engines_end_with_the_last_molti_piu_zombi() -> None:
    """Random play uses up three cheap piles before it; where the decks are rich it does not."""
    ends = []
    for seed in range(4):
        rng = Random(seed)
        turn = GAME.turn(_play_both(rng, begun(rng, 2, rich=True), 900))
        ends.append(turn.rule if isinstance(turn, Over) else None)
    assert ends.count("zb-end-molti-piu-zombi") >= 2, ends


def _play_both(rng: Random, state: State, events: int) -> State:
    """Plays at random with both engines side by side; gives the state at the end."""
    oracle = Oracle(GAME.dump_position(state))
    for _ in range(events):
        ask, turn = oracle.asks, GAME.turn(state)
        if oracle.winners is not None or isinstance(turn, Over):
            assert isinstance(turn, Over)
            assert list(turn.winners) == oracle.winners
            break
        for event in candidates(ask, state):
            lawful = GAME.violation(state, event) is None and not told_again(state, event)
            assert lawful == ask.allows(event), (ask.what, event, GAME.violation(state, event))
        happened: Any = drawn(GAME, state, rng.randrange)
        assert happened.seat == ask.seat
        assert (happened.what or ask.what) == ask.what, (happened, ask.what)
        assert ask.allows(happened), happened
        state = GAME.after(state, happened)
        oracle.tell(happened)
        assert normal(state) == oracle.seen(), happened
    return state


def test_the_second_engine_meets_every_card() -> None:
    met = set()
    for seed in range(24):
        rng = Random(seed)
        state = begun(rng, 2 + seed % 3)
        for _ in range(300):
            if isinstance(GAME.turn(state), Over):
                break
            event = drawn(GAME, state, rng.randrange)
            assert event is not None
            if isinstance(event, Played):
                met.add(event.card)
            state = GAME.after(state, event)
    assert met == set(COMBAT) - {"survivors"}
