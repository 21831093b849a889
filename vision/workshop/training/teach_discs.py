"""Teaches the disc networks; needs torch 2.

`python -m vision.workshop.training.teach_discs --fonts DIR… --frames DIR…` Every piece is painted. Pictures
lend only bare tables; without `--frames` all tables are painted too. `vision.workshop.training.recipes` has
the stages.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision import networks
from vision.arrays import Picture
from vision.decks.alike import FACE_PX
from vision.discs.reader import CLASSES, CROP_PX, SHAPES, evened_faces
from vision.workshop.training.disc_lessons import (
    FoundLesson,
    ShapeLesson,
    face_lessons,
    faces,
    found_lesson,
    mined_lessons,
    shape_lessons,
    shapes,
    shares,
    table_lessons,
)
from vision.workshop.training.disc_strangers import stranger_lessons
from vision.workshop.training.learnt import go_on_from
from vision.workshop.training.painted_discs import Scene, scene
from vision.workshop.training.painted_prints import Printer

OFTEN = 6
"""Weight of the few crops of real tables relative to painted ones."""
WARMING = 0.08
"""Share of the steps in which the learning rate rises; after it, it falls to 0."""
SAMPLE = 256
"""Number of pictures that initialise the layer statistics of a loaded network."""


def _layer(before: int, after: int, step: int = 1, wide: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride=step, padding=wide, dilation=wide, bias=False),
        nn.BatchNorm2d(after),
        nn.ReLU(),
    )


class FinderNetwork(nn.Module):
    """Picture (3 x H x W, both divisible by 8) to maps (4 x H/4 x W/4): log odds, log size, offset right and down."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(_layer(3, 10, 2), _layer(10, 20, 2), _layer(20, 20))
        self.far = nn.Sequential(
            _layer(20, 34, 2), _layer(34, 34), _layer(34, 34, wide=2), _layer(34, 34, wide=3)
        )
        self.back = nn.Conv2d(34, 20, 1)
        self.both = _layer(20, 20)
        self.answer = nn.Conv2d(20, 4, 1)
        nn.init.constant_(self.answer.bias[:1], -4.0)

    def forward(self, picture: Tensor) -> Tensor:
        near = self.near(picture)
        far = functional.interpolate(self.back(self.far(near)), scale_factor=2, mode="nearest")
        return self.answer(self.both(near + far))


def shape_network() -> nn.Sequential:
    """Evened crop (3 x CROP_PX x CROP_PX) to shapes' log odds (4), seven numbers, log odds of being visible."""
    layers: list[nn.Module] = [_layer(3, 28, 2), _layer(28, 28), _layer(28, 40, 2), _layer(40, 40)]
    layers += [_layer(40, 56, 2), nn.Flatten(), nn.Linear(56 * (-(-CROP_PX // 8)) ** 2, len(SHAPES) + 8)]
    return nn.Sequential(*layers)


def face_network() -> nn.Sequential:
    """Evened face (3 x FACE_PX x FACE_PX) to log odds of CLASSES."""
    layers: list[nn.Module] = [
        _layer(3, 16),
        nn.MaxPool2d(2),
        _layer(16, 32),
        _layer(32, 32),
        nn.MaxPool2d(2),
    ]
    layers += [_layer(32, 48), nn.MaxPool2d(2), nn.Flatten(), nn.Dropout(0.3)]
    layers += [nn.Linear(48 * (FACE_PX // 8) ** 2, len(CLASSES))]
    return nn.Sequential(*layers)


def _relit(pictures: Tensor) -> Tensor:
    """Pictures (0..255) under another lamp: brighter or darker, more or less contrast, warmer or colder."""
    number = len(pictures)
    gains = torch.exp(torch.randn(number, 3, 1, 1) * 0.06 + torch.randn(number, 1, 1, 1) * 0.2)
    return (pictures * gains + torch.randn(number, 1, 1, 1) * 8).clamp(0, 255)


def _train(network: nn.Module, steps: int, rate: float, name: str, loss: Any) -> None:
    """Trains for `steps`; the learning rate falls to 0."""
    taught = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    network.train()
    total = 0.0
    for step in range(1, steps + 1):
        gone = step / steps
        for group in taught.param_groups:
            group["lr"] = rate * min(1.0, gone / WARMING) * (0.5 + 0.5 * float(np.cos(np.pi * gone)))
        cost = loss()
        taught.zero_grad()
        cost.backward()
        taught.step()
        total += float(cost.detach())
        if step % 200 == 0:
            print(f"{name}: step {step} of {steps}, loss {total / 200:.4f}", flush=True)
            total = 0.0
    network.eval()


def teach_finder(
    lessons: list[FoundLesson], steps: int, begin: Path | None = None, batch: int = 16
) -> nn.Module:
    """Teaches the finder. Map loss of X. Zhou et al. 2019, weighted by the certainty of the target."""
    network = FinderNetwork()
    pictures = torch.tensor(np.stack([lesson.picture for lesson in lessons]).transpose(0, 3, 1, 2))
    if begin is not None:
        go_on_from(network, begin / "disc_found.onnx", (pictures[:SAMPLE].float() - 110.0) / 64)
    maps = torch.tensor(np.stack([lesson.maps for lesson in lessons]))

    def loss() -> Tensor:
        drawn = torch.randint(len(pictures), (batch,))
        x, y = pictures[drawn].float(), maps[drawn]
        if torch.rand(()) < 0.5:
            x, y = x.flip(3), torch.cat([y[:, :2], -y[:, 2:3], y[:, 3:]], 1).flip(3)
        if torch.rand(()) < 0.5:
            x, y = x.flip(2), torch.cat([y[:, :3], -y[:, 3:4], y[:, 4:]], 1).flip(2)
        if torch.rand(()) < 0.5:
            x, y = x.transpose(2, 3), y[:, [0, 1, 3, 2, 4, 5]].transpose(2, 3)
        answer = network((_relit(x) - 110.0) / 64)
        p = torch.sigmoid(answer[:, 0]).clamp(1e-5, 1 - 1e-5)
        hit = y[:, 0] > 0.999
        missed = -((1 - p) ** 2) * p.log() * hit
        invented = -((1 - y[:, 0]) ** 4) * p**2 * (1 - p).log() * ~hit * y[:, 4]
        count = hit.sum().clamp(min=1)
        off = (
            functional.smooth_l1_loss(answer[:, 1:4], y[:, 1:4], reduction="none", beta=0.1).sum(1) * y[:, 5]
        ).sum()
        return (missed + invented).sum() / count + 0.5 * off / y[:, 5].sum().clamp(min=1)

    _train(network, steps, 4e-3 if begin is None else 1.5e-3, "finder", loss)
    return network


def teach_shapes(
    crops: Picture, told: NDArray[np.float32], steps: int, begin: Path | None = None, batch: int = 128
) -> nn.Module:
    """Teaches the network of shapes."""
    network = shape_network()
    pictures, answers = torch.from_numpy(crops), torch.tensor(told)
    often = torch.tensor(shares(told))
    if begin is not None:
        sample = pictures[torch.multinomial(often, SAMPLE, replacement=True)].float()
        go_on_from(network, begin / "disc_shape.onnx", _even(sample))

    def loss() -> Tensor:
        drawn = torch.multinomial(often, batch, replacement=True)
        x, y = _relit(pictures[drawn].float()), answers[drawn].clone()
        if (
            torch.rand(()) < 0.25
        ):  # a piece is one in whatever colours; a coin is not: a green one is a draughtsman
            x = torch.where(y[:, 11, None, None, None] > 0, x[:, torch.randperm(3)], x)
        for axis, first in ((3, 1), (2, 2)):
            if torch.rand(()) < 0.5:
                x = x.flip(axis)
                y[:, [first, first + 2]] *= -1
                y[:, 7] *= -1
        if torch.rand(()) < 0.5:
            x, y = x.transpose(2, 3), y[:, [0, 2, 1, 4, 3, 5, 6, 7, 8, 9, 10, 11]]
            y[:, 6] *= -1
        answer = network(_even(x))
        kind = functional.cross_entropy(answer[:, :4], y[:, 0].long(), reduction="none", label_smoothing=0.01)
        numbers = functional.smooth_l1_loss(answer[:, 4:11], y[:, 1:8], reduction="none", beta=0.05).sum(1)
        seen = functional.binary_cross_entropy_with_logits(
            answer[:, 11], y[:, 8].clamp(0, 1), reduction="none"
        )
        counted = y[:, 9]
        return (
            3 * (kind * y[:, 10]).sum() + 2 * (numbers * counted).sum() + 0.3 * (seen * counted).sum()
        ) / len(x)

    _train(network, steps, 3e-3 if begin is None else 2e-3, "shapes", loss)
    return network


def _even(x: Tensor) -> Tensor:
    """The input normalisation of `vision.discs.reader.evened`."""
    grey = x.mean(1, keepdim=True)
    return (x - grey.mean((2, 3), keepdim=True)) / (x.std((1, 2, 3), keepdim=True, correction=0) + 10)


def teach_faces(
    crops: Picture, told: NDArray[np.int64], steps: int, begin: Path | None = None, batch: int = 128
) -> nn.Module:
    """Teaches the reader of faces; each face is shown equally often, `other` and `blank` thrice as often."""
    network = face_network()
    pictures, answers = torch.tensor(crops), torch.tensor(told)
    if begin is not None:
        sample = evened_faces(crops[:SAMPLE].astype(np.float32))
        go_on_from(network, begin / "disc_face.onnx", torch.tensor(sample))
    often = np.bincount(told, minlength=len(CLASSES)).astype(np.float64)
    wanted = np.ones(len(CLASSES))
    wanted[-2:] = 3.0
    weights = torch.tensor((wanted / np.maximum(often, 1))[told])

    def loss() -> Tensor:
        drawn = torch.multinomial(weights, batch, replacement=True)
        x = pictures[drawn].float()
        angle = torch.rand(len(x)) * 2 * np.pi
        c, s, zero = angle.cos(), angle.sin(), torch.zeros(len(x))
        turn = torch.stack([torch.stack([c, -s, zero], 1), torch.stack([s, c, zero], 1)], 1)
        grid = functional.affine_grid(turn, list(x.shape), align_corners=False)
        x = _relit(functional.grid_sample(x, grid, align_corners=False, padding_mode="border"))
        x = x + torch.randn_like(x) * torch.rand(len(x), 1, 1, 1) * 8
        even = torch.tensor(evened_faces(x.numpy()))
        return functional.cross_entropy(network(even), answers[drawn], label_smoothing=0.01)

    _train(network, steps, 3e-3 if begin is None else 1e-3, "faces", loss)
    return network


def save(network: nn.Module, shape: tuple[int, ...], file: Path, free: dict[int, str]) -> None:
    """Writes the network as ONNX that OpenCV 4.10 and 5 both read; `free` names the axes that may vary."""
    network.eval()
    file.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        network, (torch.zeros(*shape),), str(file), dynamo=False, opset_version=12,
        input_names=["picture"], output_names=["answer"], dynamic_axes={"picture": free, "answer": free},
    )  # fmt: skip


def empty_tables(folder: Path) -> list[Picture]:
    """A folder's pictures whose truth has neither disc nor pawn."""
    found = []
    for file in sorted(folder.glob("*.jpg")):
        told = [folder / f"{file.stem}.truth.json", folder / "objects" / f"{file.stem}.truth.json"]
        truth = next((json.loads(t.read_text()) for t in told if t.exists()), None)
        if truth is not None and all(thing["kind"] not in ("disc", "pawn") for thing in truth["objects"]):
            found.append(np.asarray(cv2.imread(str(file)), np.uint8))
    return found


def paint(fonts: list[Path], tables: list[Picture], number: int, seed: int) -> list[Scene]:
    """Painted scenes, on painted tables and on parts of the given ones."""
    files = sorted(f for folder in fonts for f in folder.rglob("*") if f.suffix in (".ttf", ".otf"))
    printer, chance = Printer(files), np.random.default_rng(seed)
    return [scene(printer, chance, tables) for _ in range(number)]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--fonts", nargs="*", type=Path, default=[], help="folders of TrueType or OpenType fonts"
    )
    arguments.add_argument(
        "--frames", nargs="*", type=Path, default=[], help="folders of pictures with truth"
    )
    arguments.add_argument("--painted", type=int, default=6000, help="how many scenes to paint")
    arguments.add_argument(
        "--strangers", type=int, default=900, help="pictures each of coins, dice and cards: what is no piece"
    )
    arguments.add_argument("--only", choices=("finder", "shapes", "faces"), help="teach but this one")
    arguments.add_argument("--steps", type=int, default=20_000, help="how long to teach each network")
    arguments.add_argument("--begin", type=Path, help="the folder of weights to begin with")
    arguments.add_argument("--finder", type=Path, help="the folder whose finder points: that of the product")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, required=True, help="folder for the weights")
    given = arguments.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    if given.finder is not None:
        networks.WEIGHTS = given.finder
    tables = [picture for folder in given.frames for picture in empty_tables(folder)]
    scenes = paint(given.fonts, tables, given.painted, given.seed)
    teach(scenes, tables, given)


def teach(scenes: list[Scene], tables: list[Picture], given: argparse.Namespace) -> None:
    """Teaches the three networks, or one of them, by `main`'s options and writes them to a folder.

    Shapes are learnt at the finds of the finder in `networks.WEIGHTS`.
    """
    chance = np.random.default_rng(given.seed)
    if given.only in (None, "finder"):
        lessons = [found_lesson(s, chance) for s in scenes for _ in range(2)]
        network = teach_finder(lessons, given.steps, given.begin)
        save(network, (1, 3, 192, 320), given.out / "disc_found.onnx", {2: "high", 3: "wide"})
    if given.only in (None, "shapes"):
        crops, about = shapes(all_shape_lessons(scenes, tables, given.strangers, chance))
        network = teach_shapes(crops, about, given.steps, given.begin)
        save(network, (1, 3, CROP_PX, CROP_PX), given.out / "disc_shape.onnx", {0: "number"})
    if given.only in (None, "faces"):
        read, told = faces([lesson for s in scenes for lesson in face_lessons(s, chance)])
        network = teach_faces(read, told, given.steps, given.begin)
        save(network, (1, 3, FACE_PX, FACE_PX), given.out / "disc_face.onnx", {0: "number"})


def all_shape_lessons(
    scenes: list[Scene], tables: list[Picture], strangers: int, chance: np.random.Generator
) -> list[ShapeLesson]:
    """The lessons of shapes: painted pieces, bare tables, and negatives."""
    lessons = [lesson for s in scenes for lesson in (*shape_lessons(s, chance), *mined_lessons(s))]
    lessons += OFTEN * [lesson for table in tables for lesson in table_lessons(table, chance)]
    return lessons + 2 * stranger_lessons(chance, strangers)


if __name__ == "__main__":
    main()
