"""The picture in docs/architecture.md shows the rooms as they are."""

from tests.architecture import PAGE, arrows, made


def test_the_picture_is_that_of_the_files_as_they_are() -> None:
    assert made() in PAGE.read_text(), "make it anew: python -m tests.architecture"


def test_vision_and_companion_need_nothing_above_them() -> None:
    for one, other in arrows():
        assert not (one.startswith("vision") and other.startswith("ui")), (one, other)
        assert not (one.startswith("companion") and not other.startswith("companion")), (one, other)
