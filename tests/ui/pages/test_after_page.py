"""The page after a game: who has won, by what, with how many points; and the ways to everything else and back."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.situations.looked_back import PLAYS
from ui.present.touches import Goto, PageBack, PlayAgain

Make = Callable[[str], Any]


@pytest.mark.parametrize("game", sorted(PLAYS))
def test_the_winner_and_how_it_was_won_are_told(game: str, fresh: Make) -> None:
    desk = fresh(f"after-{game}")
    (model,), over = desk.model().rows, desk.kept.looked.walk.over
    assert model.winners == over.winners and "win" in model.headline
    assert model.why.casefold().startswith(over.words[:10].casefold()) and model.why.endswith(".")
    assert model.rule and "turns" in model.facts[0]
    assert model.standings[0].seat in over.winners


@pytest.mark.parametrize(("game", "counted"), [("zombinion", True), ("zones", True), ("zong", False)])
def test_points_are_told_where_the_game_has_any(game: str, fresh: Make, *, counted: bool) -> None:
    standings = fresh(f"after-{game}").model().rows[0].standings
    assert all(bool(one.score) is counted for one in standings)
    points = [int(one.score) for one in standings if one.score]
    assert points == sorted(points, reverse=True)


def test_a_game_that_goes_on_says_what_is_due_and_is_gone_on_with(fresh: Make) -> None:
    desk = fresh("after-running")
    (model,), keys = desk.model().rows, desk.model().answers
    assert model.winners == () and model.why == "" and keys[0].words == "Go on"
    assert "Open it once more" not in [key.words for key in keys]


def test_from_the_table_one_comes_to_it_and_back_and_plays_again(fresh: Make) -> None:
    desk = fresh("over")
    desk.send(Goto("after"))
    assert desk.page == "after" and "Delete" not in [key.words for key in desk.model().answers]
    for page in ("replay", "history"):
        desk.send(Goto(page))
        assert desk.page == page
        desk.send(PageBack())
        assert desk.page == "after"
    desk.send(PageBack())
    assert desk.page == "table"
    desk.send(Goto("after"))
    desk.send(PlayAgain())
    assert desk.page == "table" and desk.session.referee.entries == ()


def test_the_people_of_a_kept_game_play_again_as_it_was_agreed(fresh: Make) -> None:
    desk = fresh("after-zong")
    looked = desk.kept.looked
    again = desk.model().answers[0]
    assert again.words == "Play again"
    desk.send(again.action)
    referee = desk.session.referee
    assert desk.page == "table" and referee.entries == () and referee.game.id == "zong"
    assert (referee.setup.players, referee.setup.seats) == (looked.setup.players, looked.setup.seats)
    assert dict(referee.setup.options) == dict(looked.setup.options)
    assert len(desk.kept.store.games()) == 2


def test_who_won_is_handed_on_to_games_that_ask_for_it(fresh: Make) -> None:
    desk = fresh("after-zombinion")
    over = desk.kept.looked.walk.over
    desk.send(desk.model().answers[0].action)
    assert desk.session.referee.setup.option("winners-before", "") == " ".join(map(str, over.winners))
