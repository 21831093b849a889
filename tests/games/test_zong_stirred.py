"""Flicks that the regions cannot tell: pieces that moved within their squares, or did not move at all."""

from dataclasses import replace
from typing import Any

import pytest

from companion.game import Seen, Setup, checked
from companion.games.zong import GAME
from companion.games.zong.board import Board
from companion.games.zong.events import Advanced, Cleaned, Disc, Passed, Rest, Threw, Zonged
from companion.games.zong.rest import sorted_out
from companion.games.zong.state import State
from companion.games.zong.table import quiet_flick, seen_events
from companion.referee import Referee
from companion.sight import Scene, Sighting
from companion.weigh import Accept, Ask, Same
from tests.games.zong_followed import Places, disc, piece

SETUP = checked(GAME, Setup(3))
TABLE = GAME.table(SETUP)
THROWN = (Disc("blue", 5), Disc("blue", 6), Disc("lightning", "lightning"))
BOARD: Board = GAME.start(SETUP).board
START = (22.0, 200.0)


def about(square: str, dx: float = 0.0, dy: float = 0.0) -> tuple[float, float]:
    there = BOARD.by_name[square]
    return there.x + dx, there.y + dy


class At(type(GAME)):  # type: ignore[misc]
    """The game from a position on."""

    def __init__(self, given: dict[str, Any]) -> None:
        self._given = given

    def start(self, setup: Setup) -> State:
        return self.load_position(setup, self._given)


def refereed(
    towers: dict[str, list[str]], thrown: tuple[Disc, ...] = THROWN, **pieces: str
) -> Referee[State]:
    """The first seat has thrown a lightning, or more."""
    discs = {"0": {"blue": 2, "risk": 1, "lightning": 2}, "1": {"blue": 1, "risk": 1}}
    discs["2"] = {"risk": 1, "lightning": 1}
    told = [vars_of(each) for each in thrown]
    return Referee(
        At({"towers": towers, "pieces": pieces, "thrown": told, "discs": discs}), SETUP, lambda _: None
    )


def scene(places: Places, thrown: tuple[Disc, ...] = THROWN) -> Scene:
    pawns = (piece(TABLE, colour, *place) for colour, place in places.items())
    return Scene((*pawns, *(disc(TABLE, each.face, n) for n, each in enumerate(thrown))))


BETWEEN = (190.0, 61.5)
STOOD: Places = {"red": about("9"), "blue": about("9"), "green": about("14")}
"""Red and blue in a tower."""


def test_a_piece_that_moved_within_its_square_is_asked_about() -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    assert referee.see(scene(STOOD), done=True).verdict == Same()
    moved = scene(STOOD | {"green": about("14", 3, 5)})
    verdict = referee.see(moved, done=True).verdict
    flick = Zonged(0, {"green": Rest(*(round(v, 1) for v in about("14", 3, 5)))})
    assert verdict == Ask(((flick,), ()))
    assert referee.answer((flick,), "test").booked
    assert referee.state.phase == "points"


def test_nobody_flicked_where_people_say_so_and_it_is_not_asked_again() -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    referee.see(scene(STOOD), done=True)
    moved = scene(STOOD | {"green": about("14", 3, 5)})
    assert isinstance(referee.see(moved, done=True).verdict, Ask)
    assert referee.answer((), "test").verdict == Same()
    assert referee.see(moved, done=True).verdict == Same()
    assert referee.state.phase == "lightning"


def test_what_the_eye_sees_anew_by_a_hair_has_not_moved() -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    referee.see(scene(STOOD), done=True)
    shaken = {colour: (x + 0.9, y - 0.8) for colour, (x, y) in STOOD.items()}
    assert referee.see(scene(shaken), done=True).verdict == Same()


def test_a_tower_that_came_apart_on_its_square_is_told_as_it_lies() -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    referee.see(scene(STOOD), done=True)
    apart = STOOD | {"red": about("9", 0, -12), "blue": about("9", 0, 12)}
    verdict = referee.see(scene(apart), done=True).verdict
    assert isinstance(verdict, Ask)
    referee.answer(verdict.options[0], "test")
    assert referee.state.phase == "cleanup"
    assert sorted_out(referee.state).doubtful == {"9"}
    assert referee.tell(Cleaned(towers={"9": ("blue", "red")}), "test").booked
    assert referee.state.book()["9"] == ("blue", "red")


def test_a_tower_is_seen_apart_though_nothing_was_seen_before() -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    apart = STOOD | {"red": about("9", 0, -12), "blue": about("9", 0, 12)}
    assert isinstance(referee.see(scene(apart), done=True).verdict, Ask)
    assert referee.answer((), "test").verdict == Same()
    assert referee.see(scene(apart), done=True).verdict == Same()


def test_a_piece_knocked_off_its_tower_onto_the_same_square_brings_the_whole_tower_up() -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    before = STOOD | {"red": about("9", 0, -10), "blue": about("9", 0, -10)}
    referee.see(scene(before), done=True)
    apart = before | {"blue": about("9", 0, 12)}
    verdict = referee.see(scene(apart), done=True).verdict
    assert isinstance(verdict, Ask)
    flick = verdict.options[0][0]
    assert isinstance(flick, Zonged)
    assert set(flick.rest) == {"red", "blue"}


def test_a_flick_tells_only_of_what_moved() -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    referee.see(scene(STOOD), done=True)
    away = scene(STOOD | {"green": (190.0, 60.0)})
    verdict = referee.see(away, done=True).verdict
    assert isinstance(verdict, Accept)
    flick = verdict.events[0]
    assert isinstance(flick, Zonged)
    assert set(flick.rest) == {"green"}


def test_where_nothing_moved_since_the_throw_no_flick_is_booked_unasked() -> None:
    before = {"towers": {"9": ["red", "blue"]}, "pieces": {"green": "14"}}
    referee = Referee(At(before), SETUP, lambda _: None)
    astray = STOOD | {"green": (190.0, 60.0)}
    referee.see(Scene(scene(astray).sightings[:3]), done=True)
    referee.tell(Threw(0, THROWN), "test")
    verdict = referee.see(scene(astray), done=True).verdict
    assert isinstance(verdict, Ask)
    assert len(verdict.options) == 1
    assert referee.state.phase == "lightning"
    assert isinstance(referee.see(scene(STOOD), done=True).verdict, Same)


def test_a_quiet_flick_tells_of_the_tower_that_came_apart_but_of_nothing_elsewhere() -> None:
    state = refereed({"9": ["red", "blue"]}, green="14").state
    apart = STOOD | {"red": about("9", 0, -12), "blue": about("9", 0, 12), "green": (190.0, 60.0)}
    flick = quiet_flick(state, Seen(scene(apart).by_region(), frozenset(), scene(STOOD).by_region()))
    assert set(flick.rest) == {"red", "blue"}
    assert quiet_flick(state, Seen(scene(STOOD).by_region(), frozenset(), None)) == Zonged(0)


def test_a_throw_leaves_no_doubt() -> None:
    state = GAME.start(SETUP)
    seen = Seen(scene({}).by_region(), frozenset({"throw"}))
    events = tuple(seen_events(state, seen))
    assert Threw(0, THROWN) in events
    assert tuple(GAME.ambiguities(state, (Threw(0, THROWN),), seen)) == ()


def test_what_a_hand_puts_down_crookedly_stands_on_the_square_it_was_put_nearest_to() -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    crooked = STOOD | {"green": about("14", 7, -9), "red": about("9", 6, 0), "blue": about("9", 6, 0)}
    assert TABLE.region_at(*about("14", 7, -9)) == "board"
    referee.see(scene(STOOD), done=True)
    referee.tell(Passed(0), "test")
    assert referee.see(scene(crooked), done=True).differences == ()
    verdict = referee.see(scene(crooked | {"red": about("20", -7, 9)}), done=True).verdict
    assert verdict == Accept((Advanced(0),))


def test_a_tower_that_stands_crookedly_stays_when_a_piece_flies_off_it() -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    crooked = STOOD | {"red": about("9", -8, 0), "blue": about("9", -8, 0)}
    assert isinstance(referee.see(scene(crooked), done=True).verdict, Ask), (
        "nobody has seen it stand otherwise"
    )
    assert referee.answer((), "test").verdict == Same()
    assert referee.see(scene(crooked), done=True).verdict == Same()
    verdict = referee.see(scene(crooked | {"blue": (190.0, 60.0)}), done=True).verdict
    assert verdict == Accept((Zonged(0, {"red": Rest(square="9"), "blue": Rest(190.0, 60.0)}),))
    assert sorted_out(referee.state).pieces["red"].square == "9"


def test_what_hands_put_back_is_no_part_of_the_next_flick_though_nobody_said_that_it_is_back() -> None:
    twice = (Disc("blue", 5), Disc("lightning", "lightning"), Disc("lightning", "lightning"))
    referee = refereed({"9": ["red", "blue"]}, twice, green="14")
    referee.see(scene(STOOD, twice), done=True)
    away = STOOD | {"blue": (190.0, 61.5)}
    assert isinstance(referee.see(scene(away, twice), done=True).verdict, Accept)
    due = sorted_out(referee.state).pieces["blue"].square
    back = STOOD | {"blue": about(due, -6, 4)}
    assert referee.see(scene(back, twice), done=True).verdict == Same()
    assert referee.state.phase == "cleanup"
    again = back | {"green": (90.0, 60.0)}
    verdict = referee.see(scene(again, twice), done=True).verdict
    assert verdict == Accept((Cleaned(), Zonged(0, {"green": Rest(90.0, 60.0)})))


@pytest.mark.parametrize("at", [(202.0, -5.0), (180.0, -60.0), (120.0, 60.0), (-40.0, 90.0)])
@pytest.mark.parametrize("colour", ["black", None])
def test_the_disc_that_was_flicked_may_lie_anywhere(at: tuple[float, float], colour: str | None) -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    referee.see(scene(STOOD), done=True)
    flicked = Sighting("disc", None, TABLE.region_at(*at), 0.9, x=at[0], y=at[1], colour=colour)
    moved = scene(STOOD | {"green": BETWEEN}).sightings
    verdict = referee.see(Scene((*moved, flicked)), done=True).verdict
    assert verdict == Accept((Zonged(0, {"green": Rest(*BETWEEN)}),))
    assert referee.see(Scene((*moved, flicked)), done=True).differences == ()


def test_a_piece_on_which_another_came_to_lie_has_not_moved_by_what_is_seen_of_the_other() -> None:
    referee = refereed({"9": ["red"]}, blue="start", green="14")
    x, y = BOARD.start_for(3).x, BOARD.start_for(3).y
    stood = STOOD | {"blue": (x, y)}
    referee.see(scene(stood), done=True)
    over = stood | {"green": (x + 9.0, y), "blue": (x + 9.5, y + 0.5)}
    seen = tuple(replace(one, visible=0.2 if one.label == "blue" else 1.0) for one in scene(over).sightings)
    verdict = referee.see(Scene(seen), done=True).verdict
    assert isinstance(verdict, Accept)
    flick = verdict.events[0]
    assert isinstance(flick, Zonged)
    assert "blue" not in flick.rest, "it has not moved"
    assert sorted_out(referee.state).pieces["blue"].square == "start"


@pytest.mark.parametrize(("size", "asked"), [("small", True), ("large", False)])
def test_a_black_piece_that_moved_is_asked_about_where_the_disc_is_as_small(
    size: str, *, asked: bool
) -> None:
    options = (("colours", "red,black,green"), ("discs", ",".join([size] * 3)))
    given = {"pieces": {"red": "9", "black": "12", "green": "14"}, "thrown": [vars_of(d) for d in THROWN]}
    referee = Referee(At(given), checked(GAME, Setup(3, options)), lambda _: None)
    stood = {"red": about("9"), "black": about("12"), "green": about("14")}
    referee.see(scene(stood), done=True)
    verdict = referee.see(scene(stood | {"black": BETWEEN}), done=True).verdict
    flick = (Zonged(0, {"black": Rest(*BETWEEN)}),)
    assert verdict == (Ask((flick,)) if asked else Accept(flick))


@pytest.mark.parametrize(("sure", "asked"), [(0.6, True), (0.8, False)])
def test_what_was_hardly_made_out_as_a_piece_is_asked_about(sure: float, *, asked: bool) -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    referee.see(scene(STOOD), done=True)
    seen = scene(STOOD | {"green": BETWEEN}).sightings
    unsure = Scene(tuple(replace(one, sure=sure) if one.label == "green" else one for one in seen))
    verdict = referee.see(unsure, done=True).verdict
    flick, gone = (Zonged(0, {"green": rest}) for rest in (Rest(*BETWEEN), Rest(off_board=True)))
    assert verdict == (Ask(((flick,), (gone,), ())) if asked else Accept((flick,)))


def test_a_piece_hardly_made_out_may_lie_on_one_that_nobody_sees() -> None:
    referee = refereed({"9": ["red", "blue"]}, green="14")
    referee.see(scene(STOOD), done=True)
    left = {colour: spot for colour, spot in STOOD.items() if colour not in ("red", "blue")}
    seen = scene(left | {"green": BETWEEN}).sightings
    unsure = Scene(tuple(replace(one, sure=0.6) if one.label == "green" else one for one in seen))
    verdict = referee.see(unsure, done=True).verdict
    assert isinstance(verdict, Ask)
    assert (Zonged(0, {"green": Rest(*BETWEEN)}),) in verdict.options


def vars_of(one: Disc) -> dict[str, Any]:
    return {"disc": one.disc, "face": one.face}


def test_a_second_flick_is_doubted_as_the_first_is() -> None:
    twice = (Disc("blue", 5), Disc("lightning", "lightning"), Disc("lightning", "lightning"))
    referee = refereed({"9": ["red", "blue"]}, twice, green="14")
    referee.see(scene(STOOD, twice), done=True)
    referee.see(scene(STOOD | {"blue": BETWEEN}, twice), done=True)
    back = STOOD | {"blue": about(sorted_out(referee.state).pieces["blue"].square)}
    referee.see(scene(back, twice), done=True)
    left = {colour: spot for colour, spot in back.items() if colour != "green"}
    verdict = referee.see(scene(left, twice), done=True).verdict
    gone = Zonged(0, {"green": Rest(off_board=True)})
    assert verdict == Ask(((Cleaned(), gone), (Cleaned(), Zonged(0))))
