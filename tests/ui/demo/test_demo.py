"""The demo player: whole games laid on the simulated table and understood by the referee, with and without a window."""

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.game import Over
from companion.referee import Referee
from companion.sight import Scene, Sighting
from tests.ui.eyes import PerfectEye, light, mat
from ui.box.eyes import load_decks, own_decks
from ui.box.opening import sources
from ui.box.session import Chances, Session
from ui.cli import run_command
from ui.demo.playing import CIRCLES, Clock, Demo, DemoFault, Hands, Player
from ui.pages.agreement import SIMULATED, Agreement
from ui.present.touches import Start
from ui.records.beginning import game_and_setup
from vision.painted.simulated import SimulatedTable


class NoPainter:
    """Stands in for the painter: nobody looks at the picture here."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def paint(self, tabletop: Any, shot: int) -> Any:
        return None


class Stage:
    """A game, its simulated table and an eye without fault."""

    def __init__(self, seed: int, game: str = "zoon_alternate", *options: str) -> None:
        self.game, self.setup = game_and_setup(game, None, options)
        self.clock = Clock()
        self.table = SimulatedTable(NoPainter(self.game.table(self.setup)), self.clock)  # type: ignore[arg-type]
        self.decks = load_decks(own_decks(self.game, self.setup))
        self.eye = PerfectEye(self.table)
        self.referee: Referee[Any] = Referee(self.game, self.setup, lambda line: None)
        chance = Random(seed)
        self.demo = Demo(self.referee, Hands(self.table, self.decks, chance), self.eye, self.clock, chance)


@pytest.mark.parametrize("seed", [1, 7])
def test_a_whole_game_is_seen_and_only_what_cannot_be_seen_is_told(seed: int) -> None:
    stage = Stage(seed)
    lines = list(stage.demo.play())
    assert isinstance(stage.referee.now().turn, Over)
    assert len(lines) == len(stage.referee.entries) > 10
    by = {entry.by for entry in stage.referee.entries}
    assert by <= {"camera", "panel", "touch"}
    seen = [entry for entry in stage.referee.entries if entry.by == "camera"]
    assert len(seen) > len(stage.referee.entries) * 0.6
    assert all(entry.event.told for entry in stage.referee.entries if entry.by == "panel")
    assert stage.eye.looks == stage.demo.pictures > len(lines)


@pytest.mark.parametrize("knowing", ["shown", "trusted"])
@pytest.mark.parametrize("seed", [2, 3])
def test_a_whole_game_of_hidden_armies_is_seen_and_only_touches_are_told(seed: int, knowing: str) -> None:
    stage = Stage(seed, "zoondo", f"knowing={knowing}")
    lines = list(stage.demo.play())
    assert isinstance(stage.referee.now().turn, Over)
    assert len(lines) == len(stage.referee.entries) > 10
    told = {type(entry.event).__name__ for entry in stage.referee.entries if entry.by != "camera"}
    assert told <= {"Starts", "Touched", "Stopped", "Swapped", "PlayedTrump", "Reinforced"}
    shown = [
        e.event for e in stage.referee.entries if type(e.event).__name__ == "Deployed" and e.by == "camera"
    ]
    assert len(shown) == 2 and all(bool(event.cards) == (knowing == "shown") for event in shown)  # type: ignore[attr-defined]


def test_a_row_of_cards_swept_at_the_end_of_a_turn_is_no_hand() -> None:
    """Painted, and from the turn before on seen by the real eye: the row went as alike as under a lamp's band."""
    played, setup = game_and_setup("zombinion", None, [])
    shown = Demo.at_simulated_table(played, setup, 1)
    table, eye = shown.hands.table, shown.eye
    painter, table._painter = table._painter, NoPainter(table.table)  # type: ignore[assignment]
    shown.eye = PerfectEye(table)  # type: ignore[assignment]
    assert len(list(shown.play(20))) == 20
    table._painter, shown.eye = painter, eye
    assert len(list(shown.play(25))) == 5


def test_the_same_seed_plays_the_same_game_and_most_ends_it() -> None:
    one, two = (list(Stage(7).demo.play(12)) for _ in range(2))
    assert one == two
    assert 12 <= len(one) <= 14


def test_zoons_that_have_walked_past_each_other_agree_to_a_draw_instead_of_walking_for_ever() -> None:
    stage = Stage(4)
    deeds = stage.demo.deeds
    given = stage.game.dump_position(stage.game.start(stage.setup)) | {
        "turn": 0, "ready": [True, True], "hand": [[], []],
        "cards": {
            "b6": {"card": "grognard-a", "seat": 0, "penny": "heads"},
            "e1": {"card": "berserkorse-a", "seat": 1, "penny": "heads"},
        },
    }  # fmt: skip
    state = stage.game.load_position(stage.setup, given)
    walked = 0
    while not isinstance(stage.game.turn(state), Over) and walked < 1000:
        (event,) = deeds.following(state)
        state = stage.game.after(state, event)
        walked += 1
    turn = stage.game.turn(state)
    assert isinstance(turn, Over) and turn.winners == ()
    assert walked > CIRCLES, "as long as there was hope, it was played"


def test_what_is_not_understood_ends_the_demo_with_what_was_meant() -> None:
    stage = Stage(1)
    blind = SimpleNamespace(scene=Scene(), mat=mat(), light=light(), ms={}, other_look=False)
    stage.demo.eye = SimpleNamespace(read=lambda frame: blind)
    with pytest.raises(DemoFault, match=r"meant: .*laid out; the referee sees no change"):
        list(stage.demo.play())


def test_where_the_referee_asks_for_help_it_is_told_what_was_done_and_the_line_says_so() -> None:
    stage = Stage(1)
    before = list(stage.demo.play(8))
    dazed, right = len(stage.referee.entries), stage.eye.read

    def read(frame: Any) -> Any:
        reading = right(frame)
        if len(stage.referee.entries) > dazed:
            return reading
        strange = (Sighting("card", "nobody", square, face="up") for square in ("c3", "c4", "d3"))
        sightings = (*reading.scene.sightings, *strange)
        reading.scene = replace(reading.scene, sightings=sightings)
        return reading

    stage.demo.eye = SimpleNamespace(read=read)
    after = list(stage.demo.play(dazed + 3))
    assert [line.endswith(" (asked)") for line in after][:1] == [True]
    assert not any(line.endswith(" (asked)") for line in (*before, *after[1:]))
    assert stage.demo.asked == 1
    assert stage.referee.entries[dazed].by == "touch"


class Window:
    """As much of the app's desk as a player touches, on an eye without fault."""

    def __init__(self, seed: int, *which: str) -> None:
        self.stage = Stage(seed, *which)
        self.page = "home"
        self.opened: Any = None
        self.agreement = SimpleNamespace(afresh=lambda: None)
        chance = Random(seed)
        self.session = Session(
            self.stage.referee,
            observer=(self.stage.table, self.stage.eye),
            clock=self.stage.clock,
            chances=Chances(roll=lambda: chance.randint(1, 6), draw=chance.choice),
        )

    def send(self, action: Any) -> None:
        assert isinstance(action, Start)
        self.page = "table"
        self.opened = SimpleNamespace(simulated=self.stage.table, decks=self.stage.decks)

    def frame(self, player: Player) -> None:
        self.stage.clock.now += 0.1
        player()
        camera = self.session._camera
        assert camera is not None
        camera.look()
        self.session.tick()


@pytest.mark.parametrize(
    "which", [("zoon_alternate",), ("zoondo", "knowing=shown"), ("zoondo", "knowing=trusted")]
)
def test_in_a_window_the_player_goes_by_the_clock_to_the_end(which: tuple[str, ...]) -> None:
    window = Window(7, *which)
    player = Player(window, window.stage.clock, 7)  # type: ignore[arg-type]
    for _ in range(20_000):
        window.frame(player)
        if isinstance(window.session.reply.turn, Over):
            break
    assert isinstance(window.session.reply.turn, Over)
    by = [entry.by for entry in window.stage.referee.entries]
    assert by.count("camera") > len(by) * 0.6
    assert by.count("touch") >= 1, "throws are pressed on the screen"


def test_a_game_that_people_left_is_not_begun_again() -> None:
    window = Window(3)
    player = Player(window, window.stage.clock, 3)  # type: ignore[arg-type]
    for _ in range(50):
        window.frame(player)
    entries = len(window.stage.referee.entries)
    window.page, window.opened = "home", None
    for _ in range(50):
        window.frame(player)
    assert len(window.stage.referee.entries) == entries
    assert window.opened is None


def test_the_next_game_belongs_to_the_people_at_the_table() -> None:
    window = Window(3)
    player = Player(window, window.stage.clock, 3)  # type: ignore[arg-type]
    for _ in range(50):
        window.frame(player)
    entries = len(window.stage.referee.entries)
    window.opened = SimpleNamespace(simulated=window.stage.table, decks=window.stage.decks)
    for _ in range(400):
        window.frame(player)
    assert len(window.stage.referee.entries) == entries > 0


def test_what_the_referee_cannot_make_out_is_told_in_the_end() -> None:
    window = Window(3)
    player = Player(window, window.stage.clock, 3)  # type: ignore[arg-type]
    window.session._look = lambda: None  # type: ignore[method-assign]
    for _ in range(600):
        window.frame(player)
        if window.stage.referee.entries:
            break
    assert {entry.by for entry in window.stage.referee.entries} == {"touch"}


def test_cards_of_which_there_is_no_picture_cannot_be_played_in_a_demo(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ui.box.eyes.own_decks", lambda *_which: [])
    assert run_command(["demo", "zoondo", "--headless", "--events", "2"]) == 2
    assert capsys.readouterr().err == (
        "companion: Zoondo: expected pictures of its cards to be painted, found no deck\n"
    )


def test_without_a_simulated_table_nothing_is_played() -> None:
    window = Window(3)
    window.send = lambda action: None  # type: ignore[method-assign]
    player = Player(window, window.stage.clock, 3)  # type: ignore[arg-type]
    for _ in range(5):
        window.frame(player)
    assert window.stage.referee.entries == ()


def test_the_window_plays_what_the_command_was_told_to() -> None:
    game, setup = game_and_setup("zombinion", 3, ["set=scontro"])
    agreement = Agreement((game,), lambda: sources(SIMULATED), SIMULATED)
    agreement.propose(setup)
    proposed = agreement.setup()
    assert proposed is not None
    assert (proposed.seats, proposed.options) == (3, setup.options)
    sent: list[tuple[Any, Any]] = []
    desk = SimpleNamespace(
        agreement=agreement,
        opened=None,
        send=lambda action: sent.append((type(action), agreement.setup())),
    )
    Player(desk, lambda: 0.0, 1, setup)()  # type: ignore[arg-type]
    assert [(name, agreed and agreed.seats) for name, agreed in sent] == [(Start, 3)]
