"""A touched square of ZoneS: what stands there, where it may go, which of two was meant, what is there really."""

from dataclasses import replace

from companion.game import Event
from companion.games.zones.events import Moved, Ruled, Shot
from companion.games.zones.moves import is_protected, is_sheltered
from companion.games.zones.pieces import BASE, terrain_title
from ui.games.zones.board_side import Boardside
from ui.games.zones.drawing import reserve_cells, way_marks
from ui.games.zones.telling import end, may_act, ways
from ui.games.zones.words import kind_lines, terrain_lines
from ui.present.field import FieldModel
from ui.present.models import Button, MarkKind, TableModel
from ui.present.table_touches import Close, Correct, Tell
from ui.words import _, joined, several


def square(side: Boardside, model: TableModel, board: FieldModel) -> TableModel:
    """A touched square: what stands there, where it may go, and what else may stand there; each is one more touch."""
    if side.telling.between:
        return between(side, model, board)
    at = side.telling.square
    piece = side.state.at(at)
    corrections = _likeliest(tuple(key for key in model.answers if isinstance(key.action, Correct)))
    marks: dict[str, MarkKind] = {at: "chosen", **way_marks(side.state, ways(side.state, at))}
    own = may_act(side.state) and piece is not None and piece.seat == side.state.turn
    question = (_("Or say what really stands here:") if own else _("What really stands here?"),)
    cells = reserve_cells(side.state, side.telling) if may_act(side.state) else ()
    return replace(
        model,
        headline=_headline(side, at),
        body=(*_square_lines(side, at), *(question if corrections else ())),
        answers=(*corrections, Button(_("It is right as it is"), Close(), "plain", "done")),
        own=replace(marked(board, marks), cells=cells),
    )


def _likeliest(keys: tuple[Button, ...]) -> tuple[Button, ...]:
    """Each piece once, then other tiles, and last that a piece came from elsewhere: few need to scroll so far."""
    named, first, rest = set[str](), list[Button](), list[Button]()
    for key in keys:
        event = key.action.reading.event if isinstance(key.action, Correct) else None
        piece = event.piece if isinstance(event, Ruled) else ""
        (rest if piece in named else first).append(key)
        if piece:
            named.add(piece)
    return (*first, *rest)


def between(side: Boardside, model: TableModel, board: FieldModel) -> TableModel:
    """One touch that may mean two things: which?"""
    keys = tuple(
        Button(_event_words(event), Tell(event), "main" if n == 0 else "plain", "hand")
        for n, event in enumerate(side.telling.between)
    )
    marks = way_marks(side.state, side.telling.between)
    cells = reserve_cells(side.state, side.telling)
    return replace(
        model,
        headline=_("Which of these?") if len(keys) > 1 else _("Is this what happened?"),
        body=(),
        answers=(*keys, Button(_("No"), Close(), "quiet", "back")),
        helps=(),
        own=replace(marked(board, {side.telling.square: "chosen", **marks}), cells=cells),
        past=(),
        chips=(),
        tools=(),
    )


def _event_words(event: Event) -> str:
    if isinstance(event, Shot):
        return _("It shoots from where it stands")
    if isinstance(event, Moved):
        return _("It goes to {square}").format(square=end(event))
    return _("It enters on {square}").format(square=end(event))


def marked(board: FieldModel, marks: dict[str, MarkKind]) -> FieldModel:
    """The board with these marks and none of the last event's."""
    squares = tuple(replace(square, mark=marks.get(square.name)) for square in board.squares)
    return replace(board, squares=squares, ways=())


def _headline(side: Boardside, at: str) -> str:
    piece = side.state.at(at)
    if piece is None:
        return _("Square {name}").format(name=at)
    return _("{piece} on {square}").format(piece=piece.kind.name, square=at)


def _square_lines(side: Boardside, at: str) -> tuple[str, ...]:
    """What is known of a square, in whole sentences."""
    state = side.state
    number, piece = state.square(at), state.at(at)
    if number is None:
        return ()
    terrain = state.terrain[number]
    if terrain == BASE:
        return (_("The base of {name}. Nobody may enter it or pass it.").format(
            name=side.names[state.bases.index(number)]
        ),)  # fmt: skip
    homes = [side.names[seat] for seat in (0, 1) if number in state.home(seat)]
    ground = _("{terrain}.").format(terrain=terrain_title(terrain))
    if homes:
        ground = _("{terrain}, home tile of {names}.").format(
            terrain=terrain_title(terrain), names=joined(homes)
        )
    if piece is None:
        return (ground, *terrain_lines(state.agreed, terrain))
    said = several(
        "Of {name}, {n} point.", "Of {name}, {n} points.", piece.kind.cost, name=side.names[piece.seat]
    )
    if is_protected(state, number):
        sheltered = is_sheltered(state, number)
        said += " " + (_("Protected by its friend.") if sheltered else _("Protected by the terrain."))
    if not may_act(state) or piece.seat != state.turn:
        return (f"{said} {ground}", *kind_lines(piece.kind))
    goes = _("Touch where it goes.") if ways(state, at) else _("It cannot move now.")
    return (said, goes, *kind_lines(piece.kind))
