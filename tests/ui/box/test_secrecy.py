"""Nothing hidden leaks: what journal, watch, lamps, log and bundle tell of a running game with shown armies."""

import json
import logging
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.game import Chance, Event, Game, Over, Setup, checked, legal
from companion.games import all_games
from companion.journal import Record, read_record
from companion.referee import Referee
from companion.sight import Scene, Sighting, Thing
from companion.weigh import Difference, Lost
from tests.toys.strip.rules import Strip, Tossed, TurnedUp
from tests.toys.veil import GAME as VEIL
from tests.ui.at_box import Lamps
from ui.box.session import Session
from ui.box.throws import Chances
from ui.bundle.gathering import Gathered, Running, write_bundle
from ui.cli import run_command
from ui.journal.store import open_store
from ui.places import games_folder, log_file
from ui.records.recount import public_lines, recount
from ui.secrecy import covered_legal, is_secret, not_to_be_seen, offers, public_reply, public_sighting
from ui.watching.perfect_eye import scene
from ui.watching.watched import Watch

ZOONDO = all_games()["zoondo"]
SHOWN = checked(ZOONDO, Setup(2, (("knowing", "shown"),), ("Ann", "Ben")))


def played(game: Game[Any], setup: Setup, events: int, seed: int = 4) -> Referee[Any]:
    """A game played at random, everything told; no fight, so that no Zoon has been seen by all."""
    referee = Referee(game, setup, lambda line: None)
    chance = Random(seed)
    while len(referee.entries) < events:
        referee.tell(some_event(game, referee.state, chance), "touch")
    return referee


def some_event(game: Game[Any], state: Any, chance: Random) -> Event:
    turn = game.turn(state)
    if isinstance(turn, Chance):
        return game.chance_event(state, (turn.seats[0],))
    events = legal(game, state)
    quiet = [e for e in events if type(e).__name__ == "Deployed"] or [
        e for e in events if type(e).__name__ == "Moved" and "attacks" not in game.words(state, e)
    ]
    return chance.choice(quiet or events)


def zoon_names(setup: Setup) -> set[str]:
    """The ids and printed names of all Zoons in both armies; nobody has seen any of them yet."""
    agreed = ZOONDO.start(setup).agreed
    cards = {card for army in agreed.armies for card in army}
    return {name.lower() for card in cards for name in (card, agreed.facts.zoons[card].name)}


def named(text: str, names: set[str]) -> list[str]:
    low = text.lower()
    return sorted(name for name in names if name in low)


@pytest.fixture(scope="module")
def running() -> Referee[Any]:
    return played(ZOONDO, SHOWN, 12)


def kept(referee: Referee[Any], ended: str | None = None) -> int:
    store = open_store(games_folder())
    lines = (header_of(referee), *(entry.line() for entry in referee.entries))
    id = store.add(referee.game.id, referee.setup.players, lines, ended)
    store.close()
    return id


def header_of(referee: Referee[Any]) -> str:
    from companion.journal import header

    return header(referee.game, referee.setup)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZO_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return tmp_path


def test_the_record_itself_knows_what_the_tests_look_for(running: Referee[Any]) -> None:
    whole = "".join(entry.line() for entry in running.entries)
    assert len(named(whole, zoon_names(SHOWN))) > 8


@pytest.mark.parametrize(
    "command",
    [
        ("list",),
        ("show",),
        ("show", "--json"),
        ("replay",),
        ("replay", "--json"),
        ("export",),
        ("export", "--html"),
        ("verify", "--json"),
    ],
    ids=" ".join,
)
def test_the_journal_of_a_running_game_names_no_hidden_card(
    command: tuple[str, ...], running: Referee[Any], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(running)
    assert run_command(("journal", *command)) == 0
    said = capsys.readouterr()
    assert said.out and named(said.out + said.err, zoon_names(SHOWN)) == []


def test_an_export_of_a_running_game_is_said_to_be_without_what_is_hidden(
    running: Referee[Any], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(running)
    file = home / "out.jsonl"
    assert run_command(("journal", "export", "-o", str(file))) == 0
    assert "left out" in capsys.readouterr().err
    record = read_record(file.read_text().splitlines(), all_games())
    assert len(record.entries) == len(running.entries)
    assert named(file.read_text(), zoon_names(SHOWN)) == []


def test_a_finished_game_is_told_whole(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    referee = played(ZOONDO, SHOWN, 6)
    resigned = next(kind for kind in ZOONDO.events if kind.__name__ == "Resigned")
    referee.tell(resigned(seat=1), "touch")  # type: ignore[call-arg]
    assert isinstance(referee.now().turn, Over)
    kept(referee, "Ann wins")
    assert run_command(("journal", "export")) == 0
    said = capsys.readouterr()
    assert said.err == "" and len(named(said.out, zoon_names(SHOWN))) > 8


def test_what_was_touched_is_not_told_before_the_game_is_over() -> None:
    """The toy's record, event by event: corners and armies are in it only once it has ended."""
    referee = Referee(VEIL, checked(VEIL, Setup()), lambda line: None)
    chance = Random(2)
    while not isinstance(referee.now().turn, Over):
        record = Record(VEIL, referee.setup, referee.entries)
        told = json.dumps([line["event"] for line in recount(record)])
        assert '"corner"' not in told and '"cards"' not in told
        events = [e for e in legal(VEIL, referee.state) if type(e).__name__ != "PlayedTrump"]
        referee.tell(chance.choice(events), "touch")
    record = Record(VEIL, referee.setup, referee.entries)
    assert public_lines(record) is None
    assert '"corner"' in json.dumps([line["event"] for line in recount(record)])


def readings(running: Referee[Any]) -> Iterator[Any]:
    """The table as it lies, then with one card peeped at, then with it peeped at and moved."""
    look = running.now().look
    square = next(name for name, lying in look.regions.items() if lying[0].seat == 0)
    free = next(r.name for r in ZOONDO.table(SHOWN).regions if not look.of(r.name))
    face = (Thing("card", "kassin-a", "up", "boarix", 0),)
    calm = scene(look, 9.0)
    for shown in (
        calm,
        scene(look, 9.0, **{square: face}),
        scene(look, 9.0, **{square: (), free: face}),
        scene(look, 9.0, **{square: (), free: (*face, *face)}),
    ):
        yield SimpleNamespace(
            scene=shown,
            mat=SimpleNamespace(found=True, why=None, moved_mm=0.0),
            light=SimpleNamespace(ok=True, why=None),
            other_look=False,
        )


def test_lines_of_watch_name_no_hidden_card_whatever_is_peeped_at() -> None:
    referee = Referee(ZOONDO, SHOWN, lambda line: None)
    chance = Random(4)
    told = {"0": [SimpleNamespace(event=e, by="touch") for e in ()]}
    watch = Watch(referee, told, best=False)
    lines = []
    while len(referee.entries) < 8:
        seq = str(len(referee.entries))
        event = some_event(ZOONDO, referee.state, chance)
        watch.told = {seq: [SimpleNamespace(event=event, by="touch")]}  # type: ignore[dict-item]
        blank = next(readings(referee)) if referee.now().look.regions else None
        if blank is None:
            blank = SimpleNamespace(
                scene=Scene(),
                mat=SimpleNamespace(found=True, why=None, moved_mm=0.0),
                light=SimpleNamespace(ok=True, why=None),
                other_look=False,
            )
        lines.append(watch.take(seq, blank, 1.0))
    watch.told = {}
    lines += [watch.take(f"peep{n}", reading, 1.0) for n, reading in enumerate(readings(referee))]
    said = json.dumps([line.line for line in lines]) + "".join(" ".join(line.words) for line in lines)
    assert "Deployed" in said and "Moved" in said
    assert named(said, zoon_names(SHOWN)) == []


def test_a_reply_says_where_the_table_differs_but_not_which_card_is_peeped_at(running: Referee[Any]) -> None:
    from ui.line.shapes import reply_json

    reading = list(readings(running))[3]
    referee = played(ZOONDO, SHOWN, 12)
    reply = referee.see(reading.scene, done=True)
    assert reply.differences and named(repr(reply.differences), zoon_names(SHOWN))
    shown = public_reply(ZOONDO, SHOWN, referee.entries, referee.state, reply)
    assert named(json.dumps(reply_json(ZOONDO, referee.state, shown)), zoon_names(SHOWN)) == []


def test_an_open_card_may_be_named_and_a_face_down_one_may_not() -> None:
    board = {"a1": (Thing("card", "fox", "up"),), "b1": (Thing("card", None, "down"),)}
    assert public_sighting(Sighting("card", "fox", "a1", face="up"), board).label == "fox"
    assert public_sighting(Sighting("card", "fox", "c1", face="up"), board).label == "fox"
    hidden = public_sighting(Sighting("card", "fox", "b1", face="up", others=(("hen", 0.1),)), board)
    assert hidden.label is None and hidden.others == ()
    assert public_sighting(Sighting("card", "hen", "c1", face="up"), board).label is None


def lamps(seed: int) -> list[frozenset[str]]:
    """The stream of lamps of a game in which only the hidden armies depend on the seed."""
    panel = Lamps()
    referee = Referee(ZOONDO, SHOWN, lambda line: None)
    session: Session[Any] = Session(referee, panel=panel, chances=Chances(draw=lambda seats: 0))  # type: ignore[arg-type]
    chance, lit = Random(seed), [panel.on]
    for seat in (0, 1):
        armies = [e for e in legal(ZOONDO, referee.state) if e.seat == seat]
        session.tell(chance.choice(armies))
        session.tick()
        lit.append(panel.on)
    session.tell(ZOONDO.chance_event(referee.state, (0,)))
    session.tick()
    return [*lit, panel.on]


def test_lamps_are_the_same_for_any_hidden_armies() -> None:
    streams = {tuple(map(tuple, map(sorted, lamps(seed)))) for seed in range(4)}
    assert len(streams) == 1


def test_nothing_of_hidden_cards_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    referee = played(ZOONDO, SHOWN, 10)
    for reading in readings(referee):
        referee.see(reading.scene, done=True)
    assert named(caplog.text, zoon_names(SHOWN)) == []


def test_the_bundle_of_a_running_game_names_no_hidden_card(running: Referee[Any], home: Path) -> None:
    number = kept(running)
    store = open_store(games_folder())
    log_file().write_text("KeyError: 'kassin-a' of Kassin\n")
    at_table = Running(ZOONDO, SHOWN, running.state, number, len(running.entries))
    file = home / "bundle.zip"
    write_bundle(file, Gathered(at_table=at_table, store=store))
    store.close()
    with zipfile.ZipFile(file) as bundle:
        texts = {name: bundle.read(name).decode(errors="replace") for name in bundle.namelist()}
    assert any(name.startswith("running/") for name in texts)
    found = {name: named(text, zoon_names(SHOWN)) for name, text in texts.items()}
    assert {name: hits for name, hits in found.items() if hits} == {}


def test_the_picture_is_dark_where_a_card_should_lie_face_down_and_does_not(running: Referee[Any]) -> None:
    reply = running.now()
    down = {name for name, lying in reply.view.board.items() if lying[0].face == "down"}
    calm, peeped, *_ = readings(running)
    assert not_to_be_seen(reply, calm, veiled=False) == frozenset()
    hidden = not_to_be_seen(reply, peeped, veiled=False)
    assert hidden is not None and len(hidden) == 1 and hidden < down
    calm.scene = replace(calm.scene, hand=True)
    assert not_to_be_seen(reply, calm, veiled=False) is None
    assert not_to_be_seen(reply, None, veiled=False) is None
    assert not_to_be_seen(reply, calm, veiled=True) is None


def test_what_may_be_said_on_the_shared_screen_does_not_depend_on_hidden_cards() -> None:
    """Two games with other armies and the same moves that all saw: the same lists, the same offers."""
    one, other = played(ZOONDO, SHOWN, 3, seed=1), played(ZOONDO, SHOWN, 3, seed=2)
    assert one.entries[0].event != other.entries[0].event
    lists = [
        [e for e in covered_legal(ZOONDO, r.state) if not is_secret(ZOONDO, r.state, e)] for r in (one, other)
    ]
    assert lists[0] == lists[1] and len(lists[0]) > 5
    assert offers(ZOONDO, 2, one.state) == offers(ZOONDO, 2, other.state)


def other_army(referee: Referee[Any]) -> Referee[Any]:
    """The same game, as everybody saw it, with another army of the seat that laid out first."""
    first, *rest = [entry.event for entry in referee.entries]
    for army in legal(ZOONDO, ZOONDO.start(SHOWN)):
        if army == first or army.seat != first.seat:
            continue
        other = Referee(ZOONDO, SHOWN, lambda line: None)
        for event in (army, *rest):
            other.tell(event, "touch")
        if len(other.entries) == len(referee.entries):
            return other
    raise LookupError("no other army could have done the same")


def test_what_a_square_may_hold_does_not_depend_on_hidden_cards() -> None:
    one = played(ZOONDO, SHOWN, 4, seed=1)
    other = other_army(one)
    assert one.entries[0].event != other.entries[0].event and one.now().view == other.now().view
    for region in ZOONDO.table(SHOWN).regions:
        lists = [
            [r for r in referee.readings(region.name) if not is_secret(ZOONDO, referee.state, r.event)]
            for referee in (one, other)
        ]
        assert lists[0] == lists[1], region.name


def test_a_question_and_a_lost_table_keep_secrets_too() -> None:
    state = VEIL.start(Setup())
    deployed = next(iter(legal(VEIL, state)))
    referee = Referee(VEIL, Setup(), lambda line: None)
    found = Difference("a1", (), (Sighting("card", "fox", "a1", face="up"),))
    reply = replace(referee.now(), verdict=Lost((found,)), differences=(found,))
    shown = public_reply(VEIL, referee.setup, referee.entries, state, reply)
    assert "fox" not in repr(shown.differences)
    assert is_secret(VEIL, state, deployed)


class Flipped(TurnedUp, frozen=True):
    """A card is turned up, in another game's word."""


class Flip(Strip):
    """Strip, in which a card can only be turned up."""

    def candidates(self, state: Any, seen: Any) -> Iterator[Event]:
        found = (event for event in super().candidates(state, seen) if isinstance(event, TurnedUp))
        return (Flipped(event.seat, event.at, event.face) for event in found)


def test_a_card_due_to_be_turned_up_is_asked_for_by_the_games_own_word() -> None:
    game = Flip()
    state = game.after(game.start(Setup()), Tossed("heads"))
    assert offers(game, 2, state).turning_up == "Flipped"
    assert offers(VEIL, 2, VEIL.start(Setup())).turning_up == ""
