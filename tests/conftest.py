"""What every test stands on: the packages' own settings, and properties that try the same examples every time.

Set ZO_EXPLORE to let the properties look for new examples.
"""

import gc
import os
import shutil
import tempfile
from itertools import count
from pathlib import Path

import pytest

import tests.memory
import vision as vision  # before any test imports NumPy by itself: it settles the threads

from hypothesis import settings  # isort: skip

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("explore" if "ZO_EXPLORE" in os.environ else "steady")

# Memory is swept between tests, when the screens of one have just been let go of and little else is young: in the midst
# of them, sweeping was more than a third of the time of tests of the screens.
gc.set_threshold(1_000_000, 1000, 1000)
tests.memory.keep_freed()

IN_MEMORY = Path("/dev/shm")
ROOM_BYTES = 2_000_000_000
if os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM_BYTES:
    # A journal waits for the disk at every entry: a good third of the time of tests that play whole games.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    tempfile.tempdir = str(IN_MEMORY)

# Kivy's window is made where it is first imported, which many tests do at their heads. Layout and touches work; nothing
# reaches a screen, which takes most of the time.
os.environ |= {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "KIVY_GL_BACKEND": "mock"}

SLOW_FOLDERS = (
    "tests/approved/", "tests/box/", "tests/companion/search/", "tests/evening/", "tests/hidden/", "tests/ui/cli/",
    "tests/ui/club/", "tests/ui/coach/", "tests/ui/export/", "tests/ui/journal/", "tests/ui/lab/",
    "tests/ui/opponents/", "tests/ui/pages/", "tests/ui/printing/", "tests/ui/selftest/", "tests/ui/touch/",
    "tests/ui/watching/", "tests/ui/web/", "tests/vision/",
)  # fmt: skip
SLOW_FIXTURES = frozenset({"drive", "window", "made"})
SLOW_FILES = frozenset(
    {
        "test_apart", "test_architecture", "test_bundle", "test_cards_table", "test_counts", "test_demo",
        "test_event_pictures", "test_explanations", "test_eyes", "test_flicks", "test_followed_games", "test_for_eyes",
        "test_frames", "test_language", "test_languages", "test_likelihood", "test_no_circles", "test_pairing",
        "test_played_by_lot", "test_printed", "test_properties",
        "test_protocol_fuzz", "test_readings", "test_resumed_laid", "test_screened", "test_seen_games", "test_setup",
        "test_simulated", "test_simulated_camera", "test_stdio_bad_lines", "test_tabletop", "test_thrown_discs",
        "test_told_unlaid", "test_ways", "test_zombinion_hidden", "test_zombinion_knowing", "test_zombinion_lawless",
        "test_zombinion_oracle", "test_zombinion_table_followed", "test_zombinion_table_words",
        "test_zombinion_unread_top", "test_zones_facts", "test_zong_measuring", "test_zong_table", "test_zong_told",
        "test_zoon_alternate_kinds", "test_zoon_alternate_rulings", "test_zoon_alternate_table", "test_zoon_printed",
        "test_zoondo_chores", "test_zoondo_hidden", "test_zoondo_kinds", "test_zoondo_rulings",
    }
)  # fmt: skip
"""What paints and reads pictures, opens windows, runs commands, serves phones or the club, plays many games or tells
all of them as approved: left out of `./setup.sh test fast`, which takes a minute."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what is slow by where it stands and what it stands on.

    What begins servers and browsers comes first, while few files are open.
    """
    items.sort(key=lambda item: "tests/ui/web/" not in item.nodeid)
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.nodeid.startswith(SLOW_FOLDERS) or item.path.stem in SLOW_FILES or fixtures & SLOW_FIXTURES:
            item.add_marker("slow")


MUCH = 30_000
"""After so many new things those that nobody uses any more are let go of."""
MORE_OPEN = 150
"""After so many more open files, what tests have forgotten is let go of: select(), which brokers' clients use, ends at
1024 of them."""
SELDOM = 20
"""Open files are counted once in this number of tests: that takes as long as a small test."""
_tests = count(1)
_open = [0]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Journals that hang in circles of memory keep their files open until they are swept."""
    if gc.get_count()[0] > MUCH:
        gc.collect(0)
        gc.collect(1)  # what the first let go of had things of its own
    if next(_tests) % SELDOM == 0 and _open_files() > _open[0] + MORE_OPEN:
        gc.collect()
        gc.collect()
        gc.freeze()
        _open[0] = _open_files()


def pytest_sessionfinish() -> None:
    """What stood for all tests goes with the process: pytest's own last sweep looks through none of it."""
    gc.collect(1)
    gc.freeze()


def _open_files() -> int:
    return sum(1 for _file in Path("/proc/self/fd").iterdir())


def pytest_collection_finish() -> None:
    """What stands for all tests is not looked through again whenever memory is swept."""
    gc.collect()
    gc.freeze()
