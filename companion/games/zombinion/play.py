"""The game as the referee knows it: what it can do, and in which file each of it stands."""

from collections.abc import Collection, Iterator
from typing import Any

from companion.game import About, Event, Game, Option, Seen, Setup
from companion.games.zombinion import chores, positions, readings, rules, table, view, worlds, worth
from companion.games.zombinion.cards import cards, fact_names
from companion.games.zombinion.events import EVENTS, Starts
from companion.games.zombinion.state import OPTIONS, State, start
from companion.language import marked


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
    breaches = staticmethod(rules.breaches)
    sample = staticmethod(rules.sample)
    determinize = staticmethod(worlds.determinize)
    decided = staticmethod(worlds.decided)
    fallen = staticmethod(worlds.fallen)
    world_for = staticmethod(worlds.world_for)
    untold = staticmethod(worlds.untold)
    with_hand = staticmethod(worlds.with_hand)
    foresees = True
    is_settled = staticmethod(worth.is_settled)
    is_sensible = staticmethod(worth.is_sensible)
    step_truth = staticmethod(worlds.step_truth)
    belief_error = staticmethod(worlds.belief_error)
    refine = staticmethod(readings.refine)
    ambiguities = staticmethod(readings.ambiguities)
    hidden_alternatives = staticmethod(readings.hidden_alternatives)
    shapes = staticmethod(rules.shapes)
    reveals = staticmethod(rules.reveals)
    whose_turn = staticmethod(worth.whose_turn)
    measures = staticmethod(worth.measures)
    public = staticmethod(worlds.public)
    public_state = staticmethod(worlds.public_state)
    contest = staticmethod(worth.contest)
    tally = staticmethod(view.tally)
    look = staticmethod(table.look)
    layout = staticmethod(table.layout)
    chores = staticmethod(chores.chores)
    rereadings = staticmethod(rules.rereadings)
    rulings = staticmethod(rules.rulings)
    dump_position = staticmethod(positions.dump_position)
    load_position = staticmethod(positions.load_position)
    faults = staticmethod(positions.faults)
    beyond_box = staticmethod(positions.beyond_box)
    fact_names = staticmethod(fact_names)
    start = staticmethod(start)
    view = staticmethod(view.view)
    words = staticmethod(rules.words)
    worth = staticmethod(worth.worth)
    table = staticmethod(table.table)

    def conserved(self, before: State, after: State) -> bool:
        return before.total == after.total

    def after(self, state: State, event: Any) -> State:
        """What people may leave untidy is kept only where a table is looked at."""
        return rules.after(state, event) if state.agreed.known else chores.after_event(state, event)

    def candidates(self, state: State, seen: Seen | None) -> Iterator[Event]:
        return rules.candidates(state) if seen is None else readings.candidates_seen(state, seen)

    def thing_names(self, setup: Setup) -> Collection[str]:
        return cards(setup.facts)

    def chance_event(self, _state: State, values: tuple[int | str, ...]) -> Event:
        return Starts(int(values[0]))
