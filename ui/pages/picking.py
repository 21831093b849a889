"""Telling one event step by step: which card, which square, which way it lay; each step a few large choices.

The same steps serve the shared screen (a card turned up that no camera read) and one pair of eyes (a trump in hand).
Rule kept: only what differs among the events left is asked; the order of the fields is the event's own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from companion.game import Event, Seat
from companion.sight import Thing
from ui.pages.played_table import PlayedTable, tell
from ui.present.board import Mark, places, traces
from ui.present.models import Button, TableFocus, TableModel, Tile
from ui.present.moment import GameSnapshot
from ui.present.names import card_facts, written
from ui.present.piles import deck_of_faces
from ui.present.touches import Touch, at
from ui.secrecy import covered_legal, is_secret
from ui.words import _

Picks = tuple[tuple[str, Any], ...]


def narrowed(events: Iterable[Event], picks: Picks) -> tuple[Event, ...]:
    """The events that agree with everything said so far."""
    return tuple(event for event in events if all(value_of(event, name) == value for name, value in picks))


def value_of(event: Event, name: str) -> Any:
    """A field's value; `kind` is the event's class. What an event does not have is None."""
    return type(event).__name__ if name == "kind" else getattr(event, name, None)


def next_field(events: Sequence[Event]) -> str | None:
    """The first field in which the events differ; None where they do not, or there is none."""
    for name in ("kind", *events[0].__struct_fields__) if events else ():
        if any(value_of(event, name) != value_of(events[0], name) for event in events):
            return name
    return None


def values(events: Sequence[Event], name: str) -> tuple[Any, ...]:
    """What a field may be, each value once, in the order of the events."""
    found: list[Any] = []
    for event in events:
        value = value_of(event, name)
        if value not in found:
            found.append(value)
    return tuple(found)


def has(event: Event, name: str) -> bool:
    return name in event.__struct_fields__


def pictured(moment: GameSnapshot, label: str | None) -> Thing:
    """A card by its label as it is drawn; one that is not shown by its back."""
    return Thing("card", label, "down" if label is None else "up", deck_of_faces(moment.reply.view.board))


def card_tile(moment: GameSnapshot, label: str, action: Touch) -> Tile:
    """A card by its name and picture, to be touched."""
    return Tile(moment.called(label), action, card=pictured(moment, label))


class Picking:
    """The steps of what is being told; they stand in what is looked at."""

    def __init__(self, side: PlayedTable) -> None:
        self._side = side

    def pick(self, field: str, value: Any) -> None:
        """The next step of what is being told: a field of the event and its value."""
        side, picks = self._side, (*self._side.focus.picks, (field, value))
        side.focus = replace(side.focus, picking=True, square=None, picks=picks)
        moment = side.moment() if side.focus.alone is None else None
        if moment is not None and moment.piles.acts:
            events = narrowed(moment.piles.acts, picks)
            if next_field(events) is None and events:
                side.tell(events[0])

    def touch(self, region: str, acts: Sequence[Event]) -> None:
        """A square is picked, where one of those that these events name is asked for."""
        events = narrowed(acts, self._side.focus.picks)
        field = next_field(events)
        if field is not None and region in values(events, field):
            self.pick(field, region)

    def pick_afresh(self, field: str, value: Any) -> None:
        """The first step of what is told on the shared screen."""
        self._side.focus = TableFocus(picking=True, picks=((field, value),))

    def unpick(self) -> None:
        """One step back; before the first one leaves."""
        focus = self._side.focus
        picks = focus.picks[:-1]
        picks = () if picks and picks[-1][0] == "start" else picks
        self._side.focus = replace(focus, picks=picks, picking=bool(picks), counted=())

    def count(self, card: str | None, more: int) -> None:
        """So many more of a card among several that are told together; one of which none is left is forgotten."""
        counts = dict(self._side.focus.counted)
        counts[card] = counts.get(card, 0) + more
        counted = tuple((name, count) for name, count in counts.items() if count > 0)
        self._side.focus = replace(self._side.focus, counted=counted)


CARD_FIELDS = ("card", "trump")


def public_acts(moment: GameSnapshot) -> tuple[Event, ...]:
    """Everything that may be told on the shared screen as lawful now."""
    if moment.piles.acts:
        return moment.piles.acts
    game, state = moment.game, moment.state
    return tuple(event for event in covered_legal(game, state) if not is_secret(game, state, event))


def pick(moment: GameSnapshot, model: TableModel) -> TableModel:
    return stepped(moment, model, narrowed(public_acts(moment), moment.focus.picks))


def trump_keys(moment: GameSnapshot, acts: Sequence[Event]) -> tuple[Button, ...]:
    some = [event for event in acts if has(event, "trump")]
    return tuple(_card_key(moment, _("Play {card}"), "trump", label, some) for label in values(some, "trump"))


def own_keys(moment: GameSnapshot, acts: Sequence[Event]) -> tuple[Button, ...]:
    """A key for each trump in hand, each card that may be laid unseen, and each secret choice that is no card.

    Such a choice is a value of the first field that differs.
    """
    secret = [event for event in acts if is_secret(moment.game, moment.state, event)]
    cards = [event for event in secret if has(event, "card")]
    laid = (label for label in values(cards, "card") if label is not None)
    choices = [event for event in secret if event.told and not any(has(event, name) for name in CARD_FIELDS)]
    keys = [_card_key(moment, _("Lay {card}"), "card", label, cards) for label in laid]
    field = next_field(choices)
    if field is not None:
        keys += [answer(moment, field, value, choices) for value in values(choices, field)]
    return (*trump_keys(moment, acts), *keys)


def _card_key(moment: GameSnapshot, words: str, field: str, label: str, acts: Sequence[Event]) -> Button:
    seat = acts[0].seat
    deck = deck_of_faces(moment.reply.view.board, seat)
    return card_key(moment, label, deck, seat, at(Picking.pick, field, label), words)


def card_key(
    moment: GameSnapshot, label: str, deck: str | None, seat: Seat | None, touch: Touch, words: str = "{card}"
) -> Button:
    """A key with a card's picture and what tells it apart."""
    facts, card = card_facts(moment.game, moment.setup, label), Thing("card", label, "up", deck, seat)
    return Button(words.format(card=facts.name), touch, detail=facts.apart, card=card)


def stepped(moment: GameSnapshot, model: TableModel, events: Sequence[Event]) -> TableModel:
    """The next step: one question with its answers, or all said and only to be confirmed."""
    step_back = Button(_("Back"), at(Picking.unpick), "quiet", "back")
    field = next_field(events)
    if field is None:
        sure = tuple(Button(moment.words((event,)), tell(event), "main", "done") for event in events[:1])
        marks, arrows = traces(events[:1], moment.table, "chosen")
        return replace(
            model,
            headline=_("Is this right?"),
            body=(),
            answers=(*sure, step_back),
            board=replace(model.board, marks=marks, arrows=arrows),
        )
    if field == "cards" and any(len(cards) > 1 for event in events if (cards := event.cards or ())):
        return counting(moment, model, events)
    if field == "cards":
        return _one_card(moment, model, events)
    # Without the squares where the book has something and nothing was seen; all of them where none would be left.
    gone = {difference.region for difference in moment.reply.differences if not difference.seen}
    found = values(events, field)
    found = tuple(value for value in found if value not in gone) or found
    if field == "card" and moment.piles.acts and moment.focus.alone is None:
        tiles = tuple(card_tile(moment, card, at(Picking.pick, "card", card)) for card in found if card)
        asked = question("card", squares=False)
        return replace(model, headline=asked, body=(), tiles=tiles, answers=(step_back,))
    answers = tuple(answer(moment, field, value, events) for value in found)
    names = {region.name for region in moment.table.regions}
    marks = tuple(Mark(value, "chosen") for value in found if value in names)
    said = places(events[0], moment.table) if not marks else ()
    return replace(
        model,
        headline=question(field, squares=marks != ()),
        body=_so_far(moment),
        answers=(*answers, step_back),
        board=replace(
            model.board,
            marks=(*marks, *(Mark(name, "moved") for name in said[:1])),
            arrows=(),
            asked=tuple(mark.region for mark in marks),
        ),
    )


def _one_card(moment: GameSnapshot, model: TableModel, events: Sequence[Event]) -> TableModel:
    """Which one card, as tiles; what names none is said in its own words."""
    tiles, answers = [], []
    for event in events:
        cards = event.cards or ()
        if cards and cards[0] is not None:
            tiles.append(card_tile(moment, cards[0], tell(event)))
        else:
            answers.append(Button(moment.words((event,)), tell(event), "plain", "hand"))
    answers.append(Button(_("Back"), at(Picking.unpick), "quiet", "back"))
    return replace(model, headline=_("Which card?"), body=(), tiles=tuple(tiles), answers=tuple(answers))


def question(field: str, *, squares: bool) -> str:
    known = {
        "card": _("Which card is it?"),
        "trump": _("Which trump?"),
        "turned": _("How did it lie?"),
        "seat": _("Whose card?"),
        "by": _("Which Zoon shoots?"),
        "start": _("From which square?"),
    }
    return known.get(field) or (_("Which square?") if squares else _("Which one?"))


def answer(moment: GameSnapshot, field: str, value: Any, events: Sequence[Event]) -> Button:
    """One value of a field, in words and where it has one with a picture."""
    if field in CARD_FIELDS and isinstance(value, str):
        return _card_key(moment, "{card}", field, value, events)
    words, seat = value_words(moment, field, value, events), value if field == "seat" else None
    return Button(words, at(Picking.pick, field, value), seat=seat)


def value_words(moment: GameSnapshot, field: str, value: Any, events: Sequence[Event]) -> str:
    if field == "seat" and isinstance(value, int):
        return moment.names[value]
    if field == "turned":
        words = _("Upside down for {name}") if value else _("Upright for {name}")
        return words.format(name=moment.names[events[0].seat or 0])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("none")
    if isinstance(value, tuple | list):
        return ", ".join(str(part) for part in value) or _("none")
    return str(value)


def _so_far(moment: GameSnapshot) -> tuple[str, ...]:
    said = [
        moment.called(value) if name in CARD_FIELDS and isinstance(value, str) else str(value)
        for name, value in moment.focus.picks
        if name not in ("kind", "seat", "what") and value is not None and not isinstance(value, bool)
    ]
    return (" · ".join(said),) if said else ()


# Telling several cards at once: a tile a card that may be among them, with how many there are of it.

MOST_KINDS = 36


def counting(moment: GameSnapshot, model: TableModel, events: Sequence[Event]) -> TableModel:
    """One tile a card; a touch is one more of it. It can be told as soon as a rule allows it."""
    known = dict(moment.focus.counted)
    # Every card that the events name among several, in a fixed order; None is a card that was not shown.
    named = {card for event in events for card in event.cards or ()}
    kinds = sorted(named, key=lambda card: (card is not None, card))[:MOST_KINDS]
    shown = tuple(
        Tile(
            _("not shown") if card is None else moment.called(card),
            at(Picking.count, card, 1),
            after=str(known[card]) if card in known else "",
            lit=card in known,
            less=at(Picking.count, card, -1) if card in known else None,
            card=pictured(moment, card),
        )
        for card in kinds
    )
    cards = tuple(card for card, count in known.items() for _n in range(count))
    event = msgspec.structs.replace(events[0], cards=cards)
    breach = moment.game.breach(moment.state, event)
    rule = written(moment.game.id, breach.rule) if breach is not None and moment.focus.counted else None
    total = sum(known.values())
    words = moment.words((event,)) if breach is None else _("{n} so far").format(n=total)
    return replace(
        model,
        headline=_("Which cards?"),
        body=(rule.words,) if rule is not None else (),
        tiles=shown,
        answers=(
            Button(words, tell(event), "main" if known else "plain", "done", enabled=breach is None),
            Button(_("Back"), at(Picking.unpick), "quiet", "back"),
        ),
    )
