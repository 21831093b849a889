"""Where every card is told to the referee, the shared screen tells no two truths apart that people could not."""

from random import Random

import msgspec
import pytest

from companion.game import Over, drawn
from companion.games.zombinion.events import Chose, Shuffled
from companion.games.zombinion.state import Player, State
from companion.referee import Referee
from tests.games.zombinion import GAME, setup, ten
from ui import secrecy


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
    referee = Referee(GAME, agreed, lambda line: None)
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
