"""What the votes have decided, for a screen to show large."""

from collections import Counter
from typing import Any

from companion.contest import Contest
from companion.games.zong.board import GOAL
from companion.games.zong.events import Voted
from companion.games.zong.saying import called
from companion.games.zong.state import State, seat_name
from companion.games.zong.voting import vote_breaches, voted


def contest(state: State, event: Any) -> Contest | None:
    """A vote that this one brings to its end."""
    if not isinstance(event, Voted) or state.phase != "vote" or any(vote_breaches(state, event)):
        return None
    after, seat = voted(state, event), state.agreed.seat(state.vote.asked)
    if after.phase == "vote" and after.vote.asked == state.vote.asked:
        return None
    vote = event.colour if state.vote.asked == GOAL else event.square
    votes = Counter(vote for _, vote in (*state.vote.votes, (event.seat, vote)))
    counts = " to ".join(str(count) for _, count in votes.most_common())
    more = f"All {sum(votes.values())} votes agree." if len(votes) == 1 else f"Votes: {counts}."
    if state.vote.asked == GOAL:
        winners = () if after.over is None else after.over.winners
        return Contest(f"{seat_name(state, winners[0])} has won", more=more) if winners else None
    square = (
        GOAL if after.over is not None else dict(after.vote.decided).get(state.turn if seat is None else seat)
    )
    return (
        None
        if square is None
        else Contest(f"{state.vote.asked.capitalize()} belongs on {called(square)}", more=more)
    )
