"""What one pair of eyes may see of a state, and what an event was, in words that tell nothing hidden."""

from collections.abc import Iterable
from typing import Any

from companion.game import Over, Seat, Seats
from companion.games.zoon.family.board import NAMES, March, Star
from companion.games.zoon.family.events import Moved, Reinforced
from companion.games.zoon.family.moves import march_moves, star_moves
from companion.games.zoon.family.state import ZoonState, seat_name, to_lay
from companion.games.zoon.family.turns import turn
from companion.games.zoon.family.unseen import all_faces, possible
from companion.games.zoon.family.words import beside_board, card_called, march_words, star_asks
from companion.kits.events import common_words
from companion.language import _
from companion.sight import Lying, Thing


def headline(state: ZoonState) -> str:
    """Whose turn it is, or how the game ended."""
    now = turn(state)
    if isinstance(now, Over):
        if not now.winners:
            return now.words
        return _("Victory for {name}: {why}").format(name=seat_name(state, now.winners[0]), why=now.words)
    if state.phase == "deploy":
        return _("Lay out both armies face down")
    if state.phase == "lot":
        return _("Who begins?")
    own = state.agreed.kind.headline(state, now)
    if own:
        return own
    assert isinstance(now, Seats)
    (seat,) = now.seats
    words = _("{name} to move") if state.step is None else _("{name} to act")
    return words.format(name=seat_name(state, seat))


def awaited(state: ZoonState) -> str:
    """What to do now."""
    step, kind = state.step, state.agreed.kind
    if state.over is not None:
        return ""
    if state.phase == "deploy":
        counts = {seat: to_lay(state, seat) for seat in (0, 1) if not state.ready[seat]}
        named = ((seat_name(state, seat), count) for seat, count in counts.items())
        each = ", ".join(_("{name}: {n}").format(name=name, n=count) for name, count in named)
        return kind.lay_words(state, each, set(counts.values()))
    if state.phase == "lot":
        return _("Press to draw lots.")
    if state.phase != "play":
        return kind.step_words(state, None)
    if isinstance(step, March):
        return march_words(state.agreed.facts.trumps[step.trump], step)
    if isinstance(step, Star):
        return star_asks(state.agreed.facts, step.card)
    if step is not None:
        return kind.step_words(state, step)
    may_reinforce = bool(state.stock.reinforcements[state.turn])
    if state.stock.hand[state.turn] or state.aside[state.turn] or (may_reinforce and not kind.hidden):
        whole = _("Move a Zoon, play a trump or lay a reinforcement.")
        return whole if may_reinforce else _("Move a Zoon or play a trump.")
    return _("Move a Zoon or lay a reinforcement.") if may_reinforce else _("Move a Zoon.")


def notes(state: ZoonState) -> tuple[str, ...]:
    """An Emblem under a cage is safe for good; said only once everybody can know that it lies there."""
    found = []
    for seat in (0, 1):
        emblem = state.agreed.emblem(seat)
        caged = [(n, p) for n, p in enumerate(state.board) if p is not None and p.seat == seat and p.cage]
        by_count = state.agreed.kind.hidden and any(possible(state, n) == (emblem,) for n, _piece in caged)
        if by_count or any(piece.card == emblem for _n, piece in caged):
            words = _("The Emblem of {name} is caged: nobody can beat it any more.")
            found.append(words.format(name=seat_name(state, seat)))
    return tuple(found)


def named(state: ZoonState, number: int, card: str, things: Lying) -> Lying:
    """What lies on a square, its face-down card with its name."""
    piece = state.board[number]
    known = Thing("card", card, "down", state.agreed.decks[piece.seat], piece.seat)
    return tuple(known if t.face == "down" and t.seat == piece.seat else t for t in things)


def may_go(state: ZoonState, number: int, piece: Any) -> str:
    """Where a Zoon that is not caged may go now, after its name; empty while it is not for it to move."""
    step, kind, name = state.step, state.agreed.kind, NAMES[number]
    if state.phase != "play" or state.over is not None or (kind.hidden and piece.seat != state.turn):
        return ""
    events: Iterable[Any]
    if step is None and piece.seat == state.turn:
        events = kind.grid_moves(state, number, piece, all_faces(state, piece.seat)[number], piece.seat)
    elif isinstance(step, March) and (step.seat == piece.seat or not kind.hidden):
        events = march_moves(state, step)
    elif isinstance(step, Star) and step.seat == piece.seat:
        events = star_moves(state, step)
    else:
        return ""
    squares = sorted({event.to for event in events if isinstance(event, Moved) and event.start == name})
    words = _("may go to {squares}").format(squares=", ".join(squares)) if squares else _("cannot move")
    return f" · {words}"


def aside(state: ZoonState, seat: Seat, more: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What lies beside the board of one seat: trumps by name, piles by number, `more` lines between them."""
    names = ("hand", "reinforcements", "tomb", "off")
    piles = {name: getattr(state.stock, name)[seat] for name in names}
    return beside_board(state.agreed.facts, piles, open_=state.over is not None, more=more)


def called(state: ZoonState, card: str | None, otherwise: str = "") -> str:
    return card_called(state.agreed.facts, card, otherwise)


def words(state: ZoonState, event: Any) -> str:
    """An event in one sentence, told on the state before it."""
    kind = state.agreed.kind
    own = kind.said.get(type(event))
    if own is not None:
        return own(state, event)
    name = "" if event.seat is None else seat_name(state, event.seat)
    if isinstance(event, kind.deployed):
        return _("{name}: army laid out").format(name=name)
    if isinstance(event, Reinforced):
        return _("{name}: a reinforcement on {square}").format(name=name, square=event.at)
    return common_words(event, name)


def moved_words(state: ZoonState, event: Any, piece: str, met: str) -> str:
    """A Zoon that went somewhere; `met` is what it attacks there."""
    said = _("{name}: {piece} {start} → {to}").format(
        name=seat_name(state, event.seat), piece=piece, start=event.start, to=event.to
    )
    return _("{move}, attacks {card}").format(move=said, card=met) if met else said


def trump_words(state: ZoonState, event: Any, trump: str, met: str) -> str:
    """A trump played; `met` is what lies where it is laid, or shot at."""
    words = _("{name} plays {trump} at {card} on {square}")
    if event.at is None:
        words = _("{name} plays {trump}")
    elif not met:
        words = _("{name} plays {trump} on {square}")
    elif event.by:
        words = _("{name} plays {trump} from {by} at {card} on {square}")
    name = seat_name(state, event.seat)
    return words.format(name=name, trump=trump, by=event.by, card=met, square=event.at)
