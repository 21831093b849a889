"""Small rules at the screen that nothing else would miss: who may book, in which order, and what is told twice."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from companion.game import Chore, View
from companion.games import all_games
from companion.games.zong.events import Disputed
from companion.journal import Reading
from companion.sight import Look, Thing
from companion.weigh import Ask
from tests.toys.strip.rules import Slid
from tests.ui.at_box import Box
from tests.ui.zong_room import Room, side_of
from ui.games.zong import side as zong_side
from ui.pages import picking
from ui.pages.desk import Desk
from ui.pages.picking import narrowed, next_field
from ui.pages.played_table import Asking
from ui.present.moment import Correction, Muster
from ui.present.touches import at
from ui.secrecy import is_screened

Make = Callable[[str], Desk]


@pytest.mark.parametrize("away", ["disputed", "veiled"])
def test_done_counts_no_votes_in_a_dispute_or_behind_the_veil(away: str) -> None:
    box = Box()
    box.tossed()
    box.session.settled = lambda: Slid(0, "s2", "s3")
    entries = box.referee.entries
    setattr(box.session, away, True)
    box.session.done()
    assert box.referee.entries == entries
    setattr(box.session, away, False)
    box.session.done()
    assert box.referee.entries[-1].event == Slid(0, "s2", "s3")


def test_a_card_said_to_lie_here_is_no_longer_said_to_lie_there() -> None:
    game = all_games()["zoondo"]
    from tests.ui.pages.test_private_view import setup_shown

    army = Muster.begun(game, game.start(setup_shown()), 0)
    assert army is not None
    first, second, third = army.cells[:3]
    single = next(label for label in army.army if army.army.count(label) == 1)
    other = next(label for label in army.army if label != single)
    told = army.telling(first, single).telling(third, other).telling(second, single)
    assert first not in told.said and told.said[second] == single
    assert told.said[third] == other


def test_a_square_said_to_be_empty_stays_said_so() -> None:
    game = all_games()["zoondo"]
    from tests.ui.pages.test_private_view import setup_shown

    army = Muster.begun(game, game.start(setup_shown()), 0)
    assert army is not None
    first, second = army.cells[:2]
    told = army.telling(first, None).telling(second, army.army[0])
    assert told.said == {first: None, second: army.army[0]}


def test_done_ends_no_turn_while_a_camera_sees_cards_left_to_tidy(fresh: Make) -> None:
    desk = fresh("cards-action")
    session, side = desk.session, desk.side
    assert side is not None
    session.reading = None
    assert side.natural() is not None
    session.reply = replace(session.reply, chores=(Chore("zb-clean-up", "Tidy this", "play.0", ()),))
    assert side.natural() is not None, "where nobody looks, chores are people's own business"
    session.reading = SimpleNamespace(scene=None, mat=SimpleNamespace(found=False))  # type: ignore[assignment]
    assert side.natural() is None


def test_the_table_is_put_into_the_book_emptied_squares_first(fresh: Make) -> None:
    desk = fresh("lost")
    referee, corrected = desk.session.referee, list[str]()
    seen = {difference.region: difference.seen for difference in desk.session.reply.differences}
    assert [name for name, things in seen.items() if not things] and [name for name in seen if seen[name]]
    plain = referee.correct

    def correct(reading: Reading, by: str) -> Any:
        corrected.append(reading.event.at)  # type: ignore[attr-defined]
        return plain(reading, by)

    referee.correct = correct  # type: ignore[method-assign]
    desk.send(at(Asking.table_right))
    filled = [n for n, name in enumerate(corrected) if seen[name]]
    emptied = [n for n, name in enumerate(corrected) if not seen[name]]
    assert emptied and (not filled or max(emptied) < min(filled))


@pytest.mark.parametrize(
    ("look", "board", "screened"),
    [
        (Look({}, frozenset({"a1"})), {}, True),
        (Look({}, frozenset()), {}, False),
        (Look({"b1": (Thing("card", None, "down"),)}, frozenset({"a1"})), {}, False),
        (Look({}, frozenset({"a1"})), {"b1": (Thing("card", None, "down"),)}, False),
    ],
)
def test_a_table_is_screened_only_if_neither_book_nor_screen_shows_anything(
    look: Look, board: Any, screened: bool
) -> None:
    assert is_screened(look, View(headline="", board=board)) == screened


def test_only_what_differs_among_the_events_left_is_asked_in_the_order_of_the_event() -> None:
    slides = [Slid(0, "s2", "s3"), Slid(0, "s2", "s4"), Slid(0, "s3", "s4")]
    first = next_field(slides)
    assert first == Slid.__struct_fields__[1], "the seat is the same in all of them"
    assert next_field(narrowed(slides, ((first, "s2"),))) == Slid.__struct_fields__[2]
    assert next_field(slides[:1]) is None


def test_what_may_be_told_is_worked_out_once_a_state_however_often_a_screen_is_drawn(
    fresh: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = fresh("cards-action")
    asked: list[object] = []
    plain = picking.covered_legal
    monkeypatch.setattr(
        picking, "covered_legal", lambda game, state: asked.append(state) or plain(game, state)
    )
    assert desk.side is not None
    desk.side.supply = picking.SupplySide(desk.side)
    for _drawn in range(3):
        desk.model()
    assert len(asked) == 1


def test_an_answer_carries_what_it_was_asked_at(fresh: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = fresh("ask")
    verdict, given = desk.session.reply.verdict, []
    assert isinstance(verdict, Ask)
    answer = desk.session.answer
    monkeypatch.setattr(
        desk.session, "answer", lambda events, **about: given.append(about) or answer(events, **about)
    )
    asked_at = desk.session.reply.seq
    desk.send(at(Asking.answer, verdict.options[0]))
    assert given == [{"asked_at": asked_at}], "else a late touch answers another question"


@pytest.mark.parametrize(
    ("outcome", "anew", "asked"),
    [({}, (), False), ({"a9": ()}, ("Another.",), True), ({"a9": "card"}, (), True)],
)
def test_a_correction_is_asked_about_where_another_square_or_another_entry_would_change(
    fresh: Make, monkeypatch: pytest.MonkeyPatch, outcome: dict[str, Any], anew: tuple[str, ...], asked: bool
) -> None:
    desk = fresh("play")
    session, last = desk.session, desk.session.referee.standing[-1]
    done: list[Reading] = []
    board = {**session.reply.view.board, **{name: (lies,) if lies else () for name, lies in outcome.items()}}
    monkeypatch.setattr(
        Asking, "_correction", lambda self, reading, *, whole: Correction(reading, board, anew)
    )
    monkeypatch.setattr(session, "correct", lambda reading: done.append(reading) or session.reply)
    reading = Reading(last.seq, last.event, "Otherwise")
    desk.send(at(Asking.correct, reading))
    assert desk.side is not None
    assert (desk.side.focus.reading == reading, done == [reading]) == (asked, not asked)


def test_the_picture_of_a_piece_in_question_stays_as_it_was_when_the_question_came_up(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[object] = []

    def picture(*_about: object) -> object:
        taken.append(object())
        return taken[-1]

    monkeypatch.setattr(zong_side, "rectified", picture)
    room = Room(tmp_path)
    desk = room.made.told(room.made.cleanup(4), (Disputed("blue"),))
    for _later in range(3):
        side_of(desk).follow()
    shown = side_of(desk).picture
    assert len(taken) == 1 and shown is taken[0]
