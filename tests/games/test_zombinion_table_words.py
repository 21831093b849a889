"""What people see and hear of Zombinion: views, sentences, chores, corrections at a touch, what stays hidden."""

import json
from importlib.resources import files
from random import Random
from typing import Any

import msgspec
import pytest

from companion.game import Over
from companion.games.zombinion.events import Chose, Ended, Played, Ruled, Shot, Shuffled, Starts, Took
from companion.games.zombinion.state import State
from companion.games.zombinion.table import TRASH
from companion.language import speak, spoken
from companion.referee import Referee
from companion.weigh import Same
from tests import shown
from tests.games.zombinion import GAME, at, played, setup, ten
from ui.languages import language

KNOWN = setup(knowing="known", start="0")


def walked(seed: int, limit: int = 120, **options: Any) -> list[tuple[State, Any, State]]:
    """A random game of ten random kinds."""
    rng = Random(seed)
    state = GAME.start(setup(2 + seed % 3, kinds=ten(rng), **options))
    found = []
    for _ in range(limit):
        if isinstance(GAME.turn(state), Over):
            break
        event = GAME.sample(state, rng.randrange)
        found.append((state, event, GAME.after(state, event)))
        state = found[-1][2]
    return found


# views


def test_the_view_says_whose_turn_it_is_and_what_is_left() -> None:
    state = played(GAME.start(setup(start="0")), Shot(0, ("pallottola",) * 3))
    view = GAME.view(state, None)
    assert view.headline == "Player 1 to take a card"
    assert view.notes[0] == "Caccia: 1 Target, 3 Shots left"
    assert "Maverick 3" in view.notes[1] and "Furbizia" not in view.notes[1]
    assert view.about["esca"].startswith("Esca (bait) · Azione · costs 2 · +1 Action, discard any number")


def test_who_can_take_nothing_more_is_asked_to_end_the_turn() -> None:
    state = played(GAME.start(setup(start="0")), Shot(0, ("pallottola",) * 3), Took(0, "maverick"))
    assert GAME.view(state, None).headline == "Player 1 to end the turn"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "Player 1 lays down nothing"), ("de", "Spieler 1 legt nichts hin"), ("fr", "Joueur 1 ne pose rien"),
        ("it", "Giocatore 1 non cala niente"),
    ],
)  # fmt: skip
def test_who_lays_nothing_down_is_said_in_a_sentence_of_its_own(code: str, said: str) -> None:
    before = spoken()
    speak(language(code))
    try:
        assert GAME.words(GAME.start(setup(start="0")), Shot(0, ())) == said
    finally:
        speak(before)


def test_the_view_says_whose_answer_an_attack_awaits() -> None:
    scontro = setup(set="scontro", start="0")
    state = at("piano-superiore", "barricata zombi*4", agreed=scontro)
    view = GAME.view(played(state, Played(0, "piano-superiore")), None)
    assert view.headline == "Player 2 to show a Barricata or not: Piano superiore"
    state = played(state, Played(0, "piano-superiore"), Chose(1, "react", yes=False))
    assert GAME.view(state, None).awaited == "Player 2: discard 2 cards, down to 3."


def test_how_near_the_end_is() -> None:
    piles = dict.fromkeys(GAME.start(setup()).agreed.piles, 9)
    state = at("zombi", "zombi", supply={**piles, "molti-piu-zombi": 1, "esca": 0, "maverick": 2})
    notes = GAME.view(state, None).notes
    assert "Molti + Zombi: 1 left, then the game ends" in notes
    assert "Used up: Esca (three piles end the game)" in notes
    assert "Nearly used up: Maverick 2" in notes


def test_piles_are_counted_on_the_supply_the_trash_and_the_own_deck_alone() -> None:
    for state, _event, _after in walked(3):
        counts = GAME.view(state, None).counts
        assert set(counts) == {*state.agreed.piles, TRASH}
        own = GAME.view(state, 1).counts
        assert set(own) - set(counts) == {"deck.1"} and own["deck.1"] == len(state.players[1].deck)


def test_every_region_has_a_line_and_every_state_says_what_to_do() -> None:
    for seed in range(6):
        for state, _event, _after in walked(seed):
            view = GAME.view(state, None)
            names = {region.name for region in GAME.table(state.agreed.setup).regions}
            assert set(view.about) == names
            assert view.headline and view.awaited and len(view.aside) == state.agreed.seats
            assert set(view.board) <= names


def test_the_shared_screen_shows_nothing_of_hands_and_decks() -> None:
    """Two states that differ in hidden cards alone look the same to everybody."""
    one = at("esca maverick/zombi furbizia/zombi", "barricata zombi/pallottola", agreed=KNOWN)
    other = at("furbizia zombi/esca maverick/zombi", "pallottola zombi/barricata", agreed=KNOWN)
    assert GAME.view(one, None) == GAME.view(other, None)
    assert "Esca" in str(GAME.view(one, 0).aside[0]) and "Barricata" not in str(GAME.view(one, 0).aside)
    assert "Barricata" in str(GAME.view(one, 1).aside[1])


def test_how_it_ended_is_told_with_all_cards() -> None:
    piles = dict.fromkeys(GAME.start(setup()).agreed.piles, 9) | {"molti-piu-zombi": 0}
    state = at("zombi", "molti-zombi", supply=piles, phase="hunt")
    view = GAME.view(played(state, Ended(0)), None)
    assert view.headline == "Player 2 wins" and view.awaited == ""
    assert view.aside[1][1:] == ("3 points with 1 card", "Molti Zombi")


def test_names_of_players_are_used() -> None:
    named = msgspec.structs.replace(setup(start="0"), players=("Ada", "Bo"))
    assert GAME.view(GAME.start(named), None).headline == "Ada to play"
    assert GAME.words(GAME.start(named), Shot(1, ("proiettili",) * 2)) == "Bo lays down 2 Proiettili: 4 shots"


# sentences


def test_every_event_of_random_games_has_its_sentence() -> None:
    said: set[str] = set()
    for seed in range(12):
        for state, event, _after in walked(seed):
            words = GAME.words(state, event)
            assert words and "None" not in words and "  " not in words, (event, words)
            said.add(type(event).__name__ + (event.what or ""))
    assert len(said) >= 14


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Starts(1), "Player 2 begins"),
        (Took(0, "furbizia"), "Player 1 takes Furbizia"),
        (Chose(0, "discard", ("esca", "zombi")), "Player 1 discards 2 cards, Zombi on top"),
        (Chose(0, "discard"), "Player 1 discards nothing"),
        (Chose(1, "react", yes=True), "Player 2 shows Barricata: the Attack does not reach there"),
        (Chose(0, "trash", ("zombi", "zombi")), "Player 1 trashes 2 Zombi"),
        (Shuffled(0, ("zombi",)), "Player 1 shuffles the discard pile into a new deck"),
        (Ruled(card="esca", count=4), "By agreement 4 cards lie on the pile of Esca"),
        (Ruled(card="esca", out_of="hand.0", into="trash"),
         "By agreement Esca lies on the Cestino, not in the hand of Player 1"),
        (Ruled(shots=3, targets=1), "By agreement 1 target left and 3 shots left"),
    ],
)  # fmt: skip
def test_sentences(event: Any, words: str) -> None:
    assert GAME.words(at("esca zombi", "zombi"), event) == words


# what everybody may know


def test_of_discards_only_the_top_is_public() -> None:
    state = at("esca zombi maverick", "zombi")
    assert GAME.public(state, Chose(0, "discard", ("zombi", "maverick"))) == Chose(
        0, "discard", (None, "maverick")
    )
    assert GAME.public(state, Chose(0, "discard", card="zombi")) == Chose(0, "discard", card="zombi")
    assert GAME.public(state, Shuffled(0, ("zombi",))) == Shuffled(0)


def test_a_no_names_no_card() -> None:
    state = played(at("nascondiglio zombi*5 / zombi maverick zombi", "zombi"), Played(0, "nascondiglio"))
    no = Chose(0, "set-aside", card="maverick", yes=False)
    assert GAME.public(state, no) == Chose(0, "set-aside", yes=False)
    assert GAME.words(state, no) == "Player 1 keeps the card that was drawn"
    yes = Chose(0, "set-aside", card="maverick")
    assert GAME.public(state, yes) == yes
    assert GAME.words(state, yes) == "Player 1 sets Maverick aside"


def test_a_card_that_was_drawn_is_shown_to_nobody_else_before_it_is_set_aside() -> None:
    for knowing in ("known", "table"):
        agreed = setup(set="scontro", knowing=knowing)
        state = at("nascondiglio zombi*5 / zombi maverick zombi", "zombi", agreed=agreed)
        state = played(state, Played(0, "nascondiglio"))
        shown = GAME.view(state, None)
        assert "Maverick" not in f"{shown.headline} {shown.awaited} {shown.notes} {shown.aside}"
        assert all(slot is None for slot in GAME.public_state(state).players[0].hand)
        assert "maverick" not in str(GAME.public_state(state).todo)


def test_an_answer_that_names_its_card_is_a_yes_in_words_too() -> None:
    state = played(at("ricognizione / zombi zombi", "barricata"), Played(0, "ricognizione"))
    assert GAME.words(state, Chose(1, "react", ("barricata",))).startswith("Player 2 shows Barricata")
    state = played(state, Chose(1, "react", ("barricata",)))
    assert GAME.words(state, Chose(0, "spy-discard", card="zombi")) == "Player 1 lets Player 1 discard Zombi"


def test_covered_states_keep_the_count_of_every_card() -> None:
    for seed in range(4):
        for state, _event, _after in walked(seed, knowing="known"):
            covered = GAME.public_state(state)
            assert [fault for fault in GAME.faults(covered) if not fault.startswith("todo")] == []
            assert all(card is None for player in covered.players for card in player.hand + player.deck)
            assert GAME.view(covered, None) == GAME.view(state, None)
            assert GAME.public_state(covered) == covered
    table = GAME.start(setup(start="0"))
    assert GAME.public_state(table) == table


# chores


def test_chores_say_whose_they_are_and_go_away_when_done() -> None:
    state = played(GAME.start(setup(start="0")), Shot(0, ("pallottola",) * 3), Took(0, "maverick"))
    said = {chore.region: (chore.words, chore.seat) for chore in GAME.chores(state)}
    assert said == {"discard.0": ("Player 1: put Maverick on the discard pile", 0)}
    state = played(state, Ended(0, "zombi"))
    said = {chore.region: (chore.words, chore.seat) for chore in GAME.chores(state)}
    assert said["play.0"] == ("Player 1: put the cards in play on the discard pile", 0)
    state = played(state, Ended(1), Ended(1))
    assert {chore.seat for chore in GAME.chores(state)} <= {1}, "those of the turn before are done"


def test_chores_name_rules_that_are_written() -> None:
    rules = files("companion.games").joinpath("zombinion", "rules.md").read_text("utf-8")
    for seed in range(8):
        for _state, _event, after in walked(seed):
            for chore in GAME.chores(after):
                assert f"`{chore.rule}`" in rules
                assert chore.before


def test_what_may_not_be_tidied_is_kept_as_json() -> None:
    for seed in range(3):
        for _state, _event, after in walked(seed, 60):
            given = json.loads(json.dumps(GAME.dump_position(after)))
            assert GAME.load_position(after.agreed.setup, given) == after


# corrections at a touch


def test_other_readings_of_a_booked_event_come_nearest_first_and_are_lawful() -> None:
    state = played(GAME.start(setup(start="0")), Shot(0, ("pallottola",) * 4))
    readings = list(GAME.alternatives(state, Took(0, "maverick"), "discard.0"))
    assert Took(0, "esca") in readings and Took(0, "maverick") not in readings
    assert list(GAME.alternatives(state, Took(0, "maverick"), "discard.1")) == []
    start = GAME.start(setup(start="0"))
    others = list(GAME.alternatives(start, Shot(0, ("pallottola",) * 3), "play.0"))
    assert others[:2] == [Shot(0, ("pallottola",) * 2), Shot(0, ("pallottola",) * 4)]
    tops = list(GAME.alternatives(state, Ended(0, "zombi"), "discard.0"))
    assert Ended(0, "pallottola") in tops


@pytest.mark.parametrize("seed", range(6))
def test_overrides_for_every_region_are_lawful_and_leave_no_fault(seed: int) -> None:
    steps = walked(seed, 80)
    for state, event, _after in steps[::5]:
        for region in GAME.table(state.agreed.setup).regions:
            for other in GAME.alternatives(state, event, region.name):
                assert GAME.violation(state, other) is None and other != event
            for override in GAME.overrides(state, region.name):
                assert GAME.violation(state, override) is None
                after = GAME.after(state, override)
                assert GAME.faults(after) == (), override
                assert GAME.words(state, override).startswith("By agreement ")


def test_a_override_puts_a_mirare_in_play_with_its_shots() -> None:
    state = played(GAME.start(setup(start="0")), Shot(0, ("pallottola",)))
    more = next(r for r in GAME.overrides(state, "play.0") if getattr(r, "into", "") == "play.0")
    after = GAME.after(state, more)
    assert after.shots == 2 and after.players[0].in_play == ("pallottola", "pallottola")


# what is seen later than told


def test_a_top_that_was_not_told_is_booked_once_it_is_seen() -> None:
    lines: list[str] = []
    referee = Referee(GAME, setup(start="0"), lines.extend)
    for event in (Shot(0, ("pallottola",) * 3), Ended(0)):
        referee.tell(event, "touch")
    assert referee.state.players[0].discard[-1] is None
    shot = GAME.after(referee.state, Shot(1, ("pallottola",)))
    scene = shown.scene(GAME.look(shot), **{"discard.0": shown_top("zombi")})
    referee.see(scene)
    reply = referee.see(scene)
    assert reply.verdict == Same()
    assert referee.state.players[0].discard[-1] == "zombi"
    assert [entry.event for entry in referee.standing][:2] == [
        Shot(0, ("pallottola",) * 3),
        Ended(0, "zombi"),
    ]
    count = len(lines)
    referee.see(scene)
    assert len(lines) == count, "once"
    held = Referee(GAME, setup(), lines.extend, list(lines))
    assert held.state == referee.state


def shown_top(label: str) -> Any:
    """The look of a discard pile with this card on top."""
    return GAME.look(at("zombi//" + label, "zombi")).of("discard.0")
