"""docs/architecture.md lists the rooms as they are, and layers need nothing above them."""

from tests.architecture import PAGE, made, needs


def test_the_list_is_that_of_the_files_as_they_are() -> None:
    assert made() in PAGE.read_text(), "make it anew: python -m tests.architecture"


def test_vision_and_companion_need_nothing_above_them() -> None:
    needed = [(room, other) for room, others in needs().items() for other in others]
    assert needed
    for room, other in needed:
        assert not (room.startswith("vision") and other.startswith("ui")), (room, other)
        assert not (room.startswith("companion") and not other.startswith("companion")), (room, other)
