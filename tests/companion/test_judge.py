"""From a scene to a verdict, on the toy game."""

from dataclasses import replace

from companion.game import Setup
from companion.judge import judge
from companion.sight import Scene, Sighting, Thing
from companion.weigh import Accept, Ask, Lost, Refuse, Same, Verdict, Wait
from tests import shown
from tests.toys.strip import GAME
from tests.toys.strip.rules import Slid, State, Tossed, TurnedUp

START = GAME.start(Setup())
BEGUN = GAME.after(START, Tossed("heads"))


def verdict(state: State, scene: Scene, *, done: bool = False) -> Verdict:
    return judge(GAME, state, scene, done=done).verdict


def after(*events: Slid | TurnedUp) -> State:
    state = BEGUN
    for event in events:
        state = GAME.after(state, event)
    return state


def test_a_table_as_it_should_be_is_the_same() -> None:
    assert verdict(BEGUN, shown.scene(GAME.look(BEGUN))) == Same()


def test_a_seen_penny_is_the_toss() -> None:
    toss = shown.scene(GAME.look(START), toss=(Thing("penny", "tails"),))
    assert verdict(START, toss) == Accept((Tossed("tails"),))


def test_an_unread_penny_is_asked_about() -> None:
    toss = shown.unread(shown.scene(GAME.look(START), toss=(Thing("penny", "tails"),)), "toss")
    seen = verdict(START, toss)
    assert isinstance(seen, Ask)
    assert set(seen.options) == {(Tossed("heads"),), (Tossed("tails"),)}


def test_the_penny_is_a_chore_until_it_is_taken_off() -> None:
    lying = judge(GAME, BEGUN, shown.scene(GAME.look(BEGUN), toss=(Thing("penny", "heads"),)))
    assert lying.verdict == Same()
    assert [chore.region for chore in lying.chores] == ["toss"]
    assert judge(GAME, BEGUN, shown.scene(GAME.look(BEGUN))).chores == ()


def test_the_only_lawful_event_that_leads_there_is_taken() -> None:
    state = after(Slid(0, "s2", "s3"))
    assert verdict(BEGUN, shown.scene(GAME.look(state))) == Accept((Slid(0, "s2", "s3"),))


def test_a_chore_left_undone_does_not_hide_the_next_event() -> None:
    state = after(Slid(0, "s2", "s3"))
    scene = shown.scene(GAME.look(state), toss=(Thing("penny", "heads"),))
    assert verdict(BEGUN, scene) == Accept((Slid(0, "s2", "s3"),))


def test_an_unlawful_event_is_refused_by_its_rule() -> None:
    moved = shown.scene(GAME.look(BEGUN), s1=(), s3=(Thing("card", None, "down", seat=0),))
    seen = verdict(BEGUN, moved)
    assert isinstance(seen, Refuse)
    assert (seen.event, seen.violation.rule) == (Slid(0, "s1", "s3"), "one-step")


def test_a_face_read_with_doubt_is_asked_about_best_first() -> None:
    state = after(TurnedUp(0, "s1", "fox"))
    scene = shown.scene(GAME.look(state))
    doubtful = tuple(
        replace(s, sure=0.6, others=(("hen", 0.39),)) if s.region == "s1" else s for s in scene.sightings
    )
    assert verdict(BEGUN, Scene(doubtful)) == Ask(((TurnedUp(0, "s1", "fox"),), (TurnedUp(0, "s1", "hen"),)))


def test_an_unread_face_is_filled_in_where_the_rules_leave_one() -> None:
    before = after(TurnedUp(0, "s1", "fox"), Slid(1, "s4", "s3"))
    state = GAME.after(before, TurnedUp(0, "s2", "hen"))
    scene = shown.unread(shown.scene(GAME.look(state)), "s2")
    assert verdict(before, scene) == Accept((TurnedUp(0, "s2", "hen"),))


def test_two_events_between_two_looks_are_both_found() -> None:
    first, second = Slid(0, "s2", "s3"), TurnedUp(1, "s5", "owl")
    scene = shown.scene(GAME.look(after(first, second)))
    assert verdict(BEGUN, scene) == Accept((first, second))


def test_nothing_is_judged_under_a_hand_or_before_the_table_is_still() -> None:
    scene = shown.scene(GAME.look(after(Slid(0, "s2", "s3"))))
    assert isinstance(verdict(BEGUN, replace(scene, hand=True)), Wait)
    assert isinstance(verdict(BEGUN, replace(scene, still_for=0.1)), Wait)
    assert isinstance(verdict(BEGUN, replace(scene, still_for=0.1), done=True), Accept)


def test_a_covered_square_says_nothing() -> None:
    scene = shown.scene(GAME.look(BEGUN), s1=())
    assert isinstance(verdict(BEGUN, replace(scene, covered=frozenset({"s3"}))), Wait)
    assert verdict(BEGUN, replace(scene, covered=frozenset({"s1"}))) == Same()


def test_what_nothing_explains_is_lost_only_after_a_while() -> None:
    scene = shown.scene(GAME.look(BEGUN), s1=(), s4=())
    assert isinstance(verdict(BEGUN, scene), Wait)
    lost = verdict(BEGUN, replace(scene, still_for=5))
    assert isinstance(lost, Lost)
    assert [difference.region for difference in lost.differences] == ["s1", "s4"]
    assert isinstance(verdict(BEGUN, scene, done=True), Lost)


def test_one_glare_elsewhere_does_not_hide_a_move() -> None:
    scene = shown.unread(shown.scene(GAME.look(after(Slid(0, "s2", "s3")))), "s5")
    assert verdict(BEGUN, scene) == Accept((Slid(0, "s2", "s3"),))


def test_a_stray_penny_holds_nothing_up() -> None:
    stray = Sighting("penny", "heads", "s3", 0.95)
    scene = shown.scene(GAME.look(BEGUN))
    judged = judge(GAME, BEGUN, Scene((*scene.sightings, stray)))
    assert judged.verdict == Same()
    assert [difference.region for difference in judged.differences] == ["s3"]
