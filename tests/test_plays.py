"""Recorded games are kept for ever: each must still replay to its recorded end.

`plays/<game>/<name>.jsonl` is a record as exported; `<name>.end.json` is the state it led to.
"""

import json
from pathlib import Path

import msgspec
import pytest

from companion.games import all_games
from companion.journal import play_while_valid, read_record

FOLDER = Path(__file__).parent / "plays"
PLAYS = sorted(FOLDER.glob("*/*.jsonl"))


@pytest.mark.parametrize("path", PLAYS, ids=[f"{path.parent.name}-{path.stem}" for path in PLAYS])
def test_a_recorded_game_still_leads_to_its_end(path: Path) -> None:
    record = read_record(path.read_text().splitlines(), all_games())
    states, stop = play_while_valid(record.game, record.setup, record.entries)
    assert stop is None
    end = json.loads(path.with_suffix(".end.json").read_text())
    found = json.loads(msgspec.json.encode(record.game.dump_position(states[-1])))
    for later in ("parts", "template"):  # by which the end is told in other languages
        (found.get("over") or {}).pop(later, None)
    assert found == end


def test_every_game_has_a_recorded_play() -> None:
    assert {path.parent.name for path in PLAYS} >= set(all_games())
