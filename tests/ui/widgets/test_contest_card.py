"""Who won a fight is the largest thing on the screen, with both dice at rest, until the next deed."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.game import Chance
from tests.ui.audit import complaints, walk
from tests.ui.conftest import SIZES
from ui.pages.desk import Desk
from ui.present.models import TableModel
from ui.present.table_touches import Wave

each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


@pytest.fixture
def fought(tmp_path: Any) -> Desk:
    """A fight has just been thrown for; nothing is tidied yet."""
    from tests.situations.screens import situations

    return situations(tmp_path)["chores"]()


def fight_model(desk: Desk) -> TableModel:
    shown = desk.model()
    assert isinstance(shown, TableModel)
    return shown


@each_size
def test_the_winner_stands_in_the_largest_type_with_both_dice_at_rest(
    size: tuple[int, int], fought: Desk, drive: Callable[..., Any]
) -> None:
    from ui.widgets.dice import DieFace
    from ui.widgets.text import Fitted, Words
    from ui.widgets.theme import u

    contest = fight_model(fought).contest
    assert contest is not None and "beats" in contest.words
    root = drive(fought, size).app.root
    texts = [widget for widget in walk(root) if isinstance(widget, Words | Fitted) and widget.text]
    head = next(text for text in texts if text.text == contest.words)
    assert head.font_size >= max(text.font_size for text in texts if text is not head)
    assert head.font_size >= u(30)
    shown = {text.text for text in texts}
    assert {side.score for side in contest.sides} <= shown
    faces = [widget.at_rest for widget in walk(root) if isinstance(widget, DieFace)]
    assert (
        faces == [side.die for side in contest.sides] or faces == [side.die for side in contest.sides][::-1]
    )
    assert {task.words for task in fight_model(fought).tasks} <= shown
    assert complaints(root) == []


def test_it_stays_while_things_are_tidied_and_goes_with_the_next_deed(fought: Desk) -> None:

    contest = fight_model(fought).contest
    session = fought.session
    for task in fight_model(fought).tasks:
        fought.send(Wave(task.region))
    assert fight_model(fought).tasks == ()
    assert fight_model(fought).contest == contest
    assert not isinstance(session.reply.turn, Chance)
    event = next(
        event for event in session.referee.game.candidates(session.referee.state, None) if not event.told
    )
    session.tell(event)
    assert fight_model(fought).contest is None


def test_a_struck_out_fight_is_shown_no_longer(fought: Desk) -> None:
    fought.session.take_back(agreed=frozenset({0, 1}))
    assert fight_model(fought).contest is None
