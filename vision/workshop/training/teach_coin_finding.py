"""Teaches the coin finders; needs torch 2.

`python -m vision.workshop.training.teach_coin_finding --decks DIR… --frames DIR…` Most lessons are painted;
pictures with truth are added, never the only source; no photograph of a coin is used.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.arrays import Picture
from vision.networks import WEIGHTS
from vision.pennies.reader import CLOSE_PX, STEP_PX
from vision.workshop.training.coin_lessons import (
    LEVEL_SIDE,
    Close,
    Look,
    as_level,
    card_faces,
    closes,
    empty_scenes,
    frame_scenes,
    pieces,
    wanted_answers,
)
from vision.workshop.training.coin_scenes import Painter, Scene
from vision.workshop.training.coin_strangers import dice, discs, strangers

BATCH = 24


def scanner() -> nn.Sequential:
    """Picture (3 x H x W) to log odds, two shifts and log size per STEP_PX."""

    def layer(before: int, after: int, stride: int = 1, wide: int = 1) -> list[nn.Module]:
        convolution = nn.Conv2d(before, after, 3, stride, padding=wide, dilation=wide, bias=False)
        return [convolution, nn.BatchNorm2d(after), nn.ReLU()]

    layers = layer(3, 10, 2) + layer(10, 20, 2) + layer(20, 32)
    layers += layer(32, 32, wide=2) + layer(32, 32, wide=2)
    last = nn.Conv2d(32, 4, 1)
    with torch.no_grad():
        last.weight *= 0.3
        last.bias.copy_(torch.tensor([-4.0, 0.0, 0.0, 0.0]))  # few places are a penny's middle
    return nn.Sequential(*layers, last)


def scan_loss(answer: Tensor, heat: Tensor, told: Tensor) -> Tensor:
    """Focal loss of the heat (Zhou, Objects as Points), and distance of weighted shifts and size."""
    odds = answer[:, 0]
    chance = odds.sigmoid().clamp(1e-5, 1 - 1e-5)
    here = (heat > 0.999).float()
    counts = (heat >= 0).float()
    found = -here * (1 - chance) ** 2 * chance.log()
    invented = -(1 - here) * counts * (1 - heat.clamp(0, 1)) ** 4 * chance**2 * (1 - chance).log()
    number = here.sum().clamp(min=1)
    weight = told[:, 3:]
    off = functional.smooth_l1_loss(answer[:, 1:] * weight, told[:, :3] * weight, reduction="sum", beta=0.2)
    return ((found + invented).sum() + off) / number


def teach_scanner(scenes: list[Scene], rounds: int) -> nn.Sequential:
    """Teaches the network that scans a whole picture."""
    pictures = torch.tensor(np.stack([scene.picture for scene in scenes])).permute(0, 3, 1, 2).contiguous()
    wanted = [wanted_answers(scene.rings, LEVEL_SIDE // STEP_PX) for scene in scenes]
    heats = torch.tensor(np.stack([heat for heat, _ in wanted]))
    tolds = torch.tensor(np.stack([told for _, told in wanted]))
    network = scanner()

    def lesson(drawn: Tensor) -> Tensor:
        x = (pictures[drawn].float() - 128) / 64
        heat, told = heats[drawn], tolds[drawn]
        if torch.rand(1) < 0.5:
            x, heat, told = x.flip(3), heat.flip(2), told.flip(3)
            told = told * torch.tensor([-1.0, 1, 1, 1])[None, :, None, None]
        if torch.rand(1) < 0.5:
            x, heat, told = x.flip(2), heat.flip(1), told.flip(2)
            told = told * torch.tensor([1.0, -1, 1, 1])[None, :, None, None]
        if torch.rand(1) < 0.5:
            x, heat, told = x.transpose(2, 3), heat.transpose(1, 2), told.transpose(2, 3)[:, [1, 0, 2, 3]]
        bright = torch.exp(torch.randn(len(x), 3, 1, 1) * 0.04 + torch.randn(len(x), 1, 1, 1) * 0.15)
        x = ((x + 2) * bright - 2).clamp(-2, 2)
        return scan_loss(network(x), heat, told)

    course(network, lesson, len(scenes), rounds, 4e-3, "scan")
    return network


def checker() -> nn.Sequential:
    """Crop (3 x CLOSE_PX x CLOSE_PX) to log odds, visible share, two shifts, log size, two of the ellipse."""
    layers: list[nn.Module] = []
    for before, after, stride, pooled in (
        (3, 12, 2, False),
        (12, 24, 1, True),
        (24, 32, 1, False),
        (32, 40, 1, True),
        (40, 32, 1, False),
    ):
        layers += [
            nn.Conv2d(before, after, 3, stride, padding=1, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU(),
        ]
        layers += [nn.MaxPool2d(2)] if pooled else []
    return nn.Sequential(*layers, nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * (CLOSE_PX // 8) ** 2, 7))


def looking(scan: nn.Sequential) -> Look:
    """The first network as `vision.pennies.reader` runs it."""

    def look(padded: Picture) -> NDArray[np.float32]:
        batch = torch.tensor(padded).permute(2, 0, 1)[None].float()
        with torch.no_grad():
            return np.asarray(scan((batch - 128) / 64)[0].permute(1, 2, 0).numpy(), np.float32)

    return look


def _otherwise_lit(crops: Tensor) -> Tensor:
    """Crops (N x 3 x H x W, 0..255) under another lamp, with other contrast and saturation."""
    number = len(crops)
    steep = torch.exp(torch.randn(number, 1, 1, 1) * 0.2 + 0.05)
    x = (crops / 255).clamp(1e-3, 1) ** steep
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * torch.exp(torch.randn(number, 1, 1, 1) * 0.25)
    lamp = torch.exp(torch.randn(number, 3, 1, 1) * 0.06 + torch.randn(number, 1, 1, 1) * 0.1)
    return (x * lamp * 255).clamp(0, 255)


def teach_checker(crops: list[Close], rounds: int) -> nn.Sequential:
    """Teaches the network that examines crops."""
    crops = [close for close in crops if close.penny >= 0]
    pictures = torch.tensor(np.stack([close.crop for close in crops])).permute(0, 3, 1, 2).contiguous()
    is_penny = torch.tensor([close.penny for close in crops])
    answers = torch.tensor(np.stack([close.answer for close in crops]))
    network = checker()
    print(f"{len(crops)} crops, {int(is_penny.sum())} of pennies", flush=True)

    def lesson(drawn: Tensor) -> Tensor:
        x, y, told = pictures[drawn].float(), is_penny[drawn], answers[drawn]
        sign = torch.ones(6)
        if torch.rand(1) < 0.5:
            x, sign = x.flip(3), sign * torch.tensor([1.0, -1, 1, 1, 1, -1])
        if torch.rand(1) < 0.5:
            x, sign = x.flip(2), sign * torch.tensor([1.0, 1, -1, 1, 1, -1])
        told = told * sign
        if torch.rand(1) < 0.5:
            x = x.transpose(2, 3)
            told = told[:, [0, 2, 1, 3, 4, 5]] * torch.tensor([1.0, 1, 1, 1, -1, 1])
        x = _otherwise_lit(x)
        grey = x.mean(1, keepdim=True)
        middle, spread = grey.mean((2, 3), keepdim=True), grey.std((2, 3), keepdim=True)
        x = (x - middle) / (spread + 12)
        x = x + torch.randn_like(x) * torch.rand(len(x), 1, 1, 1) * 0.08
        odds = network(x)
        visible = (odds[:, 1].sigmoid() - told[:, 0]) ** 2
        off = functional.smooth_l1_loss(odds[:, 2:], told[:, 1:], reduction="none", beta=0.05).sum(1)
        chance = functional.binary_cross_entropy_with_logits(odds[:, 0], y * 0.99 + 0.005)
        return chance + ((visible + off) * y).mean() * 2

    course(network, lesson, len(crops), rounds, 3e-3, "check", 96)
    return network


def course(
    network: nn.Module,
    lesson: Callable[[Tensor], Tensor],
    number: int,
    rounds: int,
    rate: float,
    name: str,
    batch_size: int = BATCH,
) -> None:
    """One network's training: batches in random order, one-cycle learning rate."""
    taught = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    batches = number // batch_size
    pace = torch.optim.lr_scheduler.OneCycleLR(taught, rate, total_steps=rounds * batches + 1)
    network.train()
    for turn in range(rounds):
        total = 0.0
        order = torch.randperm(number)
        for batch in range(batches):
            cost = lesson(order[batch * batch_size : (batch + 1) * batch_size])
            taught.zero_grad()
            cost.backward()
            taught.step()
            pace.step()
            total += float(cost.detach())
        print(f"{name}: round {turn + 1} of {rounds}, loss {total / batches:.4f}", flush=True)
    network.eval()


def save(network: nn.Module, shape: tuple[int, ...], axes: dict[str, dict[int, str]], file: Path) -> None:
    """Writes the network as ONNX that OpenCV 4.10 and 5 both read."""
    network.eval()
    file.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        network, (torch.zeros(1, *shape),), str(file), dynamo=False, opset_version=12,
        input_names=["picture"], output_names=["answer"], dynamic_axes=axes,
    )  # fmt: skip


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    folders = {
        "decks": "folders of card faces",
        "pictures": "folders of any pictures without coins, as photographs of nature; printed on cards, too",
        "frames": "folders of pictures with truth",
        "empty": "folders of pictures of tables without pennies",
        "fonts": "folders of fonts for what is printed on discs",
    }
    for name, meaning in folders.items():
        arguments.add_argument(f"--{name}", nargs="*", type=Path, default=[], help=meaning)
    arguments.add_argument("--painted", type=int, default=3600, help="how many scenes to paint")
    arguments.add_argument("--rounds", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=WEIGHTS)
    told = arguments.parse_args()
    torch.manual_seed(told.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    chance = np.random.default_rng(told.seed)
    faces, pictures = card_faces(told.decks), card_faces(told.pictures, 900)
    painter = Painter(chance, faces + pictures)
    near = [painter.scene(640, 36, 84) for _ in range(told.painted // 6)]
    far = [painter.scene(320, 16, 42) for _ in range(told.painted - len(near))]
    change = [painter.scene(320, 16, 44, "change") for _ in range(told.painted // 9)]
    # Round shapes in the middle of a back are shown more often than any face.
    printed = Painter(chance, [*card_faces(told.decks, name="back*") * 3, *faces[::4]], 150)
    change += [printed.scene(320, 17, 44, "cards") for _ in range(told.painted // 11)]
    frames = [scene for folder in told.frames for scene in frame_scenes(folder)]
    empty = [scene for folder in told.empty for scene in empty_scenes(folder)]
    print(f"{len(near)} + {len(far)} + {len(change)} scenes, {len(frames)} pictures", flush=True)
    scaled = [(scene, 0.25) for scene in near] + [(scene, 0.5) for scene in far]
    levels = [as_level(scene, scale) for scene, scale in scaled]
    levels += [piece for scene in frames + empty for piece in pieces(scene, 10, chance)]
    levels += [piece for picture in pictures for piece in pieces(Scene(picture, ()), 5, chance)]
    scan = teach_scanner(levels, told.rounds)
    shape = {"picture": {2: "high", 3: "wide"}, "answer": {2: "rows", 3: "columns"}}
    save(scan, (3, LEVEL_SIDE, LEVEL_SIDE), shape, told.out / "coin_scan.onnx")
    scaled += [(scene, 0.5) for scene in change]
    scaled += [(scene, scale) for scene in frames + empty for scale in (0.85, 0.42, 0.21)]
    scaled += strangers(pictures, chance) + strangers(faces[::2], chance, times=1)
    scaled += dice(told.painted // 5, faces, chance)
    crops = closes(looking(scan), scaled, chance) + discs(told.painted // 9, font_files(told.fonts), chance)
    shape = {"picture": {0: "number"}, "answer": {0: "number"}}
    save(teach_checker(crops, told.rounds), (3, CLOSE_PX, CLOSE_PX), shape, told.out / "coin_check.onnx")


def font_files(folders: list[Path]) -> list[Path]:
    """The TrueType and OpenType fonts in folders and those within."""
    return sorted(f for folder in folders for f in folder.rglob("*") if f.suffix in (".ttf", ".otf"))


if __name__ == "__main__":
    main()
