"""What one pair of eyes may see of a state, and what dice have decided."""

from typing import Any

from companion.game import Contest, Seat, Side, View
from companion.games.zoon.alternate.events import Fought, trump_beside
from companion.games.zoon.alternate.fights import pair
from companion.games.zoon.alternate.state import Fight, Piece, Roll, Shot, State
from companion.games.zoon.alternate.table import look
from companion.games.zoon.family.board import NAMES
from companion.games.zoon.family.deck import sign
from companion.games.zoon.family.sheet import Corner
from companion.games.zoon.family.view import may_go, named, view_of, wall_words
from companion.language import _


def view(state: State, eyes: Seat | None) -> View:
    """What these eyes may see; None = the shared screen, which shows only what lies open."""
    board = dict(look(state).regions)
    about = {}
    for number, piece in enumerate(state.board):
        if piece is None:
            continue
        name, known = NAMES[number], state.possible(number) if not piece.up else ()
        # Everybody when it is over; before, only the owner in its own turn and not while a fight is due.
        may_look = state.over is not None or (eyes == piece.seat == state.turn and state.fight is None)
        seen = known[0] if len(known) == 1 and may_look else ""
        if seen:
            board[name] = named(state, number, seen, board[name])
        about[name] = _about(state, number, piece, seen)
    about |= {wall.at: wall_words(state, wall) for wall in state.walls}
    if isinstance(state.step, Roll):
        about[state.step.at] = state.step.told(state, _("{one} {value} against {other} {other_value}"))
    pennies = tuple(
        ", ".join(trump_beside(state, one.trump, one.penny) for one in state.aside[seat]) for seat in (0, 1)
    )
    more = tuple((_("Beside the board: {trumps}").format(trumps=row),) if row else () for row in pennies)
    return view_of(state, board, about, more)


def _about(state: State, number: int, piece: Piece, seen: str) -> str:
    if piece.cage:
        words = _("{card} under {trump} · an Obstacle")
        return words.format(card=state.card_name(piece), trump=state.called(piece.cage))
    if piece.up:
        assert piece.card is not None
        zoon = state.agreed.zoon(piece.card)
        on_tails, on_heads = _("{name} · penny on tails: {sum}"), _("{name} · penny on heads: {sum}")
        words = on_tails if piece.penny == "tails" else on_heads
        said = words.format(name=zoon.name, sum=_sum(pair(zoon.corners, piece.penny)))
        said += may_go(state, number, piece)
    elif seen:
        said = _("Face down: {card}").format(card=state.called(seen))
    else:
        said = _("A face-down card of {name}").format(name=state.seat_name(piece.seat))
    if not piece.gear:
        return said
    return _("{card} · carries {trump}").format(card=said, trump=state.called(piece.gear))


def _sum(corners: tuple[Corner, Corner]) -> str:
    one, two = map(sign, corners)
    if all(isinstance(c, int) for c in corners):
        return f"{one} + {two} = {sum(c for c in corners if isinstance(c, int))}"
    return f"{one} + {two}"


def contest(state: State, event: Any) -> Contest | None:
    step = state.step
    if not isinstance(event, Fought) or not isinstance(step, Fight | Shot) or any(event.breaches(state)):
        return None
    names, result = step.names(state), step.decided(state, event.dice)
    sides = tuple(map(Side, step.seats(state), names, result.sums, event.dice))
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
