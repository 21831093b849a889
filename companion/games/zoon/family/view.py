"""What one pair of eyes may see of a state."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.game import Over, Seats, View
from companion.games.zoon.family.board import NAMES, Wall
from companion.games.zoon.family.moves import March, Moved, Star
from companion.games.zoon.family.state import ZoonState
from companion.games.zoon.family.turns import turn
from companion.language import _
from companion.sight import Lying, Thing


def headline(state: ZoonState) -> str:
    now = turn(state)
    if isinstance(now, Over):
        if not now.winners:
            return now.words
        return _("Victory for {name}: {why}").format(name=state.seat_name(now.winners[0]), why=now.words)
    if state.phase == "deploy":
        return _("Lay out both armies face down")
    if state.phase == "lot":
        return _("Who begins?")
    own = state.own_headline(now)
    if own:
        return own
    assert isinstance(now, Seats)
    (seat,) = now.seats
    words = _("{name} to move") if state.step is None else _("{name} to act")
    return words.format(name=state.seat_name(seat))


def awaited(state: ZoonState) -> str:
    step, game = state.step, state.agreed.game
    if state.over is not None:
        return ""
    if state.phase == "deploy":
        counts = {seat: state.to_lay(seat) for seat in (0, 1) if not state.ready[seat]}
        named = ((state.seat_name(seat), count) for seat, count in counts.items())
        each = ", ".join(_("{name}: {n}").format(name=name, n=count) for name, count in named)
        return state.lay_words(each, set(counts.values()))
    if state.phase == "lot":
        return _("Press to draw lots.")
    if state.phase != "play":
        return state.fronts_words()
    if step is not None:
        asks: str = step.asks(state)
        return asks
    may_reinforce = bool(state.stock.reinforcements[state.turn])
    if state.stock.hand[state.turn] or state.aside[state.turn] or (may_reinforce and not game.hidden):
        whole = _("Move a Zoon, play a trump or lay a reinforcement.")
        return whole if may_reinforce else _("Move a Zoon or play a trump.")
    return _("Move a Zoon or lay a reinforcement.") if may_reinforce else _("Move a Zoon.")


def notes(state: ZoonState) -> tuple[str, ...]:
    """An Emblem under a cage is safe for good; said only once everybody can know that it lies there."""
    found = []
    for seat in (0, 1):
        emblem = state.agreed.emblem(seat)
        caged = [(n, p) for n, p in enumerate(state.board) if p is not None and p.seat == seat and p.cage]
        by_count = state.agreed.game.hidden and any(state.possible(n) == (emblem,) for n, _piece in caged)
        if by_count or any(piece.card == emblem for _n, piece in caged):
            words = _("The Emblem of {name} is caged: nobody can beat it any more.")
            found.append(words.format(name=state.seat_name(seat)))
    return tuple(found)


def named(state: ZoonState, number: int, card: str, things: Lying) -> Lying:
    """What lies on a square, its face-down card with its name."""
    piece = state.board[number]
    known = Thing("card", card, "down", state.agreed.decks[piece.seat], piece.seat)
    return tuple(known if t.face == "down" and t.seat == piece.seat else t for t in things)


def may_go(state: ZoonState, number: int, piece: Any) -> str:
    """Where a Zoon that is not caged may go now, after its name; empty while it is not for it to move."""
    step, game, name = state.step, state.agreed.game, NAMES[number]
    if state.phase != "play" or state.over is not None or (game.hidden and piece.seat != state.turn):
        return ""
    events: Iterable[Any]
    if step is None and piece.seat == state.turn:
        events = game.grid_moves(state, number, piece, state.all_faces(piece.seat)[number], piece.seat)
    elif (isinstance(step, March) and (step.seat == piece.seat or not game.hidden)) or (
        isinstance(step, Star) and step.seat == piece.seat
    ):
        events = step.moves(state)
    else:
        return ""
    squares = sorted({event.to for event in events if isinstance(event, Moved) and event.start == name})
    words = _("may go to {squares}").format(squares=", ".join(squares)) if squares else _("cannot move")
    return f" · {words}"


def view_of(
    state: ZoonState,
    board: Mapping[str, Lying],
    about: Mapping[str, str],
    more: tuple[tuple[str, ...], ...] = ((), ()),
) -> View:
    """What is told to everybody of a state, with the squares as some eyes see them.

    Beside the board lie trumps by name, `more` lines of each seat, and piles by their number of cards; what lies in the
    tomb is named once the game is over.
    """
    stock, aside = state.stock, []
    for seat in (0, 1):
        lines = []
        if stock.hand[seat]:
            trumps = ", ".join(state.called(trump) for trump in stock.hand[seat])
            lines.append(_("In hand: {trumps}").format(trumps=trumps))
        lines.extend(more[seat])
        if stock.reinforcements[seat]:
            lines.append(_("Reinforcements: {n}").format(n=len(stock.reinforcements[seat])))
        if stock.tomb[seat]:
            cards = ", ".join(state.called(card, _("unknown")) for card in stock.tomb[seat])
            lying = len(stock.tomb[seat]) if state.over is None else cards
            lines.append(_("Tomb: {cards}").format(cards=lying))
        if stock.off[seat]:
            lines.append(_("Taken off by agreement: {n}").format(n=len(stock.off[seat])))
        aside.append(tuple(lines))
    return View(
        headline=headline(state),
        awaited=awaited(state),
        notes=notes(state),
        board=board,
        about=about,
        aside=tuple(aside),
    )


def wall_words(state: ZoonState, wall: Wall) -> str:
    """What lies on a square for good: a trump by name, and whether it is an Obstacle."""
    if wall.trump is None:
        return _("An Obstacle")
    name = state.called(wall.trump)
    return _("{trump} · an Obstacle").format(trump=name) if wall.blocks else name


def source_called(source: str) -> str:
    """Where a card comes from that is put right by agreement: a square by its name, or a pile."""
    return {"off": _("the cards taken off"), "hand": _("the hand"), "tomb": _("the tomb")}.get(source, source)
