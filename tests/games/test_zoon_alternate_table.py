"""What the table shows, what may still be untidy, and what a camera's scene is taken for."""

import random
from dataclasses import replace

import pytest

from companion.game import Over, Seen, legal
from companion.games.zoon.alternate import GAME
from companion.games.zoon.alternate.events import (
    Deployed,
    Fought,
    FrontsUp,
    Moved,
    PlayedTrump,
    State,
    Swapped,
    TurnedUp,
)
from companion.games.zoon.family.events import Reinforced, Starts
from companion.games.zoon.family.play import assigned
from companion.judge import judge
from companion.sight import Look, Lying, Scene, Sighting, Thing
from companion.weigh import Accept, Ask, Refuse, Same, Wait
from tests import shown
from tests.games.zoon import BOARIX_WARUS, board, played, setup

FRONT_0 = ("kassin-a", "kassin-b", "gold-hure", "grognard-b", "kassin-b", "kassin-a")
FRONT_1 = ("korse-b", "mourse-b", "berserkorse-b", "jorund", "harold-de-jarl", "korse-a")
BACK_0 = Thing("card", None, "down", "boarix", 0)


def up(card: str, seat: int, penny: str | None, deck: str) -> Lying:
    face = Thing("card", card, "up", deck, seat)
    return (face,) if penny is None else (face, Thing("penny", penny))


def seen(state: State, **instead: Lying) -> Scene:
    return shown.scene(GAME.look(state), **instead)


def words(state: State, scene: Scene) -> list[str]:
    return [chore.words for chore in judge(GAME, state, scene).chores]


def laid() -> State:
    return played(GAME.start(setup()), Deployed(0), Deployed(1))


# looks


def test_the_table_is_six_by_six_squares_of_a_card_and_some_room() -> None:
    table = GAME.table(setup())
    assert (table.width_mm, table.height_mm, len(table.regions)) == (396.0, 396.0, 36)
    assert table.region_at(200.0, 70.0) == "d2"
    assert table.kinds == ("card", "penny")


def test_an_empty_board_and_both_armies_to_be_laid() -> None:
    start = GAME.start(setup())
    assert GAME.look(start) == Look()
    layout = GAME.layout(start)
    assert layout is not None
    assert len(layout.regions) == 24
    assert layout.of("c1") == (BACK_0,)
    assert layout.of("c3") == ()


def test_front_rows_to_be_turned_up() -> None:
    state = laid()
    layout = GAME.layout(state)
    assert layout is not None
    assert layout.of("c2") == (Thing("card", None, "up", "boarix", 0), Thing("penny", "heads"))
    assert layout.of("c1") == (BACK_0,)
    state = played(state, FrontsUp(0, FRONT_0), FrontsUp(1, FRONT_1))
    assert GAME.layout(state) is None
    assert GAME.look(state).of("c2") == up("gold-hure", 0, "heads", "boarix")


def test_an_attack_lies_over_its_defender_until_it_is_fought() -> None:
    state = played(board(f"{BOARIX_WARUS} c3=0.grognard-a c4=1.korse-a.t"), Moved(0, "c3", "c4"))
    assert GAME.look(state).of("c4") == (
        Thing("card", "korse-a", "up", "warus", 1, hidden=True),
        Thing("penny", "tails", hidden=True),
        *up("grognard-a", 0, "heads", "boarix"),
    )


# laying out, seen


def test_armies_are_booked_once_both_lie_complete() -> None:
    start = GAME.start(setup())
    both = seen(laid())
    one = Scene(tuple(s for s in both.sightings if s.region is not None and s.region[1] in "12"))
    assert judge(GAME, start, one).verdict == Wait("The table is being laid out.")
    assert judge(GAME, start, both).verdict == Accept((Deployed(0), Deployed(1)))


def test_a_small_army_is_booked_where_it_lies() -> None:
    start = GAME.start(setup(zoons="-kassin-a;-kassin-b;-gold-hure,"))
    cells = ("a1", "c1", "f1", "a2", "b2", "c2", "d2", "e2", "f2")
    state = played(start, Deployed(0, cells), Deployed(1))
    verdict = judge(GAME, start, seen(state)).verdict
    assert isinstance(verdict, Accept)
    assert set(verdict.events) == {Deployed(0, cells), Deployed(1)}


def test_front_rows_are_read_as_they_lie() -> None:
    state = laid()
    after = played(state, FrontsUp(0, FRONT_0), FrontsUp(1, FRONT_1))
    verdict = judge(GAME, state, seen(after)).verdict
    assert isinstance(verdict, Accept)
    assert set(verdict.events) == {FrontsUp(0, FRONT_0), FrontsUp(1, FRONT_1)}


def test_one_front_row_alone_is_booked_too() -> None:
    state = laid()
    after = played(state, FrontsUp(1, FRONT_1))
    assert judge(GAME, state, seen(after)).verdict == Accept((FrontsUp(1, FRONT_1),))


def sighting(label: str | None, sure: float = 0.97, *others: tuple[str, float]) -> Sighting:
    return Sighting("card", label, "a2", sure, others, "up", "boarix")


def test_a_card_is_not_given_twice_when_the_army_has_it_once() -> None:
    row = [
        sighting("gold-hure"),
        sighting("gold-hure", 0.6, ("cloboulon", 0.3)),
        sighting("kassin-a"),
    ]
    pool = ("cloboulon", "gold-hure", "kassin-a", "kassin-b")
    assert assigned(row, pool)[0][1] == ("gold-hure", "cloboulon", "kassin-a")


def test_an_unread_card_may_be_any_that_is_left() -> None:
    rows = assigned([sighting(None, 0.9), sighting("kassin-a")], ("cloboulon", "gold-hure", "kassin-a"))
    assert {row[1][0] for row in rows[:2]} == {"cloboulon", "gold-hure"}


# moves, seen


def test_a_move_is_seen_by_where_a_card_went() -> None:
    state = board(f"{BOARIX_WARUS} c3=0.grognard-a e5=1.jorund")
    event = Moved(0, "c3", "e5", "grognard-a")
    assert judge(GAME, state, seen(GAME.after(state, event))).verdict == Accept((event,))


@pytest.mark.parametrize(
    ("event", "broken"),
    [
        (Moved(0, "c3", "c5", "grognard-a"), "zo-07-not-on-its-grid"),
        (Moved(0, "a1", "a2", "sacrechene"), "zo-07-not-on-its-grid"),
        (Moved(0, "c3", "b3", "grognard-a"), "zo-08-not-onto-a-friend"),
        (Moved(1, "e5", "e4", "jorund"), "s2-in-turn"),
    ],
)
def test_an_unlawful_move_is_refused_by_its_rule(event: Moved, broken: str) -> None:
    state = board(f"{BOARIX_WARUS} c3=0.grognard-a b3=0.kassin-a e5=1.jorund")
    verdict = judge(GAME, state, seen(GAME.after(state, event))).verdict
    assert isinstance(verdict, Refuse)
    assert verdict.violation.rule == broken


DOWN = (
    "a2=0.kassin-a b2=0.kassin-b c2=0.gold-hure e2=0.grognard-b f2=0.kassin-b f3=0.kassin-a b1=0.? c1=0.?"
    " e5=1.jorund f6=1.draknar"
)


def test_a_card_turned_up_on_leaving_is_read() -> None:
    state = board(DOWN)
    event = Moved(0, "c1", "d2", "grognard-a")
    assert judge(GAME, state, seen(GAME.after(state, event))).verdict == Accept((event,))


def test_a_card_that_left_face_down_is_asked_to_be_turned_up() -> None:
    state = board(DOWN)
    verdict = judge(GAME, state, seen(state, c1=(), d2=(BACK_0,))).verdict
    assert isinstance(verdict, Refuse)
    assert verdict.violation.rule == "za-09-turned-up"


def test_a_slide_is_seen_face_down() -> None:
    state = board(DOWN)
    assert judge(GAME, state, seen(state, c1=(), d1=(BACK_0,))).verdict == Accept((Moved(0, "c1", "d1"),))


def test_an_unread_card_is_asked_about_among_those_that_it_can_be() -> None:
    state = board(DOWN)
    scene = seen(GAME.after(state, Moved(0, "c1", "d2", "grognard-a")))
    verdict = judge(GAME, state, shown.unread(scene, "d2")).verdict
    assert isinstance(verdict, Ask)
    cards = {option[0].card for option in verdict.options if isinstance(option[0], Moved)}
    assert cards == {"cloboulon", "grognard-a", "grognard-b"}


def test_a_reading_between_twins_is_asked_about() -> None:
    state = board(DOWN)
    scene = seen(GAME.after(state, Moved(0, "c1", "d2", "grognard-a")))
    doubtful = tuple(
        replace(s, sure=0.5, others=(("grognard-b", 0.45),)) if s.label == "grognard-a" else s
        for s in scene.sightings
    )
    verdict = judge(GAME, state, Scene(doubtful)).verdict
    assert isinstance(verdict, Ask)
    assert [option[0].card for option in verdict.options if isinstance(option[0], Moved)] == [
        "grognard-a",
        "grognard-b",
    ]


def test_an_attack_on_a_face_down_card_is_seen_in_one_or_in_two() -> None:
    state = board(DOWN.replace("e5=1.jorund", "d1=1.jorund"), 1)
    attack = Moved(1, "d1", "c1", "jorund")
    down = GAME.after(state, attack)
    assert judge(GAME, state, seen(down)).verdict == Accept((attack,))
    shows = TurnedUp(0, "c1", "cloboulon")
    after = GAME.after(down, shows)
    assert judge(GAME, down, seen(after)).verdict == Accept((shows,))
    assert judge(GAME, state, seen(after)).verdict == Accept((Moved(1, "d1", "c1", "jorund", "cloboulon"),))


def test_trumps_laid_on_the_mat_are_seen() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.bouclefeuille c2=1.jorund e5=1.korse-a")
    for event in (PlayedTrump(0, "mur-darbres", "d4"), PlayedTrump(0, "cage-de-racines", "c2")):
        assert judge(GAME, state, seen(GAME.after(state, event))).verdict == Accept((event,))


def test_a_reinforcement_is_seen() -> None:
    options = {"zoons": "+titus,", "limits": False}
    cards = "a1=0.queen-mary b2=0.bouga-a c2=0.bouga-b d2=0.king e2=0.kong f2=0.king-louis e5=1.jorund f6=1.draknar"
    state = board(cards, tribes="monkus,warus", options=options, reinforcements=[["titus"], []])
    event = Reinforced(0, "c1")
    assert judge(GAME, state, seen(GAME.after(state, event))).verdict == Accept((event,))


def test_a_trade_by_a_star_is_seen() -> None:
    words = "a1=0.queen-mary f6=1.sacrechene c3=0.kombo-bongo.t d4=1.kassin-a.t a3=0.king f3=0.kong"
    state = played(board(words, tribes="monkus,boarix"), Moved(0, "c3", "d4"), Fought((2, 2)))
    event = Swapped(0, "c3", "f3")
    assert judge(GAME, state, seen(GAME.after(state, event))).verdict == Accept((event,))


def test_a_second_bouga_is_told_from_the_beaten_one_that_still_lies_there() -> None:
    cards = "a1=0.sacrechene b3=0.grognard-b a2=0.kassin-a b4=1.bouga-a c3=1.bouga-a f6=1.queen-mary"
    state = board(cards, tribes="boarix,monkus")
    state = played(state, Moved(0, "b3", "b4"), Fought((6, 1)), Moved(1, "c3", "b3"))
    assert judge(GAME, state, seen(state)).verdict == Same()


def test_a_zoon_may_move_to_where_its_like_was_shot_and_still_lay() -> None:
    cards = "a1=0.draknar c3=0.korse-a a2=0.korse-b c4=1.bouga-a b4=1.bouga-a f6=1.queen-mary"
    aimed = played(board(cards, tribes="warus,monkus"), PlayedTrump(0, "hache-virevoltante", "c4", "c3"))
    state = played(aimed, Fought((6, 1)))
    before = GAME.look(aimed).of("c4")
    assert judge(GAME, state, seen(state, c4=before)).verdict == Same()
    move = Moved(1, "b4", "c4", "bouga-a")
    assert judge(GAME, state, seen(state, c4=before, b4=())).verdict == Accept((move,))


# chores


def test_a_beaten_card_and_pennies_may_wait() -> None:
    state = board(f"{BOARIX_WARUS} c3=0.grognard-a c4=1.korse-a e5=1.jorund")
    attack = played(state, Moved(0, "c3", "c4"))
    state = played(attack, Fought((1, 1)))
    as_laid = seen(state, c4=GAME.look(attack).of("c4"))
    assert judge(GAME, state, as_laid).verdict == Same()
    assert words(state, as_laid) == ["Take Korse off c4", "Turn the penny on c4 to tails"]
    off = seen(state, c4=up("grognard-a", 0, "heads", "boarix"))
    assert words(state, off) == ["Turn the penny on c4 to tails"]
    assert words(state, seen(state)) == []


def test_a_beaten_attacker_may_wait() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-b c3=0.kassin-a c4=1.jorund")
    attack = played(state, Moved(0, "c3", "c4"))
    state = played(attack, Fought((1, 1)))
    as_laid = seen(state, c4=GAME.look(attack).of("c4"))
    assert judge(GAME, state, as_laid).verdict == Same()
    assert words(state, as_laid) == ["Take Kassin off c4", "Turn the penny on c4 to tails"]


def test_a_drawn_attacker_may_still_stand_there() -> None:
    state = board(f"{BOARIX_WARUS} c2=0.grognard-a e4=1.mourse-a")
    attack = played(state, Moved(0, "c2", "e4"))
    state = played(attack, Fought((2, 2)))
    as_laid = seen(state, e4=GAME.look(attack).of("e4"), d3=())
    assert judge(GAME, state, as_laid).verdict == Same()
    assert "Step Grognard back from e4 to d3" in words(state, as_laid)
    assert words(state, seen(state)) == []


def test_king_louis_may_be_seen_at_every_stage_of_its_trade() -> None:
    cards = "a1=0.queen-mary f6=1.draknar c3=0.king-louis.t d4=1.harold-de-jarl.t"
    attack = played(board(cards, 1, "monkus,warus"), Moved(1, "d4", "c3"))
    state = played(attack, Fought((2, 2)))
    harold, louis = up("harold-de-jarl", 1, "tails", "warus"), up("king-louis", 0, "tails", "monkus")
    for c3, d4 in [
        (GAME.look(attack).of("c3"), ()),
        (louis, harold),
        (harold, louis),
        (GAME.look(state).of("c3"), GAME.look(state).of("d4")),
    ]:
        assert judge(GAME, state, seen(state, c3=c3, d4=d4)).verdict == Same()


def test_a_penny_may_still_be_missing_on_a_card_turned_up() -> None:
    state = played(board(DOWN), Moved(0, "c1", "d2", "grognard-a"))
    bare = seen(state, d2=up("grognard-a", 0, None, "boarix"))
    assert judge(GAME, state, bare).verdict == Same()
    assert words(state, bare) == ["Put a penny on d2, heads up"]


def test_a_caged_zoon_gives_its_penny_back() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.bouclefeuille c2=1.jorund e5=1.korse-a")
    state = played(state, PlayedTrump(0, "cage-de-racines", "c2"))
    cage = Thing("card", "cage-de-racines", "up", "boarix")
    penny = seen(state, c2=(*up("jorund", 1, "heads", "warus"), cage))
    assert judge(GAME, state, penny).verdict == Same()
    assert [chore.words for chore in GAME.chores(state)] == ["Take the penny off c2"]


def test_a_chore_lapses_when_its_square_is_touched_again() -> None:
    state = board(f"{BOARIX_WARUS} c3=0.grognard-a c4=1.korse-a e5=1.jorund")
    state = played(state, Moved(0, "c3", "c4"), Fought((1, 1)), Moved(1, "e5", "d5"))
    assert {chore.region for chore in GAME.chores(state)} == {"c4"}
    state = played(state, Moved(0, "c4", "c5"))
    assert GAME.chores(state) == ()


@pytest.mark.parametrize("seed", range(6))
def test_every_untidy_look_is_still_the_same_game(seed: int) -> None:
    """While a chore waits nothing is booked, whatever else is tidy."""
    rng = random.Random(seed)
    state = GAME.start(setup(tribes=rng.choice(["monkus,rhinogoths", "boarix,warus", "warus,monkus"])))
    for _ in range(80):
        if isinstance(GAME.turn(state), Over):
            break
        event = rng.choice(legal(GAME, state))
        state = GAME.after(state, event)
        if isinstance(event, Fought | TurnedUp | Moved):
            for chore in GAME.chores(state):
                for before in chore.before:
                    verdict = judge(GAME, state, seen(state, **{chore.region: before})).verdict
                    assert verdict == Same(), f"{event}: {chore.region} {before}"


# short lists


@pytest.mark.parametrize("seed", range(4))
def test_a_scene_gives_few_events_to_weigh(seed: int) -> None:
    rng = random.Random(seed)
    state = played(laid(), FrontsUp(0, FRONT_0), FrontsUp(1, FRONT_1), Starts(seed % 2))
    for _ in range(60):
        if isinstance(GAME.turn(state), Over):
            break
        event = rng.choice(legal(GAME, state))
        after = GAME.after(state, event)
        scene = shown.scene(GAME.look(after))
        before, later = GAME.look(state).regions, GAME.look(after).regions
        changed = frozenset(n for n in before.keys() | later.keys() if before.get(n) != later.get(n))
        tries = list(GAME.candidates(state, Seen(scene.by_region(), changed)))
        assert len(tries) < 60
        if changed and not event.told and not isinstance(event, PlayedTrump):
            assert event in tries
        state = after


def test_nothing_is_tried_where_nothing_has_changed() -> None:
    state = board(DOWN)
    assert list(GAME.candidates(state, Seen(seen(state).by_region(), frozenset()))) == []


def test_the_lot_is_never_seen() -> None:
    state = played(laid(), FrontsUp(0, FRONT_0), FrontsUp(1, FRONT_1))
    everything = frozenset(region.name for region in GAME.table(setup()).regions)
    assert list(GAME.candidates(state, Seen(seen(state).by_region(), everything))) == []
    assert GAME.reveals(state, Starts(0))
