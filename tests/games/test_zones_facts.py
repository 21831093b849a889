"""What an owner may enter of the pieces, armies by cost with every limit that they break, and fortifications."""

import random

import pytest

from companion.game import Setup, SetupFault, checked
from companion.games.zones import rules
from companion.games.zones.events import Laid, Moved, Summoned
from companion.games.zones.pieces import fact_names, facts, violations, written
from companion.games.zones.state import State
from tests.games.test_zones_screen import HALVES, after, changed
from tests.games.zones import BARE, GAME, agreed, position, refused
from tests.games.zones_balance import Player, by_lot, greedy, results, set_up, share

FORT = (
    ("tower.name", "Tower"),
    ("tower.side", "midgard"),
    ("tower.class", "fortification"),
    ("tower.cost", 4),
    ("tower.movement", "none"),
    ("tower.preferred", "hills"),
)
"""A piece that the set does not hold, to show what the rules say of its class."""


def fortified(**options: str) -> Setup:
    return checked(
        GAME, Setup(2, (("armies", "tower+spearman*2+archer,set"), *options.items()), facts=(*BARE, *FORT))
    )


def tower_position(pieces: dict[str, str], rows: tuple[str, ...]) -> State:
    return position(pieces, rows, facts=(*BARE, *FORT), armies="tower+spearman*2+archer,set")


HILLY = ("......", "...B^.", "..^...", "......", ".^B...", "......")


@pytest.mark.rule("zn-34-never-moves")
def test_a_fortification_never_moves() -> None:
    state = tower_position({"b3": "tower", "f6": "lobber"}, HILLY)
    for to in state.agreed.board.names:
        assert refused(state, Moved(0, "b3", to)) == "zn-34-never-moves"
    assert [event for event in rules.plays(state) if isinstance(event, Moved)] == []


@pytest.mark.rule("zn-34-preferred-only")
def test_a_fortification_enters_on_its_preferred_terrain_anywhere() -> None:
    state = tower_position({"a1": "archer", "f6": "lobber"}, HILLY)
    assert refused(state, Summoned(0, "tower", "c4")) == ""
    assert refused(state, Summoned(0, "tower", "e5")) == ""
    assert refused(state, Summoned(0, "tower", "a5")) == "zn-34-preferred-only"
    assert refused(state, Summoned(0, "tower", "c1")) == "zn-34-preferred-only"
    taken = tower_position({"c4": "lobber", "e5": "archer"}, HILLY)
    assert refused(taken, Summoned(0, "tower", "c4")) == "zn-26-no-capture-from-reserve"
    assert refused(taken, Summoned(0, "tower", "e5")) == "zn-26-open-tile"


@pytest.mark.rule("zn-34-not-by-own-base")
def test_a_fortification_does_not_enter_beside_its_own_base() -> None:
    state = tower_position({"a1": "archer", "f6": "lobber"}, HILLY)
    assert refused(state, Summoned(0, "tower", "b2")) == "zn-34-not-by-own-base"
    listed = {
        event.at for event in rules.plays(state) if isinstance(event, Summoned) and event.piece == "tower"
    }
    assert listed == {"c4", "e5"}


def test_a_fortification_among_the_first_pieces_stands_where_it_might_enter() -> None:
    terrain = {**HALVES[0].terrain, "f1": "hills"}
    terrain[next(at for at, kind in HALVES[0].terrain.items() if kind == "hills" and at[1] == "3")] = "field"
    for at, wanted in (("f1", []), ("b1", ["zn-34-preferred-only"]), ("f5", ["zn-08-in-own-half"])):
        half = changed(
            HALVES[0], pieces=(("archer", "c1"), ("spearman", "d1"), ("tower", at)), terrain=terrain
        )
        state = GAME.after(GAME.start(fortified()), half)
        assert [violation.rule for violation in GAME.half_faults(state, 0)] == wanted


def test_games_with_a_fortification_are_played_to_the_end() -> None:
    for seed in range(6):
        rng = random.Random(seed)
        state = set_up(fortified(), rng, seed % 2)
        for _ in range(200):
            if state.over is not None:
                break
            state = GAME.after(state, GAME.sample(state, rng.randrange))
            assert GAME.faults(state) == ()


@pytest.mark.rule("s4-own-roster")
def test_an_army_by_cost_names_every_limit_that_it_breaks_with_numbers() -> None:
    known = facts()
    assert list(violations(known, "midgard", 50, written("spearman*3+archer*3+swordsman*3+vala"))) == []
    found = list(violations(known, "midgard", 50, written("vala*6+warrior+dragon")))
    assert [(violation.rule, violation.about) for violation in found] == [
        ("s4-own-roster", "there is no piece dragon"),
        ("s4-own-roster", "Trollspawn Warrior is of Trolls, not of Midgard"),
        ("s4-armies-by-cost", "52 points, at most 50"),
    ]
    few = list(violations(known, "trolls", 10, written("hill-troll*2")))
    assert [violation.about for violation in few] == ["2 pieces, at least 3", "16 points, at most 10"]
    with pytest.raises(SetupFault, match="52 points, at most 50"):
        GAME.start(agreed(armies="vala*6+warrior+dragon,set"))
    with pytest.raises(SetupFault, match="armies: expected set, or pieces"):
        GAME.start(agreed(armies="vala*many,set"))
    assert GAME.start(agreed(armies="set,hill-troll*3", points=25)).pool.forces[1] == ("hill-troll",) * 3


@pytest.mark.rule("zn-02-our-reading")
def test_the_owner_enters_the_values_by_dotted_name() -> None:
    assert facts().roster.name == "our reading"
    assert not facts().roster.confirmed
    assert {"archer.movement", "hill-troll.restricted", "roster.confirmed"} <= set(fact_names())
    mine = facts(
        (("archer.movement", "orthogonal"), ("archer.restricted", "water,hills"), ("roster.name", "mine"))
    )
    assert mine.kinds["archer"].directions == (0, 2, 4, 6)
    assert mine.kinds["archer"].restricted == {"water", "hills"}
    assert mine.roster.name == "mine"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("archer.movement", "sideways", "archer.movement"),
        ("archer.preferred", "swamp", "archer.preferred: expected some of field, forest, hills, water"),
        ("archer.cost", -1, "archer.cost: expected a number that is not negative"),
        ("archer.speed", 3, "expected a piece and one of name, side"),
        ("dragon.cost", 9, "dragon.name"),
        ("archer", "any", "expected a piece and one of"),
    ],
)
def test_a_value_that_cannot_be_is_named(name: str, value: int | str, said: str) -> None:
    with pytest.raises(SetupFault, match=said):
        facts(((name, value),))


def test_sides_that_nobody_knows_are_refused_and_entered_ones_are_known() -> None:
    with pytest.raises(SetupFault, match="sides: expected for each player one of midgard, trolls"):
        GAME.start(agreed(sides="midgard,elves"))
    elves = tuple(
        (f"elf-{n}.{key}", value)
        for n in range(3)
        for key, value in (
            ("name", f"Elf {n}"),
            ("side", "elves"),
            ("class", "infantry"),
            ("cost", 5),
            ("movement", "any"),
        )
    )
    state = GAME.start(
        checked(
            GAME, Setup(2, (("sides", "midgard,elves"), ("armies", "set,elf-0+elf-1+elf-2")), facts=elves)
        )
    )
    assert state.pool.forces[1] == ("elf-0", "elf-1", "elf-2")


@pytest.mark.parametrize("player", [by_lot, greedy])
def test_our_reading_favours_neither_side_much(player: Player) -> None:
    """A small part of what `zones_balance` plays, within the bounds that so few games allow."""
    winners, _ = results(player, 300)
    assert 0.4 < share(winners) < 0.6


def test_a_half_told_twice_is_the_last_one() -> None:
    state = after(HALVES[0], changed(HALVES[0], pieces=(("vala", "b1"), *HALVES[0].pieces[1:])))
    assert ("vala", "b1") in state.screen.halves[0].pieces
    assert isinstance(HALVES[0], Laid)
