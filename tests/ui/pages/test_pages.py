"""Home, agreement, history, table check and the desk that leads from one to the other: no window needed."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.game import Choice, Setup, checked
from companion.games import all_games
from companion.journal import Entry, TookBack
from companion.referee import Referee
from hardware.panel import PinPanel
from hardware.said import Said
from ui.box.opening import Opened, OpeningFault, open_table
from ui.box.session import Session
from ui.games.zong.map_side import begin_mapping
from ui.journal.store import StoreFault, open_store
from ui.pages.agreement import Agreement, Draft, agree, typing_name, typing_option, with_choice
from ui.pages.desk import Desk
from ui.pages.front import HomePage, fairness_words, history_page
from ui.pages.table_check import TableCheck
from ui.present.models import HistoryLine, StepFault, StepModel
from ui.present.moment import Chronicle
from ui.present.touches import Goto, LeaveSteps, PageBack, Resume, Start, Typed
from vision.calibration.verdict import Verdict
from vision.calibration.verdict import failed as failed_verdict
from vision.calibration.verdict import passed as passed_verdict

GAME = all_games()["zoon_alternate"]
Make = Callable[[str], Desk]


def home_model(games: int) -> StepModel:
    """The first screen of a box on which nothing was played yet."""
    store = SimpleNamespace(helps="", words="")
    kept: Any = SimpleNamespace(unfinished=(), last="", store=store, notice="")
    return HomePage(kept, tuple(all_games().values())[:games]).model()


def test_home_offers_to_go_on_first(fresh: Make) -> None:
    desk = fresh("home-resume")
    shown = desk.model()
    assert isinstance(shown.keys[0].action, Resume)
    assert (
        "Ann and Ben" in shown.keys[0].detail
        and "to" in shown.keys[0].detail
        and "19:30" in shown.keys[0].detail
    )
    assert len(home_model(1).keys) == 1 and home_model(1).keys[0].weight == "main"


def test_going_on_leads_to_where_it_was(fresh: Make) -> None:
    desk = fresh("home-resume")
    entries = desk.kept.store.games()[0].entries
    desk.send(desk.model().keys[0].action)
    assert desk.page == "table" and len(desk.session.referee.entries) == entries


def test_a_game_that_cannot_be_gone_on_with_is_said_on_the_first_screen(fresh: Make) -> None:
    desk = fresh("home-resume")
    desk.send(Resume(999))
    assert desk.page == "home" and desk.model().banner is not None


def test_a_camera_that_cannot_be_opened_is_said_where_it_was_chosen(tmp_path: Path) -> None:
    def closed(_referee: Referee[Any], _book: Any, _source: str) -> Opened:
        raise OpeningFault("/dev/video0: expected a camera, found none")

    desk = Desk(
        open_store(tmp_path / "j.db"), closed, Agreement((GAME,), lambda: (Choice("simulated", "S"),))
    )
    desk.send(Goto("seats"))
    desk.send(Start())
    assert desk.page == "seats" and "expected a camera" in desk.model().banner.words
    desk.send(Goto("check"))
    assert desk.model().rows == ()


def test_a_journal_that_fails_is_said_without_the_name_of_a_file(
    fresh: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = fresh("home-resume")
    page = desk.model()

    def fails(*_about: object) -> Any:
        raise StoreFault("the disk is full", Path("/home/ann/games"))

    monkeypatch.setattr(desk.kept.store, "played", fails)
    desk.send(page.keys[0].action)
    assert desk.model().banner.words == "the disk is full"
    monkeypatch.setattr("ui.pages.kept.save_record", fails)
    monkeypatch.setattr(desk.kept.store, "played", lambda _id: None)
    desk.kept.save(1, "jsonl")
    assert desk.kept.notice == "the disk is full"


@pytest.mark.parametrize("source", ["picamera", "/dev/video99"])
def test_a_camera_that_is_not_there_is_said_without_the_name_of_a_device(source: str, tmp_path: Path) -> None:
    setup = checked(GAME, Setup(GAME.seats[0]))
    referee = Referee(GAME, setup, lambda _line: None)
    with pytest.raises(OpeningFault, match=r"^expected") as found:
        open_table(referee, None, source)
    assert f"{source}:" not in str(found.value)
    with pytest.raises(StepFault, match=r"^expected"):
        begin_mapping(source, lambda: 0.0, lambda _name: None)


def test_players_have_names_from_the_start_and_keep_those_given() -> None:
    agreement = Agreement((GAME,), lambda: (Choice("simulated", "Simulated table"),))
    setup = agreement.draft.setup()
    assert setup.players == ("Player 1", "Player 2")
    agreement.take(agree(typing_name, 1))
    assert agreement.model().editing == ("Name of player 2, at most 14 letters", "")
    agreement.take(Typed("  Zoë  "))
    assert agreement.draft.setup().players == ("Player 1", "Zoë")
    agreement.take(agree(typing_name, 1))
    agreement.take(Typed(None))
    assert agreement.model().rows[0][1].name.words == "Zoë"


def test_every_option_is_there_with_its_words_and_its_default() -> None:
    agreement = Agreement((GAME,), lambda: (Choice("simulated", "Simulated table"),))
    columns: Any = agreement.model().rows[0]
    agreement.take(agree(Draft.on_page, "options"))
    rows: dict[str, Any] = {row.words: row for row in (*agreement.model().rows, *columns[0].rows)}
    for option in GAME.options:
        row = rows[option.words]
        chosen = [b.action.given[-1] for b in row.choices if b.weight == "chosen"]
        default = str(option.default).split(",")[0] if option.each_seat else option.default
        assert chosen == ([default] if option.choices and not option.many else [])


def test_another_game_is_chosen_with_the_same_players(fresh: Make) -> None:
    desk = fresh("games")
    assert home_model(2).keys[0].action == Goto("games")
    assert home_model(1).keys[0].action == Goto("seats")
    keys = {tile.words: tile.action for tile in desk.model().rows[0]}
    assert set(keys) == {game.name for game in all_games().values()}
    desk.send(keys[GAME.name])
    assert desk.page == "seats" and desk.agreement.game is GAME
    desk.send(Goto("games"))
    desk.send(keys[all_games()["zoondo"].name])
    setup = desk.agreement.setup()
    assert setup is not None and setup.players == ("Ann", "Ben") and setup.option("knowing", "") == "trusted"


def test_each_seat_chooses_for_itself() -> None:
    agreement = Agreement((GAME,), lambda: (Choice("simulated", "Simulated table"),))
    agreement.take(agree(with_choice, "tribes", 1, "monkus"))
    agreement.take(agree(with_choice, "za-04", None, "lax"))
    setup = agreement.draft.setup()
    assert setup.option("tribes", "") == "boarix,monkus" and setup.option("za-04", "") == "lax"


def test_what_cannot_be_played_is_said_in_words() -> None:
    agreement = Agreement((GAME,), lambda: (Choice("simulated", "Simulated table"),))
    agreement.take(agree(typing_option, "zoons"))
    agreement.take(Typed("+nobody,"))
    fault = agreement.model().banner
    assert fault is not None and fault.words.startswith("Needed: ") and "nobody" in fault.words
    assert not agreement.model().tools[-1].enabled


def test_history_tells_who_said_what_and_what_was_waived(made: Make) -> None:
    shown = made("history").model()
    fallen, *lines = shown.rows
    assert [line.seq for line in lines] == sorted((line.seq for line in lines), reverse=True)
    assert {line.by for line in lines} == {"seen", "button"}
    assert all(line.at == "19:30" for line in lines)
    assert sum(bar.count for bar in fallen.bars) >= 2 and "dice" in fallen.lines[0]


def test_history_strikes_what_was_taken_back_and_tells_what_was_put_right(fresh: Make) -> None:
    desk = fresh("play")
    session: Session[Any] = desk.session
    square = next(name for name, lying in session.reply.look.regions.items() if len(lying) == 2)
    reading = next(r for r in session.referee.readings(square) if r.seq is not None)
    session.correct(reading)
    session.take_back(agreed=frozenset({0, 1}))
    lines = Chronicle(session.referee.game, session.referee.setup).tell(session.referee.entries)
    shown = [row for row in history_page(lines, ()).model().rows if isinstance(row, HistoryLine)]
    assert shown[0].words == "Taken back; everybody agreed."
    assert any(line.note.startswith("put right; was:") or line.note == "does not count" for line in shown[1:])


def test_a_chronicle_kept_up_to_date_tells_the_same_as_a_new_one(fresh: Make) -> None:
    session: Session[Any] = fresh("play").session
    kept = Chronicle(session.referee.game, session.referee.setup)
    for _n in range(4):
        kept.tell(session.referee.entries)
        session.take_back(agreed=frozenset({0, 1}))
        square = next(name for name, lying in session.reply.look.regions.items() if lying)
        readings = session.referee.readings(square)
        if readings:
            session.correct(readings[0])
        afresh = Chronicle(session.referee.game, session.referee.setup).tell(session.referee.entries)
        assert kept.tell(session.referee.entries) == afresh
    assert any(isinstance(entry.event, TookBack) for entry in session.referee.entries)
    # A long record costs a screen no more than a short one: nothing is told anew where nothing was entered.
    assert kept.tell(session.referee.entries) is kept.tell(session.referee.entries)


def test_past_games_open_their_record(fresh: Make) -> None:
    desk = fresh("past")
    games = desk.model().answers
    assert any("won" in game.detail for game in games) and any(
        "not finished" in game.detail for game in games
    )
    finished = next(game for game in games if "won" in game.detail)
    desk.send(finished.action)
    pages = ["kept", "timeline", "history"]
    for page in pages[1:]:
        assert desk.page in pages
        desk.send(Goto(page))
    assert desk.page == "history" and len(desk.model().rows) > 20
    for page in ("timeline", "kept", "past"):
        desk.send(PageBack())
        assert desk.page == page


def test_fairness_says_nothing_before_there_is_something_to_say() -> None:
    from companion.luck import fairness

    assert fairness_words(fairness((), "123456")) == ()
    assert "too few" in fairness_words(fairness("1123", "123456"))[0]
    assert "the dice look fair" in fairness_words(fairness("123456" * 10, "123456"))[0]
    assert "uneven" in fairness_words(fairness("1" * 60, "123456"))[0]


GOOD = (passed_verdict("mat", "All four corner tags fit."), passed_verdict("focus", "Sharp."))


def checked_table(**change: Any) -> StepModel:
    """The checks of a table that is seen well, but for this change; `pictures` False: none came yet."""
    read = change.get("read", 4)
    cards = [SimpleNamespace(kind="card", label="a" if n < read else None, face="up") for n in range(4)]
    seen = SimpleNamespace(scene=SimpleNamespace(sightings=cards)) if change.get("pictures", True) else None
    panel = change.get("panel", SimpleNamespace(why=None))
    opened: Any = SimpleNamespace(
        source=SimpleNamespace(trouble=change.get("trouble")),
        simulated=None,
        session=SimpleNamespace(reading=seen, frame=seen, panel=panel),
        decks=change.get("decks", (SimpleNamespace(name="boarix", faces=range(11)),)),
    )
    page = TableCheck()
    page.calibrating = SimpleNamespace(  # type: ignore[assignment]
        calibration=SimpleNamespace(verdicts=change.get("verdicts", GOOD)), can_lock=False, opened=opened
    )
    return page.model()


def lost_pin() -> PinPanel:
    """A panel one of whose pins cannot be had."""
    panel = PinPanel.__new__(PinPanel)
    panel.__dict__ |= {"why": Said("GPIO7 (die0.tl) is used by something else")}
    return panel


@pytest.mark.parametrize(
    ("change", "name", "words"),
    [
        ({"trouble": "the camera is unplugged"}, "Camera", "unplugged"),
        ({"verdicts": (failed_verdict("mat", "Tag 2 is covered.", "Uncover it."),)}, "Mat", "Tag 2"),
        ({"verdicts": (*GOOD, failed_verdict("glare", "It glares.", "Move the lamp."))}, "Glare", "glares"),
        ({"decks": ()}, "Cards", "No deck"),
        ({"read": 2}, "Cards", "2 of them recognised"),
        ({"panel": lost_pin()}, "Buttons", "GPIO7"),
    ],
)
def test_each_check_fails_with_its_reason_and_its_fix(change: dict[str, Any], name: str, words: str) -> None:
    model = checked_table(**change)
    lines = [line for line in model.rows if isinstance(line, Verdict)]
    failed = [line for line in lines if line.ok is False]
    assert [line.name for line in failed] == [name]
    assert words in failed[0].words and failed[0].fix
    assert lines[0] == failed[0]
    assert model.banner is not None and model.banner.tone == "trouble"


def test_all_is_well_only_when_everything_is_known() -> None:
    well = checked_table().banner
    assert well is not None and well.tone == "good"
    waits = checked_table(pictures=False).banner
    assert waits is not None and waits.tone == "wait"


def test_entries_have_one_sentence_each(made: Make) -> None:
    desk = made("over")
    referee = desk.session.referee
    lines = Chronicle(referee.game, referee.setup).tell(referee.entries)
    assert [line.entry for line in lines] == list(referee.entries)
    assert all(isinstance(line.entry, Entry) and line.words for line in lines)


def test_leaving_a_page_of_steps_leads_back_to_the_page_before_it(fresh: Make) -> None:
    desk = fresh("home")
    desk.send(Goto("seats"))
    desk.send(Goto("tribes"))
    assert desk.page == "tribes" and desk.step is not None
    desk.send(LeaveSteps())
    assert desk.page == "seats" and desk.step is None
