"""The kept games by kind and by person, and the people themselves: listed, counted once, and every page left again."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.own_touches import own, send
from tests.situations.looked_back import PLAYS, keep
from tests.situations.maker import Maker
from ui.pages.kept import FEW, PeoplePage
from ui.places import figures_file
from ui.present.models import MANY, Said
from ui.present.touches import GamesOf, Goto, PageBack

Make = Callable[[str], Any]


def kinds(desk: Any) -> int:
    """How many kinds of games stand under headings; none where all are of one kind."""
    return sum(isinstance(row, Said) for row in desk.model().rows)


def test_of_every_kind_the_newest_few_are_shown_and_the_way_to_all(fresh: Make) -> None:
    model = fresh("past-many").model()
    heads = [n for n, row in enumerate(model.rows) if isinstance(row, Said)]
    assert len(heads) == len(PLAYS) and model.rows[0] == Said("ZONG", "heading")
    ends = [*heads[1:], len(model.rows)]
    assert [end - head - 1 for head, end in zip(heads, ends, strict=True)] == [FEW + 1, 1, 1, 1, 1]
    assert model.rows[FEW + 1].action.given == ("ZONG", "")


def test_the_games_of_one_kind_are_paged(fresh: Make) -> None:
    desk = fresh("past-one-kind")
    keys = desk.model().rows
    assert len(keys) == MANY + 1
    desk.send(keys[-1].action)
    keys = desk.model().rows
    assert len(keys) == 2 and keys[0].words == "Newer games"
    desk.send(keys[0].action)
    assert len(desk.model().rows) == MANY + 1
    desk.send(PageBack())
    desk.send(Goto("past"))
    assert kinds(desk) == len(PLAYS), "whoever comes anew sees all"


def test_the_games_of_one_person(fresh: Make) -> None:
    desk = fresh("players")
    finn = next(key for key in desk.model().keys if key.words == "Finn")
    desk.send(finn.action)
    assert desk.page == "player"
    desk.send(desk.model().answers[0].action)
    assert desk.page == "past" and kinds(desk) == 0
    everybody = desk.model().tabs[-1]
    desk.send(everybody.action)
    assert kinds(desk) == len(PLAYS)
    desk.send(GamesOf("  aNN "))
    assert kinds(desk) == len(PLAYS)


def test_people_stand_there_once_their_games_are_read_and_each_is_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.pages.kept.AT_ONCE_SECONDS", 0.0)
    maker = Maker(tmp_path, next(iter(situations_game())))
    desk = maker.desk()
    for game in ("zong", "zones"):
        keep(desk, game)
    desk.send(Goto("past"))
    desk.send(Goto("players"))
    assert desk.model().keys == () and "2 games" in desk.model().body[0]
    desk.tick()
    assert "1 game is" in desk.model().body[0]
    desk.tick()
    assert desk.model().body == () and {key.words for key in desk.model().keys} >= {"Ann", "Finn"}
    desk.tick()
    again = PeoplePage(desk.kept)
    assert figures_file().is_file() and again.unread == [] and again.people == desk.top.people
    keep(desk, "zong", 0.5)
    assert len(PeoplePage(desk.kept).unread) == 1


def situations_game() -> Any:
    from companion.games import all_games

    return all_games().values()


def test_what_was_counted_is_counted_anew_where_its_file_is_damaged(tmp_path: Path) -> None:
    figures_file().parent.mkdir(parents=True, exist_ok=True)
    figures_file().write_text("{not json")
    maker = Maker(tmp_path, next(iter(situations_game())))
    desk = maker.desk()
    keep(desk, "zong")
    page = PeoplePage(desk.kept)
    assert len(page.unread) == 1 and page.tick() and page.people


def test_somebody_unknown_leads_nowhere(fresh: Make) -> None:
    desk = fresh("players")
    send(desk, own("show_person", "Nobody"))
    assert desk.page == "players"
