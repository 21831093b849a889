"""The law: what may happen, which rule an event breaks first, what it does even when forbidden, how seats stand."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product
from math import exp, hypot
from typing import Any

from msgspec.structs import replace

from companion.game import TO_ACT, Event, EventTemplate, Over, RandomSource, Seat, Seats, Turn, Violation
from companion.games.zong import events
from companion.games.zong.board import GOAL, START, THROW
from companion.games.zong.events import Disc, Face, Rest
from companion.games.zong.rest import areas, is_told, loose, may_stand, measured, rest_violation, sorted_out
from companion.games.zong.state import (
    BLUE,
    DISC_NAMES,
    LIGHTNING,
    NO_VOTE,
    THROWN,
    Agreed,
    Hand,
    Phase,
    State,
    Throw,
    Vote,
    called,
    counted_discs,
    first_hands,
    lies_on,
    piece_name,
    pieces_named,
    title,
    word,
)
from companion.language import _, joined, marked, several

# How a turn goes on by itself: lightnings, then spirals, then points, then the next seat (ZG-07).


def turn(state: State) -> Turn:
    """Whose turn it is; in a vote all who have not voted yet."""
    if state.over is not None:
        return state.over
    if state.phase == "vote":
        voted = {seat for seat, _ in state.vote.votes}
        return Seats(frozenset(seat for seat in range(state.seats) if seat not in voted))
    return TO_ACT[state.turn]


def settled(state: State) -> State:
    """The state with everything done that needs nobody: what cannot be played is skipped, and the turn passes."""
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
    if state.throw.points:
        return state
    # The next seat's turn: it takes exactly the three discs just thrown (ZG-36, ZG-37).
    following, hands = (state.turn + 1) % state.seats, list(state.hands)
    thrown = [sum([disc.disc == name for disc in state.throw.thrown]) for name in DISC_NAMES]
    mine, theirs = hands[state.turn], hands[following]
    hands[state.turn] = (mine[0] - thrown[0], mine[1] - thrown[1], mine[2] - thrown[2])
    hands[following] = (theirs[0] + thrown[0], theirs[1] + thrown[1], theirs[2] + thrown[2])
    throw = Throw(lying=state.throw.thrown)
    begun = replace(state, turn=following, phase="throw", hands=tuple(hands), throw=throw)
    return replace(begun, mates=(), along=())


def is_last(state: State, seat: Seat) -> bool:
    """Whether no piece stands on a lower square; a shared last place counts, too (ZG-24)."""
    return back_place(state, seat) is None


def back_place(state: State, seat: Seat) -> int | None:
    """One position back: right behind the nearest occupied square behind; None for the last (ZG-21, ZG-25, ZG-26)."""
    behind = [number for number in range(state.place(seat)) if state.squares[number]]
    return max(behind[-1] - 1, 0) if behind else None


def forward_place(state: State, seat: Seat) -> int:
    """Where the points lead; the goal need not be reached exactly (ZG-33)."""
    return min(state.place(seat) + state.throw.points, state.board.last + 1)


def rested(state: State) -> State:
    """The next phase once pieces lie still: a vote on a doubtful win, the end for a sure one, else the clean-up."""
    found = sorted_out(state)
    colours = state.agreed.colours
    flicked = sorted({seat for seat, _ in state.rest} | {seat for seat, _ in state.vote.decided})
    order = sorted(flicked, key=lambda seat: (seat != state.turn, seat))
    decided = dict(state.vote.decided)
    on_goal = [seat for seat in order if found.pieces[colours[seat]].square == GOAL]
    sure = [seat for seat in on_goal if seat in decided or not found.pieces[colours[seat]].doubtful]
    # A win counts before all other doubts: nothing else is played then.
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
    """The state in this phase, with an open vote on what is asked, if anything."""
    return replace(state, phase=phase, vote=replace(state.vote, asked=asked, votes=()))


def finished(state: State, seat: Seat) -> State:
    """The owner of a piece on the goal has won, whoever flicked it there; nothing else is played (ZG-15, ZG-38)."""
    there = tidied(state).moved((seat,), state.board.last + 1)
    return there.won(seat, marked("{name}'s piece lies on the goal"), "zg-15-owner-wins")


def tidied(state: State) -> State:
    found = sorted_out(state)
    squares: dict[int, tuple[Seat, ...]] = dict.fromkeys(range(len(state.squares)), ())
    for name, tower in found.towers.items():
        squares[state.board.number(name) or 0] = tuple(map(state.agreed.colours.index, tower))
    return state.with_squares(squares)


# Spirals and points: one position back at a time, then forward by the sum, alone or with others of the tower.


def back_violations(state: State, event: events.FellBack) -> Iterator[Violation]:
    place = back_place(state, event.seat)
    if place is None:
        yield Violation("zg-24-last-stays", called(state.board.named(state.place(event.seat))))
    elif event.to and event.to != state.board.named(place):
        due = called(state.board.named(place))
        about = _("{square}, not {other}").format(square=due, other=called(event.to))
        yield Violation("zg-21-one-position-back", about)


def fell_back(state: State, event: events.FellBack) -> State:
    place = state.board.number(event.to) if event.to else back_place(state, event.seat)
    if place is None:
        return state
    # The own piece and, by option, those that came to it this turn.
    falling: tuple[Seat, ...] = (event.seat,)
    if state.agreed.spirals_of_turn:
        tower, thrown = state.tower(event.seat), state.throw.thrown
        is_first = state.throw.spirals == sum(disc.face == "spiral" for disc in thrown)
        came = [other for other in tower if other not in state.mates] if is_first else state.along
        falling = tuple(other for other in tower if other == event.seat or other in came)
    throw = replace(state.throw, spirals=max(state.throw.spirals - 1, 0))
    along = tuple(other for other in falling if other != event.seat)
    return settled(replace(state.moved(falling, place), phase="spiral", throw=throw, along=along))


def advance_violations(state: State, event: events.Advanced) -> Iterator[Violation]:
    mates = mates_of(state, event.seat)
    for colour in event.taken:
        seat = state.agreed.seat(colour)
        if seat is None:
            yield Violation("ours-colours", piece_name(colour))
        elif seat not in mates:
            rule = "zg-31-same-tower"
            if state.place(event.seat) == 0 == state.place(seat):
                rule = "zg-35-no-tower-on-start"
            elif seat in state.tower(event.seat) and seat != event.seat:
                rule = "zg-30-tower-of-the-turn"
            yield Violation(rule, piece_name(colour))
    if len(set(event.taken)) != len(event.taken):
        yield Violation("zg-31-same-tower", pieces_named(event.taken))
    group = _group(state, event)
    if event.order and tuple(map(state.agreed.seat, event.order)) not in orders(event.seat, group):
        yield Violation("zg-31-order-kept", pieces_named(event.order))
    place = state.board.named(forward_place(state, event.seat))
    if event.to and event.to != place:
        words, n = _("{n} on is {square}, not {other}"), state.throw.points
        yield Violation("zg-29-sum", words.format(n=n, square=called(place), other=called(event.to)))


def mates_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Seats that may be taken along: all in the tower now or, by option, only those in it when the turn began."""
    found = tuple(other for other in state.tower(seat) if other != seat)
    return tuple(other for other in found if other in state.mates) if state.agreed.towers_of_turn else found


def _group(state: State, event: events.Advanced) -> tuple[Seat, ...]:
    taken = {state.agreed.seat(colour) for colour in event.taken}
    return tuple(seat for seat in state.tower(event.seat) if seat in taken or seat == event.seat)


def orders(seat: Seat, group: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    """How a group may stand on arrival: with the own piece on top (first), or in its order before."""
    on_top = (*(other for other in group if other != seat), seat)
    return tuple(dict.fromkeys((on_top, group)))


def advanced(state: State, event: events.Advanced) -> State:
    own_last = orders(event.seat, _group(state, event))
    order = next((o for o in own_last if o == tuple(map(state.agreed.seat, event.order))), own_last[0])
    place = state.board.number(event.to) if event.to else forward_place(state, event.seat)
    assert place is not None, "the points lead somewhere"
    arrived = state.moved(order, place)
    if place > state.board.last:
        # The seat's own piece reached the goal with its points, alone or with others (ZG-34).
        parts = (("name", arrived.seat_name(event.seat)),)
        over = Over((event.seat,), marked("{name} reaches the goal"), "s1-first-on-goal-wins", parts)
        return replace(arrived, phase="over", throw=replace(arrived.throw, points=0), over=over)
    return settled(replace(arrived, phase="points", throw=replace(arrived.throw, points=0)))


def advances(state: State, seat: Seat) -> Iterator[events.Advanced]:
    """Every way to play the points: alone, with some, with all; the own piece on top, or where it stood among them."""
    mates = mates_of(state, seat)
    for number in range(len(mates) + 1):
        for taken in combinations(mates, number):
            yield from advances_with(state, seat, taken)


def advances_with(
    state: State, seat: Seat, mates: tuple[Seat, ...], to: str = ""
) -> Iterator[events.Advanced]:
    colours = state.agreed.colours
    group = tuple(other for other in state.tower(seat) if other in mates or other == seat)
    for order in orders(seat, group):
        said = () if order[-1] == seat else tuple(colours[other] for other in order)
        yield events.Advanced(seat, tuple(colours[mate] for mate in mates), said, to)


# Throws: three of the five discs that a seat owns, what they may show, and what follows.


def value(face: Face) -> int | str:
    """A face as it counts: numerals as numbers."""
    return int(face) if isinstance(face, str) and face.isdecimal() else face


def start_violations(state: State, event: events.Starts) -> Iterator[Violation]:
    if state.begun:
        yield Violation("zg-36-youngest-begins", _("the game has begun"))
    if event.youngest not in range(state.seats):
        yield Violation("ours-seats", str(event.youngest))


def started(state: State, event: events.Starts) -> State:
    if event.youngest not in range(state.seats):
        return state
    return replace(state, turn=event.youngest, hands=first_hands(state.seats, event.youngest))


def throw_violations(state: State, event: events.Threw) -> Iterator[Violation]:
    if len(event.discs) != THROWN:
        yield Violation("zg-05-three-of-five", several("{n} disc", "{n} discs", len(event.discs)))
    for name, owned in zip(DISC_NAMES, state.hands[state.turn], strict=True):
        thrown = sum(disc.disc == name for disc in event.discs)
        if thrown > owned:
            words = _("{thrown} thrown, but {owned} owned")
            about = words.format(thrown=counted_discs(name, thrown), owned=owned)
            yield Violation("zg-04-discs-counted", about)
    for disc in event.discs:
        if value(disc.face) not in state.agreed.faces(disc.disc):
            words = word("no-such-face", disc.disc)
            yield Violation("zg-29-faces", words.format(face=word("face", str(disc.face))))
            return
    blue = tuple(int(disc.face) for disc in event.discs if disc.disc == BLUE)
    if not can_show(state.agreed, blue):
        yield Violation(
            "zg-29-faces", _("{faces} are on one disc").format(faces=joined(list(map(str, blue))))
        )


@lru_cache(maxsize=4096)
def can_show(agreed: Agreed, faces: tuple[int, ...]) -> bool:
    """Whether different blue discs can show these faces at the same time."""
    return any(
        all(face in agreed.blue[disc] for face, disc in zip(faces, order, strict=True))
        for order in permutations(range(len(agreed.blue)), len(faces))
    )


def points_of(discs: tuple[Disc, ...]) -> int:
    """The sum of the numerals of blue and risk discs: 0 to 21, as no face is above 7."""
    return sum(face for disc in discs if isinstance(face := value(disc.face), int))


def threw(state: State, event: events.Threw) -> State:
    discs = tuple(Disc(disc.disc, value(disc.face)) for disc in event.discs)
    faces = [disc.face for disc in discs if disc.disc == LIGHTNING]
    throw = Throw(discs, (), faces.count("lightning"), faces.count("spiral"), points_of(discs))
    mates = tuple(seat for seat in state.tower(state.turn) if seat != state.turn)
    vote = replace(state.vote, decided=())
    thrown = replace(
        state, phase="lightning", begun=True, throw=throw, mates=mates, along=(), rest=(), vote=vote
    )
    return settled(thrown)


def throws(state: State) -> tuple[events.Threw, ...]:
    """Every throw of the seat whose turn it is, each once."""
    return _throws(state.agreed, state.hands[state.turn], state.turn)


@lru_cache(maxsize=256)
def _throws(agreed: Agreed, hand: Hand, seat: int) -> tuple[events.Threw, ...]:
    owned = [name for name, n in zip(DISC_NAMES, hand, strict=True) for _ in range(n)]
    found: dict[tuple[Disc, ...], None] = {}
    for names in dict.fromkeys(combinations(owned, THROWN)):
        for faces in product(*(agreed.faces(name) for name in names)):
            discs = in_order(map(Disc, names, faces))
            if can_show(agreed, tuple(int(disc.face) for disc in discs if disc.disc == BLUE)):
                found[discs] = None
    return tuple(events.Threw(seat, discs) for discs in found)


def in_order(discs: Iterable[Disc]) -> tuple[Disc, ...]:
    """Discs as lists have them: by kind, then by face."""
    return tuple(sorted(discs, key=lambda disc: (DISC_NAMES.index(disc.disc), str(disc.face))))


# Flicks of the ZONG disc, one for each lightning; and the clean-up that follows each.


def flick_violations(state: State, event: events.Zonged) -> Iterator[Violation]:
    for colour, rest in event.rest.items():
        yield from filter(None, (rest_violation(state, colour, rest),))
    wrong = next((colour for colour in event.rest if not _can_lie(state, event.rest, colour)), None)
    if wrong is not None:
        yield Violation("ours-resting-place", lies_on(wrong, event.rest[wrong].on))


def _can_lie(state: State, rest: Mapping[str, Rest], colour: str) -> bool:
    """Whether a piece can lie on the one that it is said to lie on: near enough, and not itself lying on it."""
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


def flicked(state: State, event: events.Zonged) -> State:
    """The pieces where the flick left them; positions are kept to 0.1 mm, so that replay is exact."""
    decided = tuple(pair for pair in state.vote.decided if state.agreed.colours[pair[0]] not in event.rest)
    throw = replace(state.throw, lightnings=max(state.throw.lightnings - 1, 0))
    vote = replace(state.vote, decided=decided)
    return rested(replace(state, throw=throw, rest=with_flick(state, event), vote=vote))


def with_flick(state: State, event: events.Zonged) -> tuple[tuple[Seat, Rest], ...]:
    """Where pieces lie after a flick; those not moved by it lie where they lay. Impossible rests are left out."""
    found = dict(state.rest)
    for colour, rest in event.rest.items():
        seat = state.agreed.seat(colour)
        if seat is None or not is_told(state, colour, rest):
            continue
        found[seat] = rest
        if rest.x is not None and rest.y is not None:
            found[seat] = replace(rest, x=round(rest.x, 1), y=round(rest.y, 1))
    return tuple(sorted(found.items(), key=lambda pair: pair[0]))


def passed(state: State, _event: events.Passed) -> State:
    throw = replace(state.throw, lightnings=max(state.throw.lightnings - 1, 0))
    return settled(replace(state, phase="lightning", throw=throw))


def clean_violations(state: State, event: events.Cleaned) -> Iterator[Violation]:
    found = sorted_out(state)
    for colour, square in event.moves.items():
        if state.agreed.seat(colour) is None:
            yield Violation("ours-colours", piece_name(colour))
            continue
        due = found.pieces[colour]
        if square != due.square:
            words, piece = _("{piece} belongs on {square}, not on {other}"), piece_name(colour)
            about = words.format(piece=piece, square=called(due.square), other=called(square))
            yield Violation(due.rule, about)
    for square, tower in event.towers.items():
        if square not in found.towers or sorted(tower) != sorted(found.towers[square]):
            yield Violation("zg-18-nearest-first", _tower(square, found.towers.get(square, ())))
        elif square != START and not may_stand(state, found, square, tower):
            yield Violation("zg-18-nearest-first", _tower(square, found.towers[square]))


def _tower(square: str, pieces: tuple[str, ...]) -> str:
    return _("{square}: {pieces}").format(square=title(square), pieces=pieces_named(pieces))


def cleaned(state: State, event: events.Cleaned) -> State:
    """Every piece put where it belongs; then come the lightnings left, or what follows them."""
    found = sorted_out(state)
    given = {
        state.board.number(square) or 0: tuple(state.agreed.colours.index(colour) for colour in tower)
        for square, tower in event.towers.items()
        if square in found.towers and sorted(tower) == sorted(found.towers[square])
    }
    tidy = tidied(state).with_squares(given)
    return settled(replace(tidy, phase="lightning", rest=(), vote=NO_VOTE))


# Doubt: everybody has one vote and the majority decides; on a tie, what was measured does (ZG-20).


def dispute_violations(state: State, event: events.Disputed) -> Iterator[Violation]:
    seat = state.agreed.seat(event.colour)
    if seat is None:
        yield Violation("ours-colours", piece_name(event.colour))
        return
    if seat in dict(state.vote.decided):
        yield Violation("zg-20-majority", _("{piece} was voted on").format(piece=piece_name(event.colour)))
    if seat not in dict(state.rest):
        yield Violation("zg-20-majority", _("{piece} was not moved").format(piece=piece_name(event.colour)))


def disputed(state: State, event: events.Disputed) -> State:
    if next(dispute_violations(state, event), None) is not None:
        return state
    return _asked(state, "vote", event.colour)


def vote_violations(state: State, event: events.Voted) -> Iterator[Violation]:
    if event.seat in dict(state.vote.votes):
        yield Violation("zg-20-one-vote-each", piece_name(state.agreed.colours[event.seat]))
    if state.vote.asked == GOAL:
        if event.colour not in on_goal(state):
            yield Violation("zg-16-two-on-goal", piece_name(event.colour))
        if event.square not in ("", GOAL):
            yield Violation("zg-16-two-on-goal", called(event.square))
        return
    if event.colour not in ("", state.vote.asked):
        yield Violation(
            "zg-20-majority", _("the vote is on {piece}").format(piece=piece_name(state.vote.asked))
        )
    yield from _stands_nowhere(state, event.square)


def on_goal(state: State) -> tuple[str, ...]:
    """The colours of all pieces on the goal."""
    return tuple(colour for colour, piece in sorted_out(state).pieces.items() if piece.square == GOAL)


def choices(state: State) -> tuple[str, ...]:
    """The sensible votes: the squares in doubt for the piece in question, or the colours on the goal."""
    if state.vote.asked == GOAL:
        return on_goal(state)
    seat = state.agreed.seat(state.vote.asked)
    if seat is None:
        return ()
    where = measured(state, state.vote.asked, dict(state.rest).get(seat))
    near = () if where is None else (where.square, *(square for square, _ in where.others))
    return tuple(dict.fromkeys((sorted_out(state).pieces[state.vote.asked].square, *near)))


def voted(state: State, event: events.Voted) -> State:
    """One more vote; it decides once nobody can change the outcome."""
    if next(vote_violations(state, event), None) is not None or state.phase != "vote":
        return state
    vote = event.colour if state.vote.asked == GOAL else event.square
    votes = tuple(sorted((*state.vote.votes, (event.seat, vote))))
    state = replace(state, vote=replace(state.vote, votes=votes))
    # Decided by an absolute majority, or when all have voted.
    most = Counter(vote for _, vote in state.vote.votes).most_common(2)
    if len(state.vote.votes) < state.seats and most[0][1] * 2 <= state.seats:
        return state
    tied = len(most) > 1 and most[0][1] == most[1][1]
    vote = "" if tied else most[0][0]
    if state.vote.asked == GOAL:
        seat = state.agreed.seat(vote) if vote else None
        if seat is None:
            # On a tie between pieces on the goal: the one furthest from its sides.
            inside: dict[Seat, float] = {}
            for seat, colour in enumerate(state.agreed.colours):
                if colour in on_goal(state):
                    where = measured(state, colour, dict(state.rest).get(seat))
                    inside[seat] = 0.0 if where is None else where.margin_mm
            seat = max(inside, key=lambda seat: (inside[seat], -seat))
        return finished(state, seat)
    seat = state.agreed.seat(state.vote.asked)
    assert seat is not None, "only pieces are voted on"
    return decide(state, seat, vote or sorted_out(state).pieces[state.vote.asked].square)


def decide(state: State, seat: Seat, square: str) -> State:
    """The state after the people have said where a flicked piece belongs."""
    kept = (pair for pair in state.vote.decided if pair[0] != seat)
    return rested(replace(state, vote=Vote(decided=tuple(sorted((*kept, (seat, square)))))))


# What the people correct by hand: they outrank the referee, but nobody can make a piece.


def rule_violations(state: State, event: events.Ruled) -> Iterator[Violation]:
    seat, place = state.agreed.seat(event.colour), state.board.number(event.square)
    if seat is None:
        yield Violation("ours-colours", piece_name(event.colour))
        return
    if place is None:
        yield from _stands_nowhere(state, event.square)
        return
    there = {state.agreed.colours[other] for other in state.squares[place]} | {event.colour}
    if event.order and (len(event.order) != len(set(event.order)) or set(event.order) != there):
        yield Violation("ours-put-right", pieces_named(event.order))


def ruled(state: State, event: events.Ruled) -> State:
    seat, place = state.agreed.seat(event.colour), state.board.number(event.square)
    if seat is None or place is None:
        return state
    if state.rest:
        return decide(state, seat, event.square)
    changed = state.moved((seat,), place)
    if event.order and next(rule_violations(state, event), None) is None:
        order = tuple(map(state.agreed.colours.index, event.order))
        changed = changed.with_squares({place: order})
    if event.square == GOAL:
        return changed.won(seat, marked("by agreement {name} is on the goal"), "s1-first-on-goal-wins")
    return settled(changed)


def overrides(state: State, region: str) -> Iterator[events.Ruled]:
    """Rulings on a square: which piece stands on top of it, those near by first."""
    place = state.board.number(region)
    if place is None or state.over is not None:
        return
    for seat in sorted(range(state.seats), key=lambda seat: (abs(state.place(seat) - place), seat)):
        if state.squares[place][-1:] != (seat,):
            yield events.Ruled(state.agreed.colours[seat], region)


# Which rules an event breaks, and what it does.


@dataclass(frozen=True, slots=True)
class Deed:
    """The effect and violations of one kind of event, and the phases in which it may come."""

    after: Callable[[State, Any], State]
    violations: Callable[[State, Any], Iterator[Violation]]
    phases: tuple[Phase, ...]
    turn: bool = True  # only from the seat whose turn it is


def violations(state: State, event: Any) -> Iterator[Violation]:
    """The rules that an event breaks: of its time, then of whose it is, then all others."""
    deed = _DEEDS[type(event)]
    if state.over is not None:
        yield Violation("ours-over", state.over.words)
        return
    seat = event.seat
    if seat is not None and seat not in range(state.seats):
        yield Violation("ours-seats", str(seat))
        return
    if state.phase not in deed.phases:
        if isinstance(event, events.Starts):
            yield Violation("zg-36-youngest-begins", _("the game has begun"))
        elif state.phase == "cleanup":
            yield Violation("zg-10-clean-up-first", _("the clean-up"))
        elif state.phase == "vote" and state.vote.asked == GOAL:
            yield Violation("zg-20-majority", _("a vote on the goal"))
        elif state.phase == "vote":
            words = _("a vote on {piece}").format(piece=piece_name(state.vote.asked))
            yield Violation("zg-20-majority", words)
        else:
            yield Violation("zg-07-order", word("comes-first", state.phase))
    if deed.turn and seat is not None and seat != state.turn:
        piece = piece_name(state.agreed.colours[state.turn])
        yield Violation("zg-36-clockwise", _("it is the turn of {piece}").format(piece=piece))
    yield from _stands_nowhere(state, *_put_on(event))
    yield from deed.violations(state, event)


def _put_on(event: Any) -> Iterator[str]:
    """The squares on which an event says that pieces were put."""
    yield from filter(None, (getattr(event, "to", ""), *getattr(event, "moves", {}).values()))


def _stands_nowhere(state: State, *squares: str) -> Iterator[Violation]:
    """Violations for squares where no piece can stand: there is no such square, or it lies below the start in use."""
    for name in squares:
        if state.board.number(name) is None:
            below = Violation("zg-39-never-below-start", called(name))
            yield below if state.board.has(name) else Violation("ours-squares", name)


def after(state: State, event: Any) -> State:
    """The state after an event, lawful or not."""
    seat = event.seat
    if state.over is not None or (seat is not None and seat not in range(state.seats)):
        return state
    if next(_stands_nowhere(state, *_put_on(event)), None) is not None:
        return state
    return _DEEDS[type(event)].after(state, event)


_DEEDS: dict[type[Event], Deed] = {
    events.Starts: Deed(started, start_violations, ("throw",)),
    events.Threw: Deed(threw, throw_violations, ("throw",)),
    events.Zonged: Deed(flicked, flick_violations, ("lightning",)),
    events.Passed: Deed(passed, lambda _state, _event: iter(()), ("lightning",)),
    events.Cleaned: Deed(cleaned, clean_violations, ("cleanup",)),
    events.Disputed: Deed(disputed, dispute_violations, ("cleanup",)),
    events.Voted: Deed(voted, vote_violations, ("vote",), turn=False),
    events.FellBack: Deed(fell_back, back_violations, ("spiral",)),
    events.Advanced: Deed(advanced, advance_violations, ("points",)),
    events.Ruled: Deed(
        ruled, rule_violations, ("throw", "lightning", "cleanup", "vote", "spiral", "points"), turn=False
    ),
}


# What may happen: every lawful event, one by lot, and what people may have meant.


def lawful(state: State) -> Iterator[Event]:
    """Lawful events; of the flicks only the one that moves nothing."""
    if state.phase == "throw":
        yield from _starts(state)
        yield from throws(state)
    elif state.phase == "lightning":
        yield from (events.Zonged(state.turn), events.Passed(state.turn))
    elif state.phase == "cleanup":
        yield events.Cleaned()
        colours, decided = state.agreed.colours, dict(state.vote.decided)
        yield from (events.Disputed(colours[seat]) for seat, _ in state.rest if seat not in decided)
    elif state.phase == "vote":
        voted = dict(state.vote.votes)
        left = [seat for seat in range(state.seats) if seat not in voted]
        for seat, choice in product(left, choices(state)):
            where = (GOAL, choice) if state.vote.asked == GOAL else (choice,)
            yield events.Voted(seat, *where)
    elif state.phase == "spiral":
        yield events.FellBack(state.turn)
    elif state.phase == "points":
        yield from advances(state, state.turn)


def _starts(state: State) -> Iterator[events.Starts]:
    """Before the first throw, that another seat begins."""
    if not state.begun:
        yield from (events.Starts(seat) for seat in range(state.seats) if seat != state.turn)


def sample(state: State, rng: RandomSource) -> Event | None:
    """A random lawful event; None where a seat has too few discs. Flicks leave pieces anywhere, towers fall or stay.

    A flick that changes nothing equals a pass, and is drawn as one.
    """
    if state.phase == "lightning":
        felt = flick(state, rng) if rng(8) else None
        return events.Passed(state.turn) if felt is None or not is_felt(state, felt) else felt
    if state.phase == "cleanup" and rng(8):
        return events.Cleaned()
    found: tuple[Event, ...]
    if state.phase == "throw":
        found = throws(state) if rng(8) else (*_starts(state), *throws(state))
    else:
        found = tuple(lawful(state))
    return found[rng(len(found))] if found else None


def shapes(state: State) -> tuple[EventTemplate, ...]:
    """The template of a flick, which is open-ended."""
    if state.phase != "lightning":
        return ()
    said = "by colour where each piece lies that moved: x, y in mm, or square, between, off-track, off-board or goal"
    return (EventTemplate("Zonged", {"seat": state.turn}, {"rest": said}),)


def is_felt(state: State, flick: events.Zonged) -> bool:
    """Whether a flick moved anything off its square, or leaves an order in doubt."""
    after = replace(state, rest=with_flick(state, flick))
    return after.rest != state.rest and (bool(loose(after)) or bool(sorted_out(after).doubtful))


def flick(state: State, rng: RandomSource) -> events.Zonged:
    """A random flick: each piece moves with probability 1/3."""
    rest: dict[str, Rest] = {}
    board, room = state.board, areas(state.board, state.seats)
    for place, tower in enumerate(state.squares):
        for seat in tower:
            if rng(3):
                continue
            # It comes to rest near where it stood, sometimes near the goal, or anywhere around.
            way = rng(8)
            if way < 4:
                x, y = (middle + (rng(1201) - 600) / 10 for middle in room[board.named(place)].centre)
            elif way < 5:
                x, y = (middle + (rng(401) - 200) / 10 for middle in (board.goal.x, board.goal.y))
            else:
                x = (rng(int(board.width_mm * 12)) - board.width_mm) / 10
                y = (rng(int(board.height_mm * 12)) - board.height_mm) / 10
            rest[state.agreed.colours[seat]] = Rest(round(x, 1), round(y, 1))
    return events.Zonged(state.turn, rest)


def alternatives(state: State, event: Event, region: str) -> Iterator[Event]:
    """A throw with one disc read otherwise; points played with others taken along, or in another order."""
    if isinstance(event, events.Threw) and region == THROW:
        discs = tuple(Disc(disc.disc, value(disc.face)) for disc in event.discs)
        found: dict[events.Threw, None] = {}
        for n, disc in enumerate(discs):
            for face in state.agreed.faces(disc.disc):
                if face != disc.face:
                    thrown = in_order((*discs[:n], Disc(disc.disc, face), *discs[n + 1 :]))
                    found[events.Threw(event.seat, thrown)] = None
        yield from found
    if isinstance(event, events.Advanced) and state.phase == "points" and event.seat == state.turn:
        home = state.board.named(state.place(event.seat))
        if region in (home, state.board.named(forward_place(state, event.seat))):
            yield from (other for other in advances(state, event.seat) if other != event)


def decided(_state: State, event: Event) -> Event:
    """The event without what chance decides: the faces of thrown discs, the movements of a flick."""
    if isinstance(event, events.Threw):
        return _unshown(event)
    return events.Zonged(event.seat) if isinstance(event, events.Zonged) else event


@lru_cache(maxsize=4096)
def _unshown(event: events.Threw) -> events.Threw:
    return events.Threw(event.seat, tuple(Disc(disc.disc, "") for disc in event.discs))


def fallen(state: State, decided: Event, rng: RandomSource) -> Event | None:
    """A random outcome: each disc shows either of its faces; a flick moves pieces."""
    if isinstance(decided, events.Zonged):
        felt = flick(state, rng)
        return felt if is_felt(state, felt) else events.Passed(state.turn)
    if not isinstance(decided, events.Threw):
        return None
    blue = list(state.agreed.blue)
    discs = []
    for disc in decided.discs:
        faces = blue.pop(rng(len(blue))) if disc.disc == BLUE else state.agreed.faces(disc.disc)
        discs.append(Disc(disc.disc, faces[rng(len(faces))]))
    return events.Threw(decided.seat, in_order(discs))


# How well a seat of ZONG stands: the chance that its piece is the first on the goal.
#
# A model in which pieces do not meet: each makes a throw in each of its turns, and sometimes a flick leaves it
# anywhere. That gives its chance of having arrived after one turn, two, three …; who moves sooner arrives sooner.


POINTS, SPREAD, MOST = 6, 7, 21
"""Mean points of a turn, spirals counted, and their spread; `MOST`: maximum of a throw."""
ASTRAY = 0.4
"""Chance that a piece is flicked elsewhere between two of its turns, all squares alike."""
YELLOW = 5
"""Handicap in squares of a yellow disc: it brings no points until it is passed on."""
MOST_YELLOW = 6
MOST_TURNS = 16
ARRIVED = (0.0,) * (MOST_TURNS + 1)


def worth(state: State, seat: Seat) -> float:
    """The chance to be the first on the goal. Points thrown count as gone, thrown discs as passed on."""
    seats, underway = state.seats, state.phase != "throw"
    following = (state.turn + 1) % seats
    first = following if underway else state.turn
    points, yellow = [0] * seats, [hand[2] for hand in state.hands]
    if underway:
        points[state.turn] = state.throw.points
        thrown = sum(disc.disc == LIGHTNING for disc in state.throw.thrown)
        yellow[state.turn] -= thrown
        yellow[following] += thrown
    way, late = _on_the_way(state.board.last), []
    for number in range(seats):
        each = (first + number) % seats
        place = state.place(each) + points[each]
        held = min(max(yellow[each], 0), MOST_YELLOW)
        late.append(way[place - YELLOW * held] if place <= state.board.last else ARRIVED)
    # The own piece arrives in this turn, and every other arrives later.
    own = (seat - first) % seats
    total = 0.0
    for turn in range(1, MOST_TURNS + 1):
        chance = late[own][turn - 1] - late[own][turn]
        for number, other in enumerate(late):
            if number != own:
                chance *= other[turn if number < own else turn - 1]
        total += chance
    return total


@lru_cache(maxsize=16)
def _on_the_way(last: int) -> dict[int, tuple[float, ...]]:
    """By place, those before the start included: the chance of not having arrived after no turn, one, two …"""
    odds = [exp(-(((points - POINTS) / SPREAD) ** 2) / 2) for points in range(MOST + 1)]
    whole, places = sum(odds), range(-YELLOW * MOST_YELLOW, last + 1)
    late = dict.fromkeys(places, 1.0)
    found = [late]
    for _n in range(MOST_TURNS):
        lost = sum(late[place] for place in range(last + 1)) / (last + 1)
        rest = {place: (1 - ASTRAY) * each + ASTRAY * lost for place, each in late.items()}
        late = {
            place: sum(odd * rest.get(place + points, 0.0) for points, odd in enumerate(odds)) / whole
            for place in places
        }
        found.append(late)
    return {place: tuple(late[place] for late in found) for place in places}
