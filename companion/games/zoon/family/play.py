"""What every game of the family can do, and what each of them does otherwise: every state carries its game along.

Whose turn it is, what may come now, what an event does. Rule kept: what falls off by itself falls off by what everybody
knows, so that it tells nothing hidden.
"""

from collections.abc import Callable, Iterator
from typing import Any, Generic

from msgspec.structs import replace

from companion.game import Breach, Chance, Event, Game, Measure, Seat, Seats, Seen, Setup, Turn
from companion.games.zoon.family import positions, table
from companion.games.zoon.family.deck import thing_names
from companion.games.zoon.family.events import Reinforced, Starts, layouts, reinforcements
from companion.games.zoon.family.moves import Effect, March, Moved, grid_moves
from companion.games.zoon.family.options import agreed
from companion.games.zoon.family.rulings import rulings_at
from companion.games.zoon.family.state import S, Stock
from companion.games.zoon.family.trumps import PlayedTrump, plays
from companion.language import _, marked
from companion.sight import Lying

LOT = ("lot", Starts, "s2-lot", marked("the game has begun"))
"""The last thing before play."""


def _gone_on(state: S, event: Any) -> S:
    """Whoever takes the next turn has seen that a trump's further moves are not wanted."""
    step = state.step
    if not isinstance(step, March) or not step.made or event.seat == step.seat:
        return state
    if not isinstance(event, Moved | PlayedTrump | Reinforced):
        return state
    return replace(state, todo=state.todo[:-1]).settled()


def _told_by_event(name: str) -> Any:
    """What each event tells of itself, on the state before it."""
    return lambda _game, state, event, *more: getattr(event, name)(state, *more)


class ZoonGame(Game[S], Generic[S]):
    """A game of the family. Its states, Zoons, steps and events are its own structs, which the family takes as any."""

    seats = (2,)
    faces = "companion.games.zoon.family"

    grid_moves = staticmethod(grid_moves)
    plays = staticmethod(plays)
    reinforcements = staticmethod(reinforcements)
    faults = staticmethod(positions.faults)
    dump_position = staticmethod(positions.dump_position)
    load_position = positions.load_position
    chores = staticmethod(table.chores)
    layout = staticmethod(table.layout)
    thing_names = staticmethod(thing_names)
    rulings = staticmethod(rulings_at)

    def start(self, setup: Setup) -> S:
        """Both armies in hand, nothing on the board. Raises SetupFault."""
        given = agreed(setup, self)
        begun: S = self.state(agreed=given, stock=Stock(hand=given.trumps, unseen=given.armies))
        return begun

    def candidates(self, state: S, seen: Seen | None) -> Iterator[Event]:
        if seen is None:
            return self.lawful(state)
        return iter(()) if state.over is not None or state.phase == "lot" else self.seen(state, seen)

    def turn(self, state: S) -> Turn:
        step = state.step
        if state.over is not None or state.phase == "lot":
            return state.over or Chance("lot", (0, 1), _("Draw lots: who begins?"))
        if state.phase != "play":
            return Seats(frozenset(seat for seat in (0, 1) if not state.ready[seat]))
        if step is not None and step.fights:
            due: Turn = step.turn(state)
            return due
        return Seats(frozenset({state.turn if step is None else step.seat}))

    def lawful(self, state: S) -> Iterator[Event]:
        """Every lawful event; of very many layouts a sample.

        What people may say at any time is not listed: that they surrender, agree to a draw, tidied something, or rule.
        """
        step = state.step
        if state.over is not None:
            return iter(())
        if state.phase == "deploy":
            return layouts(state)
        if state.phase == "lot":
            return iter((Starts(0), Starts(1)))
        if state.phase != "play":
            return self.opening(state)
        if step is None:
            return state.acts()
        return step.lawful(state) if isinstance(step, Effect) else self.due(state, step)

    def breaches(self, state: S, event: Any) -> Iterator[Breach]:
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
        is_early = False
        for phase, type_, rule, late in self.before:
            fits = type(event) is type_
            is_early = is_early or fits
            if (state.phase == phase) != fits:
                yield Breach(rule, "" if state.phase == phase else _(late))
        if state.phase == "play" and not is_early:
            yield from event.unasked(state) if state.step is None else state.step.early(state, event)
        yield from event.breaches(state)

    def after(self, state: S, event: Any) -> S:
        """What an event does, lawful or not; one that does nothing ends no turn."""
        before = state
        if state.over is not None and not event.ruling:
            return state
        if not event.any_time:
            state = _gone_on(state, event)
        state = state.begun(event)
        changed: S = event.after(state)
        if changed is state and not event.fights:
            return before
        if event.ruling:
            return changed.credible()
        told_again = event.fights and (changed is state or state.step is None or not state.step.fights)
        if event.plays and not told_again:
            changed = changed.credible().settled()
        return changed

    def public_state(self, state: S) -> S:
        return state.public()

    def whose_turn(self, state: S) -> Seat | None:
        return state.turn if state.phase == "play" and state.over is None else None

    def measures(self, state: S) -> tuple[Measure, ...]:
        """The Zoons of each seat that are not in the tomb: on the board, and those still to come."""
        standing = [piece.seat for piece in state.board if piece is not None]
        zoons = tuple(standing.count(seat) + len(state.stock.reinforcements[seat]) for seat in (0, 1))
        return (Measure(_("Zoons"), zoons),)

    def brings(self, state: S, seat: Seat) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return state.stock.unseen[seat], state.stock.hand[seat]

    words, public, reveals, contest, rereadings, decided = map(
        _told_by_event, ("said", "public", "reveals", "contest", "rereadings", "decided")
    )

    # What each game does otherwise.

    hidden: bool
    """Whether Zoons lie face down all the game, but while they fight."""
    falls: str
    """The rule by which the game ends when an Emblem is beaten."""
    before: tuple[tuple[str, type[Any], str, str], ...]
    """What happens in each phase before play, in its order, with its rule and the words once it is over."""

    # Its structs: a Zoon, what may be untidy, all steps that can be due, events that the family makes.
    state: type[Any]
    piece: type[Any]
    untidy: type[Any]
    step: Any
    deployed: type[Any]
    moved: type[Any]
    swapped: type[Any]
    played: type[Any]

    opening: Callable[..., Iterator[Any]]
    """The lawful events of a phase of its own before play."""
    due: Callable[..., Iterator[Any]]
    """The lawful events while a step of its own is due."""

    ruled: Callable[..., Iterator[Any]]
    """What the people may say that a square holds, likeliest first, possible or not."""
    seen: Callable[..., Iterator[Any]]
    """The events that a look at the table may tell of."""
    lying: Callable[..., Lying]
    """A Zoon with what lies on it."""
    untidy_looks: Callable[..., list[Lying]]
    """How a square looks while just these things are not done, where that Zoon belongs."""
    fields: tuple[str, ...]
    """All fields of a position, in the order in which they are written."""
    card: type[Any]
    """A card on a square of a position."""
    read_card: Callable[..., Any]
    """A Zoon from its card, the trumps on it, its field's name and the trumps that become Zoons."""
    read_more: Callable[..., Any]
    """A state with what its own fields say, and the position as it is to be read on."""
