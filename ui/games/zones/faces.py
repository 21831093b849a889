"""The faces of ZoneS's table screen: the game's own board on every one, and what is due in each phase of play."""

from collections.abc import Callable
from dataclasses import replace

from companion.game import Over, Seat
from companion.games.zones.events import Based, Drew, Lifted, Moved, Returned, Ruled, Shot
from companion.games.zones.halves import drawing, is_up
from companion.games.zones.halves import faults as faults_known
from companion.games.zones.moves import is_protected, is_sheltered, returning
from companion.games.zones.pieces import BASE, TERRAINS, side_title, terrain_title
from companion.games.zones.state import BASE_ID, counted
from companion.kits.events import Starts
from ui.games.zones.field import (
    FieldModel,
    ScreenModel,
    bare,
    half_board,
    open_board,
    reserve_cells,
    seen_board,
    way_marks,
)
from ui.games.zones.side import NOTHING, FieldSide, doors, end, faults, may_act, ways
from ui.games.zones.words import (
    difference_words,
    fault_words,
    kind_lines,
    ruling_words,
    squares_in,
    terrain_lines,
)
from ui.pages.played_table import CLOSE, ON_STAGE, Asking, tell
from ui.pages.private_view import PrivateView
from ui.present.drawn import MarkKind
from ui.present.models import Banner, Button, Sign, TableModel
from ui.present.touches import at, calls, draft
from ui.secrecy import public_differences
from ui.words import _, joined, several

MOST_LINES = 6


class ShownField(FieldSide):
    def dress(self, kind: str, model: TableModel) -> TableModel:
        """The model of a face as ZoneS shows it. While the screen is down the board is bare on every face."""
        answers = list[Button]()
        for key in model.answers:
            # No picture of cards stands beside a key; a correction is said in the game's words.
            reading = key.action.given[0] if calls(key.action, Asking.correct) else None
            if reading is not None and isinstance(reading.event, Ruled) and reading.seq is None:
                words, detail = ruling_words(self.state, reading.event, self.names)
                key = replace(key, words=words, detail=detail)
            answers.append(replace(key, board=None))
        model = replace(model, answers=tuple(answers))
        if kind == "menu":
            rosters = Button(_("Roster cards"), draft(FieldSide.read_rosters), "plain", "cards")
            model = replace(model, answers=(*model.answers[:-1], rosters, model.answers[-1]))
        reading = kind == "play" and self.told.rosters
        if self.screened:
            # Marks would tell the squares of what was laid last.
            model = replace(model, board=replace(model.board, pieces=(), marks=(), arrows=()))
            alone = {"curtain": curtain, "private": half}.get(kind)
            if alone is not None:
                return alone(self, model)
            shown = replace(model, own=bare(self.state.agreed), helps=())
            if reading:
                return _rosters(self, shown)
            return screened(self, shown) if kind == "play" else shown
        marks: dict[str, MarkKind] = {mark.region: mark.kind for mark in model.board.marks}
        lit = self.told.square if kind == "play" else ""
        board = replace(
            open_board(self.state, marks, lit),
            ways=tuple((arrow.regions[0], arrow.regions[-1]) for arrow in model.board.arrows),
        )
        face = _FACES.get(kind)
        chips = (
            replace(
                chip, score=_("{n} pts").format(n=self.state.cost(chip.seat)), aside=_beside(self, chip.seat)
            )
            for chip in model.chips
        )
        shown = replace(model, own=board, chips=tuple(chips))
        if reading:
            return _rosters(self, shown)
        if kind == "pick":
            # What is told on a phone, with the piece from the reserve by its name.
            kinds = self.state.agreed.kinds
            said = tuple(kinds[each].name if each in kinds else each for each in model.body)
            return replace(shown, body=said)
        if kind == "dice" and self.told.laying is not None:
            return laying(shown, board, self.told.laying)
        return shown if face is None else face(self, shown, board)


def _rosters(side: FieldSide, model: TableModel) -> TableModel:
    """Every piece's roster card, and whose values these are."""
    given = side.state.agreed
    ours = _("Our reading of the cards, not official.")
    kinds = [kind for name in given.sides for kind in given.kinds.values() if kind.side == name]
    valued = (
        several("{piece}, {n} point.", "{piece}, {n} points.", kind.cost, piece=kind.name) for kind in kinds
    )
    lines = [" ".join((words, *kind_lines(kind))) for words, kind in zip(valued, kinds, strict=True)]
    return replace(
        _bared(model),
        headline=_("Roster cards"),
        body=(_("As on the owner’s cards.") if given.roster.confirmed else ours, *lines),
        banner=None,
        answers=(Button(_("Back to the game"), CLOSE, "plain", "back"),),
        tasks=(),
    )


def _bared(model: TableModel) -> TableModel:
    """The model with nothing else to touch beside the board, for one thing that is to be settled there."""
    return replace(model, helps=(), chips=(), past=(), tools=())


def _ask(_side: FieldSide, model: TableModel, board: FieldModel) -> TableModel:
    """What may have happened, each way drawn on the board."""
    told = (key.action.given[0] for key in model.answers if calls(key.action, Asking.answer))
    happened = [events[-1] for events in told if events]
    marks: dict[str, MarkKind] = {}
    found = []
    for event in happened:
        start, to = event.start or "", end(event)
        marks |= {square: "chosen" for square in (start, to) if square}
        if start and to:
            found.append((start, to))
    return replace(model, own=replace(marked(board, marks), ways=tuple(found)))


def _beside(side: FieldSide, seat: int) -> tuple[str, ...]:
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


def _play(side: FieldSide, model: TableModel, board: FieldModel) -> TableModel:
    state, telling = side.state, side.told
    model = replace(model, helps=tuple(key for key in model.helps if calls(key.action, *ON_STAGE)))
    if state.choosing or not side.looked:
        # "Done" says that the table is ready to be looked at: nothing looks, or nothing is to be seen.
        model = replace(model, tools=tuple(replace(tool, weight="plain") for tool in model.tools))
    if state.choosing:
        back = ((state.agreed.kinds[piece].name, piece) for piece in returning(state, state.turn))
        keys = [
            Button(
                _("{piece} returns").format(piece=name), tell(Returned(state.turn, piece)), "plain", "back"
            )
            for name, piece in back
        ]
        keys[:1] = [replace(key, weight="main") for key in keys[:1]]
        why = _(
            "The Trollwife captured infantry: one infantry piece of yours goes from the captures back to reserve."
        )
        headline = _("{name}: who comes back?").format(name=side.names[state.turn])
        return replace(model, headline=headline, helps=tuple(keys), body=(why,))
    cells = reserve_cells(state, telling) if may_act(state) else ()
    board = replace(board, cells=cells)
    if telling.between:
        return between(side, model, board)
    if telling.piece:
        kind, found = state.agreed.kinds[telling.piece], doors(state, telling.piece)
        where = _("Touch the square on which it enters.") if found else _("It can enter nowhere now.")
        return replace(
            _bared(model),
            headline=_("Summon: {piece}").format(piece=kind.name),
            body=(where, *kind_lines(kind)),
            helps=(Button(_("Something else"), CLOSE, "plain", "back"),),
            own=marked(board, way_marks(state, found)),
        )
    hint = _("Touch a piece to see where it may go, or one in reserve.")
    if not state.pool.reserve[state.turn]:
        hint = _("Touch a piece to see where it may go.")
    told = model.banner is not None and model.banner.tone != "wait"
    body = () if told else (hint,)
    if state.skipped is not None:
        missed = _("{name} can neither move nor summon and misses the turn.")
        body = (*body, missed.format(name=side.names[state.skipped]))
    return replace(model, own=board, body=body)


def _dice(side: FieldSide, model: TableModel, board: FieldModel) -> TableModel:
    """The coin: thrown by the panel or the box, or told as it fell on the table."""
    keys = tuple(
        Button(_("{name} begins").format(name=name), tell(Starts(seat)), "plain", "turn", seat=seat)
        for seat, name in enumerate(side.names)
    )
    body = (_("Heads: {one} begins. Tails: {other} begins.").format(one=side.names[0], other=side.names[1]),)
    if not side.looked and not side.side.opened.simulated:
        keys = (
            *keys,
            Button(_("Lay the real tiles step by step"), draft(FieldSide.show_laying, 0), "plain", "cards"),
        )
    return replace(model, headline=_("Flip the coin"), body=body, helps=keys, own=replace(board, ways=()))


def _over(side: FieldSide, model: TableModel, _board: FieldModel) -> TableModel:
    """How it ended, and the degree of the victory: what each captured, piece by piece, with its cost."""
    state, over = side.state, side.state.over
    first = over.winners[0] if isinstance(over, Over) and over.winners else 0
    lines = []
    for seat in (first, 1 - first):
        name = side.names[seat]
        taken = tuple(piece for piece in state.pool.captured[seat] if piece != BASE_ID)
        said = _("{name} captured nothing.").format(name=name)
        if taken:
            said = several(
                "{name} captured {n} point: {pieces}.",
                "{name} captured {n} points: {pieces}.",
                state.cost(seat),
                name=name,
                pieces=counted(state, taken),
            )
        lines.append(said)
    banner = model.banner
    if banner is not None:
        banner = replace(banner, words=f"{banner.words[:1].upper()}{banner.words[1:]}.")
    return replace(model, body=tuple(lines), banner=banner)


def _lost(side: FieldSide, model: TableModel, board: FieldModel) -> TableModel:
    """Where table and book differ, tile and token by name."""
    lines = tuple(
        difference_words(side.state.agreed, each)
        for each in public_differences(side.side.session.reply)[:MOST_LINES]
    )
    seen = side.seen
    shown = board if seen is None else seen_board(side.state, board, seen)
    return replace(model, body=(*lines, *model.body[len(lines) :]), own=shown)


# A touched square: what stands there, where it may go, which of two was meant, what is there really.


def square(side: FieldSide, model: TableModel, board: FieldModel) -> TableModel:
    if side.told.between:
        return between(side, model, board)
    cell = side.told.square
    piece = side.state.at(cell)
    # Each piece once, then other tiles, and last that a piece came from elsewhere: few need to scroll so far.
    named, first, rest = set[str](), list[Button](), list[Button]()
    for key in model.answers:
        if calls(key.action, Asking.correct):
            event = key.action.given[0].event
            what = event.piece if isinstance(event, Ruled) else ""
            (rest if what in named else first).append(key)
            if what:
                named.add(what)
    corrections = (*first, *rest)
    marks: dict[str, MarkKind] = {cell: "chosen", **way_marks(side.state, ways(side.state, cell))}
    own = may_act(side.state) and piece is not None and piece.seat == side.state.turn
    question = (_("Or say what really stands here:") if own else _("What really stands here?"),)
    cells = reserve_cells(side.state, side.told) if may_act(side.state) else ()
    return replace(
        model,
        headline=_("{piece} on {square}").format(piece=piece.kind.name, square=cell)
        if piece is not None
        else _("Square {name}").format(name=cell),
        body=(*_square_lines(side, cell), *(question if corrections else ())),
        answers=(*corrections, Button(_("It is right as it is"), CLOSE, "plain", "done")),
        own=replace(marked(board, marks), cells=cells),
    )


def between(side: FieldSide, model: TableModel, board: FieldModel) -> TableModel:
    """One touch that may mean two things: which?"""
    keys = list[Button]()
    for event in side.told.between:
        words = _("It enters on {square}")
        if isinstance(event, Shot):
            words = _("It shoots from where it stands")
        elif isinstance(event, Moved):
            words = _("It goes to {square}")
        words = words.format(square=end(event))
        keys.append(Button(words, tell(event), "plain" if keys else "main", "hand"))
    marks = way_marks(side.state, side.told.between)
    cells = reserve_cells(side.state, side.told)
    return replace(
        _bared(model),
        headline=_("Which of these?") if len(keys) > 1 else _("Is this what happened?"),
        body=(),
        answers=(*keys, Button(_("No"), CLOSE, "quiet", "back")),
        own=replace(marked(board, {side.told.square: "chosen", **marks}), cells=cells),
    )


def marked(board: FieldModel, marks: dict[str, MarkKind]) -> FieldModel:
    """The board with these marks and none of the last event's."""
    return replace(board, marks=marks, ways=())


def _square_lines(side: FieldSide, at: str) -> tuple[str, ...]:
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


_FACES: dict[str, Callable[[FieldSide, TableModel, FieldModel], TableModel]] = {
    "play": _play,
    "square": square,
    "dice": _dice,
    "over": _over,
    "lost": _lost,
    "ask": _ask,
}


# The faces while the screen is down: what all may know, the curtain before a half, and the half for its
# owner alone. Rule kept: what is wrong with a half stands on its owner's page only; all others learn
# "ready" or "not yet".

MOST_FAULTS = 3
FEW_HOMES = 3
"""A base with no more home tiles than this stands in a corner (ZN-11)."""


def screened(side: FieldSide, model: TableModel) -> TableModel:
    """What all may know: who is ready. Each seat has the way to its own half."""
    state, near, far = side.state, _on_half(side, 0), _on_half(side, 1)
    model = replace(
        model,
        chips=tuple(replace(chip, aside=()) for chip in model.chips),
        # “Done” says nothing here: who is ready says so with the own key.
        tools=tuple(tool for tool in model.tools if tool.icon != "done"),
        # On each half stand the keys of whose it is: nobody opens the other's by a slip.
        own=ScreenModel((near[0], far[0]), _("The screen is down"), (near[1], far[1])),
    )
    if is_up(state):
        lift = Button(_("The screen is lifted"), tell(Lifted()), "main", "done")
        return replace(
            model,
            headline=_("Both are ready: lift the screen"),
            body=(_("Take the screen away, then touch here: the board shows both halves."),),
            helps=(lift,),
        )
    # For all to touch, if they like: that a base lies, that a tile was drawn; never which or where.
    keys, screen, box = list[Button](), state.screen, side.side.box_seats
    for seat in (0, 1) if not any(screen.ready) else ():
        if not screen.based[seat] and seat not in box:
            words = _("{name}: the base is laid").format(name=side.names[seat])
            keys.append(Button(words, tell(Based(seat)), "quiet", "done"))
    for seat in sorted(drawing(state) - box) if not any(screen.ready) else ():
        words = _("{name} drew a tile").format(name=side.names[seat])
        keys.append(Button(words, tell(Drew(seat)), "quiet", "plus"))
    if not (side.looked or any(screen.based) or any(screen.drawn) or any(screen.ready)):
        # While nobody lays anything yet and no camera looks, both halves may be dealt at once.
        words, detail = _("Lay both halves for us"), _("By lot, as the rules have it.")
        keys.insert(0, Button(words, at(FieldSide.deal_halves, (0, 1)), "main", "cards", detail))
    tiles = state.agreed.tiles
    what = _("Each lays a base, {n} tiles drawn in turn, and three pieces.")
    # What is drawn in turn is told above the keys, to be read while hands are full.
    banner: Banner | None = None
    body = (what.format(n=tiles),) if not any(state.screen.drawn) else model.body[:1]
    if side.due:
        names = joined([side.names[seat] for seat in side.due])
        banner = Banner(
            "ask", _("{name}: take your hands off the table.").format(name=names), _("The half is read.")
        )
    waits = [side.names[seat] for seat in sorted(side.turned_down) if not state.screen.ready[seat]]
    if waits and not side.due:
        words, why = _("{name}: not yet."), _("Look at your half alone: there it says why.")
        banner = Banner("ask", words.format(name=joined(waits)), why)
    return replace(
        model,
        headline=_("The screen is down"),
        body=() if banner else body,
        banner=banner,
        helps=tuple(keys),
    )


def _on_half(side: FieldSide, seat: Seat) -> tuple[tuple[Button, ...], str]:
    """A seat's own keys, which keep their places, or what is said of a half that the box lays.

    With a camera a half is read; without one its seat tells it alone, behind a curtain.
    """
    name, ready = side.names[seat], side.state.screen.ready[seat]
    is_ready = _("{name} is ready").format(name=name)
    if seat in side.side.box_seats:
        return (), is_ready if ready else _("{name} lays out last, by itself.").format(name=name)
    read = Button(
        is_ready, at(FieldSide.read_half, seat), "main", "done", seat=seat,
        detail=_("The camera reads the half; nobody sees it."), enabled=not ready,
    )  # fmt: skip
    door = Button(
        is_ready if ready else _("{name}: my half").format(name=name),
        at(PrivateView.draw_curtain, seat),
        "quiet" if ready else "plain",
        "done" if ready else "eye",
        _("Open it to change something.") if ready else _("Only you may look."),
        seat,
    )
    return (read, door) if side.looked else (door,), ""


def curtain(side: FieldSide, model: TableModel) -> TableModel:
    """Nothing is shown yet: the screen is handed over, the other looks away."""
    seat = side.side.focus.alone or 0
    name, other = side.names[seat], side.names[1 - seat]
    place = side_title(side.state.agreed.sides[seat])
    return replace(
        model,
        headline=_("Hand the screen to {name}").format(name=name),
        body=(
            _("Only {name} ({side}) may look now.").format(name=name, side=place),
            _("{name}: please look away.").format(name=other),
        ),
        sign=Sign(seat, name, _("alone")),
    )


def half(side: FieldSide, model: TableModel) -> TableModel:
    """The owner's page: what is laid, what is wrong with it, and the key that says "ready"."""
    seat, draft, given = side.side.focus.alone or 0, side.shown, side.state.agreed
    if draft is None:
        return model
    wrong = faults(given, draft)
    marks: dict[str, MarkKind] = {}
    for breach in wrong:
        kind: MarkKind = "missing" if breach.rule == "s4-all-filled" else "wrong"
        marks |= dict.fromkeys(squares_in(breach.about, given), kind)
    # That both halves together hold too much only the referee knows, of what it was told.
    known = () if wrong or draft.changed else faults_known(side.state, seat)
    told = [side.unseen] if side.unseen else []
    for breach in (*wrong, *known):
        # With the name of the piece that stands there.
        piece = draft.piece_on(next(iter(squares_in(breach.about, given)), ""))
        name = given.kinds[piece].name if piece in given.kinds else ""
        told.append(fault_words(breach, given, name))
    number, corner = given.board.numbers.get(draft.base), ""
    if number is not None and len(given.board.near[number]) <= FEW_HOMES:
        corner = _("A base in a corner has three home tiles: hard to reach, but little room to summon.")
    good = None if told else Banner("good", _("Everything is right."), corner)
    hint = _("Choose a tile or piece under the board, then touch its squares. A second touch takes it off.")
    if draft.brush == NOTHING:
        hint = _("Touch a square to take off what lies there.")
    ready = Button(
        _("I am ready"), at(FieldSide.half_ready, seat), "main", "done", seat=seat, enabled=not wrong
    )
    read = (
        (Button(_("Read it again"), at(FieldSide.read_half, seat), "plain", "camera"),) if side.looked else ()
    )
    if not (draft.base or draft.tiles or draft.pieces or read):
        read = (Button(_("Lay mine for me"), at(FieldSide.deal_halves, (seat,)), "plain", "cards"),)
    return replace(
        _bared(model),
        kind="half",
        headline=_("{name}: your half").format(name=side.names[seat]),
        body=(*told[:MOST_FAULTS], hint),
        banner=good,
        answers=(ready, *read, Button(_("Hide"), at(FieldSide.hide_half), "quiet", "back")),
        sign=None,
        own=half_board(given, draft, marks),
    )


# Real tiles and tokens laid after the screen is lifted as the box has them, one kind after another.

KINDS = (BASE, *TERRAINS)
TOKENS = len(KINDS)
"""The step after the last kind of tile: the pieces."""


def laying(model: TableModel, board: FieldModel, step: int) -> TableModel:
    later = KINDS[step + 1 :]
    kinds = {name: tile.partition("-")[0] for name, tile in board.tiles.items()}
    tiles = {name: tile for name, tile in board.tiles.items() if kinds[name] not in later}
    homes = tuple(tuple(name for name in own if name in tiles) for own in board.homes)
    last = step == TOKENS
    here = [name for name in tiles if not last and kinds[name] == KINDS[step]]
    here = [token.square for token in board.tokens] if last else here
    headline = _("Pieces") if last else terrain_title(KINDS[step])
    tokens = board.tokens if last else ()
    marks: dict[str, MarkKind] = dict.fromkeys(here, "chosen")
    shown = replace(board, tiles=tiles, homes=homes, tokens=tokens, cells=(), taps=None)
    on = Button(_("Next"), draft(FieldSide.show_laying, step + 1), "main", "done")
    if last:
        on = Button(_("All is laid"), draft(FieldSide.show_laying, None), "main", "done")
    back = Button(_("Back"), draft(FieldSide.show_laying, step - 1 if step else None), "quiet", "back")
    return replace(
        _bared(model),
        kind="square",
        headline=headline,
        body=(_("Lay them on {squares}.").format(squares=joined(here)),),
        banner=None,
        rolls=(),
        answers=(on, back),
        own=marked(shown, marks),
    )
