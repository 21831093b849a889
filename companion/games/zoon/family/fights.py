"""What a fight leaves: the loser off the board, a draw with its step back and the star that does its work."""

from typing import Any

from msgspec.structs import replace

from companion.games.zoon.family.board import NAMES, NUMBERS
from companion.games.zoon.family.moves import star_begun
from companion.games.zoon.family.state import S, tidied


def after_fight(state: S, at: str, pair: tuple[Any, Any], won: str, star: str | None, back: str) -> S:
    """The state once two Zoons have fought on `at`, the attacker first in their `pair`.

    Of a draw `star` is the side whose star does its work, if there is one, and `back` where the attacker steps back to.
    """
    attacker, defender = pair
    starred = {"attacker": attacker, "defender": defender}.get(star or "")
    if starred is not None and starred.card and state.agreed.zoon(starred.card).star == "slay":
        won = star or won
    game, here = state.agreed.game, NUMBERS[at]
    winner, loser = (attacker, defender) if won == "attacker" else (defender, attacker)
    lies, left = winner.rested(at)
    if won in ("attacker", "defender"):
        off = game.untidy("off", at, loser, beneath=won == "attacker")
        return replace(state.put({here: lies}), untidy=(*state.untidy, off, left)).beaten(loser)
    # The attacker steps back, then the one star that shows does its work, if there is one.
    if not state.is_free(NUMBERS[back]):
        # The people put something on that square: they have to say where the attacker is.
        untidy = (*state.untidy, game.untidy("off", at, attacker), left)
        return replace(state.put({here: lies}), untidy=untidy).taken_off(attacker)
    stepped, left_back = attacker.rested(back)
    untidy = (
        *tidied(state.untidy, back),
        game.untidy("off", at, attacker, to=back),
        left,
        game.untidy("come", back),
        left_back,
    )
    drawn = replace(state.put({here: lies, NUMBERS[back]: stepped}), untidy=untidy)
    if star is None:
        return drawn
    own, other = (back, at) if star == "attacker" else (at, back)
    acted = star_begun(drawn, own, other, attacked=star == "attacker")
    if acted.board is drawn.board:
        return acted
    # Zoons traded squares at once: any stage of it may still be seen.
    fighters = {lies: defender, stepped: attacker}
    moved = [NAMES[n] for n, piece in enumerate(acted.board) if piece != drawn.board[n]]
    untidy = tidied(acted.untidy, at, back, *moved)
    squares = dict.fromkeys((at, back, *moved))
    for square in squares if game.hidden else sorted(squares, key=NAMES.index):
        number = NUMBERS[square]
        before, now = drawn.board[number], acted.board[number]
        if square == at:
            untidy = (*untidy, game.untidy("other", square, defender, over=attacker, to=back))
        elif square == back:
            untidy = (*untidy, game.untidy("come", square))
        if before not in (None, now):
            was = fighters.get(before, before) if game.hidden else before
            untidy = (*untidy, game.untidy("other", square, was))
        if now in fighters:
            untidy = (*untidy, fighters[now].rested(square)[1])
    return replace(acted, untidy=untidy)


def shot_at(state: S, at: str, target: Any, *, struck: bool) -> S:
    """The state once a trump has shot at a Zoon."""
    game, here = state.agreed.game, NUMBERS[at]
    if struck:
        untidy = (*tidied(state.untidy, at), game.untidy("off", at, target))
        return replace(state.put({here: None}), untidy=untidy).beaten(target)
    lies, left = target.rested(at)
    return replace(state.put({here: lies}), untidy=(*state.untidy, left))
