"""Cards higher than wide are laid in rows and piles, upright for whoever sits there; what lies there stays."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.sight import Look, Scene, Sighting, Table, Thing
from tests.games.zombinion import turned
from tests.vision.strips import BASICS, HIGH_MM, WIDE_MM, deck, table_of
from vision.painted.laying import row_of, tabletop_from_look
from vision.painted.painter import Painter
from vision.painted.standpoint import CameraPose
from vision.painted.tabletop import Laid, TableTop

PILES = (*BASICS, *[name for name in deck().labels if name not in BASICS][:10])
SIZES = (2, 3, 4)


@cache
def table(seats: int) -> Table:
    return table_of(PILES, seats)


def up(label: str) -> Thing:
    return Thing("card", label, "up", "zombinion")


BACK = Thing("card", None, "down", "zombinion")


def laid(look: Look, seats: int, before: TableTop | None = None, seed: int = 1) -> TableTop:
    return tabletop_from_look(look, table(seats), np.random.default_rng(seed), [deck()], before)


def seen(top: TableTop, seats: int) -> Scene:
    """What a perfect eye sees of a table top."""
    return Scene(
        tuple(
            Sighting(
                "card",
                one.label if one.face == "up" else None,
                table(seats).region_at(one.x, one.y),
                face=one.face,
                deck=one.deck,
                x=one.x,
                y=one.y,
                angle=one.angle,
            )
            for one in top.things
        )
    )


def shows(top: TableTop, card: Laid) -> float:
    """The part of a card that no card above it hides."""
    above = top.things[top.things.index(card) + 1 :]
    steps = np.linspace(-0.49, 0.49, 25)
    turn = np.radians(card.angle)
    free = 0
    for u in steps * WIDE_MM:
        for v in steps * HIGH_MM:
            x = card.x + u * np.cos(turn) - v * np.sin(turn)
            y = card.y + u * np.sin(turn) + v * np.cos(turn)
            free += not any(other.covers(float(x), float(y)) for other in above)
    return free / len(steps) ** 2


@pytest.mark.parametrize("seats", SIZES)
def test_cards_lie_upright_for_whoever_sits_there(seats: int) -> None:
    for region in table(seats).regions:
        assert row_of(region, table(seats), WIDE_MM, HIGH_MM).angle == turned(region.name, seats)


@pytest.mark.parametrize("seats", SIZES)
def test_cards_lie_within_their_regions(seats: int) -> None:
    regions = {region.name: (up("zombi"),) for region in table(seats).regions}
    for seat in range(seats):
        regions[f"play.{seat}"] = (up("zombi"),) * 5
    top = laid(Look(regions), seats)
    rooms = {region.name: region for region in table(seats).regions}
    assert len(top.things) == 18 + seats * 7
    for one in top.things:
        region = rooms[str(table(seats).region_at(one.x, one.y))]
        lengthwise = one.angle % 180 < 45 or one.angle % 180 > 135
        wide, high = (WIDE_MM, HIGH_MM) if lengthwise else (HIGH_MM, WIDE_MM)
        assert region.x - 3 <= one.x - wide / 2 and one.x + wide / 2 <= region.x + region.w + 3
        assert region.y - 3 <= one.y - high / 2 and one.y + high / 2 <= region.y + region.h + 3


@pytest.mark.parametrize("seats", SIZES)
def test_no_card_of_a_row_moves_when_another_comes_and_half_of_each_shows(seats: int) -> None:
    for seat in range(seats):
        region = next(region for region in table(seats).regions if region.name == f"play.{seat}")
        room = row_of(region, table(seats), WIDE_MM, HIGH_MM).room
        assert room >= 7
        top = TableTop()
        for count in range(1, room + 1):
            things = tuple(up(PILES[n]) for n in range(count))
            after = laid(Look({region.name: things}), seats, top, seed=count)
            assert [one for one in after.things if one in top.things] == list(top.things)
            assert len(after.things) == count
            assert min(shows(after, one) for one in after.things) >= 0.5
            top = after


def test_cards_lie_side_by_side_while_there_is_room() -> None:
    top = laid(Look({"play.0": tuple(up(name) for name in PILES[:4])}), 4)
    assert [shows(top, one) for one in top.things] == [1.0] * 4
    assert sorted(one.x for one in top.things) == [one.x for one in top.things]


def test_too_many_cards_are_pushed_together_and_all_show() -> None:
    look = Look({"play.0": tuple(up(PILES[n % 17]) for n in range(12))})
    top = laid(look, 4, laid(Look({"play.0": look.of("play.0")[:7]}), 4))
    assert look.fits(seen(top, 4))
    assert min(shows(top, one) for one in top.things) >= 0.2


def test_a_card_put_on_the_discards_covers_what_lay_there() -> None:
    before = laid(Look({"zombi": (up("zombi"),), "discard.1": (up("esca"),), "deck.1": (BACK,)}), 3)
    after = laid(
        Look({"zombi": (up("zombi"),), "discard.1": (up("zombi"),), "deck.1": (BACK,)}), 3, before, 2
    )
    stayed = [one for one in before.things if one in after.things]
    assert [one.label for one in stayed] == ["zombi", None]
    assert [one.label for one in after.things if one not in stayed] == ["zombi"]


def test_trashed_cards_lie_one_upon_the_other() -> None:
    things = (Thing("card", "zombi", "up", "zombinion", hidden=True), up("pallottola"))
    top = laid(Look({"trash": things}), 2)
    assert [one.label for one in top.things] == ["zombi", "pallottola"]
    assert abs(top.things[0].x - top.things[1].x) <= 5 and abs(top.things[0].y - top.things[1].y) <= 5


in_play = st.lists(st.sampled_from(PILES), max_size=8).map(lambda names: tuple(up(name) for name in names))
tops = st.sampled_from(PILES).map(lambda name: (up(name),))
looks = st.tuples(in_play, in_play, in_play, tops, tops).map(
    lambda rng: Look(
        {
            **{f"play.{seat}": rng[seat] for seat in range(3)},
            "discard.1": rng[3],
            "trash": rng[4],
            "deck.2": (BACK,),
        }
    )
)


@settings(max_examples=60)
@given(looks, looks, st.integers(0, 5))
def test_a_look_laid_over_another_fits_and_laid_once_more_stays(first: Look, second: Look, seed: int) -> None:
    before = laid(first, 3, seed=seed)
    assert first.fits(seen(before, 3))
    after = laid(second, 3, before, seed)
    assert second.fits(seen(after, 3))
    assert laid(second, 3, after, seed + 1) == after


def test_a_row_can_be_painted() -> None:
    top = laid(Look({f"play.{seat}": tuple(up(name) for name in PILES[:9]) for seat in range(4)}), 4)
    picture = Painter(table(4), [deck()], CameraPose.over(table(4), (640, 360))).paint(top)
    assert picture.shape == (360, 640, 3)
