"""What is drawn on sheets of paper is as it was approved."""

import pytest

from tests.approved.printed import PAPERS, sheets
from tests.approved.records import difference


@pytest.mark.parametrize("paper", PAPERS)
def test_sheets_are_as_approved(paper: str) -> None:
    assert difference("printed", paper, sheets(paper)) == ""
