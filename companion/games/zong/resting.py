"""What is known of pieces that were flicked: as measured, as said in words, as voted. And the clean-up it makes."""

from dataclasses import replace
from functools import lru_cache

from companion.game import Breach, Seat
from companion.games.zong.areas import area_at
from companion.games.zong.board import GOAL, START
from companion.games.zong.events import Rest
from companion.games.zong.measuring import BELOW, Belonging
from companion.games.zong.naming import called, lies_on, piece_name
from companion.games.zong.sorting import Lying, Sorted, belonging, sort_out
from companion.games.zong.state import NO_VOTE, State, Vote
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
        return _straddling(state, rest)
    if rest.between:
        return max(rest.between, key=lambda name: state.board.number(name) or 0), "zg-11-between-higher"
    if isinstance(rest.off_track, str) and rest.off_track:
        return rest.off_track, "zg-12-nearest-red"
    return rest.square, "zg-17-own-place" if rest.square else ""


def _straddling(state: State, rest: Rest) -> tuple[str, str]:
    """Where a piece belongs that was said to lie partly on the goal, as that was agreed."""
    if state.agreed.straddle == "goal":
        return GOAL, "zg-14-partly-on-goal"
    others = [state.board.number(name) or 0 for name in rest.between if name != GOAL]
    last = state.agreed.straddle == "last"
    return state.board.named(state.board.last if last else max(others)), "zg-14-partly-on-goal"


def belongs_by_position(state: State, seat: Seat) -> Belonging | None:
    """Where a flicked piece belongs by its measured position alone; None where none was measured."""
    rest = dict(state.rest).get(seat)
    if rest is None or rest.x is None:
        return None
    home = state.board.named(state.place(seat))
    return belonging(state.board, state.seats, home, Lying(rest.x, rest.y), state.agreed.straddle)


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
    return _belied(state, seat, rest)


def is_told(state: State, colour: str, rest: Rest) -> bool:
    """Whether a resting place says where a piece lies; people may let pass that it was measured otherwise."""
    breach = rest_breach(state, colour, rest)
    return breach is None or not breach.rule.startswith("ours-")


def _belied(state: State, seat: Seat, rest: Rest) -> Breach | None:
    told, _rule = said(state, rest)
    if rest.x is None or rest.y is None or not told:
        return None
    home = state.board.named(state.place(seat))
    found = belonging(state.board, state.seats, home, Lying(rest.x, rest.y), state.agreed.straddle)
    if told in found.choices:
        return None
    words = _("measured {square}, said {other}").format(square=called(found.square), other=called(told))
    return Breach(found.rule, words)


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
