"""What every game must keep, whichever folder it lies in."""

import json
from dataclasses import is_dataclass
from typing import Any

import msgspec
import pytest

from companion import journal
from companion.game import Event, Game, Over, Seats, Setup, SetupFault, checked, legal
from companion.games import all_games
from companion.journal import opened
from companion.judge import judge
from companion.referee import Referee
from companion.weigh import Accept, Ask, Same
from tests import shown
from tests.toys import stall, strip
from tests.walks import option_sets, walk

GAMES = {**all_games(), strip.GAME.id: strip.GAME, stall.GAME.id: stall.GAME}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
each_setup = pytest.mark.parametrize(
    ("game", "setup"),
    [
        pytest.param(game, setup, id=f"{game.id}-{n}")
        for game in GAMES.values()
        for n, setup in enumerate(option_sets(game))
    ],
)


def default(game: Game[Any]) -> Setup:
    return checked(game, Setup(game.seats[0]))


def leads(game: Game[Any], state: Any, events: tuple[Event, ...]) -> Any:
    """The state that these events lead to."""
    for event in events:
        state = game.after(state, event)
    return state


@each_setup
def test_play_keeps_every_invariant_and_can_always_go_on(game: Game[Any], setup: Setup) -> None:
    for seed in range(2):
        for _, event, after in walk(game, setup, seed, 80):
            assert game.faults(after) == (), f"after {event}"


@each_game
@pytest.mark.parametrize("seed", range(6))
def test_a_record_read_back_gives_the_same_state(game: Game[Any], seed: int) -> None:
    setup = default(game)
    lines = [journal.header(game, setup)]
    state = game.start(setup)
    for number, (_, event, after) in enumerate(walk(game, setup, seed)):
        lines.append(journal.Entry(number, "test", event).line())
        state = after
    record = journal.read_record(lines, GAMES)
    assert record.setup == setup
    assert opened(game, setup, record.entries).state == state


FEWEST_HELD = 4
"""Of the shortest walk, that of a toy, so many events can be seen."""


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_what_a_fair_event_shows_is_accepted_or_asked_about(game: Game[Any], seed: int) -> None:
    setup, held = default(game), 0
    for before, event, after in walk(game, setup, seed):
        if event.told or game.look(after) == game.look(before):
            continue
        if game.layout(before) is not None and game.layout(before) == game.layout(after):
            continue
        scene = shown.scene(game.look(after))
        if game.reveals(before, event):
            scene = shown.happened(game, before, after)
        verdict = judge(game, before, scene).verdict
        if verdict == Same() and game.chores(before):
            verdict = judge(game, before, scene, done=True).verdict
        if verdict == Same() and game.look(before).fits(scene):
            # A card laid onto one that nobody has read yet: the table looks as it may have looked before.
            continue
        held += 1
        if isinstance(verdict, Accept):
            told = event in verdict.events or leads(game, before, verdict.events) == after
            assert told, f"{event} was taken for {verdict}"
        else:
            assert isinstance(verdict, Ask), f"{event} gave {verdict}"
            told = any(event in option or leads(game, before, option) == after for option in verdict.options)
            assert told, f"{event} not in {verdict}"
    assert held >= FEWEST_HELD


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_a_table_that_shows_the_state_is_the_same(game: Game[Any], seed: int) -> None:
    for _, event, after in walk(game, default(game), seed):
        judged = judge(game, after, shown.scene(game.look(after)))
        assert judged.verdict == Same(), f"after {event}: {judged}"
        assert game.look(after).fits(shown.scene(game.look(after)))


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_a_state_as_json_is_the_same_state(game: Game[Any], seed: int) -> None:
    setup = default(game)
    for _, event, after in walk(game, setup, seed):
        given = json.loads(json.dumps(game.dump_position(after)))
        assert game.load_position(setup, given) == after, f"after {event}"


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_events_read_back_from_text_are_equal(game: Game[Any], seed: int) -> None:
    for _, event, _ in walk(game, default(game), seed):
        body = json.loads(msgspec.json.encode(event))
        assert body["kind"] == type(event).__name__
        assert journal.read_event(game, body) == event


@each_game
def test_no_field_of_an_event_is_named_like_one_of_an_entry(game: Game[Any]) -> None:
    for kind in game.events:
        names = {field.encode_name for field in msgspec.structs.fields(kind)}
        assert names & {"v", "seq", "by", "waived", "corrects", "kind"} == set(), kind


@each_game
def test_states_and_events_cannot_be_changed(game: Game[Any]) -> None:
    for state, event, _ in walk(game, default(game), 0, 12):
        assert hash(event) is not None
        assert hash(state) is not None
        name = next(iter(state.__struct_fields__ if not is_dataclass(state) else state.__dataclass_fields__))
        with pytest.raises(AttributeError):
            setattr(state, name, None)


@each_game
def test_no_kind_of_event_can_be_changed(game: Game[Any]) -> None:
    assert [kind for kind in game.events if not kind.__struct_config__.frozen] == []


@each_game
def test_legal_events_are_lawful_distinct_and_of_the_seats_to_act(game: Game[Any]) -> None:
    for state, _, _ in walk(game, default(game), 1, 30):
        events = legal(game, state)
        assert len(events) == len(set(events))
        turn = game.turn(state)
        if isinstance(turn, Seats):
            seats = {event.seat for event in events if event.seat is not None}
            assert seats <= turn.seats


@each_game
def test_nothing_is_lawful_when_it_is_over(game: Game[Any]) -> None:
    for seed in range(3):
        for _, _, after in walk(game, default(game), seed, 600):
            if isinstance(game.turn(after), Over):
                assert legal(game, after) == []


@each_game
def test_physics_works_for_what_the_law_forbids(game: Game[Any]) -> None:
    """Any event of one state can be laid on any other: a referee must say what it would show."""
    states: list[Any] = []
    events: list[Event] = []
    forbidden = 0
    for before, event, _ in walk(game, default(game), 2, 24):
        states.append(before)
        events.append(event)
    for state in states[::4]:
        for event in events[::3]:
            if game.violation(state, event) is not None:
                shown.scene(game.look(game.after(state, event)))
                assert game.words(state, event)
                forbidden += 1
    assert forbidden > 0


@each_game
@pytest.mark.parametrize("seed", range(2))
def test_every_state_has_words_for_every_pair_of_eyes(game: Game[Any], seed: int) -> None:
    setup = default(game)
    for before, event, after in walk(game, setup, seed, 40):
        assert game.words(before, event)
        for eyes in (None, *range(setup.seats)):
            view = game.view(after, eyes)
            assert view.headline
            assert all(isinstance(said, str) for said in view.about.values())


@each_game
@pytest.mark.parametrize("seed", range(2))
def test_a_referee_resumes_where_the_record_ends(game: Game[Any], seed: int) -> None:
    lines: list[str] = []
    referee = Referee(game, default(game), lines.extend)
    for _, event, after in walk(game, default(game), seed, 40):
        referee.tell(event, "test")
        assert referee.state == after
    assert Referee(game, default(game), lines.extend, tuple(lines)).state == referee.state
    for _ in range(3):
        referee.take_back("test", frozenset(range(referee.setup.seats)))
    assert Referee(game, default(game), lines.extend, tuple(lines)).state == referee.state


@each_game
def test_a_setup_that_cannot_be_says_what_it_wants(game: Game[Any]) -> None:
    with pytest.raises(SetupFault, match="seats: expected"):
        checked(game, Setup(99))
    with pytest.raises(SetupFault, match="options: expected one of"):
        checked(game, Setup(game.seats[0], (("no-such-option", 1),)))
    for option in game.options:
        if option.choices:
            with pytest.raises(SetupFault, match=option.name):
                checked(game, Setup(game.seats[0], ((option.name, "no such value"),)))
