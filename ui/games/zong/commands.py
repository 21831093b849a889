"""`companion cleanup`, and `companion see --board`: the pieces on a board in single pictures."""

import time
from pathlib import Path
from typing import Annotated

import typer

from ui.cli.common import say, say_json, say_table


def add_to(app: typer.Typer) -> None:
    app.command("cleanup")(cleanup)


def cleanup(
    before: Annotated[Path, typer.Argument(help="The picture before the flick.")],
    after: Annotated[Path, typer.Argument(help="The picture after it.")],
    book: Annotated[Path, typer.Option("--book", help="The state before the flick, as JSON.")],
    board: Annotated[
        Path | None, typer.Option("--board", help="The board's file; our own if left out.")
    ] = None,
    seats: Annotated[int, typer.Option("--seats", help="How many play; from the book if left out.")] = 0,
    *,
    json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Prints for each piece where it lies, where it belongs, and by which rule; and the towers."""
    from companion.games.zong import Zong
    from companion.games.zong.board import own_board
    from ui.games.zong.boards import board_file
    from ui.games.zong.flicks import book_of, cleaned_up, look_for, seats_of
    from ui.records.beginning import UsageFault, json_file
    from vision.sources.pictures import PictureFault, read_picture

    if seats not in (0, *Zong.seats):
        raise UsageFault(f"--seats: expected 3 to 6, found {seats}")
    # The book says where pieces stood; the two pictures show where they lay and lie.
    played_on = own_board() if board is None else board_file(board)
    state = json_file(book)
    stood = book_of(state, played_on, str(book))
    try:
        earlier, picture = read_picture(before), read_picture(after)
    except PictureFault as fault:
        raise UsageFault(str(fault)) from None
    count = seats or seats_of(state, stood)
    found = look_for(picture, played_on, stood, count, earlier, (str(after), str(before)))
    told = cleaned_up(played_on, count, stood, found)
    if json:
        say_json(told)
    else:
        heads = ("piece", "x", "y", "belongs on", "rule", "doubt")
        rows = [
            (colour, one["x"], one["y"], one["belongs"], one["rule"], one["doubt"])
            for colour, one in told.items()
            if colour not in ("towers", "order_in_doubt")
        ]
        say_table(heads, rows)
        for square, tower in told["towers"].items():
            if len(tower) > 1:
                doubt = "; the order is in doubt" if square in told["order_in_doubt"] else ""
                say(f"{square}: {', '.join(tower)} (bottom first){doubt}")


def see_board(images: list[Path], path: Path, book: Path | None, *, json: bool) -> None:
    """Prints the pieces in each picture. `book`: what stands there, as JSON. Raises UsageFault, PictureFault."""
    from ui.games.zong.boards import board_file
    from ui.games.zong.flicks import LIKELY, book_of, look_for, seats_of, seen_json
    from ui.records.beginning import json_file
    from vision.sources.pictures import read_picture

    board = board_file(path)
    state = {} if book is None else json_file(book)
    stood = None if book is None else book_of(state, board, str(book))
    seats = 0 if stood is None else seats_of(state, stood)
    for image in images:
        picture = read_picture(image)
        start = time.perf_counter()
        found = look_for(picture, board, stood, seats, names=(str(image), str(image)))
        total = round((time.perf_counter() - start) * 1000, 2)
        pieces = [
            # Without a book nobody knows which colours are in play: what is likelier not there is left out.
            seen_json(board, piece)
            for piece in found.pieces
            if stood is not None or piece.sure >= LIKELY
        ]
        if json:
            say_json({"image": str(image), "ms": {"total": total}, "pieces": pieces})
            continue
        say(f"{image}: {total:.0f} ms")
        heads = ("colour", "x", "y", "level", "square", "rule", "margin_mm", "doubtful", "sure")
        say_table(heads, [[piece[head] for head in heads] for piece in pieces])
