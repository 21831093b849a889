"""A coach needs everybody: one key a person, gone with whoever leaves, kept with the game and carried on."""

from pathlib import Path

import pytest

from companion.games import all_games
from tests.situations.coached import Coached, field, to_act
from tests.situations.maker import Maker
from ui.owned.settings import Person
from ui.pages.agreement import Draft, agree, seated
from ui.pages.desk import Desk
from ui.pages.thinking import Coach
from ui.present.models import OptionRow
from ui.present.touches import Goto, OpenKept, PlayAgain, Rematch, Resume, Start, at, calls


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Maker(tmp_path, all_games()["zoon_alternate"]).seats()


def row(desk: Desk) -> OptionRow:
    """The row of the rules agreed that is about the coach."""
    desk.send(agree(Draft.on_page, "options"))
    found: OptionRow = desk.model().rows[0]
    return found


def test_there_is_none_until_every_person_has_touched_their_key(desk: Desk) -> None:
    off, ask = row(desk).choices
    assert (off.weight, ask.weight) == ("chosen", "plain")
    desk.send(ask.action)
    tiles = desk.model().rows[0].tiles
    assert [tile.words for tile in tiles] == ["Ann agrees", "Ben agrees"]
    desk.send(tiles[0].action)
    assert not desk.agreement.draft.coach_agreed and row(desk).choices[1].words == "1 of 2 agreed"
    desk.send(tiles[1].action)
    assert desk.agreement.draft.coach_agreed and row(desk).choices[1].weight == "chosen"
    desk.send(tiles[0].action)
    assert not desk.agreement.draft.coach_agreed, "a second touch takes it back"
    desk.send(agree(Draft.without_coach))
    assert row(desk).choices[0].weight == "chosen"


def test_whoever_sits_down_later_has_not_agreed(desk: Desk) -> None:
    for seat in (0, 1):
        desk.send(agree(Draft.agreeing, seat))
    desk.send(agree(seated, 1, Person(name="Cleo")))
    assert not desk.agreement.draft.coach_agreed
    assert [desk.agreement.draft.agrees(seat) for seat in (0, 1)] == [True, False]


def test_seats_of_the_box_are_not_asked_but_somebody_is(desk: Desk) -> None:
    desk.send(agree(Draft.played_by_box, 1, "easy"))
    assert not desk.agreement.draft.coach_agreed
    desk.send(agree(Draft.agreeing, 0))
    assert desk.agreement.draft.coach_agreed
    desk.send(row(desk).choices[1].action)
    assert [tile.words for tile in desk.model().rows[0].tiles] == ["Ann agrees"]


def test_nothing_is_offered_without_it(tmp_path: Path) -> None:
    maker = Coached(tmp_path, all_games()["zones"])
    desk = field(maker)
    assert [key.action for key in desk.model().helps if calls(key.action, Coach.ask_coach)]
    assert desk.side is not None
    desk.side.coach.agreed = False
    assert not [key.action for key in desk.model().helps if calls(key.action, Coach.ask_coach)]
    shown = desk.model()
    desk.send(at(Coach.ask_coach, to_act(desk)))
    desk.tick()
    assert desk.model() == shown
    desk.close()


def test_it_goes_on_with_the_next_game_after_a_power_cut_and_in_a_rematch(tmp_path: Path) -> None:
    desk = field(Coached(tmp_path, all_games()["zones"]))

    def has_coach() -> bool:
        return desk.side is not None and desk.side.coach.agreed

    assert has_coach()
    desk.send(Goto("home"))
    id = desk.kept.unfinished[0].id
    desk.send(Resume(id))
    assert has_coach()
    desk.send(PlayAgain())
    assert has_coach()
    desk.send(Goto("home"))
    desk.send(Goto("past"))
    desk.send(OpenKept(id))
    desk.send(Rematch(id))
    assert has_coach()
    desk.send(Goto("home"))
    desk.send(Goto("seats"))
    desk.send(agree(Draft.without_coach))
    desk.send(Start())
    if desk.page != "table":
        pytest.fail("the game has not begun")
    assert not has_coach()
    desk.close()
