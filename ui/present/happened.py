"""The last events as a screen shows them beside the board: a picture, the words, and what came of it.

Rule kept: what is shown is what the events are in public; nothing here is told by a card that lies face down.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.game import Event, Game, View
from companion.journal import TookBack
from companion.sight import Thing
from ui.present.board import places
from ui.present.chronicle import Told
from ui.present.event_pictures import MOST, EventPicture
from ui.present.models import Happened
from ui.present.piles import deck_of_faces, is_piled
from ui.present.table_touches import ShowPast
from ui.secrecy import public


def happened(
    game: Game[Any],
    names: Sequence[str],
    line: Told,
    before: Any,
    after: Any,
    at: str,
    drawn: Callable[[Any, Event], tuple[EventPicture, ...]],
) -> Happened:
    """One event. `names`: the regions of the table; `at`: where a contest began of which this is the end.

    `drawn`: the pictures that the game has of an event that all may know, told on the state before it.
    """
    event = line.entry.event
    shown = public(game, before, event)
    view = game.view(after, None)
    contest = game.contest(before, event)
    pictures = () if isinstance(shown, TookBack) else drawn(before, shown)
    if not pictures and is_piled(view):
        deck = deck_of_faces(view)
        pictures = tuple(Thing("card", label, "up", deck, shown.seat) for label in _cards(shown)[:MOST])
    elif not pictures:
        found = places(shown, names)[::-1] or ((at,) if at and contest is not None else ())
        card = _lying(view, found, shown) or _lying(game.view(before, None), found, shown)
        pictures = () if card is None else (card,)
    seat = event.seat
    if contest is not None:
        seat = None if contest.winner is None else contest.sides[contest.winner].seat
    return Happened(line.entry.seq, line.words, ShowPast(line.entry.seq), seat, pictures, contest=contest)


def _cards(event: Event) -> tuple[str, ...]:
    """The cards that an event of a game of piles names, each once."""
    named = (*(event.cards or ()), event.card)
    return tuple(dict.fromkeys(card for card in named if isinstance(card, str)))


def stands_out(one: Happened, event: Event) -> bool:
    """Whether an event is worth a moment's look: it decided something, brought a card, or may have turned the game."""
    return one.contest is not None or event.takes or event.great


def _lying(view: View, regions: Sequence[str], event: Event) -> Thing | None:
    """The uppermost card in the first of these regions that holds one; none where pieces stand on cards.

    Of what turned a card up, that card, whatever lies over it.
    """
    if any(thing.kind not in ("card", "penny") for things in view.board.values() for thing in things):
        return None
    up = event.turns_up and event.card is not None
    cards = [
        thing for name in regions for thing in reversed(view.board.get(name, ())) if thing.kind == "card"
    ]
    card = next((thing for thing in cards if not up or thing.seat == event.seat), None)
    return replace(card, label=event.card, face="up") if card is not None and up else card
