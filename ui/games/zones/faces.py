"""The faces of ZoneS's table screen: the game's own board on every one, and what is due in each phase of play."""

from collections.abc import Callable
from dataclasses import replace

from companion.game import Over
from companion.games.zones.events import Returned, Ruled
from companion.games.zones.moves import returning
from companion.games.zones.pieces import Kind, side_title
from companion.games.zones.state import BASE_ID, counted
from companion.kits.events import Starts
from ui.games.zones.board_side import Boardside
from ui.games.zones.drawing import bare, open_board, reserve_cells, seen_board, way_marks
from ui.games.zones.half_faces import curtain, half, screened
from ui.games.zones.laying_face import laying, laying_key
from ui.games.zones.square_faces import between, marked, square
from ui.games.zones.telling import doors, end, may_act
from ui.games.zones.touches import ReadRosters
from ui.games.zones.words import (
    difference_words,
    kind_lines,
    ruling_words,
)
from ui.present.field import FieldModel
from ui.present.models import Button, Chip, MarkKind, TableModel
from ui.present.table_touches import Answer, Close, Correct, StageTouch, Tell
from ui.words import _, several

MOST_LINES = 6


def zones_model(side: Boardside, kind: str, model: TableModel) -> TableModel:
    """The model of a face as ZoneS shows it. While the screen is down the board is bare on every face."""
    model = replace(model, answers=tuple(_worded(side, key) for key in model.answers))
    if kind == "menu":
        rosters = Button(_("Roster cards"), ReadRosters(), "plain", "cards")
        model = replace(model, answers=(*model.answers[:-1], rosters, model.answers[-1]))
    reading = kind == "play" and side.telling.rosters
    if side.screened:
        # Marks would tell the squares of what was laid last.
        model = replace(model, board=replace(model.board, pieces=(), marks=(), arrows=()))
        alone = {"curtain": curtain, "private": half}.get(kind)
        if alone is not None:
            return alone(side, model)
        shown = replace(model, own=bare(side.state.agreed), helps=())
        if reading:
            return _rosters(side, shown)
        return screened(side, shown) if kind == "play" else shown
    marks: dict[str, MarkKind] = {mark.region: mark.kind for mark in model.board.marks}
    lit = side.telling.square if kind == "play" else ""
    board = replace(open_board(side.state, marks, lit), ways=_last_way(model))
    face = _FACES.get(kind)
    shown = replace(model, own=board, chips=_scored(side, model))
    if reading:
        return _rosters(side, shown)
    if kind == "dice" and side.telling.laying is not None:
        return laying(shown, board, side.telling.laying)
    return shown if face is None else face(side, shown, board)


def _rosters(side: Boardside, model: TableModel) -> TableModel:
    """Every piece's roster card, and whose values these are."""
    given = side.state.agreed
    ours = _("Our reading of the cards, not official.")
    lines = [
        " ".join((_valued(kind), *kind_lines(kind)))
        for side_of in given.sides
        for kind in given.kinds.values()
        if kind.side == side_of
    ]
    return replace(
        model,
        headline=_("Roster cards"),
        body=(_("As on the owner’s cards.") if given.roster.confirmed else ours, *lines),
        banner=None,
        answers=(Button(_("Back to the game"), Close(), "plain", "back"),),
        helps=(),
        past=(),
        chips=(),
        tools=(),
        tasks=(),
    )


def _valued(kind: Kind) -> str:
    return several("{piece}, {n} point.", "{piece}, {n} points.", kind.cost, piece=kind.name)


def _worded(side: Boardside, key: Button) -> Button:
    """A correction in the game's words, beside no picture of cards."""
    reading = key.action.reading if isinstance(key.action, Correct) else None
    if reading is not None and isinstance(reading.event, Ruled) and reading.seq is None:
        words, detail = ruling_words(side.state, reading.event, side.names)
        return replace(key, words=words, detail=detail, board=None)
    return replace(key, board=None)


def _ask(_side: Boardside, model: TableModel, board: FieldModel) -> TableModel:
    """What may have happened, each way drawn on the board."""
    happened = [
        key.action.events[-1] for key in model.answers if isinstance(key.action, Answer) and key.action.events
    ]
    marks: dict[str, MarkKind] = {}
    found = []
    for event in happened:
        start, to = event.start or "", end(event)
        marks |= {square: "chosen" for square in (start, to) if square}
        if start and to:
            found.append((start, to))
    return replace(model, own=replace(marked(board, marks), ways=tuple(found)))


def _last_way(model: TableModel) -> tuple[tuple[str, str], ...]:
    return tuple((arrow.regions[0], arrow.regions[-1]) for arrow in model.board.arrows)


def _scored(side: Boardside, model: TableModel) -> tuple[Chip, ...]:
    """The seats with what their captures cost."""
    return tuple(
        replace(
            chip,
            score=_("{n} pts").format(n=side.state.cost(chip.seat)),
            aside=_beside(side, chip.seat),
        )
        for chip in model.chips
    )


def _beside(side: Boardside, seat: int) -> tuple[str, ...]:
    """A seat's side, its reserve and its captures with their cost."""
    state = side.state
    found = [side_title(state.agreed.sides[seat])]
    reserve = counted(state, state.pool.reserve[seat])
    found.append(_("Reserve: {pieces}").format(pieces=reserve) if reserve else _("Nothing in reserve"))
    if state.pool.captured[seat]:
        found.append(
            several(
                "Captured: {pieces}, {n} point",
                "Captured: {pieces}, {n} points",
                state.cost(seat),
                pieces=counted(state, state.pool.captured[seat]),
            )
        )
    return tuple(found)


def _play(side: Boardside, model: TableModel, board: FieldModel) -> TableModel:
    state, telling = side.state, side.telling
    model = replace(model, helps=tuple(key for key in model.helps if isinstance(key.action, StageTouch)))
    if state.choosing or not side.looked:
        # "Done" says that the table is ready to be looked at: nothing looks, or nothing is to be seen.
        model = replace(model, tools=tuple(replace(tool, weight="plain") for tool in model.tools))
    if state.choosing:
        return _choosing(side, model)
    cells = reserve_cells(state, telling) if may_act(state) else ()
    board = replace(board, cells=cells)
    if telling.between:
        return between(side, model, board)
    if telling.piece:
        return _entering(side, model, board)
    hint = _("Touch a piece to see where it may go, or one in reserve.")
    if not state.pool.reserve[state.turn]:
        hint = _("Touch a piece to see where it may go.")
    told = model.banner is not None and model.banner.tone != "wait"
    return replace(model, own=board, body=(*(() if told else (hint,)), *_missed(side)))


def _missed(side: Boardside) -> tuple[str, ...]:
    """That somebody could do nothing and so missed the turn just before."""
    seat = side.state.skipped
    if seat is None:
        return ()
    return (_("{name} can neither move nor summon and misses the turn.").format(name=side.names[seat]),)


def _choosing(side: Boardside, model: TableModel) -> TableModel:
    """Which captured piece comes back."""
    state = side.state
    keys = tuple(
        Button(
            _("{piece} returns").format(piece=state.agreed.kinds[piece].name),
            Tell(Returned(state.turn, piece)),
            "main" if n == 0 else "plain",
            "back",
        )
        for n, piece in enumerate(returning(state, state.turn))
    )
    return replace(
        model,
        headline=_("{name}: who comes back?").format(name=side.names[state.turn]),
        helps=keys,
        body=(
            _(
                "The Trollwife captured infantry: one infantry piece of yours goes from the captures back to reserve."
            ),
        ),
    )


def _entering(side: Boardside, model: TableModel, board: FieldModel) -> TableModel:
    """A piece of the reserve, and where it may enter."""
    state, name = side.state, side.telling.piece
    kind, found = state.agreed.kinds[name], doors(state, name)
    marks = way_marks(state, found)
    where = _("Touch the square on which it enters.") if found else _("It can enter nowhere now.")
    close = Button(_("Something else"), Close(), "plain", "back")
    return replace(
        model,
        headline=_("Summon: {piece}").format(piece=kind.name),
        body=(where, *kind_lines(kind)),
        helps=(close,),
        own=marked(board, marks),
        past=(),
        chips=(),
        tools=(),
    )


def _dice(side: Boardside, model: TableModel, board: FieldModel) -> TableModel:
    """The coin: thrown by the panel or the box, or told as it fell on the table."""
    keys = tuple(
        Button(_("{name} begins").format(name=name), Tell(Starts(seat)), "plain", "turn", seat=seat)
        for seat, name in enumerate(side.names)
    )
    body = (_("Heads: {one} begins. Tails: {other} begins.").format(one=side.names[0], other=side.names[1]),)
    if not side.looked and not side.simulated:
        keys = (*keys, laying_key())
    return replace(model, headline=_("Flip the coin"), body=body, helps=keys, own=replace(board, ways=()))


def _over(side: Boardside, model: TableModel, _board: FieldModel) -> TableModel:
    """How it ended, and the degree of the victory: what each captured, piece by piece, with its cost."""
    lines = tuple(line for seat in _winner_first(side) for line in _degree(side, seat))
    banner = model.banner
    if banner is not None:
        banner = replace(banner, words=_whole(banner.words), more=banner.more)
    return replace(model, body=lines, banner=banner)


def _whole(words: str) -> str:
    """A whole sentence."""
    return f"{words[:1].upper()}{words[1:]}."


def _winner_first(side: Boardside) -> tuple[int, ...]:
    over = side.state.over
    first = over.winners[0] if isinstance(over, Over) and over.winners else 0
    return (first, 1 - first)


def _degree(side: Boardside, seat: int) -> tuple[str, ...]:
    state = side.state
    taken = tuple(piece for piece in state.pool.captured[seat] if piece != BASE_ID)
    if not taken:
        return (_("{name} captured nothing.").format(name=side.names[seat]),)
    said = several(
        "{name} captured {n} point: {pieces}.",
        "{name} captured {n} points: {pieces}.",
        state.cost(seat),
        name=side.names[seat],
        pieces=counted(state, taken),
    )
    return (said,)


def _lost(side: Boardside, model: TableModel, board: FieldModel) -> TableModel:
    """Where table and book differ, tile and token by name."""
    lines = tuple(difference_words(side.state.agreed, each) for each in side.differences[:MOST_LINES])
    shown = board if side.seen is None else seen_board(side.state, board, side.seen)
    return replace(model, body=(*lines, *model.body[len(lines) :]), own=shown)


def _pick(side: Boardside, model: TableModel, _board: FieldModel) -> TableModel:
    """What is told on a phone, with the piece from the reserve by its name."""
    kinds = side.state.agreed.kinds
    return replace(model, body=tuple(kinds[said].name if said in kinds else said for said in model.body))


_FACES: dict[str, Callable[[Boardside, TableModel, FieldModel], TableModel]] = {
    "play": _play,
    "square": square,
    "dice": _dice,
    "over": _over,
    "lost": _lost,
    "ask": _ask,
    "pick": _pick,
}
