"""The frozen state of a game of Zoondo: hidden Zoons, fights by touched corners, and what everybody may know.

The attacker touches first, then the defender; a fight is settled once nothing is left to be shown. Rule kept: `public`
is all that everybody may see, hear or conclude from; nothing is told to everybody that was not drawn from it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

import msgspec
from msgspec.structs import replace

from companion.game import Breach, Seat, Seats
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim
from companion.games.zoon.family.deck import BOARD, sign
from companion.games.zoon.family.moves import Battle, March, Star, misfit_of_square, walked
from companion.games.zoon.family.options import Agreed
from companion.games.zoon.family.sheet import Corner, Corners
from companion.games.zoon.family.state import ZoonPiece, ZoonState, ZoonUntidy
from companion.games.zoon.family.unseen import able, need
from companion.language import _, joined, marked, several

Phase = Literal["deploy", "lot", "play"]
Role = Literal["attacker", "defender"]
CornerName = Literal["tl", "tr", "br", "bl"]
SIDES: tuple[Role, Role] = ("attacker", "defender")


class Piece(ZoonPiece, frozen=True, kw_only=True):
    """A Zoon of Zoondo.

    `up`: it lies face up, in a fight, `lies` upright for its owner or turned, where that matters. `seen`: everybody saw
    its face in a fight, though it lies face down again; only where the referee knows more than everybody.
    """

    lies: Literal["", "upright", "turned"] = ""
    seen: bool = False

    @property
    def is_open(self) -> bool:
        return self.seen or self.up

    def turned_down(self) -> "Piece":
        return replace(self, up=False, lies="") if self.up else self

    def rested(self, at: str) -> "tuple[Piece, Untidy]":
        """A Zoon that has fought lies face down again."""
        return self.turned_down(), Untidy("down", at, self)


# What a fight comes to: the numbers in the corners that were touched, stars, and the X of a trump.

Won = Literal["attacker", "defender", "nobody"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight: the number or sign in the corner that was touched on its card, and what trumps add."""

    corner: Corner
    boosts: tuple[str, ...] = ()

    @property
    def score(self) -> int:
        """What the corner counts; star and X are no numbers, and no trump adds to them."""
        if not isinstance(self.corner, int):
            return 0
        score = self.corner
        for boost in self.boosts:
            score = score * 2 if boost == "double" else score + 1
        return score

    @property
    def shown(self) -> str:
        """What the touched corner shows, and what trumps make of it."""
        if not isinstance(self.corner, int):
            return sign(self.corner)
        return str(self.corner) if self.score == self.corner else f"{self.corner} → {self.score}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fight decided. `star`: the one side whose star was touched; `broken`: the X of the trump was touched."""

    sides: tuple[Side, Side]
    won: Won
    star: Literal["attacker", "defender"] | None = None
    broken: bool = False


def fought(attacker: Side, defender: Side) -> Outcome:
    """Two Zoons: the higher number wins; one star decides by its effect; two stars, or equal numbers, are a tie."""
    sides = (attacker, defender)
    stars = (attacker.corner == "star", defender.corner == "star")
    if stars == (True, False):
        return Outcome(sides, "nobody", "attacker")
    if stars == (False, True):
        return Outcome(sides, "nobody", "defender")
    if stars == (True, True) or attacker.score == defender.score:
        return Outcome(sides, "nobody")
    return Outcome(sides, "attacker" if attacker.score > defender.score else "defender")


def shot(trump: Side, target: Side, *, beaten_is_lost: bool = False) -> Outcome:
    """A trump shoots: only a higher number strikes; a star is a miss; X breaks the trump, whatever else was touched.

    `beaten_is_lost`: a lower number breaks it, too.
    """
    beaten = target.corner != "star" and trump.score < target.score
    broken = trump.corner == "x" or (beaten_is_lost and beaten)
    struck = not broken and target.corner != "star" and trump.score > target.score
    return Outcome((trump, target), "attacker" if struck else "nobody", broken=broken)


class Touch(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A corner that was touched; with `back` the opposite one counts if the card proves to lie turned."""

    corner: CornerName
    back: bool = False


class Duel(Battle, frozen=True):
    """A fight: `defender` and `attacker` are the corners touched on the cards of both sides."""

    outcome: ClassVar[Callable[..., Outcome]]
    """Who wins by the corners that were touched. A card that nobody knows fights with nothing."""
    _own_misfit: ClassVar[Callable[..., str]]

    def touch_on(self, side: Role) -> Touch | None:
        touch: Touch | None = getattr(self, side)
        return touch

    def to_touch(self, agreed: Agreed) -> tuple[int, ...]:
        """The seats that may touch next: the attacker's, then the defender's, or either; none once both have."""
        left = [self.seat] if self.touch_on("defender") is None else []
        if self.touch_on("attacker") is None and (not left or agreed.chose("touching", "either")):
            left.append(1 - self.seat)
        return tuple(left)

    def fighter(self, state: "State", side: Role) -> Piece | None:
        """The Zoon on one side; None for the trump that shoots."""
        fighter: Piece | None = state.at(self.at) if side == "defender" else getattr(self, "piece", None)
        return fighter

    def to_show(self, state: "State") -> tuple[Role, ...]:
        """Whose card must be turned up before it is settled: unknown, or touched on its back."""
        found: list[Role] = []
        for side in SIDES:
            piece, touch = self.fighter(state, side), self.touch_on(side)
            if piece is not None and (piece.card is None or (touch is not None and touch.back)):
                found.append(side)
        return tuple(found)

    def seats_due(self, state: "State") -> frozenset[int]:
        if seats := self.to_touch(state.agreed):
            return frozenset(seats)
        pieces = (self.fighter(state, side) for side in self.to_show(state))
        return frozenset(piece.seat for piece in pieces if piece is not None)

    def is_ready(self, state: "State") -> bool:
        """Whether both have touched and nothing is left to be shown, so that it is settled."""
        return not (self.to_touch(state.agreed) or self.to_show(state))

    def turned_up(self, state: "State", seat: int, at: str) -> tuple[Role, Piece | None]:
        """Which of the two cards a seat turned up there: one that is due before one that is not; None where none."""
        for side in (*self.to_show(state), *SIDES):
            piece = self.fighter(state, side)
            if at == self.at and piece is not None and piece.seat == seat:
                return side, piece
        return "defender", None

    def names(self, state: "State") -> tuple[str, str]:
        fighters = [self.fighter(state, side) for side in SIDES]
        one, other = (None if piece is None else piece.card for piece in fighters)
        return state.called(getattr(self, "trump", one)), state.called(other)

    def early(self, state: "State", event: Any) -> tuple[Breach, ...]:
        if event.answers:
            return ()
        return (Breach("zo-12-touch-first" if self.to_touch(state.agreed) else "zo-13-turned-up", self.at),)

    def turn(self, state: "State") -> Seats:
        return Seats(self.seats_due(state))

    def headline(self, state: "State") -> str:
        seats = sorted(self.seats_due(state))
        name, count = joined([state.seat_name(seat) for seat in seats]), len(seats)
        if self.to_touch(state.agreed):
            return several("{name} to touch", "{name} to touch", count, name=name)
        return several("{name} to turn up", "{name} to turn up", count, name=name)

    def asks(self, state: "State") -> str:
        asked, trump = [], state.called(self.trump) if isinstance(self, Shot) else ""
        for seat in self.to_touch(state.agreed):
            words = _("{name}: touch a corner of the enemy's card.")
            if trump and seat != self.seat:
                words = _("{name}: touch a corner of {trump}.")
            asked.append(words.format(name=state.seat_name(seat), trump=trump))
        if asked:
            return " ".join(asked)
        names = joined(sorted({state.seat_name(seat) for seat in self.seats_due(state)}))
        return _("{name}: turn up the card that fights on {square}.").format(name=names, square=self.at)

    def _misfit(self, state: "State") -> str:
        piece, wrong = state.at(self.at), misfit_of_square(state, self.at)
        if wrong or piece is None:
            return wrong
        if piece.seat == self.seat or piece.cage:
            return f"at: a fight has two sides, and seat {self.seat} has nobody to fight on {self.at}"
        wrong = self._own_misfit(state)
        if wrong or self.seats_due(state):
            return wrong
        return "attacker: both have touched and nothing is left to be shown, so the fight is settled"


class Fight(Duel, frozen=True, tag="fight", kw_only=True):
    """A Zoon, `piece`, come from `start`, lies across the defender; `seat` moved it and touches first."""

    start: str
    piece: Piece
    path: tuple[str, ...] = ()
    defender: Touch | None = None
    attacker: Touch | None = None

    def outcome(self, state: "State") -> Outcome:
        attacker = state.side_of(self.piece, self.attacker, self.piece.moved)
        return fought(attacker, state.side_of(state.at(self.at), self.defender))

    def back_square(self, state: "State") -> str:
        """Where a tie sends the attacker: one square back along its path; its start after one step or a green move."""
        start, to, card = NUMBERS[self.start], NUMBERS[self.at], self.piece.card
        if card is None:
            return self.start
        ways = walked(state, self.seat, (start, to), (card,), self.piece.gear, self.path)
        return NAMES[ways[0].back] if ways else self.start

    def _own_misfit(self, _state: "State") -> str:
        if self.piece.cage:
            return "piece: a caged Zoon does not fight"
        if self.start not in NUMBERS:
            return f"start: expected a square a1 … f6, found {self.start!r}"
        if any(square not in NUMBERS for square in self.path):
            return "path: expected squares a1 … f6"
        return ""


class Shot(Duel, frozen=True, tag="shot"):
    """A trump of `seat` fights the Zoon on `at`."""

    trump: str
    defender: Touch | None = None
    attacker: Touch | None = None

    def outcome(self, state: "State") -> Outcome:
        trump = Side(corner_of(state.agreed.facts.trumps[self.trump].corners, self.attacker))
        target = state.side_of(state.at(self.at), self.defender)
        return shot(trump, target, beaten_is_lost=state.agreed.chose("shots", "lost"))

    def _own_misfit(self, state: "State") -> str:
        trump = state.agreed.facts.trumps.get(self.trump)
        if trump is None or trump.does != "shot":
            return f"trump: no trump of this name shoots, found {self.trump!r}"
        if self.trump not in state.agreed.trumps[self.seat]:
            return f"trump: {self.trump} is no trump of seat {self.seat}"
        return ""


def corner_of(corners: Corners | None, touch: Touch | None) -> Corner:
    return 0 if corners is None or touch is None else getattr(corners, touch.corner)


AnyStep = Fight | Shot | March | Star


class Fought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last fight: on which square, and which cards of which seats were seen in it."""

    at: str
    cards: tuple[tuple[int, str], ...]


class Untidy(ZoonUntidy, frozen=True):
    """`down`: the card there may still lie face up, as `piece` if everybody knows it."""

    asks: ClassVar[dict[str, tuple[str, str]]] = {
        "down": ("s2-turned-down", marked("Turn the card on {square} face down")),
        "off": ("s2-loser-leaves", marked("Take {name} off {square}")),
        "come": ("zo-15-steps-back", marked("Put the card that steps back on {square}")),
        "other": ("zo-15-steps-back", marked("Trade squares: another card belongs on {square}")),
    }
    what: Literal["down", "off", "come", "other"]
    piece: Piece | None = None
    over: Piece | None = None

    def shown(self, _here: Piece | None) -> str | None:
        """Only cards that everybody has just seen in a fight are named."""
        return self.piece.card if self.piece else None


class State(ZoonState, frozen=True, gc=False, kw_only=True):
    """A game of Zoondo: before play the armies are laid, then a lot is drawn. `fought`: the last fight."""

    phase: Phase = "deploy"
    board: tuple[Piece | None, ...] = (None,) * len(BOARD)
    todo: tuple[AnyStep, ...] = ()
    fought: Fought | None = None
    untidy: tuple[Untidy, ...] = ()

    @property
    def duel(self) -> Fight | Shot | None:
        step = self.step
        return step if isinstance(step, Fight | Shot) else None

    def side_of(self, piece: Piece | None, touch: Touch | None, by: str = "") -> Side:
        if piece is None or piece.card is None:
            return Side(0)
        return Side(corner_of(self.agreed.zoon(piece.card).corners, touch), self.boosts(piece.gear, by))

    def lay_words(self, each: str, _counts: set[int]) -> str:
        """How many cards each seat that is not ready yet lays out, and whether they are shown."""
        words = _("Lay your cards face down in the two rows nearest to you, as you like ({each}).")
        if self.agreed.is_shown:
            words = _(
                "Lay your cards face down in the two rows nearest to you, as you like ({each})."
                " Each army is shown to the referee alone, then turned down."
            )
        return words.format(each=each)

    def known_as(self, piece: Piece, card: str) -> Piece:
        """A Zoon whose face everybody has seen: nothing that it did can be doubted any more."""
        return replace(piece, card=card, claims=(), seen=self.agreed.is_shown)

    def claimed(self, piece: Piece, claim: Claim) -> tuple[Claim, ...]:
        """Nothing is held against a card that everybody knows, nor what no card of its army could do."""
        agreed, seat = self.agreed, piece.seat
        if piece.card is not None and (piece.seen or not agreed.is_shown):
            return piece.claims
        before, now = need(agreed, seat, piece.claims), able(agreed, seat, claim)
        says_more = not now.issuperset(agreed.armies[seat] if before is None else before)
        return (*piece.claims, claim) if now and says_more else piece.claims

    def begun(self, event: Any) -> Self:
        """The last fight is over for good once something else happens than that its cards are told."""
        return self if self.fought is None or event.turns_up else replace(self, fought=None)

    def public(self) -> Self:
        """Where the referee was shown more than everybody may know, that is forgotten."""
        if not self.agreed.is_shown:
            return self
        stock, zoons = self.stock, self.agreed.facts.zoons
        pools: list[list[str]] = [list(pool) for pool in stock.unseen]

        def covered(piece: Piece) -> Piece:
            if piece.card is None or piece.is_open:
                return piece
            pools[piece.seat].append(piece.card)
            return replace(piece, card=None)

        board = tuple(None if piece is None else covered(piece) for piece in self.board)
        todo = tuple(
            replace(step, piece=covered(step.piece)) if isinstance(step, Fight) else step
            for step in self.todo
        )
        for piles in (stock.reinforcements, stock.off):
            for seat, pile in enumerate(piles):
                pools[seat].extend(card for card in pile if card in zoons and card is not None)
        state = self.with_piles(
            unseen=tuple(tuple(sorted(pool)) for pool in pools),
            reinforcements=tuple((None,) * len(pile) for pile in stock.reinforcements),
            off=tuple(tuple(None if card in zoons else card for card in pile) for pile in stock.off),
        )
        return replace(state, board=board, todo=todo)

    def piece_faults(self) -> Iterator[str]:
        for number, piece in enumerate(self.board):
            if piece is not None and piece.up and (piece.card is None or self.duel is None):
                yield f"cards.{NAMES[number]}.up: a card lies face up only while it fights, and then has a name"

    def play_faults(self, seat: Seat) -> Iterator[str]:
        for step in self.todo:
            if isinstance(step, Fight) and step.piece.seat == seat and not self.faces_of(step.piece):
                yield f"todo: no card left can have attacked {step.at}"
