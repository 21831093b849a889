"""What the voice says: what is public, and once; nothing while a page is for one pair of eyes."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.ui.sound.test_speaker import Programs
from ui.owned.settings import Settings
from ui.pages.played_table import PlayedTable
from ui.present.touches import at
from ui.sound.speaker import SAY, Speaker, news
from ui.touch.app import Hearing

Made = Callable[[str], Any]
LOUD = Settings(voice=True)
ALONE = (
    "own-cards", "own-card", "own-trump", "muster", "muster-laying", "muster-square", "muster-turning",
    "touch-pad", "touch-chosen", "touch-trump", "zones-half", "zones-half-wrong", "zones-half-right",
)  # fmt: skip
FOR_ALL = {
    "play": ["Ben to move", "Move a Zoon or play a trump."],
    "dice": ["Fight!"],
    "refuse": ["That is not allowed", "The grid of this Zoon does not lead there."],
    "ask": ["What happened?"],
    "over": [" wins"],
}


class Room:
    """A desk that is listened to."""

    def __init__(self, desk: Any) -> None:
        self.desk, self.programs = desk, Programs()
        self.hearing = Hearing(Speaker(self.programs.begin))

    def follow(self, settings: Settings = LOUD) -> Sequence[str]:
        """What is said at this instant."""
        self.programs.clear()
        self.hearing.follow(self.desk.side, self.desk.model(), settings)
        return [each.given.decode() for each in self.programs if each.command[0] == SAY[0]]


@pytest.mark.parametrize("name", ALONE)
def test_a_page_for_one_pair_of_eyes_is_silent(name: str, fresh: Made) -> None:
    desk = fresh(name)  # such a page hides itself after a while
    assert desk.side.focus.alone is not None or desk.session.veiled
    assert Room(desk).follow() == []


@pytest.mark.parametrize("name", ["own-curtain", "touch-curtain", "zones-curtain"])
def test_a_curtain_says_whom_to_hand_the_screen_to(name: str, fresh: Made) -> None:
    desk = fresh(name)
    assert Room(desk).follow() == [f"{desk.model().sign.name}."]


@pytest.mark.parametrize("name", FOR_ALL)
def test_what_is_for_all_is_said(name: str, made: Made) -> None:
    (said,) = Room(made(name)).follow()
    assert all(part in said for part in FOR_ALL[name])


def test_who_won_a_fight_is_said_before_whose_turn_it_is(made: Made) -> None:
    desk = next(
        desk
        for name in ("chores", "play", "simulated-laying")
        if (desk := made(name)).model().contest is not None
    )
    (said,) = Room(desk).follow()
    assert said.startswith(desk.model().contest.words) and desk.model().headline in said


def test_what_the_box_plays_is_said(made: Made) -> None:
    desk = made("box-move-zoon_alternate")
    (said,) = Room(desk).follow()
    assert desk.model().banner.words in said


def test_nothing_is_said_twice_in_a_row(fresh: Made) -> None:
    room = Room(fresh("play"))
    assert room.follow() and not room.follow()
    room.desk.send(at(PlayedTable.open_menu))
    assert not room.follow()
    room.desk.send(at(PlayedTable.close))
    assert not room.follow()


def test_without_a_voice_or_muted_nothing_is_said(made: Made) -> None:
    assert Room(made("play")).follow(Settings()) == []
    assert Room(made("play")).follow(Settings(voice=True, muted=True)) == []
    assert Room(made("home")).follow() == []


def test_only_what_is_new_is_said() -> None:
    assert news(("Ann to move", "Move a Zoon"), ("Ben to move", "Move a Zoon")) == "Ben to move."
    assert news((), ("Fight!", "Ann wins")) == "Fight!\nAnn wins."
