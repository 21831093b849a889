"""What is true of every state that play can reach."""

from collections.abc import Iterator
from functools import partial

from companion.games.zoon.family.board import NAMES, lies_whole
from companion.games.zoon.family.state import miscounted, misplaced, trumps_known, unknown_places, zoons_known
from companion.games.zoon.family.unseen import faces_of, possible
from companion.games.zoon.zoondo.due import is_idle, misfit
from companion.games.zoon.zoondo.knowing import public_state
from companion.games.zoon.zoondo.state import Fight, Shot, State, Step


def faults(state: State) -> tuple[str, ...]:
    """Broken invariants as `field: what is wrong`; empty for every state that play can reach."""
    return tuple(_faults(state))


def _faults(state: State) -> Iterator[str]:
    for number, piece in enumerate(state.board):
        if piece is not None and piece.up and (piece.card is None or state.duel is None):
            yield f"cards.{NAMES[number]}.up: a card lies face up only while it fights, and then has a name"
        if piece is not None and state.is_walled(number):
            yield f"obstacles: a card and an Obstacle both on {NAMES[number]}"
    if state.phase == "deploy":
        yield from _laying(state)
    yield from _due(state)
    for seat in (0, 1):
        army, trumps = state.agreed.armies[seat], state.agreed.trumps[seat]
        yield from miscounted("cards", (*zoons_known(state, seat), *state.stock.unseen[seat]), army, seat)
        yield from miscounted("hand", trumps_known(state, seat), trumps, seat)
        out = state.phase != "deploy" or state.ready[seat]
        if not out and any(piece is not None and piece.seat == seat for piece in state.board):
            yield f"cards: seat {seat} has not laid out its army yet"
        if out and unknown_places(state, seat) != len(state.stock.unseen[seat]):
            down, faces = unknown_places(state, seat), len(state.stock.unseen[seat])
            yield f"cards: seat {seat} has {down} cards without a name, but {faces} Zoons are unaccounted for"
        if state.phase == "play" and state.over is None:
            yield from _play(state, seat)


def _laying(state: State) -> Iterator[str]:
    """An army that has been laid out lies whole in its own zone."""
    for seat, is_ready in enumerate(state.ready):
        laid = [n for n, piece in enumerate(state.board) if piece is not None and piece.seat == seat]
        if is_ready and not lies_whole(laid, seat, len(state.agreed.armies[seat])):
            yield f"cards: the army of seat {seat} lies whole in its own zone before play"


def _due(state: State) -> Iterator[str]:
    """What is due is due in play, can be done where it stands, and nothing comes before a fight that is due."""
    if state.over is not None:
        return
    if state.todo and state.phase != "play":
        yield "todo: nothing is due before play"
        return
    yield from misplaced(state.todo, partial(misfit, state), partial(is_idle, state), _fight_on)


def _fight_on(step: Step) -> str | None:
    """The square of a fight; None for another step."""
    return step.at if isinstance(step, Fight | Shot) else None


def _play(state: State, seat: int) -> Iterator[str]:
    emblem = state.agreed.emblems[seat]
    if emblem in state.stock.tomb[seat]:
        yield f"tomb: the Emblem of seat {seat} lies there, so the game is over"
    if emblem in state.stock.reinforcements[seat]:
        yield f"reinforcements: the Emblem of seat {seat} is laid out before play"
    public = public_state(state)
    for known in (state, public) if public is not state else (state,):
        for number, piece in enumerate(known.board):
            if piece is not None and piece.claims and piece.seat == seat and not possible(known, number):
                yield f"cards.{NAMES[number]}: no card left can have done what this one did"
    for step in state.todo:
        if isinstance(step, Fight) and step.piece.seat == seat and not faces_of(state, step.piece):
            yield f"todo: no card left can have attacked {step.at}"
