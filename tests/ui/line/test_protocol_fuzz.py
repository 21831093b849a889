"""A few hundred mutated lines against the line protocol; many more by `python -m tests.ui.protocol_fuzz`."""

import logging

import pytest

from tests.ui.line.test_protocol_doc import CODES
from tests.ui.protocol_fuzz import Fuzz


def test_mutated_lines_get_one_answer_without_an_internal_fault_and_refused_ones_change_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        figures = Fuzz(3).run(600)
    assert figures.faults == [] and caplog.records == []
    assert figures.mutated == 600 and set(figures.answers) <= {"ok", *CODES}
    assert {"bad-request", "bad-json", "refused", "bad-position"} <= set(figures.answers), "it tries them all"
