"""A pytest plugin: notes by coverage which lines each test runs, and how long it takes."""

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from coverage import Coverage

from tests.mutation.reach import LAYERS, ROOT

KEPT = ROOT / ".mutants"
_took: dict[str, float] = {}
_watch = Coverage(
    data_file=str(KEPT / f"reach.data.{os.getpid()}"),
    source=[str(ROOT / layer) for layer in LAYERS],
    config_file=False,
    messages=False,
)


def _runs_tests(config: Any) -> bool:
    """Whether this process runs tests, and does not only hand them to others."""
    return hasattr(config, "workerinput") or not config.getoption("numprocesses", None)


def pytest_configure(config: Any) -> None:
    if _runs_tests(config):
        _watch.start()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: Any) -> Iterator[None]:
    _watch.switch_context(item.nodeid)
    result = yield
    _watch.switch_context("")
    return result


def pytest_runtest_logreport(report: Any) -> None:
    _took[report.nodeid] = _took.get(report.nodeid, 0.0) + report.duration


def pytest_unconfigure(config: Any) -> None:
    if not _runs_tests(config):
        return
    _watch.stop()
    _watch.save()
    (KEPT / f"reach.took.{os.getpid()}").write_text(json.dumps(_took))
