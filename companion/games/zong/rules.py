"""Law and consequence: which rule an event breaks first, and what it does even when forbidden."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.game import Breach, Event, Seat
from companion.games.zong import turn
from companion.games.zong.board import GOAL, START
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disputed,
    FellBack,
    Passed,
    Rest,
    Ruled,
    Starts,
    Threw,
    Voted,
    Zonged,
)
from companion.games.zong.places import DOUBT_MM, Sorted
from companion.games.zong.rest import belongs_by_position, is_told, rest_breach, sorted_out
from companion.games.zong.state import (
    NO_VOTE,
    Phase,
    State,
    Vote,
    called,
    lies_on,
    moved,
    piece_name,
    pieces_named,
    title,
    with_squares,
    won,
)
from companion.games.zong.turn import finished, rested, settled, tidied, winner_by_measure
from companion.language import _, marked

# Flicks of the ZONG disc, one for each lightning; and the clean-up that follows each.


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
    throw = replace(state.throw, lightnings=max(state.throw.lightnings - 1, 0))
    vote = replace(state.vote, decided=decided)
    return rested(replace(state, throw=throw, rest=with_flick(state, event), vote=vote))


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
    throw = replace(state.throw, lightnings=max(state.throw.lightnings - 1, 0))
    return settled(replace(state, phase="lightning", throw=throw))


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
    given = {
        state.board.number(square) or 0: tuple(state.agreed.colours.index(colour) for colour in tower)
        for square, tower in event.towers.items()
        if square in found.towers and sorted(tower) == sorted(found.towers[square])
    }
    tidy = with_squares(tidied(state), given)
    return settled(replace(tidy, phase="lightning", rest=(), vote=NO_VOTE))


def certain(state: State) -> bool:
    """Whether a clean-up leaves nothing that people must say: the order in every tower is sure."""
    return not sorted_out(state).doubtful


# Doubt: everybody has one vote, the majority decides; where votes are tied, what was measured does (ZG-20).


def dispute_breaches(state: State, event: Disputed) -> Iterator[Breach]:
    seat = state.agreed.seat(event.colour)
    if seat is None:
        yield Breach("ours-colours", piece_name(event.colour))
        return
    if seat in dict(state.vote.decided):
        yield Breach("zg-20-majority", _("{piece} was voted on").format(piece=piece_name(event.colour)))
    if seat not in dict(state.rest):
        yield Breach("zg-20-majority", _("{piece} was not moved").format(piece=piece_name(event.colour)))


def disputed(state: State, event: Disputed) -> State:
    if next(dispute_breaches(state, event), None) is not None:
        return state
    return replace(state, phase="vote", vote=replace(state.vote, asked=event.colour, votes=()))


def vote_breaches(state: State, event: Voted) -> Iterator[Breach]:
    if event.seat in dict(state.vote.votes):
        yield Breach("zg-20-one-vote-each", piece_name(state.agreed.colours[event.seat]))
    if state.vote.asked == GOAL:
        if event.colour not in on_goal(state):
            yield Breach("zg-16-two-on-goal", piece_name(event.colour))
        if event.square not in ("", GOAL):
            yield Breach("zg-16-two-on-goal", called(event.square))
        return
    if event.colour not in ("", state.vote.asked):
        yield Breach("zg-20-majority", _("the vote is on {piece}").format(piece=piece_name(state.vote.asked)))
    if state.board.number(event.square) is None:
        yield Breach("ours-squares", event.square)


def on_goal(state: State) -> tuple[str, ...]:
    """The colours of all pieces on the goal."""
    return tuple(colour for colour, piece in sorted_out(state).pieces.items() if piece.square == GOAL)


def choices(state: State) -> tuple[str, ...]:
    """What may well be voted for: the squares in doubt for the piece in question, or the colours on the goal."""
    if state.vote.asked == GOAL:
        return on_goal(state)
    seat = state.agreed.seat(state.vote.asked)
    if seat is None:
        return ()
    measured = belongs_by_position(state, seat)
    found = sorted_out(state).pieces[state.vote.asked]
    near = () if measured is None else (measured.square, *(square for square, _ in measured.others))
    return tuple(dict.fromkeys((found.square, *near)))


def voted(state: State, event: Voted) -> State:
    """One vote more; once nobody can change the outcome it counts."""
    if next(vote_breaches(state, event), None) is not None or state.phase != "vote":
        return state
    vote = event.colour if state.vote.asked == GOAL else event.square
    state = replace(
        state, vote=replace(state.vote, votes=tuple(sorted((*state.vote.votes, (event.seat, vote)))))
    )
    most = Counter(vote for _, vote in state.vote.votes).most_common(2)
    if len(state.vote.votes) < state.seats and most[0][1] * 2 <= state.seats:
        return state
    tied = len(most) > 1 and most[0][1] == most[1][1]
    vote = "" if tied else most[0][0]
    if state.vote.asked == GOAL:
        seat = state.agreed.seat(vote) if vote else None
        return finished(state, winner_by_measure(state) if seat is None else seat)
    seat = state.agreed.seat(state.vote.asked)
    assert seat is not None, "only pieces are voted on"
    return decide(state, seat, vote or sorted_out(state).pieces[state.vote.asked].square)


def decide(state: State, seat: Seat, square: str) -> State:
    """The people have said where a flicked piece belongs; what follows from it."""
    kept = (pair for pair in state.vote.decided if pair[0] != seat)
    return rested(replace(state, vote=Vote(decided=tuple(sorted((*kept, (seat, square)))))))


# What the people put right by hand: they outrank the referee, but nobody can make a piece.


def rule_breaches(state: State, event: Ruled) -> Iterator[Breach]:
    seat, place = state.agreed.seat(event.colour), state.board.number(event.square)
    if seat is None:
        yield Breach("ours-colours", piece_name(event.colour))
        return
    if place is None:
        yield Breach("ours-squares", event.square)
        return
    there = {state.agreed.colours[other] for other in state.squares[place]} | {event.colour}
    if event.order and (len(event.order) != len(set(event.order)) or set(event.order) != there):
        yield Breach("ours-put-right", pieces_named(event.order))


def ruled(state: State, event: Ruled) -> State:
    seat, place = state.agreed.seat(event.colour), state.board.number(event.square)
    if seat is None or place is None:
        return state
    if state.rest:
        return decide(state, seat, event.square)
    changed = moved(state, (seat,), place)
    if event.order and next(rule_breaches(state, event), None) is None:
        changed = with_squares(
            changed, {place: tuple(state.agreed.colours.index(colour) for colour in event.order)}
        )
    if event.square == GOAL:
        why = marked("by agreement {name} is on the goal")
        return won(changed, seat, why, "s1-first-on-goal-wins")
    return settled(changed)


def rulings(state: State, region: str) -> Iterator[Ruled]:
    """What the people may say of a square: which pieces stand there on top, those near by first."""
    place = state.board.number(region)
    if place is None or state.over is not None:
        return
    order = sorted(range(state.seats), key=lambda seat: (abs(state.place(seat) - place), seat))
    for seat in order:
        event = Ruled(state.agreed.colours[seat], region)
        if not (state.squares[place] and state.squares[place][-1] == seat):
            yield event


@dataclass(frozen=True, slots=True)
class Deed:
    """What one kind of event breaks and does, and when it may come. `turn`: only from the seat whose turn it is."""

    after: Callable[[State, Any], State]
    breaches: Callable[[State, Any], Iterator[Breach]]
    phases: tuple[Phase, ...]
    turn: bool = True


def breaches(state: State, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks: its time, then whose it is, then all the rest."""
    deed = _DEEDS[type(event)]
    if state.over is not None:
        yield Breach("ours-over", state.over.words)
        return
    seat = event.seat
    if seat is not None and seat not in range(state.seats):
        yield Breach("ours-seats", str(seat))
        return
    if state.phase not in deed.phases:
        yield _out_of_time(state, event)
    if deed.turn and seat is not None and seat != state.turn:
        piece = piece_name(state.agreed.colours[state.turn])
        yield Breach("zg-36-clockwise", _("it is the turn of {piece}").format(piece=piece))
    yield from deed.breaches(state, event)


def _out_of_time(state: State, event: Event) -> Breach:
    if isinstance(event, Starts):
        return Breach("zg-36-youngest-begins", _("the game has begun"))
    if state.phase == "cleanup":
        return Breach("zg-10-clean-up-first", _("the clean-up"))
    if state.phase == "vote":
        if state.vote.asked == GOAL:
            return Breach("zg-20-majority", _("a vote on the goal"))
        words = _("a vote on {piece}").format(piece=piece_name(state.vote.asked))
        return Breach("zg-20-majority", words)
    first: dict[Phase, str] = {
        "throw": _("a throw comes first"),
        "lightning": _("a flick comes first"),
        "spiral": _("a position back comes first"),
        "points": _("the points come first"),
    }
    return Breach("zg-07-order", first[state.phase])


def after(state: State, event: Any) -> State:
    """What an event does, lawful or not."""
    seat = event.seat
    if state.over is not None or (seat is not None and seat not in range(state.seats)):
        return state
    return _DEEDS[type(event)].after(state, event)


_DEEDS: dict[type[Event], Deed] = {
    Starts: Deed(turn.started, turn.start_breaches, ("throw",)),
    Threw: Deed(turn.threw, turn.throw_breaches, ("throw",)),
    Zonged: Deed(flicked, flick_breaches, ("lightning",)),
    Passed: Deed(passed, lambda _state, _event: iter(()), ("lightning",)),
    Cleaned: Deed(cleaned, clean_breaches, ("cleanup",)),
    Disputed: Deed(disputed, dispute_breaches, ("cleanup",)),
    Voted: Deed(voted, vote_breaches, ("vote",), turn=False),
    FellBack: Deed(turn.fell_back, turn.back_breaches, ("spiral",)),
    Advanced: Deed(turn.advanced, turn.advance_breaches, ("points",)),
    Ruled: Deed(
        ruled, rule_breaches, ("throw", "lightning", "cleanup", "vote", "spiral", "points"), turn=False
    ),
}
