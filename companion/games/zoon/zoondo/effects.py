"""What the stars do: at once where everybody knows that there is no choice, else as a step for whoever chooses."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.game import Breach
from companion.games.zoon.family.board import NAMES, NUMBERS, Claim, Star, star_squares
from companion.games.zoon.family.ways import follows_grid, let_move
from companion.games.zoon.zoondo.changes import on_board, put
from companion.games.zoon.zoondo.events import Moved, Swapped
from companion.games.zoon.zoondo.knowing import claimed, possible, public_state
from companion.games.zoon.zoondo.routes import moves_by_grid
from companion.games.zoon.zoondo.state import State


def begun(state: State, own: str, other: str, *, attacked: bool) -> State:
    """The state with the star of the Zoon on `own` under way, after the retreat; `other` is its opponent's square.

    `attacked`: it was the attacker. What cannot be carried out is ignored.
    """
    piece = state.at(own)
    zoon = None if piece is None or piece.card is None else state.agreed.zoon(piece.card)
    if piece is None or zoon is None:
        return state
    if zoon.star == "swap":
        return put(state, {NUMBERS[own]: state.at(other), NUMBERS[other]: piece})
    if zoon.star is None or (zoon.star in ("again", "send") and not attacked):
        return state
    step = Star(piece.seat, zoon.id, own)
    if zoon.star == "pull-other":
        step = Star(1 - piece.seat, zoon.id, other)
    asked = replace(state, todo=(*state.todo, step))
    if zoon.star == "trade":
        public = public_state(asked)
        partners = list(trades(public, step))
        if len(partners) == 1 and is_certain(public, step):
            return swapped(state, partners[0])
    return asked


def star_breaches(state: State, step: Star, event: Moved, faces: tuple[str, ...]) -> Iterator[Breach]:
    """Whether a move is the one that a star asks for; grid and path are judged elsewhere."""
    zoon = state.agreed.zoon(step.card)
    wrong = Breach(f"star-{zoon.species}", f"{event.start} → {event.to}")
    if zoon.star == "send":
        fits = bool(let_move(state, faces))
    else:
        there = zoon.star == "again" or NUMBERS[event.to] in squares(state, step, NUMBERS[event.start])
        fits = there and zoon.star != "trade" and (zoon.star == "pull-own" or event.start == step.at)
    if not fits:
        yield wrong
    if not (follows_grid(state) or state.is_free(NUMBERS[event.to])):
        yield Breach("zo-32-obstacle", event.to)


def squares(state: State, step: Star, number: int) -> tuple[int, ...]:
    """Where the star lets the Zoon on a square go without regard to its grid; "behind" is as its owner sees it."""
    piece = state.board[number]
    if piece is None:
        return ()
    return star_squares(state.agreed.zoon(step.card).star, state.is_free, piece.seat, number)


def is_partner(state: State, step: Star, number: int) -> bool:
    """Whether a Zoon that the star may trade with lies, or may lie, on a square."""
    partners = state.agreed.zoon(step.card).partners
    return any(state.agreed.zoon(face).species in partners for face in possible(state, number))


def trades(state: State, step: Star) -> Iterator[Swapped]:
    """Every Zoon that the starred one may trade squares with."""
    for number, _ in on_board(state, step.seat):
        if NAMES[number] != step.at and is_partner(state, step, number):
            yield Swapped(step.seat, step.at, NAMES[number])


def trade_breaches(state: State, event: Swapped) -> Iterator[Breach]:
    """Whether two Zoons may trade squares by the star that is under way."""
    step, about = state.step, f"{event.start} ↔ {event.to}"
    if not isinstance(step, Star):
        yield Breach("zo-19-carry-out-first", about)
        return
    if event.start not in NUMBERS or event.to not in NUMBERS:
        yield Breach("ours-squares", about)
        return
    if state.agreed.zoon(step.card).star != "trade" or event not in trades(state, step):
        yield Breach(f"star-{state.agreed.zoon(step.card).species}", about)


def swapped(state: State, event: Swapped) -> State:
    """Two Zoons on each other's squares; whoever traded with the star must be one of its partners."""
    one, other = state.at(event.start), state.at(event.to)
    if one is None or other is None:
        return state
    if one.card is not None:
        claims = claimed(state, other, Claim(event.to, event.start, one.card))
        other = msgspec.structs.replace(other, claims=claims)
    return put(state, {NUMBERS[event.start]: other, NUMBERS[event.to]: one})


def star_moves(state: State, step: Star, *, sure: bool = False) -> Iterator[Moved | Swapped]:
    """Every lawful way to carry out a star; `sure`: only with Zoons whose identity is known."""
    match state.agreed.zoon(step.card).star:
        case "trade":
            yield from trades(state, step)
        case "pull-own":
            for number, _ in on_board(state, step.seat):
                yield from _with_one(state, step, number)
        case "send":
            for number, piece in on_board(state, step.seat):
                if not sure or piece.card is not None:
                    can = let_move(state, possible(state, number))
                    yield from moves_by_grid(state, number, piece, can)
        case _:
            yield from _with_one(state, step, NUMBERS[step.at])


def _with_one(state: State, step: Star, number: int) -> Iterator[Moved]:
    """Every lawful way to carry out a star with the Zoon on a square."""
    piece = state.board[number]
    if piece is None or piece.cage:
        return
    if state.agreed.zoon(step.card).star == "again":
        yield from moves_by_grid(state, number, piece, possible(state, number))
    else:
        yield from (Moved(step.seat, NAMES[number], NAMES[to]) for to in squares(state, step, number))


def is_certain(state: State, step: Star) -> bool:
    """Whether the star can surely be carried out, whatever the unknown cards are."""
    zoon, seat = state.agreed.zoon(step.card), step.seat
    if zoon.star != "trade":
        return next(star_moves(state, step, sure=True), None) is not None
    here = (piece for _, piece in on_board(state, seat) if piece.card is not None)
    if any(state.agreed.zoon(piece.card or "").species in zoon.partners for piece in here):
        return True
    elsewhere = (*state.stock.reinforcements[seat], *state.stock.tomb[seat], *state.stock.off[seat]).count(
        None
    )
    caged = sum(p is not None and p.seat == seat and p.card is None and bool(p.cage) for p in state.board)
    pool = [state.agreed.zoon(face).species in zoon.partners for face in state.stock.unseen[seat]]
    return sum(pool) > elsewhere + caged
