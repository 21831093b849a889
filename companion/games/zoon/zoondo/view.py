"""What one pair of eyes may see of a state, in words and ready to be drawn.

The rule kept here: what is for everybody is drawn from the covered state alone; more is for the owner of the cards, in
the own turn and never between an attack and the reveal.
"""

from companion.game import Over, Seat, Seats, View
from companion.games.zoon.family.board import NAMES, March, Star
from companion.games.zoon.family.moves import march_moves, star_moves
from companion.games.zoon.family.state import is_shown, seat_name, to_lay
from companion.games.zoon.family.turns import turn
from companion.games.zoon.family.unseen import all_faces, possible
from companion.games.zoon.family.words import beside_board, march_words, may_go_words, star_asks, wall_words
from companion.games.zoon.zoondo import table, touching
from companion.games.zoon.zoondo.events import Moved
from companion.games.zoon.zoondo.knowing import public_state
from companion.games.zoon.zoondo.routes import moves_by_grid
from companion.games.zoon.zoondo.saying import called
from companion.games.zoon.zoondo.state import Fight, Piece, Shot, State, Step
from companion.language import _, joined, several
from companion.sight import Lying, Thing


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what everybody may know."""
    public = state if state.over is not None else public_state(state)
    board = dict(table.look(public).regions)
    about = {NAMES[n]: _about(public, piece) for n, piece in enumerate(public.board) if piece is not None}
    about |= {wall.at: wall_words(public.agreed.facts, wall) for wall in public.walls}
    duel = public.duel
    if duel is not None:
        about[duel.at] = _about_duel(public, duel)
    for number in _own(state, eyes):
        known = possible(state, number)
        if len(known) == 1:
            board[NAMES[number]] = _named(state, number, known[0], board[NAMES[number]])
            about[NAMES[number]] = _about_own(state, number, known[0])
    aside = tuple(_aside(public, seat) for seat in (0, 1))
    return View(
        headline=_headline(public),
        awaited=_awaited(public),
        notes=_notes(public),
        board=board,
        about=about,
        aside=aside,
    )


def uncovered(state: State) -> dict[str, Lying]:
    """The board with every card named that the referee knows: for games that have ended."""
    board = dict(table.look(state).regions)
    for number, piece in enumerate(state.board):
        known = possible(state, number) if piece is not None and not piece.up else ()
        if len(known) == 1:
            board[NAMES[number]] = _named(state, number, known[0], board[NAMES[number]])
    return board


def _own(state: State, eyes: Seat | None) -> list[int]:
    """The squares whose face-down cards these eyes may look at: everybody's when it is over."""
    lying = [(n, piece) for n, piece in enumerate(state.board) if piece is not None and not piece.up]
    if state.over is not None:
        return [n for n, _ in lying]
    if eyes is None or eyes != state.turn or state.phase != "play" or state.duel is not None:
        return []
    return [n for n, piece in lying if piece.seat == eyes]


def _headline(state: State) -> str:
    now = turn(state)
    if isinstance(now, Over):
        if not now.winners:
            return now.words
        return _("Victory for {name}: {why}").format(name=seat_name(state, now.winners[0]), why=now.words)
    if state.phase == "deploy":
        return _("Lay out both armies face down")
    if state.phase == "lot":
        return _("Who begins?")
    assert isinstance(now, Seats)
    name = joined([seat_name(state, seat) for seat in sorted(now.seats)])
    if isinstance(state.step, Fight | Shot):
        count = len(now.seats)
        if touching.to_touch(state.agreed, state.step):
            return several("{name} to touch", "{name} to touch", count, name=name)
        return several("{name} to turn up", "{name} to turn up", count, name=name)
    words = _("{name} to move") if state.step is None else _("{name} to act")
    return words.format(name=name)


def _awaited(state: State) -> str:
    if state.over is not None:
        return ""
    if state.phase == "deploy":
        return _lay_words(state)
    if state.phase == "lot":
        return _("Press to draw lots.")
    return _step_words(state, state.step)


def _lay_words(state: State) -> str:
    """How many cards each seat that is not ready yet lays out, and whether they are shown."""
    each = ", ".join(
        _("{name}: {n}").format(name=seat_name(state, seat), n=to_lay(state, seat))
        for seat in (0, 1)
        if not state.ready[seat]
    )
    words = _("Lay your cards face down in the two rows nearest to you, as you like ({each}).")
    if is_shown(state.agreed):
        words = _(
            "Lay your cards face down in the two rows nearest to you, as you like ({each})."
            " Each army is shown to the referee alone, then turned down."
        )
    return words.format(each=each)


def _step_words(state: State, step: Step | None) -> str:
    if step is None:
        may_reinforce = bool(state.stock.reinforcements[state.turn])
        if state.stock.hand[state.turn]:
            whole = _("Move a Zoon, play a trump or lay a reinforcement.")
            return whole if may_reinforce else _("Move a Zoon or play a trump.")
        return _("Move a Zoon or lay a reinforcement.") if may_reinforce else _("Move a Zoon.")
    if isinstance(step, Fight | Shot):
        return _duel_words(state, step)
    if isinstance(step, March):
        return march_words(state.agreed.facts.trumps[step.trump], step)
    return star_asks(state.agreed.facts, step.card)


def _duel_words(state: State, duel: Fight | Shot) -> str:
    asked = []
    for seat in touching.to_touch(state.agreed, duel):
        words = _("{name}: touch a corner of the enemy's card.")
        if isinstance(duel, Shot) and seat != duel.seat:
            words = _("{name}: touch a corner of {trump}.")
        trump = called(state, duel.trump) if isinstance(duel, Shot) else ""
        asked.append(words.format(name=seat_name(state, seat), trump=trump))
    if asked:
        return " ".join(asked)
    pieces = [touching.fighter(state, duel, side) for side in touching.to_show(state, duel)]
    names = joined(sorted({seat_name(state, piece.seat) for piece in pieces if piece is not None}))
    return _("{name}: turn up the card that fights on {square}.").format(name=names, square=duel.at)


def _notes(state: State) -> tuple[str, ...]:
    """An Emblem under a cage is safe for good; said only once everybody can know that it lies there."""
    notes = []
    for seat in (0, 1):
        caged = [n for n, p in enumerate(state.board) if p is not None and p.seat == seat and p.cage]
        if any(possible(state, n) == (state.agreed.emblems[seat],) for n in caged):
            words = _("The Emblem of {name} is caged: nobody can beat it any more.")
            notes.append(words.format(name=seat_name(state, seat)))
    return tuple(notes)


def _named(state: State, number: int, card: str, things: Lying) -> Lying:
    """A face-down card with its name."""
    piece = state.board[number]
    assert piece is not None
    known = Thing("card", card, "down", state.agreed.decks[piece.seat], piece.seat)
    return tuple(known if t.face == "down" and t.seat == piece.seat else t for t in things)


def _about(state: State, piece: Piece) -> str:
    if piece.cage:
        return _("A face-down card under {trump} · an Obstacle").format(trump=called(state, piece.cage))
    if piece.card is not None and (piece.up or state.over is not None):
        said = called(state, piece.card)
    else:
        said = _("A face-down card of {name}").format(name=seat_name(state, piece.seat))
    if not piece.gear:
        return said
    return _("{card} · carries {trump}").format(card=said, trump=called(state, piece.gear))


def _about_duel(state: State, duel: Fight | Shot) -> str:
    defender = state.at(duel.at)
    rival = seat_name(state, 1 - duel.seat if defender is None else defender.seat)
    if isinstance(duel, Shot):
        words = _("{trump} shoots at the card of {name}")
        return words.format(trump=called(state, duel.trump), name=rival)
    return _("{name} attacks {rival}").format(name=seat_name(state, duel.seat), rival=rival)


def _about_own(state: State, number: int, card: str) -> str:
    """One's own face-down card: its name, and where it may go while it is for it to move."""
    piece = state.board[number]
    said = _("Face down: {card}").format(card=called(state, card))
    if piece is not None and piece.cage:
        return _("{card} · under {trump}").format(card=said, trump=called(state, piece.cage))
    squares = _may_go(state, number)
    return said if squares is None else f"{said} · {may_go_words(squares)}"


def _may_go(state: State, number: int) -> list[str] | None:
    piece, step, name = state.board[number], state.step, NAMES[number]
    if state.over is not None or piece is None or piece.seat != state.turn:
        return None
    if step is None:
        events = moves_by_grid(state, number, piece, all_faces(state, piece.seat)[number])
        return sorted({event.to for event in events})
    if isinstance(step, March) and step.seat == piece.seat:
        return sorted({event.to for event in march_moves(state, step) if event.start == name})
    if isinstance(step, Star) and step.seat == piece.seat:
        moves = (event for event in star_moves(state, step) if isinstance(event, Moved))
        return sorted({event.to for event in moves if event.start == name})
    return None


def _aside(state: State, seat: int) -> tuple[str, ...]:
    """What lies beside the board of one seat: trumps by name, piles by number."""
    piles = {
        "hand": state.stock.hand[seat],
        "reinforcements": state.stock.reinforcements[seat],
        "tomb": state.stock.tomb[seat],
        "off": state.stock.off[seat],
    }
    return beside_board(state.agreed.facts, piles, open_=state.over is not None)
