"""What single scenes of Zombinion are taken for: several cards at once, errors of the house, what must be asked."""

from dataclasses import replace
from typing import Any

import pytest

from companion.game import Event
from companion.games.zombinion.events import Chose, Ended, Played, Revealed, Ruled, Shot, Took
from companion.games.zombinion.state import State
from companion.games.zombinion.table import BACK, card
from companion.judge import judge
from companion.sight import Lying, Scene
from companion.weigh import Accept, Ask, Refuse, Same, Verdict
from tests import shown
from tests.games.zombinion import EVERY, GAME, at, played, setup

KINDS = (
    "barricata",
    "furbizia",
    "maverick",
    "sacrificio",
    "esca",
    "munizioni",
    "radio",
    "ispezione",
    "tattica",
)
MANY = setup(kinds=",".join((*KINDS, "piano-superiore")), start="0")
OTHERS = setup(
    kinds=",".join(("fuga-rapida", "deposito", "raggrupparsi", "ricarica", "ricognizione", "sciame-di-zombi",
                    "nascondiglio", "tutto-per-tutto", "proiettili-esplosivi", "barricata")), start="0"
)  # fmt: skip
NO_ESCA = dict.fromkeys(GAME.start(MANY).agreed.piles, 9) | {"esca": 0}


def up(*labels: str | None) -> Lying:
    return tuple(card(label) for label in labels)


def seen(state: State, **instead: Lying) -> Scene:
    """The table of a state with these regions changed; `play_0` is `play.0`."""
    changed: dict[str, Any] = {name.replace("_", "."): lying for name, lying in instead.items()}
    return shown.scene(GAME.look(state), **changed)


def verdict(state: State, scene: Scene) -> Verdict:
    return judge(GAME, state, scene).verdict


def accepted(state: State, scene: Scene) -> tuple[Event, ...]:
    found = verdict(state, scene)
    assert isinstance(found, Accept), found
    return found.events


def refused(state: State, scene: Scene) -> str:
    found = verdict(state, scene)
    assert isinstance(found, Refuse), found
    return found.violation.rule


def asked(state: State, scene: Scene) -> tuple[tuple[Event, ...], ...]:
    found = verdict(state, scene)
    assert isinstance(found, Ask), found
    return found.options


def begun(**more: Any) -> State:
    """Hidden hands of five: seat 0 may hold Furbizia, Maverick, Mirare and Zombi."""
    given: dict[str, Any] = {"agreed": MANY} | more
    own = ("furbizia maverick esca sacrificio tattica munizioni radio ispezione pallottola*7 proiettili zombi*3",
           "barricata pallottola*7 zombi*3")  # fmt: skip
    return at("?*5/?*14", "?*5/?*6", unseen=own, **given)


# cards laid before a seat


def test_a_card_laid_down_was_played() -> None:
    assert accepted(begun(), seen(begun(), play_0=up("furbizia"))) == (Played(0, "furbizia"),)


def test_several_mirare_are_one_event() -> None:
    state = played(begun(), Ended(0))
    scene = seen(state, play_0=up("pallottola", "proiettili", "pallottola"))
    (event,) = accepted(state, scene)
    assert isinstance(event, Shot) and sorted(event.cards) == ["pallottola", "pallottola", "proiettili"]


def test_mirare_after_the_last_action_end_the_phase_unsaid() -> None:
    state = played(begun(), Played(0, "furbizia"))
    assert accepted(state, seen(state, play_0=up("furbizia", "pallottola"))) == (Shot(0, ("pallottola",)),)
    state = begun()
    events = accepted(state, seen(state, play_0=up("pallottola")))
    assert events == (Ended(0), Shot(0, ("pallottola",)))


def test_an_action_and_another_and_mirare_at_once() -> None:
    state = begun()
    events = accepted(state, seen(state, play_0=up("maverick", "furbizia", "pallottola")))
    assert events[:2] == (Played(0, "maverick"), Played(0, "furbizia"))
    assert events[-1] == Shot(0, ("pallottola",))


def test_mirare_and_a_card_taken_at_once() -> None:
    state = played(begun(), Played(0, "furbizia"))
    scene = seen(state, play_0=up("furbizia", "pallottola", "proiettili"), discard_0=up("maverick"))
    events = accepted(state, scene)
    assert events == (Shot(0, ("pallottola", "proiettili")), Took(0, "maverick"))


def test_a_card_taken_and_the_table_cleared_at_once() -> None:
    """The card taken lies uppermost: all else was put under it."""
    state = played(begun(), Ended(0), Shot(0, ("pallottola",) * 4))
    scene = seen(state, play_0=(), discard_0=up("piano-superiore"))
    assert accepted(state, scene) == (Took(0, "piano-superiore"), Ended(0, "piano-superiore"))


def test_a_turn_ended_shows_its_top() -> None:
    state = played(begun(), Ended(0), Shot(0, ("pallottola",) * 3), Took(0, "munizioni"))
    assert accepted(state, seen(state, play_0=(), discard_0=up("zombi"))) == (Ended(0, "zombi"),)
    state = played(state, Ended(0, "pallottola"))
    assert state.players[0].unseen.count("pallottola") == 4, "one in play may lie uppermost"


def test_the_next_seat_may_begin_before_the_table_is_cleared() -> None:
    state = played(begun(), Ended(0), Shot(0, ("pallottola",) * 3), Took(0, "munizioni"))
    events = accepted(state, seen(state, play_1=up("pallottola", "pallottola")))
    assert events == (Ended(0), Ended(1), Shot(1, ("pallottola", "pallottola")))
    early = played(begun(), Ended(0), Shot(0, ("pallottola",) * 3))
    assert refused(early, seen(early, play_1=up("pallottola"))) == "zb-your-turn", (
        "there is something to take"
    )


# piles that look the same


def test_a_second_card_like_the_first_is_asked_for() -> None:
    state = played(begun(targets=2), Ended(0), Shot(0, ("pallottola",) * 4), Took(0, "esca"))
    scene = seen(state, play_0=(), discard_0=up("zombi"))
    either = asked(state, scene)
    assert either[0] == (Ended(0, "zombi"),)
    assert (Took(0, "esca"), Ended(0, "zombi")) in either, "beneath the hand nobody can see it"
    spent = played(state, Took(0, "esca"))
    assert accepted(spent, scene) == (Ended(0, "zombi"),), "no Obiettivo is left"
    again = seen(state, play_0=up(*["pallottola"] * 4, "pallottola"))
    assert {len(option) for option in asked(state, again)} == {1, 2}
    assert any(Took(0, "esca") in option for option in asked(state, again))


def test_how_many_were_discarded_is_asked_for() -> None:
    state = played(begun(), Played(0, "esca"))
    counts = {len(option[-1].cards) for option in asked(state, seen(state, discard_0=up("zombi")))}  # type: ignore[attr-defined]
    assert counts == {1, 2, 3, 4}


def test_of_cards_trashed_on_each_other_the_lower_is_asked_for() -> None:
    state = played(begun(), Played(0, "sacrificio"))
    side_by_side = seen(state, trash=up("zombi", "pallottola"))
    assert accepted(state, side_by_side) == (Chose(0, "trash", ("zombi", "pallottola")),)
    found = asked(state, seen(state, trash=up("zombi")))
    assert found[0] == (Chose(0, "trash", ("zombi",)),)
    assert (Chose(0, "trash", ("pallottola", "zombi")),) in found


# effects


def test_an_attack_waits_for_a_barricata() -> None:
    unseen = ("piano-superiore pallottola*7 zombi*3 esca", "barricata pallottola*7 zombi*3")
    state = played(at("?*5/?*7", "?*5/?*6", unseen=unseen, agreed=MANY), Played(0, "piano-superiore"))
    assert state.step is not None and state.step.do == "react"
    assert accepted(state, seen(state, play_1=up("barricata"))) == (Chose(1, "react", yes=True),)
    after = played(state, Chose(1, "react", yes=True))
    assert verdict(after, seen(after, play_1=up("barricata"))) == Same(), "it is still to be taken back"
    chores = judge(GAME, after, seen(after, play_1=up("barricata"))).chores
    assert [chore.words for chore in chores] == ["Player 2: take Barricata away"]


def test_two_cards_revealed_by_two_answers_of_one_scene() -> None:
    state = played(begun(), Played(0, "ispezione"))
    events = accepted(state, seen(state, play_1=up("pallottola", "zombi")))
    assert events[0] == Chose(1, "react", yes=False)
    assert events[1:] == (Revealed(1, "pallottola"), Revealed(1, "zombi"))
    either = asked(state, seen(state, play_1=up("barricata")))
    assert either[0] == (Chose(1, "react", yes=True),), "shown from the hand"
    assert either[1] == (Chose(1, "react", yes=False), Revealed(1, "barricata")), "or off the deck"
    state = played(state, *events)
    scene = seen(state, trash=up("pallottola"), play_1=(), discard_1=up("zombi"))
    assert accepted(state, scene)[0] == Chose(0, "thief-trash", ("pallottola",))


def test_a_forced_discard_says_how_many() -> None:
    unseen = ("piano-superiore pallottola*7 zombi*3 esca", "pallottola*7 zombi*3")
    piano = at("?*5/?*7", "?*5/?*5", unseen=unseen, agreed=MANY)
    state = played(piano, Played(0, "piano-superiore"))
    assert accepted(state, seen(state, discard_1=up("zombi"))) == (Chose(1, "discard", (None, "zombi")),)


def test_a_card_gained_by_a_card() -> None:
    state = played(begun(), Played(0, "munizioni"))
    assert accepted(state, seen(state, discard_0=up("tattica"))) == (Chose(0, "gain", ("tattica",)),)


def test_a_card_played_twice_by_tattica() -> None:
    state = played(begun(), Played(0, "tattica"))
    scene = seen(state, play_0=up("tattica", "maverick"))
    assert accepted(state, scene) == (Chose(0, "twice", ("maverick",)),)


def other(hand: str) -> State:
    own = (f"{hand} pallottola*4 zombi*3 proiettili", "barricata zombi*3 pallottola*7 proiettili")
    cards = sum(int(word.partition("*")[2] or 1) for word in own[0].split())
    return at(f"?*5/?*{cards - 5}", "?*5/?*7", unseen=own, agreed=OTHERS)


def test_deposito_goes_to_the_cestino_by_way_of_the_strip_or_at_once() -> None:
    state = other("deposito")
    assert accepted(state, seen(state, play_0=up("deposito"))) == (Played(0, "deposito"),)
    assert accepted(state, seen(state, trash=up("deposito"))) == (Played(0, "deposito"),)
    after = played(state, Played(0, "deposito"))
    assert [chore.words for chore in judge(GAME, after, seen(state, play_0=up("deposito"))).chores] == [
        "Player 1: take Deposito away",
        "Put Deposito on the Cestino",
    ]


def test_a_deck_turned_over_shows_its_bottom_card() -> None:
    state = played(other("raggrupparsi"), Played(0, "raggrupparsi"))
    scene = seen(state, deck_0=(), discard_0=up("proiettili"))
    assert accepted(state, scene) == (Chose(0, "deck-to-discard", ("proiettili",), yes=True),)


def test_a_card_put_onto_the_deck_is_seen_on_it() -> None:
    state = played(other("fuga-rapida"), Played(0, "fuga-rapida"), Chose(1, "react", yes=False))
    scene = seen(state, deck_1=(BACK, *up("zombi")))
    assert accepted(state, scene) == (Chose(1, "topdeck", ("zombi",)),)


def test_infezione_come_by_themselves_and_may_come_late() -> None:
    state = played(other("sciame-di-zombi"), Played(0, "sciame-di-zombi"))
    after = played(state, Chose(1, "react", yes=False))
    assert accepted(state, seen(state, discard_1=up("infezione"))) == (Chose(1, "react", yes=False),)
    assert verdict(after, seen(after, discard_1=())) == Same()
    chores = judge(GAME, after, seen(after, discard_1=())).chores
    assert [(chore.words, chore.seat) for chore in chores] == [
        ("Player 2: put Infezione on the discard pile", 1)
    ]


# errors of the house


def hunting(shots: int = 2, **more: Any) -> State:
    """A Caccia with a Mirare in play, so that its strip is not cleared."""
    state = played(begun(phase="hunt", **more), Shot(0, ("pallottola",)))
    return played(state, Ruled(shots=shots))


@pytest.mark.parametrize(
    ("state", "instead", "rule"),
    [
        (begun(), {"play_0": up("barricata")}, "zb-cannot-own"),
        (begun(), {"play_0": up("zombi")}, "zb-action-cards"),
        (begun(), {"play_1": up("barricata")}, "zb-your-turn"),
        (begun(), {"discard_1": up("esca")}, "zb-your-turn"),
        (begun(), {"trash": up("zombi")}, "zb-as-it-asks"),
        (begun(actions=0), {"play_0": up("maverick")}, "zb-one-action"),
        (hunting(), {"play_0": up("pallottola", "maverick")}, "zb-phases"),
        (hunting(), {"discard_0": up("maverick")}, "zb-10-shots"),
        (hunting(targets=0), {"discard_0": up("esca")}, "zb-10-targets"),
        (hunting(9, supply=NO_ESCA), {"discard_0": up("esca")}, "zb-empty-pile"),
        (hunting(9), {"discard_0": up("survivors")}, "zb-no-such-pile"),
        (played(begun(), Played(0, "munizioni")), {"discard_0": up("caricatore")}, "zb-as-it-asks"),
        (played(begun(), Played(0, "munizioni")), {"play_0": up("munizioni", "maverick")}, "zb-whole-card"),
        (played(begun(), Played(0, "munizioni")), {"play_0": ()}, "zb-whole-card"),
    ],
)  # fmt: skip
def test_errors_of_the_house_are_refused_by_their_rule(
    state: State, instead: dict[str, Lying], rule: str
) -> None:
    assert refused(state, seen(state, **instead)) == rule


def test_too_few_discarded_cannot_be_seen_but_a_second_action_can() -> None:
    state = played(begun(), Played(0, "furbizia"))
    assert refused(state, seen(state, play_0=up("furbizia", "maverick"))) == "zb-one-action"


def test_an_unread_card_is_what_it_may_be() -> None:
    state = begun()
    scene = shown.unread(seen(state, play_0=up("furbizia")), "play.0")
    found = asked(state, scene)
    played_cards = {event.card for option in found for event in option if isinstance(event, Played)}
    assert "furbizia" in played_cards and played_cards <= {*EVERY}
    state = played(begun(), Played(0, "munizioni"))
    scene = shown.unread(seen(state, discard_0=up("esca")), "discard.0")
    assert all(isinstance(option[-1], Chose) for option in asked(state, scene))


def hardly_read(scene: Scene, which: str, **instead: Any) -> Scene:
    """The same scene with the first card of a label in the strip of seat 0 read otherwise."""
    at = next(n for n, one in enumerate(scene.sightings) if (one.region, one.label) == ("play.0", which))
    changed = replace(scene.sightings[at], **instead)
    return replace(scene, sightings=(*scene.sightings[:at], changed, *scene.sightings[at + 1 :]))


@pytest.mark.parametrize(
    "instead",
    [
        {"label": None, "sure": 0.99, "others": ()},
        {"label": None, "sure": 0.99, "others": (("pallottola", 0.2),)},
        {"label": None, "sure": 0.99, "others": (("caricatore", 0.25), ("zombi", 0.04))},
        {"label": "pallottola", "sure": 0.35, "others": ()},
    ],
)
def test_a_guess_at_one_card_of_a_row_is_asked_about_and_never_booked(instead: dict[str, Any]) -> None:
    state = played(begun(), Ended(0))
    row = seen(state, play_0=up("pallottola", "pallottola", "proiettili", "pallottola"))
    options = asked(state, hardly_read(row, "proiettili", **instead))
    laid = {tuple(sorted(event.cards)) for option in options for event in option if isinstance(event, Shot)}
    assert {("pallottola",) * 4, (*("pallottola",) * 3, "proiettili")} <= laid


def test_a_card_of_the_book_that_is_not_read_again_is_no_new_one() -> None:
    state = played(begun(), Ended(0), Shot(0, ("pallottola", "pallottola", "proiettili")))
    row = seen(state, play_0=up("pallottola", "pallottola", "proiettili", "pallottola"))
    guess = hardly_read(row, "proiettili", label=None, sure=0.99, others=(("caricatore", 0.2),))
    options = (
        asked(state, guess) if not isinstance(verdict(state, guess), Accept) else (accepted(state, guess),)
    )
    assert (Shot(0, ("pallottola",)),) in options
