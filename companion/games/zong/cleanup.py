"""The clean-up as a screen or a program needs it: every flicked piece with its square, its rule and its doubt."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.game import PositionFault, Seat
from companion.games.zong.board import START, Board
from companion.games.zong.options import COLOUR_NAMES
from companion.games.zong.resting import belongs_by_position, misplaced, sorted_out
from companion.games.zong.sorting import Sorted
from companion.games.zong.state import State
from companion.kits.positions import converted


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """A flicked piece: where it lies, where it goes and why. Lengths are in mm.

    `at`: its middle, None where only words were said. `to`: the middle of the square. `home`: the square it stood on
    before. `others`: other answers near by with how far away they are; `doubtful`: one is within 3 mm. `decided`: by
    a vote or a ruling. `must_move`: a hand must take it up. `level`: how many pieces stand below it in the end.
    """

    seat: Seat
    colour: str
    at: tuple[float, float] | None
    home: str
    square: str
    to: tuple[float, float]
    rule: str
    others: tuple[tuple[str, float], ...]
    doubtful: bool
    decided: bool
    must_move: bool
    level: int

    @property
    def margin_mm(self) -> float | None:
        """How far away the nearest other answer is; None where none is near."""
        return self.others[0][1] if self.others else None


def placings(state: State) -> tuple[Placing, ...]:
    """Every flicked piece that is not put back yet, in the order of the seats."""
    found, decided, moving = sorted_out(state), dict(state.vote.decided), misplaced(state)
    return tuple(
        _placing(
            state,
            found,
            seat,
            (rest.x, rest.y),
            decided=seat in decided,
            moves=state.agreed.colours[seat] in moving,
        )
        for seat, rest in state.rest
    )


def _placing(
    state: State,
    found: Sorted,
    seat: Seat,
    at: tuple[float | None, float | None],
    *,
    decided: bool,
    moves: bool,
) -> Placing:
    colour = state.agreed.colours[seat]
    piece, measured = found.pieces[colour], belongs_by_position(state, seat)
    square = middle(state.board, state.seats, piece.square)
    x, y = at
    return Placing(
        seat=seat,
        colour=colour,
        at=None if x is None or y is None else (x, y),
        home=state.board.named(state.place(seat)),
        square=piece.square,
        to=square,
        rule=piece.rule,
        others=() if measured is None else measured.others,
        doubtful=measured is not None and measured.doubtful and not decided,
        decided=decided,
        must_move=moves,
        level=found.towers[piece.square].index(colour) if piece.square != START else 0,
    )


def middle(board: Board, seats: int, name: str) -> tuple[float, float]:
    """The middle of a square (mm); for `start` of the start square in use."""
    square = board.start_for(seats) if name == START else board.by_name[name]
    return square.x, square.y


def book_of(board: Board, given: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """What stands on each square, bottom first, from a state as JSON: `pieces`, `towers` or both.

    Raises PositionFault naming the field.
    """
    pieces: dict[str, str] = converted(given.get("pieces", {}), dict[str, str], "pieces")
    towers: dict[str, tuple[str, ...]] = converted(
        given.get("towers", {}), dict[str, tuple[str, ...]], "towers"
    )
    found: dict[str, tuple[str, ...]] = {}
    standing: dict[str, str] = {}
    stood = [(colour, square, f"towers.{square}") for square, tower in towers.items() for colour in tower]
    for colour, square, at in stood:
        if standing.setdefault(colour, square) != square or colour in found.get(square, ()):
            raise PositionFault(at, f"{colour} stands in two places")
        found[square] = (*found.get(square, ()), colour)
    for colour, square in pieces.items():
        if colour not in standing:
            standing[colour] = square
            found[square] = (*found.get(square, ()), colour)
        elif standing[colour] != square:
            raise PositionFault(f"pieces.{colour}", f"stands on {standing[colour]} too")
    unknown = next((square for square in found if board.number(square) is None), None)
    if unknown is not None:
        raise PositionFault("pieces", f"expected a square of the board, found {unknown!r}")
    strange = next((colour for colour in standing if colour not in COLOUR_NAMES), None)
    if strange is not None:
        raise PositionFault("pieces", f"expected one of {', '.join(COLOUR_NAMES)}, found {strange!r}")
    if not standing:
        raise PositionFault("pieces", "expected every colour in play once, found none")
    return found
