"""The pictures that are brought along: there, of their size, small enough, and what their recipes draw."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.games import all_games
from tests.art.__main__ import UI
from tests.art.drawn import ALL, painted
from ui.art.pictures import NAMES, picture, picture_of

MOST_BYTES = 2_500_000
REDRAWN = ("art/emblem", "art/terrain-forest", "games/zong/art/emblem")
"""Small and quick to draw."""


def kept() -> dict[str, Path]:
    return {file.relative_to(UI).with_suffix("").as_posix(): file for file in UI.rglob("*.webp")}


def test_what_is_kept_is_what_has_a_recipe() -> None:
    assert kept().keys() == ALL.keys()
    assert {place.removeprefix("art/") for place in ALL if place.startswith("art/")} == set(NAMES)


@pytest.mark.parametrize("place", ALL)
def test_a_picture_has_its_size_and_is_not_empty(place: str) -> None:
    drawn = ALL[place]
    with Image.open(kept()[place]) as image:
        assert image.size == (drawn.wide, drawn.high)
        pixels = np.asarray(image.convert("RGBA"), float)
    assert pixels[..., :3][pixels[..., 3] > 128].std() > 4
    assert bool(pixels[..., 3].min() == 255) == drawn.opaque


def test_all_of_them_together_are_small() -> None:
    assert sum(file.stat().st_size for file in kept().values()) < MOST_BYTES


@pytest.mark.parametrize("place", REDRAWN)
def test_a_recipe_draws_what_is_kept(place: str) -> None:
    with Image.open(kept()[place]) as image:
        old = np.asarray(image.convert("RGBA"), float)
    new = np.asarray(painted(place).convert("RGBA"), float)
    seen = np.minimum(old[..., 3:], new[..., 3:]) / 255
    assert np.abs((old - new)[..., :3] * seen).mean() < 3
    assert np.abs((old - new)[..., 3]).mean() < 1


@pytest.mark.parametrize("game", all_games())
def test_each_game_has_a_title_and_an_emblem_of_its_own(game: str) -> None:
    assert picture_of(game, "title").is_file() and picture_of(game, "title") != picture("title")
    assert picture_of(game, "emblem").is_file() and picture_of(game, "emblem") != picture("emblem")


def test_a_game_without_pictures_shows_those_of_the_box() -> None:
    assert picture_of("draughts", "title") == picture("title")


def test_a_name_that_no_picture_has_is_told_with_those_that_there_are() -> None:
    with pytest.raises(LookupError, match=r"expected one of .*emblem.*, found emblme"):
        picture("emblme")
