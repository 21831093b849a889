"""Random play in which people allow what the rules forbid, rule after rule: nothing may be lost, nothing may jam.

Every allowed event names all the rules that it broke, and the cards that it names lie where it says; after every event
the state can be shown, written down and played on. As a figure: `python -m tests.waivers --games 1000 --seed 1`.
"""

import json
import random
from collections import Counter
from typing import Any

import msgspec

from companion.game import Chance, Event, Game, Over, Setup
from companion.lawful import drawn
from companion.referee import Referee
from companion.weigh import Refuse
from tests.walks import by_game

EVENTS = 60
ODD = 3
"""One event of so many is told against the rules."""


def play(game: Game[Any], setup: Setup, seed: int, events: int = EVENTS) -> Counter[str]:
    """One game with its share of forbidden events. Gives how many were allowed, and how many could not be."""
    rng = random.Random(seed)
    referee = Referee(game, setup, lambda _: None)
    told: list[Event] = []
    names = sorted(game.thing_names(setup)) if game.thing_names is not None else []
    counts: Counter[str] = Counter()
    for _ in range(events):
        if isinstance(game.turn(referee.state), Over):
            break
        event = drawn(game, referee.state, rng.randrange)
        assert event is not None, f"no way on from {game.dump_position(referee.state)}"
        told.append(event)
        if rng.randrange(ODD) == 0:
            counts[_allow(referee, _odd(game, referee.state, told, names, rng))] += 1
            check(game, setup, referee.state)
        if game.violation(referee.state, event) is None:
            referee.tell(event, "test")
            check(game, setup, referee.state)
            counts["lawful"] += 1
    return counts


def _odd(game: Game[Any], state: Any, told: list[Event], names: list[str], rng: random.Random) -> Event:
    """An event of another moment, one put together from two of a kind, or one that names any card at all."""
    event = rng.choice(told)
    if rng.randrange(2):
        found = [other for _, other in zip(range(200), game.candidates(state, None), strict=False)]
        event = rng.choice([event, *found])
    others = [other for other in told if type(other) is type(event)]
    for name in event.__struct_fields__:
        if rng.randrange(3) == 0:
            event = msgspec.structs.replace(event, **{name: getattr(rng.choice([event, *others]), name)})
        if names and name in ("card", "met") and rng.randrange(3) == 0:
            event = msgspec.structs.replace(event, **{name: rng.choice(names)})
    return event


def _allow(referee: Referee[Any], event: Event) -> str:
    """Tells an event and allows each rule that it is refused for, as people at the table do."""
    game, before = referee.game, referee.state
    aside: list[str] = []
    while True:
        verdict = referee.tell(event, "test", waive=aside).verdict
        if not isinstance(verdict, Refuse):
            break
        assert referee.state is before, f"{event}: refused, and yet something happened"
        rule = verdict.violation.rule
        assert rule not in aside, f"{event}: refused for {rule}, which was allowed"
        if rule == "bookkeeping":
            return "cannot be"
        aside.append(rule)
    if referee.state is before:
        return "same"
    broken = {violation.rule for violation in game.violations(before, event)}
    assert set(referee.entries[-1].waived) == broken == set(aside), f"{event}: {aside}"
    assert not (wrong := untrue(referee.state, event)), f"{event}: {wrong}"
    return "allowed" if aside else "lawful"


NAMED = {
    "Ruled": ("card", "at"),
    "Reinforced": ("card", "at"),
    "Moved": ("card", "to"),
    "Swapped": ("card", "start"),
}
"""By kind of event the field that names a card of Zoon, and the one that says where it then lies."""


def untrue(state: Any, event: Any) -> list[str]:
    """The cards that an event of Zoon names, but that the state after it has not where they were said to lie."""
    kind = type(event).__name__
    name, where = NAMED.get(kind, ("", ""))
    said = [(getattr(event, name, None), getattr(event, where, ""))]
    if kind in ("Moved", "PlayedTrump"):
        said.append((getattr(event, "met", None), event.at if kind == "PlayedTrump" else event.to))
    if kind == "Deployed":
        said += [(card, square) for square, card in (getattr(event, "cards", None) or {}).items()]
    wrong = [f"{card} on {at}" for card, at in said if card and card not in lying_on(state, at)]
    cards = event.cards if kind == "FrontsUp" else (event.card,) if kind == "TurnedUp" else ()
    if any(cards):
        # What was turned up may have fought by then, and lie anywhere; or only its name was put right.
        known = {card for seat in (0, 1) for card in (*state.zoons_known(seat), *state.trumps_known(seat))}
        known |= {thing.piece.card for thing in state.untidy if thing.piece is not None}
        wrong += [card for card in cards if card and card not in known]
    return wrong


def lying_on(state: Any, square: str) -> list[str]:
    """The cards known to lie on a square: a Zoon, and one that attacks it."""
    over = [step.piece for step in state.todo if hasattr(step, "piece") and step.at == square]
    return [piece.card for piece in (state.at(square), *over) if piece is not None]


def check(game: Game[Any], setup: Setup, state: Any) -> None:
    """Whether a state is whole: nothing lost or doubled, and it can be shown, written down and played on."""
    assert game.faults(state) == (), game.faults(state)
    given = json.loads(json.dumps(game.dump_position(state)))
    assert game.load_position(setup, given) == state
    turn = game.turn(state)
    for eyes in (None, *range(setup.seats)):
        game.view(state, eyes)
    game.look(state), game.chores(state), game.layout(state)
    if not isinstance(turn, Over):
        assert drawn(game, state, lambda _: 0) is not None or isinstance(turn, Chance)


def main() -> None:
    by_game(str(__doc__), ("--games", 1000, "games of each kind"), play)


if __name__ == "__main__":
    main()
