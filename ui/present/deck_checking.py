"""Counting the decks when a game is over: a tile a card with how many were counted of how many the book has."""

from collections.abc import Mapping
from dataclasses import replace

from ui.present.card_facts import called, card_facts
from ui.present.models import Banner, Button, TableFocus, TableModel, Tile
from ui.present.moment import GameSnapshot
from ui.present.table_touches import CheckDeck, DeckBatch, DeckCount
from ui.words import _, joined, several

MOST_NAMED = 6


def deck_checking(moment: GameSnapshot, _focus: TableFocus, model: TableModel) -> TableModel:
    """What was counted of a seat's deck, what lies before the camera now, and what is missing or too many."""
    check = moment.piles.deck_check
    if check is None:
        return model
    known = sorted({*check.owned, *check.counted}, key=lambda card: _order(moment, card))
    tiles = tuple(
        Tile(
            called(moment.game, moment.setup, card),
            DeckCount(card, 1),
            after=f"{check.counted.get(card, 0)}/{check.owned.get(card, 0)}",
            lit=check.counted.get(card, 0) == check.owned.get(card, 0),
            mark="wrong" if check.counted.get(card, 0) > check.owned.get(card, 0) else None,
            less=DeckCount(card, -1) if check.counted.get(card, 0) else None,
        )
        for card in known
    )
    name = moment.names[check.seat]
    lying = several("{n} card lies there.", "{n} cards lie there.", len(check.lying))
    unread = several("{n} cannot be read.", "{n} cannot be read.", check.unread) if check.unread else ""
    seats = moment.setup.seats
    following = (check.seat + 1) % seats
    answers = (
        *(_count_key(len(check.lying)) if check.lying else ()),
        Button(
            _("Next: {name}").format(name=moment.names[following]),
            CheckDeck(following),
            "plain",
            "cards",
            seat=following,
        ),
        Button(_("Enough"), CheckDeck(None), "quiet", "back"),
    )
    return replace(
        model,
        headline=_("The deck of {name}").format(name=name),
        banner=_verdict(moment),
        body=(
            _("Lay the cards face up in your row, as many at a time as find room."),
            " ".join(text for text in (lying, unread) if text),
        ),
        tiles=tiles,
        tally=None,
        answers=answers,
        past=(),
        tools=(),
    )


def _count_key(count: int) -> tuple[Button, ...]:
    words = several("Count this {n} card", "Count these {n} cards", count)
    return (Button(words, DeckBatch(), "main", "done"),)


def _order(moment: GameSnapshot, card: str) -> tuple[int, str]:
    facts = card_facts(moment.game, moment.setup, card)
    return (facts.cost or 0, facts.name)


def _verdict(moment: GameSnapshot) -> Banner:
    """What differs from the book so far."""
    check = moment.piles.deck_check
    assert check is not None
    whole = sum(check.owned.values())
    counted = _("{n} of {all} counted").format(n=check.total, all=whole)
    beyond = _listed(moment, check.beyond)
    if beyond:
        return Banner("trouble", counted, _("Not in the book: {cards}").format(cards=beyond))
    if not check.missing:
        return Banner("good", _("All {n} cards are there.").format(n=whole))
    few = sum(check.missing.values()) <= MOST_NAMED
    return Banner(
        "calm", counted, _("Missing: {cards}").format(cards=_listed(moment, check.missing)) if few else ""
    )


def _listed(moment: GameSnapshot, cards: Mapping[str, int]) -> str:
    named = [(called(moment.game, moment.setup, card), count) for card, count in cards.items()]
    return joined([name if count == 1 else f"{count} {name}" for name, count in sorted(named)])
