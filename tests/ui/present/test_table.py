"""The screen of a game under way as a plain model: which face is due, what it says, what its answers do."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.game import Over, legal
from companion.games.zombinion.events import Chose
from companion.games.zoon.alternate.events import Moved
from companion.journal import TookBack
from companion.judge import ELSE
from companion.rulebook import rule, rules
from companion.sight import Look, Thing
from companion.weigh import Accept, Ask, Lost, Refuse, Same
from tests.own_touches import kind_of
from tests.ui.at_desk import model_of
from ui.pages.desk import Desk
from ui.pages.played_table import Asking, PlayedTable, judged_by
from ui.pages.tableside import table_model
from ui.present.models import HistoryLine, TableModel
from ui.present.names import reading_words
from ui.present.touches import Goto, PlayAgain, Touch, TouchSquare, at, calls
from ui.watching.perfect_eye import scene

Make = Callable[[str], Desk]


def show(desk: Desk, look: Look, still_for: float = 1.0) -> None:
    """The camera sees a table that looks so."""
    from types import SimpleNamespace

    fine = SimpleNamespace(found=True, why=None, ok=True, image_to_table=None)
    reading: Any = SimpleNamespace(scene=replace(scene(look), still_for=still_for), mat=fine, light=fine)
    desk.session.inbox.post_reading((SimpleNamespace(image=None), reading))  # type: ignore[arg-type]
    desk.tick()


def answer(desk: Desk, words: str) -> Touch:
    """The action behind an answer or tool that begins with these words."""
    shown = model_of(desk)
    return next(b.action for b in (*shown.answers, *shown.tools, *shown.helps) if b.words.startswith(words))


@pytest.mark.parametrize(
    ("situation", "kind"),
    [
        ("laying", "layout"), ("dice-lot", "dice"), ("dice", "dice"), ("play", "play"), ("chores", "play"),
        ("ask", "ask"), ("refuse", "refuse"), ("lost", "lost"), ("square", "square"), ("dispute", "dispute"),
        ("agree", "agree"), ("menu", "menu"), ("telling", "telling"), ("over", "over"), ("trouble", "play"),
    ],
)  # fmt: skip
def test_the_verdict_decides_which_face_is_shown(situation: str, kind: str, made: Make) -> None:
    assert model_of(made(situation)).kind == kind


@pytest.mark.parametrize("situation", ["laying", "play", "chores", "ask", "refuse", "lost", "over", "square"])
def test_no_card_that_lies_face_down_is_named(situation: str, made: Make) -> None:
    shown = model_of(made(situation))
    boards = [shown.board, *(b.board for b in shown.answers if b.board is not None)]
    assert all(piece.label is None for board in boards for piece in board.pieces if piece.face == "down")


def test_laying_out_says_what_is_missing_and_what_is_wrong(made: Make) -> None:
    shown = model_of(made("laying"))
    kinds = [mark.kind for mark in shown.board.marks]
    assert kinds.count("missing") == 9 and kinds.count("wrong") == 1
    assert "Ann: 1 card more to lay" in shown.body
    assert "Ben: 8 cards more to lay" in shown.body
    assert any(line.endswith("turn the card over") for line in shown.body)
    assert sum(piece.faint for piece in shown.board.pieces) == 9


def test_a_refusal_has_the_rules_own_words_and_the_move_as_understood(fresh: Make) -> None:
    desk = fresh("refuse")
    verdict = desk.session.reply.verdict
    assert isinstance(verdict, Refuse)
    shown = model_of(desk)
    assert shown.banner is not None and shown.banner.tone == "refuse"
    broken = rule("zoon_alternate", verdict.violation.rule)
    assert shown.banner.words == broken.short != broken.words
    desk.send(answer(desk, "Why?"))
    assert model_of(desk).banner.words == broken.words  # type: ignore[union-attr]
    event: Any = verdict.event
    assert [arrow.regions for arrow in shown.board.arrows] == [(event.start, event.to)]
    assert [kind_of(b.action) for b in shown.answers] == [
        Asking.put_back,
        Asking.look_again,
        Asking.allow,
        Asking.whole_rule,
    ]
    at_start = [p for p in shown.board.pieces if _square(shown, p) == event.start]
    assert at_start, "the table is drawn as it should be, with the piece where it came from"


def test_a_refusal_by_a_rule_of_one_sentence_offers_no_why(fresh: Make) -> None:
    side = fresh("refuse").side
    assert side is not None
    verdict = side.session.reply.verdict
    assert isinstance(verdict, Refuse)
    offered = {}
    for one in rules("zoon_alternate"):
        refused = replace(verdict, violation=replace(verdict.violation, rule=one.id))
        now = replace(side.moment(), reply=replace(side.session.reply, verdict=refused))
        keys = [button.action for button in table_model(now).answers]
        offered[one.id] = at(Asking.whole_rule) in keys
        assert offered[one.id] == (f"{one.words} {reading_words(one)}".strip() != (one.short or one.words))
    assert {*offered.values()} == {True, False}


def test_why_shows_the_card_that_a_rule_speaks_of_until_it_is_understood(fresh: Make) -> None:
    desk = fresh("refuse-why")
    verdict = desk.session.reply.verdict
    assert isinstance(verdict, Refuse)
    start = verdict.event.start or ""
    shown = model_of(desk)
    (card,) = [thing for thing in desk.session.reply.view.board[start] if thing.kind == "card"]
    assert shown.card is not None and (shown.card.label, shown.card.face) == (card.label, "up")
    assert (
        shown.banner is not None
        and shown.banner.words == rule("zoon_alternate", verdict.violation.rule).words
    )
    desk.send(answer(desk, "Got it"))
    assert model_of(desk).card is None and model_of(desk).kind == "refuse"
    assert answer(desk, "Why?") == at(Asking.whole_rule)


def test_another_refusal_begins_in_short_with_the_board(fresh: Make) -> None:
    desk = fresh("refuse-why")
    look, verdict = desk.session.reply.look, desk.session.reply.verdict
    assert isinstance(verdict, Refuse) and verdict.event.start is not None and verdict.event.to is not None
    assert model_of(desk).card is not None
    wrong = dict(look.regions)
    wrong[verdict.event.to] = wrong.pop(verdict.event.start)
    for lying, kind in ((look, "play"), (Look(wrong), "refuse")):
        show(desk, lying)
        assert (model_of(desk).kind, model_of(desk).card) == (kind, None)
    assert answer(desk, "Why?") == at(Asking.whole_rule)


def test_why_shows_no_card_that_not_all_may_see(fresh: Make) -> None:
    desk = fresh("refuse")
    desk.send(answer(desk, "Why?"))
    assert model_of(desk).kind == "refuse" and model_of(desk).card is None
    side, verdict = desk.side, desk.session.reply.verdict
    assert side is not None and isinstance(verdict, Refuse)
    start, moment = verdict.event.start or "", side.moment()
    view = moment.reply.view
    for face, label in (("down", None), ("up", "kassin-a")):
        known = (Thing("card", "kassin-a", face, seat=1), Thing("penny", "heads", "up"))  # type: ignore[arg-type]
        told = replace(moment, reply=replace(moment.reply, view=replace(view, board={start: known})))
        card = judged_by(told, verdict.event)
        assert (card.label if card is not None else None) == label


@pytest.mark.parametrize(("yes", "label"), [(True, "zombi"), (False, None)])
def test_a_card_that_an_event_names_is_shown_where_all_may_know_it(
    yes: bool, label: str | None, made: Make
) -> None:
    side = made("cards-refuse").side
    assert side is not None
    card = judged_by(side.moment(), Chose(seat=0, what="react", card="zombi", yes=yes))
    assert (card.label if card is not None else None) == label


def _square(shown: TableModel, piece: Any) -> str:
    return next(r.name for r in shown.board.regions if r.contains(piece.x, piece.y))


def test_putting_back_asks_no_more_until_something_else_is_wrong(fresh: Make) -> None:
    desk = fresh("refuse")
    desk.send(answer(desk, "We put it back"))
    assert model_of(desk).kind == "play"
    assert "Put the table back" in str(model_of(desk).banner)
    show(desk, desk.session.reply.look)
    assert isinstance(desk.session.reply.verdict, Same)
    assert desk.side is not None and desk.side.focus.settling.put_back is None


def test_the_people_may_allow_it_and_the_record_says_so(fresh: Make) -> None:
    desk = fresh("refuse")
    verdict = desk.session.reply.verdict
    assert isinstance(verdict, Refuse)
    told = len(desk.session.referee.entries)
    asked = []
    while len(desk.session.referee.entries) == told:
        banner = model_of(desk).banner
        assert banner is not None
        asked.append(banner.words)
        assert len(set(asked)) == len(asked), "a rule that was allowed is shown again"
        desk.send(answer(desk, "We allow it"))
    entry = desk.session.referee.entries[-1]
    assert entry.waived[0] == verdict.violation.rule and len(asked) > 1, (
        "each rule is shown, and allowed, by itself"
    )
    assert entry.event == verdict.event
    assert [rule("zoon_alternate", broken).short for broken in entry.waived] == asked
    desk.send(Goto("history"))
    note = next(row.note for row in desk.model().rows if isinstance(row, HistoryLine))
    assert all(words in note for words in asked) and not any(broken in note for broken in entry.waived)


def test_what_would_lose_a_card_cannot_be_allowed(fresh: Make) -> None:
    desk = fresh("refuse")
    verdict = desk.session.reply.verdict
    assert isinstance(verdict, Refuse) and isinstance(verdict.event, Moved)
    in_place = Moved(verdict.event.seat, verdict.event.start, verdict.event.start)
    rules = tuple(b.rule for b in desk.session.referee.game.violations(desk.session.referee.state, in_place))
    told = len(desk.session.referee.entries)
    desk.send(at(Asking.allow, in_place, rules))
    shown = model_of(desk)
    assert shown.kind == "refuse" and "lost, doubled or left half done" in str(shown.banner)
    assert [button.words for button in shown.answers] == ["Go on", "Why?"]
    assert len(desk.session.referee.entries) == told


def test_none_of_these_shows_table_and_book_side_by_side(fresh: Make) -> None:
    desk = fresh("ask")
    verdict = desk.session.reply.verdict
    assert isinstance(verdict, Ask)
    shown = model_of(desk)
    assert [b.action.given[0] for b in shown.answers[:-1]] == list(verdict.options)
    assert shown.answers[0].weight == "main" and all(b.board is not None for b in shown.answers[:-1])
    desk.send(answer(desk, "None of these"))
    assert model_of(desk).kind == "lost"


def test_a_question_says_once_that_it_was_something_else(fresh: Make) -> None:
    side = fresh("ask").side
    assert side is not None and isinstance(side.session.reply.verdict, Ask)
    doubted = Ask(((), side.session.reply.verdict.options[0]), "", (ELSE,))
    now = replace(side.moment(), reply=replace(side.session.reply, verdict=doubted))
    answers = table_model(now).answers
    assert [(one.words, kind_of(one.action)) for one in answers[:1]] == [(ELSE, Asking.none_of_these)]
    assert [one.action for one in answers[1:]] == [at(Asking.answer, doubted.options[1])]


def test_an_answer_books_the_event(fresh: Make) -> None:
    desk = fresh("ask")
    before = len(desk.session.referee.entries)
    picked = model_of(desk).answers[1].action
    desk.send(picked)
    assert [entry.event for entry in desk.session.referee.entries[before:]] == list(picked.given[0])


def test_the_table_is_right(fresh: Make) -> None:
    desk = fresh("lost")
    assert isinstance(desk.session.reply.verdict, Lost)
    differing = {difference.region for difference in desk.session.reply.differences}
    desk.send(answer(desk, "Table is right"))
    while desk.side is not None and desk.side.focus.square is not None:
        assert desk.side.focus.square in differing
        desk.send(model_of(desk).answers[0].action)
        desk.send(at(Asking.table_right))
    desk.tick()
    assert desk.session.reply.differences == ()
    assert all(entry.by == "touch" for entry in desk.session.referee.entries[-2:])


def test_a_square_is_put_right_in_two_touches(fresh: Make) -> None:
    desk = fresh("play")
    look = desk.session.reply.look
    square = next(name for name, lying in look.regions.items() if len(lying) == 2)
    entries = len(desk.session.referee.entries)
    desk.send(TouchSquare(square))
    shown = model_of(desk)
    assert shown.kind == "square" and square in shown.headline
    assert all(b.board is not None for b in shown.answers if calls(b.action, Asking.correct))
    desk.send(shown.answers[0].action)
    assert len(desk.session.referee.entries) == entries + 1
    assert desk.session.reply.look.of(square) != look.of(square)
    assert model_of(desk).kind == "play"


def test_take_back_of_what_was_shown_waits_for_everybody(fresh: Make) -> None:
    desk = fresh("agree")
    entries = len(desk.session.referee.entries)
    for _n in range(3):
        show(desk, desk.session.reply.look)
    assert model_of(desk).kind == "agree", "what the camera sees meanwhile does not answer for the people"
    desk.send(at(Asking.agree_back, 1))
    assert len(desk.session.referee.entries) == entries, "one seat that agrees twice is still one"
    desk.send(at(Asking.agree_back, 0))
    entry = desk.session.referee.entries[-1]
    assert isinstance(entry.event, TookBack) and entry.event.agreed == (0, 1)


def test_a_move_taken_back_while_it_still_lies_there_is_marked_to_be_put_back(fresh: Make) -> None:
    desk = fresh("play")
    session = desk.session
    game, state, before = session.referee.game, session.referee.state, session.reply.look
    moved = next(
        event
        for event in legal(game, state)
        if isinstance(event, Moved) and not game.reveals(state, event) and not before.of(event.to)
    )
    show(desk, game.look(game.after(state, moved)))
    assert session.referee.entries[-1].event == moved
    desk.send(at(PlayedTable.press_button, "back"))
    for held in (1.0, 2.0, 9.0):
        show(desk, game.look(game.after(state, moved)), held)
    shown = model_of(desk)
    assert isinstance(session.referee.entries[-1].event, TookBack)
    assert shown.kind == "play" and shown.banner is not None and shown.banner.words.startswith("Taken back")
    marked = {mark.region for mark in shown.board.marks if mark.kind == "wrong"}
    assert marked == {moved.start, moved.to} and not shown.tasks
    show(desk, before)
    assert model_of(desk).banner is None
    show(desk, game.look(game.after(state, moved)))
    assert session.referee.entries[-1].event == moved


def test_take_back_can_be_thought_better_of(fresh: Make) -> None:
    desk = fresh("agree")
    entries = len(desk.session.referee.entries)
    desk.send(answer(desk, "No, go on"))
    assert model_of(desk).kind != "agree" and len(desk.session.referee.entries) == entries


def test_the_panels_take_back_asks_as_well(fresh: Make) -> None:
    desk = fresh("agree")
    desk.send(at(Asking.put_back))
    assert desk.opened is not None
    desk.opened.backs.append("panel")
    desk.tick()
    assert model_of(desk).kind == "agree"


def test_nothing_to_take_back_is_said(fresh: Make) -> None:
    desk = fresh("laying")
    desk.send(at(PlayedTable.press_button, "back"))
    shown = model_of(desk)
    assert shown.kind == "refuse" and shown.headline == "Nothing to take back"
    desk.send(shown.answers[0].action)
    assert model_of(desk).kind == "layout"


def test_nothing_is_booked_during_a_dispute(fresh: Make) -> None:
    desk = fresh("dispute")
    assert desk.session.disputed
    desk.send(answer(desk, "All is well"))
    assert not desk.session.disputed and model_of(desk).kind == "play"


def test_a_square_touched_in_a_dispute_settles_it(fresh: Make) -> None:
    desk = fresh("dispute")
    look = desk.session.reply.look
    square = next(name for name, lying in look.regions.items() if len(lying) == 2)
    desk.send(TouchSquare(square))
    assert model_of(desk).kind == "square"
    desk.send(model_of(desk).answers[0].action)
    assert not desk.session.disputed


def test_in_a_dispute_what_else_may_lie_on_a_square_comes_before_all_about_its_card(fresh: Make) -> None:
    desk = fresh("play")
    square = next(name for name, lying in desk.session.reply.look.regions.items() if len(lying) == 2)
    desk.send(TouchSquare(square))
    assert model_of(desk).close_up is not None
    desk.send(at(PlayedTable.close))
    desk.send(at(PlayedTable.press_button, "dispute"))
    desk.send(TouchSquare(square))
    shown = model_of(desk)
    assert shown.close_up is None and square in shown.headline
    assert shown.body == ("What really lies here?",)
    assert calls(shown.answers[0].action, Asking.correct)


def test_what_no_camera_sees_can_be_said(fresh: Make) -> None:
    desk = fresh("telling")
    said = [b.words for b in model_of(desk).answers]
    assert any("surrender" in words for words in said)
    desk.send(answer(desk, "Ann surrenders"))
    turn = desk.session.reply.turn
    assert isinstance(turn, Over) and turn.winners == (1,)
    assert model_of(desk).headline == "Ben wins"


def test_an_unlawful_thing_said_is_refused_until_people_go_on(fresh: Make) -> None:
    desk = fresh("play")
    game, state = desk.session.referee.game, desk.session.referee.state
    unlawful: Any = (
        next(e for e in game.candidates(state, None) if game.violation(state, e))
        if any(game.violation(state, e) for e in game.candidates(state, None))
        else desk.session.referee.entries[-1].event
    )
    desk.send(at(PlayedTable.tell, unlawful))
    show(desk, desk.session.reply.look)
    shown = model_of(desk)
    assert shown.kind == "refuse"
    desk.send(answer(desk, "Go on"))
    assert model_of(desk).kind == "play"


def test_the_end_says_who_won_and_by_which_rule(made: Make) -> None:
    desk = made("over")
    turn = desk.session.reply.turn
    assert isinstance(turn, Over)
    shown = model_of(desk)
    assert shown.headline == f"{('Ann', 'Ben')[turn.winners[0]]} wins"
    assert shown.banner is not None
    assert shown.banner.more == rule("zoon_alternate", turn.rule).words
    assert [b.action for b in shown.tools[:3]] == [
        Goto("after"),
        PlayAgain(),
        Goto("seats"),
    ]


def test_trouble_is_shown_and_costs_nothing(made: Make) -> None:
    shown = model_of(made("trouble"))
    assert shown.trouble is not None and "corner tags" in shown.trouble.words
    assert shown.headline and shown.board.pieces


@pytest.mark.parametrize("situation", ["play", "laying"])
def test_while_no_picture_comes_nothing_is_said_of_a_table_that_is_not_still(
    situation: str, fresh: Make
) -> None:
    desk = fresh(situation)
    look = desk.session.reply.look
    show(desk, look, still_for=0.1)
    waiting = model_of(desk).banner
    assert waiting is not None and waiting.words == "One moment …"
    moment = desk.side.moment()  # type: ignore[union-attr]
    stopped = replace(moment, troubles=("The camera sends no pictures.",))
    shown = table_model(stopped)  # type: ignore[union-attr]
    assert shown.trouble is not None and shown.banner is None


def test_dice_each_seat_has_its_own_and_a_second_press_is_none(fresh: Make) -> None:
    desk = fresh("dice")
    assert [roll.seat for roll in model_of(desk).rolls] == sorted(desk.session.reply.turn.seats)  # type: ignore[union-attr, arg-type]
    desk.send(at(PlayedTable.press_button, "seat0"))
    first = next(roll.value for roll in model_of(desk).rolls if roll.seat == 0)
    assert first in range(1, 7)
    desk.send(at(PlayedTable.press_button, "seat0"))
    assert next(roll.value for roll in model_of(desk).rolls if roll.seat == 0) == first
    assert next(roll.value for roll in model_of(desk).rolls if roll.seat == 1) is None


def test_chores_can_be_waved_through_one_by_one_or_all(fresh: Make) -> None:
    desk = fresh("chores")
    tasks = model_of(desk).tasks
    assert tasks and {mark.region for mark in model_of(desk).board.marks if mark.kind == "chore"}
    desk.send(tasks[0].action)
    assert tasks[0] not in model_of(desk).tasks
    desk.send(at(PlayedTable.wave_all))
    assert model_of(desk).tasks == ()


def test_the_last_event_is_marked_on_the_board(fresh: Make) -> None:
    desk = fresh("dice")
    event: Any = desk.session.referee.entries[-1].event
    shown = model_of(desk)
    assert [arrow.regions for arrow in shown.board.arrows] == [(event.start, event.to)]
    assert isinstance(desk.session.reply.verdict, Same | Accept)


def test_the_next_place_of_each_seat_is_marked_while_a_table_is_laid(fresh: Make) -> None:
    marks = [mark for mark in model_of(fresh("laying")).board.marks if mark.kind == "missing"]
    due = [mark.region for mark in marks if mark.due]
    assert sorted(due) == ["d2", "e5"] and len(marks) > len(due)
