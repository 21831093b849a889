"""A deck that runs out in the middle of a card: what is shuffled in, what is not, and how play goes on."""

import pytest

from companion.game import Event
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Shuffled, Took
from companion.games.zombinion.state import State
from tests.games.zombinion import GAME, at, played, rule, setup

TEN = "ispezione,radio,nascondiglio,tutto-per-tutto,molotov,esca,ricognizione,tattica,furbizia,raggrupparsi"
AGREED = setup(2, kinds=TEN)
OTHER = "zombi / pallottola*5 /"


def waits(state: State, seat: int) -> None:
    """An order is awaited of this seat's discards, and nothing else will do."""
    assert state.step is not None and (state.step.do, state.step.seat) == ("shuffle", seat)
    assert rule(state, Took(0, "zombi")) == "zb-whole-card"
    assert rule(state, Shuffled(seat, ("survivors",))) == "zb-shuffled"


def test_ispezione_does_not_shuffle_in_what_is_revealed() -> None:
    state = at("ispezione", "zombi / caricatore / pallottola proiettili", agreed=AGREED)
    state = played(state, Played(0, "ispezione"))
    waits(state, 1)
    assert state.players[1].shown == ("caricatore",)
    assert Revealed(1, "caricatore") in state.passed
    state = played(state, Shuffled(1, ("proiettili", "pallottola")))
    assert state.players[1].shown == ("caricatore", "proiettili")
    state = played(state, Chose(0, "thief-trash", card="proiettili"), Chose(0, "thief-gain", ("proiettili",)))
    assert state.players[1].discard == ("caricatore",) and state.players[1].deck == ("pallottola",)
    assert state.players[0].discard == ("proiettili",) and state.trash == ()


def test_radio_reveals_what_there_is() -> None:
    state = at("radio / zombi / pallottola esca", OTHER, agreed=AGREED)
    state = played(state, Played(0, "radio"))
    waits(state, 0)
    state = played(state, Shuffled(0, ("esca", "pallottola")))
    assert state.players[0].shown == ("zombi", "esca", "pallottola")
    assert rule(state, Chose(1, "envoy-discard")) == "zb-compulsory"
    state = played(state, Chose(1, "envoy-discard", card="esca"))
    assert state.players[0].hand == ("zombi", "pallottola") and state.players[0].discard == ("esca",)


def test_radio_with_nothing_left_does_nothing() -> None:
    state = played(at("radio", OTHER, agreed=AGREED), Played(0, "radio"))
    assert state.todo == () and Chose(1, "envoy-discard") in state.passed


def test_nascondiglio_does_not_shuffle_in_what_is_set_aside() -> None:
    state = at("nascondiglio zombi*5 / esca / furbizia molotov pallottola", OTHER, agreed=AGREED)
    state = played(state, Played(0, "nascondiglio"))
    state = played(state, Chose(0, "set-aside", card="esca", yes=True))
    waits(state, 0)
    assert state.players[0].shown == ("esca",)
    state = played(state, Shuffled(0, ("molotov", "furbizia", "pallottola")))
    state = played(state, *(Chose(0, "set-aside", yes=yes) for yes in (False, True, False)))
    assert state.players[0].hand == ("zombi",) * 5 + ("molotov", "pallottola")
    assert state.players[0].discard == ("esca", "furbizia") and state.todo == ()


def test_tutto_per_tutto_does_not_shuffle_in_what_is_revealed() -> None:
    state = at("tutto-per-tutto / zombi pallottola / esca caricatore molotov", OTHER, agreed=AGREED)
    state = played(state, Played(0, "tutto-per-tutto"))
    waits(state, 0)
    assert state.players[0].shown == ("zombi", "pallottola")
    state = played(state, Shuffled(0, ("esca", "caricatore", "molotov")))
    assert state.players[0].hand == ("pallottola", "caricatore")
    assert state.players[0].discard == ("zombi", "esca") and state.players[0].deck == ("molotov",)


def test_tutto_per_tutto_with_one_mirare_in_all() -> None:
    state = played(
        at("tutto-per-tutto / zombi pallottola / ", OTHER, agreed=AGREED), Played(0, "tutto-per-tutto")
    )
    assert state.players[0].hand == ("pallottola",) and state.players[0].discard == ("zombi",)


def test_molotov_makes_the_others_shuffle_too() -> None:
    state = at("molotov / pallottola*4 /", "zombi / / caricatore esca", agreed=AGREED)
    state = played(state, Played(0, "molotov"))
    waits(state, 1)
    assert state.players[0].hand == ("pallottola",) * 4
    state = played(state, Shuffled(1, ("esca", "caricatore")))
    assert state.players[1].hand == ("zombi", "esca") and state.todo == ()


def test_esca_shuffles_in_what_it_discards() -> None:
    state = at("esca zombi*3 / pallottola / caricatore", OTHER, agreed=AGREED)
    state = played(state, Played(0, "esca"), Chose(0, "discard", ("zombi",) * 3))
    waits(state, 0)
    order = ("caricatore", "zombi", "zombi", "zombi")
    state = played(state, Shuffled(0, order))
    assert state.players[0].hand == ("pallottola", "caricatore", "zombi")
    assert state.players[0].deck == ("zombi", "zombi")


def test_ricognizione_shuffles_for_each_seat_in_turn() -> None:
    state = at("ricognizione / zombi / pallottola", "zombi / / caricatore", agreed=AGREED)
    state = played(state, Played(0, "ricognizione"))
    waits(state, 0)
    state = played(state, Shuffled(0, ("pallottola",)), Chose(0, "spy-discard", yes=True))
    waits(state, 1)
    state = played(state, Shuffled(1, ("caricatore",)), Chose(0, "spy-discard", yes=False))
    assert state.players[0].discard == ("pallottola",) and state.players[1].deck == ("caricatore",)


def test_the_turn_ends_when_the_new_hand_is_drawn() -> None:
    state = at("zombi*3 / pallottola*2 / caricatore", OTHER, agreed=AGREED)
    state = played(state, Ended(0), Ended(0))
    waits(state, 0)
    assert state.phase == "cleanup" and state.turn == 0 and state.turns_taken == (0, 0)
    assert GAME.after(state, Ended(0)) is state
    order = ("zombi", "caricatore", "zombi", "zombi")
    state = played(state, Shuffled(0, order))
    assert state.players[0].hand == ("pallottola", "pallottola", "zombi", "caricatore", "zombi")
    assert state.turn == 1 and state.turns_taken == (1, 0)


def test_tattica_goes_on_with_the_second_time_after_a_shuffle() -> None:
    state = at("tattica furbizia / zombi / pallottola caricatore", OTHER, agreed=AGREED)
    state = played(state, Played(0, "tattica"), Chose(0, "twice", card="furbizia"))
    waits(state, 0)
    assert [step.do for step in state.todo] == ["again", "draw", "shuffle"]
    state = played(state, Shuffled(0, ("caricatore", "pallottola")))
    assert state.players[0].hand == ("zombi", "caricatore", "pallottola") and state.todo == ()


@pytest.mark.parametrize(
    "event", [Shuffled(0, ("pallottola", "zombi")), Revealed(0, "zombi"), Revealed(1, "pallottola")]
)
def test_nothing_is_shuffled_or_revealed_that_no_card_asks_for(event: Event) -> None:
    state = at("zombi / / pallottola zombi", OTHER, agreed=AGREED)
    assert rule(state, event) in ("zb-shuffled", "zb-revealed")


def test_a_deck_turned_over_is_shuffled_only_when_it_is_needed() -> None:
    state = at("raggrupparsi / zombi caricatore / pallottola", OTHER, agreed=AGREED)
    state = played(state, Played(0, "raggrupparsi"), Chose(0, "deck-to-discard", yes=True))
    assert state.players[0].deck == () and state.todo == ()
    assert state.players[0].discard == ("pallottola", "zombi", "caricatore")
