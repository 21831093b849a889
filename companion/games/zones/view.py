"""What each pair of eyes may see of a state, in words and ready to be drawn."""

from typing import Any

from companion.game import Contest, Over, Seat, Side, View
from companion.games.zones import halves, rules, table
from companion.games.zones.events import Laid, Moved, Returned, Ruled, Shot, Summoned
from companion.games.zones.moves import entries, is_protected, is_sheltered, moves, returning, shots
from companion.games.zones.pieces import BASE, terrain_name, terrain_title, word
from companion.games.zones.state import State, counted
from companion.kits.events import common_words
from companion.language import _, joined, several
from companion.sight import Lying

PLACES = ("", rules.RESERVE, rules.CAPTURED)
FEW_HOMES = 3
"""Maximum home tiles of a base in a corner."""


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows nothing of either half behind the screen."""
    notes, board, about = _roster(state), dict[str, Lying](), dict[str, str]()
    if state.phase != "set-up":
        notes, board = _notes(state), dict(table.look(state).regions)
        about = {name: _about(state, n) for n, name in enumerate(state.agreed.board.names)}
    elif eyes in (0, 1) and state.over is None:
        # Faults of one's own half, and the risk of a base in a corner (ZN-11).
        wrong = _("Not as it should be: {what}")
        private = [wrong.format(what=violation.about) for violation in halves.faults(state, eyes)]
        number = state.square(state.screen.halves[eyes].base)
        if number is not None and len(state.agreed.board.near[number]) <= FEW_HOMES:
            risk = _("A base in a corner has three home tiles: hard to reach, but little room to summon.")
            private.append(risk)
        notes, board = (*private, *notes), table.half_look(state, eyes)
        for at, things in board.items():
            kinds, names = state.agreed.kinds, [thing.label or "" for thing in things]
            about[at] = " · ".join(
                kinds[name].name if name in kinds else terrain_title(name.partition("-")[0]) for name in names
            )
    return View(
        headline=_headline(state),
        awaited=_awaited(state),
        notes=notes,
        board=board,
        about=about,
        aside=tuple(_aside(state, seat) for seat in (0, 1)),
    )


def _headline(state: State) -> str:
    turn = rules.turn(state)
    if isinstance(turn, Over):
        if not turn.winners:
            return turn.words
        return _("Victory for {name}: {why}").format(name=state.seat_name(turn.winners[0]), why=turn.words)
    if state.phase == "coin":
        return _("Who begins?")
    if state.phase == "play":
        words = _("{name} to choose") if state.choosing else _("{name} to move or summon")
        return words.format(name=state.seat_name(state.turn))
    if halves.is_up(state):
        return _("Lift the screen")
    return _("The screen is down: both lay out in secret")


def _awaited(state: State) -> str:
    if state.over is not None:
        return ""
    if state.phase == "coin":
        return rules.coin_words(state)
    if state.phase == "set-up":
        screen, names = state.screen, [state.seat_name(seat) for seat in (0, 1)]
        laid = [_("{name}: {n}").format(name=names[seat], n=screen.drawn[seat]) for seat in (0, 1)]
        return word("to-lay", halves.stage(state)).format(
            who=joined([names[seat] for seat in sorted(halves.drawing(state))], either=True),
            laid=", ".join(laid),
            all=state.agreed.tiles,
            names=joined([names[seat] for seat in (0, 1) if not screen.ready[seat]]),
        )
    if state.choosing:
        names = [state.agreed.kinds[piece].name for piece in returning(state, state.turn)]
        return _("Which captured piece comes back to reserve: {pieces}?").format(
            pieces=joined(names, either=True)
        )
    return _("Move a piece, or summon one.") if state.pool.reserve[state.turn] else _("Move a piece.")


def _roster(state: State) -> tuple[str, ...]:
    """A note, until the owner has confirmed them, that movement and terrain of the pieces are not official."""
    roster = state.agreed.roster
    if roster.confirmed:
        return ()
    words = _("Movement and terrain of the pieces: {roster}, not the publisher's; nobody has confirmed them.")
    return (words.format(roster=word("roster", roster.name)),)


def _notes(state: State) -> tuple[str, ...]:
    notes = []
    if state.skipped is not None and state.over is None:
        words = _("{name} can neither move nor summon and misses the turn.")
        notes.append(words.format(name=state.seat_name(state.skipped)))
    for thing in state.untidy:
        if thing.back:
            notes.append(_("{piece} goes back to reserve.").format(piece=counted(state, (thing.back,))))
    for seat in (0, 1):
        if len(state.home(seat)) <= FEW_HOMES and state.over is None:
            words = _("The base of {name} stands in a corner: it has three home tiles.")
            notes.append(words.format(name=state.seat_name(seat)))
    return (*notes, *_roster(state))


def _about(state: State, number: int) -> str:
    """A square in words: its tile, whose home tile it is, its piece, whether that is protected and where it may go."""
    terrain, piece = state.terrain[number], state.board[number]
    if terrain == BASE:
        return _("The base of {name}").format(name=state.seat_name(state.bases.index(number)))
    homes = [state.seat_name(seat) for seat in (0, 1) if number in state.home(seat)]
    said = [terrain_title(terrain)]
    if homes:
        said.append(_("home tile of {names}").format(names=joined(homes)))
    if piece is not None:
        said = [
            _("{piece} ({name}, {category}, {cost})").format(
                piece=piece.kind.name,
                name=state.seat_name(piece.seat),
                category=word("category", piece.kind.category),
                cost=piece.kind.cost,
            ),
            *said,
        ]
        if is_sheltered(state, number):
            said.append(_("protected by its friend beside it"))
        elif is_protected(state, number):
            said.append(_("protected"))
        if state.over is None and state.phase == "play":
            names = state.agreed.board.names
            squares = ", ".join(sorted(names[to] for to in moves(state, number, piece)))
            said.append(_("may go to {squares}").format(squares=squares) if squares else _("cannot move"))
            targets = ", ".join(sorted(names[at] for at in shots(state, number, piece)))
            if targets:
                said.append(_("may shoot at {squares}").format(squares=targets))
    return " · ".join(said)


def _aside(state: State, seat: Seat) -> tuple[str, ...]:
    """Reserve and captures of a seat by name, with the cost of the captures; in its turn where it may summon."""
    found = []
    if state.pool.reserve[seat]:
        found.append(_("Reserve: {pieces}").format(pieces=counted(state, state.pool.reserve[seat])))
    if state.pool.captured[seat]:
        pieces = counted(state, state.pool.captured[seat])
        found.append(
            several(
                "Captured: {pieces} · {n} point",
                "Captured: {pieces} · {n} points",
                state.cost(seat),
                pieces=pieces,
            )
        )
    if state.phase == "play" and state.over is None and state.turn == seat and not state.choosing:
        kinds, names = state.agreed.kinds, state.agreed.board.names
        enters = _("{piece}: may enter on {squares}")
        found += [
            enters.format(piece=kinds[name].name, squares=", ".join(names[square] for square in squares))
            for name, squares in entries(state, seat)
        ]
    return tuple(found)


def words(state: State, event: Any) -> str:
    """The event in a sentence, told on the state before it; nothing behind the screen is named."""
    name = "" if event.seat is None else state.seat_name(event.seat)
    if isinstance(event, Ruled):
        if event.terrain:
            words = _("By agreement the tile on {square} is {terrain}")
            return words.format(square=event.at, terrain=terrain_name(event.terrain))
        place = event.place if event.place in PLACES else "square"
        words = word("stands" if event.piece else "cleared", place)
        piece = called(state, event.piece) if event.piece else on(state, event.at)
        return words.format(piece=piece, square=event.at, place=event.place)

    kind, piece = type(event).__name__, ""
    if isinstance(event, Summoned | Returned):
        piece = called(state, event.piece)
    elif isinstance(event, Moved | Shot):
        piece = on(state, event.start)
    if isinstance(event, Laid) and not event.whole:
        kind = "not-ready"
    elif isinstance(event, Moved) and state.at(event.to) is not None:
        kind = "captures"
    said = word("event", kind, "")
    if not said:
        return common_words(event, name)
    return said.format(
        name=name,
        n=state.screen.drawn[event.seat] + 1 if event.seat in (0, 1) else 0,
        all=state.agreed.tiles,
        piece=piece,
        target=on(state, event.to or event.at or ""),
        start=event.start,
        to=event.to,
        square=event.at,
    )


def called(state: State, piece: str) -> str:
    kind = state.agreed.kinds.get(piece)
    return piece if kind is None else kind.name


def on(state: State, square: str) -> str:
    piece = state.at(square)
    return _("nothing") if piece is None else piece.kind.name


def contest(state: State, event: Any) -> Contest | None:
    """The result of a capture or a shot, to be shown large."""
    if not isinstance(event, Moved | Shot):
        return None
    captor = state.at(event.start)
    target = state.at(event.to if isinstance(event, Moved) else event.at)
    if captor is None or target is None or captor.seat == target.seat:
        return None
    words = _("{piece} captures {target}") if isinstance(event, Moved) else _("{piece} shoots {target}")
    sides = tuple(Side(piece.seat, piece.kind.name) for piece in (captor, target))
    return Contest(words.format(piece=captor.kind.name, target=target.kind.name), sides, 0)
