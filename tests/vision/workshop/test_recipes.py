"""Every network has a recipe, lessons come from their seed alone, and a small network learns what it did before."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.networks import WEIGHTS
from vision.workshop.training.coin_things import coin_texture
from vision.workshop.training.disc_lessons import shape_lessons, shapes, shares
from vision.workshop.training.painted_dice import Wanted
from vision.workshop.training.painted_dice import painted as painted_die
from vision.workshop.training.painted_discs import scene as disc_scene
from vision.workshop.training.painted_hands import scene as hand_scene
from vision.workshop.training.painted_pennies import painted as painted_penny
from vision.workshop.training.painted_prints import Printer
from vision.workshop.training.painted_tables import painted_table
from vision.workshop.training.recipes import RECIPES, commands

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
TRAINING = Path(__file__).parents[3] / "vision" / "workshop" / "training"
FOLDERS = {name: ["A", "B"] for name in ("decks", "empty", "fonts", "frames", "pictures")} | {"mesh": ["M"]}
PAINTERS: dict[str, tuple[Callable[[np.random.Generator], Picture | Floats], float]] = {
    "coins": (lambda chance: 255 * coin_texture(chance), 92.2),
    "dice": (
        lambda chance: painted_die(chance, [np.full((256, 256, 3), 90, np.float32)], Wanted()).picture,
        185.7,
    ),
    "discs": (lambda chance: disc_scene(Printer(), chance).picture, 83.9),
    "hands": (lambda chance: hand_scene(chance, ()).picture, 80.0),
    "outlines": (lambda chance: painted_table(chance).picture, 74.1),
    "pennies": (lambda chance: painted_penny("heads", chance, ()).picture, 160.1),
}
"""What each recipe learns from, and how bright three of its pictures are in the mean, as recorded on 2026-11-24."""


def test_every_network_is_taught_by_one_recipe() -> None:
    taught = sorted(name for recipe in RECIPES.values() for name in recipe.networks)
    told = tomllib.loads((WEIGHTS / "weights.toml").read_text("utf-8"))
    assert taught == sorted(told)
    for recipe in RECIPES.values():
        modules = {f"vision.workshop.training.{stage.module}" for stage in recipe.stages if stage.counts}
        assert {told[name]["recipe"] for name in recipe.networks} == modules


@pytest.mark.parametrize("name", RECIPES)
def test_what_a_recipe_says_its_modules_take(name: str) -> None:
    for share in (1.0, 0.001):
        for command in commands(RECIPES[name], FOLDERS, Path("made"), 5, share):
            module = TRAINING / f"{command[1].rpartition('.')[2]}.py"
            said = module.read_text("utf-8")
            options = [word for word in command if word.startswith("--")]
            assert len(options) == len(set(options)) and "OUT" not in " ".join(command)
            for option in options:
                assert f'"{option}"' in said or f'"{option[2:]}": "' in said


@pytest.mark.parametrize("name", PAINTERS)
def test_lessons_come_from_their_seed_alone(name: str) -> None:
    paint, bright = PAINTERS[name]
    first, again = (
        [paint(chance) for _ in range(3)] for chance in (np.random.default_rng(4), np.random.default_rng(4))
    )
    assert all((one == other).all() for one, other in zip(first, again, strict=True))
    assert float(np.mean([picture.mean() for picture in first])) == pytest.approx(bright, abs=1.0)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_small_network_taught_anew_learns_what_it_did(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="recipes need torch, which is no dependency")
    from vision.workshop.training import teach_discs

    torch.manual_seed(1)
    torch.set_num_threads(1)
    chance = np.random.default_rng(1)
    scenes = [disc_scene(Printer(), chance) for _ in range(30)]
    crops, told = shapes([lesson for scene in scenes for lesson in shape_lessons(scene, chance)])
    network = teach_discs.teach_shapes(crops, told, 300, batch=32)
    file = tmp_path / "small.onnx"
    teach_discs.save(network, (1, 3, *crops.shape[2:]), file, {0: "number"})
    shown = np.array(teach_discs._even(torch.from_numpy(crops).float()), np.float32)
    with torch.no_grad():
        answers = network(torch.from_numpy(shown)).numpy()
    opened = cv2.dnn.readNetFromONNX(str(file))
    opened.setInput(shown)
    assert np.abs(opened.forward() - answers).max() < 1e-3
    right = np.average(answers[:, :4].argmax(axis=1) == told[:, 0], weights=shares(told) * told[:, 10])
    assert right == pytest.approx(0.66, abs=0.07)  # recorded on 2026-11-24; whoever guesses has 0.45
