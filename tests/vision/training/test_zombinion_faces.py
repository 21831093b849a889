"""Zombinion's card pictures are those that the code draws from the game's facts, and none looks like another."""

import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.strips import FOLDER, deck
from vision.decks.alike import CLOSE_UP_TO, distance
from vision.decks.deck import DeckFace, look_alikes
from vision.training import zombinion_faces as zombinion
from vision.training.zombinion_faces import main
from vision.training.zombinion_symbols import SYMBOLS

FACTS = FOLDER.parents[1] / "facts.toml"


def test_every_card_of_the_game_has_a_face_and_no_other() -> None:
    kinds = set(tomllib.loads(FACTS.read_text(encoding="utf-8")))
    assert set(deck().labels) == kinds == set(SYMBOLS)
    assert (deck().name, deck().width_mm, deck().height_mm) == ("zombinion", 59.0, 91.0)


def test_the_pictures_are_drawn_anew_just_so(tmp_path: Path) -> None:
    main(FACTS, tmp_path)
    kept = sorted(path.name for path in FOLDER.iterdir() if path.is_file())
    assert sorted(path.name for path in tmp_path.iterdir()) == kept
    for name in kept:
        if name.endswith(".png"):
            one, other = (cv2.imread(str(folder / name)).astype(np.float32) for folder in (FOLDER, tmp_path))
            # Other releases of Pillow may smooth letters a little otherwise.
            assert one.shape == other.shape == (546, 354, 3)
            assert np.abs(one - other).mean() < 2.0, name


def test_no_face_looks_like_another_either_way_up() -> None:
    assert look_alikes(deck()) == ()


@pytest.mark.parametrize("face", deck().faces, ids=lambda face: face.label)
def test_no_face_looks_the_same_upside_down(face: DeckFace) -> None:
    assert distance(face.image, np.ascontiguousarray(np.rot90(face.image, 2))) > CLOSE_UP_TO


def test_the_pictures_are_light() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_200_000


def test_what_stands_on_a_card_is_what_the_facts_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str, int, tuple[str, ...]]] = []
    monkeypatch.setattr(zombinion, "draw_face", lambda card, *told: drawn.append((card, *told[:3])))
    monkeypatch.setattr(zombinion, "draw_back", lambda: None)
    monkeypatch.setattr(zombinion, "keep", lambda _picture, _file: None)
    main(FACTS, tmp_path)
    facts = tomllib.loads(FACTS.read_text(encoding="utf-8"))
    assert drawn == [
        (card, facts[card]["name"], facts[card]["cost"], tuple(facts[card]["types"])) for card, *_ in drawn
    ]
    assert len({(name, cost) for _, name, cost, _ in drawn}) == len(drawn) == len(facts)
