"""What comes of an answer: to the choice that is awaited, or laid down where nobody asked for it."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.games.zombinion.answers import cards_of, says_yes
from companion.games.zombinion.cards import BARRICATA, PALLOTTOLA
from companion.games.zombinion.draft import Draft
from companion.games.zombinion.effects import SORTS, play, what_of, whose
from companion.games.zombinion.events import Chose
from companion.games.zombinion.knowing import could_lack, removed, shown_in_hand
from companion.games.zombinion.state import Lack, Slots, Step


def answer(d: Draft, event: Chose) -> None:
    """An answer counts for the step that awaits it; any other is laid as people would lay it."""
    step = d.todo[-1] if d.todo else None
    cards = tuple(card for card in cards_of(event) if card is None or card in d.agreed.cards)
    if step is not None and step.do == event.what and step.seat == event.seat:
        d.todo.pop()
        if step.do in ON_CARDS:
            ON_CARDS[step.do](d, step, cards)
        elif says_yes(event):
            ON_YES[step.do](d, step, cards)
        elif step.do in ON_NO:
            ON_NO[step.do](d, step, cards)
    else:
        _unasked(d, event, cards)


def _unasked(d: Draft, event: Chose, cards: Slots) -> None:
    """Cards go where the word says; a yes or no to nothing changes nothing."""
    seat, known = event.seat, tuple(card for card in cards if card is not None)
    if event.what in ("trash", "thief-trash"):
        _trash_from_hand(d, seat, known)
    elif event.what == "discard":
        d.onto_discard(seat, d.slots_out_of_hand(seat, cards))
    elif event.what == "gain":
        for card in known:
            d.gain(seat, card)
    elif event.what == "topdeck":
        for card in known:
            d.out_of_hand(seat, card)
            d.onto_deck(seat, card)
    elif event.what == "twice":
        for card in known:
            d.out_of_hand(seat, card)
        d.into_play(seat, known)
    elif event.what == "deck-to-discard" and says_yes(event):
        _turn_deck_over(d, seat, known)


def _react(d: Draft, step: Step, _cards: Slots) -> None:
    """The card stays in the hand, known; the Attack that waits below does not reach the seat."""
    d.players[step.seat] = shown_in_hand(d.players[step.seat], BARRICATA)
    d.passed.append(Chose(step.seat, "react", yes=True))
    at = _below(d, "act")
    if at is not None:
        act = d.todo[at]
        d.todo[at] = Step(act.do, act.seat, act.card, safe=(*act.safe, step.seat), again=act.again)


def _below(d: Draft, do: str) -> int | None:
    """Where the next step of a kind waits; None where a ruling has dropped it."""
    return next((at for at in reversed(range(len(d.todo))) if d.todo[at].do == do), None)


def _discard(d: Draft, step: Step, cards: Slots) -> None:
    d.onto_discard(step.seat, d.slots_out_of_hand(step.seat, cards))
    if not step.n:
        d.draw(step.seat, len(cards), step.card)


def _trash_from_hand(d: Draft, seat: int, cards: tuple[str, ...]) -> None:
    for card in cards:
        d.out_of_hand(seat, card)
    d.trash = d.trash + cards


def _trash(d: Draft, step: Step, cards: Slots) -> None:
    """Proiettili esplosivi: shots for it. Ricarica and Rifornimento: a gain that may cost so much more."""
    known, sort = d.agreed.cards, SORTS.get(step.card)
    trashed = tuple(card for card in cards if card is not None)
    if not trashed:
        if sort is not None:
            _has_none(d, step, sort)
        return
    _trash_from_hand(d, step.seat, trashed)
    limit = known[step.card].limit
    if sort == PALLOTTOLA:
        d.shots += limit
    elif step.card != "sacrificio":
        d.push(Step("gain", step.seat, step.card, known[trashed[0]].cost + limit))


def _has_none(d: Draft, step: Step, sort: str) -> None:
    """What a seat says that it has none of is kept in mind while its hand holds unseen cards."""
    p = d.players[step.seat]
    lack = Lack(sort, what_of(step))
    if None in p.hand and lack not in p.lacks and could_lack(d.agreed.cards, p, sort):
        lacks = (*p.lacks, lack)
        d.players[step.seat] = replace(p, lacks=lacks)


def _gain(d: Draft, step: Step, cards: Slots) -> None:
    """Onto the discards; by Ricarica into the hand."""
    for card in cards:
        if card is not None:
            d.out_of_supply(card)
            if step.card == "ricarica":
                d.into_hand(step.seat, (card,))
            else:
                d.onto_discard(step.seat, (card,))


def _topdeck(d: Draft, step: Step, cards: Slots) -> None:
    if not cards:
        _has_none(d, step, "victory")
    for card in cards:
        if card is not None:
            d.out_of_hand(step.seat, card)
            d.onto_deck(step.seat, card)


def _twice(d: Draft, step: Step, cards: Slots) -> None:
    """The card is carried out whole, then once more; neither takes an Azione (decision ZB-20)."""
    if not cards:
        _has_none(d, step, "action")
    for card in cards:
        if card is not None:
            d.out_of_hand(step.seat, card)
            d.into_play(step.seat, (card,))
            d.push(Step("again", step.seat, card))
            play(d, step.seat, card)


def _deck_to_discard(d: Draft, step: Step, cards: Slots) -> None:
    _turn_deck_over(d, step.seat, cards)


def _turn_deck_over(d: Draft, seat: int, seen: Slots) -> None:
    """The whole deck is turned over onto the discards (decision ZB-23): its bottom card comes to lie uppermost."""
    p = d.players[seat]
    deck, unseen = p.deck, p.unseen
    if seen and deck and deck[-1] is None and seen[-1] is not None and seen[-1] in unseen:
        deck, unseen = (*deck[:-1], seen[-1]), removed(unseen, seen[-1])
    d.players[seat] = replace(p, deck=(), discard=p.discard + deck, unseen=unseen)


def _set_aside(d: Draft, step: Step, cards: Slots) -> None:
    """Nascondiglio goes on drawing; where the cards were drawn unseen, another one may be set aside after that."""
    seat, named = step.seat, tuple(card for card in cards if card is not None)
    aside = named or step.cards
    for card in aside:
        d.out_of_hand(seat, card)
    d.show(seat, d.players[seat].shown + aside)
    if not step.cards:
        d.push(Step("hide", seat, step.card, max(0, step.n - len(aside))))
    elif aside != step.cards:
        below = d.todo.pop() if d.todo and d.todo[-1].do == "hide" else step
        d.push(step, Step("hide", seat, step.card, max(0, below.n - len(aside))))


def _spy_discards(d: Draft, step: Step, _cards: Slots) -> None:
    """The revealed card is discarded."""
    seat = whose(step)
    shown = d.players[seat].shown
    d.show(seat, ())
    d.onto_discard(seat, shown)


def _spy_puts_back(d: Draft, step: Step, _cards: Slots) -> None:
    """The revealed card goes back onto the deck."""
    seat = whose(step)
    shown = d.players[seat].shown
    d.show(seat, ())
    for card in reversed(shown):
        d.onto_deck(seat, card)


def _thief_trash(d: Draft, step: Step, cards: Slots) -> None:
    """Trashed out of the revealed cards; Ispezione's player may have it in the end."""
    seat = whose(step)
    for card in cards:
        if card is None:
            continue
        shown = d.players[seat].shown
        if card in shown:
            d.show(seat, removed(shown, card))
        else:
            d.came(card)
        d.trash = (*d.trash, card)
        at = _below(d, "thief-gain")
        if at is not None:
            last = d.todo[at]
            d.todo[at] = Step(last.do, last.seat, last.card, cards=(*last.cards, card))


def _thief_gain(d: Draft, step: Step, cards: Slots) -> None:
    """Out of the cards trashed just now, which lie uppermost."""
    for card in cards:
        if card is None:
            continue
        if card in d.trash:
            d.trash = removed(d.trash[::-1], card)[::-1]
        else:
            d.came(card)
        d.onto_discard(step.seat, (card,))


def _envoy(d: Draft, step: Step, cards: Slots) -> None:
    seat = whose(step)
    for card in cards:
        shown = d.players[seat].shown
        if card in shown:
            d.show(seat, removed(shown, card))
            d.onto_discard(seat, (card,))


Answer = Callable[[Draft, Step, Slots], None]
ON_CARDS: dict[str, Answer] = {
    "discard": _discard,
    "trash": _trash,
    "gain": _gain,
    "topdeck": _topdeck,
    "twice": _twice,
    "thief-trash": _thief_trash,
    "thief-gain": _thief_gain,
    "envoy-discard": _envoy,
}
ON_YES: dict[str, Answer] = {
    "react": _react,
    "deck-to-discard": _deck_to_discard,
    "set-aside": _set_aside,
    "spy-discard": _spy_discards,
}
ON_NO: dict[str, Answer] = {"spy-discard": _spy_puts_back}
"""A no to anything else does nothing."""
