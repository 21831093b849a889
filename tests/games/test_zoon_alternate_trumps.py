"""Each trump: what it does, when it cannot be played, and what follows from it."""

import msgspec

from companion.game import Chance, Over, Seats
from companion.games.zoon.alternate import GAME
from companion.games.zoon.alternate.events import Fought, Moved, PlayedTrump
from companion.games.zoon.family.moves import March, Stopped
from tests.games.zoon import BOARIX_WARUS, MONKUS, RHINO, board, lawful, piece, played, rule, there, trumps


def test_an_unknown_trump_is_refused() -> None:
    state = board(f"{BOARIX_WARUS} c3=0.kassin-a")
    assert rule(state, PlayedTrump(0, "no-such-trump")) == "s2-trumps-in-hand"
    assert rule(state, PlayedTrump(0, "tortue")) == "s2-trumps-in-hand"


def test_pluie_de_menhirs_strikes_in_the_own_camp_once() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-a c3=1.jorund c4=1.mourse-a")
    assert [(e.trump, e.at) for e in trumps(state) if e.trump == "pluie-de-menhirs"] == [
        ("pluie-de-menhirs", "c3")
    ]
    state = played(state, PlayedTrump(0, "pluie-de-menhirs", "c3"))
    assert GAME.turn(state) == Chance("dice", (0, 1), "Both roll a die for the fight.")
    assert "pluie-de-menhirs" in state.stock.tomb[0]
    struck = played(state, Fought((4, 1)))
    assert there(struck, "c3") is None
    assert "jorund" in struck.stock.tomb[1]
    missed = played(state, Fought((1, 4)))
    assert piece(missed, "c3").penny == "tails"
    assert "pluie-de-menhirs" not in missed.stock.hand[0]
    assert missed.aside == ((), ())


def test_pluie_de_menhirs_may_strike_an_emblem() -> None:
    words = "a1=0.kassin-a b6=0.sacrechene b2=1.queen-mary f6=1.bouga-a"
    state = board(words, tribes="boarix,monkus")
    state = played(state, PlayedTrump(0, "pluie-de-menhirs", "b2"), Fought((6, 1)))
    over = GAME.turn(state)
    assert isinstance(over, Over)
    assert over.winners == (0,)


def test_the_camp_is_three_rows_seen_from_its_owner() -> None:
    state = board("a1=0.sacrechene c4=0.kassin-a c3=0.kassin-b f6=1.queen-mary", 1, tribes="boarix,monkus")
    assert rule(state, PlayedTrump(1, "grosse-bertha", "c3")) == "card-own-camp"
    assert rule(state, PlayedTrump(1, "grosse-bertha", "c4")) is None


def test_mur_darbres_blocks_for_good() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-a c3=1.jorund e3=0.gold-hure")
    empty = 36 - 5
    assert len([e for e in trumps(state) if e.trump == "mur-darbres"]) == empty
    state = played(state, PlayedTrump(0, "mur-darbres", "e4"))
    assert [wall.at for wall in state.walls] == ["e4"]
    assert GAME.turn(state) == Seats(frozenset({1}))
    state = played(state, Moved(1, "c3", "c4"))
    assert rule(state, Moved(0, "e3", "e4")) == "zo-32-obstacle"
    assert rule(state, Moved(0, "e3", "e5")) == "zo-08-blocked-path"
    assert GAME.look(state).of("e4")[0].label == "mur-darbres"


def test_a_green_move_flies_over_an_obstacle_but_does_not_land_on_one() -> None:
    state = board(f"{MONKUS} c3=0.king d3=0.kong e5=1.jorund", tribes="monkus,warus", obstacles=["c4", "d5"])
    assert rule(state, Moved(0, "c3", "c5")) is None
    assert rule(state, Moved(0, "d3", "d5")) == "zo-32-obstacle"


def test_an_obstacle_cannot_be_shot_at() -> None:
    state = board(
        "a1=0.queen-mary f6=1.sacrechene c3=0.coco-bang-a a6=1.kassin-a",
        tribes="monkus,boarix",
        obstacles=["d4"],
    )
    assert rule(state, PlayedTrump(0, "coco-boum", "d4", "c3")) == "s2-shots-strike-enemies"


def test_cage_de_racines_makes_an_obstacle_of_a_zoon() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.bouclefeuille c2=1.jorund c3=1.mourse-a e5=1.korse-a")
    assert [e.at for e in trumps(state) if e.trump == "cage-de-racines"] == ["c2"]
    state = played(state, PlayedTrump(0, "cage-de-racines", "c2"))
    caged = piece(state, "c2")
    assert (caged.on, caged.penny, caged.cage) == (("cage-de-racines",), None, "cage-de-racines")
    assert rule(state, Moved(1, "c3", "c2")) == "zo-32-obstacle"
    assert rule(state, Moved(1, "c2", "c1")) == "zo-28-caged"
    after = played(state, Moved(1, "e5", "e4"))
    assert rule(after, PlayedTrump(0, "pluie-de-menhirs", "c2")) == "s2-shots-strike-enemies"
    assert [thing.label for thing in GAME.look(after).of("c2")] == ["jorund", "cage-de-racines"]


def test_cage_de_racines_needs_a_priest_that_may_be_on_the_board() -> None:
    gone = board(f"{BOARIX_WARUS} b1=0.kassin-a c2=1.jorund")
    assert rule(gone, PlayedTrump(0, "cage-de-racines", "c2")) == "s2-trumps-for-a-type"
    words = (
        "a3=0.kassin-a b3=0.kassin-b d3=0.gold-hure e3=0.grognard-b f3=0.kassin-b f2=0.kassin-a a1=0.? b1=0.?"
        " c2=1.jorund f6=1.draknar"
    )
    assert rule(board(words), PlayedTrump(0, "cage-de-racines", "c2")) is None


def test_a_cage_is_no_loss_in_a_fight() -> None:
    words = (
        "a1=0.? b1=0.? a2=0.korse-a b2=0.korse-b c2=0.jorund d2=0.mourse-a e2=0.mourse-b f5=0.berserkorse-a"
        " f6=1.sacrechene e6=1.bouclefeuille"
    )
    short = played(board(words, 1, "warus,boarix"), PlayedTrump(1, "cage-de-racines", "f5"))
    assert rule(short, Moved(0, "a2", "a3")) == "za-04-flip-one-more"
    enough = board(words + " f2=0.korse-a", 1, "warus,boarix")
    assert played(enough, PlayedTrump(1, "cage-de-racines", "f5")).todo == ()


def test_a_caged_emblem_is_told() -> None:
    words = "a1=0.bouclefeuille b1=0.sacrechene b2=1.queen-mary f6=1.bouga-a"
    state = played(board(words, tribes="boarix,monkus"), PlayedTrump(0, "cage-de-racines", "b2"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    assert any("caged" in note for note in GAME.view(state, None).notes)


def test_tortue_moves_two_soldats_and_adds_to_their_attacks_only() -> None:
    words = f"{MONKUS} b2=0.bouga-a d2=0.bouga-b f2=0.coco-bang-a b3=1.berserkorse-a e5=1.jorund"
    state = played(board(words, tribes="monkus,warus"), PlayedTrump(0, "tortue"))
    assert state.todo == (March(0, "tortue", 2),)
    assert rule(state, Moved(0, "f2", "f3")) == "s2-trumps-for-a-type"
    assert rule(state, Moved(1, "e5", "e4")) == "zo-19-carry-out-first"
    assert rule(state, Stopped(0)) == "zo-29-at-least-one"
    state = played(state, Moved(0, "b2", "b3"))
    said = GAME.words(state, Fought((1, 1)))
    assert said == "Bouga 5 + 1 = 6 ties with Berserkorse 5 + 1 = 6; Bouga steps back to b2"
    state = played(state, Fought((2, 1)))
    assert rule(state, Moved(0, "b3", "b4")) == "s2-different-zoons"
    state = played(state, Moved(0, "d2", "d4"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    assert piece(state, "b3").moved == ""
    assert "tortue" in state.stock.tomb[0]


def test_the_boost_of_tortue_is_over_with_the_turn() -> None:
    words = f"{MONKUS} b2=0.bouga-a e5=1.jorund c3=1.berserkorse-a"
    state = played(board(words, tribes="monkus,warus"), PlayedTrump(0, "tortue"), Moved(0, "b2", "b3"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    state = played(state, Moved(1, "c3", "b3"))
    assert "Bouga 3 + 1" in GAME.words(state, Fought((1, 1)))


def test_furie_doubles_the_attack_of_one_soldat() -> None:
    words = f"{RHINO} c3=0.rhino-a e3=0.trice c4=1.jorund"
    state = played(board(words, tribes="rhinogoths,warus"), PlayedTrump(0, "furie"))
    assert rule(state, Moved(0, "e3", "e4")) == "s2-trumps-for-a-type"
    state = played(state, Moved(0, "c3", "c4"))
    assert GAME.words(state, Fought((3, 1))) == "Rhino 10 + 3 = 13 as underdog beats Jorund 12 + 1 = 13"
    state = played(state, Fought((3, 1)))
    assert isinstance(GAME.turn(state), Over)


def test_binome_de_choc_moves_elites_and_monsters() -> None:
    words = f"{RHINO} b2=0.rhino-a d2=0.rhinogore-a f2=0.trice e5=1.jorund"
    state = played(board(words, tribes="rhinogoths,warus"), PlayedTrump(0, "binome-de-choc"))
    assert {event.start for event in lawful(state, Moved)} == {"d2", "f2"}
    state = played(state, Moved(0, "f2", "f3"), Stopped(0))
    assert GAME.turn(state) == Seats(frozenset({1}))


def test_poudre_descampette_pulls_back_up_to_three() -> None:
    words = f"{RHINO} b3=0.rhino-a d3=0.rhinogore-a f2=0.trice e5=1.jorund d2=0.rhino-b"
    state = played(board(words, tribes="rhinogoths,warus"), PlayedTrump(0, "poudre-descampette"))
    assert rule(state, Moved(0, "b3", "b4")) == "card-poudre-descampette"
    assert rule(state, Moved(0, "b3", "b1")) == "card-poudre-descampette"
    assert rule(state, Moved(0, "d3", "d2")) == "card-onto-an-empty-square"
    assert rule(state, Moved(0, "a1", "a2")) == "card-poudre-descampette"
    state = played(state, Moved(0, "b3", "a2"), Moved(0, "d3", "e2"), Moved(0, "f2", "f1"))
    assert GAME.turn(state) == Seats(frozenset({1}))


def test_poudre_descampette_may_pull_back_the_immobile_emblem() -> None:
    state = board("a2=0.ouistiti f6=1.draknar c3=0.rhino-a e5=1.jorund", tribes="rhinogoths,warus")
    after = played(state, PlayedTrump(0, "poudre-descampette"), Moved(0, "a2", "b1"))
    assert piece(after, "b1").card == "ouistiti"
    assert after.at("a2") is None


def test_poudre_descampette_cannot_be_played_when_nothing_can_be_pulled_back() -> None:
    state = board(f"{RHINO} c1=0.rhino-a e5=1.jorund", tribes="rhinogoths,warus")
    assert rule(state, PlayedTrump(0, "poudre-descampette")) == "zo-29-at-least-one"
    assert "poudre-descampette" not in {event.trump for event in trumps(state)}


def test_conque_de_charge_moves_three_and_each_may_fight() -> None:
    words = f"{BOARIX_WARUS} b1=0.kassin-a c3=0.kassin-b c4=1.korse-a e5=1.jorund d5=1.mourse-a b4=1.korse-b"
    state = played(board(words, 1), PlayedTrump(1, "conque-de-charge"), Moved(1, "c4", "c3"))
    state = played(state, Fought((6, 1)))
    assert state.todo == (March(1, "conque-de-charge", 2, 1),)
    assert rule(state, Moved(1, "c3", "c2")) == "s2-different-zoons"
    state = played(state, Moved(1, "e5", "e4"))
    state = played(state, Moved(1, "d5", "d3"))
    assert GAME.turn(state) == Seats(frozenset({0}))


def test_a_drawn_attacker_of_a_charge_has_moved_all_the_same() -> None:
    words = f"{BOARIX_WARUS} b1=0.kassin-a c3=0.kassin-b c4=1.korse-a e5=1.jorund"
    state = played(board(words, 1), PlayedTrump(1, "conque-de-charge"), Moved(1, "c4", "c3"), Fought((3, 3)))
    assert there(state, "c4") == "korse-a"
    assert rule(state, Moved(1, "c4", "b4")) == "s2-different-zoons"


def test_whoever_goes_on_ends_a_charge() -> None:
    words = f"{BOARIX_WARUS} b1=0.kassin-a e5=1.jorund d5=1.mourse-a"
    state = played(board(words, 1), PlayedTrump(1, "conque-de-charge"), Moved(1, "e5", "e4"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    state = played(state, Moved(0, "b1", "b2"))
    assert GAME.turn(state) == Seats(frozenset({1}))
    assert state.todo == ()


def test_nobody_may_go_on_before_the_first_move_of_a_charge() -> None:
    words = f"{BOARIX_WARUS} b1=0.kassin-a e5=1.jorund d5=1.mourse-a"
    state = played(board(words, 1), PlayedTrump(1, "conque-de-charge"))
    assert rule(state, Moved(0, "b1", "b2")) == "zo-19-carry-out-first"


def test_walls_and_cages_of_ones_own_keep_to_their_zones() -> None:
    facts = (("mur-darbres.aim", "own-reinforcement"), ("cage-de-racines.aim", "own-camp"))
    plain = board(f"{BOARIX_WARUS} c3=1.korse-a b1=0.bouclefeuille")
    state = GAME.load_position(
        msgspec.structs.replace(plain.agreed.setup, facts=facts), GAME.dump_position(plain)
    )
    assert rule(state, PlayedTrump(0, "mur-darbres", "c2")) == "card-mur-darbres"
    assert rule(state, PlayedTrump(0, "mur-darbres", "c1")) is None
    assert rule(state, PlayedTrump(0, "cage-de-racines", "c3")) is None
    walls = {event.at for event in trumps(state) if event.trump == "mur-darbres"}
    assert walls and all(str(at).endswith("1") for at in walls)
    assert rule(plain, PlayedTrump(0, "mur-darbres", "c2")) is None
    assert rule(plain, PlayedTrump(0, "cage-de-racines", "c3")) == "card-cage-de-racines"
