"""The rules by which the referee weighs what it does not know for sure, each with a test of its name."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.game import Event, SeenThrough, Setup, checked
from companion.games import all_games
from companion.games.zombinion import GAME as ZOMBINION
from companion.games.zombinion.events import Ended, Shot, Took
from companion.games.zones.events import Moved, Summoned
from companion.games.zoon.zoondo.events import TurnedUp
from companion.journal import TookBack
from companion.judge import BENEATH, ELSE, STAYS
from companion.referee import Referee
from companion.sight import Scene, Sighting
from companion.weigh import Accept, Ask, Refuse, Same, Wait
from tests import shown
from tests.games import zoon, zoondo, zoondo_looks
from tests.games.zones import BARE, position
from tests.games.zones import GAME as ZONES

STANDING = {"c3": "vala", "b1": "spearman", "e4": "warrior", "f6": "lobber"}


def referee(state: Any, game: Any = ZONES) -> Referee[Any]:
    return Referee(SeenThrough(game, start=lambda _setup: state), state.agreed.setup, lambda _: None)


def standing(turn: int = 0, places: dict[str, str] | None = None) -> Any:
    return msgspec.structs.replace(position(places or STANDING, facts=BARE), turn=turn)


def after(state: Any, *events: Event) -> Any:
    for event in events:
        assert ZONES.violation(state, event) is None, event
        state = ZONES.after(state, event)
    return state


def table(state: Any, *without: str) -> Scene:
    """What is seen of it, but for the tokens on some squares."""
    whole = shown.scene(ZONES.look(state))
    left = (one for one in whole.sightings if one.kind != "disc" or one.region not in without)
    return replace(whole, sightings=tuple(left))


def unread(scene: Scene, square: str) -> Scene:
    dim = (
        replace(one, label=None, sure=0.7, others=()) if (one.kind, one.region) == ("disc", square) else one
        for one in scene.sightings
    )
    return replace(scene, sightings=tuple(dim))


def looks(judge: Referee[Any], scene: Scene, times: int) -> Any:
    for _ in range(times):
        reply = judge.see(scene)
    return reply.verdict


# what is only missing


def test_nothing_is_the_first_answer_where_things_are_merely_missing() -> None:
    judge = referee(standing())
    asked = judge.see(table(judge.state, "c3"), done=True).verdict
    assert isinstance(asked, Ask)
    assert (asked.options[0], asked.answers[0]) == ((), STAYS)
    assert len(asked.options) > 1


MOVED_OUT_OF_TURN = Moved(1, "f6", "f5")


def out_of_turn() -> tuple[Referee[Any], Ask]:
    """The vala on c3 is not seen for long; then the enemy moves, though it is the vala's turn."""
    judge = referee(standing())
    looks(judge, table(judge.state, "c3"), 2)
    moved = ZONES.after(judge.state, MOVED_OUT_OF_TURN)
    asked = judge.see(table(moved, "c3")).verdict
    assert isinstance(asked, Ask)
    return judge, asked


def test_nothing_is_no_answer_where_something_else_is_seen() -> None:
    _, asked = out_of_turn()
    assert () not in asked.options
    assert asked.answers == ()


def test_what_leaves_a_thing_where_it_lay_comes_before_what_needs_it_gone() -> None:
    _, asked = out_of_turn()
    assert asked.options[0] == (MOVED_OUT_OF_TURN,)
    needs_it_gone = [option for option in asked.options if Moved(0, "c3", "b3") in option]
    assert needs_it_gone


def test_an_answer_that_is_refused_leaves_the_question_open() -> None:
    """Several events at once are asked about after it."""
    judge, asked = out_of_turn()
    assert isinstance(judge.answer(asked.options[0], "touch").verdict, Refuse)
    assert judge.entries == ()
    happened = Moved(0, "c3", "c4"), MOVED_OUT_OF_TURN
    verdict = judge.see(table(after(judge.state, *happened))).verdict
    assert isinstance(verdict, Ask) and happened in verdict.options
    assert judge.entries == ()


def test_what_is_told_leaves_the_question_open_while_the_table_still_differs() -> None:
    judge, _ = out_of_turn()
    assert judge.tell(Moved(0, "c3", "b3"), "touch").booked
    happened = MOVED_OUT_OF_TURN, Moved(0, "b1", "b2")
    assert judge.see(table(after(judge.state, *happened))).verdict == Ask((happened,))


# what rests on a doubt


def test_what_rests_on_an_answer_is_asked_until_the_table_has_shown_it() -> None:
    judge, asked = out_of_turn()
    answer = next(option for option in asked.options if option[0] == Moved(0, "c3", "b3"))
    assert judge.answer(answer, "touch").booked
    onward = Moved(0, "b3", "b4")
    verdict = judge.see(table(after(judge.state, onward))).verdict
    assert verdict == Ask(((onward,),))
    assert judge.answer(verdict.options[0], "touch").booked
    last = Moved(1, "f5", "e5")
    assert judge.see(table(after(judge.state, last))).verdict == Accept((last,))


def test_a_question_that_nobody_answers_keeps_several_events_from_being_booked() -> None:
    judge = referee(standing())
    summoned, moved = Summoned(0, "archer", "d3"), Moved(1, "f6", "f5")
    once = after(judge.state, summoned)
    assert isinstance(judge.see(unread(table(once), "d3")).verdict, Ask)
    assert judge.see(table(after(once, moved))).verdict == Ask(((summoned, moved),))
    fresh = referee(standing())
    assert fresh.see(table(after(once, moved))).verdict == Accept((summoned, moved))


def test_what_answers_an_open_question_is_booked_and_what_is_beside_it_is_asked_about() -> None:
    """The table showed something in between that the event beside the question does not explain."""
    summoned, beside = Summoned(0, "archer", "d3"), Moved(0, "b1", "b2")
    for happened, verdict in ((summoned, Accept((summoned,))), (beside, Ask(((), (beside,)), "", (ELSE,)))):
        judge = referee(standing())
        asked = judge.see(unread(table(after(judge.state, summoned)), "d3")).verdict
        assert isinstance(asked, Ask) and (summoned,) in asked.options and (beside,) not in asked.options
        assert judge.see(table(after(judge.state, happened))).verdict == verdict


def test_what_follows_a_picture_that_faded_unexplained_is_asked_about() -> None:
    """Nobody was asked in words; where things were merely missing, an event explains enough."""
    moved = Moved(0, "b1", "b2")
    strange = Summoned(0, "archer", "d3"), MOVED_OUT_OF_TURN, Moved(0, "d3", "d4")
    for seen_first, gone, verdict in (
        (strange, ("c3", "b1"), Ask(((), (moved,)), "", (ELSE,))),
        ((), ("c3", "b1", "e4"), Accept((moved,))),
    ):
        judge = referee(standing())
        assert isinstance(looks(judge, table(after(judge.state, *seen_first), *gone), 3), Wait)
        assert judge.see(table(judge.state, "c3")).verdict == Same()
        assert judge.see(table(after(judge.state, moved))).verdict == verdict


@pytest.mark.parametrize("doubted", [True, False])
def test_a_thing_that_cannot_be_read_is_asked_about_while_anything_is_open(*, doubted: bool) -> None:
    """The other seat has one piece left: without a doubt it can be no other."""
    judge = referee(standing(turn=1))
    pool = judge.state.pool
    state = msgspec.structs.replace(
        judge.state, pool=msgspec.structs.replace(pool, reserve=(pool.reserve[0], ("warrior",)))
    )
    judge = referee(state)
    gone = ("c3",) if doubted else ()
    looks(judge, table(state, *gone), 3)
    summoned = Summoned(1, "warrior", "e5")
    verdict = judge.see(unread(table(after(state, summoned), *gone), "e5")).verdict
    assert verdict == (Ask(((summoned,),)) if doubted else Accept((summoned,)))


def test_what_cannot_be_read_is_not_taken_for_what_the_picture_before_lacked() -> None:
    judge, moved = referee(standing()), Moved(0, "b1", "b2")
    looks(judge, table(judge.state, "b1"), 1)
    asked = judge.see(unread(table(after(judge.state, moved)), "b2")).verdict
    assert isinstance(asked, Ask) and (moved,) in asked.options


def test_an_entry_is_not_read_otherwise_once_the_table_stood_as_booked() -> None:
    """What another seat summons is not seen; the piece then moves on, as if it had slid on."""
    judge = referee(standing())
    first, last = Moved(0, "b1", "b2"), Moved(0, "b2", "b3")
    assert judge.see(table(after(judge.state, first))).verdict == Accept((first,))
    unseen = after(judge.state, Summoned(1, "warrior", "e5"))
    assert judge.see(table(unseen, "e5")).verdict == Same()
    asked = judge.see(table(after(unseen, last), "e5")).verdict
    assert asked == Ask(((), (TookBack(),)), "", (ELSE,))
    assert [entry.event for entry in judge.standing] == [first]


# what was seen tidied


TAKEN = Moved(1, "e5", "d4")
TAKEN_BACK = Moved(0, "c5", "d4")


def captured() -> Referee[Any]:
    """A troll has taken a spearman, which was seen taken off; another spearman may take the troll."""
    places = {"d4": "spearman", "c5": "spearman", "b1": "vala", "e5": "hill-troll", "f6": "lobber"}
    judge = referee(standing(1, places))
    (chore,) = ZONES.chores(taken := after(judge.state, TAKEN))
    assert judge.see(shown.scene(ZONES.look(taken), d4=chore.before[0])).verdict == Accept((TAKEN,))
    assert judge.see(table(taken)).chores == ()
    return judge


def retaken(judge: Referee[Any], *without: str) -> Scene:
    """The captor lies on the captured: the same two tokens as before the troll's capture was tidied."""
    state = after(judge.state, TAKEN_BACK)
    (chore,) = ZONES.chores(state)
    scene = shown.scene(ZONES.look(state), d4=chore.before[0])
    left = (one for one in scene.sightings if one.kind != "disc" or one.region not in without)
    return replace(scene, sightings=tuple(left))


def test_what_looks_like_a_chore_that_was_seen_done_is_something_new() -> None:
    judge = captured()
    assert judge.see(retaken(judge)).verdict == Accept((TAKEN_BACK,))


def test_a_chore_that_was_seen_done_explains_nothing_while_another_thing_lies_unseen() -> None:
    judge = captured()
    assert looks(judge, table(judge.state, "b1"), 3) == Same()
    assert judge.see(retaken(judge, "b1")).verdict == Accept((TAKEN_BACK,))


# what later pictures tell


def test_a_question_that_nobody_answers_is_answered_by_the_table() -> None:
    """A face that may be one of two; when the fight is tidied, what is left tells which it was."""
    start = zoondo_looks.attacked()
    scene = zoondo_looks.seen(
        start, c4=(zoondo_looks.up("mourse-a", "warus"), zoondo_looks.up("grognard-a", "boarix"))
    )
    doubtful = tuple(
        replace(one, sure=0.5, others=(("grognard-b", 0.45),)) if one.label == "grognard-a" else one
        for one in scene.sightings
    )
    asked = referee(start, zoondo.GAME).see(replace(scene, sightings=doubtful)).verdict
    assert isinstance(asked, Ask) and len(asked.options) == 2
    ends = [zoondo.played(start, *option) for option in asked.options]
    assert zoondo.GAME.look(ends[0]) != zoondo.GAME.look(ends[1])
    judge = referee(start, zoondo.GAME)
    judge.see(replace(scene, sightings=doubtful))
    tie = zoondo_looks.seen(ends[1])
    assert len(tie.sightings) == len(zoondo_looks.seen(ends[0]).sightings) + 1
    assert judge.see(tie).verdict == Accept(asked.options[1])


@pytest.mark.parametrize("attacker", ["grognard-a", "kassin-b"])
def test_the_card_beneath_need_not_be_seen_to_settle_a_fight(attacker: str) -> None:
    """Neither where it is beaten nor where it wins."""
    state = zoondo.board("a1=0.? c3=0.? d1=0.? c4=1.korse-a f6=1.? e5=1.?")
    state = zoondo.played(state, *zoondo.fight(0, "c3", "c4", "tl", "tr"))
    scene = zoondo_looks.seen(state, c4=(zoondo_looks.up(attacker, "boarix"),))
    assert zoondo_looks.verdict(state, scene) == Accept((TurnedUp(0, "c4", attacker),))


def test_the_answer_that_the_picture_before_shows_comes_first() -> None:
    """A card taken onto an untidy pile is not understood; when the turn has ended the question names it first."""
    setup = checked(ZOMBINION, Setup(2, (("start", "0"),)))
    state = ZOMBINION.start(setup)
    judge: Referee[Any] = Referee(SeenThrough(ZOMBINION, start=lambda _setup: state), setup, lambda _: None)
    shot, took, ended = Shot(0, ("pallottola", "pallottola")), Took(0, "barricata"), Ended(0)
    bought = ZOMBINION.after(ZOMBINION.after(state, shot), took)
    assert judge.see(shown.scene(ZOMBINION.look(ZOMBINION.after(state, shot)))).verdict == Accept((shot,))
    beneath = Sighting("card", None, "discard.0", 0.9, face="up")
    untidy = shown.scene(ZOMBINION.look(bought))
    waits = judge.see(replace(untidy, sightings=(beneath, *untidy.sightings))).verdict
    assert isinstance(waits, Wait)
    asked = judge.see(shown.scene(ZOMBINION.look(ZOMBINION.after(bought, ended)))).verdict
    assert isinstance(asked, Ask)
    assert asked.options[0][0] == took
    assert isinstance(asked.options[-1][0], Ended), "a turn that ends with shots left explains the least"


# what may have happened beneath what is seen

ZOON_ROWS = (
    "a1=0.sacrechene c3=0.grognard-a a2=0.kassin-a b2=0.kassin-b b1=0.gold-hure d1=0.cloboulon c4=1.? a6=1.?"
    " f6=1.draknar e6=1.jorund d6=1.mourse-a d5=1.mourse-b c6=1.korse-b f5=1.harold-de-jarl"
)
FACE = Sighting("card", "grognard-a", "c4", 0.98, face="up", deck="boarix", angle=0.0)
UNREAD = Sighting("card", None, "c4", 0.6)


def attacked(name: str) -> tuple[Referee[Any], Scene]:
    """A fight on c4 of which the attacker was seen to be turned up, and all the rest of the table."""
    game: Any = all_games()[name]
    state = zoondo_looks.attacked() if name == "zoondo" else zoon.board(ZOON_ROWS)
    bare = shown.scene(game.look(state), c4=(), c3=())
    watching = referee(state, game)
    watching.see(replace(bare, sightings=(*bare.sightings, FACE)))
    return watching, bare


@pytest.mark.parametrize("beneath", [(), (UNREAD,)], ids=["unseen", "no side seen"])
@pytest.mark.parametrize("name", ["zoondo", "zoon_alternate"])
def test_a_card_turned_up_where_nobody_sees_it_is_asked_about(
    name: str, beneath: tuple[Sighting, ...]
) -> None:
    watching, bare = attacked(name)
    scene = replace(bare, sightings=(*bare.sightings, *beneath, FACE))
    verdicts = [watching.see(scene).verdict for _ in range(3)]
    assert verdicts[:2] == [BENEATH, BENEATH], "it may be about to be turned up"
    asked = verdicts[2]
    assert isinstance(asked, Ask)
    assert (asked.options[0], asked.answers[0]) == ((), STAYS)
    truth = next(option for option in asked.options if "korse-a" in str(option))
    assert [type(event).__name__ for event in truth] == ["TurnedUp"]
    assert watching.answer((), "people").verdict == Same()
    assert watching.see(scene).verdict == Same(), "it was answered"
    assert isinstance(watching.see(scene, done=True).verdict, Ask)
    assert watching.answer(truth, "people").booked


@pytest.mark.parametrize("name", ["zoondo", "zoon_alternate"])
def test_a_back_that_shows_beneath_is_not_turned_up_yet(name: str) -> None:
    watching, bare = attacked(name)
    scene = replace(bare, sightings=(*bare.sightings, replace(UNREAD, face="down", deck="warus"), FACE))
    assert [watching.see(scene).verdict for _ in range(4)] == [Same()] * 4


@pytest.mark.parametrize("deck", [None, "warus"])
def test_a_face_beneath_that_cannot_be_read_is_asked_about(deck: str | None) -> None:
    state = zoondo_looks.attacked()
    bare = shown.scene(zoondo.GAME.look(state), c4=())
    scene = replace(bare, sightings=(*bare.sightings, replace(UNREAD, face="up", deck=deck), FACE))
    asked = zoondo_looks.verdict(state, scene)
    assert isinstance(asked, Ask)
    both = {TurnedUp(0, "c4", "grognard-a"), TurnedUp(1, "c4", "korse-a")}
    assert both in [set(option) for option in asked.options]
