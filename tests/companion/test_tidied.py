"""A chore that was seen done excuses nothing any more: what looks as before it again may be something new."""

from dataclasses import replace

from companion.game import Chore, Setup
from companion.judge import Known, judge
from companion.referee import Referee
from companion.sight import Scene, Thing
from companion.weigh import Accept, Same
from tests import shown
from tests.toys.strip.rules import State, Strip, Tossed, TurnedUp

FOX = Thing("card", "fox", "up", seat=0)
CHORE = Chore("could-be", "Turn the card on s1 face down.", "s1", ((FOX,),))


class Untidy(Strip):
    """Strip in which the card on s1 may still lie face up from a look that everybody had at it."""

    def chores(self, state: State) -> tuple[Chore, ...]:
        first = state.cards[0]
        return (CHORE,) if first is not None and first.card is None else ()


GAME = Untidy()
HEADS, TAILS = (GAME.after(GAME.start(Setup()), Tossed(side)) for side in ("heads", "tails"))


def tidy(state: State) -> Scene:
    return shown.scene(GAME.look(state))


def untidy(state: State) -> Scene:
    return shown.scene(GAME.look(state), s1=(FOX,))


def test_a_chore_not_seen_done_excuses_the_square() -> None:
    judged = judge(GAME, HEADS, untidy(HEADS))
    assert judged.verdict == Same() and judged.chores == (CHORE,) and judged.tidied == ()


def test_a_chore_is_seen_done_only_where_nothing_covers_it() -> None:
    assert judge(GAME, HEADS, tidy(HEADS)).tidied == (CHORE,)
    covered = Scene(tidy(HEADS).sightings, covered=frozenset({"s1"}))
    assert judge(GAME, HEADS, covered).tidied == ()


class Unlaid(Strip):
    """Strip in which somebody is still to lay the card on s1."""

    def chores(self, _state: State) -> tuple[Chore, ...]:
        return (replace(CHORE, words="Lay the card on s1.", before=((),)),)


def test_a_chore_told_by_what_is_not_seen_is_a_question_under_a_lamp_that_flickers() -> None:
    bare = shown.scene(GAME.look(HEADS), s1=())
    assert [one.words for one in judge(Unlaid(), HEADS, bare).chores] == ["Lay the card on s1."]
    words = "I cannot see a face-down card on s1: does it lie there?"
    assert [one.words for one in judge(Unlaid(), HEADS, replace(bare, flickered=True)).chores] == [words]


def test_a_chore_told_by_what_is_seen_stays_one_under_a_lamp_that_flickers() -> None:
    assert judge(GAME, HEADS, replace(untidy(HEADS), flickered=True)).chores == (CHORE,)


def test_once_it_was_seen_done_the_same_look_is_the_event_that_explains_it() -> None:
    judged = judge(GAME, HEADS, untidy(HEADS), Known(tidied=frozenset({CHORE})))
    assert judged.verdict == Accept((TurnedUp(0, "s1", "fox"),))


def test_what_no_lawful_event_explains_is_still_excused() -> None:
    assert judge(GAME, TAILS, untidy(TAILS), Known(tidied=frozenset({CHORE}))).verdict == Same()


def test_the_referee_remembers_what_it_saw_tidied_until_the_next_entry() -> None:
    for scenes, booked in (((untidy,), 1), ((tidy, untidy), 2)):
        referee: Referee[State] = Referee(GAME, Setup(), lambda _: None)
        referee.tell(Tossed("heads"), "touch")
        for scene in scenes:
            referee.see(scene(referee.state))
        assert len(referee.entries) == booked
