"""A game refereed by a process that is killed without warning, and gone on with by the next."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from companion.journal import opened
from ui.journal.store import open_store
from ui.records.beginning import kept_record, resume

PLAYER = """
import sys
from tests.ui.journal.journals import unfinished
from pathlib import Path
from random import Random
from companion.lawful import drawn
from ui.records.beginning import begin, resume
from ui.records.beginning import game_and_setup
from ui.journal.store import open_store

store = open_store(Path(sys.argv[1]))
left = unfinished(store)
if left is None:
    referee, book = begin(store, *game_and_setup("zoon_alternate", None, []))
else:
    referee, book = resume(store, left.id)
chance = Random(len(referee.entries))
print("ready", flush=True)
while True:
    event = drawn(referee.game, referee.state, chance.randrange)
    if event is None:
        for _ in range(6):
            referee.take_back("touch", frozenset({0, 1}))
            print(len(referee.entries), flush=True)
        continue
    referee.tell(event, "touch")
    print(len(referee.entries), flush=True)
"""


def test_a_killed_game_is_resumed_at_the_last_entry_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "games"
    chance, known = Random(3), 0
    for _ in range(3):
        player = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[3],
        )
        assert player.stdout is not None
        assert player.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0.0, 0.1))
        player.send_signal(signal.SIGKILL)
        told = [int(line) for line in player.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        player.stdout.close()
        player.wait()
        known = max([known, *told])
        store = open_store(path)
        assert store.repaired is None
        record = kept_record(store, 1)
        referee, _ = resume(store, 1)
        store.close()
        assert known <= len(record.entries) <= known + 6
        assert referee.state == opened(record.game, record.setup, record.entries).state
        assert referee.entries == record.entries
        known = len(record.entries)
    assert known > 5
