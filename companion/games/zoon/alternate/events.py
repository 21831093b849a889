"""Zoon by the alternate rules: the frozen state, the steps that can be due, and all that can happen.

Fights and shots are decided by dice; six cards lie face up. A card shown must be one that lay there.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import Any, ClassVar, Literal, Self

import msgspec
from msgspec.structs import replace

from companion.game import Chance, Contest, Event, Seat, Violation
from companion.games.zoon.family import events, moves
from companion.games.zoon.family.deck import BOARD, Boost, Corner, Corners, Trump, Zoon
from companion.games.zoon.family.events import Deed, Deployed, DrawAgreed, Reinforced, Resigned, Starts
from companion.games.zoon.family.moves import Battle, March, Star, Step, Stopped
from companion.games.zoon.family.state import (
    NAMES,
    NUMBERS,
    ROOM,
    WORDS,
    Claim,
    ZoonPiece,
    ZoonState,
    ZoonUntidy,
    able,
    only,
)
from companion.games.zoon.family.tribes import Agreed
from companion.language import _, joined, marked, several

Phase = Literal["deploy", "fronts", "lot", "play"]
Penny = Literal["heads", "tails"]
FEWEST_UP = 6


def other_side(penny: Penny | None) -> Penny | None:
    if penny is None:
        return None
    return "tails" if penny == "heads" else "heads"


class Piece(ZoonPiece, frozen=True, kw_only=True):
    """A Zoon by the alternate rules; a `penny` lies on face-up cards only."""

    penny: Penny | None = None

    def faults(self, at: str) -> Iterator[str]:
        """Its invariants wherever it lies; `at` is the field of its place."""
        if self.up and self.card is None:
            yield f"{at}.card: a face-up card has a name"
        if not self.up and self.penny is not None:
            yield f"{at}.penny: no penny lies on a face-down card"
        elif self.cage and self.penny is not None:
            yield f"{at}.penny: no penny lies on a caged card"
        elif self.up and self.penny is None and not self.cage:
            yield f"{at}.penny: a penny lies on every face-up Zoon"

    def turned_up(self, card: str | None) -> "Piece":
        """The piece as this card, face up with a penny on heads; a caged one has no penny."""
        return replace(self, card=card, up=True, penny=None if self.cage else "heads", claims=())

    def turned_down(self) -> "Piece":
        return self

    def rested(self, at: str) -> "tuple[Piece, Untidy]":
        """The Zoon with its penny turned over after a fight, and the chore of turning it."""
        return replace(self, penny=other_side(self.penny)), Untidy("flip", at)


class Aside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trump beside the board, with the penny that it holds."""

    trump: str
    penny: Penny = "tails"


Asides = tuple[tuple[Aside, ...], ...]


# The result of a fight: combat values, stars and X, the dice, the underdog.

Won = Literal["attacker", "defender", "draw"]
DICE = tuple((one, two) for one in range(1, 7) for two in range(1, 7))


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight: the pair of corners that its penny makes count, and boosts by trumps."""

    pair: tuple[Corner, Corner]
    boosts: tuple[Boost, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers printed in the pair, without star and X."""
        return tuple(corner for corner in self.pair if isinstance(corner, int))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fight decided. `star`: on a draw, the one side whose star does its work."""

    values: tuple[int, int]
    totals: tuple[int, int]
    won: Won
    underdog: bool = False
    star: Literal["attacker", "defender"] | None = None

    @property
    def sums(self) -> tuple[str, ...]:
        """Each side's sum: combat value + die = total."""
        both = zip(self.values, self.totals, strict=True)
        return tuple(f"{value} + {total - value} = {total}" for value, total in both)


def pair(corners: Corners, penny: str | None) -> tuple[Corner, Corner]:
    """The corners that count: the top pair on heads (or without a penny), the bottom pair on tails."""
    return corners.bottom if penny == "tails" else corners.top


@lru_cache(maxsize=4096)
def values(
    attacker: Side, defender: Side, *, each_star: bool = True, one_for_each_number: bool = True
) -> tuple[int, int]:
    """The combat values of both sides, with stars and X replaced and trumps counted in.

    `each_star`: two stars in a pair copy the number twice. `one_for_each_number`: "plus-one" adds one per printed
    number of the pair, else one in all.
    """

    def of(side: Side, other: Side) -> int:
        stars, crosses = side.pair.count("star"), side.pair.count("x")
        value = sum(side.numbers)
        if stars and not other.pair.count("star"):
            value += max(other.numbers, default=0) * (stars if each_star else 1)
        if crosses and not other.pair.count("x"):
            value += min(other.numbers, default=0) * crosses
        for boost in sorted(side.boosts):
            if boost == "double":
                value *= 2
            else:
                value += len(side.numbers) if one_for_each_number else 1
        return value

    return of(attacker, defender), of(defender, attacker)


def outcome(
    attacker: Side,
    defender: Side,
    dice: tuple[int, int],
    worth: tuple[int, int],
    *,
    attackers_star: bool = False,
) -> Outcome:
    """The winner by these dice: the higher total; with equal totals the lower value; with equal values nobody.

    `worth`: the combat values of both sides. `attackers_star`: of two stars on a draw the attacker's works.
    """
    totals = (worth[0] + dice[0], worth[1] + dice[1])
    if totals[0] != totals[1]:
        return Outcome(worth, totals, "attacker" if totals[0] > totals[1] else "defender")
    if worth[0] != worth[1]:
        return Outcome(worth, totals, "attacker" if worth[0] < worth[1] else "defender", underdog=True)
    stars = (bool(attacker.pair.count("star")), bool(defender.pair.count("star")))
    star: Literal["attacker", "defender"] | None = None
    if stars == (True, False) or (attackers_star and stars == (True, True)):
        star = "attacker"
    elif stars == (False, True):
        star = "defender"
    return Outcome(worth, totals, "draw", star=star)


@lru_cache(maxsize=4096)
def odds(worth: tuple[int, int]) -> float:
    """The share of all throws of both dice that an attacker wins with these combat values."""
    plain = Side((0, 0))
    return sum(outcome(plain, plain, dice, worth).won == "attacker" for dice in DICE) / len(DICE)


class Roll(Battle, frozen=True):
    """A fight for the square `at` that awaits dice."""

    sides: ClassVar[Callable[..., tuple[Side, Side]]]
    """Both sides of the fight: the attacker or trump, then the defender."""
    _own_misfit: ClassVar[Callable[..., str]]

    def decided(self, state: "State", dice: tuple[int, int]) -> Outcome:
        sides, both = self.sides(state), state.agreed.chose("za-20", "attacker")
        return outcome(*sides, dice, state.values(*sides), attackers_star=both)

    def turn(self, _state: "State") -> Chance:
        return Chance("dice", (self.seat, 1 - self.seat), _("Both roll a die for the fight."))

    def headline(self, _state: "State") -> str:
        return _("Fight!")

    def early(self, _state: "State", event: Any) -> tuple[Violation, ...]:
        if event.answers == "dice":
            return ()
        return (Violation("za-32-dice-first", _("the fight on {square}").format(square=self.at)),)

    def asks(self, state: "State") -> str:
        return self.told(state, _("Both press to roll: {one} {value} against {other} {other_value}"))

    def told(self, state: "State", words: str) -> str:
        (one, other), (value, other_value) = self.names(state), state.values(*self.sides(state))
        return words.format(one=one, value=value, other=other, other_value=other_value)

    def _misfit(self, state: "State") -> str:
        wrong, piece = moves.misfit_of_square(state, self.at), state.at(self.at)
        side = self.piece.seat if isinstance(self, Fight) else self.seat
        if piece is not None and (piece.cage or piece.seat == side == self.seat):
            wrong = f"at: a fight has two sides, and seat {side} has nobody to fight on {self.at}"
        return wrong or self._own_misfit(state)


class Fight(Roll, frozen=True, tag="fight"):
    """`piece` stands over the defender on `at`; on a draw it goes back to `back`."""

    back: str
    piece: Piece

    def sides(self, state: "State") -> tuple[Side, Side]:
        return state.side_of(self.piece, self.piece.moved), state.side_of(state.at(self.at))

    def names(self, state: "State") -> tuple[str, str]:
        return state.card_name(self.piece), state.shown_at(self.at)

    def _own_misfit(self, _state: "State") -> str:
        if self.piece.cage:
            return "piece: a caged Zoon does not fight"
        return "" if self.back in NUMBERS else f"back: expected a square a1 … f6, found {self.back!r}"


class Shot(Roll, frozen=True, tag="shot"):
    """A trump, its penny on this side, shoots at the Zoon on `at`."""

    trump: str
    penny: Penny

    def sides(self, state: "State") -> tuple[Side, Side]:
        corners = state.agreed.facts.trumps[self.trump].corners
        assert corners is not None
        return Side(pair(corners, self.penny)), state.side_of(state.at(self.at))

    def names(self, state: "State") -> tuple[str, str]:
        return state.called(self.trump), state.shown_at(self.at)

    def _own_misfit(self, state: "State") -> str:
        trump = state.agreed.facts.trumps.get(self.trump)
        if trump is None or trump.corners is None:
            return f"trump: no trump of this name shoots, found {self.trump!r}"
        beside = Aside(self.trump, self.penny) in state.aside[self.seat]
        played = beside if trump.reused else self.trump in state.stock.tomb[self.seat]
        return "" if played else f"trump: seat {self.seat} has not played {self.trump}"


class Show(Step, frozen=True, tag="show"):
    """This seat turns up its card on `at`, attacked or shot at, before the dice are thrown."""

    in_fights: ClassVar[bool] = True
    at: str

    def asks(self, state: "State") -> str:
        words = _("{name}: turn up the card on {square} and put a penny on it, heads up.")
        return words.format(name=state.seat_name(self.seat), square=self.at)

    def early(self, _state: "State", event: Any) -> tuple[Violation, ...]:
        fits = event.answers == "card" and (event.seat, event.at) == (self.seat, self.at)
        return () if fits else (Violation("za-09-turned-up", self.at),)

    def _misfit(self, state: "State") -> str:
        wrong, piece = moves.misfit_of_square(state, self.at), state.at(self.at)
        if piece is None or (piece.seat == self.seat and not piece.up):
            return wrong
        return f"at: expected a face-down card of seat {self.seat} on {self.at}"

    def is_idle(self, state: "State") -> bool:
        piece = state.at(self.at)
        return piece is None or piece.up


class TurnUp(Step, frozen=True, tag="turn-up", omit_defaults=True):
    """This seat turns up `left` more of its face-down cards; `stays`: that ends no turn."""

    owed: ClassVar[bool] = True
    left: int = 1
    stays: bool = False

    def asks(self, state: "State") -> str:
        return several(
            "{name}: turn up one more card and put a penny on it, heads up.",
            "{name}: turn up {n} more cards and put a penny on each, heads up.",
            self.left,
            name=state.seat_name(self.seat),
        )

    def early(self, state: "State", event: Any) -> tuple[Violation, ...]:
        if event.answers == "dice":
            unasked: tuple[Violation, ...] = event.unasked(state)
            return unasked
        if event.answers == "card" and event.seat == self.seat:
            return ()
        words = _("{name} turns up {n}").format(name=state.seat_name(self.seat), n=self.left)
        return (Violation("za-04-flip-one-more", words),)

    def _misfit(self, state: "State") -> str:
        down = len(state.face_down(self.seat))
        return "" if 0 < self.left <= down else f"left: expected 1 to {down}, found {self.left}"

    def is_idle(self, _state: "State") -> bool:
        return self.left <= 0


AnyStep = Fight | Shot | Show | TurnUp | March | Star


class Untidy(ZoonUntidy, frozen=True):
    """`flip`: the penny has not been turned; `penny`: it is missing, on heads; `spare`: one must not lie there."""

    asks: ClassVar[dict[str, tuple[str, str]]] = {
        "off": ("za-24-loser-leaves", marked("Take {name} off {square}")),
        "come": ("za-22-attacker-steps-back", marked("Put {name} on {square}")),
        "other": ("za-22-attacker-steps-back", marked("Trade squares: {name} belongs on {square}")),
        "flip": ("za-25-pennies-turn-after-fights", marked("Turn the penny on {square} over")),
        "penny": ("za-06-heads-when-turned-up", marked("Put a penny on {square}, heads up")),
        "spare": ("zo-28-caged", marked("Take the penny off {square}")),
    }
    what: Literal["off", "come", "other", "flip", "penny", "spare"]
    piece: Piece | None = None
    over: Piece | None = None

    def shown(self, here: Piece | None) -> str | None:
        piece = here if self.what == "other" else self.piece or here
        return piece.card if piece is not None and piece.up else None

    def words(self, agreed: Agreed, here: Piece | None) -> str:
        if self.what == "flip" and here is not None and here.penny is not None:
            return _(WORDS["turn-penny"][here.penny]).format(square=self.at)
        return super().words(agreed, here)


class State(ZoonState, frozen=True, gc=False, kw_only=True):
    """A game by the alternate rules."""

    phase: Phase = "deploy"
    board: tuple[Piece | None, ...] = (None,) * len(BOARD)
    aside: Asides = ((), ())  # the trumps beside the board, with their pennies
    todo: tuple[AnyStep, ...] = ()
    untidy: tuple[Untidy, ...] = ()

    @property
    def fight(self) -> Fight | Shot | None:
        """The fight that is due, if any: the next step, or the one after a card is shown."""
        for step in reversed(self.todo):
            if isinstance(step, Fight | Shot):
                return step
            if not isinstance(step, Show):
                return None
        return None

    def with_aside(self, seat: Seat, row: Iterable[Aside]) -> Self:
        """The state with one seat's trumps beside the board replaced, sorted by name, then by penny."""
        ordered = tuple(sorted(row, key=lambda aside: (aside.trump, aside.penny)))
        return replace(self, aside=(ordered, self.aside[1]) if seat == 0 else (self.aside[0], ordered))

    def values(self, attacker: Side, defender: Side) -> tuple[int, int]:
        """The combat values of both sides."""
        each_star, each_number = self.agreed.chose("za-16", "each"), self.agreed.chose("za-29", "each")
        return values(attacker, defender, each_star=each_star, one_for_each_number=each_number)

    def side_of(self, piece: Piece | None, by: str = "") -> Side:
        """A Zoon's side with what it carries; an unknown card fights with nothing."""
        assert piece is not None
        if piece.card is None:
            return Side((0, 0))
        return Side(pair(self.agreed.zoon(piece.card).corners, piece.penny), self.boosts(piece.gear, by))

    def shown_at(self, square: str | None, shown: str | None = None) -> str:
        """What lies on a square, as far as it is `shown`."""
        if shown is not None:
            return self.called(shown)
        piece = self.at(square)
        return _("nothing") if piece is None else self.card_name(piece)

    def lay_words(self, each: str, counts: set[int]) -> str:
        if counts == {ROOM}:
            return _("Lay twelve cards in the two rows nearest to you, as you like.")
        return _("Lay your cards in the two rows nearest to you, as you like ({each}).").format(each=each)

    # Cards turned up: the front rows before play, then always six of a seat, or all of five or fewer.

    def laid_on(self, row: Iterable[str]) -> tuple[str, ...]:
        """The squares of a row that have cards, in its order."""
        return tuple(cell for cell in row if self.at(cell) is not None)

    def more_up(self, seat: int) -> int:
        """Number of back-row cards a seat turns up besides its front row, to have six face up."""
        fronts = len(self.laid_on(BOARD.front(seat)))
        return min(max(0, FEWEST_UP - fronts), self.to_lay(seat) - fronts)

    def face_down(self, seat: int) -> list[int]:
        """The squares of a seat's face-down Zoons; a caged card is never turned up."""
        return [number for number, piece in self.zoons_of(seat) if not piece.up]

    def missing_up(self, seat: int) -> int:
        """Number of cards a seat must still turn up until six, or all of five or fewer, lie face up."""
        zoons = [piece for _n, piece in self.zoons_of(seat)]
        zoons.extend(s.piece for s in self.todo if isinstance(s, Fight) and s.piece.seat == seat)
        up: int = sum(piece.up for piece in zoons)
        down = len(zoons) - up
        return down if len(zoons) < FEWEST_UP else min(down, max(0, FEWEST_UP - up))

    def owed(self, seat: int) -> int:
        """Number of cards that a seat must turn up by steps already due."""
        return sum(step.left for step in self.todo if isinstance(step, TurnUp) and step.seat == seat)

    def asked_to_turn_up(self, seat: int, at_least: int = 0) -> Self:
        """The state with a step for the cards that a seat must turn up besides those it owes, if any."""
        owed = self.owed(seat)
        left = max(self.missing_up(seat) - owed, min(at_least, len(self.face_down(seat)) - owed))
        return replace(self, todo=(*self.todo, TurnUp(seat, left))) if left > 0 else self

    def asked(self) -> Self:
        """The state with steps for cards that lie face down against the rules; they end no turn."""
        asked = self
        for seat in (0, 1):
            asked = asked.asked_to_turn_up(seat)
        if self.todo:
            due = len(self.todo)
            if any(step.fights for step in self.todo):
                # A fight under way is settled first: the new steps wait beneath it.
                return replace(asked, todo=(*asked.todo[due:], *asked.todo[:due]))
            return asked
        stays = (TurnUp(step.seat, step.left, stays=True) for step in asked.todo if isinstance(step, TurnUp))
        return replace(asked, todo=tuple(stays))

    def may_show(self, piece: Piece | None, card: str | None) -> bool:
        """Whether a Zoon is, or can prove to be, this card; None fits any."""
        if piece is None or card is None:
            return card is None
        return card == piece.card or (piece.card is None and card in self.stock.unseen[piece.seat])

    def shown_as(self, piece: Piece, square: str, card: str | None) -> tuple[Self, Piece]:
        """The state with a Zoon turned up on its square, as this card or the only one it can be; else as it lay."""
        card = piece.card or card or only(self.possible(NUMBERS[square]))
        if piece.up or card is None:
            return self, piece
        state = self.learnt(piece.seat, card) if piece.card is None else self
        return state, piece.turned_up(card)

    def gone(self, piece: Piece, card: str | None, claim: Claim | None, *, shows: bool) -> tuple[Self, Piece]:
        """A face-down Zoon after its move: it `shows` itself as this card, or keeps a claim about what it did."""
        state = self.learnt(piece.seat, card) if piece.card is None else self
        if shows and card is not None:
            return state, replace(piece, card=card, up=True, penny="heads", claims=())
        claims = () if card is not None else piece.claims
        if card is None and claim is not None:
            claims = state.claimed(piece, claim)
        return state, replace(piece, card=card, up=False, penny=None, claims=claims)

    def face_violations(self, square: str, card: str | None, *, must_show: bool) -> Iterator[Violation]:
        """Violations of showing this card on a square; None: it was not shown."""
        if card is None and not must_show:
            return
        can, piece = self.possible(NUMBERS[square]), self.at(square)
        if piece is None or piece.card is not None:
            if card not in (None, *can):
                yield Violation("ours-same-card", _("on {place}").format(place=square))
        elif card is None:
            if len(can) > 1:
                yield Violation("za-09-turned-up", square)
        elif card not in self.agreed.facts.zoons:
            yield Violation("ours-cards-of-the-army", card)
        elif card not in can:
            claim, name = self.refuted(piece, card), self.agreed.facts.name(card)
            if claim is not None and card in self.stock.unseen[piece.seat]:
                by = f" ({claim.by})" if claim.by else ""
                yield Violation("za-09-as-it-slid", f"{name}: {claim.start} → {claim.to}{by}")
            else:
                yield Violation("ours-cards-of-the-army", f"{name} ({self.seat_name(piece.seat)})")

    # What the family asks for.

    def claimed(self, piece: Piece, claim: Claim) -> tuple[Claim, ...]:
        """No claim is kept for a known card, nor one that no card could meet."""
        if piece.card is not None or claim in piece.claims or not able(self.agreed, piece.seat, claim):
            return piece.claims
        return (*piece.claims, claim)

    def beaten(self, piece: Piece) -> Self:
        """The loser of a fight leaves the game, and its owner turns up one more card."""
        state = self.lost(piece)
        if state.over is not None:
            return state
        return state.asked_to_turn_up(piece.seat, at_least=int(state.agreed.chose("za-04", "literal")))

    def settled(self) -> Self:
        if self.phase != "play":
            return self
        if not self.todo:
            return ZoonState.settled(self)
        # No step asks for more cards than lie face down: what waited beneath a fight may be done by now.
        todo: list[AnyStep] = []
        for step in self.todo:
            if isinstance(step, TurnUp):
                step = replace(step, left=min(step.left, len(self.face_down(step.seat))))
            if not isinstance(step, TurnUp) or step.left > 0:
                todo.append(step)
        state = replace(self, todo=tuple(todo))
        settled = ZoonState.settled(state)
        # The last step done says whether the turn ends by it.
        stays = any(isinstance(step, TurnUp) and step.stays for step in todo[:1] or self.todo)
        if not stays or settled.todo or self.over is not None:
            return settled
        state = replace(state, todo=())
        return replace(state, over=state.stuck())

    def piece_faults(self) -> Iterator[str]:
        for number, piece in enumerate(self.board):
            if piece is not None:
                yield from piece.faults(f"cards.{NAMES[number]}")

    def laying_faults(self, seat: Seat) -> Iterator[str]:
        """Before play only a seat that is ready has turned cards up."""
        turned = self.phase == "fronts" and self.ready[seat]
        for number, piece in enumerate(self.board):
            if piece is None or piece.seat != seat:
                continue
            must = turned and NAMES[number] in BOARD.front(seat)
            if piece.up < must or (piece.up and not turned) or (piece.card is not None and not piece.up):
                yield f"cards.{NAMES[number]}: face down without a name until its seat has turned up its front row"

    def play_faults(self, seat: Seat) -> Iterator[str]:
        """Six cards are face up, or due to be."""
        missing = self.missing_up(seat)
        if missing > self.owed(seat):
            yield f"cards: seat {seat} has too few cards face up: six, or all of five or fewer; {missing} more"


class FrontsUp(Deed, frozen=True):
    """A seat has turned up its front row, a → f; `also`: back-row squares turned up after it to reach six."""

    plays: ClassVar[bool] = False
    final: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]
    also: tuple[str, ...] = ()

    def violations(self, state: State) -> Iterator[Violation]:
        seat, also, more = self.seat, self.also, state.more_up(self.seat)
        if state.ready[seat]:
            yield Violation("za-02-fronts-up-first", _("this front row is up already"))
        rest = state.laid_on(BOARD.back(seat))
        if len(set(also)) != len(also) or any(cell not in rest for cell in also):
            yield Violation("za-03-reach-six", ", ".join(also))
        if len(also) != more:
            words = _("{n} of {wanted} from the back row")
            yield Violation("za-03-reach-six", words.format(n=len(also), wanted=more))
        wanted = len(state.laid_on(BOARD.front(seat))) + len(also)
        if len(self.cards) != wanted:
            words = _("{n} of {wanted} cards")
            yield Violation("za-02-fronts-up-first", words.format(n=len(self.cards), wanted=wanted))
        beyond = Counter(self.cards) - Counter(state.stock.unseen[seat])
        if beyond:
            card, zoons = next(iter(beyond)), state.agreed.facts.zoons
            yield Violation("ours-cards-of-the-army", zoons[card].name if card in zoons else card)

    def after(self, state: State) -> State:
        seat, before = self.seat, state
        changes: dict[int, Piece | None] = {}
        for square, card in zip_longest((*state.laid_on(BOARD.front(seat)), *self.also), self.cards):
            piece = state.at(square)
            if card is not None:
                if square is None or piece is None or card not in state.stock.unseen[seat]:
                    return before
                changes[NUMBERS[square]] = piece.turned_up(card)
                state = state.learnt(seat, card)
        pennies = (Untidy("penny", NAMES[number]) for number in changes)
        untidy = tuple(sorted((*state.untidy, *pennies), key=lambda thing: thing.at))
        return replace(state.put(changes), untidy=untidy).with_ready(seat, "lot")

    def said(self, state: State) -> str:
        cards = ", ".join(state.called(card) for card in self.cards)
        return _("{name}: front row turned up: {cards}").format(name=state.seat_name(self.seat), cards=cards)

    def alternatives(self, state: State, region: str) -> Iterator[Event]:
        # The same row with another card on one square: one left in the army, or traded with another square.
        squares = (*state.laid_on(BOARD.front(self.seat)), *self.also)
        if region not in squares or region not in NUMBERS:
            return
        place, cards = squares.index(region), self.cards
        left = Counter(state.stock.unseen[self.seat]) - Counter(cards)
        species = state.agreed.facts.zoons
        here = cards[place]
        names = sorted(set(state.stock.unseen[self.seat]) - {here})
        names.sort(key=lambda card: species[card].species != species[here].species)
        for card in names:
            row = list(cards)
            row[place] = card
            if left[card]:
                yield FrontsUp(self.seat, tuple(row), self.also)
            for other, there in enumerate(cards):
                if there == card and other != place:
                    swapped = list(row)
                    swapped[other] = here
                    yield FrontsUp(self.seat, tuple(swapped), self.also)


class Moved(moves.Moved, frozen=True):
    """`card`: the mover as far as the move shows it; `met`: the face-down defender that the attack turned up.

    `path`: the squares walked on, needed only where two ways lead to one square.
    """

    card: str | None = None
    met: str | None = None
    path: tuple[str, ...] = ()

    def shown_violations(self, state: State, piece: Piece) -> Iterator[Violation]:
        target = state.at(self.to)
        if piece.card is not None:
            if self.card not in (None, piece.card):
                yield Violation("ours-same-card", state.card_on(piece, self.start))
        else:
            must_show = target is not None or piece.leaves_back_row(self.to)
            yield from state.face_violations(self.start, self.card, must_show=must_show)
        yield from state.face_violations(self.to, self.met, must_show=False)

    def gone(
        self, state: State, piece: Piece, ends: tuple[int, int], todo: tuple[AnyStep, ...], by: str
    ) -> State:
        start, to = ends
        target = state.board[to]
        if not (state.may_show(piece, self.card) and state.may_show(target, self.met)):
            return state
        card, back = piece.card or self.card, start
        shows = target is not None or piece.leaves_back_row(self.to)
        if card is None and shows:
            card = only(state.possible(start))
        # An attacker steps back one square along its path, or to its start after a green move.
        if target is not None and card is not None:
            # The grid is read as its owner sees it, or as a controller does.
            seat = self.seat if moves.moves_enemies(state, self.start) else piece.seat
            ways = moves.walked(state, seat, (start, to), (card,), piece.gear, self.path)
            back = ways[0].back if state.is_any_open(ways[:1]) else start
        untidy = state.tidied(self.start, self.to)
        if not piece.up:
            carried = piece.gear and state.agreed.facts.trumps[piece.gear].strides and not by
            claim = None if carried else Claim(self.start, self.to, by)
            state, piece = state.gone(piece, card, claim, shows=shows)
            if piece.up:
                untidy = (*untidy, Untidy("penny", self.to))
        if target is None:
            return replace(state.put({start: None, to: piece}), todo=todo, untidy=untidy)
        state, target = state.shown_as(target, self.to, self.met)
        shows_first = () if target.up else (Show(target.seat, self.to),)
        todo = (*todo, Fight(self.seat, self.to, NAMES[back], piece), *shows_first)
        return replace(state.put({start: None, to: target}), todo=todo, untidy=untidy)

    def said(self, state: State) -> str:
        piece, target = state.at(self.start), state.at(self.to)
        turns_up = (
            piece is not None and not piece.up and (target is not None or self.to[1:] != self.start[1:])
        )
        met = "" if target is None else state.shown_at(self.to, self.met if not target.up else None)
        return self.words(state, state.shown_at(self.start, self.card if turns_up else None), met)

    def reveals(self, state: State) -> bool:
        piece = state.at(self.start)
        return (self.card is not None and piece is not None and not piece.up) or self.met is not None

    def decided(self, state: State) -> Event:
        piece = state.at(self.start)
        return replace(self, card=None) if piece is not None and piece.card is None else self


class Fought(Deed, frozen=True):
    """Both dice of a fight: the attacker's (or shooter's), then the defender's."""

    told: ClassVar[bool] = True
    final: ClassVar[bool] = True
    answers: ClassVar[str] = "dice"
    dice: tuple[int, int]

    def unasked(self, _state: State) -> tuple[Violation, ...]:
        return (Violation("za-32-dice-first", _("no fight is due")),)

    def violations(self, _state: State) -> Iterator[Violation]:
        if not all(1 <= die <= 6 for die in self.dice):
            yield Violation("za-32-one-die-each", joined(list(map(str, self.dice))))

    def after(self, state: State) -> State:
        step = state.step
        if not isinstance(step, Fight | Shot):
            return state
        result = step.decided(state, self.dice)
        state = replace(state, todo=state.todo[:-1])
        target = state.at(step.at)
        if isinstance(step, Fight):
            fighters = (step.piece, target)
            return moves.after_fight(state, step.at, fighters, result.won, result.star, step.back)
        trump = state.agreed.facts.trumps[step.trump]
        assert trump.corners is not None
        if trump.reused:
            shows_x = "x" in pair(trump.corners, step.penny)
            gone = state.agreed.chose("za-27", "lost") and shows_x and result.won == "defender"
            row = list(state.aside[step.seat])
            row.remove(Aside(trump.id, step.penny))
            if gone:
                state = state.added("tomb", step.seat, trump.id)
            else:
                row.append(Aside(trump.id, other_side(step.penny) or "heads"))
            state = state.with_aside(step.seat, row)
        return moves.shot_at(state, step.at, target, struck=result.won == "attacker")

    def said(self, state: State) -> str:
        step = state.step
        if not isinstance(step, Roll):
            return _("Dice: {one} and {other}").format(one=self.dice[0], other=self.dice[1])
        return self._outcome(state, step)[0]

    def contest(self, state: State) -> Contest | None:
        step = state.step
        if not isinstance(step, Roll) or any(self.violations(state)):
            return None
        return self._outcome(state, step)[1]

    def _outcome(self, state: State, step: Roll) -> tuple[str, Contest]:
        """The result of a fight, in a sentence and as a contest."""
        result, back = step.decided(state, self.dice), step.back if isinstance(step, Fight) else ""
        kind = "underdog" if result.underdog else "beats"
        if result.won == "draw":
            kind = "shot" if isinstance(step, Shot) else "tie" if result.star is None else "star"
        return step.came_to(state, kind, result, result.sums, back, self.dice)


class TurnedUp(events.TurnedUp, frozen=True):
    """A card that must lie face up, or that is attacked."""

    answers: ClassVar[str] = "card"

    def unasked(self, _state: State) -> tuple[Violation, ...]:
        return (Violation("za-03-stays-down", self.at),)

    def violations(self, state: State) -> Iterator[Violation]:
        if self.at not in NUMBERS:
            yield Violation("ours-squares", self.at)
            return
        piece = state.at(self.at)
        if piece is None or piece.up or piece.seat != self.seat or piece.cage:
            yield Violation("za-05-own-face-down", self.at)
        yield from state.face_violations(self.at, self.card, must_show=True)

    def after(self, state: State) -> State:
        step, todo = state.step, state.todo
        if isinstance(step, TurnUp):
            todo = (*todo[:-1], replace(step, left=step.left - 1))
        elif isinstance(step, Show) and step.at == self.at:
            todo = todo[:-1]
        piece = state.at(self.at)
        if not state.may_show(piece, self.card):
            return state
        if piece is None or piece.up:
            return replace(state, todo=todo)
        state, shown = state.shown_as(piece, self.at, self.card)
        if not shown.up:
            return state
        untidy = state.tidied(self.at)
        if not isinstance(step, Show):
            untidy = (*untidy, Untidy("penny", self.at))
        return replace(state.put({NUMBERS[self.at]: shown}), todo=todo, untidy=untidy)

    def said(self, state: State) -> str:
        piece = state.at(self.at)
        card = self.card or (piece.card if piece is not None else None)
        words = _("{name}: {card} turned up on {square}")
        return words.format(name=state.seat_name(self.seat), card=state.called(card), square=self.at)


def copies(state: State, seat: int, trump: str) -> tuple[Penny | None, ...]:
    """The copies of a trump that a seat may play, by penny: None for one in hand, then those beside the board."""
    beside = {aside.penny for aside in state.aside[seat] if aside.trump == trump}
    return (*((None,) if trump in state.stock.hand[seat] else ()), *sorted(beside))


class PlayedTrump(moves.PlayedTrump, frozen=True):
    """`met`: the face-down target as turned up.

    `penny`: names the copy beside the board by its side, where a seat has others of the same trump.
    """

    met: str | None = None
    penny: Penny | None = None

    def aim_violations(self, state: Any, trump: Trump) -> Iterator[Violation]:
        ways = copies(state, self.seat, self.trump)
        if self.penny is not None and self.penny not in ways:
            words = _(WORDS["no-penny-on"][self.penny])
            yield Violation("za-26-trump-beside-the-board", words.format(trump=trump.name))
        elif self.penny is None and None not in ways and len(ways) > 1:
            yield Violation("za-26-which-copy", trump.name)
        yield from super().aim_violations(state, trump)
        if trump.does == "shot" and self.at in NUMBERS:
            yield from state.face_violations(self.at, self.met, must_show=False)
        elif self.met is not None:
            yield Violation("ours-same-card", trump.name)

    def each_copy(self, state: State) -> Iterator[Event]:
        ways = copies(state, self.seat, self.trump)
        return (replace(self, penny=penny) for penny in ways) if len(ways) > 1 else iter((self,))

    def after(self, state: State) -> State:
        trump = state.agreed.facts.trumps.get(self.trump)
        if trump is None or self.trump not in moves.held(state, self.seat):
            return state
        if not state.may_show(state.at(self.at) if trump.does == "shot" else None, self.met):
            return state
        if trump.does in moves.LAID and trump.id not in state.stock.hand[self.seat]:
            return state
        done: State = self.carried_out(state, trump)
        return done

    def born(self, state: State, at: str, trump: Trump) -> State:
        piece = Piece(seat=self.seat, card=trump.id, up=True, penny="heads")
        return replace(state.put({NUMBERS[at]: piece}), untidy=(*state.untidy, Untidy("penny", at)))

    def caged(self, state: State, at: str, target: Piece, trump: Trump) -> State:
        piece = replace(target, penny=None, cage=trump.id, claims=(), moved="")
        state = replace(state.put({NUMBERS[at]: piece}), untidy=(*state.untidy, Untidy("spare", at)))
        return state.asked_to_turn_up(target.seat)

    def shot(self, state: State, at: str, trump: Trump) -> State:
        """The target is turned up, and dice are awaited; a face-down shooter claims to be able to shoot."""
        seat, target = self.seat, state.at(at)
        # The copy played: by `penny`, else the one in hand, else the first beside the board.
        found = copies(state, seat, self.trump)
        penny = self.penny if self.penny in found else next(iter(found), None)
        if penny is None:
            # It leaves the hand: for the tomb if it serves once, else to lie beside the board with a penny.
            used = trump.reused and trump.id in state.stock.hand[seat]
            state = state.taken("hand", seat, trump.id) if used else moves.served(state, seat, trump)
            if used:
                row = [*state.aside[seat], Aside(trump.id, "heads")]
                state = state.with_aside(seat, row)
        changes: dict[int, Piece | None] = {}
        if not target.up:
            state, target = state.shown_as(target, at, self.met)
            if target.up:
                changes[NUMBERS[at]] = target
                state = replace(state, untidy=(*state.tidied(at), Untidy("penny", at)))
        shooter = state.at(self.by)
        if shooter is not None and self.by and shooter.card is None and trump.shots:
            claims = state.claimed(shooter, Claim(self.by, at, trump.id))
            changes[NUMBERS[self.by]] = replace(shooter, claims=claims)
        shows = () if target.up else (Show(target.seat, at),)
        todo = (*state.todo, Shot(seat, at, trump.id, penny or "heads"), *shows)
        return replace(state.put(changes), todo=todo)

    def said(self, state: State) -> str:
        target = state.at(self.at)
        met = "" if target is None else state.shown_at(self.at, self.met if not target.up else None)
        copy = state.called(self.trump, self.trump)
        if self.penny is not None:
            copy = trump_beside(state, self.trump, self.penny)
        elif len(copies(state, self.seat, self.trump)) > 1:
            copy = _("{trump} out of the hand").format(trump=copy)
        return self.words(state, copy, met)

    def reveals(self, _state: State) -> bool:
        return self.met is not None

    def decided(self, _state: State) -> Event:
        return replace(self, met=None)


def trump_beside(state: State, trump: str, penny: str) -> str:
    """A trump beside the board, with the side of its penny."""
    return _(WORDS["penny-on"][penny]).format(trump=state.called(trump, trump))


class Swapped(moves.Swapped, frozen=True):
    """`card`: the face-down partner, if shown."""

    card: str | None = None

    def trade_violations(self, state: State, zoon: Zoon, unfit: Violation) -> Iterator[Violation]:
        step, piece = state.step, state.at(self.to)
        if piece is None:
            yield unfit
            return
        if zoon.star != "trade" or self.start != step.at or piece.seat != step.seat or piece.cage:
            yield unfit
        faces = state.possible(NUMBERS[self.to])
        partners = [face for face in faces if state.agreed.zoon(face).species in zoon.partners]
        if not partners or (self.card is not None and self.card in faces and self.card not in partners):
            yield unfit
        yield from state.face_violations(self.to, self.card, must_show=False)
        if self.card is None and len(partners) > 1 and piece.leaves_back_row(step.at):
            yield Violation("za-09-turned-up", self.to)

    def swapped(self, state: State) -> State:
        """The state with both Zoons traded; one that leaves its back row is turned up."""
        one, other = state.at(self.start), state.at(self.to)
        if one is None or other is None or not state.may_show(other, self.card):
            return state
        untidy = state.untidy
        if not other.up:
            card, leaves = other.card or self.card, other.leaves_back_row(self.start)
            if card is None and leaves:
                partners = state.agreed.zoon(one.card).partners if one.card is not None else ()
                can = state.possible(NUMBERS[self.to])
                card = only(tuple(face for face in can if state.agreed.zoon(face).species in partners))
            claim = Claim(self.to, self.start, one.card) if one.card is not None else None
            state, other = state.gone(other, card, claim, shows=leaves)
            if other.up:
                untidy = (*untidy, Untidy("penny", self.start))
        return replace(state.put({NUMBERS[self.start]: other, NUMBERS[self.to]: one}), untidy=untidy)

    def said(self, state: State) -> str:
        return _("{name}: {one} {start} and {other} {to} trade squares").format(
            name=state.seat_name(self.seat),
            one=state.shown_at(self.start),
            start=self.start,
            other=state.shown_at(self.to),
            to=self.to,
        )

    def reveals(self, state: State) -> bool:
        piece = state.at(self.to)
        return self.card is not None and piece is not None and not piece.up

    def decided(self, state: State) -> Event:
        piece = state.at(self.to)
        return replace(self, card=None) if piece is not None and piece.card is None else self


class Flipped(Deed, frozen=True):
    """A penny has been turned over that still had to be."""

    told: ClassVar[bool] = True
    plays: ClassVar[bool] = False
    any_time: ClassVar[bool] = True
    at: str

    def violations(self, state: State) -> Iterator[Violation]:
        if not any(thing.what == "flip" and thing.at == self.at for thing in state.untidy):
            yield Violation("za-25-pennies-turn-after-fights", self.at)

    def after(self, state: State) -> State:
        left = (thing for thing in state.untidy if not (thing.what == "flip" and thing.at == self.at))
        return replace(state, untidy=tuple(left))

    def said(self, _state: State) -> str:
        return _("The penny on {square} is turned over").format(square=self.at)


class Ruled(events.Ruled, frozen=True):
    """No `penny`: the card lies face down.

    `source`: a square, `tomb`, `hand` (a reinforcement), `off` (taken off by an earlier override) or `unseen`; without
    it the likeliest place.
    """

    penny: Penny | None = None
    source: str | None = None

    def laid_words(self, _state: State) -> str:
        has_source = self.penny is not None and self.source is not None
        return _(WORDS["ruled"][(self.penny or "down") + "-from" * has_source])

    def public(self, _state: State) -> Event:
        """Only its owner may know which card lies face down by agreement."""
        return replace(self, card=None) if self.penny is None else self


def ruled(state: State, square: str) -> Iterator[Ruled]:
    number, piece = NUMBERS[square], state.at(square)
    if piece is not None and piece.up and piece.penny is not None:
        yield Ruled(square, piece.seat, piece.card, other_side(piece.penny))
        # The other cards of the same name in the army.
        species = state.agreed.zoon(piece.card or "").species
        for one in sorted(set(state.agreed.armies[piece.seat])):
            if one != piece.card and state.agreed.zoon(one).species == species:
                yield Ruled(square, piece.seat, one, piece.penny)
    if piece is not None and not piece.up:
        yield from (Ruled(square, piece.seat, card, "heads") for card in state.possible(number))
    if piece is not None or state.wall_at(square) is not None:
        yield Ruled(square)
    if piece is not None and piece.up:
        yield Ruled(square, piece.seat)
    for seat in (0, 1):
        if (piece is None or piece.seat != seat) and BOARD.depth(seat, number) == 0:
            yield Ruled(square, seat)
        # Each card of the army: first those taken off by a override, then from nearby, then others; its penny as it
        # lies.
        army = sorted(set(state.agreed.armies[seat]))
        own = [one for one in state.board if one is not None and one.seat == seat]
        pennies = {one.card: one.penny for one in reversed(own) if one.penny}
        off = [card for card in state.stock.off[seat] if card is not None]
        beside = (state.board[number] for number in events.squares_near(number))
        near = [one.card for one in beside if one and one.seat == seat and one.card and one.up]
        rest = [card for card in army if card not in off and card not in near]
        for card in (*off, *near, *rest):
            yield Ruled(square, seat, card, pennies.get(card, "heads"))


EVENTS = (
    Deployed, FrontsUp, Starts, Moved, Fought, TurnedUp, PlayedTrump, Reinforced, Swapped, Stopped, Flipped,
    Resigned, DrawAgreed, Ruled,
)  # fmt: skip
