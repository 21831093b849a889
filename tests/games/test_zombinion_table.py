"""Where the cards of Zombinion lie, and what the table shows."""

from itertools import combinations

import pytest

from companion.game import SetupFault
from companion.games.zombinion.events import Ended, Played, Shot, Starts, Took
from companion.games.zombinion.table import BACK, LONG_MM, card, lying, size
from companion.judge import judge
from companion.sight import Scene, Thing, place_of
from companion.weigh import Same, Wait
from tests import shown
from tests.games.zombinion import GAME, at, played, setup

SEATS = (2, 3, 4)


@pytest.mark.parametrize("seats", SEATS)
def test_every_pile_the_trash_and_three_places_a_seat_lie_side_by_side(seats: int) -> None:
    table = GAME.table(setup(seats))
    names = [region.name for region in table.regions]
    assert len(names) == len(set(names)) == 17 + 1 + 3 * seats
    assert table.kinds == ("card",)
    for one, other in combinations(table.regions, 2):
        apart = one.x + one.w <= other.x or other.x + other.w <= one.x
        assert apart or one.y + one.h <= other.y or other.y + other.h <= one.y, (one, other)
    for region in table.regions:
        assert region.x >= 0 and region.x + region.w <= table.width_mm
        assert region.y >= 0 and region.y + region.h <= table.height_mm


@pytest.mark.parametrize("seats", SEATS)
def test_a_card_is_wide_enough_for_the_camera(seats: int) -> None:
    wide, high = size(seats)
    px_per_mm = min(1920 / (wide + 100), 1080 / (high + 100))
    assert 59 * px_per_mm >= 80


@pytest.mark.parametrize("seats", SEATS)
def test_there_is_room_for_seven_cards_half_covered(seats: int) -> None:
    for region in GAME.table(setup(seats)).regions:
        if region.name.startswith("play."):
            assert min(region.w, region.h) == LONG_MM
            assert (max(region.w, region.h) - 59) / 29.5 >= 6


def test_the_left_neighbour_of_the_first_seat_sits_where_x_is_0() -> None:
    regions = {region.name: region for region in GAME.table(setup(4)).regions}
    assert regions["deck.0"].x < regions["discard.0"].x < regions["play.0"].x, "as the near seat reads"
    assert regions["deck.2"].x > regions["discard.2"].x > regions["play.2"].x, "as the far seat reads"
    assert regions["deck.1"].x == 0 and regions["deck.1"].y > regions["play.1"].y
    assert regions["deck.3"].x > regions["play.0"].x and regions["deck.3"].y < regions["play.3"].y
    assert [place_of(name).seat for name in ("discard.3", "trash", "deck.x", "deck.03")] == [
        3,
        None,
        None,
        None,
    ]


def test_a_table_of_unknown_kinds_is_a_fault() -> None:
    with pytest.raises(SetupFault):
        GAME.table(setup(kinds="esca"))


def test_before_the_lot_the_supply_and_the_decks_are_laid_out() -> None:
    start = GAME.start(setup(3))
    layout = GAME.layout(start)
    assert layout is not None
    assert set(layout.regions) == {*start.agreed.piles, "deck.0", "deck.1", "deck.2"}
    assert layout.of("furbizia") == (Thing("card", "furbizia", "up", "zombinion"),)
    assert layout.of("deck.2") == (BACK,)
    half = Scene(shown.scene(layout).sightings[:9])
    assert judge(GAME, start, half).verdict == Wait("The table is being laid out.")
    assert judge(GAME, start, shown.scene(layout)).verdict == Same()
    assert GAME.layout(GAME.after(start, Starts(1))) is None
    assert GAME.layout(GAME.start(setup(start="0"))) is None


def test_what_lies_open_is_seen_and_nothing_else() -> None:
    state = played(GAME.start(setup(start="0")), Shot(0, ("pallottola", "pallottola")), Took(0, "esca"))
    look = GAME.look(state)
    assert look.of("play.0") == (card("pallottola"), card("pallottola"))
    assert look.of("discard.0") == (card("esca"),)
    assert look.of("play.1") == look.of("discard.1") == look.of("trash") == ()
    state = played(state, Ended(0, "zombi"))
    assert GAME.look(state).of("discard.0") == (card("zombi"),)
    assert GAME.look(state).of("deck.0") == ()
    unread = played(GAME.start(setup(start="0")), Shot(0, ("pallottola",)), Ended(0))
    assert GAME.look(unread).of("discard.0") == (card(None),)


def test_a_pile_down_to_its_last_card_says_nothing() -> None:
    """Beneath the last card lies its Fine Scorta card, which no deck of faces knows."""
    state = at(
        "pallottola", "zombi", supply={**dict.fromkeys(GAME.start(setup()).agreed.piles, 5), "esca": 1}
    )
    assert GAME.look(state).ignored == {"esca"}
    taken = played(state, Ended(0), Shot(0, ("pallottola",)))
    assert GAME.look(taken).ignored == {"esca"}


def test_cards_trashed_together_may_lie_beside_each_other() -> None:
    sacrificio = setup(set="sparatutto", start="0")
    state = played(at("sacrificio zombi pallottola", "zombi", agreed=sacrificio), Played(0, "sacrificio"))
    told = GAME.candidates(state, None)
    both = next(e for e in told if e.cards == ("pallottola", "zombi"))
    after = GAME.after(state, both)
    assert GAME.look(after).of("trash") == (card("zombi"),)
    spread = shown.scene(GAME.look(after), trash=lying("trash", ("pallottola", "zombi")))
    assert judge(GAME, after, spread).verdict == Same()
    words = [chore.words for chore in judge(GAME, after, spread).chores]
    assert words == ["Lay the cards of the Cestino on one pile"]
