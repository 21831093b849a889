"""ZONG at the table: throws, flicks, clean-ups and moves seen by an eye that knows only places, and no hidden piece."""

import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.game import Setup, checked
from companion.games.zong import GAME
from companion.games.zong.board import START
from companion.games.zong.events import (
    Advanced,
    Cleaned,
    Disc,
    FellBack,
    Rest,
    Threw,
    Zonged,
)
from companion.games.zong.rest import areas, placings, sorted_out
from companion.games.zong.state import State
from companion.games.zong.table import cleaned_event
from companion.judge import Known, judge
from companion.lawful import drawn
from companion.sight import Scene
from companion.weigh import Accept, Ask, Lost, Refuse, Same, Wait
from tests.games.zong_followed import SETUP, Follower, disc, scene, standing, tops


@pytest.mark.parametrize(("seats", "crooked"), [(3, 2.0), (4, 5.0), (6, 7.0)])
def test_random_games_are_followed_from_what_an_eye_can_see(seats: int, crooked: float) -> None:
    flicks = 0
    for seed in range(12):
        follower = Follower(seed, seats, crooked)
        follower.play(60)
        flicks += follower.flicks
    assert flicks > 20


def state_of(given: dict[str, Any], setup: Setup = SETUP) -> State:
    return GAME.load_position(setup, given)


LIGHTNING = {"disc": "lightning", "face": "lightning"}
SPIRAL = {"disc": "lightning", "face": "spiral"}
BLUE = [{"disc": "blue", "face": 6}, {"disc": "blue", "face": 5}]
PIECES = {"red": "9", "blue": "8", "green": "6", "yellow": "6"}
FLICK = state_of({"pieces": PIECES, "towers": {"6": ["yellow", "green"]}, "thrown": [LIGHTNING, *BLUE]})
THROW = state_of({"pieces": PIECES})


def seen_after(state: State, **moved: tuple[float, float]) -> Scene:
    places = standing(state, random.Random(0)) | moved
    left = tuple(
        tuple(seat for seat in tower if state.agreed.colours[seat] not in moved) for tower in state.squares
    )
    return scene(
        SETUP, places, {*tops(msgspec.structs.replace(state, squares=left)), *moved}, state.throw.thrown
    )


def thrown(*faces: str | None, **changes: Any) -> Scene:
    table = GAME.table(SETUP)
    base = scene(SETUP, standing(THROW, random.Random(0)), tops(THROW), ())
    discs = [disc(table, face, n) for n, face in enumerate(faces)]
    discs = [
        replace(each, label=None, **changes) if face is None else each
        for each, face in zip(discs, faces, strict=True)
    ]
    return Scene((*base.sightings, *discs))


def test_three_discs_are_a_throw_wherever_they_lie() -> None:
    verdict = judge(GAME, THROW, thrown("6", "7", "spiral")).verdict
    assert verdict == Accept((Threw(0, (Disc("blue", 6), Disc("risk", 7), Disc("lightning", "spiral"))),))


def test_a_disc_that_cannot_be_read_is_asked_about() -> None:
    verdict = judge(GAME, THROW, thrown("6", "7", None)).verdict
    assert isinstance(verdict, Ask)
    told = {option[0].discs for option in verdict.options}
    assert (Disc("blue", 6), Disc("risk", 7), Disc("lightning", "spiral")) in told
    assert (Disc("blue", 6), Disc("risk", 7), Disc("risk", 0)) not in told, "seat 0 owns one risk disc"


def test_two_readings_of_one_disc_are_asked_about() -> None:
    seen = thrown("6", "7", "5")
    doubtful = replace(seen.sightings[-1], sure=0.5, others=(("2", 0.4),))
    verdict = judge(GAME, THROW, Scene((*seen.sightings[:-1], doubtful))).verdict
    assert isinstance(verdict, Ask)
    assert len(verdict.options) == 2


def test_two_discs_are_no_throw_yet() -> None:
    assert isinstance(judge(GAME, THROW, thrown("6", "7")).verdict, Wait)
    assert isinstance(judge(GAME, THROW, thrown("6", "7"), done=True).verdict, Lost)


def test_discs_that_the_seat_does_not_own_are_refused_as_a_miscount() -> None:
    verdict = judge(GAME, THROW, thrown("0", "7", "7")).verdict
    assert isinstance(verdict, Refuse)
    assert verdict.violation.rule == "zg-04-discs-counted"


def test_the_old_discs_may_lie_until_they_are_picked_up() -> None:
    state = GAME.after(
        GAME.after(THROW, Threw(0, (Disc("blue", 6), Disc("blue", 5), Disc("risk", 0)))), Advanced(0)
    )
    lying = scene(SETUP, standing(state, random.Random(0)), tops(state), state.throw.lying)
    judged = judge(GAME, state, lying)
    assert judged.verdict == Same()
    assert [chore.rule for chore in judged.chores] == ["zg-37-next-takes-three"]
    picked_up = scene(SETUP, standing(state, random.Random(0)), tops(state), ())
    assert judge(GAME, state, picked_up).chores == ()


def test_a_flick_is_booked_with_where_every_piece_lies() -> None:
    verdict = judge(GAME, FLICK, seen_after(FLICK, blue=(111.1, 40.0), green=(15.0, 116.0))).verdict
    assert isinstance(verdict, Accept)
    (event,) = verdict.events
    assert isinstance(event, Zonged)
    assert event.rest["blue"] == Rest(111.1, 40.0)
    after = GAME.after(FLICK, event)
    assert {p.colour: p.square for p in placings(after) if p.must_move} == {"blue": "3", "green": "17"}


def test_a_piece_that_nobody_sees_stays_under_what_is_seen_or_people_say_whether_it_left_the_board() -> None:
    verdict = judge(GAME, FLICK, seen_after(FLICK, blue=(111.1, 40.0))).verdict
    assert isinstance(verdict, Accept)
    assert "yellow" not in verdict.events[0].rest
    gone = [s for s in seen_after(FLICK).sightings if s.label != "blue"]
    assert isinstance(judge(GAME, FLICK, Scene(tuple(gone))).verdict, Wait), "no picture showed it before"
    verdict = judge(GAME, FLICK, Scene(tuple(gone)), Known(before=seen_after(FLICK))).verdict
    assert isinstance(verdict, Ask)
    left, missed = (options[0].rest for options in verdict.options)
    assert left["blue"] == Rest(off_board=True)
    assert "blue" not in missed


def test_a_tower_that_slid_as_one_or_lost_its_lowest_is_asked_about() -> None:
    spots = standing(FLICK, random.Random(0)) | {"green": (15.0, 116.0)}
    verdict = judge(GAME, FLICK, scene(SETUP, spots, {"green", "blue", "red"}, FLICK.throw.thrown)).verdict
    assert isinstance(verdict, Ask)
    towers = []
    for option in verdict.options:
        after = GAME.after(FLICK, option[0])
        towers.append((sorted_out(after).towers, GAME.words(FLICK, option[0])))
    assert [t["17"] for t, _ in towers] == [("yellow", "green"), ("green",)]
    assert "yellow" in towers[1][0]["start"]


def test_a_piece_that_may_lie_under_another_that_came_is_asked_about() -> None:
    under = areas(FLICK.board, 4)["8"].centre
    spots = standing(FLICK, random.Random(0)) | {"green": under}
    verdict = judge(GAME, FLICK, scene(SETUP, spots, {"green", "red", "yellow"}, FLICK.throw.thrown)).verdict
    assert isinstance(verdict, Ask)
    found = {GAME.after(FLICK, option[0]).rest for option in verdict.options}
    assert len(found) == 2
    blue = {sorted_out(GAME.after(FLICK, option[0])).pieces["blue"].square for option in verdict.options}
    assert blue == {"8", "start"}


def test_a_flick_that_moved_nothing_looks_like_none() -> None:
    assert judge(GAME, FLICK, seen_after(FLICK)).verdict == Same()


def test_a_position_back_put_on_the_wrong_square_is_refused_by_its_rule() -> None:
    state = state_of({"pieces": PIECES, "thrown": [SPIRAL, *BLUE]})
    x, y = areas(state.board, 4)["5"].centre
    right = seen_after(state, red=areas(state.board, 4)["7"].centre)
    assert judge(GAME, state, right).verdict == Accept((FellBack(0),))
    verdict = judge(GAME, state, seen_after(state, red=(x, y))).verdict
    assert isinstance(verdict, Refuse)
    assert verdict.violation.rule == "zg-21-one-position-back"


def test_points_played_to_the_wrong_square_are_refused_by_their_sum() -> None:
    state = state_of({"pieces": PIECES, "thrown": [*BLUE, {"disc": "risk", "face": 0}]})
    right = seen_after(state, red=areas(state.board, 4)["20"].centre)
    assert judge(GAME, state, right).verdict == Accept((Advanced(0),))
    verdict = judge(GAME, state, seen_after(state, red=areas(state.board, 4)["19"].centre)).verdict
    assert isinstance(verdict, Refuse)
    assert verdict.violation.rule == "zg-29-sum"


def test_who_was_taken_along_unseen_is_asked_about() -> None:
    given = {"pieces": PIECES | {"red": "6"}, "towers": {"6": ["yellow", "red", "green"]}}
    state = state_of(given | {"thrown": [*BLUE, {"disc": "risk", "face": 0}]})
    spots = standing(state, random.Random(0)) | {"red": areas(state.board, 4)["17"].centre}
    verdict = judge(GAME, state, scene(SETUP, spots, {"red", "green", "blue"}, state.throw.thrown)).verdict
    assert isinstance(verdict, Ask)
    assert {option[0] for option in verdict.options} == {Advanced(0), Advanced(0, ("yellow",))}


def test_a_clean_up_is_inferred_when_play_goes_on_behind_it() -> None:
    state = GAME.after(FLICK, Zonged(0, {"blue": Rest(111.1, 40.0)}))
    clean = GAME.after(state, Cleaned())
    moved = GAME.after(clean, Advanced(0))
    verdict = judge(GAME, state, seen_after(moved)).verdict
    assert verdict != Same()
    told = scene(SETUP, standing(moved, random.Random(0)), tops(moved), state.throw.thrown)
    verdict = judge(GAME, state, told).verdict
    assert verdict == Accept((Cleaned(), Advanced(0)))


def test_a_clean_up_whose_order_is_in_doubt_is_never_taken_for_done_by_itself() -> None:
    doubtful = GAME.after(FLICK, Zonged(0, {"blue": Rest(160.5, 106.0), "green": Rest(160.5, 71.0)}))
    assert sorted_out(doubtful).doubtful == {"13"}
    assert cleaned_event(doubtful) is None
    clean = GAME.after(GAME.after(doubtful, Cleaned()), Advanced(0))
    told = scene(SETUP, standing(clean, random.Random(0)), tops(clean), FLICK.throw.thrown)
    assert not isinstance(judge(GAME, doubtful, told, done=True).verdict, Accept)
    sure = GAME.after(FLICK, Zonged(0, {"blue": Rest(160.5, 104.0), "green": Rest(160.5, 66.0)}))
    assert cleaned_event(sure) == Cleaned()


def test_nothing_goes_on_before_a_piece_is_put_back() -> None:
    state = GAME.after(FLICK, Zonged(0, {"blue": Rest(15.0, 116.0)}))
    spots = standing(FLICK, random.Random(0)) | {
        "blue": (15.0, 116.0),
        "red": areas(state.board, 4)["20"].centre,
    }
    verdict = judge(
        GAME, state, scene(SETUP, spots, {"red", "blue", "green"}, state.throw.thrown), done=True
    ).verdict
    assert not isinstance(verdict, Accept)


def test_every_region_that_a_move_may_name_is_a_region_of_the_table() -> None:
    for seats in GAME.seats:
        table = GAME.table(checked(GAME, Setup(seats)))
        names = {region.name for region in table.regions}
        assert {START, "1", "32", "goal", "throw", "board", "beside"} <= names
        assert table.region_at(333.0, 116.0) == "goal"
        assert table.region_at(100.0, -50.0) == "throw"
        assert table.region_at(-40.0, 300.0) == "beside"


def with_towers(seed: int) -> dict[str, Any]:
    """A position of four pieces, most of them in towers, with one lightning to be played."""
    rng = random.Random(seed)
    colours = list(SETUP.option("colours", "").split(","))
    rng.shuffle(colours)
    squares = [str(rng.randrange(1, 33)) for _ in range(rng.choice((1, 1, 2, 2, 3)))]
    towers: dict[str, list[str]] = {}
    for colour in colours:
        towers.setdefault(rng.choice(squares), []).append(colour)
    pieces = {colour: square for square, tower in towers.items() for colour in tower}
    return {"pieces": pieces, "towers": towers, "thrown": [LIGHTNING, *BLUE]}


def test_a_hundred_flicks_of_towers_lose_no_piece_and_book_no_order_wrongly() -> None:
    flicks = towers = 0
    for seed in range(260):
        follower = Follower(seed, 4)
        book = follower.referee.book
        follower.referee.book = replace(book, states=(state_of(with_towers(seed)),))
        follower.places = standing(follower.state, follower.rng)
        event = drawn(GAME, follower.state, follower.rng.randrange)
        if isinstance(event, Zonged):
            hit = {colour for tower in follower.state.squares if len(tower) > 1 for colour in map(str, tower)}
            follower.flick(event)
            flicks += follower.flicks
            towers += bool(hit) and bool(follower.flicks)
    assert flicks >= 100
    assert towers >= 80
