"""Zoon by the alternate rules, as the referee knows it: what it can do, and what it does otherwise than its family."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import UNSET

from companion.game import About, Event, PositionFault, RandomSource, Seat, Setup
from companion.games.zoon.alternate import events as acts
from companion.games.zoon.alternate import table
from companion.games.zoon.alternate.state import (
    DICE,
    AnyStep,
    Aside,
    Piece,
    Roll,
    Show,
    State,
    TurnUp,
    Untidy,
    odds,
)
from companion.games.zoon.family import positions
from companion.games.zoon.family.board import NAMES, NUMBERS
from companion.games.zoon.family.deck import printed_with_penny
from companion.games.zoon.family.events import Deployed, Starts
from companion.games.zoon.family.options import options_of
from companion.games.zoon.family.play import LOT, ZoonGame
from companion.games.zoon.family.table import mat
from companion.games.zoon.family.worlds import strengths, with_faces, won
from companion.kits.exact import checked_faults, common, converted
from companion.language import marked
from companion.sight import Table

NEAR = (0.9, 0.9, 0.6, 0.4, 0.25, 0.12, 0.0)
"""What the Zoon counts that is nearest to the rival's Emblem, by how many squares it is away from it."""
STRIKE, THREAT, LOST = 1.0, 1.5, 0.6
"""What a sure strike counts that is kept for later, one of the rival's in its next turn, and the Zoon that strikes."""


def _falls(state: State, seat: Seat) -> float:
    """How likely a seat's Emblem is beaten by the best strike that the rival could make at it now."""
    agreed, board, best = state.agreed, state.board, 0.0
    emblem = agreed.emblems[seat]
    own = ((number, one) for number, one in enumerate(board) if one is not None and one.seat == seat)
    at, target = next((found for found in own if found[1].card == emblem), (None, None))
    if at is None or target is None or target.cage:
        return 0.0
    for number, one in enumerate(board):
        if one is None or one.seat == seat or one.cage or one.card is None:
            continue
        if state.is_any_open(agreed.facts.ways(one.card, one.seat, number, one.gear).get(at, ())):
            best = max(best, odds(state.values(state.side_of(one), state.side_of(target))))
    return best


class ZoonAlternate(ZoonGame[State]):
    """Zoon by Steffan O'Sullivan's alternate rules, on top of the rules of Zoondo."""

    id = "zoon_alternate"
    name = marked("Zoon (alternate rules)")
    about = About(
        gist=marked("Two armies meet; a die each decides a fight."),
        needs=marked("two tribes of cards, pennies, the mat of squares"),
        minutes=(30, 60),
    )
    options = options_of("alternate")
    events: tuple[type[Event], ...] = acts.EVENTS

    hidden = False
    falls = "za-24-emblem-falls"
    before = (
        ("deploy", Deployed, "zo-03-armies-first", marked("the armies lie already")),
        ("fronts", acts.FrontsUp, "za-02-fronts-up-first", marked("the front rows are up already")),
        LOT,
    )
    state, piece, untidy, step, card = State, Piece, Untidy, AnyStep, positions.Card
    deployed, moved, swapped, played = Deployed, acts.Moved, acts.Swapped, acts.PlayedTrump
    fields = tuple(name for name in positions.FIELDS if name != "fought")

    opening = staticmethod(table.front_rows)
    seen = staticmethod(table.seen_events)
    look = staticmethod(table.look)
    lying = staticmethod(table.lying)
    layout = staticmethod(table.layout)
    untidy_looks = staticmethod(table.untidy_looks)
    ruled = staticmethod(acts.ruled)
    view = staticmethod(table.view)
    printed = staticmethod(printed_with_penny)

    def chance_event(self, state: State, values: tuple[int | str, ...]) -> Event:
        if state.phase == "lot":
            return Starts(int(values[0]))
        return acts.Fought((int(values[0]), int(values[1])))

    def table(self, _setup: Setup) -> Table:
        return mat("card", "penny")

    def due(self, state: State, step: AnyStep) -> Iterator[Any]:
        if isinstance(step, Roll):
            yield from map(acts.Fought, DICE)
        elif isinstance(step, TurnUp | Show):
            # Every way to turn up the card that is due, an event for each card that it may prove to be.
            squares = [NUMBERS[step.at]] if isinstance(step, Show) else state.face_down(step.seat)
            for number in squares:
                for card in state.possible(number):
                    yield acts.TurnedUp(step.seat, NAMES[number], card)

    def world_for(self, state: State, seat: Seat | None, lots: RandomSource) -> State:
        """A state drawn from all that this seat cannot tell from the real one: what the rival's face-down cards are.

        What nobody has told the referee is drawn for both seats, once both have turned up their front rows.
        """
        if state.phase in ("deploy", "fronts"):
            return state
        for owner in (0, 1):
            hidden = seat not in (None, owner)
            state = with_faces(state, owner, lots, hidden=hidden)
        return state

    def worth(self, state: State, seat: Seat) -> float:
        """The chance to win, by what Zoons count and by strikes at the Emblems. A caged Zoon is none.

        Who is to move strikes, or keeps that for later; the rival may strike only after that.
        """
        strong = strengths(state, NEAR)
        mover = state.turn
        lead = strong[mover] - strong[1 - mover] - THREAT * _falls(state, mover)
        falls = _falls(state, 1 - mover)
        found = max(won(lead + STRIKE * falls), falls + (1 - falls) * won(lead - LOST))
        return found if seat == mover else 1 - found

    def read_card(
        self, _known: Any, card: positions.Card, laid: Mapping[str, str], at: str, becomes: Collection[str]
    ) -> Piece:
        """A card with a name lies face up on heads unless it says otherwise."""
        up = card.card is not None if card.up is UNSET else card.up
        penny = card.penny
        if penny is UNSET:
            penny = "heads" if up and not laid["cage"] else None
        piece = Piece(**common(card, Piece) | dict(laid) | {"up": up, "penny": penny})
        checked_faults(piece.faults(at))
        if not up and card.card in becomes:
            raise PositionFault(f"{at}.up", "a trump that became a Zoon lies face up")
        return piece

    def read_more(self, state: State, given: Mapping[str, Any]) -> tuple[State, Mapping[str, Any]]:
        """With the trumps beside the board; one that is named alone holds its penny as usual."""
        rows = converted(given.get("aside", [[], []]), tuple[tuple[Aside | str, ...], ...], "aside")
        if len(rows) != 2:
            raise PositionFault("aside", "expected a list for each of two seats")
        for seat, row in enumerate(rows):
            held = [Aside(one) if isinstance(one, str) else one for one in row]
            for one in held:
                trump = state.agreed.facts.trumps.get(one.trump)
                if trump is None or not (trump.reused and trump.corners):
                    raise PositionFault("aside", f"no trump of this name holds a penny, found {one.trump!r}")
            state = state.with_aside(seat, held)
        return state, given
