"""Flicks of the ZONG disc, one for each lightning; and the clean-up that follows each."""

from collections.abc import Iterator, Mapping
from math import hypot

import msgspec
from msgspec.structs import replace

from companion.game import Breach, Seat
from companion.games.zong.board import START
from companion.games.zong.events import Cleaned, Passed, Rest, Zonged
from companion.games.zong.flow import rested, settled, tidied
from companion.games.zong.measuring import DOUBT_MM
from companion.games.zong.naming import called, lies_on, piece_name, pieces_named, title
from companion.games.zong.resting import is_told, rest_breach, sorted_out
from companion.games.zong.sorting import Sorted
from companion.games.zong.state import NO_VOTE, State, with_squares
from companion.language import _


def flick_breaches(state: State, event: Zonged) -> Iterator[Breach]:
    for colour, rest in event.rest.items():
        yield from filter(None, (rest_breach(state, colour, rest),))
    wrong = next((colour for colour in event.rest if not _can_lie(state, event.rest, colour)), None)
    if wrong is not None:
        yield Breach("ours-resting-place", lies_on(wrong, event.rest[wrong].on))


def _can_lie(state: State, rest: Mapping[str, Rest], colour: str) -> bool:
    """Whether a piece can lie on the one that it was said to lie on: that one is no farther off, and not on it."""
    upper, passed = rest[colour], {colour}
    lower = rest.get(upper.on)
    if None not in (upper.x, upper.y) and lower is not None and None not in (lower.x, lower.y):
        apart = hypot((upper.x or 0.0) - (lower.x or 0.0), (upper.y or 0.0) - (lower.y or 0.0))
        if apart >= state.board.piece_mm:
            return False
    below = upper.on
    while below in rest and below not in passed:
        passed.add(below)
        below = rest[below].on
    return below not in passed


def flicked(state: State, event: Zonged) -> State:
    """The pieces lie where the flick left them; positions are kept to 0.1 mm, so that replay is exact."""
    decided = tuple(pair for pair in state.vote.decided if state.agreed.colours[pair[0]] not in event.rest)
    left = max(state.throw.lightnings - 1, 0)
    return rested(
        replace(
            state,
            throw=replace(state.throw, lightnings=left),
            rest=with_flick(state, event),
            vote=replace(state.vote, decided=decided),
        )
    )


def with_flick(state: State, event: Zonged) -> tuple[tuple[Seat, Rest], ...]:
    """Where pieces lie after a flick; those that it did not move lie where they lay. What cannot be is left out."""
    found = {
        seat: _rounded(rest)
        for colour, rest in event.rest.items()
        if (seat := state.agreed.seat(colour)) is not None and is_told(state, colour, rest)
    }
    return tuple(sorted((dict(state.rest) | found).items(), key=lambda pair: pair[0]))


def _rounded(rest: Rest) -> Rest:
    if rest.x is None or rest.y is None:
        return rest
    return msgspec.structs.replace(rest, x=round(rest.x, 1), y=round(rest.y, 1))


def passed(state: State, _event: Passed) -> State:
    return settled(
        replace(
            state,
            phase="lightning",
            throw=replace(state.throw, lightnings=max(state.throw.lightnings - 1, 0)),
        )
    )


def clean_breaches(state: State, event: Cleaned) -> Iterator[Breach]:
    found = sorted_out(state)
    for colour, square in event.moves.items():
        if state.agreed.seat(colour) is None:
            yield Breach("ours-colours", piece_name(colour))
            continue
        due = found.pieces[colour]
        if square != due.square:
            words = _("{piece} belongs on {square}, not on {other}").format(
                piece=piece_name(colour), square=called(due.square), other=called(square)
            )
            yield Breach(due.rule, words)
    for square, tower in event.towers.items():
        if square not in found.towers or sorted(tower) != sorted(found.towers[square]):
            yield Breach("zg-18-nearest-first", _tower(square, found.towers.get(square, ())))
        elif square != START and not _may_stand(state, found, square, tower):
            yield Breach("zg-18-nearest-first", _tower(square, found.towers[square]))


def _tower(square: str, pieces: tuple[str, ...]) -> str:
    return _("{square}: {pieces}").format(square=title(square), pieces=pieces_named(pieces))


def _may_stand(state: State, found: Sorted, square: str, tower: tuple[str, ...]) -> bool:
    """Whether pieces may be stacked in this order: where nobody can be sure, as the seat whose turn it is likes."""
    due = found.towers[square]
    if tower == due:
        return True
    if square not in found.doubtful:
        return False
    return all(
        not _surely_lower(state, found, upper, lower)
        for n, lower in enumerate(tower)
        for upper in tower[n + 1 :]
    )


def _surely_lower(state: State, found: Sorted, one: str, other: str) -> bool:
    """Whether there is no doubt that a piece comes below another on the square of both."""
    due = found.towers[found.pieces[one].square]
    if due.index(one) > due.index(other):
        return False
    measured = one in found.stacks and other in found.stacks
    together = measured and found.stacks[one] == found.stacks[other]
    if one in found.staying:
        return other not in found.staying or together or not measured
    if together:
        seats = [state.agreed.colours.index(colour) for colour in (one, other)]
        return state.place(seats[0]) == state.place(seats[1]) != 0
    return found.away[other] - found.away[one] > DOUBT_MM


def cleaned(state: State, event: Cleaned) -> State:
    """Every piece stands where it belongs; then come the lightnings left, or what follows them."""
    found = sorted_out(state)
    tidy = _ordered(tidied(state), found, event.towers)
    return settled(replace(tidy, phase="lightning", rest=(), vote=NO_VOTE))


def _ordered(state: State, found: Sorted, towers: Mapping[str, tuple[str, ...]]) -> State:
    given = {
        state.board.number(square) or 0: tuple(state.agreed.colours.index(colour) for colour in tower)
        for square, tower in towers.items()
        if square in found.towers and sorted(tower) == sorted(found.towers[square])
    }
    return with_squares(state, given)


def certain(state: State) -> bool:
    """Whether a clean-up leaves nothing that people must say: the order in every tower is sure."""
    return not sorted_out(state).doubtful
