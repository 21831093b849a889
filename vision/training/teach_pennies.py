"""Teaches the penny readers: `python -m vision.training.teach_pennies --decks DIR… --frames DIR…`; needs torch 2.

Rule kept: most of what they learn from is painted; pictures with truth are added, never the only source. Without
`--frames` the weights stand on painted pennies alone.
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

from vision.penny_reading import CROP_PX, FIND_PX, WEIGHTS, penny_disc
from vision.training.frame_material import penny_crops
from vision.training.painted_pennies import Crop, painted

SIDES = ("heads", "tails")
BATCH = 128


def finder() -> nn.Sequential:
    """Crop in colour (3 x FIND_PX x FIND_PX) to two log odds: is a penny, and its visible part."""
    layers: list[nn.Module] = []
    for before, after in ((3, 12), (12, 24), (24, 32), (32, 48)):
        layers += [nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.ReLU()]
        layers += [nn.MaxPool2d(2)] if after < 48 else []
    return nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.2), nn.Linear(48 * (FIND_PX // 8) ** 2, 2))


def side_reader() -> nn.Sequential:
    """Evened grey crop (1 x CROP_PX x CROP_PX) to two logits: heads, tails."""
    layers: list[nn.Module] = []
    for before, after, halved in (
        (1, 16, True),
        (16, 32, True),
        (32, 48, True),
        (48, 64, False),
        (64, 64, True),
    ):
        layers += [nn.Conv2d(before, after, 3, padding=1), nn.BatchNorm2d(after), nn.ReLU()]
        layers += [nn.MaxPool2d(2)] if halved else []
    return nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.3), nn.Linear(64 * (CROP_PX // 16) ** 2, 2))


def _turned(crops: Tensor, most: float, shift: float, mirrored: bool, padding: str) -> Tensor:
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


def _evened(grey: Tensor, disc: Tensor) -> Tensor:
    """As `vision.penny_reading.heads_chances` prepares a crop."""
    weight = disc / disc.sum()
    middle = (grey * weight).sum((2, 3), keepdim=True)
    spread = ((grey - middle) ** 2 * weight).sum((2, 3), keepdim=True).sqrt()
    return (grey - middle) / (spread + 4) * disc


def _levelled(colour: Tensor) -> Tensor:
    """As `vision.penny_reading.penny_chances` prepares a crop."""
    brightness = colour.mean(1, keepdim=True)
    middle, spread = brightness.mean((2, 3), keepdim=True), brightness.std((2, 3), keepdim=True)
    return (colour - middle) / (spread + 12)


class _Course:
    """One network's lessons: batches drawn by weight, one-cycle learning rate."""

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


def teach_side(crops: list[Crop], share: NDArray[np.float32], rounds: int) -> nn.Sequential:
    """The network that tells heads from tails; `share` says how often each crop is drawn."""
    grey = np.stack([cv2.cvtColor(crop.picture, cv2.COLOR_BGR2GRAY) for crop in crops]).astype(np.float32)
    pictures = torch.tensor(grey)[:, None]
    answers = torch.tensor([SIDES.index(str(crop.label)) for crop in crops])
    disc = torch.tensor(penny_disc())

    def loss(network: nn.Sequential, drawn: Tensor) -> Tensor:
        x = _evened(_turned(pictures[drawn], np.pi, 0.03, True, "border"), disc)
        x = x + torch.randn_like(x) * torch.rand(len(x), 1, 1, 1) * 0.25 * disc
        return functional.cross_entropy(network(x), answers[drawn], label_smoothing=0.02)

    network = side_reader()
    _Course(network, pictures, torch.tensor(share)).run(loss, rounds, 2.5e-3, "side")
    return network


def teach_finder(crops: list[Crop], share: NDArray[np.float32], rounds: int) -> nn.Sequential:
    """The network that tells a penny from what else is round."""
    small = np.stack([cv2.resize(c.picture, (FIND_PX, FIND_PX), interpolation=cv2.INTER_AREA) for c in crops])
    pictures = torch.tensor(small.astype(np.float32)).permute(0, 3, 1, 2).contiguous()
    is_penny = torch.tensor([float(crop.label is not None) for crop in crops])
    visible = torch.tensor([crop.visible for crop in crops])

    def loss(network: nn.Sequential, drawn: Tensor) -> Tensor:
        x = torch.rot90(pictures[drawn], int(torch.randint(4, (1,))), (2, 3))
        x = _turned(x, 0.75, 0.015, True, "reflection") * torch.exp(torch.randn(len(drawn), 3, 1, 1) * 0.07)
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


def _shares(crops: list[Crop], painted_number: int) -> NDArray[np.float32]:
    """Painted crops once each; those of pictures half as much in sum, every label alike."""
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
    arguments.add_argument("--painted", type=int, default=30000, help="how many crops to paint")
    arguments.add_argument("--rounds", type=int, default=14)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=WEIGHTS)
    told = arguments.parse_args()
    torch.manual_seed(told.seed)
    torch.set_num_threads(1)
    chance = np.random.default_rng(told.seed)
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
    share = _shares(crops, number)
    of_sides = [k for k, crop in enumerate(crops) if crop.label is not None]
    side = teach_side([crops[k] for k in of_sides], share[of_sides], told.rounds)
    save(side, (1, CROP_PX, CROP_PX), told.out / "penny_side.onnx")
    save(teach_finder(crops, share, told.rounds), (3, FIND_PX, FIND_PX), told.out / "penny_found.onnx")


if __name__ == "__main__":
    main()
