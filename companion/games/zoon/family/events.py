"""What can happen in every game of the family: each kind of event knows what it breaks, what it does and its words.

Here are the beginning and end of a game, cards turned up, cards laid face down from the hand (armies before play,
reinforcements in it), and overrides. Moves, trades of squares and trumps are in `moves`. A variant's own events add
what they tell besides.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.game import Contest, Event, Over, Violation
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.state import NAMES, NUMBERS, ROOM, PileName, ZoonPiece, ZoonState, ordered
from companion.kits import events as shared
from companion.language import _, marked


class Deed(Event, frozen=True):
    """Something that happened in a game of the family."""

    plays: ClassVar[bool] = True  # it may end a turn
    any_time: ClassVar[bool] = False  # it may come while others act
    fights: ClassVar[bool] = False  # it is told of a fight, maybe twice
    override: ClassVar[bool] = False  # it may come even once the game is over
    is_like: ClassVar[bool] = False  # it may have been read for another event of the same flag
    final: ClassVar[bool] = False  # it shows or settles what cannot be undone
    answers: ClassVar[str] = ""
    """The kind of step that it answers, `dice` or `card`, if it comes only while that is due."""

    def unasked(self, state: Any) -> tuple[Violation, ...]:
        """The rules that it breaks by its time and turn while nothing that it answers is due."""
        if self.seat == state.turn:
            return ()
        return (Violation("s2-in-turn", _("{name} to move").format(name=state.seat_name(state.turn))),)

    def violations(self, _state: Any) -> Iterator[Violation]:
        """The rules that it breaks, except those of time and turn."""
        return iter(())

    after: ClassVar[Callable[..., Any]]
    """The state after it, lawful or not; the same object if nothing changes."""
    said: ClassVar[Callable[..., str]]
    """One sentence, told on the state before it, that names nothing hidden."""

    def reveals(self, _state: Any) -> bool:
        """Whether it shows or settles what cannot be undone."""
        return self.final

    def contest(self, _state: Any) -> Contest | None:
        """The contest that it decides."""
        return None

    def alternatives(self, state: Any, region: str) -> Iterator[Event]:
        """Other lawful events that could have been meant, nearest to the booked one first."""
        if self.is_like and region in shared.squares_of(self):
            lawful = state.agreed.game.candidates(state, None)
            yield from shared.nearest(
                self, (one for one in lawful if one.is_like and region in shared.squares_of(one))
            )

    def decided(self, _state: Any) -> Event:
        """The event without what its seat cannot know beforehand."""
        return self

    def public(self, _state: Any) -> Event:
        """The event as everybody may know it."""
        return self


class TurnedUp(Deed, frozen=True):
    """A seat turned one of its face-down cards up."""

    turns_up: ClassVar[bool] = True
    is_like: ClassVar[bool] = True
    final: ClassVar[bool] = True
    seat: int
    at: str
    card: str | None = None

    def decided(self, _state: Any) -> Event:
        return type(self)(self.seat, self.at)


class Declared(Deed, frozen=True):
    """An event that ends no turn and has the words of other games."""

    plays: ClassVar[bool] = False

    def said(self, state: Any) -> str:
        return shared.common_words(self, "" if self.seat is None else state.seat_name(self.seat))


class Starts(shared.Starts, Declared, frozen=True):
    final: ClassVar[bool] = True

    def after(self, state: Any) -> Any:
        """Play begins; where cards lie face down against the rules, they are turned up first."""
        begun = replace(state, phase="play", turn=self.seat).asked()
        return begun if begun.todo else replace(begun, over=begun.stuck())


class Resigned(shared.Resigned, Declared, frozen=True):
    any_time: ClassVar[bool] = True

    def violations(self, _state: Any) -> Iterator[Violation]:
        if self.seat not in (0, 1):
            yield Violation("ours-two-seats", str(self.seat))

    def after(self, state: Any) -> Any:
        parts = (("name", state.seat_name(self.seat)),)
        return replace(state, over=Over((1 - self.seat,), marked("{name} surrenders"), "s2-surrender", parts))


class DrawAgreed(shared.DrawAgreed, Declared, frozen=True):
    any_time: ClassVar[bool] = True

    def after(self, state: Any) -> Any:
        return replace(state, over=Over((), marked("Both agree to a draw"), "zo-43-draw-agreed"))


SAMPLES = 12
"""Maximum layouts listed for an army that is shown."""


class Deployed(Deed, frozen=True):
    """A seat has laid out its army face down; `cells` only when it lays fewer than twelve Zoons."""

    plays: ClassVar[bool] = False
    seat: int
    cells: tuple[str, ...] = ()

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares laid on: those named, those of the cards shown, or the whole zone."""
        return self.cells or tuple(sorted(self.cards or ())) or BOARD.zone(self.seat)

    def violations(self, state: ZoonState) -> Iterator[Violation]:
        """Whether the army lies whole in its zone and, where the referee is shown it, is what it should be."""
        seat, cards, is_shown = self.seat, self.cards, state.agreed.is_shown
        if state.ready[seat]:
            yield Violation("zo-03-armies-first", _("this army lies already"))
        if (cards is not None) != is_shown:
            yield Violation("zo-06-shown" if is_shown else "zo-06-trusted")
            return
        cells = self.squares
        wrong = [cell for cell in cells if cell not in BOARD.zone(seat)]
        if wrong:
            yield Violation("zo-02-deployment-zone", ", ".join(wrong))
        count = state.to_lay(seat)
        if len(cells) != count or len(set(cells)) != count:
            yield Violation("zo-02-whole-army", _("{n} of {wanted}").format(n=len(set(cells)), wanted=count))
        if cards is None:
            return
        if set(cards) != set(cells):
            yield Violation("zo-06-shown", ", ".join(sorted(set(cards) ^ set(cells))))
        beyond = Counter(cards.values()) - Counter(state.stock.unseen[seat])
        if beyond:
            # Spoken aloud, so it names the square and not the card.
            yield Violation("ours-cards-of-the-army", max(cell for cell in cells if cards[cell] in beyond))
        if state.agreed.emblems[seat] not in cards.values():
            yield Violation("zo-02-whole-army", _("the Emblem"))

    def after(self, state: Any) -> Any:
        """The army on its squares, the rest in hand; once both lie the next phase begins."""
        game, seat, shown, before = state.agreed.game, self.seat, self.cards or {}, state
        untidy, changes = list(state.untidy), {}
        for cell in dict.fromkeys((*self.squares, *shown)):
            card = shown.get(cell)
            if cell not in NUMBERS or card not in (None, *state.stock.unseen[seat]):
                return before
            state = state.learnt(seat, card)
            changes[NUMBERS[cell]] = game.piece(seat=seat, card=card)
            if card is not None:
                untidy.append(game.untidy("down", cell))
        kept: tuple[str | None, ...] = (None,) * (len(state.agreed.armies[seat]) - state.to_lay(seat))
        if shown:
            kept, state = state.stock.unseen[seat], state.with_pile("unseen", seat, ())
        state = state.with_pile("reinforcements", seat, kept)
        return replace(state.put(changes), untidy=tuple(untidy)).with_ready(seat, game.before[1][0])

    def said(self, state: ZoonState) -> str:
        return _("{name}: army laid out").format(name=state.seat_name(self.seat))


def layouts(state: ZoonState) -> Iterator[Any]:
    """Lawful layouts of an army: all squares; for a small army a sample; with cards a sample of orders."""
    event = state.agreed.game.deployed
    for seat in (0, 1):
        if state.ready[seat]:
            continue
        count, squares = state.to_lay(seat), BOARD.zone(seat)
        ways: list[tuple[str, ...]] = [()]
        if count < ROOM:
            # A small army leaves squares empty: a sample of the ways.
            chosen = ({squares[(turn + n) % ROOM] for n in range(count)} for turn in range(ROOM))
            ways = [tuple(cell for cell in squares if cell in one) for one in chosen]
        if not state.agreed.is_shown:
            yield from (event(seat, cells) for cells in ways)
            continue
        emblem, others, laid = state.agreed.emblems[seat], list(state.agreed.armies[seat]), []
        others.remove(emblem)
        for sample in range(SAMPLES):
            order = ordered((emblem, *ordered(tuple(others), sample)[: count - 1]), sample)
            cells = ways[sample % len(ways)] or squares
            laid.append(event(seat, (), dict(zip(cells, order, strict=True))))
        yield from dict.fromkeys(laid)


class Reinforced(Deed, frozen=True):
    """A seat laid a reinforcement face down on a free square of its back row."""

    is_like: ClassVar[bool] = True
    seat: int
    at: str
    card: str | None = None

    def violations(self, state: ZoonState) -> Iterator[Violation]:
        pile, number, card = state.stock.reinforcements[self.seat], NUMBERS.get(self.at), self.card
        if number is None:
            yield Violation("ours-squares", self.at)
            return
        if not pile:
            yield Violation(
                "zo-36-reinforcements", _("{name} has none").format(name=state.seat_name(self.seat))
            )
            return
        if BOARD.depth(self.seat, number) > 0:
            yield Violation("zo-36-back-row", self.at)
        if not state.is_free(number):
            yield Violation("zo-36-free-square", self.at)
        if card is None:
            if None not in pile and len(set(pile)) > 1 and state.agreed.is_shown:
                yield Violation("zo-36-which")
        elif card not in pile and not (None in pile and card in state.reinforcement_faces(self.seat)):
            yield Violation("ours-cards-of-the-army", state.called(card, card))

    def after(self, state: Any) -> Any:
        seat, card, pile = self.seat, self.card, state.stock.reinforcements[self.seat]
        known = card is None or card in pile or card in state.stock.unseen[seat]
        if not pile or not known or self.at not in NUMBERS:
            return state
        if card is None and len(set(pile)) == 1:
            card = pile[0]
        elif card is None:
            # Nobody can tell which card left the hand, so none in it is known any more.
            for held in filter(None, pile):
                state = state.added("unseen", seat, held)
            state = state.with_pile("reinforcements", seat, (None,) * len(pile))
        elif card not in pile:
            state = state.learnt(seat, card)
        state = state.taken("reinforcements", seat, card)
        piece = state.agreed.game.piece(seat=seat, card=card)
        laid = replace(state.put({NUMBERS[self.at]: piece}), untidy=state.tidied(self.at))
        return laid.asked_to_turn_up(seat)

    def said(self, state: ZoonState) -> str:
        words = _("{name}: a reinforcement on {square}")
        return words.format(name=state.seat_name(self.seat), square=self.at)

    def decided(self, state: ZoonState) -> Event:
        """Without its card, where its own seat does not know it either."""
        return Reinforced(self.seat, self.at) if None in state.stock.reinforcements[self.seat] else self

    def public(self, state: ZoonState) -> Event:
        """If all Zoons lie hidden, only its owner may know the card."""
        return Reinforced(self.seat, self.at) if state.agreed.game.hidden else self


def reinforcements(state: ZoonState, seat: int) -> Iterator[Reinforced]:
    pile = state.stock.reinforcements[seat]
    named = state.agreed.is_shown and None not in pile
    cards: tuple[str | None, ...] = tuple(sorted(set(pile), key=str)) if named else (None,)
    for cell in BOARD.back(seat) if pile else ():
        if state.is_free(NUMBERS[cell]):
            yield from (Reinforced(seat, cell, card) for card in cards)


PILES: dict[str, PileName] = {"off": "off", "tomb": "tomb", "hand": "reinforcements"}
"""The piles that a card may come from, by their names in events."""


class Ruled(Deed, frozen=True):
    """The people set by hand what lies on a square from now on; no `seat`: nothing."""

    told: ClassVar[bool] = True
    plays: ClassVar[bool] = False
    any_time: ClassVar[bool] = True
    override: ClassVar[bool] = True
    at: str
    seat: int | None = None
    card: str | None = None

    @property
    def source(self) -> str | None:
        """Where the card comes from; None for the likeliest place."""
        return None

    @property
    def penny(self) -> str | None:
        """The side of the penny on a card that is to lie face up; None: face down."""
        return None

    laid_words: ClassVar[Callable[..., str]]
    """What the people say where a card is to lie: `{card}` of `{name}` on `{square}`, from `{source}`."""

    def said(self, state: ZoonState) -> str:
        if self.seat is None:
            return _("By agreement nothing lies on {square}").format(square=self.at)
        piles = {"off": _("the cards taken off"), "hand": _("the hand"), "tomb": _("the tomb")}
        return self.laid_words(state).format(
            card=state.called(self.card),
            name=state.seat_name(self.seat),
            square=self.at,
            source=piles.get(self.source or "", self.source),
        )

    def violations(self, state: ZoonState) -> Iterator[Violation]:
        agreed, trump = state.agreed, state.agreed.facts.trumps.get(self.card or "")
        born = not agreed.game.hidden and trump is not None and trump.as_zoon is not None
        if state.phase not in ("lot", "play"):
            yield Violation("zo-03-armies-first", _("nothing can be put right before the armies lie"))
        elif self.at not in NUMBERS or self.seat not in (None, 0, 1):
            yield Violation("ours-squares", self.at)
        elif self.seat is None:
            return
        elif self.penny is not None and self.card is None:
            yield Violation("people-outrank", _("a face-up card has a name"))
        elif self.card is not None and self.card not in agreed.armies[self.seat] and not born:
            yield Violation("ours-cards-of-the-army", self.card)
        elif self._place(*self._cleared(state)) is None:
            yield Violation("ours-cards-of-the-army", self.card or _("a face-down card"))

    def after(self, state: Any) -> Any:
        if self.at not in NUMBERS:
            return state
        was_due = bool(state.todo)
        cleared, there = self._cleared(state)
        if self.seat is not None:
            place = self._place(cleared, there)
            if place is None:
                return state
            cleared = self._laid(cleared, there, place)
        return _put_right(cleared, was_due=was_due)

    def _cleared(self, state: Any) -> tuple[Any, Any]:
        """The state with the square cleared, and a card of the same seat that may stay."""
        number, todo = NUMBERS[self.at], []
        for step in state.todo:
            if not ((step.fights or step.in_fights) and step.at == self.at):
                todo.append(step)
            elif hasattr(step, "piece"):
                state = state.taken_off(step.piece)
        wall = state.wall_at(self.at)
        if wall is not None:
            state = replace(state, walls=tuple(other for other in state.walls if other is not wall))
            if wall.trump is not None and wall.seat is not None:
                state = state.added("hand", wall.seat, wall.trump)
        piece = state.board[number]
        state = replace(state.put({number: None}), todo=tuple(todo), untidy=state.tidied(self.at))
        if piece is None:
            return state, None
        if piece.cage:
            state = state.added("hand", 1 - piece.seat, piece.cage)
        # Whether the override names the card there, rather than replacing it.
        may_stay = self.card in (None, piece.card) or self.card in state.stock.unseen[piece.seat]
        if piece.card in state.agreed.facts.trumps:
            may_stay = self.card == piece.card and self.penny is not None
        if self.seat == piece.seat and self.source in (None, self.at) and may_stay:
            return state, replace(piece, cage="")
        return state.taken_off(piece), None

    def _place(self, state: ZoonState, there: ZoonPiece | None) -> str | None:
        """Where the card comes from: a square, `tomb`, `hand` or `off`; None where it cannot be."""
        if there is not None:
            return str(self.at)
        return next((place for place in self.places(state) if self.source in (None, place)), None)

    def places(self, state: ZoonState) -> Iterator[str]:
        """Every place that the card of a override may come from, likeliest first."""
        seat, card, hidden = self.seat, self.card, state.agreed.game.hidden
        if seat is None:
            return
        for name in PILES:
            zoons = _zoons_in(state, name, seat)
            nameless = None in zoons and (card is None or card in state.stock.unseen[seat])
            any_will_do = card is None and bool(zoons) and name != "tomb" and hidden
            if nameless or card in zoons or any_will_do:
                yield name
            if name == "off":
                for number, piece in enumerate(state.board):
                    if piece is None or piece.seat != seat or piece.cage or NAMES[number] == self.at:
                        continue
                    if hidden and piece.card in state.agreed.facts.trumps:
                        continue
                    if card is None:
                        fits = hidden or not piece.up
                    else:
                        fits = piece.card == card or (piece.card is None and card in state.possible(number))
                    if fits:
                        yield NAMES[number]

    def _laid(self, state: Any, there: Any, place: str) -> Any:
        game, card, before = state.agreed.game, self.card, there
        seat: Any = self.seat
        if before is None and place in NUMBERS:
            before = state.board[NUMBERS[place]]
            state = replace(state.put({NUMBERS[place]: None}), untidy=state.tidied(place))
        if before is None:
            state, before = _drawn(state, place, seat, card)
        told_otherwise = card is not None or (before.up and not game.hidden)
        if told_otherwise and before.card not in (None, card):
            state = state.added("unseen", seat, before.card)
            before = game.piece(seat=seat, gear=before.gear)
        if card is not None and before.card is None:
            state = state.learnt(seat, card)
        claims = () if card is not None else before.claims
        piece = replace(before, card=card or before.card, up=self.penny is not None, claims=claims)
        if not game.hidden:
            piece = replace(piece, penny=self.penny)
        return state.put({NUMBERS[self.at]: piece})


def _put_right(state: Any, *, was_due: bool) -> Any:
    """The consequences of the board, counted again: who has lost, and what is still due.

    A fallen Emblem that stands again has not fallen.
    """
    agreed, over = state.agreed, state.over
    fallen = any(agreed.emblems[seat] in state.stock.tomb[seat] for seat in (0, 1))
    if over is not None and over.rule in (agreed.game.falls, "zo-05-cannot-play") and not fallen:
        state = replace(state, over=None)
    # A step that makes no sense any more is dropped; an attacker without a defender stays on the square.
    for step in state.todo:
        if step.owed or not step.misfit(state):
            continue
        if hasattr(step, "piece") and state.board[NUMBERS[step.at]] is None:
            state = state.put({NUMBERS[step.at]: step.piece.turned_down()})
        state = replace(state, todo=tuple(other for other in state.todo if other is not step))
    if state.phase != "play" or state.over is not None:
        return state
    state = state.asked()
    if was_due or state.todo:
        return state.settled()
    return replace(state, over=state.stuck())


def _drawn(state: Any, place: str, seat: int, card: str | None) -> tuple[Any, Any]:
    """A card out of a pile, with its face if the pile held it by name and no other could be meant."""
    pile, zoons = PILES[place], _zoons_in(state, place, seat)
    known = card if card in zoons else None
    if card is None and None not in zoons:
        # Nobody says which of several known cards: none of them is known any more.
        known = zoons[0]
        if len(set(zoons)) > 1:
            for held in zoons:
                state = state.added("unseen", seat, held)
            known = None
            left = [None if held in zoons else held for held in getattr(state.stock, pile)[seat]]
            state = state.with_pile(pile, seat, left)
    return state.taken(pile, seat, known), state.agreed.game.piece(seat=seat, card=known)


def _zoons_in(state: ZoonState, name: str, seat: int) -> list[str | None]:
    """The cards in a pile that may lie on the board; trumps that became Zoons only in games where those lie face up."""
    pile, trumps = getattr(state.stock, PILES[name])[seat], state.agreed.facts.trumps
    return [held for held in pile if held not in trumps or not state.agreed.game.hidden]


def overrides_at(state: ZoonState, region: str) -> Iterator[Any]:
    """Rulings that put a square right: what else it may hold, likeliest first."""
    if state.phase in ("lot", "play") and region in NUMBERS:
        found = dict.fromkeys(state.agreed.game.ruled(state, region))
        yield from (event for event in found if not any(event.violations(state)))


def squares_near(here: int) -> list[int]:
    """All other squares, the nearest first."""
    return sorted(set(range(len(BOARD))) - {here}, key=lambda number: (BOARD.away(number, here), number))
