"""The page that goes through a game step by step, as a plain model: the board, and beside it what happened."""

from dataclasses import dataclass, replace

from companion.game import Contest, Over, Seat, Seats
from companion.journal import TookBack
from ui.present.board import board, traces
from ui.present.desk_touches import PlayOn, ShowPlace
from ui.present.models import Button, Chip
from ui.present.piles import changed, is_piled
from ui.present.signs import signed_pieces
from ui.present.steps import back_button
from ui.present.tabletop import BoardModel, Mark, Piece
from ui.present.walk import Walk
from ui.words import _

EARLIER = 3
"""So many entries before the one shown stand below it."""


@dataclass(frozen=True, slots=True)
class ReplayModel:
    """A game at one place. `at`: so many entries have happened, of `last`.

    `words`: what happened last, by `seat`; `now`: what was due then; `earlier`: what happened before it, the newest
    first. `own`: the board that the game named `game` draws itself, in the place of `board`. `steps`: the keys that
    lead through the game; `marks`: the places at which it may have turned.
    """

    title: str
    at: int
    last: int
    count: str
    words: str
    now: str
    board: BoardModel
    game: str
    seat: Seat | None = None
    note: str = ""
    earlier: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()
    own: object | None = None
    contest: Contest | None = None
    steps: tuple[Button, ...] = ()
    marks: tuple[int, ...] = ()
    tools: tuple[Button, ...] = ()


def replay_model(
    walk: Walk, at: int, own: object | None = None, marks: tuple[int, ...] = (), *, playing: bool
) -> ReplayModel:
    """The page with the board as it was after `at` entries; `own`: the one that the game draws itself."""
    view, line = walk.view(at), walk.lines[at - 1] if at else None
    shown = board_at(walk, at)
    contest = walk.contest(at)
    return ReplayModel(
        title=_(walk.game.name),
        at=at,
        last=walk.last,
        count=_("{n} of {all}").format(n=at, all=walk.last),
        words=_("The game begins.") if line is None else line.words,
        now=view.headline,
        board=shown,
        game=walk.game.id,
        seat=None if line is None else line.entry.event.seat,
        note="" if line is None else line.note,
        earlier=tuple(one.words for one in reversed(walk.lines[max(0, at - 1 - EARLIER) : max(0, at - 1)])),
        chips=_chips(walk, at),
        own=own,
        contest=contest if contest is not None and contest.sides else None,
        marks=marks,
        steps=_steps(at, walk.last, playing=playing),
        tools=(back_button(),),
    )


def _steps(at: int, last: int, *, playing: bool) -> tuple[Button, ...]:
    """To the start, one back, play or pause, one on, to the end."""
    return (
        Button("", ShowPlace(0), "plain", "to-start", enabled=at > 0),
        Button("", ShowPlace(max(0, at - 1)), "plain", "step-back", enabled=at > 0),
        Button("", PlayOn(), "main", "pause" if playing else "play", enabled=last > 0),
        Button("", ShowPlace(min(last, at + 1)), "plain", "step-on", enabled=at < last),
        Button("", ShowPlace(last), "plain", "to-end", enabled=at < last),
    )


def board_at(walk: Walk, at: int) -> BoardModel:
    """The table as it was after `at` entries, with what the last one of them changed."""
    table, view = walk.game.table(walk.setup), walk.view(at)
    event = walk.event(at)
    marks, arrows = ((), ()) if event is None or isinstance(event, TookBack) else traces((event,), table)
    if is_piled(view):
        marks, arrows = tuple(Mark(name, "moved") for name in changed(walk.view(max(0, at - 1)), view)), ()
    shown = board(table, walk.lying(at), marks, arrows)
    pieces = tuple(_open(piece) for piece in shown.pieces)
    signs = signed_pieces(walk.game, walk.setup, pieces)
    return replace(shown, pieces=signs, counts=tuple(view.counts.items()))


def _open(piece: Piece) -> Piece:
    """A card that lies face down and may be known is drawn with its face."""
    if piece.kind == "card" and piece.face == "down" and piece.label is not None:
        return replace(piece, peeped=True)
    return piece


def _chips(walk: Walk, at: int) -> tuple[Chip, ...]:
    turn = walk.game.turn(walk.states[at])
    active: frozenset[Seat] = frozenset()
    if isinstance(turn, Over):
        active = frozenset(turn.winners)
    elif isinstance(turn, Seats):
        active = turn.seats
    aside = walk.aside(at)
    return tuple(
        Chip(seat, name, seat in active, aside[seat] if seat < len(aside) else ())
        for seat, name in enumerate(walk.names)
    )
