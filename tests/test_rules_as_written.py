"""The examples in each rules.md are played; rule, code and proof hold together in a ring."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import companion.kits
from companion import rulebook
from companion.game import Game
from companion.games import all_games
from tests import written
from tests.toys import strip

GAMES = {**all_games(), strip.GAME.id: strip.GAME}
ROOT = Path(__file__).parent


def rules(game: Game[Any]) -> tuple[rulebook.Rule, ...]:
    return rulebook.rules(game.id, "" if game.id in all_games() else f"tests.toys.{game.id}")


each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
NAMED = re.compile(r'Breach\(\s*"([a-z0-9-]+)"')
OVER = re.compile(r'Over\((?:[^()]|\([^()]*\))*?"([a-z]{2}-[a-z0-9-]+)"\s*\)')
MARKED = re.compile(r'mark\.rule\("([a-z0-9-]+)"\)')


@each_game
def test_as_written(game: Game[Any]) -> None:
    wrong = {}
    for rule in rules(game):
        for number, lines in enumerate(rule.examples):
            try:
                assert written.run(game, lines) > 0, "an example that plays nothing proves nothing"
            except Exception as fault:
                wrong[f"{rule.id}-{number}"] = f"{type(fault).__name__}: {fault}"
    assert wrong == {}


def home_of(game: Game[Any]) -> Path:
    return Path(inspect.getfile(type(game))).parent


def code_in(folder: Path) -> str:
    """The code in a folder, and of the kits that it uses."""
    own = "".join(path.read_text() for path in sorted(folder.glob("*.py")))
    kits = sorted(Path(companion.kits.__path__[0]).glob("*.py"))
    used = set(re.findall(r"from companion\.kits(?:\.| import )(\w+)", own))
    return own + "".join(path.read_text() for path in kits if path.stem in used)


def _named(folder: Path) -> set[str]:
    code = code_in(folder)
    return set(NAMED.findall(code)) | set(OVER.findall(code))


@each_game
def test_code_names_only_written_rules(game: Game[Any]) -> None:
    assert _named(home_of(game)) - {rule.id for rule in rules(game)} == set()


@each_game
def test_a_family_names_only_rules_that_one_of_its_games_writes(game: Game[Any]) -> None:
    family = [other for other in GAMES.values() if home_of(other).parent == home_of(game).parent]
    ids = {rule.id for other in family for rule in rules(other)}
    assert _named(home_of(game).parent / "family") - ids == set()


@each_game
def test_every_written_rule_has_an_example_or_says_why_not(game: Game[Any]) -> None:
    tests = "".join(path.read_text() for path in (ROOT / "games").glob(f"test_{game.id}*.py"))
    marked = set(MARKED.findall(tests))
    written_rules = rules(game)
    assert [rule.id for rule in written_rules if not (rule.examples or rule.not_checked)] == []
    assert marked - {rule.id for rule in written_rules} == set()


@each_game
def test_every_rule_is_written_once_and_says_where_it_comes_from(game: Game[Any]) -> None:
    written_rules = rules(game)
    assert len({rule.id for rule in written_rules}) == len(written_rules)
    assert [rule.id for rule in written_rules if not rule.source] == []
    assert [rule.id for rule in written_rules if not rule.words.endswith((".", "!", "?"))] == []
