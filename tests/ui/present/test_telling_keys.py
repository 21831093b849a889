"""What may be told by touch: one key for what carries nothing but its seat, steps for what names one card of many."""

from types import SimpleNamespace
from typing import Any

from companion.game import Event
from companion.games.zombinion.events import Ended, Played, Revealed, Shot
from ui.pages.picking import Picking, telling_keys
from ui.pages.played_table import PlayedTable
from ui.present.models import Button
from ui.present.moment import Piles
from ui.present.touches import Touch, at

CARDS = ("smithy", "market", "village", "cellar")


def keys(*acts: Event) -> list[Touch]:
    """The keys for what may be said on a table that shows nothing of it: what each asks for."""
    game = SimpleNamespace(look=lambda state: state, after=lambda state, event: state)
    moment: Any = SimpleNamespace(game=game, state=0, piles=Piles(acts), words=lambda events: str(events[0]))
    found: tuple[Button, ...] = telling_keys(moment)
    return [key.action for key in found]


def test_what_carries_only_its_seat_has_one_key_and_comes_last_while_more_may_be_done() -> None:
    played = [Played(0, card) for card in CARDS]
    assert keys(*played, Ended(0)) == [
        at(Picking.pick_afresh, "kind", "Played"),
        at(PlayedTable.tell, Ended(0)),
    ]
    assert keys(Ended(0)) == [at(PlayedTable.tell, Ended(0))]


def test_a_few_of_a_kind_have_a_key_each_and_many_are_picked_card_by_card() -> None:
    few = [Played(0, card) for card in CARDS[:2]]
    assert keys(*few) == [at(PlayedTable.tell, event) for event in few]
    many = [Revealed(0, card) for card in CARDS]
    assert keys(*many) == [at(Picking.pick_afresh, "kind", "Revealed")]


def test_events_that_name_no_card_have_a_key_each() -> None:
    none = [Shot(0, ()), Shot(1, ()), Shot(2, ())]
    assert keys(*none) == [at(PlayedTable.tell, event) for event in none]
