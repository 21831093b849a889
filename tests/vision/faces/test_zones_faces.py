"""The tiles and tokens of ZoneS are those that the code draws from the game's facts, and are told apart by anybody."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.zones.pieces import TERRAINS
from vision.decks.deck import Deck, DeckFace, load_deck, look_alikes
from vision.faces.zones.parts import short
from vision.sources.pictures import read_picture
from vision.workshop.zones.printed_decks import main

GAME = Path(__file__).parents[3] / "companion" / "games" / "zones"
DECKS = ("zones-tiles", "zones-tokens")


def deck(name: str) -> Deck:
    return load_deck(GAME / "faces" / name)


def printed(name: str) -> Deck:
    """The deck as it is printed."""
    folder = GAME / "faces" / name / "printed"
    faces = tuple(DeckFace(label, read_picture(folder / f"{label}.png")) for label in deck(name).labels)
    return replace(deck(name), faces=faces)


both_looks = pytest.mark.parametrize("look", [deck, printed], ids=["first", "printed"])


def test_there_is_a_tile_for_every_terrain_and_base_and_a_token_for_every_piece() -> None:
    pieces = set(tomllib.loads((GAME / "facts.toml").read_text(encoding="utf-8"))) - {"roster"}
    assert set(deck("zones-tiles").labels) == {*TERRAINS, "base-blue", "base-white"}
    assert set(deck("zones-tokens").labels) == pieces
    assert [(deck(name).kind, deck(name).width_mm) for name in DECKS] == [("card", 46.0), ("disc", 28.0)]


def test_the_printed_look_is_drawn_anew_just_so(tmp_path: Path) -> None:
    main(GAME / "facts.toml", tmp_path)
    for name in DECKS:
        kept = sorted(path.name for path in (GAME / "faces" / name / "printed").iterdir())
        assert kept == sorted(
            f"{label}.png" for label in (*deck(name).labels, *(["back"] * bool(deck(name).backs)))
        )
        for file in kept:
            one, other = (
                read_picture(folder / name / "printed" / file).astype(np.float32)
                for folder in (GAME / "faces", tmp_path)
            )
            # Other releases of the painter may smooth edges a little otherwise.
            assert one.shape == other.shape
            assert np.abs(one - other).mean() < 2.0, file


@both_looks
def test_no_tile_and_no_token_looks_like_another(look: Callable[[str], Deck]) -> None:
    assert all(look_alikes(look(name)) == () for name in DECKS)
    names = [short(entry["name"]) for entry in _pieces()]
    assert len(set(names)) == len(names)


@both_looks
def test_tiles_are_the_same_from_both_sides(look: Callable[[str], Deck]) -> None:
    for face in look("zones-tiles").faces:
        turned = np.rot90(face.image, 2).astype(np.float32)
        assert np.abs(face.image - turned).mean() < 3.0, face.label


@both_looks
def test_tiles_differ_in_lightness_as_well_as_in_hue(look: Callable[[str], Deck]) -> None:
    light = {
        face.label: float(np.median(cv2.cvtColor(face.image, cv2.COLOR_BGR2LAB)[..., 0]))
        for face in look("zones-tiles").faces
    }
    for one, other in combinations(light, 2):
        assert abs(light[one] - light[other]) >= 12, (one, other, light)


@both_looks
def test_the_two_sides_are_told_apart_without_colours(look: Callable[[str], Deck]) -> None:
    inside = int(0.1 * 168)  # px from the left: within the rim, beside the symbol
    grey = {
        face.label: float(cv2.cvtColor(face.image, cv2.COLOR_BGR2GRAY)[84, inside])
        for face in look("zones-tokens").faces
    }
    sides = {entry["id"]: entry["side"] for entry in _pieces()}
    blue = [value for piece, value in grey.items() if sides[piece] == "midgard"]
    white = [value for piece, value in grey.items() if sides[piece] == "trolls"]
    assert max(blue) + 100 < min(white)


def _pieces() -> list[dict[str, str]]:
    raw = tomllib.loads((GAME / "facts.toml").read_text(encoding="utf-8"))
    return [entry | {"id": piece} for piece, entry in raw.items() if piece != "roster"]
