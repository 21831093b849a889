"""What is true of every state that play can reach."""

from collections.abc import Iterator
from functools import partial

from companion.games.zoon.alternate.changes import missing_up
from companion.games.zoon.alternate.due import is_idle, misfit
from companion.games.zoon.alternate.state import Fight, Shot, Show, State, Step, TurnUp
from companion.games.zoon.family.board import NAMES, blocked, front, lies_whole
from companion.games.zoon.family.state import miscounted, misplaced, trumps_known, unknown_places, zoons_known
from companion.games.zoon.family.unseen import possible


def faults(state: State) -> tuple[str, ...]:
    """Broken invariants as `field: what is wrong`; empty for every state that play can reach."""
    return tuple(_faults(state))


def every_trump(state: State, seat: int) -> list[str]:
    """Every trump of a seat, those beside the board included."""
    return [*trumps_known(state, seat), *(aside.trump for aside in state.aside[seat])]


def _faults(state: State) -> Iterator[str]:
    for number, piece in enumerate(state.board):
        if piece is not None:
            if (piece.penny is not None) != (piece.up and not piece.cage):
                yield f"cards.{NAMES[number]}.penny: a penny lies on every face-up Zoon and on nothing else"
            if piece.up and piece.card is None:
                yield f"cards.{NAMES[number]}.card: a face-up card has a name"
            if number in blocked(state.walls):
                yield f"obstacles: a card and an Obstacle both on {NAMES[number]}"
    if state.phase in ("deploy", "fronts"):
        yield from _laying(state)
    yield from _due(state)
    for seat in (0, 1):
        yield from _cards(state, seat)
        if state.phase == "play" and state.over is None:
            yield from _play(state, seat)


def _laying(state: State) -> Iterator[str]:
    """Before play armies lie whole in their own zones, face down, and only a seat that is ready has turned cards up."""
    for seat, is_ready in enumerate(state.ready):
        laid = [(n, piece) for n, piece in enumerate(state.board) if piece is not None and piece.seat == seat]
        out = state.phase == "fronts" or is_ready
        if out and not lies_whole([number for number, _ in laid], seat, len(state.agreed.armies[seat])):
            yield f"cards: the army of seat {seat} lies whole in its own zone before play"
        turned = state.phase == "fronts" and is_ready
        for number, piece in laid:
            must = turned and NAMES[number] in front(seat)
            if piece.up < must or (piece.up and not turned) or (piece.card is not None and not piece.up):
                yield f"cards.{NAMES[number]}: face down without a name until its seat has turned up its front row"


def _due(state: State) -> Iterator[str]:
    """What is due is due in play, can be done where it stands, and nothing comes between a fight and its dice."""
    if state.over is not None:
        return
    if state.todo and state.phase != "play":
        yield "todo: nothing is due before play"
        return
    yield from misplaced(state.todo, partial(misfit, state), partial(is_idle, state), _fight_on, (Show,))


def _fight_on(step: Step) -> str | None:
    """The square of a fight; None for another step."""
    return step.at if isinstance(step, Fight | Shot) else None


def _cards(state: State, seat: int) -> Iterator[str]:
    agreed = state.agreed
    yield from miscounted(
        "cards", (*zoons_known(state, seat), *state.stock.unseen[seat]), agreed.armies[seat], seat
    )
    laid_out = state.phase != "deploy" or state.ready[seat]
    if not laid_out and any(piece is not None and piece.seat == seat for piece in state.board):
        yield f"cards: seat {seat} has not laid out its army yet"
    if laid_out and unknown_places(state, seat) != len(state.stock.unseen[seat]):
        down, faces = unknown_places(state, seat), len(state.stock.unseen[seat])
        yield f"cards: seat {seat} has {down} cards without a name, but {faces} Zoons are unaccounted for"
    yield from miscounted(
        "hand",
        every_trump(state, seat),
        agreed.trumps[seat],
        seat,
    )


def _play(state: State, seat: int) -> Iterator[str]:
    emblem = state.agreed.emblem(seat)
    if emblem in state.stock.tomb[seat]:
        yield f"tomb: the Emblem of seat {seat} lies there, so the game is over"
    if emblem in state.stock.reinforcements[seat]:
        yield f"reinforcements: the Emblem of seat {seat} is laid out before play"
    owed = sum(step.left for step in state.todo if isinstance(step, TurnUp) and step.seat == seat)
    missing = missing_up(state, seat)
    if missing > owed:
        yield f"cards: seat {seat} has too few cards face up: six, or all of five or fewer; {missing} more"
    for number, piece in enumerate(state.board):
        if piece is not None and piece.claims and piece.seat == seat and not possible(state, number):
            yield f"cards.{NAMES[number]}: no card left can have done what this one did"
