"""How a turn goes on by itself: lightnings, then spirals, then points, then the next seat (ZG-07)."""

from msgspec.structs import replace

from companion.game import Over, Seat, Seats, Turn
from companion.games.zong.board import GOAL
from companion.games.zong.resting import belongs_by_position, loose, sorted_out
from companion.games.zong.state import DISC_NAMES, State, moved, seat_name, with_squares, won
from companion.language import marked

_TO_ACT = tuple(Seats(frozenset({seat})) for seat in range(6))


def turn(state: State) -> Turn:
    """Whose turn it is; in a vote all who have not voted yet."""
    if state.over is not None:
        return state.over
    if state.phase == "vote":
        voted = {seat for seat, _ in state.vote.votes}
        return Seats(frozenset(seat for seat in range(state.seats) if seat not in voted))
    return _TO_ACT[state.turn]


def settled(state: State) -> State:
    """The state with everything done that nobody has to do: what cannot be played is left out, the turn passes."""
    if state.over is not None or state.phase in ("throw", "vote", "cleanup"):
        return state
    if state.phase == "lightning":
        if state.throw.lightnings:
            return state
        if state.rest:
            return replace(state, phase="cleanup")
        state = replace(state, phase="spiral")
    if state.phase == "spiral":
        if state.throw.spirals and not is_last(state, state.turn):
            return state
        state = replace(state, phase="points", throw=replace(state.throw, spirals=0))
    return state if state.throw.points else _passed(state)


def is_last(state: State, seat: Seat) -> bool:
    """Whether no piece stands on a lower square; a shared last place is one too (ZG-24)."""
    return back_place(state, seat) is None


def back_place(state: State, seat: Seat) -> int | None:
    """One position back: right behind the nearest occupied square behind; None for the last (ZG-21, ZG-25, ZG-26)."""
    behind = [number for number in range(state.place(seat)) if state.squares[number]]
    return max(behind[-1] - 1, 0) if behind else None


def forward_place(state: State, seat: Seat) -> int:
    """Where the points lead; the goal need not be reached exactly (ZG-33)."""
    return min(state.place(seat) + state.throw.points, state.board.last + 1)


def _passed(state: State) -> State:
    """The next seat's turn: it takes exactly the three discs just thrown (ZG-36, ZG-37)."""
    following = (state.turn + 1) % state.seats
    thrown = [sum(disc.disc == name for disc in state.throw.thrown) for name in DISC_NAMES]
    hands = list(state.hands)
    mine, theirs = hands[state.turn], hands[following]
    hands[state.turn] = (mine[0] - thrown[0], mine[1] - thrown[1], mine[2] - thrown[2])
    hands[following] = (theirs[0] + thrown[0], theirs[1] + thrown[1], theirs[2] + thrown[2])
    begun = replace(
        state,
        turn=following,
        phase="throw",
        hands=tuple(hands),
        throw=replace(state.throw, thrown=(), lying=state.throw.thrown),
    )
    return replace(begun, throw=replace(begun.throw, lightnings=0, spirals=0, points=0), mates=(), along=())


def rested(state: State) -> State:
    """What follows once pieces lie still: a doubtful win is voted on, a sure one ends the game, else it is tidied."""
    found = sorted_out(state)
    colours = state.agreed.colours
    flicked = sorted({seat for seat, _ in state.rest} | {seat for seat, _ in state.vote.decided})
    order = sorted(flicked, key=lambda seat: (seat != state.turn, seat))
    decided = dict(state.vote.decided)
    on_goal = [seat for seat in order if found.pieces[colours[seat]].square == GOAL]
    sure = [seat for seat in on_goal if seat in decided or not found.pieces[colours[seat]].doubtful]
    if state.turn in sure:
        return finished(state, state.turn)
    for seat in order:
        if seat not in decided and GOAL in found.pieces[colours[seat]].choices and seat not in sure:
            return replace(state, phase="vote", vote=replace(state.vote, asked=colours[seat], votes=()))
    for seat in order:
        if seat not in decided and found.pieces[colours[seat]].between_reds:
            return replace(state, phase="vote", vote=replace(state.vote, asked=colours[seat], votes=()))
    if len(on_goal) > 1:
        return replace(state, phase="vote", vote=replace(state.vote, asked=GOAL, votes=()))
    if on_goal:
        return finished(state, on_goal[0])
    if not state.agreed.clean_each and state.throw.lightnings:
        return replace(state, phase="lightning", vote=replace(state.vote, asked="", votes=()))
    if not loose(state) and not found.doubtful and not state.vote.decided:
        return settled(
            replace(state, phase="lightning", rest=(), vote=replace(state.vote, asked="", votes=()))
        )
    return replace(state, phase="cleanup", vote=replace(state.vote, asked="", votes=()))


def finished(state: State, seat: Seat) -> State:
    """The owner of a piece on the goal has won, whoever flicked it there; nothing else is played (ZG-15, ZG-38)."""
    tidy = tidied(state)
    return won(
        moved(tidy, (seat,), state.board.last + 1),
        seat,
        marked("{name}'s piece lies on the goal"),
        "zg-15-owner-wins",
    )


def tidied(state: State) -> State:
    """The state with every piece where the clean-up puts it."""
    found = sorted_out(state)
    squares: dict[int, tuple[Seat, ...]] = dict.fromkeys(range(len(state.squares)), ())
    for name, tower in found.towers.items():
        seats = tuple(state.agreed.colours.index(colour) for colour in tower)
        squares[state.board.number(name) or 0] = seats
    return with_squares(state, squares)


def winner_by_measure(state: State) -> Seat:
    """Of several pieces on the goal the one furthest from its sides."""
    found = sorted_out(state)
    here = [seat for seat in range(state.seats) if found.pieces[state.agreed.colours[seat]].square == GOAL]

    def inside(seat: Seat) -> float:
        measured = belongs_by_position(state, seat)
        return 0.0 if measured is None else measured.margin_mm

    return max(here, key=lambda seat: (inside(seat), -seat))


def ended(state: State, seat: Seat) -> State:
    """The seat's own piece reached the goal with its points, alone or with others (ZG-34)."""
    parts = (("name", seat_name(state, seat)),)
    return replace(
        state,
        phase="over",
        throw=replace(state.throw, points=0),
        over=Over((seat,), marked("{name} reaches the goal"), "s1-first-on-goal-wins", parts),
    )
