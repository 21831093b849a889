"""Cards that are told together are counted kind by kind: whoever means them knows the key, however they are held."""

from random import Random

from msgspec.structs import replace

from companion.game import Setup
from companion.games.zombinion.events import Shot
from companion.lawful import drawn
from tests.lived.habits import means
from ui.records.beginning import game_named


def test_the_key_that_tells_several_cards_is_known_in_whatever_order_they_are_meant() -> None:
    game, chance = game_named("zombinion"), Random(3)
    state, mixed = game.start(Setup(2)), 0
    while mixed < 5:
        event = drawn(game, state, chance.randrange)
        assert event is not None
        if isinstance(event, Shot) and len(set(event.cards)) > 1:
            kind_by_kind = tuple(sorted(event.cards, key=lambda card: card or ""))
            key = replace(event, cards=kind_by_kind)
            mixed += key != event
            assert means(key, event)
            assert not means(replace(event, cards=(*kind_by_kind, kind_by_kind[-1])), event)
        state = game.after(state, event)
