"""The frozen state of a game of Zoondo, and what was agreed before it."""

from typing import Literal

import msgspec

from companion.games.zoon.family.board import NUMBERS, March, Star
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import ZoonPiece, ZoonState, ZoonUntidy
from companion.games.zoon.zoondo.events import CornerName

Phase = Literal["deploy", "lot", "play"]
Role = Literal["attacker", "defender"]


class Piece(ZoonPiece, frozen=True, kw_only=True):
    """A Zoon of Zoondo.

    `up`: it lies face up, in a fight, `lies` upright for its owner or turned, where that matters. `seen`: everybody saw
    its face in a fight, though it lies face down again; only where the referee knows more than everybody.
    """

    lies: Literal["", "upright", "turned"] = ""
    seen: bool = False


Board = tuple[Piece | None, ...]


class Touch(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A corner that was touched; with `back` the opposite one counts if the card proves to lie turned."""

    corner: CornerName
    back: bool = False


class Fight(msgspec.Struct, frozen=True, tag="fight", tag_field="step", kw_only=True):
    """A Zoon, `piece`, come from `start`, lies across the defender on `at`; `seat` moved it and touches first.

    `defender` is the corner touched on the defender's card, `attacker` the one touched on the attacker's.
    """

    seat: int
    at: str
    start: str
    piece: Piece
    path: tuple[str, ...] = ()
    defender: Touch | None = None
    attacker: Touch | None = None


class Shot(msgspec.Struct, frozen=True, tag="shot", tag_field="step"):
    """A trump of `seat` fights the Zoon on `at`; `attacker` is the corner touched on the trump."""

    seat: int
    at: str
    trump: str
    defender: Touch | None = None
    attacker: Touch | None = None


Duel = Fight | Shot
Step = Fight | Shot | March | Star


class Fought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last fight: on which square, and which cards of which seats were seen in it."""

    at: str
    cards: tuple[tuple[int, str], ...]


class Untidy(ZoonUntidy, frozen=True):
    """`down`: the card there may still lie face up, as `piece` if everybody knows it."""

    what: Literal["down", "off", "come", "other"]
    piece: Piece | None = None
    over: Piece | None = None


class State(ZoonState, frozen=True, gc=False, kw_only=True):
    """A game of Zoondo: before play the armies are laid, then a lot is drawn. `fought`: the last fight."""

    phase: Phase = "deploy"
    board: Board = (None,) * len(BOARD)
    todo: tuple[Step, ...] = ()
    fought: Fought | None = None
    untidy: tuple[Untidy, ...] = ()

    def at(self, square: str | None) -> Piece | None:
        return self.board[NUMBERS[square]] if square in NUMBERS else None

    @property
    def duel(self) -> Duel | None:
        step = self.step
        return step if isinstance(step, Fight | Shot) else None
