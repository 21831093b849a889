"""The coach at the table: lines drawn and told, gone with the next touch or event, and nothing secret in them."""

import sys
import time
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.game import Chance, Game, Over, Seats, Setup, legal
from companion.games import all_games
from companion.referee import Referee
from companion.search import MIDDLE, Line, Search, advised
from tests.companion.search.playing import agreed, played_by_lot
from tests.companion.search.test_worlds import cards_otherwise, hands_otherwise
from tests.situations.coached import AtOnce, Coached, field, speaks_to_all, think_at_once, to_act
from ui.faces.face import face_of
from ui.games.zones.field import FieldModel
from ui.opponents.thinker import Thinker, Thought
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.pages.private_view import PrivateView
from ui.pages.tableside import table_model
from ui.pages.thinking import Coach, told_lines, what_it_lacks
from ui.present.models import TableFocus, TableModel
from ui.present.moment import GameSnapshot
from ui.present.touches import at, calls
from ui.secrecy import offers


@pytest.fixture
def zones(tmp_path: Path) -> Desk:
    return field(Coached(tmp_path, all_games()["zones"]))


@pytest.fixture
def zoon(tmp_path: Path) -> Coached:
    return Coached(tmp_path, all_games()["zoon_alternate"])


def asked(desk: Desk) -> TableModel:
    """What the screen shows once the coach has answered."""
    desk.send(at(Coach.ask_coach, to_act(desk)))
    until = time.monotonic() + 30
    while at(Coach.leave_coach) not in [key.action for key in desk.model().answers]:
        assert time.monotonic() < until, "no answer"
        desk.tick()
        time.sleep(0.005)
    found: TableModel = desk.model()
    return found


def test_a_search_of_its_own_finds_lines_that_are_drawn(zones: Desk) -> None:
    assert zones.side is not None
    zones.side.coach._thinker = Thinker()
    key = next(key for key in zones.model().helps if key.action == at(Coach.ask_coach, to_act(zones)))
    assert key.words == "What may I do?" and key.weight == "quiet"
    model = asked(zones)
    lines = [key for key in model.answers if calls(key.action, Coach.show_coach_line)]
    assert 2 <= len(lines) <= 3 and "looks best · " in lines[0].detail
    assert [key.weight for key in lines][:2] == ["chosen", "plain"]
    assert isinstance(model.own, FieldModel) and "go" in model.own.marks.values()
    zones.side.coach._thinker.close()
    zones.close()


def test_the_line_that_is_touched_is_drawn_with_its_answer(zoon: Coached) -> None:
    desk = zoon.told(zoon.until(speaks_to_all, 12), 1)
    first = desk.model()
    own = [arrow for arrow in first.board.arrows if arrow.kind == "go"]
    answer = [arrow for arrow in first.board.arrows if arrow.kind == "take"]
    assert len(own) == 1 and len(answer) <= 1
    desk.send(at(Coach.show_coach_line, 0))
    other = [arrow for arrow in desk.model().board.arrows if arrow.kind == "go"]
    assert other != own and {mark.kind for mark in desk.model().board.marks} <= {"go", "take"}
    desk.close()


def test_why_is_what_the_game_tells(zones: Desk) -> None:
    model = asked(zones)
    detail = model.answers[0].detail
    assert "Points captured, Ben: 5 instead of 0" in detail and "Best answer: Ann: " in detail


@pytest.mark.parametrize("touch", [at(PlayedTable.open_menu), at(Coach.leave_coach)])
def test_what_it_said_goes_with_any_other_touch(zones: Desk, touch: Any) -> None:
    before = zones.model()
    asked(zones)
    zones.send(touch)
    zones.send(at(PlayedTable.close))
    assert zones.model() == before


def test_what_it_said_goes_with_the_next_event(zones: Desk) -> None:
    asked(zones)
    referee = zones.session.referee
    zones.session.tell(legal(referee.game, referee.state)[0])
    zones.tick()
    assert zones.model().kind == "play"
    assert not any(calls(key.action, Coach.show_coach_line) for key in zones.model().answers)


def test_where_a_seat_sees_more_it_speaks_on_its_own_page_alone(zoon: Coached) -> None:
    desk = zoon.told_alone()
    alone = desk.model()
    assert alone.kind == "private"
    assert any(calls(key.action, Coach.show_coach_line) for key in alone.answers)
    desk.send(at(PlayedTable.close))
    desk.tick()
    shared = desk.model()
    keys = [key.action for key in (*shared.helps, *shared.answers)]
    assert not any(calls(action, Coach.ask_coach, Coach.show_coach_line) for action in keys)
    assert any("The coach speaks where" in note for note in shared.notes)
    desk.send(at(Coach.ask_coach, to_act(desk)))
    desk.tick()
    assert desk.model() == shared, "a touch that comes from nowhere shows nothing"
    desk.close()


def test_a_process_that_dies_is_a_trouble_in_words(zones: Desk) -> None:
    assert zones.side is not None
    zones.side.coach._thinker = Thinker((sys.executable, "-c", "raise SystemExit(3)"))
    model = asked(zones)
    assert model.banner is not None and model.banner.tone == "trouble"
    assert "coach cannot think" in model.banner.words
    think_at_once(zones)
    assert any(calls(key.action, Coach.show_coach_line) for key in asked(zones).answers), "asked again"
    zones.close()


def test_nobody_is_asked_about_while_something_is_settled(zones: Desk) -> None:
    zones.session.disputed = True
    zones.send(at(Coach.ask_coach, to_act(zones)))
    assert zones.side is not None and zones.side.coach._asked is None


def test_a_hand_that_nobody_told_is_not_guessed_at() -> None:
    game = all_games()["zombinion"]
    setup = agreed(game, game.seats[0], told=False)
    *_, state = (
        state
        for state in played_by_lot(game, setup, 3, 12, told=False)
        if isinstance(game.turn(state), Seats)
    )
    turn = game.turn(state)
    assert isinstance(turn, Seats)
    words, is_silent = what_it_lacks(game, setup, state, min(turn.seats))
    assert words and is_silent


class Standing:
    """A game that stands still, with what is needed of it by a coach."""

    def __init__(self, game: Game[Any], setup: Setup, state: Any) -> None:
        reply = Referee(game, setup, lambda _line: None).now()
        turn = game.turn(state)
        view = game.view(state, None)
        self._reply = SimpleNamespace(
            seq=5,
            turn=turn,
            verdict=reply.verdict,
            layout=None,
            chores=(),
            view=view,
            differences=(),
            booked=(),
        )
        self._referee = SimpleNamespace(game=game, setup=setup, state=state)
        self.focus = TableFocus()

    @property
    def session(self) -> Any:
        quiet = dict.fromkeys(("disputed", "checking", "veiled"), False)
        return SimpleNamespace(referee=self._referee, reply=self._reply, **quiet)

    def moment(self) -> GameSnapshot:
        referee = self._referee
        found = offers(referee.game, referee.setup.seats, referee.state)
        reply: Any = self._reply
        return GameSnapshot(referee.game, referee.setup, referee.state, reply, focus=self.focus, offers=found)

    def screen(self, coach: Coach) -> TableModel:
        moment = self.moment()
        return coach.model(moment, table_model(moment))


class Noted(AtOnce):
    """Notes the position that it is asked about."""

    def ask(self, game: Any, setup: Any, state: Any, *about: Any, **more: Any) -> None:
        self.position = game.dump_position(state)
        super().ask(game, setup, state, *about, **more)


OTHERWISE = {"zoondo": cards_otherwise, "zombinion": hands_otherwise}


def two_worlds(id: str, seed: int) -> list[tuple[Setup, Any, Any, int]]:
    """States with another that looks the same to who is to act; both differ in what is hidden."""
    game, rng = all_games()[id], Random(seed)
    setup = agreed(game, game.seats[0])
    found = []
    for state in played_by_lot(game, setup, seed, 60):
        turn = game.turn(state)
        if isinstance(turn, Chance | Over) or game.layout(state) is not None:
            continue
        seat = min(turn.seats)
        other = OTHERWISE[id](rng, state, seat)
        if other != state and game.view(other, seat) == game.view(state, seat):
            found.append((setup, state, other, seat))
    return found


@pytest.mark.parametrize("id", sorted(OTHERWISE))
def test_two_worlds_that_look_the_same_show_the_same(id: str) -> None:
    """On the shared screen and on the seat's own page, and to the process that thinks wherever all may look."""
    game, told, pages = all_games()[id], 0, 0
    for setup, state, other, seat in two_worlds(id, 3):
        shown = []
        for truth in (state, other):
            side, thinker = Standing(game, setup, truth), Noted()
            coach = Coach(side, thinker, Random(1).randrange, (), agreed=True)
            screens = [side.screen(coach)]
            is_alone = seat in side.moment().offers.looking
            if is_alone:
                side.focus = TableFocus(alone=seat, drawn=True)
            coach.ask_coach(seat)
            position = None if is_alone or not thinker.is_thinking else thinker.position
            if is_alone and coach._asked is not None and coach._asked.thinks:
                rng = Random(7).randrange
                thinker._found = Thought(Search(game, truth, seat, rng, lambda: False).best(FEW))
                pages += 1
            coach.follow()
            screens.append(side.screen(coach))
            told += coach._asked is not None and coach._asked.lines != ()
            shown.append((screens, position))
            side.focus = TableFocus()
        assert shown[0] == shown[1]
    assert told and pages


FEW = type(MIDDLE)("test", 12, 0, 1.0)


@pytest.mark.parametrize("id", ["zoon_alternate", "zoondo", "zones", "zong", "zombinion"])
def test_lines_of_every_game_can_be_told(id: str) -> None:
    game = all_games()[id]
    setup = agreed(game, game.seats[0])
    told = 0
    for number, state in enumerate(played_by_lot(game, setup, 5, 80)):
        turn = game.turn(state)
        if number % 8 or not isinstance(turn, Seats) or game.layout(state) is not None:
            continue
        seat, rng = min(turn.seats), Random(number).randrange
        lines = Search(game, state, seat, rng, lambda: False).best(FEW).lines
        known = game.public_state(state)
        for line in told_lines(game, setup, known, seat, lines):
            assert line.words and line.own[0].seat in (seat, None)
            told += 1
    assert told


@pytest.mark.parametrize("id", ["zoondo", "zones"])
def test_of_lines_that_read_alike_the_best_is_told_alone(id: str) -> None:
    """A corner to touch, a square for a base: which one is no word of the sentence."""
    game = all_games()[id]
    setup, advice, merged = agreed(game, game.seats[0]), face_of(game).advice, 0
    for number, state in enumerate(played_by_lot(game, setup, 5, 80)):
        turn = game.turn(state)
        if not isinstance(turn, Seats):
            continue
        seat, known = min(turn.seats), game.public_state(state)
        lines = Search(game, state, seat, Random(number).randrange, lambda: False).best(FEW).lines
        told = told_lines(game, setup, known, seat, lines)
        words = [advice(known, line.events[0]) for line in lines]
        assert sorted(line.words for line in told) == sorted(set(words))
        ordered = sorted(lines, key=lambda line: (line.plays >= 5, line.worth), reverse=True)
        best = {advice(known, line.events[0]): line.events[0] for line in reversed(ordered)}
        assert {line.words: line.own[0] for line in told} == best
        merged += len(told) < len(lines)
    assert merged


def test_an_event_that_is_aimed_is_not_judged() -> None:
    game = all_games()["zong"]
    setup = agreed(game, game.seats[0])
    aimed = face_of(game).aimed
    assert aimed
    for state in played_by_lot(game, setup, 5, 80):
        turn = game.turn(state)
        flick = next((one for one in game.candidates(state, None) if isinstance(one, aimed)), None)
        if isinstance(turn, Seats) and flick is not None and flick.seat is not None:
            known = (Line((flick,), 0.9, 50),)
            (line,) = told_lines(game, setup, state, flick.seat, known)
            assert "%" not in line.verdict
            return
    pytest.fail("nobody could flick")


def test_a_seat_s_page_that_closes_takes_the_lines_with_it(zoon: Coached) -> None:
    desk = zoon.told_alone()
    seat = to_act(desk)
    desk.send(at(PlayedTable.close))
    desk.send(at(PrivateView.draw_curtain, seat))
    desk.send(at(PrivateView.open_curtain))
    assert not any(calls(key.action, Coach.show_coach_line) for key in desk.model().answers)
    desk.close()


def verdicts(*found: tuple[float, int]) -> list[str]:
    """What is said of lines of these worths and plays, in the order in which they are told."""
    game = all_games()["zones"]
    setup = agreed(game, 2)
    games = (one for one in played_by_lot(game, setup, 3, 120) if game.layout(one) is None)
    differing = (
        (state, {game.words(state, event): event for event in legal(game, state)}) for state in games
    )
    state, events = next((state, events) for state, events in differing if len(events) >= 3)
    lines = [Line((event,), *one) for event, one in zip(events.values(), found, strict=False)]
    return [line.verdict for line in told_lines(game, setup, state, 0, lines)]


def test_lines_stand_in_the_order_of_what_they_are_worth() -> None:
    assert verdicts((0.51, 300), (0.53, 90), (0.2, 80)) == [
        "looks best · 53\N{NO-BREAK SPACE}%",
        "nearly as good · 51\N{NO-BREAK SPACE}%",
        "much worse · 20\N{NO-BREAK SPACE}%",
    ]
    assert verdicts((0.4, 80), (0.9, 1))[0].startswith("looks best · 40"), "one play says nothing yet"


def test_in_a_lost_game_a_third_of_the_hope_is_much_worse() -> None:
    assert [said.split(" · ")[0] for said in verdicts((0.07, 80), (0.02, 80))] == ["looks best", "much worse"]
    assert [said.split(" · ")[0] for said in verdicts((0.52, 80), (0.49, 80))] == [
        "looks best",
        "nearly as good",
    ]


@pytest.mark.parametrize("id", ["zombinion", "zones", "zoon_alternate"])
def test_the_best_three_are_tried_as_often_as_each_other(id: str) -> None:
    game = all_games()[id]
    setup = agreed(game, 2)
    states = (one for one in played_by_lot(game, setup, 5, 90) if isinstance(game.turn(one), Seats))
    compared = 0
    for number, state in enumerate(states):
        if number % 24 or game.layout(state) is not None:
            continue
        seat = min(game.turn(state).seats)  # type: ignore[union-attr]
        lines = advised(game, state, seat, Random(number).randrange, lambda: False).lines
        if len(lines) > 1:
            compared += 1
            plays = [line.plays for line in lines]
            assert min(plays) >= 40 and max(plays) - min(plays) <= 2
            assert [line.worth for line in lines] == sorted((line.worth for line in lines), reverse=True)
    assert compared >= 2
