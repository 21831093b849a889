"""A game of piles on the screen: every pile as a tile with name, cost and number, and large numbers of what is left.

A pile on the table is a few letters wide on a small screen; a tile is read from across the table.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.game import Event, Game, View
from companion.sight import Thing, place_of
from ui.present.card_facts import card_facts
from ui.present.models import Button, Tally, Tile
from ui.present.moment import GameSnapshot
from ui.present.names import region_words
from ui.present.table_touches import ShowTiles, TouchSquare
from ui.present.tabletop import Mark
from ui.present.touches import Touch
from ui.words import _

FEWEST = 4
"""So many piles that all share, and a game is one of piles."""


def shared_piles(view: View) -> tuple[str, ...]:
    return tuple(region for region in view.counts if place_of(region).seat is None)


def is_piled(view: View) -> bool:
    return len(shared_piles(view)) >= FEWEST


def takeable(game: Game[Any], state: Any, acts: Iterable[Event], counts: Mapping[str, int]) -> frozenset[str]:
    """The piles from which one of these events would take a card."""
    found: set[str] = set()
    for event in acts:
        pile = one_card(event)
        if pile is None or pile not in counts or pile in found or place_of(pile).seat is not None:
            continue
        after = game.view(game.after(state, event), None).counts
        if after.get(pile, 0) < counts[pile]:
            found.add(pile)
    return frozenset(found)


def one_card(event: Event) -> str | None:
    cards: tuple[Any, ...] = tuple(event.cards or ())
    named = cards[0] if len(cards) == 1 else event.card
    return named if isinstance(named, str) else None


def changed(before: View, after: View) -> tuple[str, ...]:
    """The places that look otherwise, or hold another number, after than before."""
    names = dict.fromkeys((*before.board, *after.board, *before.counts, *after.counts))
    return tuple(
        name
        for name in names
        if before.board.get(name, ()) != after.board.get(name, ())
        or before.counts.get(name) != after.counts.get(name)
    )


def tiles(moment: GameSnapshot, marks: Iterable[Mark] = ()) -> tuple[Tile, ...]:
    """A tile a pile, in the order of the table; while cards may be taken, those that may not be are faded."""
    marked = {mark.region: mark.kind for mark in marks}
    view, takeable_now = moment.reply.view, moment.piles.takeable
    piles = set(shared_piles(view))
    found = []
    for region in moment.table.regions:
        if region.name not in piles:
            continue
        facts = card_facts(moment.game, moment.setup, region.name)
        known = facts.cost is not None
        count = view.counts[region.name]
        found.append(
            Tile(
                facts.name if known else region_words(region.name, moment.names, moment.called),
                TouchSquare(region.name),
                before=str(facts.cost) if known else "",
                after=f"×{count}",
                lit=region.name in takeable_now,
                faded=count == 0 or (bool(takeable_now) and region.name not in takeable_now),
                mark=marked.get(region.name),
                card=pictured(moment, region.name) if known else None,
            )
        )
    return tuple(found)


def tally(moment: GameSnapshot) -> Tally | None:
    """The numbers of the seat to act, and the way between tiles and table; None in a game without piles."""
    if not is_piled(moment.reply.view):
        return None
    words = _("Table") if moment.piles.tiled else _("Piles")
    return Tally(
        moment.game.tally(moment.state),
        Button(words, ShowTiles(not moment.piles.tiled), "plain", "eye" if moment.piles.tiled else "cards"),
    )


def pictured(moment: GameSnapshot, label: str | None) -> Thing:
    """A card by its label as it is drawn; one that is not shown by its back."""
    return Thing("card", label, "down" if label is None else "up", deck_of_faces(moment.reply.view))


def card_tile(moment: GameSnapshot, label: str, action: Touch) -> Tile:
    """A card by its name and picture, to be touched."""
    return Tile(moment.called(label), action, card=pictured(moment, label))


def deck_of_faces(view: View) -> str | None:
    """The deck whose faces the piles show, as far as a card on the table tells."""
    lying = (thing for things in view.board.values() for thing in things)
    return next((thing.deck for thing in lying if thing.deck), None)
