"""A few of the games in which one thing is not seen: nothing wrong is booked, and nothing is passed over in silence."""

import pytest

from companion.games import all_games
from companion.judge import STAYS
from companion.referee import Reply
from companion.weigh import Ask
from tests.hidden.cases import NOTHING, Case, Hidden, cases
from tests.hidden.script import script

FEW, FEWER = 8, 3
FOLLOWED = {"zoon_alternate": 5, "zoondo": 5, "zombinion": 6, "zones": 6, "zong": 6}
"""Of so few games at least so many are followed without a question."""


@pytest.mark.parametrize("name", all_games())
def test_a_thing_not_seen_never_leads_to_silence_or_a_wrong_book(name: str) -> None:
    outcomes = [outcome for _, outcome in cases(name, FEW)]
    assert [(outcome.hidden, outcome.wrong) for outcome in outcomes if outcome.name == "wrong"] == []
    assert [outcome.hidden for outcome in outcomes if outcome.name == "silent"] == []
    assert sum(outcome.name == "followed" for outcome in outcomes) >= FOLLOWED[name]


@pytest.mark.parametrize(
    ("name", "answers", "unread"),
    [
        (name, answers, ((True,), (True, True, True))[(n + m) % 2])
        for n, name in enumerate(all_games())
        for m, answers in enumerate(("first", "last", "none"))
    ],
)
def test_things_that_cannot_be_read_lead_to_no_wrong_book_whatever_is_answered(
    name: str, answers: str, unread: tuple[bool, ...]
) -> None:
    outcomes = [outcome for _, outcome in cases(name, FEWER, 0, answers, unread)]
    found = [(outcome.hidden, outcome.wrong) for outcome in outcomes if outcome.name in ("wrong", "silent")]
    assert (len(outcomes), found) == (FEWER, [])


@pytest.mark.parametrize(
    ("seed", "answers", "unread"),
    [
        # A disc of the throw not seen, and a piece flicked to the discs: it was taken for what is missing.
        (8, "truth", (True, False)),
        (9, "none", (False, True)),
        # A piece not seen in one picture after it was put back: two events more were booked for it.
        (45, "truth", (True, False)),
        # A question about a flick that nobody answered: where the pieces were put since was booked as the flick.
        (46, "none", (True, False)),
        (56, "none", (False, True)),
    ],
)
def test_a_flick_is_never_booked_by_where_pieces_are_put_later(
    seed: int, answers: str, unread: tuple[bool, ...]
) -> None:
    ((_, outcome),) = cases("zong", 1, seed, answers, unread)
    assert outcome.name in ("followed", "asked"), outcome.wrong


@pytest.mark.parametrize(
    ("seed", "answers", "unread"),
    [
        # Five questions that nobody answered, and then a table that looks as if only the first seat had thrown.
        (39, "none", (True, False, True)),
        # The discs of a throw were not understood and are taken up again, while the thrower's piece is not seen.
        (316, "none", (False, False, False)),
        (316, "first", (False, False, False)),
        # Nothing was asked for long, as the throw had been answered wrongly.
        (342, "last", (True, False, True)),
    ],
)
def test_what_was_seen_since_a_question_stands_open_is_not_forgotten(
    seed: int, answers: str, unread: tuple[bool, ...]
) -> None:
    ((_, outcome),) = cases("zong", 1, seed, answers, unread)
    assert outcome.wrong == ""


@pytest.mark.parametrize("answers", ["first", "last", "none"])
@pytest.mark.parametrize("name", all_games())
def test_a_thing_not_seen_leads_to_no_wrong_book_whatever_is_answered(name: str, answers: str) -> None:
    outcomes = [outcome for _, outcome in cases(name, FEWER, 0, answers)]
    found = [(outcome.hidden, outcome.wrong) for outcome in outcomes if outcome.name in ("wrong", "silent")]
    assert (len(outcomes), found) == (FEWER, [])


@pytest.mark.parametrize("name", all_games())
def test_a_question_that_nobody_answers_leads_to_no_wrong_book(name: str) -> None:
    """With nothing hidden: games in which much may have happened unseen ask all the same."""
    outcomes = [Case(script(name, seed), NOTHING, "none").run() for seed in range(FEWER)]
    assert [outcome.wrong for outcome in outcomes if outcome.name in ("wrong", "silent")] == []


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        # What was booked before was read otherwise, though a thing was known to lie unseen.
        ("zones", 119),
        ("zones", 198),
        # Two whole turns more, only because the top of a discard pile is not seen.
        ("zombinion", 181),
        # A flick told only by a disc that nobody sees, and a tower of which the lower piece was not seen for long.
        ("zong", 51),
        ("zong", 787),
    ],
)
def test_what_rests_on_a_thing_not_seen_is_asked_about(name: str, seed: int) -> None:
    ((_, outcome),) = cases(name, 1, seed)
    assert (outcome.name, outcome.wrong) == ("asked", "")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_discards_that_are_never_seen_are_not_taken_for_shuffled(seat: int, seed: int) -> None:
    """They are named or asked about, and the game goes on: no rule is broken by what is only not seen."""
    hidden = Hidden(f"discard.{seat}", "card", None, 0, 99)
    outcome = Case(script("zombinion", seed), hidden).run()
    assert [line for line in outcome.log if "zb-shuffled" in line] == []


@pytest.mark.parametrize(("seed", "seat"), [(4, 0), (7, 1)])
def test_several_events_after_a_question_that_nobody_answered_are_asked_about(seed: int, seat: int) -> None:
    hidden = Hidden(f"discard.{seat}", "card", None, 0, 99)
    assert Case(script("zombinion", seed), hidden, "none").run().wrong == ""


@pytest.mark.parametrize(("seed", "seat"), [(3, 1), (4, 1)])
def test_what_was_told_puzzles_nobody_any_more(seed: int, seat: int) -> None:
    """What is seen next is held against the discards that are not seen, and against nothing that was told since."""
    hidden = Hidden(f"discard.{seat}", "card", None, 0, 99)
    assert Case(script("zombinion", seed), hidden).run().wrong == ""


@pytest.mark.parametrize(
    ("seed", "hidden"),
    [
        # A disc that no throw shows, and a piece that is flicked while nobody sees it: neither is made up.
        (39, Hidden("throw", "disc", "spiral", 3, 37)),
        (6, Hidden("13", "pawn", "red", 18, 44)),
    ],
)
def test_what_nobody_could_know_is_asked_about(seed: int, hidden: Hidden) -> None:
    outcome = Case(script("zong", seed), hidden).run()
    assert (outcome.name, outcome.wrong) == ("asked", "")


def test_only_what_nobody_could_know_is_drawn_anew() -> None:
    played = script("zong", 6)
    assert any(Hidden("13", "pawn", "red", 18, 44).is_all_of(each) for each in played.needed)
    assert not any(Hidden("13", "pawn", "red", 0, 5).is_all_of(each) for each in played.needed)
    assert all(script(name, 1).needed == () for name in all_games() if name != "zong")


def test_nothing_is_the_last_answer_where_people_have_told_something(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Ask] = []
    heard = Case.heard

    def listen(case: Case, reply: Reply) -> bool:
        if isinstance(reply.verdict, Ask):
            asked.append(reply.verdict)
        return heard(case, reply)

    monkeypatch.setattr(Case, "heard", listen)
    assert sum(1 for seed in (15, 18) for _ in cases("zoondo", 1, seed)) == 2
    doubts = [ask for ask in asked if STAYS in ask.answers]
    assert doubts
    assert all(ask.options[-1] == () and ask.answers[-1] == STAYS for ask in doubts)
