"""What one pair of eyes may see of a state, and what touched corners decided.

Rule kept: what is for everybody is drawn from the covered state alone; more is for the owner of the cards, in the own
turn and never between an attack and the reveal.
"""

from typing import Any

from companion.game import Contest, Seat, View
from companion.game import Side as Fighter
from companion.games.zoon.family.board import NAMES
from companion.games.zoon.family.table import trump
from companion.games.zoon.family.view import may_go, named, view_of, wall_words
from companion.games.zoon.zoondo.events import Touched, TurnedUp, shown_score
from companion.games.zoon.zoondo.state import Fight, Piece, Shot, State
from companion.games.zoon.zoondo.table import look, zoon_thing
from companion.language import _
from companion.sight import Lying, Thing


def touched(state: State, seat: Seat) -> Thing | None:
    """The enemy's card on which this seat is to touch a corner now: a back, or the trump that shoots face up."""
    duel = state.duel
    if duel is None or seat not in duel.to_touch(state.agreed):
        return None
    if isinstance(duel, Shot) and seat != duel.seat:
        return trump(state.agreed, duel.trump)
    piece = duel.fighter(state, "defender" if seat == duel.seat else "attacker")
    return None if piece is None else zoon_thing(state.agreed, piece, up=False)


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what everybody may know."""
    public = state if state.over is not None else state.public()
    board = dict(look(public).regions)
    about = {NAMES[n]: _about(public, piece) for n, piece in enumerate(public.board) if piece is not None}
    about |= {wall.at: wall_words(public, wall) for wall in public.walls}
    duel = public.duel
    if duel is not None:
        about[duel.at] = _about_duel(public, duel)
    for number in _own(state, eyes):
        known = state.possible(number)
        if len(known) == 1:
            board[NAMES[number]] = named(state, number, known[0], board[NAMES[number]])
            about[NAMES[number]] = _about_own(state, number, known[0])
    return view_of(public, board, about)


def uncovered(state: State) -> dict[str, Lying]:
    """The board with every card named that the referee knows: for games that have ended."""
    board = dict(look(state).regions)
    for number, piece in enumerate(state.board):
        known = state.possible(number) if piece is not None and not piece.up else ()
        if len(known) == 1:
            board[NAMES[number]] = named(state, number, known[0], board[NAMES[number]])
    return board


def _own(state: State, eyes: Seat | None) -> list[int]:
    """The squares whose face-down cards these eyes may look at: everybody's when it is over."""
    lying = [(n, piece) for n, piece in enumerate(state.board) if piece is not None and not piece.up]
    if state.over is not None:
        return [n for n, _ in lying]
    if eyes is None or eyes != state.turn or state.phase != "play" or state.duel is not None:
        return []
    return [n for n, piece in lying if piece.seat == eyes]


def _about(state: State, piece: Piece) -> str:
    if piece.cage:
        return _("A face-down card under {trump} · an Obstacle").format(trump=state.called(piece.cage))
    if piece.card is not None and (piece.up or state.over is not None):
        said = state.called(piece.card)
    else:
        said = _("A face-down card of {name}").format(name=state.seat_name(piece.seat))
    if not piece.gear:
        return said
    return _("{card} · carries {trump}").format(card=said, trump=state.called(piece.gear))


def _about_duel(state: State, duel: Fight | Shot) -> str:
    defender = state.at(duel.at)
    rival = state.seat_name(1 - duel.seat if defender is None else defender.seat)
    if isinstance(duel, Shot):
        words = _("{trump} shoots at the card of {name}")
        return words.format(trump=state.called(duel.trump), name=rival)
    return _("{name} attacks {rival}").format(name=state.seat_name(duel.seat), rival=rival)


def _about_own(state: State, number: int, card: str) -> str:
    """One's own face-down card: its name, and where it may go while it is for it to move."""
    piece = state.board[number]
    said = _("Face down: {card}").format(card=state.called(card))
    if piece is not None and piece.cage:
        return _("{card} · under {trump}").format(card=said, trump=state.called(piece.cage))
    return said if piece is None else said + may_go(state, number, piece)


def contest(state: State, event: Any) -> Contest | None:
    settled = event.settling(state) if isinstance(event, Touched | TurnedUp) else None
    if settled is None:
        return None
    state, duel = settled
    result, names, target = duel.outcome(state), duel.names(state), state.at(duel.at)
    seats = (duel.seat, 1 - duel.seat if target is None else target.seat)
    sides = tuple(map(Fighter, seats, names, map(shown_score, result.sides)))
    if result.broken:
        return Contest(_("{name} is lost").format(name=names[0]), sides, None)
    if result.won != "nobody":
        winner = 0 if result.won == "attacker" else 1
        words = _("{one} beats {two}").format(one=names[winner], two=names[1 - winner])
        return Contest(words, sides, winner)
    if isinstance(duel, Shot):
        return Contest(_("{one} misses {two}").format(one=names[0], two=names[1]), sides, None)
    # A star that was touched does its work; else the attacker steps back.
    if result.star is not None:
        starred = names[0 if result.star == "attacker" else 1]
        return Contest(_("The star of {name}").format(name=starred), sides, None, _("It does its work."))
    words = _("{one} and {two} tie").format(one=names[0], two=names[1])
    more = _("{name} steps back to {square}.").format(name=names[0], square=duel.back_square(state))
    return Contest(words, sides, None, more)
