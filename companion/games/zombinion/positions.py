"""A state as JSON, and back, in the shape of the line protocol.

`turn` and `seats` are enough: the rest is as at the beginning of a turn in which nothing has happened yet.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from companion.game import Over, PositionFault, Setup
from companion.games.zombinion.events import Happening
from companion.games.zombinion.state import (
    ACTIONS,
    TARGETS,
    Draft,
    Lack,
    Phase,
    Player,
    State,
    Step,
    Untidy,
    agreed,
    in_box,
    total,
    with_piles,
)
from companion.games.zombinion.steps import AT_ONCE, WAITING, settle
from companion.games.zombinion.table import regions
from companion.kits.exact import all_faults, checked_faults, common, converted, told, written

PLACES = ("hand", "deck", "discard", "in_play", "shown", "unseen")
"""Where a seat's cards lie."""
OF_NO_CARD = ("draw", "shuffle", "next-turn")
"""Steps that need not come from a card."""


def beyond_box(state: State) -> tuple[str, ...]:
    """Named cards beyond what exists, on their pile or elsewhere: only the people can rule so.

    The two are not added up: an untold pile counts as full, and people may correct the place of a card.
    """
    known, piles = state.agreed, state.piles
    lying = {card: n - piles.get(card, 0) for card, n in zip(known.cards, state.total, strict=True)}
    return tuple(
        f"{place}: {count} of {card}, but {in_box(known.cards[card])} exist"
        for place, counts in (("supply", piles), ("seats", lying))
        for card, count in counts.items()
        if count > in_box(known.cards[card])
    )


@all_faults
def faults(state: State) -> Iterator[str]:
    """Broken invariants, as `field: what is wrong`; none in any state that play or overrides can reach."""
    known = state.agreed
    if len(state.players) != known.seats:
        yield f"seats: expected {known.seats} seats, found {len(state.players)}"
        return

    # Names that are no cards, wherever they lie.
    named, places = {*known.cards, None}, [("trash", state.trash)]
    for seat, player in enumerate(state.players):
        places += [(f"seats[{seat}].{place}", getattr(player, place)) for place in PLACES]
    strange = [
        f"{at}[{n}]: no card is called {card!r}"
        for at, cards in places
        if not named.issuperset(cards)
        for n, card in enumerate(cards)
        if card not in named
    ]
    yield from strange
    if strange:
        return

    # Counts, the turn and the end.
    for name, left in (("actions", state.actions), ("targets", state.targets), ("shots", state.shots)):
        if left < 0:
            yield f"{name}: {left}, less than none"
    for card, left in state.piles.items():
        if left < 0:
            yield f"supply.{card}: expected a number that is not negative, found {left}"
    if not 0 <= state.turn < known.seats:
        yield f"turn: expected a seat below {known.seats}, found {state.turn}"
    if len(state.turns_taken) != known.seats or any(turns < 0 for turns in state.turns_taken):
        yield f"turns_taken: expected {known.seats} numbers, none below 0"
    if (state.phase == "over") != (state.over is not None):
        yield f"over: phase {state.phase}, though the game has {'not ' * (state.over is None)}ended"
    found = total(known.cards, state.piles, state.trash, state.players)
    for card, count, due in zip(known.cards, found, state.total, strict=True):
        if count != due:
            yield f"seats: {count} of {card}, but {due} are in the game"
    for seat, player in enumerate(state.players):
        unknown_cards = (*player.hand, *player.deck, *player.discard).count(None)
        if unknown_cards != len(player.unseen):
            faces = len(player.unseen)
            yield f"seats[{seat}].unseen: {unknown_cards} cards without a name, but {faces} faces"
        if player.unseen != tuple(sorted(player.unseen)):
            yield f"seats[{seat}].unseen: not sorted"
        if player.strained(known.cards) is not None:
            yield f"seats[{seat}].lacks: no cards left that the hand can be"
        if player.lacks and None not in player.hand:
            yield f"seats[{seat}].lacks: every card of the hand is known"

    # Steps, chores and results must name existing seats, cards and places.
    for number, step in enumerate(state.todo):
        if step.do not in (*AT_ONCE, *WAITING):
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
    if state.untidy:
        names = {region.name for region in regions(state.agreed.piles, state.agreed.seats)}
        for number, one in enumerate(state.untidy):
            if one.region not in names:
                yield f"untidy[{number}].region: nothing is called {one.region!r}"
            if one.seat is not None and one.seat not in range(state.agreed.seats):
                yield f"untidy[{number}].seat: expected a seat below {state.agreed.seats}"
            if any(face is not None and face not in state.agreed.cards for face in one.faces):
                yield f"untidy[{number}].faces: expected cards of the game"
    if state.over is not None and not {*state.over.winners} <= {*range(known.seats)}:
        yield f"over: expected winners below {known.seats}"


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    hand: tuple[str | None, ...] = ()
    deck: tuple[str | None, ...] = ()
    discard: tuple[str | None, ...] = ()
    in_play: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    unseen: dict[str, int] = {}
    lacks: tuple[Lack, ...] = ()


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    turn: int
    phase: Phase = "action"
    actions: int = ACTIONS
    targets: int = TARGETS
    shots: int = 0
    turns_taken: tuple[int, ...] | UnsetType = UNSET
    supply: dict[str, int] | None = None
    trash: tuple[str, ...] = ()
    seats: tuple[Seat, ...]
    todo: tuple[Step, ...] = ()
    passed: tuple[Happening, ...] = ()
    untidy: tuple[Untidy, ...] = ()
    over: Over | None = None


def dump_position(state: State) -> dict[str, Any]:
    seats = tuple(
        Seat(**msgspec.structs.asdict(player) | {"unseen": dict(sorted(Counter(player.unseen).items()))})
        for player in state.players
    )
    own = {"supply": state.piles, "seats": seats, "untidy": tuple(state.untidy)}
    return written(Position(**common(state, Position) | own))


def load_position(setup: Setup, given: Mapping[str, Any]) -> State:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for an invalid set-up.

    What can be done by itself at once is done, as after an event.
    """
    known = agreed(setup)
    position: Position = converted(given, Position)
    full = dict(zip(known.piles, known.full, strict=True))
    counts = full if position.supply is None else position.supply
    for card in counts:
        if card not in known.cards:
            raise PositionFault(f"supply.{card}", "no such card")
    if set(counts) != set(known.piles):
        # A given supply names the piles of this game.
        known = with_piles(setup, tuple(card for card in known.cards if card in counts))
    supply = tuple(counts[card] for card in known.piles)
    players = []
    for n, seat in enumerate(position.seats):
        if any(count < 0 for count in seat.unseen.values()):
            raise PositionFault(f"seats[{n}].unseen", "expected numbers that are not negative")
        unknown, faces = (*seat.hand, *seat.deck, *seat.discard).count(None), sum(seat.unseen.values())
        if faces != unknown:
            words = f"{unknown} cards without a name, but {faces} faces"
            raise PositionFault(f"seats[{n}].unseen", words)
        unseen = tuple(sorted(Counter(seat.unseen).elements()))
        players.append(Player(**msgspec.structs.asdict(seat) | {"unseen": unseen}))
    same = common(position, State) | {"supply": supply, "players": tuple(players)}
    state = State(
        **same | {"turns_taken": told(position.turns_taken, (0,) * known.seats)},
        agreed=known,
        total=total(known.cards, dict(zip(known.piles, supply, strict=True)), position.trash, players),
    )
    checked_faults(faults(state))

    # The referee does at once what it does by itself; what it did before is still remembered.
    draft = Draft.of(state)
    settle(draft)
    done = draft.frozen()
    return state if done.todo == state.todo and done.players == state.players else done
