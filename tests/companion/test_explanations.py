"""Explanations with events that leave no trace, on the toy game that is made of them."""

from random import Random

import pytest

from companion.game import Chore, Event, Over, Setup
from companion.judge import judge
from companion.lawful import drawn
from companion.referee import Referee
from companion.sight import Scene, Thing
from companion.weigh import MOST_SILENT, Accept, Ask, Refuse, Same, Verdict
from tests import shown
from tests.toys.stall import GAME
from tests.toys.stall.rules import Answered, Bought, Called, Ended, Laid, Stall, State

START = GAME.start(Setup())


def after(*events: Event, state: State = START) -> State:
    for event in events:
        state = GAME.after(state, event)
    return state


def table(*events: Event, state: State = START) -> Scene:
    return shown.scene(GAME.look(after(*events, state=state)))


def verdict(state: State, scene: Scene, *, done: bool = False) -> Verdict:
    return judge(GAME, state, scene, done=done).verdict


THREE = ("copper", "copper", "gold")


def test_the_end_of_a_phase_is_told_before_what_needs_it() -> None:
    laid = (Ended(0), Laid(0, THREE))
    assert verdict(START, table(*laid)) == Accept(laid)


def test_what_leaves_no_trace_is_never_added_behind_what_was_seen() -> None:
    trade = after(Ended(0))
    assert verdict(trade, table(Laid(0, THREE), state=trade)) == Accept((Laid(0, THREE),))


@pytest.mark.parametrize("done", [False, True])
def test_nor_where_the_table_is_as_the_book_has_it(*, done: bool) -> None:
    for events in ((), (Ended(0),), (Called(0),), (Ended(0), Laid(0, THREE), Bought(0, "apple"))):
        assert verdict(after(*events), table(*events), done=done) == Same()


def test_several_silent_events_in_a_row_are_found() -> None:
    called = after(Called(0))
    told = (Answered(1, yes=False), Ended(0), Laid(0, THREE))
    assert verdict(called, table(*told, state=called)) == Accept(told)


def test_silent_events_are_found_between_those_that_are_seen() -> None:
    told = (Called(0), Answered(1, yes=False), Ended(0), Laid(0, THREE), Bought(0, "cake"))
    assert verdict(START, table(*told)) == Accept(told)


def test_two_turns_between_two_looks_are_found() -> None:
    trade = after(Ended(0), Laid(0, ("gold",)), Bought(0, "bread"))
    told = (
        Ended(0),
        Called(1),
        Answered(0, yes=False),
        Ended(1),
        Laid(1, ("silver", "gold")),
        Bought(1, "cake"),
    )
    assert verdict(trade, table(*told, state=trade)) == Accept(told)


def test_an_unread_coin_makes_more_stories_and_all_are_asked_about() -> None:
    scene = table(Ended(0), Laid(0, ("copper", "gold")))
    unread = shown.scene(
        GAME.look(START), **{"row.0": (Thing("card", None, "up"), Thing("card", "gold", "up"))}
    )
    asked = verdict(START, unread)
    assert isinstance(asked, Ask)
    assert set(asked.options) == {(Ended(0), Laid(0, (coin, "gold"))) for coin in ("copper", "silver")}
    assert verdict(START, scene) == Accept((Ended(0), Laid(0, ("copper", "gold"))))


class Untidy(Stall):
    """Stall in which a coin of the last turn may still lie in the row when trade begins."""

    def chores(self, state: State) -> tuple[Chore, ...]:
        coin = (Thing("card", "copper", "up"),)
        left = state.phase == "trade" and not state.row
        return (Chore("phases", "Take the coin back.", "row.0", (coin,)),) if left else ()


def test_what_leaves_nothing_but_something_to_tidy_is_found_too() -> None:
    game, laid = Untidy(), (Ended(0), Laid(0, THREE))
    assert judge(game, START, table(*laid)).verdict == Accept(laid)
    one = judge(game, START, table(Ended(0), Laid(0, ("copper",)))).verdict
    assert one == Ask(((Ended(0),), (Ended(0), Laid(0, ("copper",)))))


def again() -> State:
    """Seat 0 has an apple on top, and in its next turn laid a gold coin."""
    return after(Ended(0), Bought(0, "apple"), Ended(0), Ended(1), Ended(1), Ended(0), Laid(0, ("gold",)))


def test_a_second_equal_thing_that_can_have_been_bought_is_asked_about() -> None:
    before = again()
    asked = verdict(before, table(Ended(0), state=before))
    assert asked == Ask(((Ended(0),), (Bought(0, "apple"), Ended(0))))


@pytest.mark.parametrize("spent", [Bought(0, "apple"), Bought(0, "bread")])
def test_one_that_cannot_have_been_bought_is_not(spent: Bought) -> None:
    before = after(spent, state=again())
    assert verdict(before, table(Ended(0), state=before)) == Accept((Ended(0),))


@pytest.mark.parametrize(
    ("begun", "done", "rule"),
    [
        ((), Bought(0, "cake"), "phases"),
        ((Ended(0), Laid(0, ("gold",))), Bought(0, "cake"), "too-dear"),
        ((Ended(0), Laid(0, ("gold",)), Bought(0, "apple")), Bought(0, "bread"), "enough"),
        ((Called(0), Answered(1, yes=True), Ended(0), Laid(0, ("gold",))), Bought(0, "cake"), "too-dear"),
    ],
)
def test_what_no_silent_event_makes_lawful_is_refused(
    begun: tuple[Event, ...], done: Event, rule: str
) -> None:
    before = after(*begun)
    seen = verdict(before, table(done, state=before))
    assert isinstance(seen, Refuse)
    assert (seen.event, seen.violation.rule) == (done, rule)


def test_more_silent_events_than_are_believed_in_a_row_are_not_made_up() -> None:
    """Seat 1 lays coins though seat 0 has not even ended its work: two whole phases and its own are three."""
    skipped = (Ended(0), Ended(0), Ended(1))
    assert len(skipped) == MOST_SILENT
    assert verdict(START, table(*skipped, Laid(1, THREE))) == Accept((*skipped, Laid(1, THREE)))
    further = (*skipped, Ended(1), Ended(0))
    assert not isinstance(verdict(START, table(*further, Laid(0, ("gold",)))), Refuse)
    assert verdict(START, table(*further, Laid(0, ("gold",)))) == Accept((Ended(0), Laid(0, ("gold",))))


@pytest.mark.parametrize("seed", range(30))
def test_random_games_are_followed_though_silent_events_are_not_told(seed: int) -> None:
    """Only a second equal thing is told at once: while the row lies there nobody would ask about it."""
    chance, state = Random(seed), START
    referee = Referee(GAME, Setup(), lambda _: None)
    pending: list[Event] = []
    while not isinstance(GAME.turn(state), Over):
        event = drawn(GAME, state, chance.randrange)
        assert event is not None
        later = GAME.after(state, event)
        same = GAME.look(later) == GAME.look(state)
        pending.append(event)
        state = later
        if (isinstance(event, Bought) and same) or len(pending) > MOST_SILENT:
            referee.answer(tuple(pending), "touch")
        elif not same:
            book = referee.state
            reply = referee.see(shown.scene(GAME.look(state)))
            if isinstance(reply.verdict, Ask):
                options = reply.verdict.options
                assert state in [after(*option, state=book) for option in options], (pending, options)
                referee.answer(tuple(pending), "touch")
            else:
                assert isinstance(reply.verdict, Accept), (pending, reply.verdict)
        else:
            continue
        assert referee.state == state, pending
        pending.clear()
