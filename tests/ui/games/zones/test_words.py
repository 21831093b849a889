"""ZoneS's rules as the screen tells them: without the name of an option, in every language."""

from pathlib import Path

import pytest

from companion.games import zones
from companion.rulebook import Rule, read_rules
from ui.games.zones.words import without_option

FILES = sorted(Path(zones.__path__[0]).glob("rules*.md"))
RULES = [(file.name, rule) for file in FILES for rule in read_rules(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    "rule", [pytest.param(rule, id=f"{name}-{rule.id}") for name, rule in RULES if "`" in rule.words]
)
def test_a_rule_is_told_without_the_name_of_its_option(rule: Rule) -> None:
    told = without_option(rule.words)
    assert "`" not in told and told.endswith(".")


@pytest.mark.parametrize(
    "rule", [pytest.param(rule, id=f"{name}-{rule.id}") for name, rule in RULES if "`" not in rule.words]
)
def test_a_rule_without_an_option_is_told_whole(rule: Rule) -> None:
    assert without_option(rule.words) == rule.words
