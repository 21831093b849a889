""" "Done" is loud only where it does something, says so where it does nothing, and never stands beside its double."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.sight import Look
from companion.weigh import Wait
from tests.ui.at_desk import model_of, show
from ui.pages.desk import Desk
from ui.pages.played_table import PlayedTable
from ui.present.models import Button
from ui.present.touches import at
from ui.watching.perfect_eye import scene

Make = Callable[[str], Desk]


def done_key(desk: Desk) -> Button | None:
    return next(
        (tool for tool in model_of(desk).tools if tool.action == at(PlayedTable.press_button, "done")), None
    )


@pytest.mark.parametrize("name", ["play", "chores", "laying", "trouble"])
def test_it_is_quiet_while_pressing_it_does_nothing_and_then_says_so(name: str, fresh: Make) -> None:
    desk = fresh(name)
    key, reply = done_key(desk), desk.session.reply
    assert key is not None and key.weight == "plain"
    desk.send(key.action)
    assert desk.session.reply.seq == reply.seq
    banner = model_of(desk).banner
    assert banner is not None and banner.tone == "wait" and banner.words
    desk.send(at(PlayedTable.open_menu))
    desk.send(at(PlayedTable.close))
    assert model_of(desk).banner is None or model_of(desk).banner != banner


def test_it_is_loud_where_the_table_can_be_judged_as_it_lies(fresh: Make) -> None:
    desk = fresh("play")
    lying = dict(desk.session.reply.look.regions)
    cards = [name for name, things in lying.items() if len(things) == 2][:2]
    for name in cards:
        del lying[name]
    show(desk, replace(scene(Look(lying)), still_for=0.1))
    key = done_key(desk)
    assert key is None or key.weight == "plain", "nothing is judged before the table is still"
    desk.session.inbox.drain()
    settled = replace(scene(Look(lying)), still_for=1.0)
    desk.session._scene = settled
    show(desk, settled)
    assert isinstance(desk.session.reply.verdict, Wait)
    key = done_key(desk)
    assert key is not None and key.weight == "main"
    desk.send(key.action)
    assert not isinstance(desk.session.reply.verdict, Wait)


def test_no_loud_key_ends_a_turn_in_which_something_may_still_be_done(fresh: Make) -> None:
    desk = fresh("cards-action")
    natural = desk.side.natural()  # type: ignore[union-attr]
    assert natural is not None and natural.ends_turn
    helps = model_of(desk).helps
    assert helps[-1].action == at(PlayedTable.tell, natural) and all(key.weight != "main" for key in helps)
    done = done_key(desk)
    assert done is not None and done.weight == "plain"


@pytest.mark.parametrize("name", ["zong-discs", "zong-cleanup"])
def test_in_zong_it_stands_quietly_beside_the_keys_that_say_what_happened(name: str, fresh: Make) -> None:
    key = done_key(fresh(name))
    assert key is None or key.weight == "plain"
