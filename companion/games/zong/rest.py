"""What is known of pieces that were flicked: as measured, as said in words, as voted. And the clean-up it makes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from companion.game import Breach, PositionFault, Seat
from companion.games.zong.board import GOAL, START, Board
from companion.games.zong.events import Rest
from companion.games.zong.places import BELOW, Belonging, Lying, Sorted, area_at, belonging, sort_out
from companion.games.zong.state import COLOUR_NAMES, NO_VOTE, State, Vote, called, lies_on, piece_name
from companion.kits.exact import converted
from companion.language import _


def sorted_out(state: State) -> Sorted:
    """The clean-up of a state: where each piece belongs, the rule, how sure that is, and the towers."""
    decided = Vote(decided=state.vote.decided) if state.vote.decided else NO_VOTE
    return _sorted_out(
        State(agreed=state.agreed, squares=state.squares, hands=(), rest=state.rest, vote=decided)
    )


@lru_cache(maxsize=1024)
def _sorted_out(state: State) -> Sorted:
    """The same for a state of which nothing else is known than where pieces stand and lie, and what was decided."""
    lying = {state.agreed.colours[seat]: as_lying(state, rest) for seat, rest in state.rest}
    for seat, square in state.vote.decided:
        colour = state.agreed.colours[seat]
        lying[colour] = replace(lying.get(colour, Lying()), square=square, rule="zg-20-majority")
    return sort_out(state.board, state.seats, state.book(), lying, state.agreed.straddle)


def as_lying(state: State, rest: Rest) -> Lying:
    """A piece as it lies: words settle where it belongs; without any its position does."""
    square, rule = said(state, rest)
    return Lying(rest.x, rest.y, square, rule, rest.on)


def said(state: State, rest: Rest) -> tuple[str, str]:
    """The square that the words of a resting place come to, and the rule; empty where they leave it to measuring."""
    square, rule = _said(state, rest)
    return (START, BELOW) if state.board.lies_below(square) else (square, rule)


def _said(state: State, rest: Rest) -> tuple[str, str]:
    """As `said`, squares below the start among them."""
    if rest.goal:
        return GOAL, "zg-14-whole-on-goal"
    if rest.off_board:
        return START, "zg-13-off-the-board"
    if GOAL in rest.between:
        if state.agreed.straddle == "goal":
            return GOAL, "zg-14-partly-on-goal"
        others = [state.board.number(name) or 0 for name in rest.between if name != GOAL]
        last = state.agreed.straddle == "last"
        return state.board.named(state.board.last if last else max(others)), "zg-14-partly-on-goal"
    if rest.between:
        return max(rest.between, key=lambda name: state.board.number(name) or 0), "zg-11-between-higher"
    if isinstance(rest.off_track, str) and rest.off_track:
        return rest.off_track, "zg-12-nearest-red"
    return rest.square, "zg-17-own-place" if rest.square else ""


def belongs_by_position(state: State, seat: Seat) -> Belonging | None:
    """Where a flicked piece belongs by its measured position alone; None where none was measured."""
    return measured(state, seat, dict(state.rest).get(seat))


def measured(state: State, seat: Seat, rest: Rest | None) -> Belonging | None:
    """The same of a piece that lies so."""
    if rest is None or rest.x is None or rest.y is None:
        return None
    return belongs(state, seat, Lying(rest.x, rest.y))


def belongs(state: State, seat: Seat, lying: Lying) -> Belonging:
    """Where a seat's piece belongs that lies so."""
    home = state.board.named(state.place(seat))
    return belonging(state.board, state.seats, home, lying, state.agreed.straddle)


def rest_breach(state: State, colour: str, rest: Rest) -> Breach | None:
    """What is wrong with a resting place: words that name nothing, or that the measured position belies."""
    seat = state.agreed.seat(colour)
    if seat is None:
        return Breach("ours-colours", piece_name(colour))
    board = state.board
    words = [rest.square, rest.between, rest.off_track, rest.off_board, rest.goal]
    if sum(bool(word) for word in words) > 1 or (rest.x is None) != (rest.y is None):
        return Breach("ours-resting-place", piece_name(colour))
    if rest.x is None and (not any(words) or rest.off_track is True):
        return Breach("ours-resting-place", piece_name(colour))
    if rest.on and (rest.on == colour or state.agreed.seat(rest.on) is None):
        return Breach("ours-resting-place", lies_on(colour, rest.on))
    red = rest.off_track if isinstance(rest.off_track, str) else ""
    for name in (rest.square, red, *rest.between):
        if name and (board.number(name) is None or name == rest.square == GOAL):
            return Breach("ours-squares", name)
    if rest.square == START and state.place(seat) != 0:
        return Breach(
            "zg-12-nearest-red", _("{piece} did not stand on the start").format(piece=piece_name(colour))
        )
    if rest.between and len(set(rest.between)) < 2:
        between = _("{piece} between {squares}").format(
            piece=piece_name(colour), squares=", ".join(map(called, rest.between))
        )
        return Breach("ours-resting-place", between)
    if red not in ("", *(one.name for one in board.reds)):
        return Breach("zg-12-nearest-red", _("{square} is not red").format(square=called(red)))
    told, _rule = said(state, rest)
    found = measured(state, seat, rest) if told else None
    if found is None or told in found.choices:
        return None
    about = _("measured {square}, said {other}").format(square=called(found.square), other=called(told))
    return Breach(found.rule, about)


def is_told(state: State, colour: str, rest: Rest) -> bool:
    """Whether a resting place says where a piece lies; people may let pass that it was measured otherwise."""
    breach = rest_breach(state, colour, rest)
    return breach is None or not breach.rule.startswith("ours-")


def misplaced(state: State) -> dict[str, str]:
    """The pieces that a hand must take up, with the square of each: all but those that lie right, with none below."""
    found, rest = sorted_out(state), dict(state.rest)
    due = {}
    for seat in loose(state):
        colour = state.agreed.colours[seat]
        square = found.pieces[colour].square
        x, y = rest[seat].x, rest[seat].y
        there = x is not None and y is not None and area_at(state.board, state.seats, x, y) == square
        if not (there and found.towers[square][0] == colour):
            due[colour] = square
    return due


def loose(state: State) -> tuple[Seat, ...]:
    """The pieces that the clean-up takes up or makes sure of: those that do not stand where they stood."""
    staying = sorted_out(state).staying
    return tuple(seat for seat, _ in state.rest if state.agreed.colours[seat] not in staying)


# The clean-up as a screen or a program needs it: every flicked piece with its square, its rule and its doubt.


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
    placed = []
    for seat, rest in state.rest:
        colour = state.agreed.colours[seat]
        piece, by_position = found.pieces[colour], measured(state, seat, rest)
        doubtful = by_position is not None and by_position.doubtful and seat not in decided
        placing = Placing(
            seat=seat,
            colour=colour,
            at=None if rest.x is None or rest.y is None else (rest.x, rest.y),
            home=state.board.named(state.place(seat)),
            square=piece.square,
            to=middle(state.board, state.seats, piece.square),
            rule=piece.rule,
            others=() if by_position is None else by_position.others,
            doubtful=doubtful,
            decided=seat in decided,
            must_move=colour in moving,
            level=found.towers[piece.square].index(colour) if piece.square != START else 0,
        )
        placed.append(placing)
    return tuple(placed)


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
