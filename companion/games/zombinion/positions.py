"""A state as JSON, and back: the shape of the line protocol, with everything that cannot be told from it added.

`turn` and `seats` are enough: the rest is as at the beginning of a turn in which nothing has happened yet.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from companion.game import Over, PositionFault, Setup
from companion.games.zombinion.draft import Draft
from companion.games.zombinion.events import Happening
from companion.games.zombinion.invariants import faults
from companion.games.zombinion.state import (
    ACTIONS,
    TARGETS,
    Agreed,
    Lack,
    Phase,
    Player,
    State,
    Step,
    Untidy,
    agreed,
    total,
    with_piles,
)
from companion.games.zombinion.steps import settle
from companion.kits.positions import checked_faults, common, converted, told, written


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The cards of a seat as the protocol has them."""

    hand: tuple[str | None, ...] = ()
    deck: tuple[str | None, ...] = ()
    discard: tuple[str | None, ...] = ()
    in_play: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    unseen: dict[str, int] = {}
    lacks: tuple[Lack, ...] = ()


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A state as the protocol has it."""

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
    """The state as JSON."""
    seats = tuple(
        Seat(**msgspec.structs.asdict(player) | {"unseen": dict(sorted(Counter(player.unseen).items()))})
        for player in state.players
    )
    own = {"supply": dict(zip(state.agreed.piles, state.supply, strict=True)), "seats": seats}
    return written(Position(**common(state, Position) | own | {"untidy": tuple(state.untidy)}))


def load_position(setup: Setup, given: Mapping[str, Any]) -> State:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for a set-up that is none.

    What can be done by itself at once is done, as after an event.
    """
    known = agreed(setup)
    position: Position = converted(given, Position)
    known, supply = _supply(setup, known, position.supply)
    players = tuple(_player(seat, f"seats[{n}]") for n, seat in enumerate(position.seats))
    same = common(position, State) | {"supply": supply, "players": players}
    state = State(
        **same | {"turns_taken": told(position.turns_taken, (0,) * known.seats)},
        agreed=known,
        total=total(known.cards, zip(known.piles, supply, strict=True), position.trash, players),
    )
    checked_faults(faults(state))

    # Nothing that the referee does by itself is left; what it has done before is still remembered.
    draft = Draft(state)
    settle(draft)
    done = draft.frozen()
    return state if done.todo == state.todo and done.players == state.players else done


def _supply(setup: Setup, known: Agreed, counts: dict[str, int] | None) -> tuple[Agreed, tuple[int, ...]]:
    """The piles and how many lie on each. A supply that is given names the piles of this game."""
    if counts is None:
        return known, known.full
    for card in counts:
        if card not in known.cards:
            raise PositionFault(f"supply.{card}", "no such card")
    if set(counts) != set(known.piles):
        known = with_piles(setup, tuple(card for card in known.cards if card in counts))
    return known, tuple(counts[card] for card in known.piles)


def _player(seat: Seat, at: str) -> Player:
    if any(count < 0 for count in seat.unseen.values()):
        raise PositionFault(f"{at}.unseen", "expected numbers that are not negative")
    unknown = sum(place.count(None) for place in (seat.hand, seat.deck, seat.discard))
    if (faces := sum(seat.unseen.values())) != unknown:
        raise PositionFault(f"{at}.unseen", f"{unknown} cards without a name, but {faces} faces")
    unseen = tuple(sorted(Counter(seat.unseen).elements()))
    return Player(**msgspec.structs.asdict(seat) | {"unseen": unseen})
