"""ZONG's rules as written: every example is played, and rule, code, ledger and source hold together."""

import re
from pathlib import Path

import pytest

import companion.games
from companion.game import Setup, checked
from companion.games.zong import GAME
from companion.rulebook import read_rules
from tests import written

HOME = Path(companion.games.__path__[0]) / "zong"
TEXT = (HOME / "rules.md").read_text(encoding="utf-8")
RULES = read_rules(TEXT)
IDS = [rule.id for rule in RULES]
CODE = "".join(path.read_text() for path in sorted(HOME.glob("*.py")))
NAMED = re.compile(r'"((?:zg-\d\d|s1|ours)-[a-z-]+)"')
ROW = re.compile(r"^\| .+ \| ((?:[a-z0-9-]+(?:, )?)+) \|$", re.MULTILINE)


@pytest.mark.parametrize(
    "lines",
    [pytest.param(lines, id=f"{rule.id}-{n}") for rule in RULES for n, lines in enumerate(rule.examples)],
)
def test_as_written(lines: tuple[str, ...]) -> None:
    assert written.run(GAME, lines) > 0


def test_every_checkable_rule_has_at_least_four_examples() -> None:
    assert [rule.id for rule in RULES if not rule.not_checked and len(rule.examples) < 4] == []


def test_code_names_only_written_rules_and_every_reason_given_for_a_square_is_one() -> None:
    named = set(NAMED.findall(CODE))
    assert named - set(IDS) == set()
    assert {"zg-11-between-higher", "zg-13-off-the-board", "zg-17-own-place"} <= named


def test_every_entry_of_the_ledger_is_decided_by_a_rule() -> None:
    decided = {entry for rule in RULES for entry in rule.ledger}
    assert decided == {f"ZG-{n:02}" for n in range(1, 43)}


def test_every_sentence_of_the_source_stands_beside_rules_that_are_written() -> None:
    rows = ROW.findall(TEXT)[2:]
    named = {name for row in rows for name in row.split(", ")}
    assert len(rows) == 38
    assert named - set(IDS) == set()
    assert set(IDS) - named == {name for name in IDS if name.startswith("ours-")}


@pytest.mark.parametrize("option", [option for option in GAME.options if option.ledger], ids=lambda o: o.name)
def test_every_reading_that_may_be_agreed_names_its_entry_and_stands_in_a_rule(option: object) -> None:
    ledger, name = option.ledger, option.name
    assert any(ledger in rule.ledger for rule in RULES)
    assert f"`{name}` ({ledger})" in TEXT.partition("\n## ")[0]
    for choice in option.choices:
        value = ",".join([choice.value] * 3) if option.each_seat else choice.value
        checked(GAME, Setup(3, ((name, value),)))
