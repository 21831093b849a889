"""Telling several cards at once: a tile a card that may be among them, with how many there are of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from companion.game import Event
from ui.present.models import Button, TableFocus, TableModel, Tile
from ui.present.moment import GameSnapshot
from ui.present.names import written
from ui.present.piles import pictured
from ui.present.table_touches import Count, Tell, Unpick
from ui.words import _

MOST_KINDS = 36


def candidates(events: Sequence[Event]) -> tuple[str | None, ...]:
    """Every card that events name among several, in a fixed order; None is a card that was not shown."""
    found = {card for event in events for card in event.cards or ()}
    named = sorted(card for card in found if card is not None)
    return (*((None,) if None in found else ()), *named)[:MOST_KINDS]


def with_cards(event: Any, counted: Sequence[tuple[str | None, int]]) -> Event:
    """The same event with so many of each card, in the order in which they were first named."""
    cards = tuple(card for card, count in counted for _n in range(count))
    made: Event = msgspec.structs.replace(event, cards=cards)
    return made


def counted_with(
    counted: Sequence[tuple[str | None, int]], card: str | None, by: int
) -> tuple[tuple[str | None, int], ...]:
    """The same counts with one card more or fewer; a card of which none is left is forgotten."""
    known = dict(counted)
    known[card] = known.get(card, 0) + by
    return tuple((name, count) for name, count in known.items() if count > 0)


def counting(
    moment: GameSnapshot, focus: TableFocus, model: TableModel, events: Sequence[Event]
) -> TableModel:
    """One tile a card; a touch is one more of it. It can be told as soon as a rule allows it."""
    known = dict(focus.counted)
    shown = tuple(
        Tile(
            _("not shown") if card is None else moment.called(card),
            Count(card, 1),
            after=str(known[card]) if card in known else "",
            lit=card in known,
            less=Count(card, -1) if card in known else None,
            card=pictured(moment, card),
        )
        for card in candidates(events)
    )
    event = with_cards(events[0], focus.counted)
    breach = moment.game.breach(moment.state, event)
    rule = written(moment.game.id, breach.rule) if breach is not None and focus.counted else None
    total = sum(known.values())
    words = moment.words((event,)) if breach is None else _("{n} so far").format(n=total)
    return replace(
        model,
        headline=_("Which cards?"),
        body=(rule.words,) if rule is not None else (),
        tiles=shown,
        answers=(
            Button(words, Tell(event), "main" if known else "plain", "done", enabled=breach is None),
            Button(_("Back"), Unpick(), "quiet", "back"),
        ),
    )
