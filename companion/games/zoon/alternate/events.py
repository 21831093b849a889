"""What can happen in Zoon by the alternate rules, in the past tense: what each event breaks and does, and its words."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.game import Breach, Contest, Event
from companion.games.zoon.alternate.state import (
    AnyStep,
    Aside,
    Fight,
    Penny,
    Piece,
    Roll,
    Shot,
    Show,
    State,
    TurnUp,
    Untidy,
    other_side,
    pair,
)
from companion.games.zoon.family import events, moves, rulings, trumps
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim
from companion.games.zoon.family.deck import BOARD, Trump, Zoon
from companion.games.zoon.family.events import Deed, Deployed, DrawAgreed, Reinforced, Resigned, Starts
from companion.games.zoon.family.moves import Stopped, moves_enemies
from companion.games.zoon.family.rulings import squares_near
from companion.games.zoon.family.state import WORDS, tidied
from companion.games.zoon.family.trumps import LAID, held, served
from companion.games.zoon.family.unseen import only
from companion.language import _, joined


class FrontsUp(Deed, frozen=True):
    """A seat has turned up its front row, a → f; `also` are back-row squares turned up to reach six, after those."""

    plays: ClassVar[bool] = False
    final: ClassVar[bool] = True
    seat: int
    cards: tuple[str, ...]
    also: tuple[str, ...] = ()

    def breaches(self, state: State) -> Iterator[Breach]:
        seat, also, more = self.seat, self.also, state.more_up(self.seat)
        if state.ready[seat]:
            yield Breach("za-02-fronts-up-first", _("this front row is up already"))
        rest = state.back_squares(seat)
        if len(set(also)) != len(also) or any(cell not in rest for cell in also):
            yield Breach("za-03-reach-six", ", ".join(also))
        if len(also) != more:
            words = _("{n} of {wanted} from the back row")
            yield Breach("za-03-reach-six", words.format(n=len(also), wanted=more))
        wanted = len(state.front_squares(seat)) + len(also)
        if len(self.cards) != wanted:
            words = _("{n} of {wanted} cards")
            yield Breach("za-02-fronts-up-first", words.format(n=len(self.cards), wanted=wanted))
        beyond = Counter(self.cards) - Counter(state.stock.unseen[seat])
        if beyond:
            card, zoons = next(iter(beyond)), state.agreed.facts.zoons
            yield Breach("ours-cards-of-the-army", zoons[card].name if card in zoons else card)

    def after(self, state: State) -> State:
        seat, before = self.seat, state
        changes: dict[int, Piece | None] = {}
        for square, card in zip_longest((*state.front_squares(seat), *self.also), self.cards):
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

    def rereadings(self, state: State, region: str) -> Iterator[Event]:
        # The same row with another card on one square: one left in the army, or traded with another square.
        squares = (*state.front_squares(self.seat), *self.also)
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
    """`card` is the mover as far as the move shows it, `met` the face-down defender that the attack turned up.

    `path` are the squares walked on, needed only where two ways lead to one square.
    """

    card: str | None = None
    met: str | None = None
    path: tuple[str, ...] = ()

    def shown_breaches(self, state: State, piece: Piece) -> Iterator[Breach]:
        target = state.at(self.to)
        if piece.card is not None:
            if self.card not in (None, piece.card):
                yield Breach("ours-same-card", state.card_on(piece, self.start))
        else:
            must_show = target is not None or piece.leaves_back_row(self.to)
            yield from state.face_breaches(self.start, self.card, must_show=must_show)
        yield from state.face_breaches(self.to, self.met, must_show=False)

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
        # Where an attacker steps back to: one square along its path, to the start after a green move.
        if target is not None and card is not None:
            # As whose the grid is read: its owner's, or the controller's.
            seat = self.seat if moves_enemies(state, self.start) else piece.seat
            ways = moves.walked(state, seat, (start, to), (card,), piece.gear, self.path)
            back = ways[0].back if state.is_any_open(ways[:1]) else start
        untidy = tidied(state.untidy, self.start, self.to)
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

    def unasked(self, _state: State) -> tuple[Breach, ...]:
        return (Breach("za-32-dice-first", _("no fight is due")),)

    def breaches(self, _state: State) -> Iterator[Breach]:
        if not all(1 <= die <= 6 for die in self.dice):
            yield Breach("za-32-one-die-each", joined(list(map(str, self.dice))))

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
        if not isinstance(step, Roll) or any(self.breaches(state)):
            return None
        return self._outcome(state, step)[1]

    def _outcome(self, state: State, step: Roll) -> tuple[str, Contest]:
        """What a fight came to, in a sentence and as a contest."""
        result, back = step.decided(state, self.dice), step.back if isinstance(step, Fight) else ""
        kind = "underdog" if result.underdog else "beats"
        if result.won == "draw":
            kind = "shot" if isinstance(step, Shot) else "tie" if result.star is None else "star"
        return step.came_to(state, kind, result, result.sums, back, self.dice)


class TurnedUp(events.TurnedUp, frozen=True):
    """A card that has to lie face up, or that is attacked."""

    answers: ClassVar[str] = "card"

    def unasked(self, _state: State) -> tuple[Breach, ...]:
        return (Breach("za-03-stays-down", self.at),)

    def breaches(self, state: State) -> Iterator[Breach]:
        if self.at not in NUMBERS:
            yield Breach("ours-squares", self.at)
            return
        piece = state.at(self.at)
        if piece is None or piece.up or piece.seat != self.seat or piece.cage:
            yield Breach("za-05-own-face-down", self.at)
        yield from state.face_breaches(self.at, self.card, must_show=True)

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
        untidy = tidied(state.untidy, self.at)
        if not isinstance(step, Show):
            untidy = (*untidy, Untidy("penny", self.at))
        return replace(state.put({NUMBERS[self.at]: shown}), todo=todo, untidy=untidy)

    def said(self, state: State) -> str:
        piece = state.at(self.at)
        card = self.card or (piece.card if piece is not None else None)
        words = _("{name}: {card} turned up on {square}")
        return words.format(name=state.seat_name(self.seat), card=state.called(card), square=self.at)


def copies(state: State, seat: int, trump: str) -> tuple[Penny | None, ...]:
    """The copies of a trump that a seat may play, by penny: None first for one in hand, then those beside the board."""
    beside = {aside.penny for aside in state.aside[seat] if aside.trump == trump}
    return (*((None,) if trump in state.stock.hand[seat] else ()), *sorted(beside))


class PlayedTrump(trumps.PlayedTrump, frozen=True):
    """`met` is the face-down target.

    `penny` names the copy that lies beside the board with this side, where a seat has others of the same trump.
    """

    met: str | None = None
    penny: Penny | None = None

    def aim_breaches(self, state: Any, trump: Trump) -> Iterator[Breach]:
        ways = copies(state, self.seat, self.trump)
        if self.penny is not None and self.penny not in ways:
            words = _(WORDS["no-penny-on"][self.penny])
            yield Breach("za-26-trump-beside-the-board", words.format(trump=trump.name))
        elif self.penny is None and None not in ways and len(ways) > 1:
            yield Breach("za-26-which-copy", trump.name)
        yield from super().aim_breaches(state, trump)
        if trump.does == "shot" and self.at in NUMBERS:
            yield from state.face_breaches(self.at, self.met, must_show=False)
        elif self.met is not None:
            yield Breach("ours-same-card", trump.name)

    def each_copy(self, state: State) -> Iterator[Event]:
        ways = copies(state, self.seat, self.trump)
        return (replace(self, penny=penny) for penny in ways) if len(ways) > 1 else iter((self,))

    def after(self, state: State) -> State:
        trump = state.agreed.facts.trumps.get(self.trump)
        if trump is None or self.trump not in held(state, self.seat):
            return state
        if not state.may_show(state.at(self.at) if trump.does == "shot" else None, self.met):
            return state
        if trump.does in LAID and trump.id not in state.stock.hand[self.seat]:
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
        """The target is turned up, and dice are awaited; a face-down shooter has said what it is able to do."""
        seat, target = self.seat, state.at(at)
        # The copy that is played: without a `penny` the one in hand, or else the first beside the board.
        found = copies(state, seat, self.trump)
        penny = self.penny if self.penny in found else next(iter(found), None)
        if penny is None:
            # It leaves the hand: for the tomb when it serves once, else to lie beside the board with a penny.
            used = trump.reused and trump.id in state.stock.hand[seat]
            state = state.taken("hand", seat, trump.id) if used else served(state, seat, trump)
            if used:
                row = [*state.aside[seat], Aside(trump.id, "heads")]
                state = state.with_aside(seat, row)
        changes: dict[int, Piece | None] = {}
        if not target.up:
            state, target = state.shown_as(target, at, self.met)
            if target.up:
                changes[NUMBERS[at]] = target
                state = replace(state, untidy=(*tidied(state.untidy, at), Untidy("penny", at)))
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
    """A trump beside the board, with the side of the penny that it holds."""
    return _(WORDS["penny-on"][penny]).format(trump=state.called(trump, trump))


class Swapped(moves.Swapped, frozen=True):
    """`card` is a face-down partner."""

    card: str | None = None

    def trade_breaches(self, state: State, zoon: Zoon, unfit: Breach) -> Iterator[Breach]:
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
        yield from state.face_breaches(self.to, self.card, must_show=False)
        if self.card is None and len(partners) > 1 and piece.leaves_back_row(step.at):
            yield Breach("za-09-turned-up", self.to)

    def swapped(self, state: State) -> State:
        """Two Zoons on each other's squares; one that leaves its back row is turned up."""
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
    """A penny that still had to be turned over has been."""

    told: ClassVar[bool] = True
    plays: ClassVar[bool] = False
    any_time: ClassVar[bool] = True
    at: str

    def breaches(self, state: State) -> Iterator[Breach]:
        if not any(thing.what == "flip" and thing.at == self.at for thing in state.untidy):
            yield Breach("za-25-pennies-turn-after-fights", self.at)

    def after(self, state: State) -> State:
        left = (thing for thing in state.untidy if not (thing.what == "flip" and thing.at == self.at))
        return replace(state, untidy=tuple(left))

    def said(self, _state: State) -> str:
        return _("The penny on {square} is turned over").format(square=self.at)


class Ruled(rulings.Ruled, frozen=True):
    """No `penny`: face down.

    `source` says where the card comes from: a square, `tomb`, `hand` (a reinforcement), `off` (taken off by an earlier
    ruling) or `unseen`; without it the likeliest is taken.
    """

    penny: Penny | None = None
    source: str | None = None

    def laid_words(self, _state: State) -> str:
        has_source = self.penny is not None and self.source is not None
        return _(WORDS["ruled"][(self.penny or "down") + "-from" * has_source])

    def public(self, _state: State) -> Event:
        """Which card lies face down by agreement is for its owner."""
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
        # Each card of the army, taken off by a ruling first, then from nearby, then any other; its penny as it lies.
        army = sorted(set(state.agreed.armies[seat]))
        own = [one for one in state.board if one is not None and one.seat == seat]
        pennies = {one.card: one.penny for one in reversed(own) if one.penny}
        off = [card for card in state.stock.off[seat] if card is not None]
        beside = (state.board[number] for number in squares_near(number))
        near = [one.card for one in beside if one and one.seat == seat and one.card and one.up]
        rest = [card for card in army if card not in off and card not in near]
        for card in (*off, *near, *rest):
            yield Ruled(square, seat, card, pennies.get(card, "heads"))


EVENTS = (
    Deployed, FrontsUp, Starts, Moved, Fought, TurnedUp, PlayedTrump, Reinforced, Swapped, Stopped, Flipped,
    Resigned, DrawAgreed, Ruled,
)  # fmt: skip
