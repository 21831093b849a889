"""Whose turn it is, what may come now, what an event does, when a step is done and when the turn passes.

Rule kept: what falls off by itself falls off by what everybody knows, so that it tells nothing hidden.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.game import Breach, Chance, Event, Over, Seat, Seats, Turn
from companion.games.zoon.family.events import Deed
from companion.games.zoon.family.laying import Reinforced, layouts, reinforcements
from companion.games.zoon.family.moves import March, Moved, Star, Stopped, Swapped, stop_breaches
from companion.games.zoon.family.state import ZoonState
from companion.games.zoon.family.trumps import PlayedTrump
from companion.kits import events
from companion.kits.events import nearest, squares_of
from companion.language import _, marked

_TO_ACT = tuple(Seats(frozenset({seat})) for seat in (0, 1))
_PLACES = ("come", "other", "off")


class Starts(events.Starts, Deed, frozen=True):
    """The lot has been drawn: this seat begins."""

    plays: ClassVar[bool] = False

    def after(self, state: Any) -> Any:
        """Play begins; where cards lie face down against the rules, they are turned up first."""
        begun = replace(state, phase="play", turn=self.seat).asked()
        return begun if begun.todo else replace(begun, over=stuck(begun))

    def said(self, state: ZoonState) -> str:
        return events.common_words(self, state.seat_name(self.seat))

    def reveals(self, _state: Any) -> bool:
        return True


class Resigned(events.Resigned, Deed, frozen=True):
    """A seat surrenders."""

    plays: ClassVar[bool] = False
    any_time: ClassVar[bool] = True

    def breaches(self, _state: Any) -> Iterator[Breach]:
        if self.seat not in (0, 1):
            yield Breach("ours-two-seats", str(self.seat))

    def after(self, state: ZoonState) -> ZoonState:
        parts = (("name", state.seat_name(self.seat)),)
        return replace(state, over=Over((1 - self.seat,), marked("{name} surrenders"), "s2-surrender", parts))

    def said(self, state: ZoonState) -> str:
        return events.common_words(self, state.seat_name(self.seat))


class DrawAgreed(events.DrawAgreed, Deed, frozen=True):
    """Both seats agree that nobody wins."""

    plays: ClassVar[bool] = False
    any_time: ClassVar[bool] = True

    def after(self, state: ZoonState) -> ZoonState:
        return replace(state, over=Over((), marked("Both agree to a draw"), "zo-43-draw-agreed"))

    def said(self, _state: ZoonState) -> str:
        return events.common_words(self, "")


LOT = ("lot", Starts, "s2-lot", marked("the game has begun"))
"""The last thing before play."""


def turn(state: ZoonState) -> Turn:
    step = state.step
    if state.over is not None or state.phase == "lot":
        return state.over or Chance("lot", (0, 1), _("Draw lots: who begins?"))
    if state.phase != "play":
        return Seats(frozenset(seat for seat in (0, 1) if not state.ready[seat]))
    if step is not None and step.fights:
        due: Turn = step.turn(state)
        return due
    return _TO_ACT[state.turn if step is None else step.seat]


def lawful(state: ZoonState) -> Iterator[Event]:
    """Every lawful event; of very many layouts a sample.

    What people may say at any time is not listed: that they surrender, agree to a draw, tidied something, or rule.
    """
    game, step, seat = state.agreed.game, state.step, state.turn
    if state.over is not None:
        return
    if state.phase == "deploy":
        yield from layouts(state)
    elif state.phase == "lot":
        yield from (Starts(0), Starts(1))
    elif state.phase != "play":
        yield from game.opening(state)
    elif step is None:
        faces = state.all_faces(seat)
        for number, piece in state.zoons_of(seat):
            yield from game.grid_moves(state, number, piece, faces[number], seat)
        yield from game.plays(state, seat, faces)
        yield from reinforcements(state, seat)
    elif isinstance(step, March | Star):
        yield from step.moves(state)
        if next(stop_breaches(state), None) is None:
            yield Stopped(step.seat)
    else:
        yield from game.due(state, step)


def breaches(state: ZoonState, event: Any) -> Iterator[Breach]:
    """The rules that an event breaks: its time, then whose it is, then all the rest."""
    if state.over is not None and not event.ruling:
        yield Breach("ours-over", state.over.words)
        return
    if event.any_time:
        yield from event.breaches(state)
        return
    if event.seat not in (None, 0, 1):
        yield Breach("ours-two-seats", str(event.seat))
        return
    state = _gone_on(state, event)
    if state.over is not None:
        yield Breach("ours-over", state.over.words)
        return
    game = state.agreed.game
    for phase, type_, rule, late in game.before:
        if (state.phase == phase) != isinstance(event, type_):
            yield Breach(rule, "" if state.phase == phase else _(late))
    if state.phase == "play" and not isinstance(event, tuple(one[1] for one in game.before)):
        yield from game.out_of_step(state, event)
    yield from event.breaches(state)


def out_of_effect(state: ZoonState, event: Any) -> Iterator[Breach]:
    """Whether an event may come where no fight is due: while a trump or star is under way only its own moves."""
    step = state.step
    if step is None:
        if event.seat != state.turn:
            yield Breach("s2-in-turn", _("{name} to move").format(name=state.seat_name(state.turn)))
        if isinstance(event, Swapped | Stopped):
            yield Breach("ours-nothing-to-stop")
        return
    fits = isinstance(event, Moved | Stopped) or (isinstance(step, Star) and isinstance(event, Swapped))
    if not fits or event.seat != step.seat:
        name = state.agreed.facts.name(step.card if isinstance(step, Star) else step.trump)
        yield Breach("zo-19-carry-out-first", f"{name}: {state.seat_name(step.seat)}")


def _gone_on(state: Any, event: Any) -> Any:
    """Whoever takes the next turn has seen that a trump's further moves are not wanted."""
    step = state.step
    acts = isinstance(event, Moved | PlayedTrump | Reinforced)
    if not (isinstance(step, March) and step.made and acts) or event.seat == step.seat:
        return state
    return replace(state, todo=state.todo[:-1]).settled()


def after(state: Any, event: Any) -> Any:
    """What an event does, lawful or not; one that does nothing ends no turn."""
    before = state
    if state.over is not None and not event.ruling:
        return state
    if not event.any_time:
        state = _gone_on(state, event)
    state = state.begun(event)
    changed = event.after(state)
    if changed is state and not event.fights:
        return before
    if event.ruling:
        return changed.credible()
    told_again = event.fights and (changed is state or state.step is None or not state.step.fights)
    if event.plays and not told_again:
        changed = changed.credible().settled()
    return changed


def passed(state: Any) -> Any:
    """The turn passes. Where Zoons stand must be right by the end of the next one.

    Otherwise one that steps back and comes again would look as if it had never stepped back.
    """
    kept = (thing for thing in state.untidy if not thing.old)
    untidy = tuple(replace(thing, old=True) if thing.what in _PLACES else thing for thing in kept)
    board = state.board
    if any(piece is not None and piece.moved for piece in board):
        # No Zoon has moved in the next turn yet.
        board = tuple(
            piece and replace(piece, moved="") if piece and piece.moved else piece for piece in board
        )
    state = replace(state, turn=1 - state.turn, board=board, untidy=untidy)
    over = stuck(state)
    return state if over is None else replace(state, over=over)


def stuck(state: ZoonState) -> Over | None:
    """The end of the game when the seat to move can do nothing at all, whatever its unknown cards are."""
    if can_act(state, state.turn):
        return None
    parts = (("name", state.seat_name(state.turn)),)
    return Over((1 - state.turn,), marked("{name} cannot play"), "zo-05-cannot-play", parts)


def can_act(state: ZoonState, seat: Seat) -> bool:
    game, faces = state.agreed.game, state.all_faces(seat)
    for number, piece in state.zoons_of(seat):
        if next(game.grid_moves(state, number, piece, faces[number], seat), None) is not None:
            return True
    trumps, held = game.plays(state, seat, faces), reinforcements(state, seat)
    return next(trumps, None) is not None or next(held, None) is not None


def other_readings(state: ZoonState, event: Any, region: str) -> Iterator[Event]:
    """Other lawful events that could have been meant, those nearest to the booked one first."""

    def is_like(one: Event) -> bool:
        return one.turns_up or isinstance(one, Moved | PlayedTrump | Swapped | Reinforced)

    if is_like(event) and region in squares_of(event):
        yield from nearest(
            event, (other for other in lawful(state) if is_like(other) and region in squares_of(other))
        )
