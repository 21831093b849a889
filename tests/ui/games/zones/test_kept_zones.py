"""Nothing touched of a turn of ZoneS is booked before it is whole, lawful, and out of question."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.zones.events import Moved
from companion.weigh import Ask, Lost, Refuse
from tests.ui.at_desk import kinds
from tests.ui.zones_room import BEN, Room, state_of
from ui.games.zones.side import FieldSide, Telling, meant
from ui.pages.desk import Desk
from ui.present.touches import at

MOVE = Moved(0, "c2", "d3")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Room(tmp_path).playing()


def two_touches(desk: Desk) -> None:
    for square in (MOVE.start, MOVE.to):
        desk.send(at(FieldSide.touch_field, square))


@pytest.mark.parametrize("why", ["disputed", "checking", "ask", "refuse", "lost", "differences"])
def test_while_something_is_in_question_touches_tell_no_move(desk: Desk, why: str) -> None:
    session, violation = desk.session, None
    verdicts: dict[str, Any] = {
        "ask": Ask(((MOVE,),)),
        "refuse": Refuse(MOVE, violation),  # type: ignore[arg-type]
        "lost": Lost(()),
    }
    if why in ("disputed", "checking"):
        setattr(session, why, True)
    elif why == "differences":
        session.reply = replace(session.reply, differences=(object(),))  # type: ignore[arg-type]
    else:
        session.reply = replace(session.reply, verdict=verdicts[why])
    before = kinds(desk)
    two_touches(desk)
    assert kinds(desk) == before


def test_what_a_touch_tells_is_what_the_rules_allow_there(desk: Desk) -> None:
    state = state_of(desk)
    assert meant(state, Telling(square=MOVE.start), MOVE.to) == (MOVE,)
    assert meant(state, Telling(square=MOVE.start), "f6") == ()
    enemy = BEN.pieces[0][1]
    assert not any(meant(state, Telling(square=enemy), at) for at in state.agreed.board.names)
    assert meant(msgspec.structs.replace(state, choosing=True), Telling(square=MOVE.start), MOVE.to) == ()
