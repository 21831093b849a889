"""What a game says of a position, aspect by aspect."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from companion.game import Chance, Event, Game, Over, PositionFault, Seen, Setup, SetupFault, legal
from companion.journal import read_event
from companion.lawful import is_sound
from companion.rulebook import NoSuchRule, rule
from tests import shown
from tests.approved.chance import Rng, one_of
from tests.approved.changed import changed
from tests.approved.plays import Play
from tests.approved.records import digest, said

Aspect = tuple[str, Any]
MOST_LISTED = 60
MOST_FOLLOWED = 5
CHANGED = 5


def of_position(play: Play, at: int) -> Iterator[Aspect]:
    """What is cheap to say of the position before entry `at`."""
    game, state = play.game, play.states[at]
    lawful = sorted(legal(game, state), key=said)
    yield "turn", game.turn(state)
    yield "legal", lawful
    yield "tries", list(game.candidates(state, None))[:MOST_LISTED]
    yield "words", [game.words(state, event) for event in lawful[:MOST_LISTED]]
    yield "public", [game.public(state, event) for event in lawful[:MOST_LISTED]]
    yield "reveals", [game.reveals(state, event) for event in lawful[:MOST_LISTED]]
    yield "view", [game.view(state, eyes) for eyes in (None, *range(play.setup.seats))]
    yield "look", game.look(state)
    yield "layout", game.layout(state)
    yield "chores", game.chores(state)
    yield "given", game.dump_position(state)
    yield "covered", game.dump_position(game.public_state(state))
    yield "faults", game.faults(state)
    yield "after", [given_after(game, state, event) for event in _some(lawful)]


def of_candidates(play: Play, at: int) -> Iterator[Aspect]:
    """What is said of events that do not belong to this position, most of them forbidden."""
    game, state = play.game, play.states[at]
    found = list(play.candidates(at))
    violations = [list(game.violations(state, event)) for event in found]
    yield "unlawful", list(zip(found, violations, strict=True))
    yield "rules", [_short(game.id, violation.rule) for each in violations for violation in each]
    yield "unlawful words", [(game.words(state, event), game.public(state, event)) for event in found]
    yield "unlawful reveals", [game.reveals(state, event) for event in found]
    yield "unlawful after", [given_after(game, state, event) for event in found]
    yield "unlawful faults", [_afterwards(game, state, event) for event in found]
    yield "sound", [is_sound(game, play.setup, state, game.after(state, event)) for event in found]


def of_regions(play: Play, at: int) -> Iterator[Aspect]:
    """What may be put right, region by region, and what a scene may have come of."""
    game, state = play.game, play.states[at]
    table, look = game.table(play.setup), game.look(state)
    names = sorted({*look.regions, *(region.name for region in table.regions)})
    if at:
        before, event = play.states[at - 1], play.entries[at - 1].event
        yield "rereadings", [list(game.alternatives(before, event, name)) for name in names]
    settings = [event for name in names[at % 3 :: 3] for event in game.overrides(state, name)]
    yield "settings", settings
    yield "set", [given_after(game, state, event) for event in _some(settings)]
    if at + 1 < len(play.states):
        after = game.look(play.states[at + 1])
        changed = frozenset(name for name in names if look.of(name) != after.of(name))
        seen = Seen(shown.scene(after).by_region(), changed, shown.scene(look).by_region())
        yield "tries of what is seen", list(game.candidates(state, seen))


def _says(game: Game[Any], name: str) -> bool:
    """Whether a game has an answer of its own."""
    return getattr(type(game), name) is not getattr(Game, name)


def of_extras(play: Play, at: int) -> Iterator[Aspect]:
    """What only some games say."""
    game: Any = play.game
    state, setup = play.states[at], play.setup
    rng, turn = Rng(play.name, at), game.turn(state)
    if isinstance(turn, Chance):
        value: int | str = {"dice": 3, "penny": "heads", "lot": 1}[turn.what]
        yield "thrown", game.chance_event(state, (value,) * len(turn.seats))
    if game.sample is not None and not isinstance(turn, Over):
        yield "sample", [game.sample(state, rng) for _ in range(4)]
    if _says(game, "shapes"):
        yield "shapes", game.shapes(state)
    if _says(game, "hidden_alternatives") and at < len(play.entries):
        yield "beneath", list(game.hidden_alternatives(state, (play.entries[at].event,)))
    if _says(game, "hidden_things"):
        yield "hidden things", list(game.hidden_things(state, shown.scene(game.look(state))))
    if game.determinize is not None:
        truth = game.determinize(state, rng)
        yield "dealt", game.dump_position(truth)
        yield (
            "untrue",
            [
                game.belief_error(truth, state),
                game.belief_error(game.determinize(state, Rng("other")), truth),
            ],
        )
    if _says(game, "refine") and at > 1:
        seen = Seen(shown.scene(game.look(state)).by_region(), frozenset())
        earlier = range(max(0, at - 4), at)
        yield "fuller", [game.refine(play.states[n], play.entries[n].event, state, seen) for n in earlier]
    if _says(game, "plain") and at < len(play.entries):
        yield "plain", game.plain(msgspec.to_builtins(play.entries[at].event))
    given = game.dump_position(state)
    yield "position", _position_or_fault(game, setup, given)
    salts = [f"{play.name} {at} {number}" for number in range(CHANGED)]
    yield "changed positions", [_position_or_fault(game, setup, changed(given, salt)) for salt in salts]
    events = [msgspec.to_builtins(one_of(play.events, salt)) for salt in salts]
    yield (
        "changed events",
        [_event_or_fault(game, changed(body, salt)) for body, salt in zip(events, salts, strict=True)],
    )
    yield "contests", [game.contest(state, event) for event in play.candidates(at)]


def of_cards_dealt(play: Play, steps: int) -> Iterator[Aspect]:
    """How a game goes on from its beginning where the game itself deals the cards that nobody knows."""
    game: Any = play.game
    if game.determinize is None:
        return
    rng, belief = Rng(play.name, "dealt"), play.states[0]
    truth = game.determinize(belief, rng)
    for _ in range(steps):
        if isinstance(game.turn(truth), Over):
            return
        truth, told = game.step_truth(truth, belief, rng)
        for event in told:
            belief = game.after(belief, event)
        yield "played on", (told, game.belief_error(truth, belief), digest(said(game.dump_position(belief))))


def _position_or_fault(game: Game[Any], setup: Setup, given: Any) -> Any:
    """What a position comes to, or why it cannot be."""
    try:
        state = game.load_position(setup, given)
    except (PositionFault, SetupFault) as fault:
        return str(fault)
    return (game.dump_position(state), game.faults(state))


def _event_or_fault(game: Game[Any], body: Any) -> Any:
    try:
        return read_event(game, body)
    except ValueError as fault:
        return str(fault)


def given_after(game: Game[Any], state: Any, event: Event) -> str:
    return digest(said(game.dump_position(game.after(state, event))))


def _afterwards(game: Game[Any], state: Any, event: Event) -> Any:
    after = game.after(state, event)
    return (game.faults(after), game.turn(after), game.chores(after))


def _short(game: str, rule_id: str) -> str:
    try:
        return rule(game, rule_id).short
    except NoSuchRule:
        return rule_id


def _some(events: list[Event]) -> list[Event]:
    step = max(1, len(events) // MOST_FOLLOWED)
    return events[::step][:MOST_FOLLOWED]


OFTEN: tuple[Callable[[Play, int], Iterator[Aspect]], ...] = (of_position, of_candidates)
SELDOM: tuple[Callable[[Play, int], Iterator[Aspect]], ...] = (of_regions, of_extras)
