"""The frozen state of a game of Zoon by the alternate rules, and what was agreed before it."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import msgspec

from companion.game import Over, Seat, Setup
from companion.games.zoon_alternate import options
from companion.games.zoon_alternate.events import Side
from companion.kits.zoon_board import NAMES, NUMBERS, Claim, March, Star, Wall
from companion.kits.zoon_piles import Hands, Piles
from companion.kits.zoons import BOARD, Facts, Zoon, facts

EMPTY_BOARD: "Board" = (None,) * len(BOARD)

Phase = Literal["deploy", "fronts", "lot", "play"]


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was settled before the first event. Two are equal when their set-ups are.

    `armies` and `trumps`: each seat's Zoons and trumps, sorted. `decks`: whose back a face-down card of each seat
    shows; None where an army mixes tribes.
    """

    setup: Setup
    facts: Facts = field(compare=False, repr=False)
    tribes: tuple[str, ...] = field(compare=False)
    armies: tuple[tuple[str, ...], ...] = field(compare=False, repr=False)
    trumps: tuple[tuple[str, ...], ...] = field(compare=False, repr=False)
    emblems: tuple[str, ...] = field(compare=False, repr=False)
    decks: tuple[str | None, ...] = field(compare=False, repr=False)
    number: int = field(compare=False, repr=False)
    flip_after_every_loss: bool = field(compare=False)
    each_star_counts: bool = field(compare=False)
    trump_lost_on_x: bool = field(compare=False)
    one_for_each_number: bool = field(compare=False)

    def __hash__(self) -> int:
        return self.number

    def zoon(self, card: str) -> Zoon:
        return self.facts.zoons[card]

    def emblem(self, seat: Seat) -> str:
        return self.emblems[seat]


@lru_cache(maxsize=256)
def agreed(setup: Setup) -> Agreed:
    """What a set-up means. Raises SetupFault."""
    known = facts(setup.facts)
    tribes, armies, trumps = options.armies(setup, known)
    emblems = tuple(next(c for c in army if known.zoons[c].type == "embleme") for army in armies)
    backs = [{known.zoons[card].tribe for card in army} for army in armies]
    decks = tuple(tribes.pop() if len(tribes) == 1 else None for tribes in backs)
    return Agreed(
        setup, known, tribes, armies, trumps, emblems, decks, hash(setup),
        flip_after_every_loss=options.value(setup, "za-04") == "literal",
        each_star_counts=options.value(setup, "za-16") == "each",
        trump_lost_on_x=options.value(setup, "za-27") == "lost",
        one_for_each_number=options.value(setup, "za-29") == "each",
    )  # fmt: skip


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Zoon on the board. `card` None = nobody has told the referee; `penny` lies on face-up cards only.

    `on`: trumps lying on it. `moved`: the trump by which it moved in this turn.
    """

    seat: int
    card: str | None = None
    up: bool = False
    penny: Side | None = None
    on: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    moved: str = ""

    @property
    def caged(self) -> bool:
        """Whether a trump lies on it that makes it an Obstacle."""
        return bool(self.on)


Board = tuple[Piece | None, ...]


class Aside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trump beside the board, with the penny that it holds."""

    trump: str
    penny: Side = "tails"


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


class TurnUp(msgspec.Struct, frozen=True, tag="turn-up", tag_field="step"):
    """This seat turns up so many more of its face-down cards."""

    seat: int
    left: int = 1


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


@dataclass(frozen=True, slots=True)
class State:
    """Everything that matters for how the game goes on.

    `turn` is the seat whose turn it is; `todo` what must be done before it ends, the next step last. `unseen` are by
    seat the faces of all cards whose identity nobody has told, sorted. `tomb` holds Zoons and trumps, `off` cards that
    a ruling took off the board. `ready`: which seats have laid out, or turned up, their cards.
    """

    agreed: Agreed
    phase: Phase = "deploy"
    turn: Seat = 0
    board: Board = EMPTY_BOARD
    walls: tuple[Wall, ...] = ()
    hand: Hands = ((), ())
    aside: tuple[tuple[Aside, ...], ...] = ((), ())
    reinforcements: Piles = ((), ())
    tomb: Piles = ((), ())
    off: Piles = ((), ())
    unseen: Hands = ((), ())
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
        return self.board[number] is None and (
            not self.walls or all(wall.at != NAMES[number] for wall in self.walls)
        )


def start(setup: Setup) -> State:
    """Both armies in hand, nothing on the board. Raises SetupFault."""
    given = agreed(setup)
    return State(given, hand=given.trumps, unseen=given.armies)
