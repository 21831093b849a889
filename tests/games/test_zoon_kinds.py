"""Gear, terrain, Zoon trumps and control in both games of Zoon: one table of what is refused and what is played."""

from typing import Any

import pytest

from companion.games import all_games
from tests.companion.golems import SETUP_FACTS
from tests.games import zoon, zoondo

BASE = "a1=0.cairn f6=1.draknar"
BOARDS: dict[str, Any] = {"zoon_alternate": zoon.board, "zoondo": zoondo.board}
LODESTONE = ("PlayedTrump", 0, "lodestone")

# The rule that it shows, what lies there, and each event with the rule that it breaks, empty where it is played; then
# where which card stands, with what on it.
RUNS: list[tuple[str, str, list[tuple[tuple[Any, ...], str]], dict[str, tuple[str, tuple[str, ...]]]]] = [
    (
        "zo-49-gear", "c2=0.slate-a e2=0.boulder-a e5=1.jorund",
        [
            (("Moved", 0, "c2", "c4"), "zo-07-not-on-its-grid"),
            (("PlayedTrump", 0, "iron-boots", "e2"), "s2-trumps-for-a-type"),
            (("PlayedTrump", 0, "iron-boots", "e5"), "zo-49-gear"),
            (("PlayedTrump", 0, "iron-boots", "d4"), "zo-49-gear"),
            (("PlayedTrump", 0, "iron-boots", "z4"), "ours-squares"),
            (("PlayedTrump", 0, "iron-boots", "c2"), ""),
            (("Moved", 1, "e5", "e4"), ""),
            (("Moved", 0, "c2", "c4"), ""),
        ],
        {"c4": ("slate-a", ("iron-boots",))},
    ),
    (
        "zo-49-one-gear", "c2=0.slate-a.whetstone e5=1.jorund",
        [(("PlayedTrump", 0, "iron-boots", "c2"), "zo-49-one-gear")],
        {"c2": ("slate-a", ("whetstone",))},
    ),
    (
        "zo-31-terrain", "c2=0.slate-a d5=1.jorund",
        [
            (("PlayedTrump", 0, "rockfall", "c2"), "zo-31-terrain"),
            (("PlayedTrump", 0, "gravel-path", "c4"), "zo-31-terrain"),
            (("PlayedTrump", 0, "rockfall", "d4"), ""),
            (("Moved", 1, "d5", "d4"), "zo-32-obstacle"),
            (("Moved", 1, "d5", "c5"), ""),
            (("PlayedTrump", 0, "gravel-path", "c3"), ""),
            (("Moved", 1, "c5", "c4"), ""),
            (("PlayedTrump", 0, "rockfall", "c5"), "s2-trumps-in-hand"),
            (("Moved", 0, "c2", "c3"), ""),  # a path that does not block is walked on
        ],
        {"c3": ("slate-a", ()), "c4": ("jorund", ())},
    ),
    (
        "zo-50-zoon-trump", "c2=0.slate-a d5=1.jorund",
        [
            (("PlayedTrump", 0, "clay-man", "c3"), "zo-50-zoon-trump"),
            (("PlayedTrump", 0, "clay-man", "c2"), "zo-50-zoon-trump"),
            (("PlayedTrump", 0, "clay-man", "d2"), ""),  # it takes the whole turn
            (("Moved", 1, "d5", "d4"), ""),
            (("Moved", 0, "d2", "d3"), ""),
        ],
        {"d3": ("clay-man", ()), "d4": ("jorund", ())},
    ),
    (
        "zo-11-control", "b1=0.mason c3=0.slate-a d4=1.berserkorse-a d5=1.korse-a e5=1.jorund",
        [
            (LODESTONE, ""),
            (("Moved", 0, "c3", "c4"), "zo-11-control"),
            (("Moved", 0, "e5", "e4"), "s2-trumps-for-a-type"),  # no Hero
            (("Moved", 0, "d4", "c3"), "zo-07-not-on-its-grid"),  # forward is away from the controller now
            (("Moved", 1, "d4", "d3"), "zo-19-carry-out-first"),
            (("Stopped", 0), "zo-29-at-least-one"),
            (("Moved", 0, "d4", "c5"), ""),
            (("Moved", 1, "c5", "c6"), "zo-07-not-on-its-grid"),  # its owner reads it as before
        ],
        {"c5": ("berserkorse-a", ())},
    ),
    ("zo-11-control", "b1=0.slate-a d4=1.korse-a", [(LODESTONE, "s2-trumps-for-a-type")], {}),
    ("zo-11-control", "b1=0.mason d4=1.jorund", [(LODESTONE, "zo-29-at-least-one")], {}),
]  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize(
    ("words", "events", "standing"),
    [pytest.param(*run, marks=pytest.mark.rule(shows)) for shows, *run in RUNS],
)
def test_trumps_of_every_kind_are_played_by_their_rules(
    name: str,
    words: str,
    events: list[tuple[tuple[Any, ...], str]],
    standing: dict[str, tuple[str, tuple[str, ...]]],
) -> None:
    game: Any = all_games()[name]
    kinds = {kind.__name__: kind for kind in game.events}
    state = BOARDS[name](f"{BASE} {words}", 0, "golems,warus", facts=SETUP_FACTS, options={"limits": False})
    for (kind, *fields), broken in events:
        event = kinds[kind](*fields)
        violation = game.violation(state, event)
        assert ("" if violation is None else violation.rule) == broken, event
        state = state if broken else game.after(state, event)
        assert game.faults(state) == ()
    found = {square: (state.at(square).card, state.at(square).on) for square in standing}
    assert found == standing
    assert game.load_position(state.agreed.setup, game.dump_position(state)) == state


@pytest.mark.parametrize("name", BOARDS)
def test_a_cage_on_a_carrier_keeps_both_and_overrides_give_trumps_back(name: str) -> None:
    game: Any = all_games()[name]
    kinds = {kind.__name__: kind for kind in game.events}
    words = "a1=0.cairn c5=0.slate-a.whetstone e5=1.bouclefeuille f6=1.sacrechene a5=1.kassin-a"
    state = BOARDS[name](words, 1, "golems,boarix", facts=SETUP_FACTS, options={"limits": False})
    state = game.after(state, kinds["PlayedTrump"](1, "cage-de-racines", "c5"))
    assert state.at("c5").on == ("whetstone", "cage-de-racines")
    assert game.load_position(state.agreed.setup, game.dump_position(state)) == state
    state = game.after(state, kinds["Ruled"]("c5"))
    assert "whetstone" in state.stock.hand[0] and "cage-de-racines" in state.stock.hand[1]
