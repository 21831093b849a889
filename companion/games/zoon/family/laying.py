"""Cards laid from the hand, face down: both armies before play, reinforcements in it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NUMBERS, ROOM, back, shuffled, spread, zone
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.events import Reinforced
from companion.games.zoon.family.state import (
    Pile,
    S,
    ZoonState,
    is_shown,
    learnt,
    put,
    reinforcement,
    seat_name,
    sorted_pile,
    tidied,
    to_lay,
    with_pile,
    with_piles,
)
from companion.games.zoon.family.unseen import reinforcement_faces
from companion.language import _

SAMPLES = 12
"""At most this many of the ways to lay out an army that is shown are listed."""


def cells_of(event: Any) -> tuple[str, ...]:
    """The squares laid on: those named, those of the cards shown, or the whole zone."""
    return event.cells or tuple(sorted(event.cards or ())) or zone(event.seat)


def deploy_breaches(state: ZoonState, event: Any) -> Iterator[Breach]:
    """Whether an army lies whole in its zone and, where the referee is shown it, is what it should be."""
    seat = event.seat
    if state.ready[seat]:
        yield Breach("zo-03-armies-first", _("this army lies already"))
    if event.cards is None and is_shown(state.agreed):
        yield Breach("zo-06-shown")
        return
    if event.cards is not None and not is_shown(state.agreed):
        yield Breach("zo-06-trusted")
        return
    cells = cells_of(event)
    wrong = [cell for cell in cells if cell not in zone(seat)]
    if wrong:
        yield Breach("zo-02-deployment-zone", ", ".join(wrong))
    count = to_lay(state, seat)
    if len(cells) != count or len(set(cells)) != count:
        yield Breach("zo-02-whole-army", _("{n} of {wanted}").format(n=len(set(cells)), wanted=count))
    if event.cards is None:
        return
    cards = event.cards
    if set(cards) != set(cells):
        yield Breach("zo-06-shown", ", ".join(sorted(set(cards) ^ set(cells))))
    beyond = Counter(cards.values()) - Counter(state.stock.unseen[seat])
    if beyond:
        # Said aloud, so the square and not the card.
        yield Breach("ours-cards-of-the-army", max(cell for cell in cells if cards[cell] in beyond))
    if state.agreed.emblems[seat] not in cards.values():
        yield Breach("zo-02-whole-army", _("the Emblem"))


def deployed(state: S, event: Any) -> S:
    """The army on its squares, the rest in hand; once both lie the next phase begins."""
    kind, seat, shown = state.agreed.kind, event.seat, event.cards or {}
    untidy, changes = list(state.untidy), {}
    for cell in cells_of(event):
        if cell not in NUMBERS:
            continue
        card = shown.get(cell)
        if card not in state.stock.unseen[seat]:
            card = None
        state = learnt(state, seat, card)
        changes[NUMBERS[cell]] = kind.piece(seat=seat, card=card)
        if card is not None:
            untidy.append(kind.untidy("down", cell))
    kept: Pile = (None,) * max(0, len(state.agreed.armies[seat]) - ROOM)
    if shown:
        kept = sorted_pile(state.stock.unseen[seat])
        for card in state.stock.unseen[seat]:
            state = learnt(state, seat, card)
    state = with_piles(state, reinforcements=with_pile(state.stock.reinforcements, seat, kept))
    ready = (True, state.ready[1]) if seat == 0 else (state.ready[0], True)
    state = replace(put(state, changes), ready=ready, untidy=tuple(untidy))
    if not all(ready):
        return state
    phase = kind.before[1][0]
    return replace(state, phase=phase, ready=(phase == "lot",) * 2)


def layouts(state: ZoonState) -> Iterator[Any]:
    """Lawful ways to lay out an army: all squares, or for a small one a sample; with cards a sample of orders."""
    event = state.agreed.kind.deployed
    for seat in (0, 1):
        if state.ready[seat]:
            continue
        count = to_lay(state, seat)
        ways = ((),) if count == ROOM else tuple(spread(seat, count))
        if not is_shown(state.agreed):
            yield from (event(seat, cells) for cells in ways)
            continue
        emblem, seen = state.agreed.emblems[seat], set()
        for sample in range(SAMPLES):
            others = list(state.agreed.armies[seat])
            others.remove(emblem)
            order = shuffled((emblem, *shuffled(tuple(others), sample)[: count - 1]), sample)
            cells = ways[sample % len(ways)] or zone(seat)
            laid = event(seat, (), dict(zip(cells, order, strict=True)))
            if laid not in seen:
                seen.add(laid)
                yield laid


def reinforce_breaches(state: ZoonState, event: Reinforced) -> Iterator[Breach]:
    pile, number = state.stock.reinforcements[event.seat], NUMBERS.get(event.at)
    if number is None:
        yield Breach("ours-squares", event.at)
        return
    if not pile:
        yield Breach("zo-36-reinforcements", _("{name} has none").format(name=seat_name(state, event.seat)))
        return
    if BOARD.depth(event.seat, number) > 0:
        yield Breach("zo-36-back-row", event.at)
    if not state.is_free(number):
        yield Breach("zo-36-free-square", event.at)
    if event.card is None:
        if None not in pile and len(set(pile)) > 1 and is_shown(state.agreed):
            yield Breach("zo-36-which")
        return
    unknown = None in pile and event.card in reinforcement_faces(state, event.seat)
    if event.card not in pile and not unknown:
        yield Breach("ours-cards-of-the-army", state.agreed.facts.called(event.card, event.card))


def reinforced(state: S, event: Reinforced) -> S:
    seat = event.seat
    if not state.stock.reinforcements[seat] or event.at not in NUMBERS:
        return state
    left = reinforcement(state, seat, event.card)
    if left is None:
        return state
    state, card = left
    state = replace(state, untidy=tidied(state.untidy, event.at))
    return put(state, {NUMBERS[event.at]: state.agreed.kind.piece(seat=seat, card=card)})


def reinforcements(state: ZoonState, seat: int) -> Iterator[Reinforced]:
    pile = state.stock.reinforcements[seat]
    named = is_shown(state.agreed) and None not in pile
    cards: tuple[str | None, ...] = tuple(sorted(set(pile), key=str)) if named else (None,)
    for cell in back(seat) if pile else ():
        if state.is_free(NUMBERS[cell]):
            yield from (Reinforced(seat, cell, card) for card in cards)
