"""Three enrolled discs thrown before a board: none read wrongly, hardly one left unread."""

from tests.vision.thrown import read, thrown


def test_thrown_discs_are_read_by_their_enrolled_faces() -> None:
    told = [one for number in range(6) for one in read(thrown(number))]
    assert all(seen in (label, None) for label, seen, _ in told)
    assert sum(label == seen for label, seen, _ in told) >= len(told) - 1
