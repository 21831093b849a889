"""Who may move and where: what blocks a way, and whom a trump or star lets move.

Under control a trump moves the rival's Zoons, and their grids are read as the controller sees them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.game import Breach
from companion.games.zoon.family.board import NUMBERS, March, Star
from companion.games.zoon.family.deck import BEHIND, BOARD, Facts
from companion.games.zoon.family.state import P, ZoonState
from companion.kits.grid import Way

MOVES = ("march", "pull-back", "control")
"""What trumps do that move Zoons."""

Called = Callable[[str], str]
"""How what stands on a square is called where a rule is broken with it."""


def zoons_of(board: Sequence[P | None], seat: int) -> list[tuple[int, P]]:
    """A seat's Zoons by square; a caged card is none. One that stands over a defender is not listed."""
    return [(n, p) for n, p in enumerate(board) if p is not None and p.seat == seat and not p.cage]


def is_open(state: ZoonState, way: Way) -> bool:
    """Whether nothing stands between the start and the last square of a way."""
    return all(map(state.is_free, way.between))


def follows_grid(state: ZoonState) -> bool:
    """Whether the move that is due keeps to the printed grid, rather than to what a card says."""
    step = state.step
    if isinstance(step, March):
        return state.agreed.facts.trumps[step.trump].does != "pull-back"
    if isinstance(step, Star):
        return state.agreed.zoon(step.card).star in ("again", "send")
    return True


def let_move(state: ZoonState, faces: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the faces that the trump or star that is due lets move."""
    step, agreed = state.step, state.agreed
    if isinstance(step, March):
        of = agreed.facts.trumps[step.trump].of
        return tuple(face for face in faces if not of or agreed.zoon(face).type in of)
    if isinstance(step, Star):
        star = agreed.zoon(step.card)
        if star.star == "send":
            return tuple(face for face in faces if agreed.zoon(face).species in star.partners)
    return faces


def mover_of(facts: Facts, step: March) -> int:
    """Whose Zoons the trump moves: the other seat's where it takes control of them."""
    return 1 - step.seat if facts.trumps[step.trump].does == "control" else step.seat


def moves_enemies(state: ZoonState, square: str) -> bool:
    """Whether what is due makes one seat move the other's Zoon on this square."""
    step = state.step
    if isinstance(step, March):
        return mover_of(state.agreed.facts, step) != step.seat
    return isinstance(step, Star) and step.at == square


def march_breaches(
    state: ZoonState, step: March, event: Any, faces: tuple[str, ...], called: Called
) -> Iterator[Breach]:
    """Whether a Zoon may be moved by the trump that was played; grid and path are judged elsewhere."""
    trump = state.agreed.facts.trumps[step.trump]
    piece = state.board[NUMBERS[event.start]]
    assert piece is not None
    if piece.seat != mover_of(state.agreed.facts, step):
        rule = "s2-own-zoons" if piece.seat != step.seat else "zo-11-control"
        yield Breach(rule, f"{trump.name}: {called(event.start)}")
    if piece.moved == step.trump:
        yield Breach("s2-different-zoons", called(event.start))
    if not let_move(state, faces):
        yield Breach("s2-trumps-for-a-type", f"{trump.name}: {called(event.start)}")
    if follows_grid(state):
        return
    if NUMBERS[event.to] not in BOARD.steps(piece.seat, NUMBERS[event.start], BEHIND):
        yield Breach("card-poudre-descampette", f"{event.start} → {event.to}")
    if not state.is_free(NUMBERS[event.to]):
        yield Breach("card-onto-an-empty-square", event.to)


def pulled_back(state: ZoonState, step: March, number: int) -> Iterator[int]:
    """The empty squares that a Zoon may be pulled back to."""
    return filter(state.is_free, BOARD.steps(step.seat, number, BEHIND))
