"""The face of a vote: the piece in question enlarged, as the camera has it or drawn, and one vote a seat."""

from dataclasses import replace

from companion.games.zong.board import GOAL
from companion.games.zong.rest import placings
from companion.games.zong.state import called_square, piece_title
from ui.games.zong.drawing import lying, standing, tokens
from ui.games.zong.seen import asked_window
from ui.games.zong.telling import is_decided, may_vote, votes_left
from ui.games.zong.touches import CastVote, CountVotes, VoteSquare
from ui.games.zong.trackside import Trackside, doubt, track_of
from ui.games.zong.words import square_name
from ui.present.models import Button, TableModel
from ui.present.track import Ballot
from ui.words import _, several


def vote(side: Trackside, model: TableModel) -> TableModel:
    """The piece in question enlarged, as the camera has it or drawn, and one vote a seat."""
    state, telling = side.state, side.telling
    may, voted = may_vote(state, telling), dict((*state.vote.votes, *telling.votes))
    by_name = piece_title if state.vote.asked == GOAL else square_name
    ballots = tuple(
        Ballot(
            seat,
            name,
            state.agreed.colours[seat],
            tuple(
                Button(
                    by_name(choice), CastVote(seat, choice),
                    "chosen" if voted.get(seat) == choice else "plain",
                    enabled=seat not in dict(state.vote.votes),
                )
                for choice in may
            ),
        )
        for seat, name in enumerate(side.names)
    )  # fmt: skip
    left = votes_left(state, telling)
    count = Button(_("Count the votes"), CountVotes(), "main", "done", enabled=is_decided(state, telling))
    rests = {state.agreed.colours[seat]: rest for seat, rest in state.rest}
    track = replace(
        track_of(model),
        window=asked_window(state),
        tokens=tokens(state, lying(state, rests, standing(state)), state.vote.asked),
        picture=side.picture,
        taps=False,
        square=VoteSquare,
        feet=(),
        ballots=ballots,
    )
    waits = several("{n} vote is missing.", "{n} votes are missing.", len(left)) if left else ""
    other = _("Touch another square to vote for it.") if state.vote.asked != GOAL else ""
    body = tuple(text for text in (*_asked_words(side), waits, other) if text)
    tools = tuple(tool for tool in model.tools if tool.icon != "done")
    return replace(model, kind="vote", body=body, answers=(count,), own=track, past=(), tools=tools)


def _asked_words(side: Trackside) -> tuple[str, ...]:
    state = side.state
    if state.vote.asked == GOAL:
        return (_("More than one piece lies on the goal: whose is it?"),)
    piece = next((each for each in placings(state) if each.colour == state.vote.asked), None)
    if piece is None:
        return ()
    near = doubt(piece.others[0]) if piece.others else ""
    said = _("Measured: it lies on {square}.").format(square=called_square(piece.square))
    return (f"{said} {near}".strip(),)
