"""Flicks of a demo: where pieces lie is known to the tenth of a millimetre, and what was booked is held against it."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.zong import GAME
from companion.games.zong.events import Rest, Zonged
from tests.games.zong_states import FLICK, state_of
from ui.games.zong import deeds
from ui.games.zong.deeds import flick, understood
from ui.games.zong.flicks import lying_towers
from vision.painted.tabletop import Laid, TableTop

FLICKED = state_of(FLICK)


def on_the_table() -> TableTop:
    towers = lying_towers(FLICKED)
    return TableTop(
        tuple(
            Laid("pawn", colour, tower.x, tower.y, width_mm=FLICKED.board.piece_mm)
            for tower in towers
            for colour in tower.colours
        )
    )


def test_pieces_come_to_rest_on_tenths_and_the_event_says_where() -> None:
    top, moved = on_the_table(), 0
    for seed in range(12):
        event, table = flick(FLICKED, top, Random(seed))
        after = {thing.label: thing for thing in table.things if thing.kind == "pawn"}
        assert after.keys() == {thing.label for thing in top.things}
        assert all((thing.x, thing.y) == (round(thing.x, 1), round(thing.y, 1)) for thing in after.values())
        for colour, rest in event.rest.items():
            assert (rest.x, rest.y) == (after[colour].x, after[colour].y)
            moved += 1
    assert moved > 3


def after(rest: dict[str, Rest]) -> Any:
    return GAME.after(FLICKED, Zonged(FLICKED.turn, rest))


def test_a_piece_booked_on_another_square_than_it_lies_on_is_not_understood() -> None:
    nine, twelve = (FLICKED.board.by_name[name] for name in ("9", "12"))
    truth = after({"red": Rest(nine.x, nine.y)})
    assert understood(truth, truth)
    assert not understood(truth, after({"red": Rest(twelve.x, twelve.y)}))


@pytest.mark.parametrize(("doubtful", "same"), [((), False), (("9",), True)])
def test_a_tower_surely_booked_in_another_order_than_it_stands_in_is_not_understood(
    monkeypatch: pytest.MonkeyPatch, doubtful: tuple[str, ...], same: bool
) -> None:
    monkeypatch.setattr(deeds, "sorted_out", lambda state: state)

    def stands(*tower: str) -> Any:
        return SimpleNamespace(over=None, pieces={}, towers={"9": tower}, doubtful=frozenset(doubtful))

    assert understood(stands("red", "blue"), stands("red", "blue"))
    assert understood(stands("red", "blue"), stands("blue", "red")) == same
