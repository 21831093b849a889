"""A game of Zoon gone on with after the power went: what the first pictures say of its pennies."""

from dataclasses import replace
from typing import Any

import pytest

from companion.referee import Referee
from companion.sight import Scene, Sighting
from tests import shown
from tests.hidden.script import script
from tests.ui.at_box import Eye, Source
from ui.box.session import Session

LATE = 20


@pytest.fixture
def lines() -> list[str]:
    """The record of a game in which Zoons stand with pennies, and a card was just turned up that waits for one."""
    played, lines = script("zoon_alternate", 0), list[str]()
    referee: Referee[Any] = Referee(played.game, played.setup, lines.extend)
    for event in (event for step in played.steps for event in step.events):
        assert referee.tell(event, "people").booked
        if len(lines) > LATE and _waiting(referee):
            return lines
    raise AssertionError("no card was turned up")


def _waiting(referee: Referee[Any]) -> set[str]:
    """Where a penny is to be put after the last event."""
    return {chore.region for chore in referee.book.fresh_chores() if chore.words.startswith("Put a penny")}


def resumed(lines: list[str]) -> tuple[Session[Any], Source]:
    played, source = script("zoon_alternate", 0), Source()
    referee: Referee[Any] = Referee(played.game, played.setup, lambda _lines: None, tuple(lines))
    return Session(referee, observer=(source, Eye())), source


def shows(session: Session[Any], source: Source, scene: Scene) -> None:
    source.scene = scene
    assert session._camera is not None
    session._camera.look()
    session.tick()


def tidy(session: Session[Any]) -> Scene:
    return shown.scene(session.referee.game.look(session.referee.state))


def a_penny(session: Session[Any], scene: Scene) -> Sighting:
    """A penny with which nothing is left to be done."""
    busy = {chore.region for chore in session.referee.game.chores(session.referee.state)}
    return next(one for one in scene.sightings if one.kind == "penny" and one.region not in busy)


def test_a_penny_that_the_first_picture_misses_is_no_difference(lines: list[str]) -> None:
    session, source = resumed(lines)
    whole = tidy(session)
    gone = a_penny(session, whole)
    shows(session, source, replace(whole, sightings=tuple(one for one in whole.sightings if one is not gone)))
    assert not session.checking
    assert session.reply.differences == ()


def test_a_penny_that_is_seen_unread_is_no_difference(lines: list[str]) -> None:
    session, source = resumed(lines)
    whole = tidy(session)
    unread = tuple(
        replace(one, label=None, sure=0.6) if one.kind == "penny" else one for one in whole.sightings
    )
    shows(session, source, replace(whole, sightings=unread))
    assert (session.checking, session.reply.differences) == (False, ())


def test_a_penny_on_its_other_side_is_a_difference(lines: list[str]) -> None:
    session, source = resumed(lines)
    whole = tidy(session)
    turned = a_penny(session, whole)
    side = "tails" if turned.label == "heads" else "heads"
    seen = tuple(replace(one, label=side) if one is turned else one for one in whole.sightings)
    shows(session, source, replace(whole, sightings=seen))
    assert [each.region for each in session.reply.differences] == [turned.region]


def test_nobody_is_told_to_put_a_penny_where_it_lies(lines: list[str]) -> None:
    """Also while another square differs, so that the table is still being compared with the book."""
    session, source = resumed(lines)
    whole, waiting = tidy(session), _waiting(session.referee)
    assert waiting
    elsewhere = next(one for one in whole.sightings if one.kind == "card" and one.region not in waiting)
    shows(session, source, replace(whole, sightings=tuple(s for s in whole.sightings if s is not elsewhere)))
    assert session.checking
    assert waiting & {chore.region for chore in session.reply.chores} == set()


def test_nothing_is_asked_for_before_the_table_was_seen_once(lines: list[str]) -> None:
    """A camera's table may have been tidied before the power went: what is left to be done is seen, not supposed."""
    session, source = resumed(lines)
    assert session.referee.book.fresh_chores() and session.reply.chores == ()
    session.dispute()
    session.tick()
    session.dismiss_chore("a1")
    assert (session.checking, session.reply.chores) == (True, ())
    session.dispute()
    shows(session, source, replace(tidy(session), hand=True))
    assert (session.checking, session.reply.chores) == (True, ())
    due = session.referee.game.chores(session.referee.state)
    last = shown.scene(session.reply.look, **{chore.region: chore.before[0] for chore in due})
    shows(session, source, last)
    assert {chore.region for chore in session.reply.chores} == {chore.region for chore in due}
