"""The referee: what is written, what counts, what can be taken back and put right."""

import json
from dataclasses import replace

import pytest

from companion.game import Setup
from companion.journal import TookBack
from companion.referee import TAKEN_BACK, Referee
from companion.sight import Thing
from companion.weigh import Accept, Ask, Refuse, Same, Wait
from tests import shown
from tests.toys.strip import GAME
from tests.toys.strip.rules import Ruled, Slid, State, Tossed, TurnedUp


def begun(lines: list[str]) -> Referee[State]:
    referee = Referee(GAME, Setup(), lines.extend)
    referee.tell(Tossed("heads"), "touch")
    return referee


def look(referee: Referee[State], *events: object) -> shown.Scene:
    state = referee.state
    for event in events:
        state = GAME.after(state, event)
    return shown.scene(GAME.look(state))


def kinds(lines: list[str]) -> list[str]:
    return [json.loads(line)["kind"] for line in lines[1:]]


def test_from_a_penny_to_a_card_with_no_touch_at_all() -> None:
    lines: list[str] = []
    referee = Referee(GAME, Setup(), lines.extend)
    toss = shown.scene(GAME.look(referee.state), toss=(Thing("penny", "heads"),))
    assert referee.see(toss).verdict == Accept((Tossed("heads"),))
    reply = referee.see(look(referee, Slid(0, "s2", "s3")))
    assert [entry.by for entry in reply.booked] == ["camera"]
    assert Referee(GAME, Setup(), lines.extend, tuple(lines)).state == referee.state


def test_nothing_counts_that_could_not_be_written() -> None:
    lines: list[str] = []
    referee = begun(lines)
    before = referee.state

    def full(_: tuple[str, ...]) -> None:
        raise OSError("disk full")

    referee._write = full
    with pytest.raises(OSError, match="disk full"):
        referee.see(look(referee, Slid(0, "s2", "s3")))
    assert referee.state == before
    assert len(referee.entries) == 1


def test_a_card_slid_on_amends_the_record() -> None:
    lines: list[str] = []
    referee = begun(lines)
    referee.tell(Slid(0, "s2", "s3"), "touch")
    referee.tell(Slid(1, "s5", "s5"), "touch", waive=("one-step", "empty-only"))
    before = referee.state
    referee.see(look(referee, Slid(0, "s3", "s2")))
    other = shown.scene(GAME.look(GAME.after(before, Slid(0, "s1", "s2"))))
    assert referee.see(other).verdict == Accept((Slid(0, "s1", "s2"),))
    assert kinds(lines)[-2:] == ["TookBack", "Slid"]


def test_a_table_put_back_is_an_offer_to_take_back() -> None:
    lines: list[str] = []
    referee = begun(lines)
    before = look(referee)
    referee.see(look(referee, Slid(0, "s2", "s3")))
    reply = referee.see(before)
    assert reply.verdict == Ask(((TookBack(),),))
    assert referee.answer(reply.verdict.options[0], "touch", reply.seq).verdict == Accept((TookBack(),))
    assert referee.see(before).verdict == Same()


def test_what_was_taken_back_is_not_booked_again_from_a_table_that_still_shows_it() -> None:
    lines: list[str] = []
    referee = begun(lines)
    before, slid = look(referee), look(referee, Slid(0, "s2", "s3"))
    referee.see(slid)
    referee.take_back("touch")
    for held in (0, 1, 2, 3):
        reply = referee.see(replace(slid, still_for=slid.still_for + held))
        assert reply.verdict == TAKEN_BACK and {d.region for d in reply.differences} == {"s2", "s3"}
        assert not reply.chores
    assert kinds(lines) == ["Tossed", "Slid", "TookBack"]
    assert referee.see(before).verdict == Same()
    assert referee.see(slid).verdict == Accept((Slid(0, "s2", "s3"),))


def test_another_move_in_place_of_what_was_taken_back_is_booked_and_done_says_that_it_counts() -> None:
    referee = begun([])
    slid, other = look(referee, Slid(0, "s2", "s3")), look(referee, TurnedUp(0, "s1", "fox"))
    referee.tell(Slid(0, "s2", "s3"), "touch")
    referee.take_back("touch")
    assert referee.see(slid).verdict == TAKEN_BACK
    assert referee.see(slid, done=True).verdict == Accept((Slid(0, "s2", "s3"),))
    referee.take_back("touch")
    assert referee.see(slid).verdict == TAKEN_BACK
    assert referee.see(other).verdict == Accept((TurnedUp(0, "s1", "fox"),))


def test_what_was_shown_is_taken_back_only_when_all_agree() -> None:
    referee = begun([])
    referee.see(look(referee, TurnedUp(0, "s1", "fox")))
    refused = referee.take_back("touch", frozenset({0}))
    assert isinstance(refused.verdict, Refuse)
    assert refused.verdict.violation.rule == "undo-agreed"
    assert referee.take_back("touch", frozenset({0, 1})).verdict == Accept((TookBack((0, 1)),))


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    referee = Referee(GAME, Setup(), lambda _: None)
    reply = referee.take_back("touch")
    assert isinstance(reply.verdict, Refuse)
    assert reply.verdict.violation.rule == "undo-nothing"


def test_a_late_answer_is_not_taken() -> None:
    referee = begun([])
    asked_at = referee.now().seq
    referee.tell(Slid(0, "s2", "s3"), "touch", asked_at)
    assert isinstance(referee.tell(Slid(0, "s2", "s3"), "touch", asked_at).verdict, Wait)


def test_the_table_may_waive_a_rule_and_the_record_says_which() -> None:
    lines: list[str] = []
    referee = begun(lines)
    assert isinstance(referee.tell(Slid(0, "s1", "s3"), "touch").verdict, Refuse)
    referee.tell(Slid(0, "s1", "s3"), "touch", waive="one-step")
    assert json.loads(lines[-1])["waived"] == "one-step"
    assert Referee(GAME, Setup(), lines.extend, tuple(lines)).state == referee.state


def test_a_misread_card_is_corrected_later_in_two_taps() -> None:
    lines: list[str] = []
    referee = begun(lines)
    referee.see(look(referee, TurnedUp(0, "s1", "fox")))
    referee.see(look(referee, Slid(1, "s4", "s3")))
    reading = referee.readings("s1")[0]
    assert reading.event == TurnedUp(0, "s1", "hen")
    referee.correct(reading, "touch")
    card = referee.state.cards[0]
    assert card is not None
    assert card.card == "hen"
    assert json.loads(lines[-1])["corrects"] == 1
    assert Referee(GAME, Setup(), lines.extend, tuple(lines)).state == referee.state


def test_a_correction_that_the_rest_cannot_follow_is_not_offered() -> None:
    referee = begun([])
    referee.see(look(referee, Slid(0, "s2", "s3")))
    referee.see(look(referee, Slid(1, "s5", "s5")), done=True)
    offered = [reading.event for reading in referee.readings("s3") if reading.seq is not None]
    assert Slid(0, "s2", "s4") not in offered


def test_people_may_set_a_square_by_hand() -> None:
    referee = begun([])
    override = next(r for r in referee.readings("s3") if r.seq is None and r.event == Ruled("s3", 1))
    referee.correct(override, "touch")
    assert referee.state.cards[2] is not None


def test_a_waved_chore_is_gone_until_the_next_event() -> None:
    referee = begun([])
    referee.see(shown.scene(GAME.look(referee.state), toss=(Thing("penny", "heads"),)))
    assert referee.now().chores != ()
    assert referee.dismiss_chore("toss").chores == ()
    assert referee.see(shown.scene(GAME.look(referee.state), toss=(Thing("penny", "heads"),))).chores == ()
    referee.tell(Ruled("s3", 1), "touch")
    assert [chore.region for chore in referee.now().chores] == ["toss"]
    assert referee.dismiss_chore("toss").chores == ()
    left = shown.scene(GAME.look(GAME.after(referee.state, Ruled("s3"))), toss=(Thing("penny", "heads"),))
    referee.tell(Ruled("s3"), "touch")
    assert [chore.region for chore in referee.see(left).chores] == ["toss"]


def test_what_was_shown_is_never_amended_by_the_camera() -> None:
    lines: list[str] = []
    referee = begun(lines)
    before = referee.state
    referee.see(look(referee, TurnedUp(0, "s1", "fox")))
    held = tuple(lines)
    other = shown.scene(GAME.look(GAME.after(before, TurnedUp(0, "s1", "hen"))))
    for done in (False, True):
        assert not isinstance(referee.see(other, done=done).verdict, Accept | Same)
        assert not isinstance(referee.see(shown.scene(GAME.look(before)), done=done).verdict, Ask | Accept)
    assert tuple(lines) == held


def test_what_was_laid_out_is_never_amended_by_the_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the cards are laid out nobody moves yet: what lies otherwise was not moved, and is not taken back."""
    lines: list[str] = []
    referee = begun(lines)
    referee.tell(Slid(0, "s2", "s3"), "touch")
    referee.tell(Slid(1, "s5", "s5"), "touch", waive=("one-step", "empty-only"))
    before = referee.state
    referee.see(look(referee, Slid(0, "s3", "s2")))
    held = tuple(lines)
    other = shown.scene(GAME.look(GAME.after(before, Slid(0, "s1", "s2"))))
    layout = lambda _game, state: GAME.look(state) if state == before else None  # noqa: E731
    monkeypatch.setattr(type(GAME), "layout", layout)
    assert not isinstance(referee.see(other).verdict, Accept)
    assert not isinstance(referee.see(shown.scene(GAME.look(before))).verdict, Ask)
    assert tuple(lines) == held


def test_several_answers_count_only_together() -> None:
    referee = begun([])
    before = referee.state
    reply = referee.answer((Slid(0, "s2", "s3"), Slid(1, "s4", "s1")), "touch")
    assert isinstance(reply.verdict, Refuse)
    assert referee.state == before


def test_a_hand_changes_nothing() -> None:
    referee = begun([])
    scene = replace(look(referee, Slid(0, "s2", "s3")), hand=True)
    assert referee.see(scene).booked == ()


def test_what_changes_nothing_is_taken_in_without_an_entry() -> None:
    lines: list[str] = []
    referee = begun(lines)
    held, state = list(lines), referee.state
    reply = referee.tell(Ruled("s3"), "touch")
    assert (reply.verdict, reply.booked, reply.seq) == (Same(), (), 1)
    reply = referee.answer((Ruled("s3"), Ruled("s1", 0)), "touch", reply.seq)
    assert (reply.verdict, reply.booked) == (Same(), ())
    assert lines == held and referee.state == state
    assert isinstance(referee.tell(Slid(1, "s4", "s4"), "touch").verdict, Refuse)


def test_of_several_events_what_changes_nothing_is_left_out() -> None:
    lines: list[str] = []
    referee = begun(lines)
    slid = Slid(0, "s2", "s3")
    reply = referee.answer((Ruled("s3"), slid), "touch")
    assert reply.verdict == Accept((slid,))
    assert kinds(lines) == ["Tossed", "Slid"]
    assert referee.state == GAME.after(GAME.after(GAME.start(Setup()), Tossed("heads")), slid)
