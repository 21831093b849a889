"""Zoondo: the frozen state with its public part, the fights that can be due, and all events.

The attacker touches a corner first, then the defender; a fight is settled once nothing is left to be shown. Rule
kept: `public` is all that everybody may see, hear or conclude; everything told to all is drawn from it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

import msgspec
from msgspec.structs import replace

from companion.game import Contest, Event, Seat, Seats, Violation
from companion.games.zoon.family import events, moves
from companion.games.zoon.family.deck import BOARD, Corner, Corners, Trump, Zoon, sign
from companion.games.zoon.family.events import Deed, DrawAgreed, Reinforced, Resigned, Starts
from companion.games.zoon.family.moves import Battle, March, Star, Stopped
from companion.games.zoon.family.state import (
    NAMES,
    NUMBERS,
    ROOM,
    WORDS,
    Claim,
    PileName,
    ZoonPiece,
    ZoonState,
    ZoonUntidy,
    able,
    need,
    only,
)
from companion.games.zoon.family.tribes import Agreed
from companion.language import _, joined, marked, several

Phase = Literal["deploy", "lot", "play"]
Role = Literal["attacker", "defender"]
CornerName = Literal["tl", "tr", "br", "bl"]
SIDES: tuple[Role, Role] = ("attacker", "defender")


class Piece(ZoonPiece, frozen=True, kw_only=True):
    """A Zoon of Zoondo; it lies face `up` only in a fight."""

    lies: Literal["", "upright", "turned"] = ""  # in a fight, for its owner, where that matters
    seen: bool = False  # everybody saw its face, though it lies face down again; only where armies are shown

    @property
    def is_open(self) -> bool:
        return self.seen or self.up

    def turned_down(self) -> "Piece":
        return replace(self, up=False, lies="") if self.up else self

    def rested(self, at: str) -> "tuple[Piece, Untidy]":
        """The Zoon face down again after a fight, and the chore of turning it."""
        return self.turned_down(), Untidy("down", at, self)


# The result of a fight: the numbers in the corners that were touched, stars, and the X of a trump.

Won = Literal["attacker", "defender", "nobody"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a fight: the number or sign in the corner touched on its card, and boosts by trumps."""

    corner: Corner
    boosts: tuple[str, ...] = ()

    @property
    def score(self) -> int:
        """The number of the corner with its boosts; a star or X counts 0, and no trump adds to it."""
        if not isinstance(self.corner, int):
            return 0
        score = self.corner
        for boost in self.boosts:
            score = score * 2 if boost == "double" else score + 1
        return score

    @property
    def shown(self) -> str:
        """The touched corner as printed, with what trumps make of it."""
        if not isinstance(self.corner, int):
            return sign(self.corner)
        return str(self.corner) if self.score == self.corner else f"{self.corner} → {self.score}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fight decided. `star`: the one side whose star was touched; `broken`: the trump is lost."""

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
    """A trump shoots: only a higher number strikes; a star is a miss; an X always breaks the trump.

    `beaten_is_lost`: a lower number breaks it, too.
    """
    beaten = target.corner != "star" and trump.score < target.score
    broken = trump.corner == "x" or (beaten_is_lost and beaten)
    struck = not broken and target.corner != "star" and trump.score > target.score
    return Outcome((trump, target), "attacker" if struck else "nobody", broken=broken)


class Touch(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A corner that was touched; with `back` the opposite one counts if the card turns out to lie turned."""

    corner: CornerName
    back: bool = False


class Duel(Battle, frozen=True):
    """A fight: `defender` and `attacker` are the corners touched on the cards of these sides."""

    outcome: ClassVar[Callable[..., Outcome]]
    """The result by the corners touched. An unknown card fights with nothing."""
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
        """The sides whose card must be turned up before it is settled: unknown, or touched on its back."""
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
        """Which of the two cards a seat turned up there, a due one first; None: neither."""
        for side in (*self.to_show(state), *SIDES):
            piece = self.fighter(state, side)
            if at == self.at and piece is not None and piece.seat == seat:
                return side, piece
        return "defender", None

    def names(self, state: "State") -> tuple[str, str]:
        fighters = [self.fighter(state, side) for side in SIDES]
        one, other = (None if piece is None else piece.card for piece in fighters)
        return state.called(getattr(self, "trump", one)), state.called(other)

    def early(self, state: "State", event: Any) -> tuple[Violation, ...]:
        if event.answers:
            return ()
        return (
            Violation("zo-12-touch-first" if self.to_touch(state.agreed) else "zo-13-turned-up", self.at),
        )

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
        piece, wrong = state.at(self.at), moves.misfit_of_square(state, self.at)
        if wrong or piece is None:
            return wrong
        if piece.seat == self.seat or piece.cage:
            return f"at: a fight has two sides, and seat {self.seat} has nobody to fight on {self.at}"
        wrong = self._own_misfit(state)
        if wrong or self.seats_due(state):
            return wrong
        return "attacker: both have touched and nothing is left to be shown, so the fight is settled"


class Fight(Duel, frozen=True, tag="fight", kw_only=True):
    """A Zoon, `piece`, came from `start` and lies across the defender; `seat` moved it and touches first."""

    start: str
    piece: Piece
    path: tuple[str, ...] = ()
    defender: Touch | None = None
    attacker: Touch | None = None

    def outcome(self, state: "State") -> Outcome:
        attacker = state.side_of(self.piece, self.attacker, self.piece.moved)
        return fought(attacker, state.side_of(state.at(self.at), self.defender))

    def back_square(self, state: "State") -> str:
        """Where a tie sends the attacker: one square back along its path, or its start after one step or a green
        move.
        """
        start, to, card = NUMBERS[self.start], NUMBERS[self.at], self.piece.card
        if card is None:
            return self.start
        ways = moves.walked(state, self.seat, (start, to), (card,), self.piece.gear, self.path)
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
    """The last fight: its square, and which cards of which seats were seen in it."""

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
        """Only cards that everybody has just seen in a fight."""
        return self.piece.card if self.piece else None


class State(ZoonState, frozen=True, gc=False, kw_only=True):
    """A game of Zoondo: the armies are laid, a lot is drawn, then play."""

    phase: Phase = "deploy"
    board: tuple[Piece | None, ...] = (None,) * len(BOARD)
    todo: tuple[AnyStep, ...] = ()
    fought: Fought | None = None  # the last fight
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
        """Number of cards that each seat not yet ready lays out, and whether they are shown."""
        words = _("Lay your cards face down in the two rows nearest to you, as you like ({each}).")
        if self.agreed.is_shown:
            words = _(
                "Lay your cards face down in the two rows nearest to you, as you like ({each})."
                " Each army is shown to the referee alone, then turned down."
            )
        return words.format(each=each)

    def known_as(self, piece: Piece, card: str) -> Piece:
        """A Zoon whose face everybody has seen: its claims need no more checking."""
        return replace(piece, card=card, claims=(), seen=self.agreed.is_shown)

    def claimed(self, piece: Piece, claim: Claim) -> tuple[Claim, ...]:
        """No claim is kept for a card that everybody knows, nor one that no card of its army could meet."""
        agreed, seat = self.agreed, piece.seat
        if piece.card is not None and (piece.seen or not agreed.is_shown):
            return piece.claims
        before, now = need(agreed, seat, piece.claims), able(agreed, seat, claim)
        says_more = not now.issuperset(agreed.armies[seat] if before is None else before)
        return (*piece.claims, claim) if now and says_more else piece.claims

    def begun(self, event: Any) -> Self:
        """The last fight is over for good unless this event tells of its cards once more."""
        return self if self.fought is None or event.turns_up else replace(self, fought=None)

    def public(self) -> Self:
        """The state without what only the referee was shown."""
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


AnyDuel = Fight | Shot
CORNERS: tuple[CornerName, ...] = ("tl", "tr", "br", "bl")
OPPOSITE: dict[CornerName, CornerName] = {"tl": "br", "br": "tl", "tr": "bl", "bl": "tr"}
"""Where a corner lies once its card is rotated by 180 deg."""


class Deployed(events.Deployed, frozen=True):
    """`cards`: what lies on each square, in games in which the referee is shown the armies."""

    cards: Mapping[str, str] | None = None

    def __hash__(self) -> int:
        return hash((self.seat, self.cells, tuple(sorted((self.cards or {}).items()))))

    def public(self, _state: State) -> Event:
        if self.cards is None:
            return self
        cells = self.squares
        return Deployed(self.seat, () if len(cells) == ROOM else cells)

    def alternatives(self, _state: State, region: str) -> Iterator[Event]:
        # The same army with the cards of two squares the other way about.
        cards = dict(self.cards or {})
        if region not in cards:
            return
        for square, card in sorted(cards.items()):
            if card != cards[region]:
                traded = {**cards, square: cards[region], region: card}
                yield replace(self, cards=traded)


class Moved(moves.Moved, frozen=True):
    """`path`: the squares walked on, needed only where two ways lead to one square."""

    path: tuple[str, ...] = ()

    def gone(
        self, state: State, piece: Piece, ends: tuple[int, int], todo: tuple[AnyStep, ...], by: str
    ) -> State:
        start, to = ends
        # Gear may take any card along, and pulling back asks for no grid: neither says anything of the face.
        carried = piece.gear and state.agreed.facts.trumps[piece.gear].strides
        if not carried and moves.follows_grid(state):
            piece = replace(piece, claims=state.claimed(piece, Claim(self.start, self.to, by)))
        untidy = state.tidied(self.start, self.to)
        if state.board[to] is None:
            return replace(state.put({start: None, to: piece}), todo=todo, untidy=untidy)
        fight = Fight(self.seat, self.to, start=self.start, piece=piece, path=self.path)
        return replace(state.put({start: None}), todo=(*todo, fight), untidy=untidy)

    def said(self, state: State) -> str:
        met = "" if state.at(self.to) is None else state.name_of(self.to)
        return self.words(state, state.name_of(self.start), met)


class _Told(Deed, frozen=True):
    """A touch, or a card turned up: it may settle the fight that is due."""

    fights: ClassVar[bool] = True
    answers: ClassVar[str] = "card"

    def unasked(self, _state: State) -> tuple[Violation, ...]:
        """No violations here: `violations` names everything wrong with it."""
        return ()

    ahead: ClassVar[Callable[..., tuple[State, AnyDuel]]]
    """The fight with this event added."""

    def settling(self, state: State) -> tuple[State, AnyDuel] | None:
        """The fight that it settles, complete; None while something is still due."""
        duel = state.duel
        if duel is None or next(self.violations(state), None) is not None:
            return None
        ahead, done = self.ahead(state, duel)
        return (ahead, done) if done.is_ready(ahead) else None

    def with_result(self, said: str, state: State) -> str:
        """The words of the event, with the result of the fight if it settles one."""
        settled = self.settling(state)
        if settled is None:
            return said
        return _("{said}. {result}").format(said=said, result=outcome_told(*settled)[0])

    def contest(self, state: State) -> Contest | None:
        settled = self.settling(state)
        return None if settled is None else outcome_told(*settled)[1]


class Touched(_Told, frozen=True):
    """This seat touched a corner of the enemy's card in the fight: a Zoon, or the trump that shoots.

    The corner is named as the card's owner reads it upright. With `back` it was touched on the back, as if the card
    lay upright: whether it was rotated by 180 deg shows when it is turned up. None: hidden from these eyes.
    """

    told: ClassVar[bool] = True
    seat: int
    corner: CornerName | None = None
    back: bool = False

    def violations(self, state: State) -> Iterator[Violation]:
        duel = state.duel
        seats = () if duel is None else duel.to_touch(state.agreed)
        if not seats:
            yield Violation("zo-12-no-touch-due")
            return
        if self.seat not in seats:
            yield Violation("zo-12-attacker-first", state.seat_name(seats[0]))
        if self.corner is None:
            yield Violation("zo-13-which-corner")

    def after(self, state: State) -> State:
        duel = state.duel
        if duel is None or self.corner is None or self.seat not in duel.to_touch(state.agreed):
            return state
        return settled_if_ready(*self.ahead(state, duel))

    def ahead(self, state: State, duel: AnyDuel) -> tuple[State, AnyDuel]:
        assert self.corner is not None
        on_trump = isinstance(duel, Shot) and self.seat != duel.seat
        touch = Touch(self.corner, self.back and not on_trump)
        if self.seat == duel.seat:
            return state, replace(duel, defender=touch)
        return state, replace(duel, attacker=touch)

    def said(self, state: State) -> str:
        duel = state.duel
        if duel is None:
            words = _("{name} touches a card")
        elif self.seat == duel.seat:
            words = _("{name} touches the card on {square}")
        elif isinstance(duel, Shot):
            words = _("{name} touches {trump}")
        else:
            words = _("{name} touches the card that attacks {square}")
        said = words.format(
            name=state.seat_name(self.seat),
            square="" if duel is None else duel.at,
            trump=state.called(duel.trump) if isinstance(duel, Shot) else "",
        )
        return self.with_result(said, state)

    def reveals(self, state: State) -> bool:
        duel = state.duel
        return duel is not None and (duel.defender is not None or duel.attacker is not None)

    def public(self, _state: State) -> Event:
        return Touched(self.seat)


class TurnedUp(_Told, events.TurnedUp, frozen=True):
    """The card fights on `at`; `turned`: it lay rotated by 180 deg."""

    turned: bool = False

    def violations(self, state: State) -> Iterator[Violation]:
        if self.at not in NUMBERS:
            yield Violation("ours-squares", self.at)
            return
        duel = state.duel
        if duel is None:
            # A card of the fight that was just settled may be told once more; nothing else lies face up.
            held = state.fought
            cards = [card for seat, card in held.cards if seat == self.seat] if held is not None else []
            if held is None or held.at != self.at or not cards:
                yield Violation("zo-13-stays-down", self.at)
            elif self.card not in (None, *cards):
                about = _("{card} on {square}").format(card=state.called(cards[0]), square=self.at)
                yield Violation("ours-same-card", about)
            return
        if duel.to_touch(state.agreed):
            yield Violation("zo-12-touch-first", duel.at)
        _side, piece = duel.turned_up(state, self.seat, self.at)
        if piece is None:
            yield Violation("zo-13-turned-up", duel.at)
            return
        # A known card must be named right; an unknown one by a name that its claims allow.
        card, facts, can = self.card, state.agreed.facts, state.faces_of(piece)
        if piece.card is not None:
            if card not in (None, piece.card):
                yield Violation("ours-same-card", state.card_on(piece, self.at))
        elif card is None:
            if len(can) > 1:
                yield Violation("zo-13-turned-up", self.at)
        elif card not in can:
            claim = state.refuted(piece, card) if card in state.stock.unseen[piece.seat] else None
            if claim is None:
                yield Violation("ours-cards-of-the-army", facts.called(card, card))
                return
            by = f" ({facts.name(claim.by)})" if claim.by else ""
            about = f"{facts.name(card)}: {claim.start} → {claim.to}{by}"
            yield Violation("zo-06-as-it-went", about, earlier(state, piece.seat, claim))

    def after(self, state: State) -> State:
        duel = state.duel
        if duel is not None:
            ahead, done = self.ahead(state, duel)
            return state if done is duel and ahead is state else settled_if_ready(ahead, done)
        # The fight is over: only the card that is booked as lying open may change.
        held, card = state.fought, self.card
        if card is None or held is None or held.at != self.at or (self.seat, card) in held.cards:
            return state
        untidy = tuple(
            replace(thing, piece=replace(thing.piece, card=card))
            if thing.at == self.at and thing.piece is not None and thing.piece.seat == self.seat
            else thing
            for thing in state.untidy
        )
        return state if card not in state.agreed.armies[self.seat] else replace(state, untidy=untidy)

    def ahead(self, state: State, duel: AnyDuel) -> tuple[State, AnyDuel]:
        """The fight with one more card turned up; unchanged where nobody can tell which card that is."""
        side, piece = duel.turned_up(state, self.seat, self.at)
        if piece is None:
            return state, duel
        card = self.card or piece.card or only(state.faces_of(piece))
        found = None if card is None else retold(state, piece, card)
        if found is None:
            return state, duel
        state, piece = found
        touch = duel.touch_on(side)
        lies = "" if touch is None or not touch.back else "turned" if self.turned else "upright"
        piece = replace(piece, up=True, lies=lies)
        if touch is not None and touch.back:
            # Touched on the back: now everybody sees whether it lay rotated, which swaps the corners.
            touch = Touch(OPPOSITE[touch.corner] if self.turned else touch.corner)
        if side == "defender" or isinstance(duel, Shot):
            return state.put({NUMBERS[duel.at]: piece}), replace(duel, defender=touch)
        return state, replace(duel, piece=piece, attacker=touch)

    def said(self, state: State) -> str:
        duel, card = state.duel, self.card
        piece = None if duel is None else duel.turned_up(state, self.seat, self.at)[1]
        if card is None and piece is not None:
            card = only(state.faces_of(piece))
        name, shown = state.seat_name(self.seat), state.called(card, _("a card"))
        words = _("{name}: {card} turned up on {square}")
        if self.turned:
            words = _("{name}: {card} turned up on {square} (it lay turned round)")
        return self.with_result(words.format(name=name, card=shown, square=self.at), state)


def earlier(state: State, seat: int, claim: Claim) -> Event:
    """The event in which a card did what it claims."""
    trump = state.agreed.facts.trumps.get(claim.by)
    if trump is not None and trump.does in ("shot", "gear"):
        return PlayedTrump(seat, trump.id, claim.to, claim.start if trump.does == "shot" else None)
    if trump is None and claim.by and state.agreed.zoon(claim.by).star == "trade":
        return Swapped(seat, claim.to, claim.start)
    mover = 1 - seat if trump is not None and trump.does == "control" else seat
    return Moved(mover, claim.start, claim.to)


def retold(state: State, piece: Piece, card: str) -> tuple[State, Piece] | None:
    """A Zoon that proves to be this card; the card booked in its place becomes what this one was.

    None where the card cannot be told from anything known.
    """
    if card in state.stock.unseen[piece.seat]:
        if piece.card is not None:
            state = state.added("unseen", piece.seat, piece.card)
        state = state.learnt(piece.seat, card)
    elif card != piece.card:
        zoons = state.zoons_of(piece.seat)
        holders = [n for n, one in zoons if one.card == card and not one.gear and not one.up]
        if not holders:
            return None
        state = state.put({holders[0]: Piece(seat=piece.seat, card=piece.card)})
    return state, state.known_as(piece, card)


def settled_if_ready(state: State, duel: AnyDuel) -> State:
    """The state with the fight as it stands now, settled if both have touched and nothing is left to be shown."""
    state = replace(state, todo=(*state.todo[:-1], duel))
    if not duel.is_ready(state):
        return state
    result, defender = duel.outcome(state), state.at(duel.at)
    state = replace(state, todo=state.todo[:-1])
    if defender is None or defender.card is None:
        return state
    defender = state.known_as(defender, defender.card)
    if isinstance(duel, Shot):
        seen = Fought(duel.at, ((defender.seat, defender.card or ""),))
        state = replace(state, fought=seen, untidy=state.tidied(duel.at))
        if result.broken:
            state = moves.served(state, duel.seat, state.agreed.facts.trumps[duel.trump], broken=True)
        return moves.shot_at(state, duel.at, defender, struck=result.won == "attacker")
    if duel.piece.card is None:
        return state
    attacker = state.known_as(duel.piece, duel.piece.card)
    cards = ((attacker.seat, attacker.card or ""), (defender.seat, defender.card or ""))
    at, duel = duel.at, replace(duel, piece=attacker)
    state = replace(state, fought=Fought(at, cards), untidy=state.tidied(at))
    pair = (attacker, defender)
    return moves.after_fight(state, at, pair, result.won, result.star, duel.back_square(state))


def outcome_told(state: State, duel: AnyDuel) -> tuple[str, Contest]:
    """The result of a fight, in a sentence and as a contest."""
    result, back = duel.outcome(state), duel.back_square(state) if isinstance(duel, Fight) else ""
    kind = "tie" if result.star is None else "star"
    if result.broken:
        kind = "broken"
    elif isinstance(duel, Shot):
        kind = "miss" if result.won == "nobody" else "struck"
    elif result.won != "nobody":
        kind = "beats"
    scores = [side.shown for side in result.sides]
    return duel.came_to(state, kind, result, scores, back, (None, None))


class PlayedTrump(moves.PlayedTrump, frozen=True):
    """Trumps are held in the hand; people may let one be played from the tomb or from off the board."""

    def after(self, state: State) -> State:
        seat, stock, held = self.seat, state.stock, state
        piles: tuple[PileName, ...] = ("hand", "tomb", "off")
        trump = state.agreed.facts.trumps.get(self.trump)
        pile = next((name for name in piles if self.trump in getattr(stock, name)[seat]), None)
        if trump is None or pile is None:
            return state
        if pile != "hand":
            held = state.taken(pile, seat, trump.id).added("hand", seat, trump.id)
        done: State = self.carried_out(held, trump)
        return state if done is held and self.at in NUMBERS else done

    def born(self, state: State, at: str, trump: Trump) -> State:
        piece = Piece(seat=self.seat, card=trump.id, seen=state.agreed.is_shown)
        return state.put({NUMBERS[at]: piece})

    def caged(self, state: State, at: str, target: Piece, trump: Trump) -> State:
        return state.put({NUMBERS[at]: replace(target, cage=trump.id)})

    def shot(self, state: State, at: str, trump: Trump) -> State:
        """The shot waits for both touches; a face-down shooter claims to be able to shoot."""
        state = moves.served(state, self.seat, trump)
        shooter = state.at(self.by)
        if shooter is not None and self.by and trump.shots:
            claims = state.claimed(shooter, Claim(self.by, at, trump.id))
            if claims != shooter.claims:
                state = state.put({NUMBERS[self.by]: replace(shooter, claims=claims)})
        return replace(state, todo=(*state.todo, Shot(self.seat, at, trump.id)))

    def said(self, state: State) -> str:
        met = "" if self.at is None or state.at(self.at) is None else state.name_of(self.at)
        return self.words(state, state.called(self.trump, self.trump), met)


class Swapped(moves.Swapped, frozen=True):
    """Told, as no camera distinguishes two backs of one tribe."""

    told: ClassVar[bool] = True

    def trade_violations(self, state: State, zoon: Zoon, unfit: Violation) -> Iterator[Violation]:
        if zoon.star != "trade" or self not in state.step.trades(state):
            yield unfit

    def swapped(self, state: State) -> State:
        """A Zoon that traded with the star claims to be one of its partners."""
        one, other = state.at(self.start), state.at(self.to)
        if one is None or other is None:
            return state
        if one.card is not None:
            claims = state.claimed(other, Claim(self.to, self.start, one.card))
            other = replace(other, claims=claims)
        return state.put({NUMBERS[self.start]: other, NUMBERS[self.to]: one})

    def said(self, state: State) -> str:
        words = _("{name}: the cards on {start} and {to} trade squares")
        return words.format(name=state.seat_name(self.seat), start=self.start, to=self.to)


class Ruled(events.Ruled, frozen=True):
    """The card always lies face down.

    `source`: a square, `tomb`, `hand` (a reinforcement) or `off` (taken off by an earlier override); default: the
    likeliest.
    """

    blind: ClassVar[bool] = True
    source: str | None = None

    def laid_words(self, state: State) -> str:
        kind = "down" if self.card is None or state.agreed.is_shown else "named"
        return _(WORDS["ruled"][kind if self.source in (None, self.at) else f"{kind}-from"])

    def public(self, state: State) -> Event:
        return replace(self, card=None) if state.agreed.is_shown else self


def ruled(state: State, square: str) -> Iterator[Ruled]:
    piece, near = state.at(square), events.squares_near(NUMBERS[square])
    if piece is not None:
        yield Ruled(square, piece.seat)
        for card in sorted(set(state.agreed.armies[piece.seat])):
            yield Ruled(square, piece.seat, card)
    if piece is not None or state.wall_at(square) is not None:
        yield Ruled(square)
    for seat in (0, 1):
        standing = (NAMES[n] for n in near if (there := state.board[n]) is not None and there.seat == seat)
        yield from (Ruled(square, seat, source=place) for place in ("off", "hand", *standing))


EVENTS = (
    Deployed, Starts, Moved, Touched, TurnedUp, PlayedTrump, Reinforced, Swapped, Stopped, Resigned, DrawAgreed,
    Ruled,
)  # fmt: skip
