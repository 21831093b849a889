"""A position that is taken can be played on or is over; any other says what does not hold together."""

from typing import Any

import pytest

from companion.game import Game, Over, PositionFault, Setup, checked
from companion.games import all_games
from companion.kits.exact import checked_faults
from tests import positions
from tests.ui.program import Program
from tests.walks import option_sets

GAMES = all_games()
LAST = {"a1": {"seat": 0, "card": "sacrechene"}, "f6": {"seat": 1, "card": "draknar"}}
NEAR = LAST | {"c3": {"seat": 0, "card": "kassin-a"}, "c5": {"seat": 1, "card": "jorund"}}
FIELDS = {f"{column}{row}": "field" for column in "abcdef" for row in range(1, 7)} | {
    "b1": "base",
    "e6": "base",
}


def at(name: str, given: dict[str, Any], **options: str) -> Any:
    game = GAMES[name]
    return game.load_position(checked(game, Setup(2, tuple(options.items()))), given)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@pytest.mark.parametrize("seed", range(12))
def test_what_is_taken_can_be_played_on(game: Game[Any], seed: int) -> None:
    setups = option_sets(game)
    counts = positions.tried(game, setups[seed * 5 % len(setups)], seed, 8)
    assert counts.total() == 8


@pytest.mark.parametrize("name", ["zoon_alternate", "zoondo"])
def test_a_mover_that_cannot_play_has_lost(name: str) -> None:
    cards = LAST | {"c5": {"seat": 1, "card": "jorund"}}
    state = at(name, {"turn": 0, "cards": cards, "hand": [[], []]}, tribes="boarix,warus")
    turn = GAMES[name].turn(state)
    assert isinstance(turn, Over) and (turn.winners, turn.rule) == ((1,), "zo-05-cannot-play")


def test_a_mover_that_can_do_nothing_is_skipped() -> None:
    facts = (("archer.movement", "diagonal"), ("archer.restricted", "forest"), ("archer.difficult", ""))
    game = GAMES["zones"]
    setup = checked(game, Setup(2, facts=facts))
    pieces = {"a1": {"seat": 0, "piece": "archer"}, "f6": {"seat": 1, "piece": "warrior"}}
    given = {"turn": 0, "terrain": FIELDS | {"b2": "forest"}, "pieces": pieces, "reserve": [[], []]}
    state = game.load_position(setup, given)
    assert (state.turn, state.skipped) == (1, 0)
    open_field = game.load_position(setup, given | {"terrain": FIELDS})
    ruled = game.after(open_field, next(e for e in game.overrides(open_field, "b2") if "forest" in str(e)))
    assert (ruled.turn, ruled.skipped) == (1, 0)


@pytest.mark.parametrize(
    ("name", "given", "field"),
    [
        (
            "zoon_alternate",
            {"todo": [{"step": "march", "seat": 0, "trump": "tortue", "left": 1}]},
            "todo[0].trump",
        ),
        ("zoondo", {"todo": [{"step": "march", "seat": 0, "trump": "tortue", "left": 1}]}, "todo[0].trump"),
        (
            "zoon_alternate",
            {"todo": [{"step": "star", "seat": 0, "card": "gold-hure", "at": "d4"}]},
            "todo[0].at",
        ),
        ("zoondo", {"todo": [{"step": "star", "seat": 0, "card": "king-louis", "at": "c3"}]}, "todo[0].card"),
        ("zoondo", {"todo": [{"step": "star", "seat": 0, "card": "gold-hure", "at": "c3"}]}, "todo[0].at"),
        ("zoon_alternate", {"obstacles": ["c2", "c2"]}, "obstacles"),
        ("zoondo", {"obstacles": ["c2", "c2"]}, "obstacles"),
        ("zoon_alternate", {"untidy": [{"what": "flip", "at": "z9"}]}, "untidy[0].at"),
        (
            "zoondo",
            {"todo": [{"step": "shot", "seat": 0, "at": "c3", "trump": "pluie-de-menhirs"}]},
            "todo[0].at",
        ),
    ],
)
def test_what_is_due_fits_the_board(name: str, given: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionFault) as fault:
        at(name, {"turn": 0, "cards": NEAR} | given, tribes="boarix,warus")
    assert fault.value.at == field


def test_before_the_fronts_are_up_nobody_has_named_a_card() -> None:
    zone = {
        f"{column}{row}": {"seat": seat}
        for column in "abcdef"
        for row, seat in ((1, 0), (2, 0), (5, 1), (6, 1))
    }
    assert at("zoon_alternate", {"turn": "fronts", "cards": zone}).phase == "fronts"
    named = zone | {"a1": {"seat": 0, "card": "kassin-a", "up": False}}
    with pytest.raises(PositionFault, match=r"cards\.a1: face down without a name"):
        at("zoon_alternate", {"turn": "fronts", "cards": named}, tribes="boarix,warus")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"choosing": True}, "choosing"),
        ({"over": {"winners": [5], "why": "x", "rule": "y"}}, "over.winners"),
        ({"over": {"winners": [0, 1], "why": "x", "rule": "y"}}, "over.winners"),
        ({"untidy": [{"at": "z9", "piece": "archer"}]}, "untidy[0].at"),
        ({"skipped": 4}, "skipped"),
    ],
)
def test_an_end_and_a_choice_that_cannot_be_are_refused(given: dict[str, Any], field: str) -> None:
    with pytest.raises(PositionFault) as fault:
        at("zones", {"turn": 0, "terrain": FIELDS} | given)
    assert fault.value.at == field


GROUND = {"turn": 0, "terrain": FIELDS}
SHOT: dict[str, Any] = {"turn": 0, "seats": [{"hand": ["pallottola"] * 60}, {}]}
STAND = {"a1": {"seat": 0, "piece": "vala"}, "f6": {"seat": 1, "piece": "warrior"}}


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("zones", GROUND | {"pieces": STAND, "captured": [["base", "base"], []]}, "seat 1 has one base"),
        ("zones", GROUND | {"pieces": STAND | {"a2": STAND["a1"]}}, "2 of vala"),
        ("zoon_alternate", {"turn": 0, "cards": LAST, "aside": [["mur-darbres"], []]}, "holds a penny"),
        ("zoon_alternate", {"turn": 0, "cards": LAST, "hand": [["mur-darbres"] * 2, []]}, "2 of mur-darbres"),
        ("zoondo", {"turn": 0, "cards": LAST, "tomb": [["gold-hure"] * 2, []]}, "2 of gold-hure"),
        ("zombinion", SHOT | {"supply": {"pallottola": 70}}, "70 of pallottola, but 60 exist"),
        ("zombinion", SHOT | {"trash": ["pallottola"]}, "61 of pallottola, but 60 exist"),
    ],
)
def test_no_position_holds_more_of_a_thing_than_exist(name: str, given: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionFault) as fault:
        checked_faults(GAMES[name].beyond_box(at(name, given)))
    assert words in str(fault.value)


@pytest.mark.parametrize(
    ("given", "ruled"),
    [
        (SHOT, ()),
        (SHOT | {"supply": {"pallottola": 0}}, ()),
        ({"turn": 0, "seats": [{"hand": ["esca", "copertura", "zombi"]}, {}]}, ()),
        (None, ({"kind": "Ruled", "card": "pallottola", "into": "discard.0"},)),
    ],
)
def test_a_state_with_cards_beside_full_piles_is_taken_back_as_it_was_given(
    given: dict[str, Any] | None, ruled: tuple[dict[str, Any], ...]
) -> None:
    """Cards set up in hands, or put right by the people, are not taken off piles that nobody told of."""
    program = Program()
    if given is None:
        program.ask("new", game="zombinion", seats=2)
    else:
        program.ask("position", game="zombinion", seats=2, state=given)
    for event in ruled:
        program.ask("tell", event=event)
    state = program.ask("state")["state"]
    program.ask("position", game="zombinion", seats=2, state=state)
    assert program.ask("state")["state"] == state
