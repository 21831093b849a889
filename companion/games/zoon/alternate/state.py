"""The frozen state of a game of Zoon by the alternate rules, and what was agreed before it."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from companion.game import Seat
from companion.games.zoon.alternate.events import Side
from companion.games.zoon.family.board import NUMBERS, March, Star
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import ZoonPiece, ZoonState, ZoonUntidy

Phase = Literal["deploy", "fronts", "lot", "play"]


class Piece(ZoonPiece, frozen=True, kw_only=True):
    """A Zoon by the alternate rules; a `penny` lies on face-up cards only."""

    penny: Side | None = None


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


class Untidy(ZoonUntidy, frozen=True):
    """`flip`: the penny has not been turned; `penny`: none lies there yet, on heads; `spare`: one lies there that must
    not.
    """

    what: Literal["off", "come", "other", "flip", "penny", "spare"]
    piece: Piece | None = None
    over: Piece | None = None


class State(ZoonState, frozen=True, gc=False, kw_only=True):
    """A game by the alternate rules. `aside`: the trumps beside the board, with their pennies."""

    phase: Phase = "deploy"
    board: Board = (None,) * len(BOARD)
    aside: Asides = ((), ())
    todo: tuple[Step, ...] = ()
    untidy: tuple[Untidy, ...] = ()

    def at(self, square: str | None) -> Piece | None:
        return self.board[NUMBERS[square]] if square in NUMBERS else None

    @property
    def fight(self) -> Fight | Shot | None:
        """The fight that is due, if one is: the next step, or the one after a card is shown."""
        for step in reversed(self.todo):
            if isinstance(step, Fight | Shot):
                return step
            if not isinstance(step, Show):
                return None
        return None
