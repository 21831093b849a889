"""Teaches the network for leaning dice; needs torch 2.

`python -m vision.workshop.training.teach_leaning --kept FILE…` It learns from painted dice alone, with a
slightly wrong plane of the table, as in use.
"""

import argparse
import pickle
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.dice.reader import CROP_PX, DiePlace, square_on, table_slant
from vision.workshop.training.painted_dice import LEVEL_DEG, Painted, Scene
from vision.workshop.training.teach_dice import LEAST_VISIBLE, levelled, recoloured, save

COCKED_DEG = 12.0
"""Minimum lean in deg of a die that does not lie flat."""
CROPS_A_DIE = 2
LARGEST_PX = 90.0


def judge() -> nn.Sequential:
    """Levelled crop and the table's slope (4 x CROP_PX x CROP_PX) to the log odds of a lean."""
    layers: list[nn.Module] = []
    for before, after, halved in (
        (4, 12, True),
        (12, 18, True),
        (18, 26, False),
        (26, 26, True),
        (26, 30, False),
    ):
        layers += [nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
        layers += [nn.MaxPool2d(2)] if halved else []
    layers += [nn.Conv2d(30, 10, 1), nn.ReLU(), nn.Flatten(), nn.Dropout(0.1)]
    return nn.Sequential(*layers, nn.Linear(10 * (CROP_PX // 8) ** 2, 1))


Lesson = tuple[NDArray[np.uint8], float, float]
"""A crop turned by the table's slope, the slope (0..1), whether the die leans (0 or 1)."""


def lessons(scene: Scene, chance: np.random.Generator) -> list[Lesson]:
    """Crops of a picture's dice that clearly lean or clearly lie."""
    made: list[Lesson] = []
    plane = scene.camera.plane()
    for die in scene.dice:
        if die.visible < LEAST_VISIBLE or die.side_px > LARGEST_PX or LEVEL_DEG < die.lean < COCKED_DEG:
            continue
        for _ in range(CROPS_A_DIE):
            place = _about(die, chance)
            # A mat gives the slope to about a degree; neighbouring dice tell it less exactly.
            rough = float(np.radians(chance.choice([1.0, 4.0])))
            x, y = table_slant(plane, place)
            slope = (x + chance.normal(scale=rough), y + chance.normal(scale=rough))
            crop, steep = square_on(scene.picture, place, slope)
            made.append((crop, steep, float(die.lean >= COCKED_DEG)))
    return made


def _about(die: Painted, chance: np.random.Generator) -> DiePlace:
    """The reader's likely place of a die's top, less certain for a strong lean."""
    loose = 0.05 if die.lean < 25 else 0.12
    x, y = np.array(die.middle) + np.clip(chance.normal(scale=loose, size=2), -0.25, 0.25) * die.side_px
    return DiePlace(float(x), float(y), die.side_px * float(np.exp(chance.normal(scale=0.06))))


def teach(made: Sequence[Lesson], rounds: int, batch: int = 128, rate: float = 4e-3) -> nn.Sequential:
    """Teaches the network for leaning dice."""
    crops = torch.tensor(np.stack([m[0] for m in made])).permute(0, 3, 1, 2).contiguous()
    told = torch.tensor([m[1:] for m in made], dtype=torch.float32)
    share = float(told[:, 1].mean())
    network = judge().to(memory_format=torch.channels_last)
    taught = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=2e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(taught, rate, total_steps=rounds * (len(made) // batch) + 1)
    weight = torch.tensor((1 - share) / share)
    for turn in range(rounds):
        network.train()
        order, total = torch.randperm(len(made)), 0.0
        for k in range(len(made) // batch):
            drawn = order[k * batch : (k + 1) * batch]
            x = crops[drawn].float()
            if torch.rand(1) < 0.5:
                x = x.flip(3)
            shown = with_slope(levelled(recoloured(x)), told[drawn, 0])
            answer = network(shown.contiguous(memory_format=torch.channels_last))[:, 0]
            cost = functional.binary_cross_entropy_with_logits(answer, told[drawn, 1], pos_weight=weight)
            taught.zero_grad()
            cost.backward()
            taught.step()
            pace.step()
            total += float(cost.detach())
        print(f"judge: round {turn + 1} of {rounds}, loss {total * batch / len(made):.4f}", flush=True)
    return network.eval()


def with_slope(crops: Tensor, steep: Tensor) -> Tensor:
    """Crops with their slope as a fourth plane, as in `vision.dice.reader`."""
    plane = (2 * steep).view(-1, 1, 1, 1).expand(-1, 1, *crops.shape[2:])
    return torch.cat([crops, plane], 1)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--kept", nargs="+", type=Path, required=True, help="pickled painted pictures")
    arguments.add_argument("--rounds", type=int, default=16)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=Path("dice_lessons"))
    given = arguments.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    chance = np.random.default_rng(given.seed)
    made: list[Lesson] = []
    for file in given.kept:
        scenes: list[Scene] = pickle.loads(file.read_bytes())
        made += [lesson for scene in scenes for lesson in lessons(scene, chance)]
    print(f"{len(made)} crops, {sum(m[2] > 0 for m in made)} of dice that lean", flush=True)
    network = teach(made, given.rounds)
    save(network, (4, CROP_PX, CROP_PX), {0: "number"}, given.out / "die_leans.onnx")


if __name__ == "__main__":
    main()
