"""ZoneS at the screen: halves told behind the screen, pieces touched and sent, the coin seen by a camera; its faces.

Rule kept: nothing touched here is booked before it is whole, or while something is in question; touches can tell only
what the rules allow. Of a half only what its own seat told is kept, and it is shown only on that seat's page; a
picture is read only when a seat says that it is ready.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import structs

from companion.game import Event, Over, Seat, Seen
from companion.games.zones import GAME
from companion.games.zones.events import Based, Drew, Laid, Lifted, Moved, Returned, Ruled, Shot, Summoned
from companion.games.zones.halves import drawing, faults, half_faults, is_up
from companion.games.zones.moves import entries, is_protected, is_sheltered, moves, returning, shots
from companion.games.zones.pieces import BASE, TERRAINS, side_title, terrain_title
from companion.games.zones.rules import dealt
from companion.games.zones.state import BASE_ID, Agreed, Half, State, counted
from companion.games.zones.table import base_label
from companion.kits.events import Starts
from companion.sight import Sighting
from companion.weigh import SETTLE_S, Ask, Lost, Refuse
from ui.games.zones.field import (
    FieldModel,
    Marks,
    ScreenModel,
    bare,
    open_board,
    seen_board,
    stands,
    tile_drawing,
    token_drawing,
)
from ui.games.zones.words import (
    difference_words,
    fault_words,
    kind_lines,
    override_words,
    piece_words,
    squares_in,
    terrain_lines,
)
from ui.pages import picking
from ui.pages.played_table import CLOSE, ON_STAGE, Asking, GameSide, PlayedTable, tell
from ui.pages.private_view import PrivateView
from ui.present.drawn import MarkKind
from ui.present.models import Banner, Button, Cell, Settling, Sign, TableFocus, TableModel
from ui.present.touches import at, calls, draft
from ui.secrecy import public_differences
from ui.words import _, joined, several
from vision.printed.marks import Drawing

MOST_LINES = 6
PATIENCE_S = 6.0
"""Maximum wait in seconds of a half to be read for a still picture without a hand."""
NOTHING = "nothing"
"""The brush that takes away what lies on a square."""


class HalfDraft(Half, frozen=True, kw_only=True):
    """What a seat has told of its half so far."""

    seat: Seat
    brush: str = BASE  # what the next touched square gets: a terrain, `base`, a piece's id or `nothing`
    changed: bool = False  # something was told since the referee was

    @classmethod
    def laid(cls, event: Laid) -> "HalfDraft":
        """A half that the referee has not been told of yet."""
        tiles = tuple((kind, at) for at, kind in event.terrain.items())
        return cls(event.base, tiles, event.pieces, seat=event.seat, brush=NOTHING, changed=True)

    def event(self, *, whole: bool = True) -> Laid:
        """The half as told to the referee once the seat is ready, or (not `whole`) to be kept for it."""
        terrain: dict[str, Any] = {at: kind for kind, at in self.tiles}
        return Laid(self.seat, self.pieces, self.base, terrain, self.twice, whole)

    def piece_on(self, at: str) -> str:
        return next((piece for piece, where in self.pieces if where == at), "")


def begun(state: State, seat: Seat) -> HalfDraft:
    """A seat's half as far as the referee was told of it."""
    half = state.screen.halves[seat]
    brush = TERRAINS[0] if half.base else BASE
    return HalfDraft(half.base, half.tiles, half.pieces, twice=half.twice, seat=seat, brush=brush)


def left(given: Agreed, draft: HalfDraft, brush: str) -> int:
    """How many more of this may lie in the half, as far as the seat itself can know."""
    if brush == BASE:
        return int(not draft.base)
    if brush in TERRAINS:
        return given.each - sum(kind == brush for kind, _ in draft.tiles)
    army = Counter(given.armies[draft.seat])
    return army[brush] - sum(piece == brush for piece, _ in draft.pieces)


def put(given: Agreed, draft: HalfDraft, at: str) -> HalfDraft:
    """The half with the chosen thing on a square; a second touch takes it away."""
    number, brush = given.board.numbers.get(at), draft.brush
    if number is None or not given.board.is_own(draft.seat, number):
        return draft
    base = "" if draft.base == at else draft.base
    tiles = tuple(pair for pair in draft.tiles if pair[1] != at)
    pieces = tuple(pair for pair in draft.pieces if pair[1] != at)
    if at in draft.twice:
        # The touch says what really lies there.
        twice = tuple(square for square in draft.twice if square != at)
        draft = structs.replace(draft, tiles=tiles, twice=twice, changed=True)
    bared = structs.replace(draft, base=base, tiles=tiles, changed=True)
    cleared = structs.replace(draft, pieces=pieces, changed=True)
    if brush == NOTHING:
        # Take off the piece on a square; where none stands, the tile or base.
        return cleared if draft.piece_on(at) else bared
    if brush == BASE:
        # There is one base, laid first: tiles come next.
        return bared if draft.base == at else structs.replace(bared, base=at, brush=TERRAINS[0])
    if brush in TERRAINS:
        if (brush, at) in draft.tiles and draft.base != at:
            return bared
        return structs.replace(bared, tiles=(*tiles, (brush, at))) if left(given, draft, brush) > 0 else draft
    if draft.piece_on(at) == brush:
        return cleared
    return structs.replace(cleared, pieces=(*pieces, (brush, at))) if left(given, draft, brush) > 0 else draft


# What is touched on the open board.


class Telling(msgspec.Struct, frozen=True):
    """What has been touched so far on one state."""

    seq: int = -1  # the state's number of entries
    square: str = ""  # the one looked at
    piece: str = ""  # one in reserve
    between: tuple[Event, ...] = ()  # events of which one is meant
    rosters: bool = False  # the roster cards are being read
    laying: int | None = None  # the step of laying the real tiles


def ways(state: State, square: str) -> tuple[Event, ...]:
    """Every lawful move and shot of the piece on a square, as if it were its turn."""
    number, piece = state.square(square), state.at(square)
    if number is None or piece is None:
        return ()
    names, seat = state.agreed.board.names, piece.seat
    return (
        *(Moved(seat, square, names[to]) for to in sorted(moves(state, number, piece))),
        *(Shot(seat, square, names[at]) for at in sorted(shots(state, number, piece))),
    )


def doors(state: State, piece: str) -> tuple[Summoned, ...]:
    """Every way for a piece to enter from the reserve of the seat whose turn it is."""
    names = state.agreed.board.names
    return tuple(
        Summoned(state.turn, name, names[square])
        for name, squares in entries(state, state.turn)
        if name == piece
        for square in sorted(squares)
    )


def may_act(state: State) -> bool:
    return state.phase == "play" and state.over is None and not state.choosing


def meant(state: State, telling: Telling, at: str) -> tuple[Event, ...]:
    """The events that a touch on a square may mean after earlier touches: none, one, or a few to choose from."""
    if not may_act(state):
        return ()
    if telling.piece:
        return tuple(event for event in doors(state, telling.piece) if event.at == at)
    piece = state.at(telling.square)
    if piece is None or piece.seat != state.turn:
        return ()
    return tuple(event for event in ways(state, telling.square) if end(event) == at)


def end(event: Event) -> str:
    """The square at the end of an event."""
    return event.to if isinstance(event, Moved) else event.at or ""


class FieldSide(GameSide):
    """The side of a table screen that belongs to ZoneS.

    `turned_down`: seats that said they are ready and are not. `due`: by seat, the time since when its half waits to
    be read. `unseen`: why a half could not be read just now.
    """

    hides_simulated = True

    def __init__(self, side: PlayedTable) -> None:
        super().__init__(side)
        self.telling = Telling()
        self._judged: object = None
        self.turned_down: frozenset[Seat] = frozenset()
        self.due: dict[Seat, float] = {}
        self.unseen = ""
        self._drafts: dict[Seat, HalfDraft] = {}
        self._tried: dict[Seat, HalfDraft] = {}
        self._last: dict[Seat, HalfDraft] = {}
        self._stay = -1

    @property
    def state(self) -> State:
        state: State = self.side.session.referee.state
        return state

    @property
    def screened(self) -> bool:
        """Whether the screen is down, so that nothing of either half may be shown to all."""
        return self.state.phase == "set-up" and self.state.over is None

    @property
    def looked(self) -> bool:
        """Whether a camera looks at what people lay; a simulated table only follows what they tell."""
        return self.side.session.reading is not None and self.side.opened.simulated is None

    @property
    def shown(self) -> HalfDraft | None:
        """The half of the seat that looks alone: no other is ever drawn."""
        focus = self.side.focus
        return self._draft(focus.alone) if focus.alone is not None and focus.drawn and self.screened else None

    def stays(self) -> TableFocus | None:
        """What stays open when something is booked: a half that its seat still tells, or that was found wrong."""
        focus = self.side.focus
        if not self.screened or focus.alone is None or not focus.drawn:
            return None
        entries = self.side.session.referee.entries
        last = entries[-1].event.seat if entries else None
        return focus if last != focus.alone or self._stay == self.side.session.reply.seq else None

    def pressed(self, seat: Seat) -> None:
        """A seat's own button while the screen is down: it is ready, or wants to tell its half."""
        focus = self.side.focus
        if seat in self.side.box_seats:
            return
        if focus.alone == seat and focus.drawn:
            self.half_ready(seat)
        elif focus.alone is not None and focus.drawn:
            return
        elif self.looked:
            self.read_half(seat)
        else:
            self.side.focus = TableFocus(alone=seat)

    def _draft(self, seat: Seat) -> HalfDraft:
        """What a seat has told so far; at first what the referee knows, or what it had before a take-back."""
        if seat not in self._drafts:
            draft = begun(self.state, seat)
            taken_back = not (draft.base or draft.tiles or draft.pieces) and seat in self._last
            self._drafts[seat] = structs.replace(self._last[seat], changed=True) if taken_back else draft
        return self._drafts[seat]

    def deal_halves(self, seats: tuple[Seat, ...]) -> None:
        """Lays halves by lot: the one that is looked at may be changed; others are ready, and two are shown at once."""
        rng, looking = self.side.opened.chance.randrange, self.side.focus.alone
        for seat in seats if self.screened else ():
            event = dealt(self.state, seat, rng)
            if seat == looking:
                self._drafts[seat] = HalfDraft.laid(event)
            else:
                self._drafts.pop(seat, None)
                self._tell(event, "touch", stay=False)
        if len(seats) > 1 and is_up(self.state):
            self.side.session.tell(Lifted(), by="touch", asked_at=self.side.session.reply.seq)

    def choose_brush(self, brush: str) -> None:
        if self.screened and self.side.focus.alone is not None:
            self._drafts[self.side.focus.alone] = structs.replace(
                self._draft(self.side.focus.alone), brush=brush
            )

    def half_square(self, square: str) -> None:
        if self.screened and self.side.focus.alone is not None:
            seat = self.side.focus.alone
            self._drafts[seat] = put(self.state.agreed, self._draft(seat), square)

    def hide_half(self) -> None:
        """Closes the page; what was told is kept for its seat."""
        self.side.focus = TableFocus()

    def half_ready(self, seat: Seat) -> None:
        """The seat says that its half is as told; its page stays open if the referee finds it wrong."""
        if self.screened:
            self._tell(self._draft(seat).event(), "touch", stay=True)

    def read_half(self, seat: Seat) -> None:
        """The camera reads one half, once, for its owner: from the first still picture without a hand."""
        if self.screened and self.looked:
            self.unseen = ""
            self.due[seat] = self.side.session.now
            self._read_due()

    def _read_due(self) -> None:
        """Reads the halves that wait for a picture; after too long a wait the seat alone is told why."""
        session, focus = self.side.session, self.side.focus
        for seat, since in list(self.due.items()):
            why, reading = "", session.reading
            if reading is None or not reading.mat.found:
                why = _("The camera does not see the whole table.")
            elif reading.scene.hand:
                why = _("A hand was over the table.")
            elif reading.scene.still_for < SETTLE_S:
                why = _("Something moved on the table.")
            if why and session.now - since < PATIENCE_S:
                continue
            del self.due[seat]
            if why or reading is None:
                self.unseen = why
                self.turned_down |= {seat}
                continue
            seen = Seen(reading.scene.by_region(), frozenset())
            self._tell(
                GAME.half_seen(self.state, seat, seen), "camera", stay=focus.drawn and focus.alone == seat
            )

    def _tell(self, event: Laid, by: str, *, stay: bool) -> None:
        """A seat says it is ready: all learn whether it is, and only its own page says why not."""
        before = self.state.screen.ready
        if not self._told(event, by):
            return
        seat = event.seat
        ready = self.state.screen.ready[seat]
        self.turned_down = self.turned_down - {seat} if ready else self.turned_down | {seat}
        if before[1 - seat] and not self.state.screen.ready[1 - seat]:
            self.turned_down |= {1 - seat}
        if stay and not ready:
            self.side.focus = TableFocus(alone=seat, drawn=True)
            self._stay = self.side.session.reply.seq
        elif self.side.focus.alone in (None, seat):
            self.side.focus = TableFocus()

    def _told(self, event: Laid, by: str) -> bool:
        """Whether the referee took it in; if not, the draft is kept here."""
        session = self.side.session
        seq = session.reply.seq
        session.tell(event, by=by, asked_at=seq)
        if session.reply.seq == seq:
            return False
        self._last.pop(event.seat, None)
        if event.seat in self._drafts:
            self._last[event.seat] = self._drafts.pop(event.seat)
        return True

    # the open board

    def close(self) -> None:
        self._show()

    def _show(self, square: str = "", **told: Any) -> None:
        """Replaces everything touched so far."""
        self.telling = Telling(self.side.session.reply.seq, square, **told)

    @property
    def told(self) -> Telling:
        """What the looking person has touched; a phone keeps it in its focus, apart from the shared screen."""
        if self.side.on_phone:
            return Telling(self.side.session.reply.seq, self.side.focus.square or "")
        return self.telling

    @property
    def seen(self) -> dict[str, tuple[Sighting, ...]] | None:
        """What was seen by square, where people want to see the table in place of the book."""
        reading = self.side.session.reading
        if reading is None or self.screened or not self.side.focus.seen:
            return None
        return dict(reading.scene.by_region())

    def follow(self) -> bool:
        super().follow()
        before = (self.telling, self.turned_down, tuple(self.due))
        session, focus = self.side.session, self.side.focus
        if self.telling.seq != session.reply.seq:
            self._show()
            # What the referee knows is no longer a draft; once the screen is lifted no draft is kept.
            self._drafts = {seat: draft for seat, draft in self._drafts.items() if draft.changed}
            ready = self.state.screen.ready
            self.turned_down = frozenset(seat for seat in self.turned_down if not ready[seat])
            if not self.screened:
                self._drafts, self._tried, self._last = {}, {}, {}
                self.due, self.turned_down = {}, frozenset()
        elif not self.side.on_phone and self.telling.square not in ("", focus.square):
            self._show()
        if focus.square is not None and not self.telling.square and not self.side.on_phone:
            self._show(focus.square)
        if self.screened:
            self._read_due()
            # The drafts of closed pages go to the referee, so that they outlive a switched-off box.
            focus = self.side.focus
            open_for = {focus.alone} | self.side.phones if focus.drawn else self.side.phones
            for seat, draft in list(self._drafts.items()):
                if draft.changed and seat not in open_for and self._tried.get(seat) != draft:
                    self._tried[seat] = draft
                    self._told(draft.event(whole=False), "touch")
        reading = session.reading
        awaited = self.state.phase == "coin" and not session.disputed
        if awaited and reading is not None and reading is not self._judged:
            # The coin that lies still on the table says who begins.
            self._judged, scene = reading, reading.scene
            still = not scene.hand and scene.still_for >= SETTLE_S
            if reading.mat.found and still and not session.checking:
                event = GAME.coin_seen(self.state, Seen(scene.by_region(), frozenset()))
                if event is not None:
                    session.tell(event, by="camera", asked_at=session.reply.seq)
        return before != (self.telling, self.turned_down, tuple(self.due))

    def natural(self) -> Event | None:
        """The event behind "done" while only one is possible: the screen is lifted."""
        if self.side.is_looking or self.side.focus.settling.refused is not None:
            return None
        if isinstance(self.side.session.reply.turn, Over):
            return None
        return Lifted() if is_up(self.state) else None

    def _may_tell(self) -> bool:
        """Whether two touches tell a move: not while a question is open, where touches settle squares."""
        session = self.side.session
        asked = isinstance(session.reply.verdict, Ask | Refuse | Lost) or session.reply.differences
        return not (asked or session.disputed or session.checking)

    def carry(self, start: str, to: str) -> bool:
        self._show(start)
        told = bool(self._may_tell() and meant(self.state, self.telling, to))
        if told:
            self.touch_field(to)
        return told

    # what touches do

    def touch_field(self, square: str) -> None:
        """A touch on the open board: the target of the piece touched before, or a square to look at.

        With a camera people mostly look: a move is confirmed before it is told.
        """
        if self.side.on_phone:
            picking.touch(self.side, square)
            return
        refused, reply = self.side.refused_from, self.side.session.reply
        telling = self.telling if refused is None else Telling(reply.seq, refused)
        found = meant(self.state, telling, square) if refused is not None or self._may_tell() else ()
        if len(found) == 1 and (refused is not None or not self.looked):
            self.side.tell(found[0])
        elif found:
            if refused is not None:
                self.side.focus = TableFocus(settling=Settling(put_back=reply.verdict))
            self.telling = structs.replace(self.telling, between=found)
        else:
            self.side.focus = TableFocus(square=square)
            self._show(square)

    def summon(self, piece: str) -> None:
        """A piece in reserve, which enters with the next touch."""
        if self.side.on_phone:
            self.side.focus = TableFocus(picking=True, picks=(("piece", piece),))
            return
        self.side.focus = TableFocus()
        self._show(piece="" if self.telling.piece == piece else piece)

    def read_rosters(self) -> None:
        self.side.focus = TableFocus()
        self._show(rosters=True)

    def show_laying(self, step: int | None) -> None:
        """One step of laying the real tiles as the box has them; None ends it."""
        self._show(laying=step)

    # its faces

    def dress(self, kind: str, model: TableModel) -> TableModel:
        """The model of a face as ZoneS shows it. While the screen is down the board is bare on every face."""
        answers = list[Button]()
        for key in model.answers:
            # Keys have no picture of cards beside them; a correction has the game's own words.
            reading = key.action.given[0] if calls(key.action, Asking.correct) else None
            if reading is not None and isinstance(reading.event, Ruled) and reading.seq is None:
                words, detail = override_words(self.state, reading.event, self.names)
                key = replace(key, words=words, detail=detail)
            answers.append(replace(key, board=None))
        model = replace(model, answers=tuple(answers))
        if kind == "menu":
            rosters = Button(_("Roster cards"), draft(FieldSide.read_rosters), "plain", "cards")
            model = replace(model, answers=(*model.answers[:-1], rosters, model.answers[-1]))
        reading = kind == "play" and self.told.rosters
        if self.screened:
            # Marks would betray the squares of what was laid last.
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
            taps=FieldSide.touch_field,
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
            # A piece from the reserve, picked on a phone, by its name.
            kinds = self.state.agreed.kinds
            said = tuple(kinds[each].name if each in kinds else each for each in model.body)
            return replace(shown, body=said)
        if kind == "dice" and self.told.laying is not None:
            return laying(shown, board, self.told.laying)
        return shown if face is None else face(self, shown, board)


def way_marks(state: State, events: tuple[Event, ...]) -> dict[str, MarkKind]:
    """Squares where a piece may go, what it may take there, and targets it may shoot at."""
    found: dict[str, MarkKind] = {}
    for event in events:
        at = end(event)
        if isinstance(event, Shot):
            found.setdefault(at, "shoot")
        else:
            found[at] = "take" if isinstance(event, Moved) and state.at(at) is not None else "go"
    return found


def reserve_cells(state: State, telling: Telling) -> tuple[Cell, ...]:
    """The reserve of the seat whose turn it is, each kind once with its number."""
    given, counts = state.agreed, Counter(state.pool.reserve[state.turn])
    return tuple(
        Cell(
            piece_words(kind.name), at(FieldSide.summon, name), f"×{counts[name]}",
            token_drawing(name, kind.name, given.colour(state.turn)), lit=telling.piece == name,
        )
        for name, kind in given.kinds.items()
        if name in counts
    )  # fmt: skip


def half_board(given: Agreed, draft: HalfDraft, wrong: Marks) -> FieldModel:
    """One half, large, as its owner sees it, and below it what may be laid."""
    seat, board, colour = draft.seat, given.board, given.colour(draft.seat)
    base = board.numbers.get(draft.base)
    own = () if base is None else tuple(board.names[number] for number in board.near[base])
    tiles = {at: kind for kind, at in draft.tiles}
    if base is not None:
        tiles[draft.base] = base_label(given, seat)
    # The brushes: base, terrains, pieces of the army, or nothing.
    brushes: list[tuple[str, str, Drawing]] = [
        (BASE, terrain_title(BASE), tile_drawing(base_label(given, seat))),
        *((kind, terrain_title(kind), tile_drawing(kind)) for kind in TERRAINS),
    ]
    for name in dict.fromkeys(given.armies[seat]):
        kind = given.kinds[name]
        brushes.append((name, piece_words(kind.name), token_drawing(name, kind.name, colour)))
    cells = [
        Cell(
            words,
            at(FieldSide.choose_brush, brush),
            f"×{left(given, draft, brush)}",
            sign,
            lit=draft.brush == brush,
        )
        for brush, words, sign in brushes
    ]
    off = Cell(_("Take off"), at(FieldSide.choose_brush, NOTHING), lit=draft.brush == NOTHING)
    # A seat's home tiles stand at its own place of the pair.
    return FieldModel(
        board,
        tiles,
        ((), own) if seat else (own,),
        tuple(stands(given, at, piece, seat) for piece, at in draft.pieces),
        wrong,
        (*cells, off),
        half=seat,
        taps=FieldSide.half_square,
    )


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
    """The model with nothing to touch beside the board, while one thing is to be settled there."""
    return replace(model, helps=(), chips=(), past=(), tools=())


def _ask(_side: FieldSide, model: TableModel, board: FieldModel) -> TableModel:
    """The possible events of a question, each drawn on the board."""
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
        # "Done" asks for a look at the table: here nothing looks, or there is nothing to see.
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
    # A move or a summons in three steps: nothing touched, a piece chosen, a choice between two meanings.
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
    """How it ended, and the degree of the victory: the captures of both, piece by piece, with their cost."""
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


# A touched square: what stands there, where it may go, which of two was meant, what is really there.


def square(side: FieldSide, model: TableModel, board: FieldModel) -> TableModel:
    if side.told.between:
        return between(side, model, board)
    cell = side.told.square
    piece = side.state.at(cell)
    # Each piece once, then other tiles, and last other origins of a piece: few need to scroll that far.
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
    """A touch with several meanings: which one?"""
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
    """The board with these marks, without those of the last event."""
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


# The faces while the screen is down: public knowledge, the curtain before a half, and the half for its owner alone.
# Rule kept: the faults of a half stand on its owner's page only; all others learn "ready" or "not yet".

MOST_FAULTS = 3
FEW_HOMES = 3
"""Maximum home tiles of a base in a corner (ZN-11)."""


def screened(side: FieldSide, model: TableModel) -> TableModel:
    """What all may know: who is ready. Each seat has the way to its own half."""
    state, near, far = side.state, _on_half(side, 0), _on_half(side, 1)
    model = replace(
        model,
        chips=tuple(replace(chip, aside=()) for chip in model.chips),
        # “Done” means nothing here: seats say that they are ready with their own keys.
        tools=tuple(tool for tool in model.tools if tool.icon != "done"),
        # Each half has the keys of its own seat: nobody opens the other's by a slip.
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
    # Anybody may tell that a base lies or a tile was drawn; never which or where.
    keys, screen, box = list[Button](), state.screen, side.side.box_seats
    for seat in (0, 1) if not any(screen.ready) else ():
        if not screen.based[seat] and seat not in box:
            words = _("{name}: the base is laid").format(name=side.names[seat])
            keys.append(Button(words, tell(Based(seat)), "quiet", "done"))
    for seat in sorted(drawing(state) - box) if not any(screen.ready) else ():
        words = _("{name} drew a tile").format(name=side.names[seat])
        keys.append(Button(words, tell(Drew(seat)), "quiet", "plus"))
    if not (side.looked or any(screen.based) or any(screen.drawn) or any(screen.ready)):
        # Before anything is laid, and without a camera, both halves may be dealt at once.
        words, detail = _("Lay both halves for us"), _("By lot, as the rules have it.")
        keys.insert(0, Button(words, at(FieldSide.deal_halves, (0, 1)), "main", "cards", detail))
    tiles = state.agreed.tiles
    what = _("Each lays a base, {n} tiles drawn in turn, and three pieces.")
    # The instructions stand above the keys, to be read while hands are full.
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
    """A seat's own keys, in fixed places, or the note on a half that the box lays.

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
    """Nothing is shown yet: the screen is handed over, and the other looks away."""
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
    wrong = tuple(half_faults(given, seat, draft))
    marks: dict[str, MarkKind] = {}
    for violation in wrong:
        kind: MarkKind = "missing" if violation.rule == "s4-all-filled" else "wrong"
        marks |= dict.fromkeys(squares_in(violation.about, given), kind)
    # Only the referee knows, from what it was told, that both halves together hold too much.
    known = () if wrong or draft.changed else faults(side.state, seat)
    told = [side.unseen] if side.unseen else []
    for violation in (*wrong, *known):
        # Each fault with the name of the piece that stands there.
        piece = draft.piece_on(next(iter(squares_in(violation.about, given)), ""))
        name = given.kinds[piece].name if piece in given.kinds else ""
        told.append(fault_words(violation, given, name))
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


# Laying the real tiles and tokens after the screen is lifted as the box has them, one kind after another.

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
