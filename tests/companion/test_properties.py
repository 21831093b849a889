"""Whatever is seen or told, in whatever order: the referee never raises and never breaks its own rules."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Setup
from companion.journal import opened, standing
from companion.referee import Referee
from companion.sight import Scene, Sighting
from tests.toys.strip import GAME
from tests.toys.strip.rules import FACES, SQUARES, Slid, State, Tossed, TurnedUp

REGIONS = st.sampled_from([*SQUARES, "toss", None, "elsewhere"])
CHANCES = st.floats(0, 1)
LABELS = st.sampled_from([*FACES[0], *FACES[1], "stranger", None])
SIGHTINGS = st.one_of(
    st.builds(
        Sighting,
        st.just("card"),
        LABELS,
        REGIONS,
        CHANCES,
        st.lists(st.tuples(st.sampled_from(FACES[0]), CHANCES), max_size=2).map(tuple),
        st.sampled_from(["up", "down", None]),
        angle=st.one_of(st.none(), st.floats(0, 359)),
    ),
    st.builds(Sighting, st.just("penny"), st.sampled_from(["heads", "tails", None]), REGIONS, CHANCES),
)
SCENES = st.builds(
    Scene,
    st.lists(SIGHTINGS, max_size=9).map(tuple),
    st.floats(0, 10),
    st.booleans(),
    st.frozensets(st.sampled_from(SQUARES), max_size=2),
)
SEATS = st.integers(0, 1)
EVENTS = st.one_of(
    st.builds(Tossed, st.sampled_from(["heads", "tails"])),
    st.builds(Slid, SEATS, st.sampled_from(SQUARES), st.sampled_from(SQUARES)),
    st.builds(TurnedUp, SEATS, st.sampled_from(SQUARES), st.sampled_from([*FACES[0], *FACES[1]])),
)
SIGNALS = st.one_of(
    st.tuples(st.just("see"), SCENES),
    st.tuples(st.just("done"), SCENES),
    st.tuples(st.just("tell"), EVENTS),
    st.tuples(st.just("back"), st.frozensets(SEATS)),
    st.tuples(st.just("correct"), st.sampled_from(SQUARES)),
)


def signal(referee: Referee[State], kind: str, value: Any) -> None:
    match kind:
        case "see" | "done":
            referee.see(value, done=kind == "done")
        case "tell":
            referee.tell(value, "test")
        case "back":
            referee.take_back("test", value)
        case "correct":
            for reading in referee.readings(value)[:1]:
                referee.correct(reading, "test")


@given(st.lists(SIGNALS, max_size=25))
@settings(max_examples=150, deadline=None)
def test_the_record_always_holds_together(signals: list[tuple[str, Any]]) -> None:
    lines: list[str] = []
    referee = Referee(GAME, Setup(), lines.extend)
    for kind, value in signals:
        signal(referee, kind, value)
        assert opened(GAME, Setup(), referee.entries).state == referee.state
        assert len(lines) == 1 + len(referee.entries)
        assert len(referee.book.states) == 1 + len(standing(referee.entries))
    assert Referee(GAME, Setup(), lines.extend, tuple(lines)).state == referee.state
