"""What a touched square or piece of ZONG is: what stands there, how far it is from the goal, and its rule in words."""

from dataclasses import replace

from companion.games.zong.board import GOAL, START
from companion.games.zong.state import State, called_square, piece_title
from companion.games.zong.turn import forward_place, mates_of
from ui.games.zong.trackside import Trackside
from ui.games.zong.words import short_rule, square_name
from ui.present.models import Banner, TableModel
from ui.present.table_touches import Correct
from ui.words import _, joined, several


def square(side: Trackside, model: TableModel) -> TableModel:
    """A touched square: what kind it is with the rule about it, and who stands there, bottom first."""
    state, name = side.state, side.square
    number = state.board.number(name)
    if number is None:
        return model
    what, rule_id = _kind(state, name)
    tower = state.squares[number]
    there = _("Nobody stands here.")
    if len(tower) == 1 or (tower and name in (START, GOAL)):
        there = _("Here: {pieces}.").format(pieces=_pieces(state, tower))
    elif tower:
        there = _("Here, bottom first: {pieces}.").format(pieces=_pieces(state, tower))
    comes = _comes_here(side, number)
    banner = Banner("calm", what, short_rule(rule_id))
    asked = any(isinstance(key.action, Correct) for key in model.answers)
    question = _("What really lies here?") if asked else ""
    lines = tuple(line for line in (there, comes, question) if line)
    headline = square_name(name) if name in (START, GOAL) else model.headline
    return replace(model, headline=headline, banner=banner, body=lines, card=None)


def _kind(state: State, name: str) -> tuple[str, str]:
    """What kind of square it is, and the rule that says what it is for."""
    if name == GOAL:
        return _("The goal."), "s1-first-on-goal-wins"
    if name == START:
        return _("The start."), "zg-13-off-the-board"
    if state.board.by_name[name].red:
        return _("A red square."), "zg-12-nearest-red"
    return _("A running square."), "zg-11-between-higher"


def _pieces(state: State, tower: tuple[int, ...]) -> str:
    return joined([piece_title(state.agreed.colours[seat]) for seat in tower])


def _comes_here(side: Trackside, number: int) -> str:
    """That the points at hand lead here."""
    state = side.state
    if state.phase != "points" or forward_place(state, state.turn) != number:
        return ""
    words = _("{name} comes here with {points}.")
    points = several("{n} point", "{n} points", state.throw.points)
    return words.format(name=side.names[state.turn], points=points)


def piece(side: Trackside, colour: str) -> tuple[str, ...]:
    """A touched piece: whose it is and where, where the points lead, its tower, how far the goal is, its rule."""
    state, seat = side.state, side.state.agreed.seat(colour)
    if seat is None:
        return ()
    place, tower = state.place(seat), state.tower(seat)
    at = called_square(state.board.named(place))
    whose = _("{piece} is {name}’s, on {square}.")
    lines = [whose.format(piece=piece_title(colour), name=side.names[seat], square=at)]
    if state.phase == "points" and (seat == state.turn or seat in mates_of(state, state.turn)):
        to = called_square(state.board.named(forward_place(state, state.turn)))
        lines.append(
            several(
                "{n} point leads to {square}.", "{n} points lead to {square}.", state.throw.points, square=to
            )
        )
    if len(tower) > 1:
        lines.append(_("Its tower, bottom first: {pieces}.").format(pieces=_pieces(state, tower)))
    left = state.board.last + 1 - place
    lines.append(several("{n} square to the goal.", "{n} squares to the goal.", left))
    return (*lines, short_rule("zg-31-same-tower" if len(tower) > 1 else "s1-first-on-goal-wins"))
