"""Pieces and discs that no picture shows for a while: what the rules alone tell of them is booked, the rest asked."""

from typing import Any

from companion.games.zong.events import Advanced, Disc, FellBack, Rest, Threw, Zonged
from companion.referee import Referee
from companion.weigh import Accept, Ask, Same, Wait
from tests.games.test_zong_stirred import BETWEEN, SETUP, START, STOOD, At, about, scene

ALONE: dict[str, Any] = {"pieces": {"red": "9", "blue": "12", "green": "14"}}
PLACES = {"red": about("9"), "blue": about("12"), "green": about("14")}
NUMBERS = (Disc("blue", 4), Disc("blue", 5), Disc("risk", 7))
SPIRAL = (Disc("blue", 4), Disc("blue", 5), Disc("lightning", "spiral"))
FLICK = (Disc("blue", 4), Disc("blue", 5), Disc("lightning", "lightning"))


def playing() -> Referee[Any]:
    referee = Referee(At(ALONE), SETUP, lambda _: None)
    assert referee.see(scene(PLACES, ())).verdict == Same()
    return referee


def without(*colours: str) -> dict[str, tuple[float, float]]:
    return {colour: place for colour, place in PLACES.items() if colour not in colours}


def test_a_throw_is_booked_though_a_piece_is_not_seen_and_nobody_is_asked_for_it() -> None:
    for gone in PLACES:
        referee = playing()
        assert referee.see(scene(without(gone), FLICK)).verdict == Accept((Threw(0, FLICK),))
        for _ in range(2):
            assert referee.see(scene(without(gone), FLICK)).verdict == Same()


def test_the_own_piece_that_nobody_sees_has_moved_once_the_discs_are_picked_up() -> None:
    referee = playing()
    referee.see(scene(without("red"), SPIRAL))
    assert referee.see(scene(without("red"), SPIRAL)).verdict == Same()
    verdict = referee.see(scene(without("red"), ())).verdict
    assert verdict == Accept((Advanced(0),)), "red was last and did not fall back"
    assert referee.state.book()["18"] == ("red",)
    assert referee.see(scene(PLACES | {"red": about("18")}, ())).verdict == Same()


def test_a_step_back_and_the_points_of_a_piece_that_nobody_sees_are_one_story() -> None:
    given = {"pieces": {"red": "14", "blue": "12", "green": "9"}}
    places = {"red": about("14"), "blue": about("12"), "green": about("9")}
    left = {colour: place for colour, place in places.items() if colour != "red"}
    referee: Referee[Any] = Referee(At(given), SETUP, lambda _: None)
    referee.see(scene(places, ()))
    referee.see(scene(left, SPIRAL))
    assert referee.see(scene(left, ())).verdict == Accept((FellBack(0), Advanced(0)))
    assert referee.state.book()["20"] == ("red",)


def test_others_taken_along_out_of_a_tower_that_nobody_sees_are_asked_about() -> None:
    given = {"towers": {"9": ["blue", "red"]}, "pieces": {"green": "14"}}
    referee: Referee[Any] = Referee(At(given), SETUP, lambda _: None)
    referee.see(scene(STOOD, ()))
    referee.see(scene({"green": about("14")}, NUMBERS))
    verdict = referee.see(scene({"green": about("14")}, ())).verdict
    assert isinstance(verdict, Ask)
    assert {(Advanced(0),), (Advanced(0, ("blue",)),)} <= {*verdict.options}


def test_where_a_piece_lay_unseen_before_a_flick_people_say_whether_it_left_the_board() -> None:
    referee = playing()
    referee.see(scene(without("green"), FLICK))
    verdict = referee.see(scene(without("green") | {"blue": BETWEEN}, FLICK)).verdict
    seen = Zonged(0, {"blue": Rest(*BETWEEN)})
    assert verdict == Ask(((seen,), (Zonged(0, {**seen.rest, "green": Rest(off_board=True)}),)))


def test_a_disc_that_nobody_sees_is_told_by_how_far_the_piece_goes() -> None:
    referee = playing()
    assert isinstance(referee.see(scene(PLACES, NUMBERS[:2])).verdict, Wait)
    verdict = referee.see(scene(PLACES | {"red": about("25")}, NUMBERS[:2])).verdict
    assert verdict == Accept((Threw(0, NUMBERS), Advanced(0)))


def test_a_disc_that_made_no_difference_is_asked_about() -> None:
    referee = playing()
    referee.see(scene(PLACES, NUMBERS[:2]))
    verdict = referee.see(scene(PLACES | {"red": about("18")}, NUMBERS[:2])).verdict
    assert isinstance(verdict, Ask)
    faces = {option[0].discs[-1].face for option in verdict.options if option}
    assert faces == {0, "lightning", "spiral"}


def test_a_flick_is_never_made_up_of_a_disc_that_nobody_sees() -> None:
    referee = playing()
    referee.see(scene(PLACES, NUMBERS[:2]))
    verdict = referee.see(scene(PLACES | {"green": BETWEEN}, NUMBERS[:2])).verdict
    assert isinstance(verdict, Ask)
    assert verdict.options[0] == ()


def test_a_piece_that_is_seen_elsewhere_is_not_missing_where_it_stood() -> None:
    given = {"pieces": {"red": "start", "blue": "start", "green": "14"}}
    referee: Referee[Any] = Referee(At(given), SETUP, lambda _: None)
    beside = {"red": START, "blue": (START[0], START[1] - 23), "green": about("14")}
    referee.see(scene(beside, ()))
    left = {"red": START, "green": about("14")}
    referee.see(scene(left, NUMBERS))
    verdict = referee.see(scene({"red": about("16"), "green": about("14")}, NUMBERS)).verdict
    assert verdict == Accept((Advanced(0),))
