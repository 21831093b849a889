"""What is true of every state that play can reach, by the rules, against them, or by rulings."""

from collections import Counter
from collections.abc import Iterator

from companion.games.zombinion.knowing import strained
from companion.games.zombinion.places import regions
from companion.games.zombinion.state import State, in_box, total
from companion.games.zombinion.steps import RUN

PLACES = ("hand", "deck", "discard", "in_play", "shown", "unseen")
"""Where a seat's cards lie."""
OF_NO_CARD = ("draw", "shuffle", "next-turn")
"""Steps that need not be due to a card."""


def faults(state: State) -> tuple[str, ...]:
    """Broken invariants as `field: what is wrong`; empty for every state that play can reach."""
    return tuple(_faults(state))


def beyond_box(state: State) -> tuple[str, ...]:
    """More of a card than exist, on its pile or elsewhere as far as cards are named: only the people can say so."""
    known, piles = state.agreed, dict(zip(state.agreed.piles, state.supply, strict=True))
    lying = {card: count - piles.get(card, 0) for card, count in zip(known.cards, state.total, strict=True)}
    return tuple(
        f"{place}: {count} of {card}, but {in_box(known.cards[card])} exist"
        for place, counts in (("supply", piles), ("seats", lying))
        for card, count in counts.items()
        if count > in_box(known.cards[card])
    )


def _faults(state: State) -> Iterator[str]:
    known = state.agreed
    if len(state.players) != known.seats:
        yield f"seats: expected {known.seats} seats, found {len(state.players)}"
        return
    unknown = tuple(_names(state))
    yield from unknown
    if unknown:
        return
    yield from _numbers(state)
    found = total(known.cards, zip(known.piles, state.supply, strict=True), state.trash, state.players)
    for card, count, due in zip(known.cards, found, state.total, strict=True):
        if count != due:
            yield f"seats: {count} of {card}, but {due} are in the game"
    for seat in range(known.seats):
        yield from _seat(state, seat)
    yield from _todo(state)
    if state.untidy:
        yield from _untidy(state)
    if state.over is not None and not {*state.over.winners} <= {*range(known.seats)}:
        yield f"over: expected winners below {known.seats}"


def _names(state: State) -> Iterator[str]:
    """What is no card, wherever it lies."""
    places = [("trash", state.trash)]
    for seat, player in enumerate(state.players):
        places += [(f"seats[{seat}].{place}", getattr(player, place)) for place in PLACES]
    for at, cards in places:
        for number, card in enumerate(cards):
            if card is not None and card not in state.agreed.cards:
                yield f"{at}[{number}]: no card is called {card!r}"


def _numbers(state: State) -> Iterator[str]:
    """What is counted, whose turn it is, and whether it has ended."""
    known = state.agreed
    for name, left in (("actions", state.actions), ("targets", state.targets), ("shots", state.shots)):
        if left < 0:
            yield f"{name}: {left}, less than none"
    for card, left in zip(known.piles, state.supply, strict=True):
        if left < 0:
            yield f"supply.{card}: expected a number that is not negative, found {left}"
    if not 0 <= state.turn < known.seats:
        yield f"turn: expected a seat below {known.seats}, found {state.turn}"
    if len(state.turns_taken) != known.seats or any(turns < 0 for turns in state.turns_taken):
        yield f"turns_taken: expected {known.seats} numbers, none below 0"
    if (state.phase == "over") != (state.over is not None):
        yield f"over: phase {state.phase}, though the game has {'not ' * (state.over is None)}ended"


def _seat(state: State, seat: int) -> Iterator[str]:
    player = state.players[seat]
    places = (player.hand, player.deck, player.discard)
    unknown = sum(place.count(None) for place in places)
    if unknown != len(player.unseen):
        yield f"seats[{seat}].unseen: {unknown} cards without a name, but {len(player.unseen)} faces"
    if player.unseen != tuple(sorted(player.unseen)):
        yield f"seats[{seat}].unseen: not sorted"
    if strained(state.agreed.cards, player) is not None:
        yield f"seats[{seat}].lacks: no cards left that the hand can be"
    if player.lacks and None not in player.hand:
        yield f"seats[{seat}].lacks: every card of the hand is known"


def _todo(state: State) -> Iterator[str]:
    for number, step in enumerate(state.todo):
        if step.do not in RUN:
            yield f"todo[{number}].do: nothing is called {step.do!r}"
        seats = (step.seat, *step.safe, *(() if step.of is None else (step.of,)))
        if any(not 0 <= seat < state.agreed.seats for seat in seats):
            yield f"todo[{number}].seat: expected seats below {state.agreed.seats}"
        cards = step.cards if step.do in OF_NO_CARD and not step.card else (*step.cards, step.card)
        if any(card not in state.agreed.cards for card in cards):
            yield f"todo[{number}].card: expected cards of the game"
        if step.do == "thief-gain" and Counter(step.cards) - Counter(state.trash):
            yield f"todo[{number}].cards: expected cards that lie in the trash"
        if step.n < 0:
            yield f"todo[{number}].n: {step.n}, less than none"
    last = state.step
    if last is not None and last.do == "shuffle" and any(p.unseen for p in state.players[last.seat :][:1]):
        yield "todo: an order is awaited of a deck that nobody knows"


def _untidy(state: State) -> Iterator[str]:
    names = {region.name for region in regions(state.agreed.piles, state.agreed.seats)}
    for number, one in enumerate(state.untidy):
        if one.region not in names:
            yield f"untidy[{number}].region: nothing is called {one.region!r}"
        if one.seat is not None and one.seat not in range(state.agreed.seats):
            yield f"untidy[{number}].seat: expected a seat below {state.agreed.seats}"
        if any(face is not None and face not in state.agreed.cards for face in one.faces):
            yield f"untidy[{number}].faces: expected cards of the game"
