"""Doubt: everybody has one vote, the majority decides; where votes are tied, what was measured does (ZG-20)."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion.game import Breach, Seat
from companion.games.zong.board import GOAL
from companion.games.zong.events import Disputed, Voted
from companion.games.zong.flow import finished, rested, winner_by_measure
from companion.games.zong.naming import called, piece_name
from companion.games.zong.resting import belongs_by_position, sorted_out
from companion.games.zong.state import State
from companion.language import _


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
    return _decided(state, "" if tied else most[0][0])


def _decided(state: State, vote: str) -> State:
    """What was voted for, or with a tie what was measured."""
    if state.vote.asked == GOAL:
        seat = state.agreed.seat(vote) if vote else None
        return finished(state, winner_by_measure(state) if seat is None else seat)
    seat = state.agreed.seat(state.vote.asked)
    assert seat is not None, "only pieces are voted on"
    return decide(state, seat, vote or sorted_out(state).pieces[state.vote.asked].square)


def decide(state: State, seat: Seat, square: str) -> State:
    """The people have said where a flicked piece belongs; what follows from it."""
    kept = tuple(pair for pair in state.vote.decided if pair[0] != seat)
    return rested(
        replace(
            state,
            vote=replace(state.vote, decided=tuple(sorted((*kept, (seat, square)))), asked="", votes=()),
        )
    )
