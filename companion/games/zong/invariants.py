"""What is true of every state that play can reach."""

from collections.abc import Iterator

from companion.games.zong.flow import is_last
from companion.games.zong.state import BLUE, DISC_NAMES, FULL_HAND, THROWN, State


def faults(state: State) -> tuple[str, ...]:
    """Broken invariants as `field: what is wrong`; empty for every state that play can reach."""
    return tuple(_faults(state))


def disc_faults(state: State) -> Iterator[str]:
    """The count that is proven every turn: 2n + 3 discs, five with the seat whose turn it is, two with each other."""
    for n, name in enumerate(DISC_NAMES):
        wanted = 3 if name == BLUE else state.seats
        found = sum(hand[n] for hand in state.hands)
        if found != wanted:
            yield f"discs: {found} {name} discs, but there are {wanted}"
    for seat, hand in enumerate(state.hands):
        wanted = FULL_HAND if seat == state.turn else FULL_HAND - THROWN
        if min(hand) < 0 or sum(hand) != wanted:
            yield f"discs.{seat}: {sum(hand)} discs, but this seat owns {wanted}"


def _faults(state: State) -> Iterator[str]:
    if state.turn not in range(state.seats):
        yield f"turn: expected a seat below {state.seats}, found {state.turn}"
        return
    standing = sorted(seat for tower in state.squares for seat in tower)
    if standing != list(range(state.seats)) or len(state.squares) != state.board.last + 2:
        yield f"pieces: expected each of {', '.join(state.agreed.colours)} once"
        return
    yield from disc_faults(state)
    for name, left in (
        ("lightnings", state.throw.lightnings),
        ("spirals", state.throw.spirals),
        ("points", state.throw.points),
    ):
        if left < 0:
            yield f"{name}: below 0"
    for n, name in enumerate(DISC_NAMES):
        if sum(disc.disc == name for disc in state.throw.thrown) > state.hands[state.turn][n]:
            yield f"thrown: more {name} discs than seat {state.turn} owns"
    if len(state.throw.thrown) not in (0, THROWN) or len(state.throw.lying) not in (0, THROWN):
        yield f"thrown: expected {THROWN} discs or none"
    yield from _phases(state)


def _phases(state: State) -> Iterator[str]:
    on_goal = bool(state.squares[-1])
    if (state.over is not None) != (state.phase == "over") or on_goal != (state.over is not None):
        yield "over: the game is over when a piece is on the goal, and not before"
    if state.over is not None and not (
        len(state.over.winners) == 1 and state.over.winners[0] in state.squares[-1]
    ):
        yield "over.winners: expected the one seat whose piece has come to the goal"
    if (state.phase == "throw") == bool(state.throw.thrown) and state.over is None:
        yield "thrown: three discs lie there from the throw to the end of the turn"
    due = {"lightning": state.throw.lightnings, "spiral": state.throw.spirals, "points": state.throw.points}
    if state.phase in due and not due[state.phase]:
        yield f"phase: nothing is left to be played in {state.phase}"
    if state.phase == "spiral" and is_last(state, state.turn):
        yield "phase: the piece is last, so no spiral is played"
    if state.phase in ("cleanup", "vote") and not state.rest:
        yield f"rest: nothing was flicked, but the phase is {state.phase}"
    yield from _put_back(state)
    yield from _asked(state)
    for name, pairs in (("rest", state.rest), ("decided", state.vote.decided)):
        seats = [seat for seat, _ in pairs]
        if seats != sorted(set(seats)) or not set(seats) <= set(range(state.seats)):
            yield f"{name}: expected each piece once"


def _put_back(state: State) -> Iterator[str]:
    """Pieces that were flicked lie about until they are put back."""
    if state.rest and state.phase in ("throw", "spiral", "points"):
        yield f"rest: pieces are not put back, but the phase is {state.phase}"
    if state.rest and state.agreed.clean_each and state.phase == "lightning":
        yield "rest: pieces are put back after each flick"


def _asked(state: State) -> Iterator[str]:
    """What is voted on."""
    if bool(state.vote.asked) != (state.phase == "vote") or (state.vote.votes and state.phase != "vote"):
        yield "asked: something is asked in a vote, and only there"
    if state.vote.asked and state.vote.asked not in (*state.agreed.colours, "goal"):
        yield f"asked: no piece is {state.vote.asked}"
    if (
        len({seat for seat, _ in state.vote.votes}) != len(state.vote.votes)
        or len(state.vote.votes) >= state.seats
    ):
        yield "votes: every seat has one, and the last decides"
