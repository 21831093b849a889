"""What one pair of eyes may see of a state, what an event was in a sentence, and what dice have decided.

A sentence is told on the state before the event, and names nothing hidden.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.game import Chance, Contest, Event, Seat, Side, Turn, View
from companion.games.zoon.alternate import events, trumps
from companion.games.zoon.alternate.fights import decided, dice_breaches, pair, worth
from companion.games.zoon.alternate.state import Fight, Piece, Shot, Show, State, Step, TurnUp
from companion.games.zoon.alternate.table import look
from companion.games.zoon.family.board import NAMES, ROOM
from companion.games.zoon.family.deck import sign
from companion.games.zoon.family.sheet import Corner
from companion.games.zoon.family.state import card_name, seat_name
from companion.games.zoon.family.unseen import possible
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
from companion.language import _, several


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what lies open."""
    board = dict(look(state).regions)
    about = {}
    for number, piece in enumerate(state.board):
        if piece is None:
            continue
        name, known = NAMES[number], possible(state, number) if not piece.up else ()
        # Everybody when it is over; before, only the owner in its own turn and not while a fight is due.
        may_look = state.over is not None or (eyes == piece.seat == state.turn and state.fight is None)
        seen = known[0] if len(known) == 1 and may_look else ""
        if seen:
            board[name] = named(state, number, seen, board[name])
        about[name] = _about(state, number, piece, seen)
    about |= {wall.at: wall_words(state, wall) for wall in state.walls}
    if isinstance(state.step, Fight | Shot):
        about[state.step.at] = _against(state, state.step, _("{one} {value} against {other} {other_value}"))
    pennies = tuple(
        ", ".join(trump_beside(state, one.trump, one.penny) for one in state.aside[seat]) for seat in (0, 1)
    )
    more = tuple((_("Beside the board: {trumps}").format(trumps=row),) if row else () for row in pennies)
    return view_of(state, board, about, more)


def headline_of_own(state: State, now: Turn) -> str:
    if state.phase == "fronts":
        return _("Turn up both front rows")
    return _("Fight!") if isinstance(now, Chance) else ""


def lay_words(_state: State, each: str, counts: set[int]) -> str:
    if counts == {ROOM}:
        return _("Lay twelve cards in the two rows nearest to you, as you like.")
    return _("Lay your cards in the two rows nearest to you, as you like ({each}).").format(each=each)


def step_words(state: State, step: Step | None) -> str:
    if isinstance(step, Fight | Shot):
        return _against(state, step, _("Both press to roll: {one} {value} against {other} {other_value}"))
    if isinstance(step, Show):
        words = _("{name}: turn up the card on {square} and put a penny on it, heads up.")
        return words.format(name=seat_name(state, step.seat), square=step.at)
    if isinstance(step, TurnUp):
        return several(
            "{name}: turn up one more card and put a penny on it, heads up.",
            "{name}: turn up {n} more cards and put a penny on each, heads up.",
            step.left,
            name=seat_name(state, step.seat),
        )
    return _("Turn up the row that faces the enemy and put a penny, heads up, on each card.")


def _against(state: State, step: Fight | Shot, words: str) -> str:
    (one, other), (value, other_value) = fighters(state, step), worth(state, step)
    return words.format(one=one, value=value, other=other, other_value=other_value)


def _about(state: State, number: int, piece: Piece, seen: str) -> str:
    if piece.cage:
        words = _("{card} under {trump} · an Obstacle")
        return words.format(card=card_name(state, piece), trump=called(state, piece.cage))
    if piece.up:
        assert piece.card is not None
        zoon = state.agreed.zoon(piece.card)
        on_tails, on_heads = _("{name} · penny on tails: {sum}"), _("{name} · penny on heads: {sum}")
        words = on_tails if piece.penny == "tails" else on_heads
        said = words.format(name=zoon.name, sum=_sum(pair(zoon.corners, piece.penny)))
        said += may_go(state, number, piece)
    elif seen:
        said = _("Face down: {card}").format(card=called(state, seen))
    else:
        said = _("A face-down card of {name}").format(name=seat_name(state, piece.seat))
    if not piece.gear:
        return said
    return _("{card} · carries {trump}").format(card=said, trump=called(state, piece.gear))


def _sum(corners: tuple[Corner, Corner]) -> str:
    one, two = map(sign, corners)
    if all(isinstance(c, int) for c in corners):
        return f"{one} + {two} = {sum(c for c in corners if isinstance(c, int))}"
    return f"{one} + {two}"


def public(event: Any) -> Event:
    """The event as everybody may know it: which card lies face down by agreement is for its owner."""
    if isinstance(event, events.Ruled) and event.penny is None and event.card is not None:
        return replace(event, card=None)
    assert isinstance(event, Event)
    return event


def trump_beside(state: State, trump: str, penny: str) -> str:
    """A trump beside the board, with the side of the penny that it holds."""
    words = _("{trump} (penny on heads)") if penny == "heads" else _("{trump} (penny on tails)")
    return words.format(trump=called(state, trump, trump))


def at(state: State, square: str | None, shown: str | None = None) -> str:
    """What lies on a square, as far as it is shown."""
    if shown is not None:
        return called(state, shown)
    piece = state.at(square)
    return _("nothing") if piece is None else card_name(state, piece)


def fighters(state: State, step: Fight | Shot) -> tuple[str, str]:
    one = card_name(state, step.piece) if isinstance(step, Fight) else called(state, step.trump)
    return one, at(state, step.at)


def _fronts(state: State, event: events.FrontsUp) -> str:
    cards = ", ".join(called(state, card) for card in event.cards)
    return _("{name}: front row turned up: {cards}").format(name=seat_name(state, event.seat), cards=cards)


def _fought(state: State, event: events.Fought) -> str:
    step = state.step
    if not isinstance(step, Fight | Shot):
        return _("Dice: {one} and {other}").format(one=event.dice[0], other=event.dice[1])
    names, result = fighters(state, step), decided(state, step, event.dice)
    sums = [f"{name} {sum_}" for name, sum_ in zip(names, result.sums, strict=True)]
    if result.won == "draw":
        name = names[1 if result.star == "defender" else 0]
        back = step.back if isinstance(step, Fight) else ""
        if isinstance(step, Shot):
            words = _("{one} ties with {two}: a miss")
        elif result.star is None:
            words = _("{one} ties with {two}; {name} steps back to {square}")
        else:
            words = _("{one} ties with {two}; the star of {name}")
        return words.format(one=sums[0], two=sums[1], name=name, square=back)
    winner, loser = sums if result.won == "attacker" else reversed(sums)
    words = _("{one} as underdog beats {two}") if result.underdog else _("{one} beats {two}")
    return words.format(one=winner, two=loser)


def _turned(state: State, event: events.TurnedUp) -> str:
    piece = state.at(event.at)
    card = event.card or (piece.card if piece is not None else None)
    words = _("{name}: {card} turned up on {square}")
    return words.format(name=seat_name(state, event.seat), card=called(state, card), square=event.at)


def _swapped(state: State, event: events.Swapped) -> str:
    return _("{name}: {one} {start} and {other} {to} trade squares").format(
        name=seat_name(state, event.seat),
        one=at(state, event.start),
        start=event.start,
        other=at(state, event.to),
        to=event.to,
    )


def _flipped(_state: State, event: events.Flipped) -> str:
    return _("The penny on {square} is turned over").format(square=event.at)


def _ruled(state: State, event: events.Ruled) -> str:
    if event.seat is None:
        return _("By agreement nothing lies on {square}").format(square=event.at)
    owner = seat_name(state, event.seat)
    if event.penny is None:
        words = _("By agreement a face-down card of {name} lies on {square}")
        return words.format(name=owner, square=event.at)
    words = {
        ("heads", False): _("By agreement {card} ({name}) lies on {square}, penny on heads"),
        ("tails", False): _("By agreement {card} ({name}) lies on {square}, penny on tails"),
        ("heads", True): _("By agreement {card} ({name}) lies on {square}, penny on heads, from {source}"),
        ("tails", True): _("By agreement {card} ({name}) lies on {square}, penny on tails, from {source}"),
    }[event.penny, event.source is not None]
    source = source_called(event.source or "")
    return words.format(card=called(state, event.card), name=owner, square=event.at, source=source)


def _moved(state: State, event: events.Moved) -> str:
    piece = state.at(event.start)
    target = state.at(event.to)
    turns_up = piece is not None and not piece.up and (target is not None or event.to[1:] != event.start[1:])
    met = "" if target is None else at(state, event.to, event.met if not target.up else None)
    return moved_words(state, event, at(state, event.start, event.card if turns_up else None), met)


def _trump(state: State, event: events.PlayedTrump) -> str:
    target = state.at(event.at)
    met = "" if target is None else at(state, event.at, event.met if not target.up else None)
    name = called(state, event.trump, event.trump)
    if event.penny is not None:
        copy = trump_beside(state, event.trump, event.penny)
    elif len(trumps.copies(state, event.seat, event.trump)) < 2:
        copy = name
    else:
        copy = _("{trump} out of the hand").format(trump=name)
    return trump_words(state, event, copy, met)


SAID: dict[type, Callable[[State, Any], str]] = {
    events.FrontsUp: _fronts,
    events.Moved: _moved,
    events.Fought: _fought,
    events.TurnedUp: _turned,
    events.PlayedTrump: _trump,
    events.Swapped: _swapped,
    events.Flipped: _flipped,
    events.Ruled: _ruled,
}


def contest(state: State, event: Any) -> Contest | None:
    step = state.step
    if not isinstance(event, events.Fought) or not isinstance(step, Fight | Shot):
        return None
    if any(dice_breaches(state, event)):
        return None
    names, result = fighters(state, step), decided(state, step, event.dice)
    target = state.at(step.at)
    seats = (step.seat, 1 - step.seat if target is None else target.seat)
    sides = tuple(map(Side, seats, names, result.sums, event.dice))
    if result.won == "draw":
        words = _("{one} and {two} tie").format(one=names[0], two=names[1])
        if isinstance(step, Shot):
            more = _("A miss.")
        elif result.star is not None:
            starred = names[0 if result.star == "attacker" else 1]
            more = _("The star of {name} does its work.").format(name=starred)
        else:
            more = _("{name} steps back to {square}.").format(name=names[0], square=step.back)
        return Contest(words, sides, None, more)
    winner = 0 if result.won == "attacker" else 1
    more = _("Equal totals: the lower value wins.") if result.underdog else ""
    words = _("{one} beats {two}").format(one=names[winner], two=names[1 - winner])
    return Contest(words, sides, winner, more)
