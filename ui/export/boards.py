"""Every kind of board as an SVG drawing: cards in regions, a track with pieces, tiles with tokens."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, radians, sin

from companion.sight import Region, place_of
from ui.export.svg import Drawn, seat_class
from ui.present.field import FieldModel
from ui.present.models import BoardModel, Piece
from ui.present.names import label_words, thing_words
from ui.present.regions import region_words
from ui.present.table_touches import TouchSquare
from ui.present.touches import Touch
from ui.present.track import TouchPiece, TrackModel
from ui.words import _

RIM = 14.0
TILE = 40.0
"""A tile's side in the drawing."""
EDGE = 1.6


@dataclass(frozen=True, slots=True)
class KeysDrawn:
    """What can be touched on a drawing: `key` has the id of what sends a touch, empty where it may not be sent.

    `names`: those of the seats.
    """

    key: Callable[[Touch], str] = lambda _touch: ""
    names: tuple[str, ...] = ()


STILL = KeysDrawn()
"""A drawing on which nothing can be touched."""


def drawn_board(board: BoardModel, own: object, title: str, touched: KeysDrawn = STILL) -> str:
    """A board as SVG: the game's own where it is of a kind known here, else that of regions."""
    if isinstance(own, TrackModel):
        return _track(own, title, touched)
    if isinstance(own, FieldModel):
        return _field(own, title, touched)
    return _table(board, title, touched)


def _table(board: BoardModel, title: str, touched: KeysDrawn) -> str:
    drawn = Drawn(board.window, RIM)
    left, near, wide, high = board.window
    drawn.rect(left + wide / 2, near + high / 2, wide + RIM, high + RIM, "cloth", rx=6)
    for region in board.regions:
        x, y = region.centre
        drawn.rect(x, y, region.w - EDGE, region.h - EDGE, "square", rx=1)
        square = place_of(region.name).square
        if square is not None and region.y == near:
            drawn.text(square[0], x, near - RIM / 2, "edge")
        if square is not None and region.x == left:
            drawn.text(square[1], left - RIM / 2, y, "edge")
    for piece in board.pieces:
        _piece(drawn, piece)
    centres = {region.name: region for region in board.regions}
    for name, count in board.counts:
        pile = centres.get(name)
        if pile is not None:
            x, y = pile.x + pile.w - 8, pile.y + pile.h - 8
            drawn.disc(x, y, 17, "plate")
            drawn.text(str(count), x, y, "count", 15)
    for mark in board.marks:
        marked = centres.get(mark.region)
        if marked is not None:
            drawn.rect(*marked.centre, marked.w - 3, marked.h - 3, "mark", rx=3)
    for arrow in board.arrows:
        drawn.way([centres[name].centre for name in arrow.regions if name in centres])
    for region in board.regions:
        id = touched.key(TouchSquare(region.name))
        if id:
            drawn.key(*region.centre, region.w, region.h, id, _said_of(board, region, touched.names))
    return drawn.svg(title)


def _said_of(board: BoardModel, region: Region, names: tuple[str, ...]) -> str:
    """A region in words: its name, and what lies in it, of whom."""
    here = [
        _of(
            piece.seat,
            names,
            label_words(piece.label)
            if piece.peeped and piece.label
            else thing_words(piece.kind, piece.label, piece.face),
        )
        for piece in board.pieces
        if region.contains(piece.x, piece.y)
    ]
    return ", ".join((region_words(region.name, names), *here))


def _of(seat: int | None, names: tuple[str, ...], words: str) -> str:
    """Something in words, with whose it is, which its colour tells to those who see it."""
    return words if seat is None or seat >= len(names) else f"{words} ({names[seat]})"


def _piece(drawn: Drawn, piece: Piece) -> None:
    seat = seat_class(piece.seat)
    if piece.kind != "card":
        side = piece.label if piece.label in ("heads", "tails") else "heads"
        drawn.disc(piece.x, piece.y, piece.width_mm, side)
        drawn.text((piece.label or "?")[:1].upper(), piece.x, piece.y, f"on-{side}")
        return
    down = piece.face == "down" and not piece.peeped
    kind = "down" if piece.face == "down" else "card"
    drawn.rect(piece.x, piece.y, piece.width_mm - 6, piece.height_mm - 6, kind + seat, piece.angle, rx=4)
    if not down:
        words = (label_words(piece.label) if piece.label else "?").split()
        at, ink = piece.y + (len(words) - 1) * 4.5, "back" if kind == "down" else "label"
        if piece.kind == "card" and kind == "card":
            at -= piece.height_mm * 0.1
        for n, word in enumerate(words):
            drawn.text(word, piece.x, at - n * 9, ink, piece.width_mm - 12)
        _corners(drawn, piece, ink)


def _corners(drawn: Drawn, piece: Piece, ink: str) -> None:
    """The figures in a card's corners, as they lie."""
    turn = radians(piece.angle)
    wide, high = piece.width_mm / 2 - 9, piece.height_mm / 2 - 9
    for words, (x, y) in zip(
        piece.corners, ((-wide, -high), (wide, -high), (wide, high), (-wide, high)), strict=False
    ):
        drawn.text(
            words, piece.x + x * cos(turn) - y * sin(turn), piece.y + x * sin(turn) + y * cos(turn), ink
        )


def _track(track: TrackModel, title: str, touched: KeysDrawn) -> str:
    drawn = Drawn(track.window, 0.0)
    left, near, wide, high = track.window
    drawn.rect(left + wide / 2, near + high / 2, wide, high, "cloth", rx=6)
    for cell in track.cells:
        drawn.rect(cell.x, cell.y, cell.side, cell.side, f"cell {cell.kind}", rx=1)
        if cell.name.isdecimal():
            drawn.text(cell.name, cell.x, cell.y - cell.side * 0.26, "cellname")
    for token in track.tokens:
        drawn.disc(token.x, token.y, token.size_mm, f"piece piece-{token.colour}")
    for cell in track.cells:
        id = touched.key(track.square(cell.name))
        if id:
            drawn.key(cell.x, cell.y, cell.side, cell.side, id, cell.name)
    for token in track.tokens if track.taps else ():
        id = touched.key(TouchPiece(token.colour))
        if id:
            drawn.key(token.x, token.y, token.size_mm, token.size_mm, id, _(token.colour))
    return drawn.svg(title)


def _field(field: FieldModel, title: str, touched: KeysDrawn) -> str:
    drawn = Drawn((0.0, 0.0, field.columns * TILE, field.rows * TILE), RIM)
    places = {}
    for square in field.squares:
        x, y = (square.column + 0.5) * TILE, (square.row - field.first + 0.5) * TILE
        places[square.name] = (x, y)
        own = seat_class(square.homes[0] if square.homes else None)
        drawn.rect(x, y, TILE - 1, TILE - 1, (square.tile or "square") + own, rx=1)
        if square.tile:
            drawn.text(label_words(square.tile), x, y - TILE * 0.41, "tile", TILE - 4)
        if square.mark is not None:
            drawn.rect(x, y, TILE - 3, TILE - 3, "mark", rx=3)
        column, row = place_of(square.name).square or ("", "")
        if square.row == field.first:
            drawn.text(column, x, -RIM / 2, "edge")
        if square.column == 0:
            drawn.text(row, -RIM / 2, y, "edge")
    for token in field.tokens:
        x, y = places[token.square]
        drawn.disc(x, y, TILE * 0.74, "token" + seat_class(token.seat))
        words = token.name.split()
        for n, word in enumerate(words):
            drawn.text(word, x, y + ((len(words) - 1) / 2 - n) * 6, "token-name", TILE * 0.6)
    for start, end in field.ways:
        drawn.way([places[name] for name in (start, end) if name in places])
    standing = {token.square: _of(token.seat, touched.names, token.name) for token in field.tokens}
    for square in field.squares:
        id = "" if field.taps is None else touched.key(field.taps(square.name))
        if id:
            said = (
                region_words(square.name, touched.names),
                label_words(square.tile),
                standing.get(square.name, ""),
            )
            drawn.key(*places[square.name], TILE, TILE, id, ", ".join(word for word in said if word))
    return drawn.svg(title)
