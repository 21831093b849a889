"""Events in a sentence, told on the state before them."""

from collections import Counter
from typing import Any

from companion.abilities import Contest
from companion.games.zong.board import GOAL
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disputed,
    FellBack,
    Passed,
    Starts,
    Threw,
    Voted,
    Zonged,
)
from companion.games.zong.places import belonging
from companion.games.zong.rest import as_lying
from companion.games.zong.rules import vote_breaches, voted
from companion.games.zong.state import State, called, piece_name, piece_title, pieces_named, seat_name, shown
from companion.games.zong.turn import back_place, forward_place, points_of
from companion.language import _, joined, several


def words(state: State, event: Any) -> str:
    """The event in one sentence."""
    seat = event.seat
    name = "" if seat is None else seat_name(state, seat)
    if seat is not None and seat not in range(state.seats):
        return _("nobody at this table is called {name}").format(name=name)
    match event:
        case Starts():
            name = seat_name(state, event.youngest)
            return _("{name} is the youngest and begins").format(name=name)
        case Threw():
            return several(
                "{name} throws {discs}: {n} point",
                "{name} throws {discs}: {n} points",
                points_of(event.discs),
                name=name,
                discs=", ".join(map(shown, event.discs)),
            )
        case Zonged():
            return _zonged(state, event, name)
        case Passed():
            return _("{name} does not use a lightning bolt").format(name=name)
        case Disputed():
            return _("The table votes on where {piece} belongs").format(piece=piece_name(event.colour))
        case Voted():
            return _voted(state, event, name)
        case Cleaned():
            return _("Every piece stands where it belongs")
        case FellBack():
            place = back_place(state, event.seat)
            to = event.to or state.board.named(state.place(event.seat) if place is None else place)
            return _("{name} falls back to {square}").format(name=name, square=called(to))
        case Advanced():
            return _advanced(state, event, name)
    piece, square = piece_name(event.colour), called(event.square)
    if not event.order:
        return _("By agreement {piece} belongs on {square}").format(piece=piece, square=square)
    return _("By agreement {piece} belongs on {square}, where from below stand {order}").format(
        piece=piece, square=square, order=pieces_named(event.order)
    )


def _zonged(state: State, event: Zonged, name: str) -> str:
    where = []
    for colour, rest in event.rest.items():
        seat = state.agreed.seat(colour)
        if seat is None:
            continue
        home = state.board.named(state.place(seat))
        found = belonging(state.board, state.seats, home, as_lying(state, rest), state.agreed.straddle)
        if found.square != home:
            belongs = _("{piece} belongs on {square}")
            where.append(belongs.format(piece=piece_name(colour), square=called(found.square)))
    if not where:
        return _("{name} ZONGs: every piece stays on its square").format(name=name)
    return _("{name} ZONGs: {moves}").format(name=name, moves=", ".join(where))


def _voted(state: State, event: Voted, name: str) -> str:
    vote = piece_name(event.colour) if state.vote.asked == GOAL else called(event.square)
    said = _("{name} votes for {choice}").format(name=name, choice=vote)
    after, seat = voted(state, event), state.agreed.seat(state.vote.asked)
    if seat is None or (after.phase, after.vote.asked) == (state.phase, state.vote.asked):
        return said
    square = GOAL if after.over is not None else dict(after.vote.decided).get(seat, "")
    if not square:
        return said
    return _("{name} votes for {choice}; so {piece} belongs on {square}").format(
        name=name, choice=vote, piece=piece_name(state.vote.asked), square=called(square)
    )


def _advanced(state: State, event: Advanced, name: str) -> str:
    to = event.to or state.board.named(forward_place(state, event.seat))
    square = called(to)
    if not event.taken:
        return _("{name} goes on to {square}").format(name=name, square=square)
    taken = joined([piece_name(colour) for colour in event.taken])
    if not event.order:
        return _("{name} goes on to {square} and takes {pieces} along").format(
            name=name, square=square, pieces=taken
        )
    return _("{name} goes on to {square} and takes {pieces} along, in the order {order}").format(
        name=name, square=square, pieces=taken, order=pieces_named(event.order)
    )


# What the votes have decided, for a screen to show large.


def contest(state: State, event: Any) -> Contest | None:
    """A vote that this one brings to its end."""
    if not isinstance(event, Voted) or state.phase != "vote" or any(vote_breaches(state, event)):
        return None
    after, seat = voted(state, event), state.agreed.seat(state.vote.asked)
    if after.phase == "vote" and after.vote.asked == state.vote.asked:
        return None
    vote = event.colour if state.vote.asked == GOAL else event.square
    votes = Counter(given for _seat, given in (*state.vote.votes, (event.seat, vote)))
    if len(votes) == 1:
        more = several("All {n} votes agree.", "All {n} votes agree.", votes.total())
    else:
        counts = [count for _vote, count in votes.most_common()]
        if len(counts) == 2:
            more = _("Votes: {most} to {other}.").format(most=counts[0], other=counts[1])
        else:
            more = _("Votes: {counts}.").format(counts=", ".join(map(str, counts)))
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
