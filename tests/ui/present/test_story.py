"""A game told from turn to turn: turns, points, what turned it, how long it took; numbers only where none is secret."""

from itertools import pairwise

import pytest

from companion.game import Setup, checked
from companion.games import all_games
from companion.journal import Entry, TookBack
from tests.situations.looked_back import PLAYS, record_of
from ui.present.walk import Walk
from ui.present.walk import minutes as lasted

each_game = pytest.mark.parametrize("game", sorted(PLAYS))


def walk_of(game: str, part: float = 1.0) -> Walk:
    record = record_of(game)
    return Walk.of(record.game, record.setup, record.entries[: round(part * len(record.entries))])


@each_game
def test_turns_follow_each_other_without_gaps(game: str) -> None:
    walk = walk_of(game)
    turns = walk.turns
    assert len(turns) > 5 and turns[-1].last == walk.last
    assert all(later.first == earlier.last + 1 for earlier, later in pairwise(turns))


@each_game
def test_every_game_can_be_followed_by_a_number_for_each_seat(game: str) -> None:
    walk = walk_of(game)
    for place in (0, walk.last // 2, walk.last):
        found = walk.measures(place)
        assert found and all(len(one.values) == walk.setup.seats for one in found)


@pytest.mark.parametrize("game", ["zombinion", "zones"])
def test_the_winner_has_most_points(game: str) -> None:
    walk = walk_of(game)
    points = walk.points
    assert points is not None and walk.over is not None
    assert points.leader in walk.over.winners


@each_game
def test_of_a_game_that_goes_on_no_number_is_told(game: str) -> None:
    walk = walk_of(game, 0.5)
    assert walk.measures(walk.last) == () and walk.points is None


def test_fights_are_turning_points_and_each_place_is_one_once() -> None:
    walk = walk_of("zoon_alternate")
    found = walk.turning_points
    decided = {place for place in range(1, walk.last + 1) if walk.contest(place) is not None}
    assert decided <= {point.place for point in found}
    assert len({point.place for point in found}) == len(found)
    lead = next(point for point in found if point.kind == "lead")
    assert walk.measures(lead.place)[0].leader == lead.seat


def test_the_first_of_each_card_taken_is_one_and_the_second_is_none() -> None:
    walk = walk_of("zombinion")
    firsts = [p.place for p in walk.turning_points if p.kind == "first"]
    cards = [walk.lines[place - 1].entry.event.card for place in firsts]
    assert cards and len(set(cards)) == len(cards)


def test_flicks_are_marked_and_what_was_taken_back_is_not() -> None:
    record = record_of("zong")
    entries = (*record.entries[:10], Entry(10, "touch", TookBack()))
    found = {point.place: point.kind for point in Walk.of(record.game, record.setup, entries).turning_points}
    assert 11 not in found and "great" in found.values()


@pytest.mark.parametrize(
    ("stamps", "minutes"),
    [
        (("2026-03-01T19:00:00+00:00", "2026-03-01T19:10:00+00:00", "2026-03-01T19:19:40+00:00"), 20),
        (("2026-03-01T19:00:00+00:00", "2026-03-01T19:10:00+00:00", "2026-03-02T19:10:00+00:00"), 10),
        (("2026-03-01T19:00:00+00:00",), None),
        (("tonight", "later"), None),
    ],
)
def test_pauses_are_left_out_of_how_long_it_took(stamps: tuple[str, ...], minutes: int | None) -> None:
    assert lasted(stamps) == minutes


def test_every_game_tells_its_progress() -> None:
    assert all(
        game.measures(game.start(checked(game, Setup(game.seats[0])))) for game in all_games().values()
    )
