"""The frozen state of a game of Zoon by the alternate rules, and what was agreed before it."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from companion.game import Over, Seat, Setup
from companion.games.zoon_alternate.events import Side
from companion.games.zoon_alternate.options import OPTIONS
from companion.kits.tribe_options import armies
from companion.kits.zoon_agreed import Agreed, agreed_with
from companion.kits.zoon_board import NUMBERS, Claim, March, Star, Wall, blocked
from companion.kits.zoon_piles import Stock
from companion.kits.zoons import BOARD

EMPTY_BOARD: "Board" = (None,) * len(BOARD)
EMPTY_STOCK = Stock()

Phase = Literal["deploy", "fronts", "lot", "play"]


@lru_cache(maxsize=256)
def agreed(setup: Setup) -> Agreed:
    """What a set-up means. Raises SetupFault."""
    return agreed_with(setup, armies, OPTIONS)


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A Zoon on the board. `card` None = nobody has told the referee; `penny` lies on face-up cards only.

    `gear` and `cage`: the trumps lying on it. `moved`: the trump by which it moved in this turn.
    """

    seat: int
    card: str | None = None
    up: bool = False
    penny: Side | None = None
    gear: str = ""
    cage: str = ""
    claims: tuple[Claim, ...] = ()
    moved: str = ""

    @property
    def on(self) -> tuple[str, ...]:
        """The trumps that lie on it, bottom first."""
        return tuple(trump for trump in (self.gear, self.cage) if trump)


Board = tuple[Piece | None, ...]


class Aside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trump beside the board, with the penny that it holds."""

    trump: str
    penny: Side = "tails"


Asides = tuple[tuple[Aside, ...], ...]


def with_row(asides: Asides, seat: Seat, row: Iterable[Aside]) -> Asides:
    """One seat's trumps beside the board replaced, in their order: by name, then by penny."""
    ordered = tuple(sorted(row, key=lambda aside: (aside.trump, aside.penny)))
    return (ordered, asides[1]) if seat == 0 else (asides[0], ordered)


class Fight(msgspec.Struct, frozen=True, tag="fight", tag_field="step"):
    """Dice are awaited: `piece` stands over the defender on `at`; on a draw it goes back to `back`."""

    seat: int
    at: str
    back: str
    piece: Piece


class Shot(msgspec.Struct, frozen=True, tag="shot", tag_field="step"):
    """Dice are awaited: a trump, its penny on this side, against the Zoon on `at`."""

    seat: int
    at: str
    trump: str
    penny: Side


class Show(msgspec.Struct, frozen=True, tag="show", tag_field="step"):
    """This seat turns up its card on `at`, which is attacked or shot at, before the dice are thrown."""

    seat: int
    at: str


class TurnUp(msgspec.Struct, frozen=True, tag="turn-up", tag_field="step", omit_defaults=True):
    """This seat turns up so many more of its face-down cards; `stays`: no turn ends by that."""

    seat: int
    left: int = 1
    stays: bool = False


Step = Fight | Shot | Show | TurnUp | March | Star


class Untidy(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that people may not have tidied yet in the square `at`.

    `off`: `piece` still lies there, under the card that stays if `beneath`; `come`: what belongs there has not come;
    `other`: `piece` stands there in its place, `over` on top of it; `flip`: the penny has not been turned; `penny`:
    none lies there yet, on heads; `spare`: one lies there that must not. `to` is where the piece goes. `old`: it was
    left over when the turn passed.
    """

    what: Literal["off", "come", "other", "flip", "penny", "spare"]
    at: str
    piece: Piece | None = None
    beneath: bool = False
    over: Piece | None = None
    to: str = ""
    old: bool = False


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything that matters for how the game goes on.

    `turn` is the seat whose turn it is; `todo` what must be done before it ends, the next step last.
    `ready`: which seats have laid out, or turned up, their cards.
    """

    agreed: Agreed
    phase: Phase = "deploy"
    turn: Seat = 0
    board: Board = EMPTY_BOARD
    walls: tuple[Wall, ...] = ()
    stock: Stock = EMPTY_STOCK
    aside: Asides = ((), ())
    todo: tuple[Step, ...] = ()
    untidy: tuple[Untidy, ...] = ()
    ready: tuple[bool, bool] = (False, False)
    over: Over | None = None

    def at(self, square: str) -> Piece | None:
        return self.board[NUMBERS[square]]

    @property
    def step(self) -> Step | None:
        """What must be done first."""
        return self.todo[-1] if self.todo else None

    @property
    def fight(self) -> Fight | Shot | None:
        """The fight that is due, if one is: the next step, or the one after a card is shown."""
        for step in reversed(self.todo):
            if isinstance(step, Fight | Shot):
                return step
            if not isinstance(step, Show):
                return None
        return None

    def wall_at(self, square: str) -> Wall | None:
        return next((wall for wall in self.walls if wall.at == square), None)

    def is_free(self, number: int) -> bool:
        """Whether neither a Zoon nor an Obstacle stands on a square."""
        return self.board[number] is None and (not self.walls or number not in blocked(self.walls))


def start(setup: Setup) -> State:
    """Both armies in hand, nothing on the board. Raises SetupFault."""
    given = agreed(setup)
    return State(agreed=given, stock=Stock(hand=given.trumps, unseen=given.armies))
