"""ZoneS's board as a screen draws it: what all may see in play, nothing but the screen before, one half for its owner.

Rule kept: the shared picture is made from what lies open alone; a half is drawn from its owner's draft only.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.game import Event, Seat
from companion.games.zones.events import Moved, Shot
from companion.games.zones.moves import is_protected
from companion.games.zones.pieces import BASE, TERRAINS, terrain_title
from companion.games.zones.state import Agreed, State
from companion.sight import Sighting
from ui.games.zones.half import NOTHING, HalfDraft, left
from ui.games.zones.telling import Telling, end
from ui.games.zones.touches import ChooseBrush, HalfSquare, Summon, TouchField
from ui.games.zones.words import piece_words
from ui.present.field import FieldModel, Ground, Standing, SupplyCell
from ui.present.models import MarkKind
from ui.words import _

Marks = Mapping[str, MarkKind]


def bare(given: Agreed) -> FieldModel:
    """The board while the screen is down: no tile, no token, only the screen."""
    squares = tuple(_ground(given, number) for number in range(len(given.board.names)))
    return FieldModel(given.board.columns, given.board.rows, squares, screen=_("The screen is down"))


def halves_laid(state: State) -> FieldModel:
    """Both halves as they have been laid behind the screen so far: for who looks back on a game that is over."""
    given, squares, tokens = state.agreed, {s.name: s for s in bare(state.agreed).squares}, []
    for seat, half in enumerate(state.screen.halves):
        for kind, at in half.tiles:
            squares[at] = replace(squares[at], tile=kind)
        if half.base:
            squares[half.base] = replace(squares[half.base], tile=BASE, colour=given.colour(seat))
        tokens += [_standing(given, at, piece, seat) for piece, at in half.pieces]
    grid = given.board
    return FieldModel(grid.columns, grid.rows, tuple(squares.values()), tuple(tokens))


def open_board(state: State, marks: Marks, lit: str = "") -> FieldModel:
    """Everything that lies open, with protection and home tiles."""
    given, names = state.agreed, state.agreed.board.names
    homes = [state.home(seat) for seat in (0, 1)]
    squares = []
    for number, terrain in enumerate(state.terrain):
        colour = given.colour(state.bases.index(number)) if number in state.bases else ""
        squares.append(
            _ground(
                given, number, BASE if colour else terrain, colour,
                tuple(seat for seat in (0, 1) if number in homes[seat]),
                marks.get(names[number]),
            )
        )  # fmt: skip
    tokens = tuple(
        _standing(
            given,
            names[number],
            piece.kind.id,
            piece.seat,
            shielded=is_protected(state, number),
            lit=names[number] == lit,
        )
        for number, piece in enumerate(state.board)
        if piece is not None
    )
    return FieldModel(given.board.columns, given.board.rows, tuple(squares), tokens, taps=TouchField)


def seen_board(state: State, board: FieldModel, seen: Mapping[str, tuple[Sighting, ...]]) -> FieldModel:
    """The board as the camera sees it: tiles and tokens that it read."""
    given = state.agreed
    squares, tokens = [], []
    for square in board.squares:
        here = seen.get(square.name, ())
        label = next((one.label for one in here if one.kind == "card"), None) or ""
        tile, _dash, colour = label.partition("-")
        # A token may hide its tile: then the book's is drawn.
        hidden = not label and any(one.kind == "disc" for one in here)
        squares.append(square if hidden else replace(square, tile=tile, colour=colour))
        for one in here:
            owner = given.seat_of(one.label or "")
            if one.kind == "disc" and one.label is not None and owner is not None:
                tokens.append(_standing(given, square.name, one.label, owner))
    return replace(board, squares=tuple(squares), tokens=tuple(tokens), ways=())


def way_marks(state: State, events: tuple[Event, ...]) -> dict[str, MarkKind]:
    """Where a piece may go, what it may take there, what it may shoot at."""
    found: dict[str, MarkKind] = {}
    for event in events:
        at = end(event)
        if isinstance(event, Shot):
            found.setdefault(at, "shoot")
        else:
            found[at] = "take" if isinstance(event, Moved) and state.at(at) is not None else "go"
    return found


def reserve_cells(state: State, telling: Telling) -> tuple[SupplyCell, ...]:
    """The reserve of the seat whose turn it is, each kind once with how many."""
    given, seat = state.agreed, state.turn
    counts = Counter(state.pool.reserve[seat])
    order = [name for name in given.kinds if name in counts]
    return tuple(
        SupplyCell(
            piece_words(given.kinds[name].name),
            Summon(name),
            label=name,
            colour=given.colour(seat),
            count=counts[name],
            lit=telling.piece == name,
        )
        for name in order
    )


def half_board(given: Agreed, draft: HalfDraft, wrong: Marks) -> FieldModel:
    """One half, large, as its owner sits before it, and below it what may be laid."""
    seat, board = draft.seat, given.board
    rows, base = board.rows // 2, board.numbers.get(draft.base)
    home = () if base is None else board.near[base]
    squares = tuple(
        _ground(
            given, number, draft.tile_on(board.names[number]),
            given.colour(seat) if draft.base == board.names[number] else "",
            (seat,) if number in home else (), wrong.get(board.names[number]),
        )
        for number in board.halves[seat]
    )  # fmt: skip
    tokens = tuple(_standing(given, at, piece, seat) for piece, at in draft.pieces)
    first = 0 if seat == 0 else board.rows - rows
    # What the next touched square gets: base, terrains, pieces of the army, or nothing.
    colour = given.colour(draft.seat)
    found = [_brush(given, draft, BASE, terrain_title(BASE), tile=BASE, colour=colour)]
    found += [_brush(given, draft, kind, terrain_title(kind), tile=kind) for kind in TERRAINS]
    for name in dict.fromkeys(given.armies[draft.seat]):
        found.append(
            _brush(given, draft, name, piece_words(given.kinds[name].name), label=name, colour=colour)
        )
    off = SupplyCell(_("Take off"), ChooseBrush(NOTHING), lit=draft.brush == NOTHING)
    return FieldModel(
        board.columns,
        rows,
        squares,
        tokens,
        (*found, off),
        first=first,
        taps=HalfSquare,
        facing=seat,
        across=5,
    )


def _brush(
    given: Agreed, draft: HalfDraft, brush: str, words: str, tile: str = "", label: str = "", colour: str = ""
) -> SupplyCell:
    return SupplyCell(
        words,
        ChooseBrush(brush),
        tile,
        label,
        colour,
        count=left(given, draft, brush),
        lit=draft.brush == brush,
    )


def _ground(
    given: Agreed,
    number: int,
    tile: str = "",
    colour: str = "",
    homes: tuple[Seat, ...] = (),
    mark: MarkKind | None = None,
) -> Ground:
    row, column = divmod(number, given.board.columns)
    return Ground(given.board.names[number], column, row, tile, colour, homes, mark)


def _standing(
    given: Agreed, at: str, piece: str, seat: Seat, *, shielded: bool = False, lit: bool = False
) -> Standing:
    name = given.kinds[piece].name if piece in given.kinds else piece
    return Standing(at, piece, name, given.colour(seat), seat, shielded, lit)
