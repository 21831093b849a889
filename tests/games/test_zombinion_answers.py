"""What a card asks for: every form of an answer that means the same, and none that the card does not allow."""

import pytest

from companion.game import Event, PositionFault, legal
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Ruled, Shot, Took
from tests.games.zombinion import GAME, at, played, rule, setup

TEN = "barricata,ispezione,piano-superiore,ricognizione,sciame-di-zombi,tattica,esca,sacrificio,deposito,ricarica"
AGREED = setup(2, kinds=TEN)
THREE = setup(3, kinds=TEN)
OTHER = "zombi / pallottola*5 /"


@pytest.mark.parametrize(
    "event",
    [
        Chose(0, "gain", ("esca",)),
        Chose(0, "gain", card="esca"),
        Chose(0, "gain", ("esca",), card="esca"),
        Chose(0, "gain", card="esca", yes=True),
    ],
)
def test_one_card_may_be_told_in_either_field(event: Event) -> None:
    state = played(at("deposito", OTHER, agreed=AGREED), Played(0, "deposito"), event)
    assert state.players[0].discard == ("esca",) and state.trash == ("deposito",)


@pytest.mark.parametrize("event", [Chose(0, "trash"), Chose(0, "trash", yes=False)])
def test_none_of_any_number_may_be_told_in_either_way(event: Event) -> None:
    state = played(at("sacrificio zombi", OTHER, agreed=AGREED), Played(0, "sacrificio"), event)
    assert state.trash == () and state.todo == ()


@pytest.mark.parametrize(
    ("cards", "broken"),
    [
        (("zombi",) * 5, "zb-as-it-asks"),
        (("zombi", None), "zb-as-it-asks"),
        (("esca",), "zb-in-hand"),
        (("no-card",), "zb-as-it-asks"),
        (("zombi",) * 4, None),
    ],
)
def test_sacrificio_trashes_up_to_four_of_the_hand_face_up(
    cards: tuple[str | None, ...], broken: str | None
) -> None:
    state = played(at("sacrificio zombi*6", OTHER, agreed=AGREED), Played(0, "sacrificio"))
    assert rule(state, Chose(0, "trash", cards)) == broken


@pytest.mark.parametrize(
    ("event", "broken"),
    [
        (Chose(0, "gain"), "zb-compulsory"),
        (Chose(0, "gain", yes=False), "zb-compulsory"),
        (Chose(0, "gain", yes=True), "zb-as-it-asks"),
        (Chose(0, "gain", ("esca", "esca")), "zb-as-it-asks"),
        (Chose(0, "gain", card="caricatore"), "zb-as-it-asks"),
        (Chose(0, "gain", card="radio"), "zb-no-such-pile"),
        (Chose(0, "gain", card="no-card"), "zb-as-it-asks"),
        (Chose(1, "gain", card="esca"), "zb-as-it-asks"),
        (Chose(0, "trash", card="esca"), "zb-as-it-asks"),
        (Ended(0), "zb-whole-card"),
        (Took(0, "esca"), "zb-whole-card"),
    ],
)
def test_a_gain_is_made_as_the_card_says(event: Event, broken: str) -> None:
    state = played(at("deposito", OTHER, agreed=AGREED), Played(0, "deposito"))
    assert rule(state, event) == broken


def test_who_is_asked_later_waits() -> None:
    state = at("piano-superiore", "zombi*5", "zombi*5", agreed=THREE)
    state = played(state, Played(0, "piano-superiore"))
    assert rule(state, Chose(2, "discard", ("zombi",) * 2)) == "zb-order"
    assert rule(state, Chose(1, "discard", ("zombi",))) == "zb-as-it-asks"
    assert rule(state, Chose(1, "discard")) == "zb-compulsory"
    state = played(state, Chose(1, "discard", ("zombi",) * 2), Chose(2, "discard", ("zombi",) * 2))
    assert state.todo == ()


def test_known_cards_are_revealed_by_themselves_and_may_be_told() -> None:
    state = at("ispezione", "zombi / proiettili esca /", agreed=AGREED, supply={"proiettili": 39})
    state = played(state, Played(0, "ispezione"))
    for done in (Chose(1, "react", yes=False), Revealed(1, "proiettili"), Revealed(1, "esca")):
        assert rule(state, done) is None
        assert GAME.after(state, done) is state
    assert rule(state, Revealed(1, "zombi")) == "zb-revealed"
    assert rule(state, Chose(0, "thief-trash", card="esca")) == "zb-as-it-asks"
    assert rule(state, Chose(0, "thief-trash")) == "zb-compulsory"
    state = played(state, Chose(0, "thief-trash", card="proiettili"))
    assert rule(state, Chose(0, "thief-gain", ("proiettili",) * 2)) == "zb-as-it-asks"
    state = played(state, Chose(0, "thief-gain", card="proiettili"))
    assert state.players[0].discard == ("proiettili",) and state.trash == ()


def test_what_is_gained_by_itself_may_be_told() -> None:
    state = played(at("sciame-di-zombi", OTHER, agreed=AGREED), Played(0, "sciame-di-zombi"))
    assert state.players[1].discard == ("infezione",)
    assert played(state, Chose(1, "gain", card="infezione")) is state
    assert rule(state, Chose(1, "gain", card="zombi")) == "zb-as-it-asks"


def test_a_barricata_that_cannot_be_is_not_shown() -> None:
    state = played(at("sciame-di-zombi", OTHER, agreed=AGREED), Played(0, "sciame-di-zombi"))
    assert rule(state, Chose(1, "react", yes=True)) == "zb-21-barricata"


def test_yes_or_no_is_said_or_shown_by_the_card() -> None:
    state = at("ricognizione / zombi esca /", OTHER, agreed=AGREED)
    state = played(state, Played(0, "ricognizione"))
    assert rule(state, Chose(0, "spy-discard")) == "zb-as-it-asks"
    assert rule(state, Chose(0, "spy-discard", card="zombi")) == "zb-as-it-asks"
    assert played(state, Chose(0, "spy-discard", card="esca")).players[0].discard == ("esca",)
    back = played(state, Chose(0, "spy-discard", card="esca", yes=False))
    assert back.players[0].deck == ("esca",)


def test_a_turn_that_has_ended_may_be_ended_again() -> None:
    state = played(at("zombi / zombi*5 /", OTHER, agreed=AGREED), Ended(0), Ended(0))
    assert state.turn == 1
    assert played(state, Ended(0)) is state
    assert rule(played(state, Shot(1, ())), Ended(0)) == "zb-your-turn"


def test_tattica_twice_on_tattica_plays_two_cards_twice() -> None:
    state = at("tattica*2 deposito*2", OTHER, agreed=AGREED)
    state = played(state, Played(0, "tattica"), Chose(0, "twice", card="tattica"))
    for _ in range(2):
        state = played(state, Chose(0, "twice", card="deposito"))
        state = played(state, Chose(0, "gain", card="esca"), Chose(0, "gain", card="esca"))
    assert state.todo == () and state.actions == 0
    assert state.trash == ("deposito", "deposito") and state.players[0].discard == ("esca",) * 4


def test_tattica_asks_for_a_barricata_each_time() -> None:
    state = at("tattica sciame-di-zombi", "barricata / /", agreed=AGREED)
    state = played(state, Played(0, "tattica"), Chose(0, "twice", card="sciame-di-zombi"))
    state = played(state, Chose(1, "react", yes=True), Chose(1, "react", yes=False))
    assert state.players[1].discard == ("infezione",)


def test_two_fields_that_tell_different_cards_are_no_answer() -> None:
    state = played(at("deposito", OTHER, agreed=AGREED), Played(0, "deposito"))
    assert rule(state, Chose(0, "gain", ("esca",), card="zombi")) == "zb-as-it-asks"


@pytest.mark.parametrize("yes", [True, False])
def test_an_empty_deck_may_be_turned_over_or_not(*, yes: bool) -> None:
    state = played(at("raggrupparsi / / zombi", "zombi"), Played(0, "raggrupparsi"))
    assert played(state, Chose(0, "deck-to-discard", yes=yes)) is state
    assert state.players[0].discard == ("zombi",) and state.shots == 2


def test_of_a_hand_with_too_many_choices_the_shape_of_an_answer_is_told() -> None:
    hand = " ".join(sorted(GAME.start(AGREED).agreed.cards)[:14])
    state = played(at(f"esca {hand} / zombi*9", OTHER, agreed=AGREED), Played(0, "esca"))
    assert [(shape.kind, shape.given["what"]) for shape in GAME.shapes(state)] == [("Chose", "discard")]
    listed = legal(GAME, state)
    assert len(listed) == 15 and Chose(0, "discard") in listed
    played(state, Chose(0, "discard", tuple(hand.split()[:9])))
    few = played(at("esca zombi*10 / zombi*5", OTHER, agreed=AGREED), Played(0, "esca"))
    assert GAME.shapes(few) == () and len(legal(GAME, few)) == 11
    down = played(at("piano-superiore", f"{hand.replace('barricata', 'radio')} /", agreed=AGREED))
    down = played(down, Played(0, "piano-superiore"))
    assert GAME.shapes(down) == () and {
        len(event.cards) for event in legal(GAME, down) if isinstance(event, Chose)
    } == {11}


def test_no_answer_in_place_of_the_one_that_is_awaited_though_the_referee_gave_such_a_one_before() -> None:
    state = at("ispezione", "zombi / zombi*2 /", "zombi / pallottola zombi /", agreed=THREE)
    state = played(state, Played(0, "ispezione"))
    none = Chose(0, "thief-trash")
    assert state.todo[-1].do == "thief-trash", "the first victim showed no Mirare, the second one does"
    assert none not in legal(GAME, state)
    assert rule(state, none) == "zb-compulsory"


def test_what_may_be_taken_of_the_trash_lies_there() -> None:
    state = at("ispezione", "zombi / proiettili esca /", agreed=AGREED, supply={"proiettili": 39})
    state = played(state, Played(0, "ispezione"), Chose(0, "thief-trash", card="proiettili"))
    given = GAME.dump_position(state)
    assert GAME.load_position(AGREED, given) == state
    given["todo"][-1]["cards"] = ["caricatore"]
    with pytest.raises(PositionFault, match=r"todo\[\d\]\.cards: expected cards that lie in the trash"):
        GAME.load_position(AGREED, given)
    ruled = GAME.after(state, Ruled(card="proiettili", out_of="trash", into="supply"))
    assert GAME.faults(ruled) == () and GAME.load_position(AGREED, GAME.dump_position(ruled)) == ruled
    assert GAME.dump_position(ruled)["trash"] == []
