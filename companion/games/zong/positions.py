"""A state as JSON, and back, in the shape of the line protocol.

`load_position` takes sparse input: `pieces` alone is enough, the rest is filled in the likeliest way. Squares may be
written as numbers: those are their names.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.game import Over, PositionFault, Seat, Setup
from companion.games.zong.board import GOAL, START
from companion.games.zong.events import Disc, Rest
from companion.games.zong.rest import is_told, rest_violation
from companion.games.zong.rules import can_show, is_last, points_of, settled, value
from companion.games.zong.state import (
    BLUE,
    DISC_NAMES,
    FULL_HAND,
    LIGHTNING,
    THROWN,
    Agreed,
    Hand,
    Phase,
    State,
    Throw,
    Vote,
    agreed,
    first_hands,
)
from companion.kits.exact import all_faults, checked_faults, common, converted, told, written


@all_faults
def faults(state: State) -> Iterator[str]:
    """Broken invariants, as `field: what is wrong`; none in any state that play can reach."""
    if state.turn not in range(state.seats):
        yield f"turn: expected a seat below {state.seats}, found {state.turn}"
        return
    standing = sorted(seat for tower in state.squares for seat in tower)
    if standing != list(range(state.seats)) or len(state.squares) != state.board.last + 2:
        yield f"pieces: expected each of {', '.join(state.agreed.colours)} once"
        return
    # Of 2n + 3 discs the seat whose turn it is has five, each other seat two.
    for n, name in enumerate(DISC_NAMES):
        wanted = 3 if name == BLUE else state.seats
        found = sum(hand[n] for hand in state.hands)
        if found != wanted:
            yield f"discs: {found} {name} discs, but there are {wanted}"
    for seat, hand in enumerate(state.hands):
        wanted = FULL_HAND if seat == state.turn else FULL_HAND - THROWN
        if min(hand) < 0 or sum(hand) != wanted:
            yield f"discs.{seat}: {sum(hand)} discs, but this seat owns {wanted}"
    for field in ("lightnings", "spirals", "points"):
        if getattr(state.throw, field) < 0:
            yield f"{field}: below 0"
    for n, name in enumerate(DISC_NAMES):
        if sum(disc.disc == name for disc in state.throw.thrown) > state.hands[state.turn][n]:
            yield f"thrown: more {name} discs than seat {state.turn} owns"
    if len(state.throw.thrown) not in (0, THROWN) or len(state.throw.lying) not in (0, THROWN):
        yield f"thrown: expected {THROWN} discs or none"

    # The end, what is still to be played, and what was flicked and voted must fit the phase.
    on_goal = bool(state.squares[-1])
    if (state.over is not None) != (state.phase == "over") or on_goal != (state.over is not None):
        yield "over: the game is over when a piece is on the goal, and not before"
    winners = () if state.over is None else state.over.winners
    if state.over is not None and not (len(winners) == 1 and winners[0] in state.squares[-1]):
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
    # Pieces that were flicked lie about until they are put back.
    if state.rest and state.phase in ("throw", "spiral", "points"):
        yield f"rest: pieces are not put back, but the phase is {state.phase}"
    if state.rest and state.agreed.clean_each and state.phase == "lightning":
        yield "rest: pieces are put back after each flick"
    if bool(state.vote.asked) != (state.phase == "vote") or (state.vote.votes and state.phase != "vote"):
        yield "asked: something is asked in a vote, and only there"
    if state.vote.asked and state.vote.asked not in (*state.agreed.colours, "goal"):
        yield f"asked: no piece is {state.vote.asked}"
    votes = state.vote.votes
    if len(dict(votes)) != len(votes) or len(votes) >= state.seats:
        yield "votes: every seat has one, and the last decides"
    for part, pairs in (("rest", state.rest), ("decided", state.vote.decided)):
        seats = [seat for seat, _ in pairs]
        if seats != sorted(set(seats)) or not set(seats) <= set(range(state.seats)):
            yield f"{part}: expected each piece once"


T = TypeVar("T")
OF_SQUARES = ("square", "to", "moves", "between", "off-track", "pieces", "decided", "votes")
"""Fields that name squares, in events, resting places and positions."""


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    turn: Seat = 0
    phase: Phase | UnsetType = UNSET
    pieces: dict[str, str] = {}
    towers: dict[str, tuple[str, ...]] = {}
    discs: dict[str, dict[str, int]] | UnsetType = UNSET
    thrown: tuple[Disc, ...] = ()
    lying: tuple[Disc, ...] = ()
    begun: bool = True
    lightnings: int | UnsetType = UNSET
    spirals: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    mates: tuple[str, ...] | UnsetType = UNSET
    along: tuple[str, ...] | UnsetType = UNSET
    rest: dict[str, Rest] = {}
    decided: dict[str, str] = {}
    asked: str = ""
    votes: dict[str, str] = {}
    over: Over | None = None


def dump_position(state: State) -> dict[str, Any]:
    colours, vote = state.agreed.colours, state.vote
    towers = {name: tower for name, tower in state.book().items() if len(tower) > 1}
    own: dict[str, Any] = {
        "pieces": {colours[seat]: state.board.named(state.place(seat)) for seat in range(state.seats)},
        "towers": {name: tower for name, tower in towers.items() if name not in (START, GOAL)},
        "discs": {str(n): dict(zip(DISC_NAMES, hand, strict=True)) for n, hand in enumerate(state.hands)},
        "mates": tuple(colours[seat] for seat in state.mates),
        "along": tuple(colours[seat] for seat in state.along) or UNSET,
        "rest": {colours[seat]: rest for seat, rest in state.rest},
        "decided": {colours[seat]: square for seat, square in vote.decided},
        "asked": vote.asked,
        "votes": {str(seat): vote for seat, vote in vote.votes},
    }
    return written(Position(**common(state, Position) | common(state.throw, Position) | own))


def load_position(setup: Setup, given: Mapping[str, Any]) -> State:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for an unusable set-up."""
    known = agreed(setup)
    position: Position = converted(with_names(given), Position)
    if position.turn not in range(known.seats):
        raise PositionFault("turn", f"expected a seat below {known.seats}, found {position.turn}")
    # The default phase is the one that comes first after the throw.
    faces = [disc.face for disc in position.thrown]
    likeliest: Phase = "points" if faces else "throw"
    likeliest = "lightning" if "lightning" in faces else "spiral" if "spiral" in faces else likeliest
    phase = told(position.phase, likeliest)
    # By default everything the throw shows and the phase has not passed is still to be played.
    thrown, lying = (
        tuple(Disc(disc.disc, value(disc.face)) for disc in discs)
        for discs in (position.thrown, position.lying)
    )
    shown = [disc.face for disc in thrown if disc.disc == LIGHTNING]
    lightnings = shown.count("lightning") if phase == "lightning" else 0
    spirals = shown.count("spiral") if phase in ("lightning", "cleanup", "vote", "spiral") else 0
    points = points_of(thrown) if phase not in ("throw", "over") else 0
    due = ((position.lightnings, lightnings), (position.spirals, spirals), (position.points, points))
    left = [told(said, likely) for said, likely in due]
    if not all(seat.isdecimal() for seat in position.votes):
        raise PositionFault("votes", "expected a seat for each vote")
    votes = tuple(sorted((int(seat), vote) for seat, vote in position.votes.items()))
    state = State(
        agreed=known,
        squares=_squares(known, position),
        hands=_hands(known, position),
        turn=position.turn,
        phase=phase,
        begun=position.begun,
        throw=Throw(thrown, lying, *left),
        along=_seats(known, told(position.along, ()), "along"),
        rest=_by_seat(known, position.rest, "rest"),
        vote=Vote(position.asked, votes, _by_seat(known, position.decided, "decided")),
        over=position.over,
    )
    tower = state.tower(state.turn) if state.phase != "throw" else ()
    mates = tuple(seat for seat in tower if seat != state.turn)
    state = replace(state, mates=mates if position.mates is UNSET else _seats(known, position.mates, "mates"))
    checked_faults(_unfit_rests(state))
    begun = settled(state) if position.phase is UNSET else state
    checked_faults(faults(begun))
    checked_faults(_unfit(state))
    return begun


def _squares(known: Agreed, position: Position) -> tuple[tuple[Seat, ...], ...]:
    """Where the pieces stand; a tower in `towers` has that order, others that of their seats."""
    pieces = dict(position.pieces)
    for square, tower in position.towers.items():
        for colour in tower:
            if pieces.setdefault(colour, square) != square:
                raise PositionFault(f"towers.{square}", f"{colour} stands on {pieces[colour]}")
    found: list[list[Seat]] = [[] for _ in range(known.board.last + 2)]
    for colour, square in pieces.items():
        place = known.board.number(square)
        if colour not in known.colours:
            raise PositionFault(f"pieces.{colour}", f"expected one of {', '.join(known.colours)}")
        if place is None:
            raise PositionFault(f"pieces.{colour}", _no_square(known, square))
        found[place] = sorted((*found[place], known.colours.index(colour)))
    missing = [colour for colour in known.colours if colour not in pieces]
    if missing:
        raise PositionFault("pieces", f"nothing is said of {', '.join(missing)}")
    for square, tower in position.towers.items():
        place = known.board.number(square) or 0
        order = [known.colours.index(colour) for colour in tower]
        if sorted(order) != sorted(found[place]):
            raise PositionFault(f"towers.{square}", "expected all that stand there, each once")
        if 0 < place <= known.board.last:
            found[place] = order
    return tuple(map(tuple, found))


def _no_square(known: Agreed, square: str) -> str:
    """Why no piece can stand there."""
    is_below = known.board.has(square)
    return f"square {square} lies below the start in use" if is_below else f"there is no square {square!r}"


def _hands(known: Agreed, position: Position) -> tuple[Hand, ...]:
    if position.discs is UNSET:
        return first_hands(known.seats, position.turn)
    for name, hand in position.discs.items():
        if not (name.isdecimal() and int(name) < known.seats):
            raise PositionFault(f"discs.{name}", f"expected a seat below {known.seats}")
        for disc in hand:
            if disc not in DISC_NAMES:
                raise PositionFault(f"discs.{name}.{disc}", f"expected one of {', '.join(DISC_NAMES)}")
    hands = [position.discs.get(str(seat), {}) for seat in range(known.seats)]
    return tuple((hand.get("blue", 0), hand.get("risk", 0), hand.get("lightning", 0)) for hand in hands)


def _seats(known: Agreed, colours: Collection[str], at: str) -> tuple[Seat, ...]:
    for colour in colours:
        if colour not in known.colours:
            raise PositionFault(at, f"expected one of {', '.join(known.colours)}, found {colour!r}")
    return tuple(map(known.colours.index, colours))


def _by_seat(known: Agreed, told_of: Mapping[str, T], at: str) -> tuple[tuple[Seat, T], ...]:
    """What is told of each piece, in the order of seats."""
    found = zip(_seats(known, told_of, at), told_of.values(), strict=True)
    return tuple(sorted(found, key=lambda pair: pair[0]))


def _unfit_rests(state: State) -> Iterator[str]:
    """Impossible resting places and decisions, as `field: what is wrong`."""
    for seat, rest in state.rest if state.over is None else ():
        colour = state.agreed.colours[seat]
        violation = rest_violation(state, colour, rest)
        if violation is not None and not is_told(state, colour, rest):
            yield f"rest.{colour}: " + f"{violation.rule} {violation.about}".strip()
    for seat, square in state.vote.decided:
        if state.board.number(square) is None:
            yield f"decided.{state.agreed.colours[seat]}: {_no_square(state.agreed, square)}"


def _unfit(state: State) -> Iterator[str]:
    """Contradictions in a position, as `field: what is wrong`: faces, sums, votes.

    Separate from the invariants, since what people let pass may break it.
    """
    # The throw is possible, and at most what it shows is left to be played.
    throw = state.throw
    for n, disc in enumerate(throw.thrown):
        if disc.face not in state.agreed.faces(disc.disc):
            faces = ", ".join(map(str, state.agreed.faces(disc.disc)))
            yield f"thrown[{n}]: expected one of {faces}, found {disc.face!r}"
            return
    blue = tuple(int(disc.face) for disc in throw.thrown if disc.disc == BLUE)
    if not can_show(state.agreed, blue):
        yield f"thrown: {', '.join(map(str, blue))} are on one blue disc"
    shown = [disc.face for disc in throw.thrown if disc.disc == LIGHTNING]
    for name, left, thrown in (
        ("lightnings", throw.lightnings, shown.count("lightning")),
        ("spirals", throw.spirals, shown.count("spiral")),
    ):
        if left > thrown:
            yield f"{name}: {left} left to be played, but {thrown} thrown"
    if throw.points not in (0, points_of(throw.thrown)):
        yield f"points: expected {points_of(throw.thrown)}, found {throw.points}"

    # Who goes along, and who votes for what.
    for name, pieces in (("mates", state.mates), ("along", state.along)):
        if state.turn in pieces or len(set(pieces)) != len(pieces):
            yield f"{name}: expected others than the piece of the turn, each once"
    asked = state.agreed.seat(state.vote.asked)
    if asked is not None and asked not in dict(state.rest):
        yield f"asked: {state.vote.asked} was not flicked"
    for seat, vote in state.vote.votes:
        if seat not in range(state.seats):
            yield f"votes.{seat}: expected a seat below {state.seats}"
        known = state.agreed.seat(vote) if state.vote.asked == GOAL else state.board.number(vote)
        if known is None:
            yield f"votes.{seat}: nobody can vote for {vote!r}"


def with_names(body: Mapping[str, Any]) -> dict[str, Any]:
    """An event or a position as JSON, with the names of its squares."""
    named = {name: _text(value) if name in OF_SQUARES else value for name, value in body.items()}
    rests = named.get("rest")
    if isinstance(rests, Mapping):
        lies = rests.items()
        named["rest"] = {at: with_names(rest) if isinstance(rest, Mapping) else rest for at, rest in lies}
    return named


def _text(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _text(one) for key, one in value.items()}
    return [_text(one) for one in value] if isinstance(value, list | tuple) else value
