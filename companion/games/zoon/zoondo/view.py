"""What one pair of eyes may see of a state, and what everybody may know of an event.

Rule kept: what is for everybody is drawn from the covered state alone; more is for the owner of the cards, in the own
turn and never between an attack and the reveal.
"""

from typing import Any

from msgspec.structs import replace

from companion.game import Event, Seat, Seats, Turn, View
from companion.games.zoon.family.board import NAMES, ROOM
from companion.games.zoon.family.events import Reinforced
from companion.games.zoon.family.laying import cells_of
from companion.games.zoon.family.state import is_shown, seat_name
from companion.games.zoon.family.table import trump
from companion.games.zoon.family.unseen import possible
from companion.games.zoon.family.view import aside, awaited, called, headline, may_go, named, notes
from companion.games.zoon.family.words import wall_words
from companion.games.zoon.zoondo.events import Deployed, Ruled, Touched
from companion.games.zoon.zoondo.fights import fighter, to_show, to_touch
from companion.games.zoon.zoondo.knowledge import public_state
from companion.games.zoon.zoondo.state import Fight, Piece, Shot, State
from companion.games.zoon.zoondo.table import look, zoon_thing
from companion.language import _, joined, several
from companion.sight import Lying, Thing


def public(state: State, event: Any) -> Event:
    """The event as everybody may know it while the game goes on, told on the state before it."""
    if isinstance(event, Touched):
        return Touched(event.seat)
    if isinstance(event, Deployed) and event.cards is not None:
        cells = cells_of(event)
        return Deployed(event.seat, () if len(cells) == ROOM else cells)
    if isinstance(event, Reinforced) and event.card is not None:
        return Reinforced(event.seat, event.at)
    if isinstance(event, Ruled) and event.card is not None and is_shown(state.agreed):
        return replace(event, card=None)
    assert isinstance(event, Event)
    return event


def touched(state: State, seat: Seat) -> Thing | None:
    """The enemy's card on which this seat is to touch a corner now: a back, or the trump that shoots face up."""
    duel = state.duel
    if duel is None or seat not in to_touch(state.agreed, duel):
        return None
    if isinstance(duel, Shot) and seat != duel.seat:
        return trump(state.agreed, duel.trump)
    piece = fighter(state, duel, "defender" if seat == duel.seat else "attacker")
    return None if piece is None else zoon_thing(state.agreed, piece, up=False)


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what everybody may know."""
    public = state if state.over is not None else public_state(state)
    board = dict(look(public).regions)
    about = {NAMES[n]: _about(public, piece) for n, piece in enumerate(public.board) if piece is not None}
    about |= {wall.at: wall_words(public.agreed.facts, wall) for wall in public.walls}
    duel = public.duel
    if duel is not None:
        about[duel.at] = _about_duel(public, duel)
    for number in _own(state, eyes):
        known = possible(state, number)
        if len(known) == 1:
            board[NAMES[number]] = named(state, number, known[0], board[NAMES[number]])
            about[NAMES[number]] = _about_own(state, number, known[0])
    beside = tuple(aside(public, seat) for seat in (0, 1))
    return View(
        headline=headline(public),
        awaited=awaited(public),
        notes=notes(public),
        board=board,
        about=about,
        aside=beside,
    )


def uncovered(state: State) -> dict[str, Lying]:
    """The board with every card named that the referee knows: for games that have ended."""
    board = dict(look(state).regions)
    for number, piece in enumerate(state.board):
        known = possible(state, number) if piece is not None and not piece.up else ()
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


def headline_of_own(state: State, now: Turn) -> str:
    if state.duel is None or not isinstance(now, Seats):
        return ""
    name, count = joined([seat_name(state, seat) for seat in sorted(now.seats)]), len(now.seats)
    if to_touch(state.agreed, state.duel):
        return several("{name} to touch", "{name} to touch", count, name=name)
    return several("{name} to turn up", "{name} to turn up", count, name=name)


def lay_words(state: State, each: str, _counts: set[int]) -> str:
    """How many cards each seat that is not ready yet lays out, and whether they are shown."""
    words = _("Lay your cards face down in the two rows nearest to you, as you like ({each}).")
    if is_shown(state.agreed):
        words = _(
            "Lay your cards face down in the two rows nearest to you, as you like ({each})."
            " Each army is shown to the referee alone, then turned down."
        )
    return words.format(each=each)


def step_words(state: State, duel: Fight | Shot) -> str:
    asked = []
    for seat in to_touch(state.agreed, duel):
        words = _("{name}: touch a corner of the enemy's card.")
        if isinstance(duel, Shot) and seat != duel.seat:
            words = _("{name}: touch a corner of {trump}.")
        trump = called(state, duel.trump) if isinstance(duel, Shot) else ""
        asked.append(words.format(name=seat_name(state, seat), trump=trump))
    if asked:
        return " ".join(asked)
    pieces = [fighter(state, duel, side) for side in to_show(state, duel)]
    names = joined(sorted({seat_name(state, piece.seat) for piece in pieces if piece is not None}))
    return _("{name}: turn up the card that fights on {square}.").format(name=names, square=duel.at)


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
    return said if piece is None else said + may_go(state, number, piece)
