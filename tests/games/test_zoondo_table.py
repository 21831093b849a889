"""What the table shows, and what a camera's scene is taken for."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games.zoon.family.events import Reinforced
from companion.games.zoon.zoondo.events import Deployed, Moved, PlayedTrump, State, Touched, TurnedUp
from companion.judge import Known, judge
from companion.sight import Look, Lying, Scene, Sighting, Thing
from companion.weigh import Accept, Ask, Refuse, Same, Wait
from tests import shown as seen_by
from tests.games.zoondo import (
    ARMY_0,
    BOARIX_WARUS,
    GAME,
    ZONE_0,
    board,
    fight,
    played,
    setup,
    trusted,
)
from tests.games.zoondo_looks import BACK_0, BACK_1, attacked, seen, up, verdict, words

# looks


def test_the_table_is_six_by_six_squares_and_has_cards_only() -> None:
    table = GAME.table(setup())
    assert (table.width_mm, table.height_mm, len(table.regions), table.kinds) == (396.0, 396.0, 36, ("card",))


def test_both_armies_are_to_be_laid() -> None:
    start = GAME.start(setup())
    assert GAME.look(start) == Look()
    layout = GAME.layout(start)
    assert layout is not None
    assert (len(layout.regions), layout.of("c1"), layout.of("c6")) == (24, (BACK_0,), (BACK_1,))
    assert GAME.layout(trusted()) is None
    small = GAME.layout(GAME.start(setup(zoons="-kassin-a;-kassin-b,")))
    assert small is not None and len(small.regions) == 22


def test_an_attack_lies_over_its_defender_and_both_turn_up() -> None:
    state = played(board(f"{BOARIX_WARUS} b1=0.kassin-a c3=0.grognard-a c4=1.korse-a"), Moved(0, "c3", "c4"))
    assert GAME.look(state).of("c4") == (replace(BACK_1, hidden=True), BACK_0)
    state = played(state, Touched(0, "tl", back=True), Touched(1, "tr", back=True))
    state = played(state, TurnedUp(1, "c4", turned=True))
    assert GAME.look(state).of("c4") == (replace(up("korse-a", "warus", 0), hidden=True), BACK_0)
    state = played(state, TurnedUp(0, "c4"))
    assert GAME.look(state).of("c4") == (BACK_0,)


def test_trumps_on_the_mat_lie_face_up() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.bouclefeuille c2=1.jorund e5=1.korse-a")
    state = played(state, PlayedTrump(0, "mur-darbres", "d4"), Moved(1, "e5", "e4"))
    state = played(state, PlayedTrump(0, "cage-de-racines", "c2"))
    assert GAME.look(state).of("d4") == (up("mur-darbres", "boarix"),)
    caged = GAME.look(state).of("c2")
    assert [(thing.face, thing.label, thing.hidden) for thing in caged] == [
        ("down", None, True),
        ("up", "cage-de-racines", False),
    ]


# laying out, seen


def test_armies_are_booked_once_both_lie_complete() -> None:
    start = GAME.start(setup())
    both = seen(trusted())
    one = Scene(tuple(s for s in both.sightings if s.region is not None and s.region[1] in "12"))
    assert verdict(start, one) == Wait("The table is being laid out.")
    assert verdict(start, both) == Accept((Deployed(0), Deployed(1)))


def test_a_small_army_is_booked_where_it_lies() -> None:
    cells = ("a1", "c1", "f1", "a2", "b2", "c2", "d2", "e2", "f2")
    start = GAME.start(setup(zoons="-kassin-a;-kassin-b;-gold-hure,"))
    state = played(start, Deployed(0, cells), Deployed(1))
    found = verdict(start, seen(state))
    assert isinstance(found, Accept)
    assert set(found.events) == {Deployed(0, cells), Deployed(1)}


def shown_army(state: State, **instead: Lying) -> Scene:
    faces: dict[str, Lying] = {
        cell: (up(card, "boarix", 0),) for cell, card in zip(ZONE_0, ARMY_0, strict=True)
    }
    return seen(state, **(faces | instead))


def test_an_army_that_is_shown_is_read_and_then_turned_down() -> None:
    start = GAME.start(setup(knowing="shown"))
    event = Deployed(0, (), dict(zip(ZONE_0, ARMY_0, strict=True)))
    assert verdict(start, shown_army(start)) == Accept((event,))
    state = played(start, event)
    assert verdict(state, shown_army(state)) == Same()
    assert words(state, shown_army(state, c2=(BACK_0,))) == [
        f"Turn the card on {cell} face down" for cell in sorted(ZONE_0) if cell != "c2"
    ]
    assert all(thing.label is None for chore in GAME.chores(state) for look in chore.before for thing in look)


def test_an_army_that_cannot_be_read_for_sure_is_not_booked() -> None:
    start = GAME.start(setup(knowing="shown"))
    half = shown_army(start, a1=(BACK_0,))
    assert verdict(start, half) == Wait("The table is being laid out.")
    unread = seen_by.unread(seen_by.unread(shown_army(start), "a1"), "b1")
    assert verdict(start, unread) == Wait("The table is being laid out."), "which of two lies where?"
    one = seen_by.unread(shown_army(start), "a1")
    assert isinstance(verdict(start, one), Accept), "the one that is left"


# moves, seen


def test_a_move_is_seen_by_where_a_card_went() -> None:
    state = trusted()
    event = Moved(0, "c2", "c4")
    assert verdict(state, seen(GAME.after(state, event))) == Accept((event,))


@pytest.mark.parametrize(
    ("event", "broken"),
    [
        (Moved(0, "c3", "c5"), "zo-07-not-on-its-grid"),
        (Moved(0, "a1", "a2"), "zo-07-not-on-its-grid"),
        (Moved(0, "c3", "b3"), "zo-08-not-onto-a-friend"),
        (Moved(1, "e5", "e4"), "s2-in-turn"),
    ],
)
def test_an_unlawful_move_is_refused_by_its_rule(event: Moved, broken: str) -> None:
    state = board(f"{BOARIX_WARUS} c3=0.grognard-a b3=0.kassin-a e5=1.jorund")
    found = verdict(state, seen(GAME.after(state, event)))
    assert isinstance(found, Refuse)
    assert found.violation.rule == broken


def test_two_like_backs_that_moved_between_looks_are_asked_about() -> None:
    state = played(
        board(f"{BOARIX_WARUS} b1=0.kassin-a d5=1.jorund e5=1.mourse-a c5=1.mourse-b", 1),
        PlayedTrump(1, "conque-de-charge"),
    )
    found = verdict(state, seen(state, d5=(), e5=(), d4=(BACK_1,), e4=(BACK_1,)))
    assert isinstance(found, Accept), "Jorund goes straight, so there is one way only"
    assert set(found.events) == {Moved(1, "d5", "d4"), Moved(1, "e5", "e4")}
    both = played(
        board(f"{BOARIX_WARUS} b1=0.kassin-a d5=1.mourse-a e5=1.mourse-b c6=1.jorund", 1),
        PlayedTrump(1, "conque-de-charge"),
    )
    found = verdict(both, seen(both, d5=(), e5=(), d4=(BACK_1,), e4=(BACK_1,)))
    assert isinstance(found, Ask)
    ends = {frozenset((event.start, event.to) for event in option) for option in found.options}  # type: ignore[attr-defined]
    assert len(ends) == 2


def test_a_move_of_another_tribes_back_is_not_taken_for_it() -> None:
    state = board(f"{BOARIX_WARUS} c3=0.grognard-a e5=1.jorund")
    found = verdict(state, seen(state, c3=(), c4=(BACK_1,)), done=True)
    assert not isinstance(found, Accept)


# fights, seen


def test_both_cards_turned_up_are_read_in_one_look() -> None:
    state = attacked()
    scene = seen(state, c4=(up("korse-a", "warus"), up("grognard-a", "boarix")))
    found = verdict(state, scene)
    assert isinstance(found, Accept)
    assert set(found.events) == {TurnedUp(0, "c4", "grognard-a"), TurnedUp(1, "c4", "korse-a")}


def test_one_card_turned_up_is_read_by_itself() -> None:
    state = attacked()
    one = seen(state, c4=(BACK_1, up("grognard-a", "boarix")))
    assert verdict(state, one) == Accept((TurnedUp(0, "c4", "grognard-a"),))


def test_whether_a_card_lay_turned_is_read_from_its_upright() -> None:
    state = attacked(back=True)
    scene = seen(state, c4=(up("korse-a", "warus", 0), up("grognard-a", "boarix", 0)))
    found = verdict(state, scene)
    assert isinstance(found, Accept)
    assert set(found.events) == {
        TurnedUp(0, "c4", "grognard-a"),
        TurnedUp(1, "c4", "korse-a", turned=True),
    }
    across = seen(state, c4=(up("korse-a", "warus"), up("grognard-a", "boarix", 0)))
    assert isinstance(verdict(state, across), Ask)


def test_an_unread_face_is_asked_about_among_those_that_it_can_be() -> None:
    state = attacked()
    scene = seen(state, c4=(BACK_1, Thing("card", None, "up", "boarix")))
    found = verdict(state, scene)
    assert isinstance(found, Ask)
    cards = {option[0].card for option in found.options}  # type: ignore[attr-defined]
    assert cards == {"kassin-a", "kassin-b", "grognard-a", "grognard-b", "gold-hure", "cloboulon"}


def test_a_fight_that_was_tidied_before_anybody_looked_is_asked_about() -> None:
    state = played(
        board("a1=0.sacrechene b1=0.kassin-a c3=0.grognard-a c4=1.? f6=1.? e5=1.?"),
        *fight(0, "c3", "c4", "tl", "bl"),
    )
    gone = verdict(state, seen(state, c4=(BACK_1,)))
    assert isinstance(gone, Ask)
    events = [option[0] for option in gone.options]
    assert all(isinstance(event, TurnedUp) for event in events)


def test_a_card_that_is_not_the_booked_one_is_refused() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-a c3=0.grognard-a c4=1.korse-a e5=1.jorund")
    state = played(state, *fight(0, "c3", "c4", "tl", "tr"))
    found = verdict(state, seen(state, c4=(up("korse-a", "warus"), up("kassin-b", "boarix"))))
    assert isinstance(found, Refuse)
    assert found.violation.rule == "ours-same-card"
    early = played(board(f"{BOARIX_WARUS} c3=0.grognard-a c4=1.korse-a"), Moved(0, "c3", "c4"))
    found = verdict(early, seen(early, c4=(BACK_1, up("grognard-a", "boarix"))))
    assert isinstance(found, Refuse)
    assert found.violation.rule == "zo-12-touch-first"


def test_trumps_laid_on_the_mat_are_seen() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.bouclefeuille c2=1.jorund e5=1.korse-a")
    for event in (PlayedTrump(0, "mur-darbres", "d4"), PlayedTrump(0, "cage-de-racines", "c2")):
        assert verdict(state, seen(GAME.after(state, event))) == Accept((event,))


def test_a_reinforcement_is_seen_and_asked_about_where_the_armies_were_shown() -> None:
    options: dict[str, Any] = {"zoons": "+titus;+virzil,", "limits": False}
    cards = "a1=0.queen-mary b2=0.bouga-a c3=0.bouga-b e5=1.jorund f6=1.draknar"
    held = [["titus", "virzil"], []]
    state = board(cards, tribes="monkus,warus", options=options, reinforcements=held)
    assert verdict(state, seen(GAME.after(state, Reinforced(0, "c1")))) == Accept((Reinforced(0, "c1"),))
    state = board(cards, tribes="monkus,warus", options=options | {"knowing": "shown"}, reinforcements=held)
    found = verdict(state, seen(GAME.after(state, Reinforced(0, "c1", "titus"))))
    assert isinstance(found, Ask)
    assert {option[0] for option in found.options} == {
        Reinforced(0, "c1", "titus"),
        Reinforced(0, "c1", "virzil"),
    }


def test_a_card_that_lies_alone_where_a_zoon_stands_is_that_zoon_and_no_attacker() -> None:
    """Of one tribe all backs are alike: a Zoon lifted after a fight has not come to where that was."""
    before = board("a1=0.? c3=0.gold-hure c4=1.kassin-a e2=1.? f6=1.?", tribes="boarix,boarix")
    state = played(before, *fight(0, "c3", "c4", "tl", "tr"))
    assert state.duel is None and state.untidy and state.turn == 1
    there = (square for square in GAME.look(state).regions if square != "e2")
    backs = tuple(Sighting("card", None, square, face="down", deck="boarix") for square in there)
    judged = judge(GAME, state, Scene(backs, still_for=9.0), Known(), done=True).verdict
    assert not isinstance(judged, Refuse), judged


@pytest.mark.parametrize("turned_up", [False, True])
def test_an_attacker_that_hides_the_card_beneath_it_has_come(*, turned_up: bool) -> None:
    """Another tribe's back alone where a Zoon stood: that one lies beneath, and not a bit of it is seen."""
    before = board(f"{BOARIX_WARUS} b1=0.kassin-a c3=0.grognard-a c4=1.korse-a e6=1.jorund")
    above = up("grognard-a", "boarix", 0) if turned_up else BACK_0
    found = verdict(before, seen(before, c3=(), c4=(above,)))
    if turned_up:
        assert isinstance(found, Refuse) and found.violation.rule == "zo-12-touch-first"
    else:
        assert found == Accept((Moved(0, "c3", "c4"),))
