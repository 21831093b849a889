"""What one pair of eyes may see of a state, in words and ready to be drawn.

The rule kept here: what is for everybody is drawn from the covered state alone; more is for the owner of the cards, in
the own turn and never between an attack and the reveal.
"""

from companion.game import Over, Seat, Seats, View
from companion.games.zoondo import laying, table, timing, touching
from companion.games.zoondo.changes import seat_name
from companion.games.zoondo.effects import star_moves
from companion.games.zoondo.events import Moved
from companion.games.zoondo.knowing import all_faces, possible, public_state
from companion.games.zoondo.marching import march_moves
from companion.games.zoondo.options import is_shown
from companion.games.zoondo.routes import moves_by_grid
from companion.games.zoondo.saying import called
from companion.games.zoondo.state import Fight, Piece, Shot, State, Step
from companion.kits.zoon_board import NAMES, March, Star
from companion.kits.zoon_words import beside_board, star_words, wall_words
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
    turn = timing.turn(state)
    if isinstance(turn, Over):
        return f"{seat_name(state, turn.winners[0])} wins: {turn.why}" if turn.winners else turn.why
    if state.phase == "deploy":
        return "Lay out both armies face down"
    if state.phase == "lot":
        return "Who begins?"
    assert isinstance(turn, Seats)
    names = " and ".join(seat_name(state, seat) for seat in sorted(turn.seats))
    if isinstance(state.step, Fight | Shot):
        return f"{names} to {'touch' if touching.to_touch(state.step) is not None else 'turn up'}"
    return f"{names} to {'move' if state.step is None else 'act'}"


def _awaited(state: State) -> str:
    if state.over is not None:
        return ""
    if state.phase == "deploy":
        return _lay_words(state)
    if state.phase == "lot":
        return "Press to draw lots."
    return _step_words(state, state.step)


def _lay_words(state: State) -> str:
    """How many cards each seat that is not ready yet lays out, and whether they are shown."""
    each = ", ".join(
        f"{seat_name(state, seat)} {laying.to_lay(state, seat)}" for seat in (0, 1) if not state.ready[seat]
    )
    said = f"Lay your cards face down in the two rows nearest to you, as you like: {each}."
    if is_shown(state.agreed):
        return f"{said} Each army is shown to the referee alone, then turned down."
    return said


def _step_words(state: State, step: Step | None) -> str:
    if step is None:
        ways = ["move a Zoon"]
        ways += ["play a trump"] if state.stock.hand[state.turn] else []
        ways += ["lay a reinforcement"] if state.stock.reinforcements[state.turn] else []
        said = f"{', '.join(ways[:-1])} or {ways[-1]}" if len(ways) > 1 else ways[0]
        return f"{said[0].upper()}{said[1:]}."
    if isinstance(step, Fight | Shot):
        return _duel_words(state, step)
    if isinstance(step, March):
        trump = state.agreed.facts.trumps[step.trump]
        does = {"pull-back": "pull back", "control": "move enemy Zoons:"}.get(trump.does, "move")
        return f"{trump.name}: {does} up to {step.left}{' more' if step.made else ''}."
    star = state.agreed.zoon(step.card)
    return f"The star of {star.name}: {star_words(state.agreed.facts, step.card)}."


def _duel_words(state: State, duel: Fight | Shot) -> str:
    seat = touching.to_touch(duel)
    if seat is not None:
        on_trump = isinstance(duel, Shot) and seat != duel.seat
        what = called(state, duel.trump) if isinstance(duel, Shot) and on_trump else "the enemy's card"
        return f"{seat_name(state, seat)}: touch a corner of {what}."
    pieces = [touching.fighter(state, duel, side) for side in touching.to_show(state, duel)]
    names = " and ".join(sorted({seat_name(state, piece.seat) for piece in pieces if piece is not None}))
    return f"{names}: turn up the card that fights on {duel.at}."


def _notes(state: State) -> tuple[str, ...]:
    """An Emblem under a cage is safe for good; said only once everybody can know that it lies there."""
    notes = []
    for seat in (0, 1):
        caged = [n for n, p in enumerate(state.board) if p is not None and p.seat == seat and p.cage]
        if any(possible(state, n) == (state.agreed.emblems[seat],) for n in caged):
            notes.append(f"The Emblem of {seat_name(state, seat)} is caged: nobody can beat it any more.")
    return tuple(notes)


def _named(state: State, number: int, card: str, things: Lying) -> Lying:
    """A face-down card with its name."""
    piece = state.board[number]
    assert piece is not None
    known = Thing("card", card, "down", state.agreed.decks[piece.seat], piece.seat)
    return tuple(known if t.face == "down" and t.seat == piece.seat else t for t in things)


def _about(state: State, piece: Piece) -> str:
    if piece.cage:
        return f"A face-down card under {called(state, piece.cage)} · an Obstacle"
    if piece.card is not None and (piece.up or state.over is not None):
        said = called(state, piece.card)
    else:
        said = f"A face-down card of {seat_name(state, piece.seat)}"
    return f"{said} · carries {called(state, piece.gear)}" if piece.gear else said


def _about_duel(state: State, duel: Fight | Shot) -> str:
    defender = state.at(duel.at)
    rival = seat_name(state, 1 - duel.seat if defender is None else defender.seat)
    if isinstance(duel, Shot):
        return f"{called(state, duel.trump)} shoots at the card of {rival}"
    return f"{seat_name(state, duel.seat)} attacks {rival}"


def _about_own(state: State, number: int, card: str) -> str:
    """One's own face-down card: its name, and where it may go while it is for it to move."""
    piece = state.board[number]
    said = f"Face down: {called(state, card)}"
    if piece is not None and piece.cage:
        return f"{said} · under {called(state, piece.cage)}"
    squares = _may_go(state, number)
    if squares is None:
        return said
    return f"{said} · may go to {', '.join(squares)}" if squares else f"{said} · cannot move"


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
