"""What the votes have decided, for a screen to show large."""

from collections import Counter
from typing import Any

from companion.abilities import Contest
from companion.games.zong.board import GOAL
from companion.games.zong.events import Voted
from companion.games.zong.naming import called, piece_title
from companion.games.zong.state import State, seat_name
from companion.games.zong.voting import vote_breaches, voted
from companion.language import _, several


def contest(state: State, event: Any) -> Contest | None:
    """A vote that this one brings to its end."""
    if not isinstance(event, Voted) or state.phase != "vote" or any(vote_breaches(state, event)):
        return None
    after, seat = voted(state, event), state.agreed.seat(state.vote.asked)
    if after.phase == "vote" and after.vote.asked == state.vote.asked:
        return None
    vote = event.colour if state.vote.asked == GOAL else event.square
    votes = Counter(given for _seat, given in (*state.vote.votes, (event.seat, vote)))
    more = _counted(votes)
    if state.vote.asked == GOAL:
        winners = () if after.over is None else after.over.winners
        if not winners:
            return None
        return Contest(_("{name} has won").format(name=seat_name(state, winners[0])), more=more)
    square = (
        GOAL if after.over is not None else dict(after.vote.decided).get(state.turn if seat is None else seat)
    )
    if square is None:
        return None
    words = _("{piece} belongs on {square}")
    return Contest(words.format(piece=piece_title(state.vote.asked), square=called(square)), more=more)


def _counted(votes: Counter[str]) -> str:
    """How the votes fell, the most first."""
    if len(votes) == 1:
        return several("All {n} votes agree.", "All {n} votes agree.", votes.total())
    counts = [count for _vote, count in votes.most_common()]
    if len(counts) == 2:
        return _("Votes: {most} to {other}.").format(most=counts[0], other=counts[1])
    return _("Votes: {counts}.").format(counts=", ".join(map(str, counts)))
