"""What the eye made of flicks held against their truth, and counted."""

from dataclasses import dataclass, field

import numpy as np

from companion.games.zong.board import Board, board_from
from companion.games.zong.rest import DOUBT_MM, Lying, belongs, sort_out
from tests.vision.flick_scenes import Flick
from ui.games.zong.flicks import cleaned_up
from vision.towers.finding import BoardPieces

SURE = 0.9


@dataclass
class Figures:
    """What was counted over many flicks; lengths in mm, times in ms."""

    pieces: int = 0
    unplaced: list[str] = field(default_factory=list)
    unplaced_in_view: list[str] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    in_view: list[float] = field(default_factory=list)
    wrong_silently: list[str] = field(default_factory=list)
    order_silently: list[str] = field(default_factory=list)
    order_asked: list[str] = field(default_factory=list)
    clear: int = 0
    clear_right: int = 0
    near: int = 0
    near_told: int = 0
    cleaned: int = 0
    cleaned_wrong: list[str] = field(default_factory=list)
    cleaned_asked: list[str] = field(default_factory=list)
    towers: int = 0
    towers_wrong: list[str] = field(default_factory=list)
    towers_asked: list[str] = field(default_factory=list)
    discs: list[float] = field(default_factory=list)
    discs_missed: int = 0
    times: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def short(self) -> str:
        """The figures in one line."""
        return (
            f"{self.pieces} pieces, {len(self.unplaced_in_view)} in view not placed, "
            f"median {np.median(self.in_view):.2f} mm, over 3 mm {sum(error > 3 for error in self.in_view)}; "
            f"squares wrong {len(self.cleaned_wrong)}, asked {len(self.cleaned_asked)}; "
            f"towers wrong {len(self.towers_wrong)}, asked {len(self.towers_asked)} of {self.towers}"
        )

    def lines(self) -> list[str]:
        def spread(values: list[float]) -> str:
            if not values:
                return "none"
            return f"median {np.median(values):.2f}, 95 % {np.percentile(values, 95):.2f}, most {max(values):.2f}"

        return [
            *self.notes,
            f"pieces {self.pieces}; not placed {len(self.unplaced)} (in full view: {len(self.unplaced_in_view)})",
            f"error, all, mm: {spread(self.errors)}",
            f"error, in view, mm: {spread(self.in_view)}",
            f"off by more than 5 mm and sure: {len(self.wrong_silently)} {self.wrong_silently}",
            f"tower order wrong and sure: {len(self.order_silently)} {self.order_silently}",
            f"tower order asked about: {len(self.order_asked)} {self.order_asked}",
            f"right square, over {DOUBT_MM:g} mm from a border: {self.clear_right} of {self.clear}",
            f"nearer: doubtful or right {self.near_told} of {self.near}",
            f"clean-up: of {self.cleaned} squares asked about needlessly "
            f"{len(self.cleaned_asked)} {self.cleaned_asked}",
            f"clean-up: square wrong and sure: {len(self.cleaned_wrong)} {self.cleaned_wrong}",
            f"clean-up: of {self.towers} towers asked about {len(self.towers_asked)} {self.towers_asked}",
            f"clean-up: tower wrong and sure: {len(self.towers_wrong)} {self.towers_wrong}",
            f"disc: {spread(self.discs)}; missed {self.discs_missed}",
            f"time, ms: {spread(self.times)}",
        ]


def count(figures: Figures, flick: Flick, found: BoardPieces) -> None:
    """Holds what was found against the truth."""
    board = board_from(flick.board | {"piece_mm": flick.size.across, "piece_height_mm": flick.size.high})
    _count_cleaned(figures, flick, found, board)
    covered = {name for one in flick.truth.values() for name in one.beneath}
    for colour, true in flick.truth.items():
        figures.pieces += 1
        piece, what = found.of(colour), f"{flick.name} {colour}"
        if piece.x is None or piece.y is None:
            figures.unplaced.append(what)
            if colour not in covered:
                figures.unplaced_in_view.append(what)
                figures.notes.append(f"{what}: not found at {true.x:.0f}, {true.y:.0f}")
            continue
        error = float(np.hypot(piece.x - true.x, piece.y - true.y))
        figures.errors.append(error)
        if colour not in covered:
            figures.in_view.append(error)
        if error > 5 and piece.sure >= SURE:
            figures.wrong_silently.append(what)
        if error > 3:
            figures.notes.append(
                f"{what}: {error:.1f} mm off at ({true.x:.0f}, {true.y:.0f}), sure {piece.sure:.2f}"
            )
        below: list[str] = []
        while (under := found.of(below[0] if below else colour).over) is not None:
            below.insert(0, under)
        if tuple(below) != true.beneath:
            told = figures.order_silently if piece.sure >= SURE else figures.order_asked
            told.append(f"{what} on {'/'.join(below) or '-'} not {'/'.join(true.beneath) or '-'}")
        wanted, given = belongs(board, true.x, true.y), belongs(board, piece.x, piece.y)
        if wanted.margin_mm > DOUBT_MM:
            figures.clear += 1
            figures.clear_right += wanted.square == given.square
        else:
            figures.near += 1
            figures.near_told += wanted.square == given.square or given.doubtful
    if flick.disc is not None:
        if found.disc is None:
            figures.discs_missed += 1
        else:
            figures.discs.append(float(np.hypot(found.disc.x - flick.disc[0], found.disc.y - flick.disc[1])))


def _count_cleaned(figures: Figures, flick: Flick, found: BoardPieces, board: Board) -> None:
    """Holds the clean-up that people are shown against the one that the true places ask for."""
    seats = max(3, len(flick.truth))
    told = cleaned_up(board, seats, flick.book, found)
    lying = {c: Lying(t.x, t.y, on=t.beneath[-1] if t.beneath else "") for c, t in flick.truth.items()}
    truth = sort_out(board, seats, flick.book, lying)
    for colour, true in truth.pieces.items():
        figures.cleaned += 1
        given, what = told[colour], f"{flick.name} {colour}"
        if given["doubt"] is None and given["belongs"] != true.square and true.margin_mm > DOUBT_MM:
            figures.cleaned_wrong.append(f"{what} {given['belongs']} not {true.square}")
        if given["doubt"] is not None and true.margin_mm > DOUBT_MM + 1:
            figures.cleaned_asked.append(f"{what} {given['doubt']}")
    doubted = {told[colour]["belongs"] for colour in flick.truth if told[colour]["doubt"] is not None}
    asked = {*told["order_in_doubt"], *doubted}
    for square, colours in truth.towers.items():
        figures.towers += len(colours) > 1
        if told["towers"].get(square) != list(colours) and square not in asked | truth.doubtful:
            if not any(told[colour]["doubt"] for colour in colours):
                figures.towers_wrong.append(
                    f"{flick.name} {square} {told['towers'].get(square)} not {list(colours)}"
                )
        elif len(colours) > 1 and square in asked - truth.doubtful:
            figures.towers_asked.append(f"{flick.name} {square}")
