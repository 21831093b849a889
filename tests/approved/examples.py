"""What a game says at each moment of the examples of its rules.md: of what hardly ever happens in a random game."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.game import Event, Game, legal
from companion.judge import Known, judge
from companion.rulebook import rules
from tests import shown
from tests.approved.chance import below
from tests.approved.disturbed import disturbed
from tests.approved.plays import alike
from tests.approved.records import said
from tests.approved.said_by_games import Aspect, given_after
from tests.approved.said_by_referee import told
from tests.written import Run, each_moment


def of_game(game: Game[Any]) -> Iterator[tuple[str, Sequence[str]]]:
    """The examples of a game by rule, and what is said in each; equal ones stand under the first rule alone."""
    seen: set[tuple[str, ...]] = set()
    for rule in rules(game.id):
        for number, lines in enumerate(rule.examples):
            if lines not in seen:
                seen.add(lines)
                case = f"{rule.id} {number}"
                aspects = _of_example(game, lines, f"{game.id} {case}")
                yield case, [f"{aspect}: {said(value)}" for aspect, value in aspects]


def _of_example(game: Game[Any], lines: tuple[str, ...], salt: str) -> Iterator[Aspect]:
    begun: Run | None = None
    for at, event in each_moment(game, lines):
        begun = begun or at
        if event is not None:
            yield "event", _of_event(at, event)
            if _sits(event, at.setup.seats):
                yield "seen", list(_of_scenes(at, event, f"{salt} {event}"))
        else:
            yield from _of_moment(at)
    if begun is not None:
        yield "begun", [begun.game.view(begun.state, eyes) for eyes in (None, 0)]


def _sits(event: Event, seats: int) -> bool:
    """Whether an event is nobody's, or that of a seat that there is."""
    return "seat" not in event.__struct_fields__ or event.seat in range(seats)


def _of_event(at: Run, event: Event) -> Any:
    """What is said of an event and of some that are nearly the same; of a seat that is not there only the violation."""
    game, state = at.game, at.state
    events = [event, *alike(game, event, str(event))]
    there = [each for each in events if _sits(each, at.setup.seats)]
    violations = [(each, list(game.violations(state, each))) for each in events]
    return (violations, [_of_one(at, each) for each in there])


def _of_one(at: Run, event: Event) -> Any:
    game, state = at.game, at.state
    return (
        game.words(state, event),
        game.public(state, event),
        game.reveals(state, event),
        game.contest(state, event),
        given_after(game, state, event),
        game.faults(game.after(state, event)),
    )


def _of_scenes(at: Run, event: Event, salt: str) -> Iterator[Any]:
    """The referee's word on the table just after an event, where it is lawful also tidied, or something otherwise."""
    game, state = at.game, at.state
    after = game.after(state, event)
    fresh, tidy = shown.happened(game, state, after), shown.scene(game.look(after))
    yield told(judge(game, state, fresh))
    if game.violation(state, event) is not None:
        return
    if tidy != fresh:
        yield told(judge(game, state, tidy, done=True))
    scene = disturbed(fresh, game.table(at.setup), below(99, salt, "how"), salt)
    known = Known(before=shown.scene(game.look(state)))
    yield told(judge(game, state, scene, known, done=below(2, salt) == 0))


def _of_moment(at: Run) -> Iterator[Aspect]:
    game, state = at.game, at.state
    lawful = sorted(legal(game, state), key=said)[:40]
    yield "legal", lawful
    yield "words", [(game.words(state, each), game.public(state, each)) for each in lawful]
    yield "views", [game.view(state, eyes) for eyes in (None, *range(at.setup.seats))]
    yield "table", (game.turn(state), game.look(state), game.layout(state), game.chores(state))
    yield (
        "given",
        (game.dump_position(state), game.dump_position(game.public_state(state)), game.faults(state)),
    )
    places = sorted(game.look(state).regions)[:4]
    yield "settings", [list(game.overrides(state, place)) for place in places]
