"""What demos do to a simulated table: what happens next, how the table looks then, and the hands that lay it so."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from companion.game import Event, Game, Over, Seats, legal
from companion.kits.events import DrawAgreed
from companion.lawful import drawn
from companion.referee import Reply
from companion.sight import Look, Lying, Scene, Thing
from companion.weigh import Ask
from ui.faces.face import face_of
from ui.secrecy import shown_cards
from vision.decks.deck import Deck
from vision.painted.laying import tabletop_from_look
from vision.painted.simulated import SimulatedTable, by_hand
from vision.painted.tabletop import TableTop, heights

CIRCLES = 120
"""After this many events without a change on the table a game goes in circles, and a draw is agreed on.

The last Zoons may have walked past each other, and few of them walk backward: then nobody can ever win.
"""


class DemoFault(Exception):
    """What was laid on the simulated table was not understood as it was meant; one line."""


class Misread(DemoFault):
    """What was laid behind a screen was read otherwise than it lies."""


@dataclass(slots=True)
class Dealt:
    """The cards as they really lie, where some are covered: somebody deals them, and plays on with what lies there.

    The game says what happens in truth, and what the table hears and sees of it; that is `waiting` to be told.
    """

    game: Game[Any]
    chance: Random
    truth: Any = None
    waiting: list[Event] = field(default_factory=list)

    def next(self, state: Any) -> Event:
        """What happens next, as the table has it. Raises DemoFault for a state that is not as the cards really lie."""
        assert self.game.determinize is not None
        assert self.game.step_truth is not None
        if self.truth is None:
            self.truth = self.game.determinize(state, self.chance.randrange)
        while not self.waiting:
            wrong = self.game.belief_error(self.truth, state)
            if wrong:
                raise DemoFault(f"the referee knows what is not so: {wrong}")
            self.truth, events = self.game.step_truth(self.truth, state, self.chance.randrange)
            self.waiting = list(events)
        return self.waiting.pop(0)


@dataclass(slots=True)
class Hands:
    """Whoever lays the simulated table: a little aside, a little askew, and always with a hand that comes and goes."""

    table: SimulatedTable
    decks: Sequence[Deck]
    chance: Random
    _rng: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.chance.randrange(2**32))

    def steps(self, look: Look, seat: int) -> list[TableTop]:
        """Table tops on the way to a look, the hand withdrawn in the last; none where nothing has to move.

        Pieces are carried one by one, all else is laid in one go.
        """
        before, table = self.table.tabletop, self.table.table
        after = tabletop_from_look(look, table, self._rng, self.decks, before)
        if after.things == before.things:
            return []
        found: list[TableTop] = []
        for thing in after.things:
            if thing.kind != "pawn":
                continue
            # One piece more where it goes, the lowest first.
            lying = ((n, one) for n, one in enumerate(before.things) if one.kind == "pawn")
            old = next((n for n, one in lying if one.label == thing.label), None)
            if old is not None and before.things[old] != thing:
                one = before.removed(old).added(thing)
                found += by_hand(before, one, table, seat, 1)
                before = one
        # What lies on each, and how high.
        ends = [Counter(zip(top.things, heights(top.things), strict=True)) for top in (before, after)]
        return (
            [*found[:-1], after]
            if found and ends[0] == ends[1]
            else [*found, *by_hand(before, after, table, seat, 1)]
        )


def choose_next(game: Game[Any], state: Any, chance: Random, cards: Dealt | None = None) -> tuple[Event, ...]:
    """What happens next: one event, or while the table is laid out one of every seat. Raises DemoFault.

    `cards`: as they really lie, in a game where some are covered.
    """
    if cards is not None:
        return (cards.next(state),)
    if game.sample is not None:
        found = [drawn(game, state, chance.randrange) for _n in range(6)]
        for event in found:
            # A card that would lie uppermost is not left open: on a table some face lies there.
            is_told = event is not None and (event.cards or ())[-1:] != (None,)
            if event is not None and is_told and (not event.ends_turn or event.top is not None):
                return (event,)
        if found[0] is None:
            raise DemoFault("nobody can do anything, and the game is not over")
        return (found[0],)
    events: list[Event] = []
    turn = game.turn(state)
    together = len(turn.seats) if isinstance(turn, Seats) and game.layout(state) is not None else 1
    while len(events) < together:
        acted = {event.seat for event in events}
        options = [event for event in legal(game, state) if event.seat not in acted or not acted]
        if not options:
            raise DemoFault("nobody can do anything, and the game is not over")
        events.append(chance.choice(options))
        if shown_cards(events[-1]):
            # An army that is shown is turned down before the next one is laid.
            break
        state = game.after(state, events[-1])
    return tuple(events)


def after_all(game: Game[Any], state: Any, events: Sequence[Event]) -> Any:
    for event in events:
        state = game.after(state, event)
    return state


def as_laid(game: Game[Any], state: Any, events: Sequence[Event]) -> Look:
    """How the table looks just when these events have happened: nothing is tidied that their reveal asks to tidy.

    An army that is shown lies face up, and a card turned up lies as it is said to have lain.
    """
    before = after_all(game, state, events[:-1])
    event, after = events[-1], after_all(game, state, events)
    old, new = game.look(before), game.look(after)
    regions: dict[str, Lying] = dict(new.regions)
    if game.determinize is not None:
        # A card that is shown and taken back, or turned up and put elsewhere, lies there for a moment: it is more
        # than lay there before or lies after.
        already = {(chore.region, lying) for chore in game.chores(before) for lying in chore.before}
        for chore in () if isinstance(game.turn(after), Over) else game.chores(after):
            most = max(len(old.of(chore.region)), len(new.of(chore.region)))
            fresh = [lying for lying in chore.before if (chore.region, lying) not in already]
            longer = [lying for lying in fresh if len(lying) > most]
            if longer:
                regions[chore.region] = longer[0]
        return Look(regions)
    seat = event.seat or 0
    for cell, label in shown_cards(event).items():
        regions[cell] = tuple(Thing("card", label, "up", thing.deck, seat) for thing in regions[cell])
    if event.turned is not None:
        due = game.chores(before)
        for chore in game.chores(after):
            if chore not in due:
                regions[chore.region] = chore.before[0]
        lies = 1 - seat if event.turned else seat
        at = event.at or ""
        regions[at] = tuple(
            replace(thing, seat=lies) if thing.face == "up" and thing.label == event.card else thing
            for thing in regions.get(at, ())
        )
    return Look(regions)


Screened = tuple[Look, Callable[[Scene], Event]]
"""What is to lie behind a screen, and what gives the event told of it as the camera reads it, or raises Misread."""


@dataclass
class Deeds:
    """What happens next in a game on a simulated table, and how it is done there; games may do it in their own way."""

    game: Game[Any]
    hands: Hands
    chance: Random
    cards: Dealt | None = field(init=False)
    _lying: Counter[Thing] = field(init=False, default_factory=Counter)
    _since: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.cards = None if self.game.determinize is None else Dealt(self.game, self.chance)

    def following(self, state: Any) -> tuple[Event, ...]:
        """What somebody does next, picked at random; a draw in the end where it goes in circles. Raises DemoFault."""
        draws = [kind() for kind in self.game.events if issubclass(kind, DrawAgreed)]
        if draws:
            # For how long nothing has come to the table, left it or been turned over.
            lying = Counter(thing for things in self.game.look(state).regions.values() for thing in things)
            self._since = self._since + 1 if lying == self._lying else 0
            self._lying = lying
            if self._since >= CIRCLES and self.game.breach(state, draws[0]) is None:
                return (draws[0],)
        return choose_next(self.game, state, self.chance, self.cards)

    def is_shown(self, state: Any, events: Sequence[Event]) -> bool:
        told = any(event.told for event in events)
        return not told and as_laid(self.game, state, events) != Look(self.game.look(state).regions)

    def steps(self, state: Any, events: tuple[Event, ...]) -> list[TableTop]:
        return self.hands.steps(as_laid(self.game, state, events), events[-1].seat or 0)

    def meant(self, _state: Any, reply: Reply, events: tuple[Event, ...]) -> tuple[Event, ...] | None:
        """The option of a question that was meant; None where nothing is asked or nothing of it was."""
        if not isinstance(reply.verdict, Ask):
            return None
        options = reply.verdict.options
        if events in options:
            return events
        # What was not said may have been seen besides: the face that lies uppermost at the end of a turn.
        same = [option for option in options if [*map(type, option)] == [*map(type, events)]]
        return same[0] if len(same) == 1 and events[-1].ends_turn else None

    def is_wrong(self, _state: Any, _events: tuple[Event, ...], _booked: Any) -> bool:
        """Whether a state that was booked for these events is known not to be what they led to."""
        return False

    def screened(self, _state: Any) -> Screened | None:
        """What is to lie behind a screen now, where nothing is judged; None while the table lies open."""
        return None

    def is_said_at_panel(self, _event: Event) -> bool:
        """Whether people press a button of the box to say this."""
        return False

    def moves_unseen(self, _event: Event) -> bool:
        """Whether this leaves things where the book has them, those too that the camera does not see."""
        return False

    def tell_eye(self, eye: Any, state: Any) -> None:
        """Lets the eye know what people said that no picture shows."""


def deeds_of(game: Game[Any], hands: Hands, chance: Random) -> Deeds:
    """The deeds of a game's demo: its own, or those of every game."""
    own: Deeds | None = face_of(game).deeds(hands, chance)
    return own or Deeds(game, hands, chance)
