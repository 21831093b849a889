"""Zombinion: a deck builder with private hands, seen or told.

The class is the game as the referee knows it: what it can do, and in which file each of it stands.
"""

from collections.abc import Collection, Iterator
from typing import Any

from companion.game import (
    About,
    Contest,
    Event,
    EventTemplate,
    Game,
    Measure,
    Option,
    RandomSource,
    Seat,
    Seen,
    Setup,
)
from companion.games.zombinion import positions, readings, rules, table, view, worlds
from companion.games.zombinion.cards import cards, fact_names
from companion.games.zombinion.events import EVENTS, Chose, Revealed, Shuffled, Starts
from companion.games.zombinion.state import OPTIONS, State, scores, start
from companion.games.zombinion.steps import CHOICES, WAITING
from companion.language import _, marked
from companion.sight import Look


class Zombinion(Game[State]):
    """Zombinion by Apparatus, after Donald X. Vaccarino's Dominion: decks that their players build."""

    id = "zombinion"
    name = "Zombinion"
    seats: tuple[int, ...] = (2, 3, 4)
    about = About(
        gist=marked("Build a deck against the zombies."),
        needs=marked("the cards, a mat, a hand of cards each"),
        minutes=(30, 60),
    )
    options: tuple[Option, ...] = OPTIONS
    events: tuple[type[Event], ...] = EVENTS

    turn = staticmethod(rules.turn)
    violations = staticmethod(rules.violations)
    sample = staticmethod(rules.sample)
    determinize = staticmethod(worlds.determinize)
    world_for = staticmethod(worlds.world_for)
    with_hand = staticmethod(worlds.with_hand)
    foresees = True
    is_sensible = staticmethod(worlds.is_sensible)
    step_truth = staticmethod(worlds.step_truth)
    belief_error = staticmethod(worlds.belief_error)
    refine = staticmethod(readings.refine)
    ambiguities = staticmethod(readings.ambiguities)
    hidden_alternatives = staticmethod(readings.hidden_alternatives)
    reveals = staticmethod(rules.reveals)
    public = staticmethod(worlds.public)
    public_state = staticmethod(worlds.public_state)
    look = staticmethod(table.look)
    chores = staticmethod(readings.chores)
    alternatives = staticmethod(rules.alternatives)
    overrides = staticmethod(rules.overrides)
    dump_position = staticmethod(positions.dump_position)
    load_position = staticmethod(positions.load_position)
    faults = staticmethod(positions.faults)
    beyond_box = staticmethod(positions.beyond_box)
    fact_names = staticmethod(fact_names)
    start = staticmethod(start)
    view = staticmethod(view.view)
    words = staticmethod(rules.words)
    worth = staticmethod(worlds.worth)
    table = staticmethod(table.table)

    def conserved(self, before: State, after: State) -> bool:
        return before.total == after.total

    def after(self, state: State, event: Any) -> State:
        """Untidy things are kept only where a table is looked at."""
        return rules.after(state, event) if state.agreed.known else readings.after_event(state, event)

    def whose_turn(self, state: State) -> Seat | None:
        return state.turn if state.phase != "lot" and state.over is None else None

    def layout(self, state: State) -> Look | None:
        return table.look(state) if state.phase == "lot" else None

    def measures(self, state: State) -> tuple[Measure, ...]:
        cards = tuple(len(player.owned()) for player in state.players)
        return (Measure(_("Points"), scores(state), decides=True), Measure(_("Cards in the deck"), cards))

    def tally(self, state: State) -> tuple[tuple[str, int], ...]:
        if state.over is not None or state.phase == "lot":
            return ()
        return ((_("Actions"), state.actions), (_("Targets"), state.targets), (_("Shots"), state.shots))

    def contest(self, state: State, event: Event) -> Contest | None:
        """The result of an Attack, to be shown large: warded off, or a card trashed."""
        return CHOICES[event.what].contest(state, event) if isinstance(event, Chose) else None

    def decided(self, _state: State, event: Event) -> Event:
        if isinstance(event, Shuffled):
            return Shuffled(event.seat)
        return Revealed(event.seat, "") if isinstance(event, Revealed) else event

    def fallen(self, state: State, decided: Event, rng: RandomSource) -> Event | None:
        """A random order of the discards, all equally likely."""
        return rules.sample(state, rng) if isinstance(decided, Shuffled) else None

    def untold(self, state: State, seat: Seat) -> tuple[int, tuple[str, ...]]:
        """How many cards of a seat's hand nobody has told, and all of its cards of unknown place."""
        return state.players[seat].hand.count(None), state.players[seat].unseen

    def is_settled(self, state: State) -> bool:
        return not state.todo

    def shapes(self, state: State) -> tuple[EventTemplate, ...]:
        """What is awaited in too many forms to list: the order of a shuffle, discards out of a large hand."""
        return () if state.step is None else WAITING[state.step.do].shapes(state, state.step)

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return rules.candidates(state) if seen is None else readings.candidates_seen(state, seen)

    def thing_names(self, setup: Setup) -> Collection[str]:
        return cards(setup.facts)

    def chance_event(self, _state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(int(values[0]))


GAME = Zombinion()
