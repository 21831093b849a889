"""Before play: both armies laid out face down, shown to the referee or not."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NUMBERS, ROOM, shuffled, spread, zone
from companion.games.zoon.family.state import learnt, sorted_pile, to_lay, with_pile
from companion.games.zoon.zoondo.changes import put
from companion.games.zoon.zoondo.events import Deployed
from companion.games.zoon.zoondo.options import is_shown
from companion.games.zoon.zoondo.state import Piece, State, Untidy
from companion.language import _

SAMPLES = 12
"""Of the very many ways to lay out an army that is shown, so many are listed."""


def cells_of(event: Deployed) -> tuple[str, ...]:
    """The squares laid on: those named, those of the cards shown, or the whole zone."""
    return event.cells or tuple(sorted(event.cards or ())) or zone(event.seat)


def breaches(state: State, event: Deployed) -> Iterator[Breach]:
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
    if event.cards is not None:
        yield from _cards_breaches(state, event, cells)


def _cards_breaches(state: State, event: Deployed, cells: tuple[str, ...]) -> Iterator[Breach]:
    cards, seat = event.cards or {}, event.seat
    if set(cards) != set(cells):
        yield Breach("zo-06-shown", ", ".join(sorted(set(cards) ^ set(cells))))
    beyond = Counter(cards.values()) - Counter(state.stock.unseen[seat])
    if beyond:
        # Said aloud, so the square and not the card.
        yield Breach("ours-cards-of-the-army", max(cell for cell in cells if cards[cell] in beyond))
    if state.agreed.emblems[seat] not in cards.values():
        yield Breach("zo-02-whole-army", _("the Emblem"))


def after(state: State, event: Deployed) -> State:
    seat, army = event.seat, state.agreed.armies[event.seat]
    shown, untidy = event.cards or {}, list(state.untidy)
    changes: dict[int, Piece | None] = {}
    for cell in cells_of(event):
        if cell not in NUMBERS:
            continue
        card = shown.get(cell)
        if card not in state.stock.unseen[seat]:
            card = None
        state = learnt(state, seat, card)
        changes[NUMBERS[cell]] = Piece(seat=seat, card=card)
        if card is not None:
            untidy.append(Untidy("down", cell))
    kept = sorted_pile(state.stock.unseen[seat]) if shown else (None,) * max(0, len(army) - ROOM)
    if shown:
        for card in state.stock.unseen[seat]:
            state = learnt(state, seat, card)
    ready = (True, state.ready[1]) if seat == 0 else (state.ready[0], True)
    reinforcements = with_pile(state.stock.reinforcements, seat, kept)
    stock = replace(state.stock, reinforcements=reinforcements)
    state = replace(put(state, changes), stock=stock, ready=ready, untidy=tuple(untidy))
    return replace(state, phase="lot") if all(ready) else state


def layouts(state: State) -> Iterator[Deployed]:
    """Lawful ways to lay out an army: all squares, or for a small one a sample; with cards a sample of orders."""
    for seat in (0, 1):
        if state.ready[seat]:
            continue
        count = to_lay(state, seat)
        whole = count == ROOM
        ways = ((),) if whole else tuple(spread(seat, count))
        if not is_shown(state.agreed):
            yield from (Deployed(seat, cells) for cells in ways)
            continue
        emblem, seen = state.agreed.emblems[seat], set()
        for sample in range(SAMPLES):
            others = list(state.agreed.armies[seat])
            others.remove(emblem)
            order = shuffled((emblem, *shuffled(tuple(others), sample)[: count - 1]), sample)
            cells = ways[sample % len(ways)] or zone(seat)
            event = Deployed(seat, (), dict(zip(cells, order, strict=True)))
            if event not in seen:
                seen.add(event)
                yield event
