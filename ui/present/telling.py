"""What may be told by touch in a game whose events a camera often cannot see: the natural next one, and the others by
kind.

Rule kept: an event that carries nothing but its seat ("the turn is done", "no") has one button; all others are picked
card by card.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.game import Event, Game
from ui.present.models import Button, Weight
from ui.present.moment import GameSnapshot
from ui.present.narrowing import values
from ui.present.table_touches import PickAfresh, Tell
from ui.words import _

FEW = 2
"""So few events of a kind have a button each."""
MOST_CARDLESS = 7


def is_bare(event: Event) -> bool:
    """Whether an event says nothing but who did it."""
    return set(msgspec.to_builtins(event)) <= {"kind", "seat"}


def natural(game: Game[Any], state: Any, acts: Sequence[Event]) -> Event | None:
    """The one event that people need only nod at: alone with nothing to say but its seat, and not to be seen.

    None where there is none, or several.
    """
    bare = [event for event in acts if is_bare(event)]
    if len(bare) != 1:
        return None
    event = bare[0]
    if event.ends_turn:
        return event
    return event if game.look(game.after(state, event)) == game.look(state) else None


def is_early(event: Event, acts: Sequence[Event]) -> bool:
    """Whether an event ends the turn while something else may still be done in it."""
    return event.ends_turn and any(not other.ends_turn for other in acts)


def telling_keys(moment: GameSnapshot) -> tuple[Button, ...]:
    """What may be said now: the natural event first, then those that name no card, then a key a kind of the others.

    An end of the turn that leaves something undone stands last, and is not loud.
    """
    found: list[Button] = []
    plain = natural(moment.game, moment.state, moment.piles.acts)
    early = plain is not None and is_early(plain, moment.piles.acts)
    if plain is not None and not early:
        found.append(_said(moment, plain, "main"))
    others = [event for event in moment.piles.acts if plain is None or type(event) is not type(plain)]
    cardless = [event for event in others if names_no_card(event)]
    if len(cardless) <= MOST_CARDLESS:
        found += [_said(moment, event, "plain") for event in cardless]
        others = [event for event in others if event not in cardless]
    if moment.piles.tiled:
        others = [event for event in others if event.card not in moment.piles.takeable]
    for kind in dict.fromkeys(map(type, others)):
        some = [event for event in others if type(event) is kind]
        if len(some) <= FEW:
            found += [_said(moment, event, "plain") for event in some]
            continue
        for what in values(some, "what"):
            pick = ("kind", kind.__name__) if what is None else ("what", what)
            # What a key says that leads to all events of a kind.
            words = _(some[0].asks_of.get(what or "", some[0].asks))
            found.append(Button(words, PickAfresh(*pick), "plain", "cards"))
    return (*found, _said(moment, plain, "plain")) if plain is not None and early else tuple(found)


def names_no_card(event: Event) -> bool:
    """Whether an event names no card: yes, no, none, or so many cards that nobody shows."""
    cards = event.cards or ()
    return event.card is None and all(card is None for card in cards)


def _said(moment: GameSnapshot, event: Event, weight: Weight) -> Button:
    return Button(
        moment.words((event,)), Tell(event), weight, "done" if event.ends_turn or weight == "main" else "hand"
    )
