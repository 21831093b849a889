"""A square put right by the people: they outrank the referee, but nobody can make a card."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NAMES, NUMBERS
from companion.games.zoon.family.deck import BOARD
from companion.games.zoon.family.events import Deed
from companion.games.zoon.family.state import PileName, ZoonPiece, ZoonState, tidied
from companion.language import _

PILES: dict[str, PileName] = {"off": "off", "tomb": "tomb", "hand": "reinforcements"}
"""The piles that a card may come from, by their names in events."""


class Ruled(Deed, frozen=True):
    """The people put a square right by hand: what lies there from now on; no `seat`: nothing."""

    told: ClassVar[bool] = True
    plays: ClassVar[bool] = False
    any_time: ClassVar[bool] = True
    ruling: ClassVar[bool] = True
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

    def breaches(self, state: ZoonState) -> Iterator[Breach]:
        agreed, trump = state.agreed, state.agreed.facts.trumps.get(self.card or "")
        born = not agreed.game.hidden and trump is not None and trump.as_zoon is not None
        if state.phase not in ("lot", "play"):
            yield Breach("zo-03-armies-first", _("nothing can be put right before the armies lie"))
        elif self.at not in NUMBERS or self.seat not in (None, 0, 1):
            yield Breach("ours-squares", self.at)
        elif self.seat is None:
            return
        elif self.penny is not None and self.card is None:
            yield Breach("people-outrank", _("a face-up card has a name"))
        elif self.card is not None and self.card not in agreed.armies[self.seat] and not born:
            yield Breach("ours-cards-of-the-army", self.card)
        elif self._place(*self._cleared(state)) is None:
            yield Breach("ours-cards-of-the-army", self.card or _("a face-down card"))

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
        """The square cleared of all that lies there; a card of the same seat that may stay is handed back."""
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
        state = replace(state.put({number: None}), todo=tuple(todo), untidy=tidied(state.untidy, self.at))
        if piece is None:
            return state, None
        if piece.cage:
            state = state.added("hand", 1 - piece.seat, piece.cage)
        # Whether the ruling says what the card there is, rather than that another lies there.
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
        """Every place that the card of a ruling may come from, likeliest first."""
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
            state = replace(state.put({NUMBERS[place]: None}), untidy=tidied(state.untidy, place))
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
    """What follows from the board is counted anew: who has lost, and what is still due.

    A fallen Emblem that stands again has not fallen.
    """
    agreed, over = state.agreed, state.over
    fallen = any(agreed.emblems[seat] in state.stock.tomb[seat] for seat in (0, 1))
    if over is not None and over.rule in (agreed.game.falls, "zo-05-cannot-play") and not fallen:
        state = replace(state, over=None)
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
    """A card out of a pile, with its face where the pile held it by name, and no other could be meant."""
    pile, zoons = PILES[place], _zoons_in(state, place, seat)
    known = card if card in zoons else None
    if card is None and None not in zoons:
        # One of several known cards, nobody says which: it is not known any more.
        known = zoons[0]
        if len(set(zoons)) > 1:
            for held in zoons:
                state = state.added("unseen", seat, held)
            known = None
            left = [None if held in zoons else held for held in getattr(state.stock, pile)[seat]]
            state = state.with_pile(pile, seat, left)
    return state.taken(pile, seat, known), state.agreed.game.piece(seat=seat, card=known)


def _zoons_in(state: ZoonState, name: str, seat: int) -> list[str | None]:
    """The cards in a pile that may lie on the board; trumps that became Zoons only where they lie face up."""
    pile, trumps = getattr(state.stock, PILES[name])[seat], state.agreed.facts.trumps
    return [held for held in pile if held not in trumps or not state.agreed.game.hidden]


def rulings_at(state: ZoonState, region: str) -> Iterator[Any]:
    """Rulings that put a square right: what else it may hold, likeliest first."""
    if state.phase in ("lot", "play") and region in NUMBERS:
        found = dict.fromkeys(state.agreed.game.ruled(state, region))
        yield from (event for event in found if not any(event.breaches(state)))


def squares_near(here: int) -> list[int]:
    """All other squares, the nearest first."""

    def distance(number: int) -> int:
        across = abs(number % BOARD.columns - here % BOARD.columns)
        return max(across, abs(number // BOARD.columns - here // BOARD.columns))

    return sorted(set(range(len(BOARD))) - {here}, key=lambda number: (distance(number), number))
