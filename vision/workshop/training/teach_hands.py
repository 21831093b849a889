"""Teaches the hand finder: `python -m vision.workshop.training.teach_hands --decks DIR… --frames DIR…`.

Needs torch 2. Scenes are shown at any turn, as arms come from all sides; most are painted.
"""

import argparse
import math
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.motion.hands import CELL, LOOK_HIGH, LOOK_WIDE
from vision.networks import WEIGHTS
from vision.workshop.training.frame_material import hand_material
from vision.workshop.training.painted_hands import HandScene, scene
from vision.workshop.training.teach_pennies import save

BATCH = 32


def _layer(before: int, after: int, step: int = 1) -> nn.Sequential:
    convolution = nn.Conv2d(before, after, 3, stride=step, padding=1)
    return nn.Sequential(convolution, nn.BatchNorm2d(after), nn.ReLU())


class HandNetwork(nn.Module):
    """An hourglass: picture (3 x LOOK_HIGH x LOOK_WIDE) to log odds of a hand in each cell."""

    def __init__(self) -> None:
        super().__init__()
        self.by_2 = _layer(3, 16, 2)
        self.by_4 = nn.Sequential(_layer(16, 24, 2), _layer(24, 24))
        self.by_8 = nn.Sequential(_layer(24, 40, 2), _layer(40, 40))
        self.by_16 = nn.Sequential(_layer(40, 64, 2), _layer(64, 64), _layer(64, 64))
        self.up_8, self.at_8 = nn.ConvTranspose2d(64, 32, 2, 2), _layer(72, 32)
        self.up_4, self.at_4 = nn.ConvTranspose2d(32, 16, 2, 2), _layer(40, 20)
        self.up_2, self.at_2 = nn.ConvTranspose2d(20, 8, 2, 2), _layer(24, 8)
        self.answer = nn.Conv2d(8, 1, 1)

    def forward(self, picture: Tensor) -> Tensor:
        half = self.by_2(picture)
        quarter = self.by_4(half)
        eighth = self.by_8(quarter)
        sixteenth = self.by_16(eighth)
        back = self.at_8(torch.cat([self.up_8(sixteenth), eighth], 1))
        back = self.at_4(torch.cat([self.up_4(back), quarter], 1))
        back = self.at_2(torch.cat([self.up_2(back), half], 1))
        answer: Tensor = self.answer(back)
        return answer


def _any_way(pictures: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
    """Each scene at any angle, perhaps mirrored, and near enough that nothing beyond it shows."""
    number = len(pictures)
    wide, high = 160.0, 90.0
    moves = torch.zeros(number, 2, 3)
    for k in range(number):
        most = math.pi if torch.rand(1) < 0.5 else 0.25
        angle = float(torch.rand(1) * 2 - 1) * most
        mirror = -1.0 if torch.rand(1) < 0.5 else 1.0
        c, s = abs(math.cos(angle)), abs(math.sin(angle))
        need = max((wide * c + high * s) / wide, (wide * s + high * c) / high) * (
            0.8 if torch.rand(1) < 0.3 else 0.97
        )
        zoom = float(torch.rand(1) * 0.2 + 0.8) / max(1.0, need)
        x, y = ((torch.rand(2) * 2 - 1) * max(0.0, 1 - zoom) * 0.5).tolist()
        c, s = math.cos(angle) * zoom, math.sin(angle) * zoom
        moves[k] = torch.tensor([[mirror * c, -s * high / wide, x], [mirror * s * wide / high, c, y]])
    grid = functional.affine_grid(moves, [number, 1, *pictures.shape[2:]], align_corners=False)
    coarse = functional.affine_grid(moves, [number, 1, *masks.shape[2:]], align_corners=False)
    return (
        functional.grid_sample(pictures, grid, align_corners=False, padding_mode="border"),
        functional.grid_sample(masks, coarse, align_corners=False, padding_mode="border"),
    )


def _relit(pictures: Tensor) -> Tensor:
    """Other gains, gamma, noise; then the input normalisation of `vision.motion.hands.hand_chances`."""
    number = len(pictures)
    seen = (pictures * torch.exp(torch.randn(number, 3, 1, 1) * 0.1)).clamp(0, 255)
    seen = 255 * (seen / 255 + 1e-4) ** torch.exp(torch.randn(number, 1, 1, 1) * 0.25)
    even = seen / (seen.mean((1, 2, 3), keepdim=True) + 8) - 1
    return even + torch.randn_like(even) * torch.rand(number, 1, 1, 1) * 0.04


def teach(scenes: list[HandScene], rounds: int) -> HandNetwork:
    """Teaches the network that marks hands and arms."""
    size, cells = (LOOK_WIDE, LOOK_HIGH), (LOOK_WIDE // CELL, LOOK_HIGH // CELL)
    looks = np.stack([cv2.resize(s.picture, size, interpolation=cv2.INTER_AREA) for s in scenes])
    pictures = torch.tensor(looks).permute(0, 3, 1, 2).contiguous()
    masks = torch.tensor(np.stack([cv2.resize(s.hand, cells, interpolation=cv2.INTER_AREA) for s in scenes]))[
        :, None
    ]
    network = HandNetwork()
    taught = torch.optim.AdamW(network.parameters(), lr=3e-3, weight_decay=1e-3)
    batches = len(scenes) // BATCH
    pace = torch.optim.lr_scheduler.OneCycleLR(taught, 3e-3, total_steps=rounds * batches + 1, pct_start=0.2)
    for turn in range(rounds):
        total = 0.0
        for drawn in torch.randperm(len(scenes))[: batches * BATCH].split(BATCH):
            seen, hand = _any_way(pictures[drawn].float(), masks[drawn].float() / 255)
            odds = network(_relit(seen))
            chance = odds.sigmoid()
            both, either = (chance * hand).sum((1, 2, 3)), (chance + hand).sum((1, 2, 3))
            overlap = (1 - (2 * both + 20) / (either + 20)).mean()
            cost = 3 * functional.binary_cross_entropy_with_logits(odds, hand) + overlap
            taught.zero_grad()
            cost.backward()
            taught.step()
            pace.step()
            total += float(cost.detach())
        print(f"hands: round {turn + 1} of {rounds}, loss {total / max(1, batches):.4f}", flush=True)
    return network.eval()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--decks", nargs="*", type=Path, default=[], help="folders whose card faces lie about"
    )
    arguments.add_argument(
        "--frames", nargs="*", type=Path, default=[], help="folders of pictures with truth"
    )
    arguments.add_argument("--painted", type=int, default=2500, help="how many scenes are wholly painted")
    arguments.add_argument(
        "--mixed", type=int, default=1200, help="how many more with material of each folder"
    )
    arguments.add_argument("--rounds", type=int, default=18)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=WEIGHTS)
    told = arguments.parse_args()
    torch.manual_seed(told.seed)
    torch.set_num_threads(1)
    chance = np.random.default_rng(told.seed)
    files = [file for deck in told.decks for file in sorted(deck.glob("*.png"))]
    faces = tuple(
        np.asarray(cv2.resize(np.asarray(cv2.imread(str(file))), (64, 64)), np.uint8) for file in files
    )
    scenes = [scene(chance, faces) for _ in range(told.painted)]
    for folder in told.frames:
        tables, cutouts = hand_material(folder)
        scenes += [scene(chance, faces, tuple(tables), tuple(cutouts)) for _ in range(told.mixed)]
    print(f"{len(scenes)} scenes painted", flush=True)
    save(teach(scenes, told.rounds), (3, LOOK_HIGH, LOOK_WIDE), told.out / "hand.onnx")


if __name__ == "__main__":
    main()
