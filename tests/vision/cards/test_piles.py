"""Cards laid on an untidy pile: the uppermost is told, and of what lay open before nothing but that it is gone."""

from functools import cache
from pathlib import Path

import pytest

from companion.game import Setup
from companion.games import all_games
from companion.sight import Sighting
from tests.readings import SHARED, read_set
from tests.vision.strips import deck
from vision.eye import Eye
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop
from vision.sources.frames import Frame

TABLE = all_games()["zombinion"].table(Setup(2))
PLACES = {region.name: region.centre for region in TABLE.regions}
MESSY = SHARED / "frames" / "lit-dev-2" / "zombinion-watch-messy"
OFFS = [(14.0, 0.0, 0.0), (-9.0, -14.0, 6.0), (3.0, 11.0, -14.0), (-14.0, 6.0, 12.0)]
"""How far off the pile's middle (mm, mm, deg) a card is laid."""


@cache
def painter() -> Painter:
    return Painter(TABLE, [deck()], CameraPose.over(TABLE, (1920, 1080)), seed=3)


def card(label: str, region: str, off: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Laid:
    x, y = PLACES[region]
    return Laid("card", label, x + off[0], y + off[1], off[2], face="up", deck="zombinion")


def looked(*tables: list[Laid]) -> list[dict[str, list[Sighting]]]:
    """What is told of each region in one picture after the other."""
    eye, found = Eye(TABLE, [deck()]), []
    for number, table in enumerate(tables):
        picture = painter().paint(TableTop(tuple(table)), number)
        scene = eye.read(Frame(picture, 2.0 * number, number)).scene
        found.append({name: list(lying) for name, lying in scene.by_region().items()})
    return found


def labels(sightings: list[Sighting]) -> list[str | None]:
    return [sighting.label for sighting in sightings]


@pytest.mark.parametrize(
    ("pile", "off"), [*zip(("discard.0", "discard.1", "trash", "discard.0"), OFFS, strict=True)]
)
def test_a_card_laid_askew_on_an_open_one_is_all_that_a_pile_shows(
    pile: str, off: tuple[float, float, float]
) -> None:
    lying = [card("zombi", pile, (-off[0] / 2, 0.0, -3.0))]
    first, second, third = looked(
        lying, [*lying, card("proiettili", pile, off)], [*lying, card("proiettili", pile, off)]
    )
    assert labels(first[pile]) == ["zombi"]
    assert labels(second[pile]) == labels(third[pile]) == ["proiettili"]


def test_a_buried_card_is_told_again_when_it_lies_open_again() -> None:
    lying = [card("zombi", "discard.0")]
    *_, last = looked(lying, [*lying, card("proiettili", "discard.0", OFFS[0])], lying)
    assert labels(last["discard.0"]) == ["zombi"]


def test_two_cards_laid_on_a_pile_at_once_are_both_told_where_both_can_be_read() -> None:
    lying = [card("zombi", "trash")]
    both = [card("barricata", "trash", (-16.0, -10.0, 0.0)), card("proiettili", "trash", (16.0, 14.0, 0.0))]
    *_, last = looked(lying, [*lying, *both], [*lying, *both])
    assert labels(last["trash"])[-2:] == ["barricata", "proiettili"]


def test_cards_in_play_are_no_pile() -> None:
    lying = [card("zombi", "play.0")]
    *_, last = looked(lying, [*lying, card("proiettili", "play.0", (14.0, 20.0, 0.0))])
    assert labels(last["play.0"]) == ["zombi", "proiettili"]


@pytest.mark.skipif(not MESSY.is_dir(), reason="the recorded games are not beside the project")
def test_a_recorded_game_with_untidy_discards_is_followed_whole() -> None:
    events = read_set(Path(MESSY))["event"]
    assert len(events) == 14 and set(events.values()) == {"right"}
