"""What is known of unseen cards: pools, what a seat says that it has not, and what is forgotten."""

from companion.game import Violation
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Shot, Shuffled
from tests.games.zombinion import GAME, at, played, rule, setup

KINDS = setup(
    2,
    kinds="barricata,fuga-rapida,ispezione,piano-superiore,ricognizione,sciame-di-zombi,tattica,esca,radio,ricarica",
)
NEXT = "pallottola / pallottola*5 /"


def test_at_a_table_all_cards_begin_unseen() -> None:
    state = GAME.start(setup(3, start="1"))
    assert state.players[2].hand == state.players[2].deck == (None,) * 5
    assert state.players[2].unseen == ("pallottola",) * 7 + ("zombi",) * 3
    assert state.turn == 1 and state.phase == "action"


def test_a_card_that_is_shown_leaves_the_pool() -> None:
    state = played(GAME.start(setup(2, start="0")), Shot(0, ("pallottola",) * 4))
    assert state.players[0].hand == (None,)
    assert state.players[0].unseen == ("pallottola",) * 3 + ("zombi",) * 3
    assert rule(state, Shot(0, ("proiettili",))) == "zb-cannot-own"
    assert rule(state, Shot(0, ("pallottola", "pallottola"))) == "zb-in-hand"


def test_an_unseen_card_among_known_ones_may_have_been_any_of_them() -> None:
    state = at("esca / / ", "zombi", agreed=KINDS)
    state = at(
        "piano-superiore", "zombi ? ? ? / / ", unseen=("", "pallottola*2 esca"), agreed=state.agreed.setup
    )
    state = played(state, Played(0, "piano-superiore"), Chose(1, "discard", (None,)))
    assert state.players[1].hand == (None,) * 3
    assert state.players[1].discard == (None,)
    assert state.players[1].unseen == ("esca", "pallottola", "pallottola", "zombi")


def test_the_whole_hand_discarded_forgets_nothing() -> None:
    state = at("esca zombi ? / pallottola*2 /", NEXT, unseen=("pallottola",), agreed=KINDS)
    state = played(state, Played(0, "esca"), Chose(0, "discard", (None, None)))
    assert state.players[0].discard == ("zombi", None)
    assert state.players[0].unseen == ("pallottola",)


def test_the_card_uppermost_is_seen_though_the_others_are_not() -> None:
    state = at("piano-superiore", "?*5 / / ", unseen=("", "pallottola*4 zombi"), agreed=KINDS)
    state = played(state, Played(0, "piano-superiore"), Chose(1, "discard", (None, "zombi")))
    assert state.players[1].discard == (None, "zombi")
    assert rule(state, Chose(1, "discard", ("zombi",))) == "zb-as-it-asks"


def test_the_face_on_the_discards_is_told_with_the_end_of_a_turn() -> None:
    state = at("?*5 / ?*5 /", NEXT, unseen=("pallottola*7 zombi*3",), agreed=KINDS)
    state = played(state, Ended(0))
    assert rule(state, Ended(0, "molti-zombi")) == "zb-cannot-own"
    state = played(state, Ended(0, "zombi"))
    assert state.players[0].discard == (None,) * 4 + ("zombi",)
    assert state.players[0].unseen == ("pallottola",) * 7 + ("zombi",) * 2


def test_a_known_hand_is_laid_with_the_told_face_uppermost() -> None:
    state = at("zombi pallottola esca / pallottola*5 /", NEXT, agreed=KINDS)
    state = played(state, Ended(0))
    assert rule(state, Ended(0, "molti-zombi")) == "zb-in-hand"
    assert played(state, Ended(0)).players[0].discard == ("zombi", "pallottola", "esca")
    assert played(state, Ended(0, "zombi")).players[0].discard == ("pallottola", "esca", "zombi")


def test_nobody_has_none_of_what_the_cards_left_force_on_the_hand() -> None:
    state = at("fuga-rapida", "?*5 / ?*5 /", unseen=("", "pallottola*4 zombi*6"), agreed=KINDS)
    state = played(state, Played(0, "fuga-rapida"))
    assert rule(state, Chose(1, "topdeck")) == "zb-compulsory"
    state = played(state, Chose(1, "topdeck", card="zombi"))
    assert state.players[1].deck[0] == "zombi"
    assert state.players[1].hand == (None,) * 4


def test_what_was_said_of_a_hand_holds_until_a_card_comes_to_it() -> None:
    state = at(
        "fuga-rapida piano-superiore / zombi*5 /",
        "?*5 / ?*5 /",
        unseen=("", "pallottola*7 zombi*3"),
        agreed=KINDS,
        actions=2,
    )
    none = Chose(1, "topdeck")
    state = played(state, Played(0, "fuga-rapida"), none, Played(0, "piano-superiore"))
    assert GAME.violation(state, Chose(1, "discard", ("zombi", "pallottola"))) == Violation(
        "zb-said-none", "Zombi", none
    )
    state = played(state, Chose(1, "discard", (None, None)), Ended(0), Ended(0))
    assert state.players[1].lacks != ()
    assert rule(state, Ended(1)) is None
    state = played(state, Ended(1), Ended(1))
    assert state.players[1].lacks == ()


def test_a_deck_cannot_show_what_the_hand_must_hold_by_what_was_said() -> None:
    """Five cards without a Vittoria need five others; the sixth of those may be turned up, but no more."""
    state = at(
        "fuga-rapida ispezione", "?*5 / ?*5 /", unseen=("", "pallottola*6 zombi*4"), agreed=KINDS, actions=2
    )
    state = played(state, Played(0, "fuga-rapida"), Chose(1, "topdeck"), Played(0, "ispezione"))
    state = played(state, Revealed(1, "pallottola"))
    assert rule(state, Revealed(1, "pallottola")) == "zb-said-none"
    state = played(state, Revealed(1, "zombi"))
    assert state.step is not None and state.step.do == "thief-trash"


def test_a_barricata_that_was_shown_stays_known_in_the_hand() -> None:
    state = at("sciame-di-zombi / pallottola*2 /", "?*2 / /", unseen=("", "barricata zombi"), agreed=KINDS)
    state = played(state, Played(0, "sciame-di-zombi"), Chose(1, "react", yes=True))
    assert state.players[1].hand == ("barricata", None)
    assert state.players[1].discard == ()
    assert played(state, Chose(1, "react", yes=True)) is state


def test_unseen_cards_are_shuffled_by_themselves_and_forgotten() -> None:
    state = at("zombi ? / pallottola / pallottola*4 molti-zombi", NEXT, unseen=("zombi",), agreed=KINDS)
    state = played(state, Ended(0), Ended(0))
    assert state.players[0].hand == ("pallottola", None, None, None, None)
    assert state.players[0].unseen == ("molti-zombi", *("pallottola",) * 4, "zombi", "zombi")
    assert Shuffled(0) in state.passed
    assert state.turn == 1


def test_a_known_order_that_nobody_tells_is_unknown_from_then_on() -> None:
    state = at("radio / / zombi pallottola esca barricata", NEXT, agreed=KINDS)
    state = played(state, Played(0, "radio"), Shuffled(0))
    assert state.players[0].deck == (None,) * 4
    state = played(state, *(Revealed(0, card) for card in ("esca", "zombi", "barricata", "pallottola")))
    assert state.players[0].shown == ("esca", "zombi", "barricata", "pallottola")
    assert state.players[0].unseen == ()


def test_tattica_on_a_card_nobody_knew() -> None:
    state = at("tattica ?*2 / ?*3 /", NEXT, unseen=("barricata pallottola*4",), agreed=KINDS)
    state = played(state, Played(0, "tattica"))
    assert rule(state, Chose(0, "twice", card="radio")) == "zb-cannot-own"
    assert rule(state, Chose(0, "twice", card="pallottola")) == "zb-as-it-asks"
    state = played(state, Chose(0, "twice", card="barricata"))
    assert state.players[0].hand == (None,) * 4
    assert state.players[0].in_play == ("tattica", "barricata")


def test_only_cards_drawn_unseen_are_set_aside_by_name() -> None:
    agreed = setup(
        2, kinds="nascondiglio,esca,maverick,radio,tattica,molotov,coraggio,copertura,furbizia,ricarica"
    )
    state = at("nascondiglio maverick ?*4 / ?*4 /", NEXT, unseen=("esca pallottola*6 zombi",), agreed=agreed)
    state = played(state, Played(0, "nascondiglio"))
    assert len(state.players[0].hand) == 7
    assert rule(state, Chose(0, "set-aside", card="maverick", yes=True)) == "zb-cannot-own"
    assert rule(state, Chose(0, "set-aside", yes=True)) == "zb-as-it-asks"
    state = played(state, Chose(0, "set-aside", card="esca", yes=True))
    assert state.players[0].shown == () and state.players[0].discard == ("esca",)
    assert len(state.players[0].hand) == 7 and state.todo == ()


def test_an_action_drawn_unseen_is_set_aside_though_a_known_one_came_after_it() -> None:
    unseen = ("pallottola*4 zombi*3 aiutarsi barricata",)
    state = at("nascondiglio ?*4 / ? maverick ?*4 /", NEXT, unseen=unseen, agreed=setup(2, set="scontro"))
    state = played(state, Played(0, "nascondiglio"))
    assert rule(state, Chose(0, "set-aside", card="zombi")) == "zb-as-it-asks"
    state = played(state, Chose(0, "set-aside", card="aiutarsi", yes=True))
    assert rule(state, Chose(0, "set-aside", card="barricata")) == "zb-as-it-asks"
    state = played(state, Chose(0, "set-aside", card="maverick", yes=True), Chose(0, "set-aside", yes=False))
    assert state.players[0].discard == ("aiutarsi", "maverick")
    assert len(state.players[0].hand) == 7
