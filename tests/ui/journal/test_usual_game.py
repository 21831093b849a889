"""Which game is meant where none is named: the one played last, and never simply the first by its name."""

from pathlib import Path

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from ui.journal.store import open_store
from ui.records.beginning import USUAL, begin, usual_game
from ui.touch.main import make_desk


def played(journal: Path, *games: str) -> None:
    store = open_store(journal)
    for id in games:
        game = all_games()[id]
        begin(store, game, checked(game, Setup(game.seats[0])))
    store.close()


def test_without_a_journal_it_is_the_usual_one_wherever_its_name_stands() -> None:
    assert usual_game() is all_games()[USUAL]


@pytest.mark.parametrize("games", [("zoon_alternate", "zoondo"), ("zoondo", "zoon_alternate")])
def test_the_game_played_last_is_meant_and_the_order_stays(
    games: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    played(tmp_path / "games", *games)
    desk = make_desk(source="simulated")
    offered = [game.id for game in desk.agreement.games]
    assert desk.agreement.game.id == games[-1]
    assert offered == list(all_games())
    desk.close()


def test_a_game_that_is_named_comes_before_the_one_played_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZO_HOME", str(tmp_path))
    played(tmp_path / "games", "zoondo")
    desk = make_desk("zoon_alternate", "simulated")
    assert desk.agreement.game.id == "zoon_alternate"
    desk.close()
