"""The rules as written hold the whole ledger and three examples for every star and trump; limits; who may look."""

import json

import pytest

from companion import rulebook
from companion.game import SetupFault, legal
from companion.games.zoon.family.deck import facts
from companion.games.zoon.zoondo.events import Moved
from tests.games.zoondo import BOARIX_WARUS, GAME, board, fight, played, setup, shown, trusted

RULES = {rule.id: rule for rule in rulebook.rules("zoondo")}
DECIDED = {entry for rule in RULES.values() for entry in rule.ledger}
EFFECTS = sorted(
    {f"card-{trump}" for trump in facts().trumps}
    | {f"star-{zoon.species}" for zoon in facts().zoons.values() if zoon.star}
)


def test_every_entry_of_the_ledger_is_decided_by_a_rule() -> None:
    text = (rulebook.files("companion.games.zoon.zoondo").joinpath("rules.md")).read_text(encoding="utf-8")
    assert {f"ZO-{number:02}" for number in range(1, 52)} - DECIDED == set()
    assert "Where each sentence of source 002 stands" in text


@pytest.mark.parametrize("effect", EFFECTS)
def test_every_star_and_trump_has_three_examples_with_something_refused_or_idle(effect: str) -> None:
    examples = RULES[effect].examples
    assert len(examples) >= 3
    lines = [line for example in examples for line in example]
    assert any(" ! " in line or line.startswith("= todo []") for line in lines)
    assert any(
        sum(word.split()[0] in ("Moved", "PlayedTrump") for word in example) > 1 for example in examples
    )


def test_both_ways_of_knowing_have_examples() -> None:
    examples = [example for rule in RULES.values() if "ZO-06" in rule.ledger for example in rule.examples]
    assert any("knowing=shown" in line for example in examples for line in example)
    assert any(not any("knowing=" in line for line in example) for example in examples)


def test_chores_name_written_rules() -> None:
    state = played(board(f"{BOARIX_WARUS} c2=0.grognard-a e4=1.mourse-a"), *fight(0, "c2", "e4", "tl", "tl"))
    rules = {chore.rule for chore in GAME.chores(state)}
    assert {"s2-turned-down", "zo-15-steps-back"} <= rules <= RULES.keys()


def test_options_name_their_ledger_entry() -> None:
    assert all(option.ledger for option in GAME.options)


@pytest.mark.rule("zo-37-limits")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"zoons": "+grognard-a,"}, "at most 150 points, found 166"),
        ({"trumps": "+mur-darbres,"}, "at most 6 points of trumps and stars beyond three, found 8"),
        (
            {"zoons": "+gold-hure;-grognard-a;-grognard-a,", "trumps": "-pluie-de-menhirs,"},
            "no Hero or Priest twice",
        ),
        ({"zoons": "+cloboulon;-grognard-a;-kassin-a,", "trumps": "-pluie-de-menhirs,"}, "at most one Chef"),
        ({"zoons": "+draknar;-grognard-a,"}, "exactly one Emblem"),
    ],
)
def test_an_army_keeps_to_the_limits(options: dict[str, str], said: str) -> None:
    with pytest.raises(SetupFault, match=said):
        GAME.start(setup(**options))


@pytest.mark.rule("zo-48-looking")
def test_own_cards_are_named_in_the_own_turn_and_never_in_a_fight() -> None:
    state = shown()
    own = GAME.view(state, 0)
    assert own.about["c2"] == "Face down: Gold-Hure · may go to a4, b3, c3, c4, d3, e4"
    assert own.board["c2"][0].label == "gold-hure"
    assert own.about["c5"] == "A face-down card of Team Warus"
    assert GAME.view(state, 1).about == GAME.view(state, None).about
    state = played(state, Moved(0, "c2", "c4"), Moved(1, "a5", "a4"))
    assert "Face down: Kassin" in GAME.view(state, 0).about["a2"]
    state = played(state, Moved(0, "c4", "c5"))
    for eyes in (None, 0, 1):
        view = GAME.view(state, eyes)
        assert all(thing.label is None for lying in view.board.values() for thing in lying)
        assert "Face down" not in json.dumps(dict(view.about))


def test_a_trusting_referee_names_an_own_card_once_a_fight_has_shown_it() -> None:
    state = board(f"{BOARIX_WARUS} b1=0.kassin-a c3=0.grognard-a c4=1.korse-a e5=1.jorund")
    state = played(state, *fight(0, "c3", "c4", "tl", "tr"))
    assert "Grognard" not in " ".join(GAME.view(state, 0).about.values())
    state = played(state, Moved(1, "e5", "e4"))
    assert GAME.view(state, 0).about["c4"].startswith("Face down: Grognard · may go to")
    assert "Grognard" not in " ".join(GAME.view(state, None).about.values())


def test_a_full_board_has_its_moves() -> None:
    assert len(legal(GAME, trusted())) == 42
    assert len(legal(GAME, shown())) == 27
