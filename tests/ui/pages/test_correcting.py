"""No touch rewrites more than it names: a correction that reaches further is told in words and then confirmed."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.game import Chance, Event, Over, legal
from companion.games import all_games
from companion.journal import standing
from tests.situations.maker import Maker
from tests.ui.at_desk import model_of
from ui.pages.desk import Desk
from ui.pages.played_table import Asking, PlayedTable
from ui.present.touches import TouchSquare, at, calls

_fights: dict[str, list[Event]] = {}
"""By game, what leads to its fight: looked for once."""


def in_a_fight(folder: Path, game: str) -> Desk:
    """A game played at random until something was shown or thrown after a move, seen by nobody."""
    desk = Maker(folder, all_games()[game]).started()
    if game in _fights:
        for event in _fights[game]:
            desk.session.tell(event)
        return desk
    session, chance = desk.session, Random(3)
    for _step in range(400):
        referee = session.referee
        state, turn = referee.state, referee.now().turn
        if isinstance(turn, Over):
            break
        events = [entry.event for entry in standing(referee.entries)]
        kinds = [type(event).__name__ for event in events]
        if len(kinds) > 6 and kinds[-1] in ("Fought", "Touched", "TurnedUp") and "Moved" in kinds[-4:]:
            _fights[game] = events
            return desk
        if isinstance(turn, Chance):
            values = (
                tuple(chance.randint(1, 6) for _ in turn.seats) if turn.what == "dice" else (turn.seats[0],)
            )
            session.tell(referee.game.chance_event(state, values))
            continue
        events = [event for event in legal(referee.game, state) if not event.told] or legal(
            referee.game, state
        )
        attacks = [e for e in events if type(e).__name__ == "Moved" and referee.game.look(state).of(e.to)]
        session.tell(chance.choice(attacks or events))
    raise AssertionError("no fight in this game")


def corrections(desk: Desk) -> list[Any]:
    return [key for key in model_of(desk).answers if calls(key.action, Asking.correct)]


def squares(desk: Desk) -> list[str]:
    moment = desk.side.moment()  # type: ignore[union-attr]
    return [region.name for region in moment.table.regions]


@pytest.mark.parametrize("game", ["zoon_alternate", "zoondo"])
def test_what_was_fought_out_is_not_rewritten_by_one_touch(game: str, tmp_path: Path) -> None:
    desk = in_a_fight(tmp_path, game)
    last, rewrites = desk.session.referee.standing[-1].seq, 0
    for square in squares(desk):
        desk.send(TouchSquare(square))
        for n, key in enumerate(corrections(desk)):
            referee = desk.session.referee
            reading, before = key.action.given[0], referee.entries
            held = dict(desk.session.reply.view.board)
            if reading.seq is None or reading.seq == last:
                continue
            desk.send(key.action)
            if referee.entries != before:
                now = desk.session.reply.view.board
                assert {name for name in {*now, *held} if now.get(name) != held.get(name)} <= {square}
                # What is put right is not as it was any more: the same game once again.
                desk = in_a_fight(tmp_path / f"{square}-{n}", game)
                desk.send(TouchSquare(square))
                continue
            rewrites += 1
            asked = model_of(desk)
            assert asked.kind == "confirm"
            assert asked.banner is not None and asked.banner.words == reading.words
            assert any(line.startswith("Instead of: ") for line in asked.body)
            desk.send(at(Asking.uncorrect))
            assert referee.entries == before and model_of(desk).kind == "square"
        desk.send(at(PlayedTable.close))
    assert rewrites


def test_it_is_done_when_it_is_confirmed(tmp_path: Path) -> None:
    desk = in_a_fight(tmp_path, "zoondo")
    referee = desk.session.referee
    last = referee.standing[-1].seq
    for square in squares(desk):
        desk.send(TouchSquare(square))
        found = [key for key in corrections(desk) if key.action.given[0].seq not in (None, last)]
        if found:
            desk.send(found[0].action)
            desk.send(model_of(desk).answers[0].action)
            assert referee.entries[-1].corrects == found[0].action.given[0].seq
            assert model_of(desk).kind != "confirm"
            return
        desk.send(at(PlayedTable.close))
    raise AssertionError("nothing to correct")


def test_the_last_plain_move_is_put_right_by_a_touch_on_the_square_and_one_on_the_answer(
    made: Callable[[str], Any], tmp_path: Path
) -> None:
    from tests.situations.screens import situations

    desk = situations(tmp_path)["play"]()
    referee = desk.session.referee
    moved = referee.standing[-1]
    while type(moved.event).__name__ != "Moved" or referee.game.reveals(referee.book.states[-2], moved.event):
        event = next(e for e in legal(referee.game, referee.state) if type(e).__name__ == "Moved")
        desk.session.tell(event)
        moved = referee.standing[-1]
    before = len(referee.entries)
    for square in (moved.event.to, moved.event.start):
        desk.send(TouchSquare(square))
        plain = [key for key in corrections(desk) if key.action.given[0].seq == moved.seq]
        if plain:
            desk.send(plain[0].action)
            assert len(referee.entries) == before + 1 and referee.entries[-1].corrects == moved.seq
            return
        desk.send(at(PlayedTable.close))
    raise AssertionError("the last move can be read in one way only")


@pytest.mark.parametrize("game", ["zoon_alternate", "zoondo"])
def test_no_two_corrections_read_alike(game: str, tmp_path: Path) -> None:
    desk = in_a_fight(tmp_path, game)
    for square in squares(desk):
        desk.send(TouchSquare(square))
        told = [(key.words, key.detail) for key in corrections(desk)]
        assert len(set(told)) == len(told), f"{square}: {told}"
        desk.send(at(PlayedTable.close))
