"""A state as JSON, and back: the shape of the line protocol, with everything that cannot be told from it added.

`load_position` takes sparse input: `pieces` alone is enough, the rest is filled in the likeliest way.
"""

from collections.abc import Mapping
from typing import Any, get_args, get_origin

import msgspec
from msgspec.structs import replace

from companion.game import Over, PositionFault, Seat, Setup
from companion.games.zong.board import GOAL, START
from companion.games.zong.consistency import check, check_resting
from companion.games.zong.events import Disc, Rest
from companion.games.zong.flow import settled
from companion.games.zong.invariants import faults
from companion.games.zong.state import DISC_NAMES, LIGHTNING, Agreed, Hand, Phase, State, agreed, first_hands
from companion.games.zong.throwing import points_of, value
from companion.kits.exact import Mismatch, exact, shown
from companion.kits.fault_words import fault_words

FIELDS = (
    "turn", "phase", "pieces", "towers", "discs", "thrown", "lying", "begun", "lightnings", "spirals", "points",
    "mates", "along", "rest", "decided", "asked", "votes", "over",
)  # fmt: skip


def dump_position(state: State) -> dict[str, Any]:
    """The state as JSON."""
    colours = state.agreed.colours
    found: dict[str, Any] = {
        "turn": state.turn,
        "phase": state.phase,
        "pieces": {colours[seat]: state.board.named(state.place(seat)) for seat in range(state.seats)},
        "towers": {
            name: tower
            for name, tower in state.book().items()
            if len(tower) > 1 and name not in (START, GOAL)
        },
        "discs": {
            str(seat): dict(zip(DISC_NAMES, hand, strict=True)) for seat, hand in enumerate(state.hands)
        },
        "thrown": state.throw.thrown,
        "lying": state.throw.lying,
        "begun": state.begun,
        "lightnings": state.throw.lightnings,
        "spirals": state.throw.spirals,
        "points": state.throw.points,
        "mates": [colours[seat] for seat in state.mates],
        "rest": {colours[seat]: rest for seat, rest in state.rest},
        "decided": {colours[seat]: square for seat, square in state.vote.decided},
        "asked": state.vote.asked,
        "votes": {str(seat): vote for seat, vote in state.vote.votes},
        "over": None if state.over is None else _over_told(state.over),
    }
    if state.along:
        found["along"] = [colours[seat] for seat in state.along]
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return plain


def load_position(setup: Setup, given: Mapping[str, Any]) -> State:
    """A state from its JSON. Raises PositionFault naming the field, SetupFault for a set-up that is none."""
    known = agreed(setup)
    for name in given:
        if name not in FIELDS:
            raise PositionFault(str(name), f"unknown field; expected one of {', '.join(FIELDS)}")
    turn: Seat = converted(given.get("turn", 0), Seat, "turn")
    thrown = _discs(given, "thrown")
    phase = _phase(given, thrown)
    if turn not in range(known.seats):
        raise PositionFault("turn", f"expected a seat below {known.seats}, found {turn}")
    state = State(
        agreed=known, squares=_squares(known, given), hands=_hands(known, given, turn), turn=turn, phase=phase
    )
    state = replace(
        state,
        throw=replace(state.throw, thrown=thrown, lying=_discs(given, "lying")),
        begun=converted(given.get("begun", True), bool, "begun"),
    )
    state = _due(state, given)
    state = replace(
        state,
        mates=_mates(state, given),
        along=_pieces(state, given, "along"),
        rest=_by_piece(state, given, "rest", Rest),
        vote=replace(
            state.vote,
            decided=_by_piece(state, given, "decided", str),
            asked=converted(given.get("asked", ""), str, "asked"),
            votes=_votes(given),
        ),
        over=_over(given),
    )
    check_resting(state)
    begun = settled(state) if "phase" not in given else state
    checked_faults(begun)
    check(state)
    return begun


def checked_faults(state: State) -> None:
    """Raises PositionFault for the first invariant that does not hold."""
    found = faults(state)
    if found:
        at, _, message = found[0].partition(": ")
        raise PositionFault(at, message)


def converted(found: Any, kind: Any, at: str) -> Any:
    """A value of the position. Raises PositionFault naming just where it is wrong, what is expected and found."""
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as fault:
        if get_origin(kind) is tuple and isinstance(found, list | tuple):
            for n, each in enumerate(found):
                converted(each, get_args(kind)[0], f"{at}[{n}]")
        try:
            exact(found, kind, (at,))
        except Mismatch as mismatch:
            words = f"expected {mismatch.expected}, found {shown(mismatch.found)}"
            raise PositionFault(".".join(mismatch.path), words) from None
        where, said = fault_words(fault, found)
        raise PositionFault(at + where, said) from None


def _phase(given: Mapping[str, Any], thrown: tuple[Disc, ...]) -> Phase:
    """The phase; where none is given, what comes first after the throw."""
    if "phase" not in given:
        faces = [disc.face for disc in thrown]
        return (
            "lightning"
            if "lightning" in faces
            else "spiral"
            if "spiral" in faces
            else "points"
            if thrown
            else "throw"
        )
    phase: Phase = given["phase"]
    if phase not in get_args(Phase):
        raise PositionFault("phase", f"expected one of {', '.join(get_args(Phase))}, found {phase!r}")
    return phase


def _discs(given: Mapping[str, Any], name: str) -> tuple[Disc, ...]:
    discs: tuple[Disc, ...] = converted(given.get(name, ()), tuple[Disc, ...], name)
    return tuple(Disc(disc.disc, value(disc.face)) for disc in discs)


def _squares(known: Agreed, given: Mapping[str, Any]) -> tuple[tuple[Seat, ...], ...]:
    """Where the pieces stand; a tower named in `towers` has that order, others that of their seats."""
    pieces: dict[str, str] = converted(given.get("pieces", {}), dict[str, str], "pieces")
    towers: dict[str, tuple[str, ...]] = converted(
        given.get("towers", {}), dict[str, tuple[str, ...]], "towers"
    )
    for square, tower in towers.items():
        for colour in tower:
            if pieces.setdefault(colour, square) != square:
                raise PositionFault(f"towers.{square}", f"{colour} stands on {pieces[colour]}")
    found: list[list[Seat]] = [[] for _ in range(known.board.last + 2)]
    for colour, square in pieces.items():
        place = known.board.number(square)
        if known.seat(colour) is None:
            raise PositionFault(f"pieces.{colour}", f"expected one of {', '.join(known.colours)}")
        if place is None:
            raise PositionFault(f"pieces.{colour}", f"there is no square {square!r}")
        if known.board.lies_below(square):
            raise PositionFault(f"pieces.{colour}", f"square {square} lies below the start in use")
        found[place].append(known.colours.index(colour))
    missing = [colour for colour in known.colours if colour not in pieces]
    if missing:
        raise PositionFault("pieces", f"nothing is said of {', '.join(missing)}")
    for square, tower in towers.items():
        place = known.board.number(square) or 0
        order = [known.colours.index(colour) for colour in tower]
        if sorted(order) != sorted(found[place]):
            raise PositionFault(f"towers.{square}", "expected all that stand there, each once")
        found[place] = order if 0 < place <= known.board.last else sorted(order)
    return tuple(
        tuple(tower if square in _ordered(known, towers) else sorted(tower))
        for square, tower in enumerate(found)
    )


def _ordered(known: Agreed, towers: Mapping[str, Any]) -> set[int]:
    return {known.board.number(square) or 0 for square in towers}


def _hands(known: Agreed, given: Mapping[str, Any], turn: Seat) -> tuple[Hand, ...]:
    if "discs" not in given:
        return first_hands(known.seats, turn)
    discs: dict[str, dict[str, int]] = converted(given["discs"], dict[str, dict[str, int]], "discs")
    hands = []
    for name in discs:
        if not (name.isdecimal() and int(name) < known.seats):
            raise PositionFault(f"discs.{name}", f"expected a seat below {known.seats}")
    for seat in range(known.seats):
        hand = discs.get(str(seat), {})
        wrong = next((name for name in hand if name not in DISC_NAMES), None)
        if wrong is not None:
            raise PositionFault(f"discs.{seat}.{wrong}", f"expected one of {', '.join(DISC_NAMES)}")
        hands.append((hand.get("blue", 0), hand.get("risk", 0), hand.get("lightning", 0)))
    return tuple(hands)


def _due(state: State, given: Mapping[str, Any]) -> State:
    """What is still to be played; where it is not given, all that the throw shows and the phase has not passed."""
    faces = [disc.face for disc in state.throw.thrown if disc.disc == LIGHTNING]
    at = state.phase
    lightnings = faces.count("lightning") if at == "lightning" else 0
    spirals = faces.count("spiral") if at in ("lightning", "cleanup", "vote", "spiral") else 0
    points = points_of(state.throw.thrown) if at not in ("throw", "over") else 0
    return replace(
        state,
        throw=replace(
            state.throw,
            lightnings=converted(given.get("lightnings", lightnings), int, "lightnings"),
            spirals=converted(given.get("spirals", spirals), int, "spirals"),
            points=converted(given.get("points", points), int, "points"),
        ),
    )


def _mates(state: State, given: Mapping[str, Any]) -> tuple[Seat, ...]:
    if "mates" not in given:
        tower = state.tower(state.turn) if state.phase != "throw" else ()
        return tuple(seat for seat in tower if seat != state.turn)
    return _pieces(state, given, "mates")


def _pieces(state: State, given: Mapping[str, Any], name: str) -> tuple[Seat, ...]:
    colours: tuple[str, ...] = converted(given.get(name, ()), tuple[str, ...], name)
    return tuple(_seat(state, colour, name) for colour in colours)


def _seat(state: State, colour: str, at: str) -> Seat:
    seat = state.agreed.seat(colour)
    if seat is None:
        raise PositionFault(at, f"expected one of {', '.join(state.agreed.colours)}, found {colour!r}")
    return seat


def _by_piece(state: State, given: Mapping[str, Any], name: str, kind: Any) -> tuple[tuple[Seat, Any], ...]:
    found: dict[str, Any] = converted(given.get(name, {}), dict[str, kind], name)
    return tuple(
        sorted(
            ((_seat(state, colour, name), each) for colour, each in found.items()), key=lambda pair: pair[0]
        )
    )


def _votes(given: Mapping[str, Any]) -> tuple[tuple[Seat, str], ...]:
    found: dict[int, str] = converted(given.get("votes", {}), dict[str, str], "votes")
    if not all(str(seat).isdecimal() for seat in found):
        raise PositionFault("votes", "expected a seat for each vote")
    return tuple(sorted((int(seat), vote) for seat, vote in found.items()))


def _over_told(over: Over) -> dict[str, Any]:
    told = {"winners": over.winners, "why": over.why, "rule": over.rule}
    return told | ({"parts": over.parts, "template": over.template} if over.parts else {})


def _over(given: Mapping[str, Any]) -> Over | None:
    over = given.get("over")
    return None if over is None else converted(over, Over, "over")
