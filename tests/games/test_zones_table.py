"""ZoneS followed from what an eye can see: moves, shots, summonses, captures, what is refused, what is asked."""

import random
from dataclasses import replace
from typing import Any, cast

import pytest

from companion.game import Seen, SeenThrough
from companion.games.zones import rules
from companion.games.zones.events import Moved, Returned, Ruled, Shot, Summoned
from companion.games.zones.state import State
from companion.judge import Judgement, Known, judge
from companion.kits.events import Starts
from companion.referee import Referee
from companion.sight import Lying, Scene, Sighting, Thing
from companion.weigh import Accept, Ask, Refuse, Same, Wait
from tests import shown
from tests.games.zones import BARE, GAME, agreed, led, position
from tests.games.zones_balance import set_up


def seen(before: State, after: State) -> Judgement:
    """What is judged on a table that shows the later state."""
    return judge(GAME, before, shown.scene(GAME.look(after)))


def begun(state: State) -> Referee[Any]:
    """A referee of a game that begins at this state."""
    game = cast(Any, SeenThrough(cast(Any, GAME), start=lambda _setup: state))
    return Referee(game, state.agreed.setup, lambda _: None)


def with_region(state: State, **regions: Lying) -> Scene:
    return shown.scene(GAME.look(state), **regions)


def unread(state: State, region: str) -> Scene:
    """The table of a state, with the token of one region seen but not read."""
    scene = shown.scene(GAME.look(state))
    blurred = (
        replace(one, label=None, sure=0.9) if one.region == region and one.kind == "disc" else one
        for one in scene.sightings
    )
    return replace(scene, sightings=tuple(blurred))


@pytest.mark.rule("zn-04-colours")
def test_a_tile_lies_in_every_square_and_tokens_on_some() -> None:
    look = GAME.look(position({"b3": "archer"}))
    assert len(look.regions) == 36
    assert look.of("b3")[0] == Thing("card", "field", "up", "zones-tiles", hidden=True)
    assert look.of("b3")[1] == Thing("disc", "archer")
    assert look.of("c2") == (Thing("card", "base-blue", "up", "zones-tiles"),)
    assert look.of("d5")[0].label == "base-white"
    white = position({"b3": "archer"}, blue="trolls")
    assert GAME.look(white).of("c2")[0].label == "base-white"
    assert [region.name for region in GAME.table(agreed()).regions][:7] == [
        "a1",
        "b1",
        "c1",
        "d1",
        "e1",
        "f1",
        "a2",
    ]


def test_a_move_a_capture_a_shot_and_a_summons_are_told_apart() -> None:
    state = position({"b3": "archer", "c3": "swordsman", "c4": "warrior", "f6": "lobber"}, facts=BARE)
    told = (
        Moved(0, "b3", "a4"),
        Moved(0, "b3", "c4"),
        Moved(0, "c3", "c4"),
        Shot(0, "b3", "c4"),
        Summoned(0, "vala", "b1"),
        Summoned(0, "archer", "b1"),
    )
    for event in told:
        assert seen(state, GAME.after(state, event)).verdict == Accept((event,))


def test_a_shot_by_either_of_two_archers_is_booked_without_a_question() -> None:
    state = position({"b3": "archer", "d3": "archer", "c4": "warrior", "f6": "lobber"}, facts=BARE)
    verdict = seen(state, GAME.after(state, Shot(0, "b3", "c4"))).verdict
    assert verdict in (Accept((Shot(0, "b3", "c4"),)), Accept((Shot(0, "d3", "c4"),)))


def test_a_piece_gone_with_no_archer_beside_it_is_no_event() -> None:
    state = position({"a1": "archer", "c4": "warrior", "f6": "lobber"}, facts=BARE)
    gone = with_region(state, c4=GAME.look(state).of("c5"))
    assert isinstance(judge(GAME, state, gone).verdict, Wait)
    late = judge(GAME, state, gone, Known(puzzled=3))
    assert (late.verdict, late.unseen) == (Same(), {"c4"})


def test_a_piece_that_is_lifted_is_waited_for_and_never_booked_as_shot() -> None:
    """Its own player may be thinking with it in hand, or takes off an enemy before the captor comes."""
    pieces = {"b3": "archer", "c4": "warrior", "a5": "spearman", "f6": "lobber"}
    for turn, lifted in ((1, "c4"), (0, "b3"), (0, "a5")):
        state = position(pieces, turn=turn, facts=BARE)
        in_hand = with_region(state, **{lifted: GAME.look(state).of(lifted)[:1]})
        assert isinstance(judge(GAME, state, in_hand).verdict, Wait), lifted
    far = position({"b1": "archer", "c4": "warrior", "a4": "spearman", "f6": "lobber"}, facts=BARE)
    taken_off = with_region(far, c4=GAME.look(far).of("c4")[:1])
    assert isinstance(judge(GAME, far, taken_off).verdict, Wait)
    assert seen(far, GAME.after(far, Moved(0, "a4", "c4"))).verdict == Accept((Moved(0, "a4", "c4"),))


def test_an_enemy_taken_off_before_its_captor_comes_is_a_capture_in_the_end() -> None:
    """With an archer beside it that looks like a shot at first; what is seen then puts it right by itself."""
    pieces = {"b3": "archer", "c4": "warrior", "a4": "spearman", "f6": "lobber"}
    state = position(pieces, facts=BARE)
    referee = begun(state)
    assert referee.see(with_region(state, c4=GAME.look(state).of("c4")[:1])).booked
    captured, answered = Moved(0, "a4", "c4"), Moved(1, "f6", "f5")
    after = led(state, captured, answered)
    referee.see(shown.scene(GAME.look(after)))
    assert [entry.event for entry in referee.standing] == [captured, answered]
    assert referee.state == after


def test_a_piece_lifted_after_one_like_it_entered_does_not_turn_the_summons_into_a_move() -> None:
    """The table then looks as if the lifted piece had gone to where the other stands."""
    state = position({"c3": "spearman", "e4": "warrior", "f6": "lobber"}, facts=BARE)
    referee = begun(state)
    summoned = Summoned(0, "spearman", "d3")
    after = GAME.after(state, summoned)
    assert referee.see(shown.scene(GAME.look(after))).booked
    taken_off = replace(with_region(after, c3=GAME.look(after).of("c3")[:1]), still_for=9.0)
    lifted = referee.see(taken_off)
    assert isinstance(lifted.verdict, Same)
    assert [chore.region for chore in lifted.chores] == ["c3"]
    assert [entry.event for entry in referee.entries] == [summoned]
    state = GAME.after(after, Moved(1, "e4", "e3"))
    referee.see(shown.scene(GAME.look(state)))
    assert referee.state == state


def test_a_forbidden_move_is_refused_by_its_rule() -> None:
    state = position(
        {"b3": "archer", "c4": "warrior", "f6": "lobber"}, facts=(*BARE, ("archer.movement", "diagonal"))
    )
    verdict = seen(state, GAME.after(state, Moved(0, "b3", "b5"))).verdict
    assert isinstance(verdict, Refuse)
    assert (verdict.event, verdict.violation.rule) == (Moved(0, "b3", "b5"), "zn-12-straight-line")
    verdict = seen(state, GAME.after(state, Moved(1, "c4", "c3"))).verdict
    assert isinstance(verdict, Refuse)
    assert verdict.violation.rule == "s4-in-turn"


def test_a_token_summoned_onto_an_enemy_is_refused() -> None:
    state = position({"b1": "warrior", "f6": "lobber", "a6": "archer"}, facts=BARE)
    verdict = seen(state, GAME.after(state, Summoned(0, "vala", "b1"))).verdict
    assert isinstance(verdict, Refuse)
    assert verdict.violation.rule == "zn-26-no-capture-from-reserve"


def test_a_captured_token_that_still_lies_there_is_a_chore() -> None:
    state = position({"b3": "archer", "c3": "swordsman", "c4": "warrior", "f6": "lobber"}, facts=BARE)
    after = GAME.after(state, Moved(0, "c3", "c4"))
    chore = GAME.chores(after)[0]
    assert (chore.region, chore.words) == ("c4", "Take Trollspawn Warrior off c4")
    untidy = with_region(
        after, c4=(*GAME.look(after).of("c4")[:1], Thing("disc", "warrior"), Thing("disc", "swordsman"))
    )
    judged = judge(GAME, state, untidy)
    assert judged.verdict == Accept((Moved(0, "c3", "c4"),))
    left = judge(GAME, after, untidy)
    assert (left.verdict, left.chores) == (Same(), (chore,))
    assert seen(after, after).chores == ()


def test_a_trollwifes_return_is_a_chore_or_a_choice() -> None:
    pieces = {"c4": "trollwife", "d4": "archer", "f1": "vala"}
    one = position(pieces, turn=1, facts=BARE, more={"captured": [["warrior", "hill-troll"], []]})
    after = GAME.after(one, Moved(1, "c4", "d4"))
    assert (
        GAME.chores(after)[0].words
        == "Take Archer off d4; Trollspawn Warrior goes back to the reserve of Team Trolls"
    )
    assert "Trollspawn Warrior goes back to reserve." in GAME.view(after, None).notes
    two = position(pieces, turn=1, facts=BARE, more={"captured": [["warrior", "lobber"], []]})
    after = GAME.after(two, Moved(1, "c4", "d4"))
    assert (
        GAME.view(after, None).awaited
        == "Which captured piece comes back to reserve: Trollspawn Lobber or Trollspawn Warrior?"
    )
    after = led(after, Returned(1, "lobber"))
    assert (
        GAME.chores(after)[0].words
        == "Take Archer off d4; Trollspawn Lobber goes back to the reserve of Team Trolls"
    )


def test_an_unread_token_from_reserve_is_asked_about_and_a_moved_one_is_not() -> None:
    state = position({"b3": "archer", "f6": "lobber"}, facts=BARE)
    verdict = judge(GAME, state, unread(GAME.after(state, Summoned(0, "vala", "b1")), "b1")).verdict
    assert isinstance(verdict, Ask)
    assert (Summoned(0, "vala", "b1"),) in verdict.options
    went = unread(GAME.after(state, Moved(0, "b3", "b5")), "b5")
    assert judge(GAME, state, went).verdict == Accept((Moved(0, "b3", "b5"),))


def test_two_moves_between_two_looks_are_both_booked() -> None:
    state = position({"b3": "archer", "f6": "lobber"}, facts=BARE)
    later = led(state, Moved(0, "b3", "b5"), Moved(1, "f6", "f2"))
    assert seen(state, later).verdict == Accept((Moved(0, "b3", "b5"), Moved(1, "f6", "f2")))


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_are_followed_with_few_questions(seed: int) -> None:
    """Every play of a random game, seen by a perfect eye: booked as it was, or the same in effect; few are asked."""
    rng = random.Random(seed)
    state, booked, asked = set_up(agreed(), rng, seed % 2), 0, 0
    while state.over is None and booked + asked < 60:
        event = rules.sample(state, rng.randrange)
        after = rules.after(state, event)
        if not event.told:
            verdict = seen(state, after).verdict
            if isinstance(verdict, Accept):
                assert len(verdict.events) == 1
                assert rules.after(state, verdict.events[0]) == after
                booked += 1
            else:
                assert isinstance(verdict, Ask)
                assert (event,) in verdict.options
                asked += 1
        assert seen(after, after).verdict == Same()
        state = after
    assert asked <= 0.03 * (booked + asked)


def test_the_coin_is_read_off_the_table() -> None:
    rng = random.Random(1)
    state = GAME.start(agreed())
    while state.phase == "set-up":
        state = rules.after(state, rules.sample(state, rng.randrange))
    for face, seat in (("heads", 0), ("tails", 1)):
        there = Seen({"b3": (Sighting("penny", face, "b3"),)}, frozenset())
        assert GAME.coin_seen(state, there) == Starts(seat) == GAME.chance_event(state, (face,))
    assert GAME.coin_seen(state, Seen({}, frozenset())) is None


def test_a_touched_square_offers_what_else_may_have_happened_and_what_may_stand_there() -> None:
    state = position({"b3": "archer", "f6": "lobber"}, facts=BARE)
    others = list(GAME.alternatives(state, Moved(0, "b3", "b5"), "b5"))
    assert Moved(0, "b3", "b5") not in others
    assert all(GAME.violation(state, event) is None for event in others)
    overrides = list(GAME.overrides(state, "b3"))
    assert overrides[0] == Ruled("b3", place="reserve")
    assert Ruled("b3", "lobber", "f6") in overrides
    assert Ruled("b3", terrain="water") in overrides
    for override in overrides:
        assert GAME.violation(state, override) is None, override
        assert GAME.faults(GAME.after(state, override)) == (), override


def test_squares_say_protection_home_tiles_and_where_a_piece_may_go() -> None:
    state = position({"b3": "archer", "c3": "vala", "c4": "warrior", "f6": "lobber"}, facts=BARE)
    about = GAME.view(state, None).about
    assert about["b3"].startswith(
        "Archer (Team Midgard, infantry, 3) · Field · home tile of Team Midgard · protected by its friend"
    )
    assert "may shoot at c4" in about["b3"]
    assert about["c3"].startswith(
        "Vala (Team Midgard, infantry, 8) · Field · home tile of Team Midgard · may go to"
    )
    assert about["c2"] == "The base of Team Midgard"
    assert about["f1"] == "Field"
    aside = GAME.view(state, None).aside
    assert "Reserve: Archer ×2, Spearman ×3, Swordsman ×3" in aside[0]


def test_the_roster_is_called_ours_until_the_owner_confirms_it() -> None:
    said = "Movement and terrain of the pieces: our reading, not the publisher's; nobody has confirmed them."
    assert said in GAME.view(position({"b3": "archer"}), None).notes
    known = position({"b3": "archer"}, facts=(("roster.confirmed", True),))
    assert said not in GAME.view(known, None).notes


def test_a_shot_from_too_far_is_named_first_and_refused_by_its_rule_once_people_tell_of_it() -> None:
    state = position({"a1": "archer", "c4": "warrior", "f6": "lobber"}, facts=BARE)
    referee = begun(state)
    gone = with_region(state, c4=GAME.look(state).of("c5"))
    replies = [referee.see(replace(gone, still_for=still_for)) for still_for in (2.0, 1.0, 0.9, 0.8)]
    assert [reply.booked for reply in replies] == [(), (), (), ()]
    assert [chore.words for chore in replies[-1].chores] == ["I cannot see a disc on c4: does it lie there?"]
    refused = referee.tell(Shot(0, "a1", "c4"), "people").verdict
    assert isinstance(refused, Refuse) and refused.violation.rule == "zn-17-adjacent-enemy"
