"""Whose turn it is, what may come now, what an event does, when a step is done and when the turn passes.

Rule kept: what falls off by itself falls off by what everybody knows, so that it tells nothing hidden.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.game import Breach, Chance, Event, Over, Seat, Seats, Turn
from companion.games.zoon.family import moves
from companion.games.zoon.family.board import NUMBERS, March, Star
from companion.games.zoon.family.events import Moved, PlayedTrump, Reinforced, Ruled, Swapped
from companion.games.zoon.family.laying import layouts, reinforcements
from companion.games.zoon.family.state import S, ZoonState, rested, seat_name, tidied
from companion.games.zoon.family.unseen import all_faces, credible
from companion.kits.events import Starts, Stopped, nearest, squares_of
from companion.language import _, marked

_TO_ACT = tuple(Seats(frozenset({seat})) for seat in (0, 1))
_PLACES = ("come", "other", "off")
LOT = ("lot", Starts, "s2-lot", marked("the game has begun"))
"""The last thing before play."""


def turn(state: ZoonState) -> Turn:
    step = state.step
    if state.over is not None or state.phase == "lot":
        return state.over or Chance("lot", (0, 1), _("Draw lots: who begins?"))
    if state.phase != "play":
        return Seats(frozenset(seat for seat in (0, 1) if not state.ready[seat]))
    if isinstance(step, state.agreed.kind.fights):
        return state.agreed.kind.turn(state, step)
    return _TO_ACT[state.turn if step is None else step.seat]


def lawful(state: ZoonState) -> Iterator[Event]:
    """Every lawful event; of very many layouts a sample.

    What people may say at any time is not listed: that they surrender, agree to a draw, tidied something, or rule.
    """
    kind, step, seat = state.agreed.kind, state.step, state.turn
    if state.over is not None:
        return
    if state.phase == "deploy":
        yield from layouts(state)
    elif state.phase == "lot":
        yield from (Starts(0), Starts(1))
    elif state.phase != "play":
        yield from kind.opening(state)
    elif step is None:
        faces = all_faces(state, seat)
        for number, piece in moves.zoons_of(state.board, seat):
            yield from kind.grid_moves(state, number, piece, faces[number], seat)
        yield from kind.plays(state, seat, faces)
        yield from reinforcements(state, seat)
    elif isinstance(step, March | Star):
        yield from (
            moves.march_moves(state, step) if isinstance(step, March) else moves.star_moves(state, step)
        )
        if next(moves.stop_breaches(state, None), None) is None:
            yield Stopped(step.seat)
    else:
        yield from kind.due(state, step)


def breaches(state: ZoonState, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks: its time, then whose it is, then all the rest."""
    deed = state.agreed.kind.deeds[type(event)]
    if state.over is not None and not isinstance(event, Ruled):
        yield Breach("ours-over", state.over.words)
        return
    if deed.any_time:
        yield from deed.breaches(state, event)
        return
    if event.seat not in (None, 0, 1):
        yield Breach("ours-two-seats", str(event.seat))
        return
    state = _gone_on(state, event)
    if state.over is not None:
        yield Breach("ours-over", state.over.words)
        return
    kind = state.agreed.kind
    for phase, type_, rule, late in kind.before:
        if (state.phase == phase) != isinstance(event, type_):
            yield Breach(rule, "" if state.phase == phase else _(late))
    if state.phase == "play" and not isinstance(event, tuple(one[1] for one in kind.before)):
        yield from kind.out_of_step(state, event)
    yield from deed.breaches(state, event)


def out_of_effect(state: ZoonState, event: Any) -> Iterator[Breach]:
    """Whether an event may come where no fight is due: while a trump or star is under way only its own moves."""
    step = state.step
    if step is None:
        if event.seat != state.turn:
            yield Breach("s2-in-turn", _("{name} to move").format(name=seat_name(state, state.turn)))
        if isinstance(event, (Swapped, Stopped)):
            yield Breach("ours-nothing-to-stop")
        return
    fits = isinstance(event, (Moved, Stopped)) or (isinstance(step, Star) and isinstance(event, Swapped))
    if not fits or event.seat != step.seat:
        name = state.agreed.facts.name(step.card if isinstance(step, Star) else step.trump)
        yield Breach("zo-19-carry-out-first", f"{name}: {seat_name(state, step.seat)}")


def _gone_on(state: S, event: Any) -> S:
    """Whoever takes the next turn has seen that a trump's further moves are not wanted."""
    step, kind = state.step, state.agreed.kind
    acts = isinstance(event, (Moved, PlayedTrump, Reinforced))
    if not (isinstance(step, March) and step.made and acts) or event.seat == step.seat:
        return state
    gone: S = kind.settled(replace(state, todo=state.todo[:-1]))
    return gone


def after(state: S, event: Any) -> S:
    """What an event does, lawful or not; one that does nothing ends no turn."""
    before, kind = state, state.agreed.kind
    deed = kind.deeds[type(event)]
    if state.over is not None and not isinstance(event, Ruled):
        return state
    if not deed.any_time:
        state = _gone_on(state, event)
    state = kind.begun(state, event)
    changed: S = deed.after(state, event)
    if changed is state and not deed.fights:
        return before
    if isinstance(event, Ruled):
        return credible(changed)
    told_again = deed.fights and (changed is state or not isinstance(state.step, kind.fights))
    if deed.plays and not told_again:
        changed = kind.settled(credible(changed))
    return changed


def started(state: S, event: Starts) -> S:
    begun = replace(state, phase="play", turn=event.seat)
    return replace(begun, over=stuck(begun))


def stopped(state: S, _event: Stopped) -> S:
    return replace(state, todo=state.todo[:-1]) if isinstance(state.step, March | Star) else state


def traded(state: S, event: Any) -> S:
    """Two Zoons on each other's squares, by the star that is under way."""
    todo = state.todo[:-1] if isinstance(state.step, Star) else state.todo
    swapped: S = state.agreed.kind.swapped(
        replace(state, untidy=tidied(state.untidy, event.start, event.to), todo=todo), event
    )
    return swapped


def is_idle(state: ZoonState, step: Any) -> bool:
    """Whether nothing can be done for a step as far as everybody knows, so that it falls away by itself."""
    public = state.agreed.kind.public(state) if isinstance(step, March | Star) else state
    if isinstance(step, March):
        return step.left <= 0 or next(moves.march_moves(public, step), None) is None
    return isinstance(step, Star) and next(moves.star_moves(public, step), None) is None


def passed(state: S) -> S:
    """The turn passes. Where Zoons stand must be right by the end of the next one.

    Otherwise one that steps back and comes again would look as if it had never stepped back.
    """
    kept = (thing for thing in state.untidy if not thing.old)
    untidy = tuple(replace(thing, old=True) if thing.what in _PLACES else thing for thing in kept)
    state = replace(state, turn=1 - state.turn, board=rested(state.board), untidy=untidy)
    over = stuck(state)
    return state if over is None else replace(state, over=over)


def stuck(state: ZoonState) -> Over | None:
    """The end of the game when the seat to move can do nothing at all, whatever its unknown cards are."""
    if can_act(state, state.turn):
        return None
    parts = (("name", seat_name(state, state.turn)),)
    return Over((1 - state.turn,), marked("{name} cannot play"), "zo-05-cannot-play", parts)


def can_act(state: ZoonState, seat: Seat) -> bool:
    kind, faces = state.agreed.kind, all_faces(state, seat)
    for number, piece in moves.zoons_of(state.board, seat):
        if next(kind.grid_moves(state, number, piece, faces[number], seat), None) is not None:
            return True
    trumps, held = kind.plays(state, seat, faces), reinforcements(state, seat)
    return next(trumps, None) is not None or next(held, None) is not None


def misfit(state: ZoonState, step: Any) -> str:
    """What is wrong with a step that is due, in words that begin with its field; empty where nothing is."""
    if step.seat not in (0, 1):
        return f"seat: expected 0 or 1, found {step.seat}"
    if isinstance(step, March):
        trump = state.agreed.facts.trumps.get(step.trump)
        if trump is None or trump.does not in moves.MOVES:
            return f"trump: no trump of this name moves Zoons, found {step.trump!r}"
        if step.trump not in state.agreed.trumps[step.seat]:
            return f"trump: {step.trump} is no trump of seat {step.seat}"
        return "" if step.left <= trump.moves else f"left: expected at most {trump.moves}, found {step.left}"
    return _misfit_star(state, step) if isinstance(step, Star) else state.agreed.kind.misfit(state, step)


def misfit_of_square(state: ZoonState, at: str) -> str:
    """What is wrong with the square of a step on which a Zoon has to lie."""
    if at not in NUMBERS:
        return f"at: expected a square a1 … f6, found {at!r}"
    return "" if state.board[NUMBERS[at]] is not None else f"at: no Zoon lies on {at}"


def _misfit_star(state: ZoonState, step: Star) -> str:
    wrong = misfit_of_square(state, step.at)
    if wrong:
        return wrong
    agreed, piece = state.agreed, state.board[NUMBERS[step.at]]
    zoon = agreed.facts.zoons.get(step.card)
    if zoon is None or zoon.star is None:
        return f"card: no Zoon of this name has a star, found {step.card!r}"
    pulled = zoon.star == "pull-other"
    owner = 1 - step.seat if pulled else step.seat
    army, whose = agreed.armies[owner], f"not in the army of seat {owner}"
    if agreed.kind.hidden:
        army, whose = (*agreed.armies[0], *agreed.armies[1]), "in neither army"
    if step.card not in army:
        return f"card: {step.card} is {whose}"
    own = piece.card == step.card and (agreed.kind.hidden or piece.seat == step.seat)
    return "" if pulled or own else f"at: {step.at} is not where the star of {step.card} is due"


def other_readings(state: ZoonState, event: Any, region: str) -> Iterator[Event]:
    """Other lawful events that could have been meant, those nearest to the booked one first."""

    def is_like(one: Event) -> bool:
        return one.turns_up or isinstance(one, (Moved, PlayedTrump, Swapped, Reinforced))

    if is_like(event) and region in squares_of(event):
        yield from nearest(
            event, (other for other in lawful(state) if is_like(other) and region in squares_of(other))
        )
