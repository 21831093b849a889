"""`companion see --board`: the pieces on a board in single pictures, with their mm and squares."""

import time
from pathlib import Path

from ui.cli.out import say, say_json, say_table
from ui.games.zong.flicks import LIKELY, board_file, book_of, look_for, seats_of, seen_json
from ui.records.arguments import json_file
from vision.sources.pictures import read_picture


def see_board(images: list[Path], path: Path, book: Path | None, *, json: bool) -> None:
    """Prints the pieces in each picture. `book`: what stands there, as JSON. Raises UsageFault, PictureFault."""
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
