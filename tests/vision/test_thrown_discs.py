"""Three enrolled discs thrown before a board: none read wrongly, hardly one left unread; a heap is told."""

from dataclasses import replace

from companion.game import Setup, checked
from companion.games.zong import GAME
from companion.games.zong.table import is_heap, strip
from tests.vision.looked import find_discs
from tests.vision.thrown import enrolled, read, thrown


def test_thrown_discs_are_read_by_their_enrolled_faces() -> None:
    told = [one for number in range(6) for one in read(thrown(number))]
    assert all(seen in (label, None) for label, seen, _ in told)
    assert sum(label == seen for label, seen, _ in told) >= len(told) - 1


def test_a_disc_that_lies_on_another_is_never_counted_as_one_that_lies_free() -> None:
    for number, over in enumerate((0.35, 0.55, 0.8)):
        throw = thrown(number, over)
        seen = tuple(
            replace(one, region="throw") for one in find_discs(throw.picture, throw.plane, None, [enrolled()])
        )
        found = strip(GAME.start(checked(GAME, Setup(3))), {"throw": seen})
        assert found.trouble in ("few", "over"), (number, over, found)


def test_three_discs_that_lie_free_are_no_heap() -> None:
    for number in range(2):
        throw = thrown(number)
        seen = find_discs(throw.picture, throw.plane, None, [enrolled()])
        assert not is_heap(seen), number
