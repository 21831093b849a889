"""How a turn goes on by itself: lightnings, then spirals, then points, then the next seat (ZG-07)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, permutations, product

from msgspec.structs import replace

from companion.game import Breach, Over, Seat, Seats, Turn
from companion.games.zong.board import GOAL
from companion.games.zong.events import Advanced, Disc, DiscName, Face, FellBack, Starts, Threw
from companion.games.zong.rest import belongs_by_position, loose, sorted_out
from companion.games.zong.state import (
    BLUE,
    DISC_NAMES,
    LIGHTNING,
    RISK,
    THROWN,
    Agreed,
    Hand,
    Phase,
    State,
    Throw,
    called,
    counted_discs,
    face_name,
    first_hands,
    moved,
    piece_name,
    pieces_named,
    seat_name,
    with_squares,
    won,
)
from companion.language import _, joined, marked, several

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
    throw = Throw(lying=state.throw.thrown)
    begun = replace(state, turn=following, phase="throw", hands=tuple(hands), throw=throw)
    return replace(begun, mates=(), along=())


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
            return _asked(state, "vote", colours[seat])
    for seat in order:
        if seat not in decided and found.pieces[colours[seat]].between_reds:
            return _asked(state, "vote", colours[seat])
    if len(on_goal) > 1:
        return _asked(state, "vote", GOAL)
    if on_goal:
        return finished(state, on_goal[0])
    if not state.agreed.clean_each and state.throw.lightnings:
        return _asked(state, "lightning")
    if not loose(state) and not found.doubtful and not state.vote.decided:
        return settled(replace(_asked(state, "lightning"), rest=()))
    return _asked(state, "cleanup")


def _asked(state: State, phase: Phase, asked: str = "") -> State:
    """The state in this phase, with a vote on what is asked, if anything, in which nobody has voted yet."""
    return replace(state, phase=phase, vote=replace(state.vote, asked=asked, votes=()))


def finished(state: State, seat: Seat) -> State:
    """The owner of a piece on the goal has won, whoever flicked it there; nothing else is played (ZG-15, ZG-38)."""
    there = moved(tidied(state), (seat,), state.board.last + 1)
    return won(there, seat, marked("{name}'s piece lies on the goal"), "zg-15-owner-wins")


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


# Spirals and points: one position back at a time, then forward by the sum, with others out of the tower or alone.


def back_breaches(state: State, event: FellBack) -> Iterator[Breach]:
    place = back_place(state, event.seat)
    if place is None:
        yield Breach("zg-24-last-stays", called(state.board.named(state.place(event.seat))))
    elif event.to and event.to != state.board.named(place):
        due = called(state.board.named(place))
        about = _("{square}, not {other}").format(square=due, other=called(event.to))
        yield Breach("zg-21-one-position-back", about)


def fell_back(state: State, event: FellBack) -> State:
    place = _told(state, event.to, back_place(state, event.seat))
    if place is None:
        return state
    falling = _falling(state, event.seat)
    spirals = max(state.throw.spirals - 1, 0)
    fallen = replace(
        moved(state, falling, place),
        phase="spiral",
        throw=replace(state.throw, spirals=spirals),
        along=tuple(other for other in falling if other != event.seat),
    )
    return settled(fallen)


def _falling(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who goes back for a spiral, bottom first: the own piece and, where that was agreed, who came to it this turn."""
    if not state.agreed.spirals_of_turn:
        return (seat,)
    is_first = state.throw.spirals == sum(disc.face == "spiral" for disc in state.throw.thrown)
    came = state.along if not is_first else [other for other in state.tower(seat) if other not in state.mates]
    return tuple(other for other in state.tower(seat) if other == seat or other in came)


def advance_breaches(state: State, event: Advanced) -> Iterator[Breach]:
    mates = mates_of(state, event.seat)
    for colour in event.taken:
        seat = state.agreed.seat(colour)
        if seat is None:
            yield Breach("ours-colours", piece_name(colour))
        elif seat not in mates:
            yield _no_mate(state, event.seat, seat)
    if len(set(event.taken)) != len(event.taken):
        yield Breach("zg-31-same-tower", pieces_named(event.taken))
    group = _group(state, event)
    if event.order and tuple(_seats(state, event.order)) not in orders(event.seat, group):
        yield Breach("zg-31-order-kept", pieces_named(event.order))
    place = state.board.named(forward_place(state, event.seat))
    if event.to and event.to != place:
        words = _("{n} on is {square}, not {other}").format(
            n=state.throw.points, square=called(place), other=called(event.to)
        )
        yield Breach("zg-29-sum", words)


def _no_mate(state: State, own: Seat, seat: Seat) -> Breach:
    colour = piece_name(state.agreed.colours[seat])
    if state.place(own) == 0 == state.place(seat):
        return Breach("zg-35-no-tower-on-start", colour)
    if seat in state.tower(own) and seat != own:
        return Breach("zg-30-tower-of-the-turn", colour)
    return Breach("zg-31-same-tower", colour)


def mates_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who may be taken along: all in the tower when the points are played, or only those who began the turn in it."""
    found = tuple(other for other in state.tower(seat) if other != seat)
    return tuple(other for other in found if other in state.mates) if state.agreed.towers_of_turn else found


def _seats(state: State, colours: tuple[str, ...]) -> list[Seat | None]:
    return [state.agreed.seat(colour) for colour in colours]


def _group(state: State, event: Advanced) -> tuple[Seat, ...]:
    """The pieces that move, as they stand now."""
    taken = {state.agreed.seat(colour) for colour in event.taken}
    return tuple(seat for seat in state.tower(event.seat) if seat in taken or seat == event.seat)


def orders(seat: Seat, group: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    """How a group may stand on arrival: its order is kept, but the own piece may go on top. On top comes first."""
    on_top = (*(other for other in group if other != seat), seat)
    return tuple(dict.fromkeys((on_top, group)))


def advanced(state: State, event: Advanced) -> State:
    group = _group(state, event)
    own_last = orders(event.seat, group)
    order = next((o for o in own_last if o == tuple(_seats(state, event.order))), own_last[0])
    place = _told(state, event.to, forward_place(state, event.seat))
    assert place is not None, "the points lead somewhere"
    arrived = moved(state, order, place)
    if place > state.board.last:
        return ended(arrived, event.seat)
    return settled(replace(arrived, phase="points", throw=replace(arrived.throw, points=0)))


def advances(state: State, seat: Seat) -> Iterator[Advanced]:
    """Every way to play the points: alone, with some, with all; the own piece on top, or where it stood among them."""
    mates = mates_of(state, seat)
    for number in range(len(mates) + 1):
        for taken in combinations(mates, number):
            group = tuple(other for other in state.tower(seat) if other in taken or other == seat)
            colours = tuple(state.agreed.colours[other] for other in taken)
            for order in orders(seat, group):
                plain = order[-1] == seat
                said = () if plain else tuple(state.agreed.colours[other] for other in order)
                yield Advanced(seat, colours, said)


def _told(state: State, name: str, otherwise: int | None) -> int | None:
    """The place that an event names, lawful or not; else the one that the rules give."""
    number = state.board.number(name) if name else None
    return otherwise if number is None else number


# Throws: three of the five discs that a seat owns, what they may show, and what follows from it.


def value(face: Face) -> int | str:
    """A face as it counts: numerals as numbers."""
    return int(face) if isinstance(face, str) and face.isdecimal() else face


def start_breaches(state: State, event: Starts) -> Iterator[Breach]:
    if state.begun:
        yield Breach("zg-36-youngest-begins", _("the game has begun"))
    if event.youngest not in range(state.seats):
        yield Breach("ours-seats", str(event.youngest))


def started(state: State, event: Starts) -> State:
    if event.youngest not in range(state.seats):
        return state
    return replace(state, turn=event.youngest, hands=first_hands(state.seats, event.youngest))


def throw_breaches(state: State, event: Threw) -> Iterator[Breach]:
    if len(event.discs) != THROWN:
        yield Breach("zg-05-three-of-five", several("{n} disc", "{n} discs", len(event.discs)))
    for name, owned in zip(DISC_NAMES, state.hands[state.turn], strict=True):
        thrown = sum(disc.disc == name for disc in event.discs)
        if thrown > owned:
            words = _("{thrown} thrown, but {owned} owned")
            about = words.format(thrown=counted_discs(name, thrown), owned=owned)
            yield Breach("zg-04-discs-counted", about)
    for disc in event.discs:
        if value(disc.face) not in state.agreed.faces(disc.disc):
            known: dict[DiscName, str] = {
                BLUE: _("{face} on a blue disc"),
                RISK: _("{face} on a violet disc"),
                LIGHTNING: _("{face} on a lightning disc"),
            }
            yield Breach("zg-29-faces", known[disc.disc].format(face=face_name(disc.face)))
            return
    blue = tuple(int(disc.face) for disc in event.discs if disc.disc == BLUE)
    if not can_show(state.agreed, blue):
        yield Breach("zg-29-faces", _("{faces} are on one disc").format(faces=joined(list(map(str, blue)))))


@lru_cache(maxsize=4096)
def can_show(agreed: Agreed, faces: tuple[int, ...]) -> bool:
    """Whether different blue discs can show these faces at one time."""
    return any(
        all(face in agreed.blue[disc] for face, disc in zip(faces, order, strict=True))
        for order in permutations(range(len(agreed.blue)), len(faces))
    )


def points_of(discs: tuple[Disc, ...]) -> int:
    """The sum of the numerals, those of blue and risk discs: 0 to 21, as no face is above 7."""
    return sum(face for disc in discs if isinstance(face := value(disc.face), int))


def threw(state: State, event: Threw) -> State:
    """The throw decides what is to be played, in its order."""
    discs = tuple(Disc(disc.disc, value(disc.face)) for disc in event.discs)
    faces = [disc.face for disc in discs if disc.disc == LIGHTNING]
    mates = tuple(seat for seat in state.tower(state.turn) if seat != state.turn)
    played = replace(
        state,
        phase="lightning",
        begun=True,
        throw=replace(
            state.throw,
            thrown=discs,
            lying=(),
            lightnings=faces.count("lightning"),
            spirals=faces.count("spiral"),
            points=points_of(discs),
        ),
        mates=mates,
        along=(),
        rest=(),
        vote=replace(state.vote, decided=()),
    )
    return settled(played)


def throws(state: State) -> tuple[Threw, ...]:
    """Every throw of the seat whose turn it is, each once."""
    return _throws(state.agreed, state.hands[state.turn], state.turn)


@lru_cache(maxsize=256)
def _throws(agreed: Agreed, hand: Hand, seat: int) -> tuple[Threw, ...]:
    owned = [name for name, n in zip(DISC_NAMES, hand, strict=True) for _ in range(n)]
    found: dict[tuple[Disc, ...], None] = {}
    for names in dict.fromkeys(combinations(owned, THROWN)):
        for faces in product(*(agreed.faces(name) for name in names)):
            discs = in_order(map(Disc, names, faces))
            if can_show(agreed, tuple(int(disc.face) for disc in discs if disc.disc == BLUE)):
                found[discs] = None
    return tuple(Threw(seat, discs) for discs in found)


def in_order(discs: Iterable[Disc]) -> tuple[Disc, ...]:
    """Discs in the order in which lists have them: by kind, then by face."""
    return tuple(sorted(discs, key=lambda disc: (DISC_NAMES.index(disc.disc), str(disc.face))))
