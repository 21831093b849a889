"""Where every card is told to the referee, the shared screen tells no two truths apart that people could not."""

from random import Random
from typing import cast

import msgspec
import pytest

from companion.game import Event, Over, Seats, Turn, View
from companion.games.zombinion.events import Chose, Played, Shuffled, What
from companion.games.zombinion.state import Player, State
from companion.lawful import drawn
from companion.referee import Referee
from tests.games.zombinion import GAME, at, played, rule, setup, ten
from ui import secrecy

ATTACKED = (
    "barricata,esca,furbizia,maverick,molotov,piano-superiore,radio,ricognizione,sciame-di-zombi,tattica"
)


def _dealt_otherwise(rng: Random, player: Player) -> Player:
    """The same cards, those that nobody has seen in other places."""
    cards = [*player.hand, *player.deck, *player.discard[:-1]]
    rng.shuffle(cards)
    hand, deck = len(player.hand), len(player.hand) + len(player.deck)
    return msgspec.structs.replace(
        player,
        hand=tuple(cards[:hand]),
        deck=tuple(cards[hand:deck]),
        discard=(*cards[deck:], *player.discard[-1:]),
    )


def _otherwise(rng: Random, state: State, eyes: int | None) -> State:
    """Another truth that these eyes cannot tell from the state; an Action that may be set aside is another one."""
    pairs = enumerate(state.players)
    players = tuple(player if seat == eyes else _dealt_otherwise(rng, player) for seat, player in pairs)
    todo = tuple(
        msgspec.structs.replace(step, cards=("esca",)) if step.do == "set-aside" and step.cards else step
        for step in state.todo
    )
    return msgspec.structs.replace(state, players=players, todo=todo)


@pytest.mark.parametrize("seed", range(4))
def test_views_and_public_entries_tell_nothing_that_is_hidden(seed: int) -> None:
    rng = Random(seed)
    agreed = setup(3, kinds=ten(rng), knowing="known", start="0")
    referee = Referee(GAME, agreed, lambda _: None)
    orders = 0
    for _ in range(120):
        event = drawn(GAME, referee.state, rng.randrange)
        assert event is not None
        before = referee.state
        reply = referee.tell(event, "touch")
        if isinstance(reply.turn, Over):
            break
        known = secrecy.public_reply(GAME, agreed, referee.entries, before, reply)
        for entry in known.booked:
            if isinstance(entry.event, Shuffled):
                orders += 1
                assert entry.event.order is None
            if isinstance(entry.event, Chose) and entry.event.what == "discard":
                assert set(entry.event.cards[:-1]) <= {None}
        state = referee.state
        for eyes in (None, 1):
            assert GAME.view(_otherwise(rng, state, eyes), eyes) == GAME.view(state, eyes)
        assert GAME.look(_otherwise(rng, state, None)) == GAME.look(state)
    assert orders >= 3
    assert secrecy.public_entry(GAME, agreed, referee.entries, 0).event == Shuffled(0)


Asked = list[tuple[Turn, View]]


def _asked(state: State, event: Event) -> Asked:
    """Who is asked what after an event, as all can see it, while every seat says no."""
    found: Asked = []
    state = played(state, event)
    while state.step is not None:
        found.append((GAME.turn(state), GAME.view(state, None)))
        state = played(state, Chose(state.step.seat, cast(What, state.step.do), yes=False))
    return found


def test_who_has_no_barricata_in_hand_is_asked_like_who_has_one() -> None:
    agreed = setup(3, kinds=ATTACKED, knowing="known", start="0")

    def asked(second: str) -> Asked:
        state = at("sciame-di-zombi / zombi*3", second, "zombi*5 / pallottola*5", agreed=agreed)
        return _asked(state, Played(0, "sciame-di-zombi"))

    held = asked("barricata zombi / pallottola / zombi*2")
    assert held == asked("pallottola zombi / barricata / zombi*2")
    assert held == asked("zombi pallottola / zombi / barricata zombi")
    assert [turn for turn, _ in held] == [Seats(frozenset({1}))], "nobody else owns one"
    assert asked("pallottola zombi / zombi / zombi barricata") == [], "all see where it lies"


def test_who_has_no_barricata_cannot_show_one() -> None:
    agreed = setup(2, kinds=ATTACKED, knowing="known", start="0")
    state = at("sciame-di-zombi / zombi*3", "zombi / barricata", agreed=agreed)
    state = played(state, Played(0, "sciame-di-zombi"))
    assert rule(state, Chose(1, "react", yes=True)) == "zb-21-barricata"
    assert all(
        drawn(GAME, state, Random(seed).randrange) == Chose(1, "react", yes=False) for seed in range(8)
    )


def test_each_card_that_nascondiglio_draws_is_asked_about() -> None:
    agreed = setup(2, set="scontro", knowing="known", start="0")

    def asked(deck: str) -> Asked:
        state = at(f"nascondiglio zombi*4 / {deck}", "zombi", agreed=agreed)
        return _asked(state, Played(0, "nascondiglio"))

    first = asked("maverick pallottola pallottola zombi")
    assert first == asked("pallottola zombi pallottola maverick") and len(first) == 3
    assert asked("pallottola*4") == [], "there is no Action to be drawn"
    state = at("nascondiglio zombi*4 / zombi maverick", "zombi", agreed=agreed)
    state = played(state, Played(0, "nascondiglio"))
    assert rule(state, Chose(0, "set-aside", yes=True)) == "zb-as-it-asks"
    assert all(
        drawn(GAME, state, Random(seed).randrange) == Chose(0, "set-aside", yes=False) for seed in range(8)
    )
