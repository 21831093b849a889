"""A picture fills its place without being stretched, or stands whole in its middle."""

from pathlib import Path
from typing import Any

import pytest

from ui.art.pictures import picture


@pytest.mark.parametrize(
    ("picture_size", "place", "part"),
    [
        ((960, 540), (480, 270), (960, 540)),
        ((960, 540), (100, 100), (540, 540)),
        ((960, 540), (400, 100), (960, 240)),
        ((960, 540), (0, 100), (960, 540)),
    ],
)
def test_the_part_that_is_shown_has_the_form_of_the_place(
    window: Any, picture_size: tuple[float, float], place: tuple[float, float], part: tuple[float, float]
) -> None:
    from ui.widgets.pictures import filling

    assert filling(*picture_size, *place) == part


def shape(**more: Any) -> Any:
    from ui.widgets.pictures import Painting

    painting = Painting(picture("title"), size_hint=(None, None), size=(300, 300), pos=(10, 20), **more)
    return painting._shape


def test_a_picture_that_fills_its_place_is_cut_and_one_that_is_whole_stands_in_its_middle(
    window: Any,
) -> None:
    filled, whole = shape(round_by=10), shape(whole=True)
    assert (tuple(filled.pos), tuple(filled.size)) == ((10, 20), (300, 300))
    assert filled.texture.size == (540, 540)
    assert (tuple(whole.pos), tuple(whole.size)) == ((10, 20 + (300 - 168.75) / 2), (300, 168.75))


def test_a_file_that_is_missing_is_named(window: Any) -> None:
    from ui.widgets.pictures import painted

    with pytest.raises(FileNotFoundError, match=r"nothing\.webp"):
        painted(Path("nothing.webp"))
