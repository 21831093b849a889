"""What would mend a tribe, in words: cards to leave out, to add, to swap, and another format."""

import pytest

from companion.games.zoon.family.tribes import Mend
from tests.ui.owned.test_tribes import KNOWN
from ui.owned.tribe_words import mend_words


@pytest.mark.parametrize(
    ("mend", "words"),
    [
        (Mend(("mourse-a",)), "leave out Mourse (17)"),
        (Mend((), ("mourse-a",)), "add Mourse (17)"),
        (Mend(("mourse-a",), ("jorund",)), "swap Mourse (17) for Jorund (22)"),
        (Mend(("mourse-a", "mourse-b"), ("jorund",)), "leave out 2 × Mourse (17), add Jorund (22)"),
        (
            Mend(("jorund", "mourse-a"), ("mourse-a", "jorund")),
            "swap Jorund (22), Mourse (17) for Mourse (17), Jorund (22)",
        ),
        (Mend((), ("mur-darbres",)), "add Mur d'Arbres (2)"),
        (Mend(format="tribal"), "build it as Tribal"),
        (Mend(("mourse-a",), format="mondial"), "leave out Mourse (17), build it as Mondial"),
    ],
)
def test_a_mend_in_words(mend: Mend, words: str) -> None:
    assert mend_words(mend, KNOWN) == words
