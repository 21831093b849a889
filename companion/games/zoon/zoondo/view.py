"""What one pair of eyes may see of a state, what an event was in a sentence, and what touched corners decided.

Rule kept: what is for everybody is drawn from the covered state alone; more is for the owner of the cards, in the own
turn and never between an attack and the reveal. A sentence names nothing hidden.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.game import Contest, Event, Seat, Seats, Turn, View
from companion.game import Side as Fighter
from companion.games.zoon.family.board import NAMES, ROOM, March
from companion.games.zoon.family.deck import sign
from companion.games.zoon.family.events import Reinforced
from companion.games.zoon.family.laying import cells_of
from companion.games.zoon.family.state import is_shown, name_of, seat_name
from companion.games.zoon.family.table import trump
from companion.games.zoon.family.unseen import faces_of, only, possible
from companion.games.zoon.family.view import (
    called,
    may_go,
    moved_words,
    named,
    source_called,
    trump_words,
    view_of,
    wall_words,
)
from companion.games.zoon.zoondo import fights
from companion.games.zoon.zoondo.events import Deployed, Moved, PlayedTrump, Ruled, Swapped, Touched, TurnedUp
from companion.games.zoon.zoondo.knowledge import public_state
from companion.games.zoon.zoondo.state import Duel, Fight, Piece, Shot, State
from companion.games.zoon.zoondo.table import look, zoon_thing
from companion.kits.events import Stopped, common_words
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
    if duel is None or seat not in fights.to_touch(state.agreed, duel):
        return None
    if isinstance(duel, Shot) and seat != duel.seat:
        return trump(state.agreed, duel.trump)
    piece = fights.fighter(state, duel, "defender" if seat == duel.seat else "attacker")
    return None if piece is None else zoon_thing(state.agreed, piece, up=False)


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what everybody may know."""
    public = state if state.over is not None else public_state(state)
    board = dict(look(public).regions)
    about = {NAMES[n]: _about(public, piece) for n, piece in enumerate(public.board) if piece is not None}
    about |= {wall.at: wall_words(public, wall) for wall in public.walls}
    duel = public.duel
    if duel is not None:
        about[duel.at] = _about_duel(public, duel)
    for number in _own(state, eyes):
        known = possible(state, number)
        if len(known) == 1:
            board[NAMES[number]] = named(state, number, known[0], board[NAMES[number]])
            about[NAMES[number]] = _about_own(state, number, known[0])
    return view_of(public, board, about)


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
    if fights.to_touch(state.agreed, state.duel):
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
    for seat in fights.to_touch(state.agreed, duel):
        words = _("{name}: touch a corner of the enemy's card.")
        if isinstance(duel, Shot) and seat != duel.seat:
            words = _("{name}: touch a corner of {trump}.")
        trump = called(state, duel.trump) if isinstance(duel, Shot) else ""
        asked.append(words.format(name=seat_name(state, seat), trump=trump))
    if asked:
        return " ".join(asked)
    pieces = [fights.fighter(state, duel, side) for side in fights.to_show(state, duel)]
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


def _fighters(state: State, duel: Duel) -> tuple[str, str]:
    """The names of both sides of a fight, the attacker's or the trump's first."""
    defender = state.at(duel.at)
    attacker = called(state, duel.trump if isinstance(duel, Shot) else duel.piece.card)
    return attacker, called(state, None if defender is None else defender.card)


def settled_words(state: State, duel: Duel) -> str:
    result, names = fights.outcome(state, duel), _fighters(state, duel)
    shown = [f"{name} {shown_score(side)}" for name, side in zip(names, result.sides, strict=True)]
    name = names[1 if result.star == "defender" else 0]
    back = fights.back_of(state, duel) if isinstance(duel, Fight) else ""
    if isinstance(duel, Shot):
        words = _("{one} against {two}: a miss")
        if result.broken:
            words = _("{one} against {two}: {trump} is lost")
        elif result.won == "attacker":
            words = _("{one} against {two}: {struck} is struck")
    elif result.won == "nobody":
        words = _("{one} against {two}: a tie; {name} steps back to {square}")
        if result.star is not None:
            words = _("{one} against {two}: the star of {name}")
    else:
        words = _("{one} beats {two}") if result.won == "attacker" else _("{two} beats {one}")
    return words.format(one=shown[0], two=shown[1], trump=names[0], struck=names[1], name=name, square=back)


def shown_score(side: fights.Side) -> str:
    """What the touched corner shows, and what trumps make of it."""
    if not isinstance(side.corner, int):
        return sign(side.corner)
    return str(side.corner) if side.score == side.corner else f"{side.corner} → {side.score}"


def settling(state: State, event: Touched | TurnedUp) -> tuple[State, Duel] | None:
    """The fight that a touch or a reveal settles, whole; None while something is still due."""
    duel = state.duel
    if duel is None:
        return None
    if next(state.agreed.kind.deeds[type(event)].breaches(state, event), None) is not None:
        return None
    if isinstance(event, Touched):
        ahead, done = fights.with_touch(state, duel, event)
    else:
        ahead, done = fights.with_card(state, duel, event)
    return (ahead, done) if fights.is_ready(ahead, done) else None


def _with_result(said: str, state: State, event: Touched | TurnedUp) -> str:
    """What happened, and what a fight came to by it."""
    settled = settling(state, event)
    if settled is None:
        return said
    return _("{said}. {result}").format(said=said, result=settled_words(*settled))


def _touched(state: State, event: Touched) -> str:
    duel = state.duel
    if duel is None:
        words = _("{name} touches a card")
    elif event.seat == duel.seat:
        words = _("{name} touches the card on {square}")
    elif isinstance(duel, Shot):
        words = _("{name} touches {trump}")
    else:
        words = _("{name} touches the card that attacks {square}")
    said = words.format(
        name=seat_name(state, event.seat),
        square="" if duel is None else duel.at,
        trump=called(state, duel.trump) if isinstance(duel, Shot) else "",
    )
    return _with_result(said, state, event)


def _turned(state: State, event: TurnedUp) -> str:
    duel, card = state.duel, event.card
    side = None if duel is None else fights.turned_side(state, duel, event)
    piece = None if duel is None or side is None else fights.fighter(state, duel, side)
    if card is None and piece is not None:
        card = only(faces_of(state, piece))
    name, shown = seat_name(state, event.seat), called(state, card, _("a card"))
    words = _("{name}: {card} turned up on {square}")
    if event.turned:
        words = _("{name}: {card} turned up on {square} (it lay turned round)")
    return _with_result(words.format(name=name, card=shown, square=event.at), state, event)


def _swapped(state: State, event: Swapped) -> str:
    words = _("{name}: the cards on {start} and {to} trade squares")
    return words.format(name=seat_name(state, event.seat), start=event.start, to=event.to)


def _ruled(state: State, event: Ruled) -> str:
    if event.seat is None:
        return _("By agreement nothing lies on {square}").format(square=event.at)
    moves = event.source not in (None, event.at)
    if event.card is None or is_shown(state.agreed):
        words = _("By agreement a face-down card of {name} lies on {square}")
        if moves:
            words = _("By agreement a face-down card of {name} lies on {square}, from {source}")
    else:
        words = _("By agreement {card} ({name}) lies on {square}")
        if moves:
            words = _("By agreement {card} ({name}) lies on {square}, from {source}")
    owner, source = seat_name(state, event.seat), source_called(event.source or "")
    return words.format(card=called(state, event.card), name=owner, square=event.at, source=source)


def _moved(state: State, event: Moved) -> str:
    met = "" if state.at(event.to) is None else name_of(state, event.to)
    return moved_words(state, event, name_of(state, event.start), met)


def _trump(state: State, event: PlayedTrump) -> str:
    met = "" if event.at is None or state.at(event.at) is None else name_of(state, event.at)
    return trump_words(state, event, called(state, event.trump, event.trump), met)


def _stopped(state: State, event: Stopped) -> str:
    name = seat_name(state, event.seat)
    more = isinstance(state.step, March) and state.step.made
    return common_words(event, name) if more else _("{name} moves no Zoon").format(name=name)


SAID: dict[type, Callable[[State, Any], str]] = {
    Moved: _moved,
    Touched: _touched,
    TurnedUp: _turned,
    PlayedTrump: _trump,
    Swapped: _swapped,
    Stopped: _stopped,
    Ruled: _ruled,
}


def contest(state: State, event: Any) -> Contest | None:
    settled = settling(state, event) if isinstance(event, Touched | TurnedUp) else None
    if settled is None:
        return None
    state, duel = settled
    result, names, target = fights.outcome(state, duel), _fighters(state, duel), state.at(duel.at)
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
    more = _("{name} steps back to {square}.").format(name=names[0], square=fights.back_of(state, duel))
    return Contest(words, sides, None, more)
