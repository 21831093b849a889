"""What a fight leaves: the loser off the board, the winner on the square, the attacker back on a tie, stars at work."""

import msgspec
from msgspec.structs import replace

from companion.games.zoon.family.board import NAMES, NUMBERS
from companion.games.zoon.family.moves import star_begun
from companion.games.zoon.family.sheet import Corner, Corners
from companion.games.zoon.family.state import lost, put, taken_off, tidied
from companion.games.zoon.zoondo import trumps
from companion.games.zoon.zoondo.changes import known_as, turned_down
from companion.games.zoon.zoondo.events import Moved
from companion.games.zoon.zoondo.fight import Outcome, Side, fought, shot, touched
from companion.games.zoon.zoondo.options import SHOTS
from companion.games.zoon.zoondo.routes import fitting_ways
from companion.games.zoon.zoondo.state import Duel, Fight, Fought, Piece, Shot, State, Touch, Untidy


def outcome(state: State, duel: Duel) -> Outcome:
    """Who wins by the corners that were touched. A card that nobody knows fights with nothing."""
    defender = _side(state, state.at(duel.at), duel.defender)
    if isinstance(duel, Shot):
        corners = state.agreed.facts.trumps[duel.trump].corners
        lost_ = state.agreed.chose(SHOTS.name, "lost")
        return shot(Side(_corner(corners, duel.attacker)), defender, beaten_is_lost=lost_)
    boost = state.agreed.facts.trumps[duel.piece.moved].boost if duel.piece.moved else None
    return fought(_side(state, duel.piece, duel.attacker, boost), defender)


def _side(state: State, piece: Piece | None, touch: Touch | None, boost: str | None = None) -> Side:
    if piece is None or piece.card is None:
        return Side(0)
    worn = state.agreed.facts.trumps[piece.gear].boost if piece.gear else None
    boosts = tuple(sorted(one for one in (worn, boost) if one is not None))
    return Side(_corner(state.agreed.zoon(piece.card).corners, touch), boosts)


def _corner(corners: Corners | None, touch: Touch | None) -> Corner:
    return 0 if corners is None or touch is None else touched(corners, touch.corner)


def back_of(state: State, fight: Fight) -> str:
    """Where a tie sends the attacker: one square back along its path, to its start after one step or a green move."""
    start, to, card = NUMBERS[fight.start], NUMBERS[fight.at], fight.piece.card
    if card is not None:
        event = Moved(fight.seat, fight.start, fight.at, fight.path)
        for way in fitting_ways(state, event, start, fight.piece, card, to):
            return NAMES[way.back]
    return fight.start


def after(state: State, duel: Duel) -> State:
    """The state once a fight is settled: both touched, nothing left to be shown."""
    result = outcome(state, duel)
    defender = state.at(duel.at)
    state = replace(state, todo=state.todo[:-1])
    if defender is None or defender.card is None:
        return state
    state, defender = known_as(state, defender, defender.card)
    if isinstance(duel, Shot):
        return _shot(state, duel, defender, result)
    if duel.piece.card is None:
        return state
    state, attacker = known_as(state, duel.piece, duel.piece.card)
    cards = ((attacker.seat, attacker.card or ""), (defender.seat, defender.card or ""))
    state = replace(state, fought=Fought(duel.at, cards))
    state = put(state, {NUMBERS[duel.at]: turned_down(defender)})
    duel = msgspec.structs.replace(duel, piece=attacker)
    starred = {"attacker": attacker, "defender": defender}.get(result.star or "")
    won: str = result.won
    if starred is not None and state.agreed.zoon(starred.card or "").star == "slay":
        won = result.star or won
    if won == "attacker":
        untidy = (Untidy("off", duel.at, defender, beneath=True), Untidy("down", duel.at, attacker))
        state = replace(state, untidy=(*tidied(state.untidy, duel.at), *untidy))
        return lost(put(state, {NUMBERS[duel.at]: turned_down(attacker)}), defender)
    if won == "defender":
        untidy = (Untidy("off", duel.at, attacker), Untidy("down", duel.at, defender))
        return lost(replace(state, untidy=(*tidied(state.untidy, duel.at), *untidy)), attacker)
    return _tied(state, duel, defender, result)


def _shot(state: State, duel: Shot, target: Piece, result: Outcome) -> State:
    seen = Fought(duel.at, ((target.seat, target.card or ""),))
    state = replace(state, fought=seen, untidy=tidied(state.untidy, duel.at))
    if result.broken:
        state = trumps.broken(state, duel.seat, duel.trump)
    if result.won == "attacker":
        state = replace(state, untidy=(*state.untidy, Untidy("off", duel.at, target)))
        return lost(put(state, {NUMBERS[duel.at]: None}), target)
    state = replace(state, untidy=(*state.untidy, Untidy("down", duel.at, target)))
    return put(state, {NUMBERS[duel.at]: turned_down(target)})


def _tied(state: State, fight: Fight, defender: Piece, result: Outcome) -> State:
    """The attacker steps back, then the one star that was touched does its work, if there is one."""
    at, back, attacker = fight.at, back_of(state, fight), fight.piece
    if not state.is_free(NUMBERS[back]):
        return _pushed_off(state, fight, defender)
    untidy = (
        *tidied(state.untidy, at, back),
        Untidy("off", at, attacker, to=back),
        Untidy("down", at, defender),
        Untidy("come", back),
        Untidy("down", back, attacker),
    )
    drawn = replace(put(state, {NUMBERS[back]: turned_down(attacker)}), untidy=untidy)
    if result.star is None:
        return drawn
    own, other = (back, at) if result.star == "attacker" else (at, back)
    acted = star_begun(drawn, own, other, attacked=result.star == "attacker")
    if acted.board is not drawn.board:
        acted = replace(acted, untidy=_untidy_after_trade(fight, defender, back, drawn, acted))
    return acted


def _pushed_off(state: State, fight: Fight, defender: Piece) -> State:
    """A tie where the people put something on the square to step back to: they have to say where the attacker is."""
    untidy = (Untidy("off", fight.at, fight.piece), Untidy("down", fight.at, defender))
    return taken_off(replace(state, untidy=(*tidied(state.untidy, fight.at), *untidy)), fight.piece)


def _untidy_after_trade(
    fight: Fight, defender: Piece, back: str, drawn: State, acted: State
) -> tuple[Untidy, ...]:
    """What may still be seen where Zoons traded squares at once after a tie: any stage of it."""
    fighters = {turned_down(piece): piece for piece in (defender, fight.piece)}
    moved = [NAMES[n] for n, piece in enumerate(acted.board) if piece != drawn.board[n]]
    untidy = tidied(acted.untidy, fight.at, back, *moved)
    for square in dict.fromkeys((fight.at, back, *moved)):
        before, here = drawn.at(square), acted.at(square)
        if square == fight.at:
            untidy = (*untidy, Untidy("other", square, defender, over=fight.piece, to=back))
        elif square == back:
            untidy = (*untidy, Untidy("come", square))
        if square in moved and before is not None:
            untidy = (*untidy, Untidy("other", square, fighters.get(before, before)))
        if here in fighters:
            untidy = (*untidy, Untidy("down", square, fighters[here]))
    return untidy
