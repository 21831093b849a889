"""Throws that an eye cannot count: a disc on another, one seen only in part, more or fewer than three."""

import random
from dataclasses import replace

import msgspec
import pytest

from companion.games.zong import GAME
from companion.games.zong.events import Disc, Rest, Threw, Zonged
from companion.games.zong.table import Strip, strip
from companion.judge import judge
from companion.sight import Scene, Sighting
from companion.weigh import Accept, Ask
from tests.games.zong_followed import SETUP, scene, standing, tops

THROW = GAME.load_position(SETUP, {"pieces": {"red": "9", "blue": "8", "green": "6", "yellow": "6"}})


def lying_at(*places: tuple[float, float], faces: tuple[str, ...] = ("6", "5", "7")) -> Scene:
    region = GAME.table(SETUP).region_at
    discs = (
        Sighting("disc", face, region(x, y), 0.97, x=x, y=y)
        for face, (x, y) in zip(faces, places, strict=True)
    )
    return Scene((*scene(SETUP, standing(THROW, random.Random(0)), tops(THROW), ()).sightings, *discs))


def test_a_throw_in_which_a_disc_lies_on_another_is_asked_about() -> None:
    threw = Threw(0, (Disc("blue", 5), Disc("blue", 6), Disc("risk", 7)))
    free = judge(GAME, THROW, lying_at((60.0, -60.0), (100.0, -60.0), (140.0, -60.0))).verdict
    assert free == Accept((threw,))
    heap = judge(GAME, THROW, lying_at((60.0, -60.0), (72.0, -60.0), (140.0, -60.0))).verdict
    assert heap == Ask(((threw,), ()))


def test_a_disc_of_which_only_a_part_is_seen_is_asked_about() -> None:
    whole = lying_at((60.0, -60.0), (100.0, -60.0), (140.0, -60.0))
    part = Scene((*whole.sightings[:-1], replace(whole.sightings[-1], visible=0.5)))
    assert isinstance(judge(GAME, THROW, part).verdict, Ask)


@pytest.mark.parametrize(("count", "trouble"), [(0, ""), (1, "few"), (2, "few"), (3, ""), (4, "many")])
def test_more_or_fewer_than_three_discs_are_told(count: int, trouble: str) -> None:
    places = ((60.0, -60.0), (100.0, -60.0), (140.0, -60.0), (180.0, -60.0))[:count]
    seen = lying_at(*places, faces=("6", "5", "7", "0")[:count])
    assert strip(THROW, seen.by_region()) == Strip(count, trouble)


def test_discs_of_the_throw_before_that_are_being_picked_up_are_no_trouble() -> None:
    picking = msgspec.structs.replace(
        THROW,
        throw=msgspec.structs.replace(THROW.throw, lying=(Disc("blue", 6), Disc("blue", 5), Disc("risk", 7))),
    )
    seen = lying_at((60.0, -60.0), (100.0, -60.0), faces=("6", "7"))
    assert strip(picking, seen.by_region()).trouble == ""
    assert strip(THROW, seen.by_region()).trouble == "few"


def test_a_flick_is_followed_by_regions_alone_where_no_places_are_told() -> None:
    thrown = [{"disc": "lightning", "face": "lightning"}, *({"disc": "blue", "face": n} for n in (5, 6))]
    state = GAME.load_position(
        SETUP, {"pieces": {"red": "9", "blue": "8", "green": "6", "yellow": "6"}, "thrown": thrown}
    )
    pawns = {"red": "9", "blue": "12", "green": "6", "yellow": "beside"}
    seen = [Sighting("pawn", colour, region) for colour, region in pawns.items()]
    discs = [Sighting("disc", str(disc["face"]), "throw") for disc in thrown]
    verdict = judge(GAME, state, Scene((*seen, *discs))).verdict
    flick = Zonged(0, {"blue": Rest(square="12"), "yellow": Rest(off_board=True)})
    assert isinstance(verdict, Accept | Ask)
    options = (verdict.events,) if isinstance(verdict, Accept) else verdict.options
    assert options[0] == (flick,)


def test_the_zong_disc_is_no_part_of_a_throw_wherever_it_lies() -> None:
    thrown = lying_at((60.0, -60.0), (100.0, -60.0), (140.0, -60.0))
    square = THROW.board.by_name["12"]
    for x, y in ((180.0, -60.0), (140.0, -62.0), (square.x, square.y)):
        zong = Sighting("disc", None, GAME.table(SETUP).region_at(x, y), 0.9, x=x, y=y, colour="black")
        both = Scene((*thrown.sightings, zong))
        assert GAME.assign_regions(THROW, both, None) == GAME.assign_regions(THROW, thrown, None)
