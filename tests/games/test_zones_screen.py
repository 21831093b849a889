"""Behind the screen: what each half may hold, who is told what is wrong, and that nothing else is ever shown."""

import json
import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.game import Event, Seats, Seen
from companion.games.zones.events import Based, Drew, Laid, Lifted
from companion.games.zones.pieces import Terrain
from companion.games.zones.state import State
from companion.judge import judge
from companion.kits.events import Starts
from companion.sight import Look
from companion.weigh import Same
from tests import shown
from tests.games.zones import GAME, agreed

KINDS: tuple[Terrain, ...] = ("field", "forest", "hills", "water")
NEAR = [f"{column}{row}" for row in (1, 2, 3) for column in "abcdef"]
FAR = [f"{column}{row}" for row in (6, 5, 4) for column in "abcdef"]


def tiles(cells: list[str], base: str, shift: int = 0) -> dict[str, Terrain]:
    """Tiles of all kinds in turn on every square but the base's."""
    return {at: KINDS[(n + shift) % 4] for n, at in enumerate(at for at in cells if at != base)}


def dry(cells: list[str], base: str, homes: list[str], shift: int = 0) -> dict[str, Terrain]:
    """The same tiles, with those of the named squares traded so that they are field."""
    found = tiles(cells, base, shift)
    for at in homes:
        other = next(cell for cell in found if found[cell] == "field" and cell not in homes)
        found[at], found[other] = found[other], found[at]
    return found


HALVES = (
    Laid(
        0,
        (("archer", "b1"), ("spearman", "c1"), ("swordsman", "d1")),
        "c2",
        dry(NEAR, "c2", ["b1", "c1", "d1"]),
    ),
    Laid(
        1,
        (("lobber", "c6"), ("trollwife", "d6"), ("warrior", "e6")),
        "d5",
        dry(FAR, "d5", ["c6", "d6", "e6"], 2),
    ),
)


def after(*events: Event) -> State:
    state = GAME.start(agreed())
    for event in events:
        assert GAME.violation(state, event) is None, f"{event}: {GAME.violation(state, event)}"
        state = GAME.after(state, event)
    return state


def changed(half: Laid, **fields: Any) -> Laid:
    body = {"seat": half.seat, "pieces": half.pieces, "base": half.base, "terrain": half.terrain} | fields
    return Laid(**body)


def wrong(half: Laid) -> list[str]:
    """The rules that a half breaks, as its own seat is told them."""
    return [violation.rule for violation in GAME.half_faults(after(half), half.seat)]


def test_two_right_halves_are_ready_and_the_screen_may_be_lifted() -> None:
    state = after(*HALVES)
    assert state.screen.ready == (True, True)
    state = after(*HALVES, Lifted(), Starts(1))
    assert GAME.turn(state) == Seats(frozenset({1}))
    assert GAME.dump_position(state)["pieces"]["c1"] == {"seat": 0, "piece": "spearman"}
    assert GAME.dump_position(state)["bases"] == ["c2", "d5"]
    assert GAME.faults(state) == ()


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"base": "c4"}, "s4-base-own-half"),
        ({"terrain": {**HALVES[0].terrain, "c4": "field"}}, "zn-05-own-half"),
        ({"terrain": {**HALVES[0].terrain, "c2": "field"}}, "s4-one-tile-a-square"),
        ({"terrain": {at: kind for at, kind in HALVES[0].terrain.items() if at != "f3"}}, "s4-all-filled"),
        ({"terrain": dict.fromkeys(HALVES[0].terrain, "field")}, "zn-06-bag"),
        ({"pieces": (("archer", "b1"), ("spearman", "c1"))}, "s4-three-pieces"),
        ({"pieces": (("archer", "b1"), ("spearman", "b1"), ("swordsman", "d1"))}, "s4-one-piece-a-tile"),
        ({"pieces": (("archer", "b1"), ("warrior", "c1"), ("swordsman", "d1"))}, "ours-from-reserve"),
        ({"pieces": (("vala", "b1"), ("vala", "c1"), ("swordsman", "d1"))}, "ours-from-reserve"),
        ({"pieces": (("archer", "c4"), ("spearman", "c1"), ("swordsman", "d1"))}, "zn-08-in-own-half"),
        ({"pieces": (("archer", "f1"), ("spearman", "c1"), ("swordsman", "d1"))}, "s4-home-tiles"),
        ({"pieces": (("archer", "c2"), ("spearman", "c1"), ("swordsman", "d1"))}, "zn-29-base-in-the-way"),
        ({"pieces": (("archer", "b1"), ("spearman", "f1"), ("swordsman", "d1"))}, "zn-22-beside-a-spearman"),
        ({"pieces": (("archer", "z9"), ("spearman", "c1"), ("swordsman", "d1"))}, "ours-squares"),
    ],
)
def test_a_wrong_half_is_told_to_its_own_seat_alone(fields: dict[str, Any], rule: str) -> None:
    half = changed(HALVES[0], **fields)
    assert rule in wrong(half)
    state = after(half)
    assert not state.screen.ready[0]
    assert any(note.startswith("Not as it should be: ") for note in GAME.view(state, 0).notes)
    for eyes in (None, 1):
        view = GAME.view(state, eyes)
        assert not any(note.startswith("Not as") for note in view.notes)
        assert view.board == {}
    put_right = after(half, HALVES[0])
    assert put_right.screen.ready[0]
    assert GAME.half_faults(put_right, 0) == ()


def test_a_spearman_may_stand_beside_one_that_may_stand() -> None:
    half = changed(HALVES[0], pieces=(("spearman", "d1"), ("spearman", "e1"), ("spearman", "f1")))
    half = changed(half, terrain={**dry(NEAR, "c2", ["d1", "e1", "f1"])})
    assert wrong(half) == []


def test_more_of_a_kind_than_the_bag_holds_is_found_only_when_both_are_laid() -> None:
    first = changed(HALVES[0], terrain=_many("field", NEAR, "c2"))
    second = changed(HALVES[1], terrain=_many("field", FAR, "d5"))
    assert (wrong(first), wrong(second)) == ([], [])
    state = after(first, second)
    assert state.screen.ready == (False, False)
    for seat in (0, 1):
        assert [violation.rule for violation in GAME.half_faults(state, seat)] == ["zn-06-bag"]
        assert "field" not in " ".join(violation.about for violation in GAME.half_faults(state, seat))


def _many(kind: Terrain, cells: list[str], base: str) -> dict[str, Terrain]:
    """Eight tiles of one kind, the home squares among them, and no more than nine of any other."""
    squares = sorted((at for at in cells if at != base), key=lambda at: at[1] not in "16")
    others = [other for other in KINDS if other != kind and other != "water"]
    return {at: kind if n < 8 else others[n % 2] for n, at in enumerate(squares)}


def test_tiles_are_drawn_in_turn_and_one_by_one() -> None:
    state = after(Based(0, "c2"), Based(1, "d5"))
    assert GAME.turn(state) == Seats(frozenset({0, 1}))
    state = GAME.after(state, Drew(1, "water", "a6"))
    assert GAME.turn(state) == Seats(frozenset({0}))
    violation = GAME.violation(state, Drew(1, "water", "b6"))
    assert violation is not None
    assert violation.rule == "zn-06-draw-in-turn"


@pytest.mark.parametrize("seed", range(4))
def test_what_lies_behind_the_screen_changes_nothing_that_others_see(seed: int) -> None:
    """Two set-ups with the same steps and other contents look and read the same to all but their owner."""
    one, other = _steps(seed), _steps(seed + 100)
    assert len(one) == len(other) > 30
    for (state, event), (twin, told) in zip(one, other, strict=True):
        assert GAME.words(state, event) == GAME.words(twin, told)
        assert GAME.public(state, event) == GAME.public(twin, told)
        state, twin = GAME.after(state, event), GAME.after(twin, told)
        assert GAME.public_state(state) == GAME.public_state(twin)
        assert GAME.view(state, None) == GAME.view(twin, None)
        assert GAME.look(state) == GAME.look(twin)
        assert GAME.turn(state) == GAME.turn(twin)
        assert GAME.layout(state) is None
        assert GAME.chores(state) == ()


def _steps(seed: int) -> list[tuple[State, Event]]:
    """A set-up step by step in a fixed order of seats, its contents drawn by lot."""
    rng, found = random.Random(seed), []
    state = GAME.start(agreed())
    while state.phase == "set-up" and not all(state.screen.ready):
        turn = GAME.turn(state)
        assert isinstance(turn, Seats)
        seat = min(turn.seats)
        event = GAME.sample(state, rng.randrange)
        while event.seat not in (None, seat):
            event = GAME.sample(state, rng.randrange)
        found.append((state, event))
        state = GAME.after(state, event)
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_the_rivals_half_changes_nothing_that_a_seat_sees(seat: int) -> None:
    rival = HALVES[1 - seat]
    other = changed(rival, base="e2" if rival.seat == 0 else "b5", terrain={}, pieces=())
    other = changed(other, terrain=tiles(NEAR if rival.seat == 0 else FAR, other.base, 1))
    state, twin = after(HALVES[seat], rival), after(HALVES[seat], other)
    assert GAME.view(state, seat).board == GAME.view(twin, seat).board
    assert GAME.view(state, seat).about == GAME.view(twin, seat).about
    assert GAME.view(
        msgspec.structs.replace(state, screen=msgspec.structs.replace(state.screen, ready=twin.screen.ready)),
        seat,
    ) == GAME.view(twin, seat)


def test_a_covered_state_is_bare_and_its_json_too() -> None:
    state = after(*HALVES)
    text = json.dumps(GAME.dump_position(GAME.public_state(state)))
    assert "b1" not in text
    assert "hills" not in text
    assert GAME.dump_position(GAME.public_state(state))["ready"] == [True, True]


@pytest.mark.parametrize("seed", range(2))
def test_no_scene_behind_the_screen_leads_to_an_event(seed: int) -> None:
    for before, event in _steps(seed)[::5]:
        behind = Look({**GAME.half_look(before, 0).regions, **GAME.half_look(before, 1).regions})
        for done in (False, True):
            judged = judge(GAME, before, shown.scene(behind), done=done)
            assert judged.verdict == Same(), event
            assert judged.differences == ()


def test_a_half_read_by_the_camera_is_the_half_that_was_laid() -> None:
    state = after(*HALVES)
    both = {**GAME.half_look(state, 0).regions, **GAME.half_look(state, 1).regions}
    scene = shown.scene(Look(both))
    for seat in (0, 1):
        read = GAME.half_seen(GAME.start(agreed()), seat, Seen(scene.by_region(), frozenset()))
        assert read == HALVES[seat]


def test_a_base_and_pieces_in_the_wrong_half_are_read_as_their_owners() -> None:
    laid = {**GAME.half_look(after(*HALVES), 0).regions, **GAME.half_look(after(*HALVES), 1).regions}
    tile, moved_tile = laid["c2"], laid["f4"]
    scene = shown.scene(
        Look({**laid, "c2": moved_tile, "f4": (*tile, *laid["b1"][1:]), "b1": laid["b1"][:1]})
    )
    seen = Seen(scene.by_region(), frozenset())
    start = GAME.start(agreed())
    mine = GAME.half_seen(start, 0, seen)
    assert (mine.base, ("archer", "f4") in mine.pieces) == ("f4", True)
    assert "s4-base-own-half" in wrong(mine)
    theirs = GAME.half_seen(start, 1, seen)
    assert theirs.pieces == HALVES[1].pieces
    assert wrong(theirs) == ["s4-all-filled"]


@pytest.mark.rule("zn-11-corner")
def test_a_base_in_a_corner_is_lawful_and_its_owner_is_warned_alone() -> None:
    base = dry(NEAR, "a1", ["a2", "b1", "b2"])
    half = Laid(0, (("archer", "a2"), ("spearman", "b1"), ("swordsman", "b2")), "a1", base)
    state = after(half)
    assert state.screen.ready[0]
    assert any("corner" in note for note in GAME.view(state, 0).notes)
    assert not any("corner" in note for note in (*GAME.view(state, None).notes, *GAME.view(state, 1).notes))
    state = after(half, HALVES[1], Lifted())
    assert any("corner" in note for note in GAME.view(state, None).notes)


def test_two_tiles_on_a_square_and_what_was_not_read_for_sure_are_told_to_their_seat() -> None:
    scene = shown.scene(Look({**GAME.half_look(after(*HALVES), 0).regions}))
    lying = dict(scene.by_region())
    second = replace(lying["f3"][0], label="hills" if HALVES[0].terrain["f3"] != "hills" else "water")
    read = GAME.half_seen(GAME.start(agreed()), 0, Seen({**lying, "f3": (*lying["f3"], second)}, frozenset()))
    assert (read.twice, wrong(read)) == (("f3",), ["s4-one-tile-a-square"])
    unsure = replace(lying["b1"][1], sure=0.5)
    blurred = Seen({**lying, "b1": (lying["b1"][0], unsure)}, frozenset())
    read = GAME.half_seen(GAME.start(agreed()), 0, blurred)
    assert (GAME.half_unread(after(), 0, blurred), GAME.half_unread(after(), 1, blurred)) == (("b1",), ())
    assert wrong(read) == ["s4-three-pieces"]
