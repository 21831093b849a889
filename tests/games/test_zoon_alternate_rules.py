"""The rules as written hold the whole ledger, both readings of every choice, and a line for every card."""

import pytest

from companion import rulebook
from companion.game import Option
from companion.games.zoon.alternate import GAME
from companion.games.zoon.alternate.events import Fought, Moved
from companion.games.zoon.family.deck import facts
from tests.games.zoon import BOARIX_WARUS, board, played

RULES = rulebook.rules(GAME.id)
IDS = {rule.id for rule in RULES}
DECIDED = {entry for rule in RULES for entry in rule.ledger}


def test_every_entry_of_the_alternate_rules_is_decided_by_a_rule() -> None:
    assert {f"ZA-{number:02}" for number in range(1, 34)} - DECIDED == set()


@pytest.mark.parametrize("option", [o for o in GAME.options if o.ledger.startswith("ZA-") and o.choices])
def test_every_choice_of_the_ledger_has_an_example_of_each_reading(option: Option) -> None:
    examples = [e for rule in RULES if option.ledger in rule.ledger for e in rule.examples]
    for choice in option.choices:
        chosen = [e for e in examples if any(f"{option.name}={choice.value}" in line for line in e)]
        plain = [e for e in examples if not any(f"{option.name}=" in line for line in e)]
        assert chosen or (choice.value == option.default and plain), choice.value


def test_every_trump_and_every_star_has_its_rule() -> None:
    known = facts()
    assert {f"card-{trump}" for trump in known.trumps} - IDS == set()
    assert {f"star-{zoon.species}" for zoon in known.zoons.values() if zoon.star} - IDS == set()


def test_chores_name_written_rules() -> None:
    state = board(f"{BOARIX_WARUS} c2=0.grognard-a e4=1.mourse-a")
    state = played(state, Moved(0, "c2", "e4"), Fought((2, 2)))
    assert {chore.rule for chore in GAME.chores(state)} <= IDS
    assert GAME.chores(state)


def test_options_name_their_ledger_entry() -> None:
    assert all(option.ledger for option in GAME.options)
