"""Teaches the dice networks: `python -m vision.workshop.training.teach_dice --decks DIR…`; needs torch 2.

They learn from painted dice alone; photographs and rendered pictures with truth remain a test.
"""

import argparse
import pickle
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from vision.arrays import Values
from vision.dice.reader import (
    ANSWERS,
    COARSE,
    CROP_PX,
    KINDS,
    LARGEST_PX,
    SMALLEST_PX,
    STRIDE,
    USUAL_PX,
    DiePlace,
    crop_at,
    foreshortening,
    peaks,
)
from vision.workshop.training.dice_grounds import ground
from vision.workshop.training.learnt import go_on_from
from vision.workshop.training.painted_dice import LEVEL_DEG, Painted, Scene, Wanted, painted

LEAST_VISIBLE = 0.6
"""Visible share of a die below which it is no lesson at all."""
CROPS_A_DIE = 2
TAUGHT = ("bulb", "window")
"""What lessons mirror in dice; the long thin lamp is left for measuring."""
SAMPLE = 256
"""Number of pictures that initialise the layer statistics of a loaded network."""


def finder() -> nn.Sequential:
    """Picture (3 x H x W, about -1..1) to (COARSE / STRIDE)² cells a block: log odds of a middle, log of size."""
    layers: list[nn.Module] = []
    for before, after, step in ((3, 8, 2), (8, 24, 2), (24, 32, 2), (32, 32, 1), (32, 32, 1), (32, 40, 1)):
        layers += [nn.Conv2d(before, after, 3, step, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
    last = nn.Conv2d(40, 2 * (COARSE // STRIDE) ** 2, 1)
    nn.init.constant_(last.bias, 0.0)
    last.bias.data[: (COARSE // STRIDE) ** 2] = -4.0
    return nn.Sequential(*layers, last)


def reader() -> nn.Sequential:
    """Levelled crop (3 x CROP_PX x CROP_PX) to ANSWERS numbers; see `vision.dice.reader`."""
    layers: list[nn.Module] = []
    for before, after, halved in (
        (3, 16, True),
        (16, 24, True),
        (24, 36, True),
        (36, 56, False),
        (56, 48, False),
    ):
        layers += [nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU()]
        layers += [nn.MaxPool2d(2)] if halved else []
    return nn.Sequential(
        *layers, nn.Flatten(), nn.Dropout(0.15), nn.Linear(48 * (CROP_PX // 8) ** 2, ANSWERS)
    )


def _maps(scene: Scene) -> tuple[Values, Values, Values, Values]:
    """Per cell: target heat, log size, weight of the size, weight of the heat."""
    cells = scene.picture.shape[0] // STRIDE
    y, x = np.mgrid[0:cells, 0:cells] * float(STRIDE) + (STRIDE - 1) / 2
    heat, size, sized = (np.zeros((cells, cells), np.float32) for _ in range(3))
    counted = np.ones((cells, cells), np.float32)
    for die in scene.dice:
        across, down = die.middle
        far = np.hypot(x - across, y - down)
        if die.side_px > 1.35 * LARGEST_PX:
            continue
        fits = SMALLEST_PX * 0.85 <= die.side_px <= LARGEST_PX * 1.1
        if die.visible < LEAST_VISIBLE or not fits or die.lean >= LEVEL_DEG:
            counted[far < die.side_px * 0.8] = 0
        if die.visible < LEAST_VISIBLE or not fits:
            continue
        wide = max(0.16 * die.side_px, 0.55 * STRIDE)
        peak = np.exp(-0.5 * (far / wide) ** 2)
        inner = far <= max(0.2 * die.side_px, 0.75 * STRIDE)
        heat = np.maximum(heat, peak.astype(np.float32))
        nearest = np.unravel_index(int(far.argmin()), far.shape)
        if far[nearest] < STRIDE:
            heat[nearest] = 1.0
            counted[nearest] = 1.0
        size[inner], sized[inner] = np.log(die.side_px / USUAL_PX), 1.0
    return heat, size, sized, counted


def teach_finder(
    scenes: Sequence[Scene], rounds: int, batch: int = 16, rate: float = 4e-3, begun: Path | None = None
) -> nn.Sequential:
    """Teaches the finder of dice, from scratch or from an earlier one (`begun`).

    Loss after CenterNet (Zhou et al. 2019).
    """
    pictures = torch.tensor(np.stack([s.picture for s in scenes])).permute(0, 3, 1, 2).contiguous()
    maps = torch.tensor(np.stack([np.stack(_maps(s)) for s in scenes]))
    network = finder()
    if begun is not None:
        go_on_from(network, begun, (pictures[:SAMPLE].float() - 128) / 128)
    steps = rounds * (len(scenes) // batch)
    taught = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(taught, rate, total_steps=steps + 1)
    parts = COARSE // STRIDE
    for turn in range(rounds):
        network.train()
        order, total = torch.randperm(len(scenes)), 0.0
        for k in range(len(scenes) // batch):
            drawn = order[k * batch : (k + 1) * batch]
            x, wanted = _varied(pictures[drawn].float(), maps[drawn])
            answer = functional.pixel_shuffle(network((x - 128) / 128), parts)
            heat, size, sized, counted = wanted.unbind(1)
            p = answer[:, 0].sigmoid().clamp(1e-5, 1 - 1e-5)
            hit = heat >= 0.999
            loss = torch.where(
                hit, -((1 - p) ** 2) * p.log(), -((1 - heat) ** 4) * p**2 * (1 - p).log() * counted
            ).sum() / hit.sum().clamp(min=1)
            off = ((answer[:, 1] - size).abs() * sized).sum() / sized.sum().clamp(min=1)
            cost = loss + off
            taught.zero_grad()
            cost.backward()
            taught.step()
            pace.step()
            total += float(cost.detach())
        print(f"finder: round {turn + 1} of {rounds}, loss {total * batch / len(scenes):.4f}", flush=True)
    return network.eval()


def _varied(x: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
    """Mirrors or quarter turns of both, with other light and colours of the picture."""
    if torch.rand(1) < 0.5:
        x, wanted = x.flip(3), wanted.flip(3)
    if torch.rand(1) < 0.4:
        quarter = int(torch.randint(1, 4, (1,)))
        x, wanted = torch.rot90(x, quarter, (2, 3)), torch.rot90(wanted, quarter, (2, 3))
    return recoloured(x), wanted


def recoloured(x: Tensor) -> Tensor:
    number = len(x)
    if torch.rand(1) < 0.3:
        x = x[:, torch.randperm(3)]
    if torch.rand(1) < 0.3:
        x = _turned_colours(x)
    gain = torch.exp(torch.randn(number, 3, 1, 1) * 0.08 + torch.randn(number, 1, 1, 1) * 0.25)
    x = x * gain + torch.randn(number, 1, 1, 1) * 8
    return (x + torch.randn_like(x) * torch.rand(number, 1, 1, 1) ** 2 * 7).clamp(0, 255)


def _turned_colours(x: Tensor) -> Tensor:
    """Colours rotated around their mean in BGR space: pips then differ in hue, not in grey."""
    axis = functional.normalize(torch.randn(len(x), 3), dim=1)
    angle = torch.rand(len(x), 1, 1) * 1.4
    zero = torch.zeros(len(x))
    cross = torch.stack(
        [zero, -axis[:, 2], axis[:, 1], axis[:, 2], zero, -axis[:, 0], -axis[:, 1], axis[:, 0], zero], 1
    ).view(-1, 3, 3)
    turn = torch.eye(3) + angle.sin() * cross + (1 - angle.cos()) * cross @ cross
    middle = x.mean((2, 3), keepdim=True)
    return torch.einsum("nij,njhw->nihw", turn, x - middle) + middle


def geometry(die: Painted, place: DiePlace) -> list[float]:
    """The reader's target for a die at a place: its ANSWERS - KINDS numbers."""
    x, y = die.middle
    edge = (die.quad[1] - die.quad[0]) / die.side_px
    flat = np.linalg.solve(foreshortening(die.normal), edge.astype(np.float64))
    turn = 4 * float(np.arctan2(flat[1], flat[0]))
    return [
        (x - place.x) / place.side, (y - place.y) / place.side, float(np.log(die.side_px / place.side)),
        *die.normal, float(np.cos(turn)), float(np.sin(turn)), float(die.lean >= LEVEL_DEG),
    ]  # fmt: skip


Lesson = tuple[NDArray[np.uint8], int, list[float], float, float]
"""Crop, kind, geometry, weight of the kind, weight of the geometry."""


def lessons(scene: Scene, network: nn.Sequential, chance: np.random.Generator) -> list[Lesson]:
    """Crops of a picture: its dice slightly off, and negatives."""
    made: list[Lesson] = []
    nothing = [0.0] * (ANSWERS - KINDS)
    for die in scene.dice:
        if die.visible < LEAST_VISIBLE:
            continue
        for _ in range(CROPS_A_DIE if die.side_px < 46 else 1):
            off = np.clip(chance.normal(scale=0.11, size=2), -0.27, 0.27) * die.side_px
            size = die.side_px * float(np.exp(np.clip(chance.normal(scale=0.16), -0.36, 0.36)))
            place = DiePlace(die.middle[0] + off[0], die.middle[1] + off[1], size)
            # The looks of a leaning die do not tell its uppermost face: it is not asked.
            steep = die.lean > 40
            kind = die.value or KINDS - 1
            weight = 1.0 if die.lean < 20 else 0.4 if not steep else 0.0
            made.append(
                (crop_at(scene.picture, place), kind, geometry(die, place), weight, 0.0 if steep else 1.0)
            )
        if chance.random() < 0.25:
            far = die.side_px * float(np.exp(chance.choice([-1, 1]) * chance.uniform(0.85, 1.6)))
            made.append((crop_at(scene.picture, DiePlace(*die.middle, far)), 0, nothing, 1.0, 0.0))
    with torch.no_grad():
        shown = torch.tensor(scene.picture).permute(2, 0, 1)[None].float()
        answer = functional.pixel_shuffle(network((shown - 128) / 128), COARSE // STRIDE)[0]
    hot = peaks(answer[0].sigmoid().numpy(), (USUAL_PX * answer[1].clamp(-2, 2).exp()).numpy(), 0.02)
    guesses = [DiePlace(p.x, p.y, p.side) for p in sorted(hot, key=lambda p: -p.heat)[:9]]
    wide = scene.picture.shape[0]
    for _ in range(2):
        x, y = chance.uniform(0, wide, size=2).tolist()
        guesses.append(DiePlace(x, y, float(chance.uniform(SMALLEST_PX, LARGEST_PX))))
    for place in guesses:
        if all(_beside(die, place) for die in scene.dice):
            made.append((crop_at(scene.picture, place), 0, nothing, 1.0, 0.0))
    return made


def _beside(die: Painted, place: DiePlace) -> bool:
    """Whether a place is a negative: its middle well off the die's top."""
    off = np.hypot(place.x - die.middle[0], place.y - die.middle[1])
    near = 0.62 if die.lean < LEVEL_DEG else 1.1
    return bool(off > near * die.side_px or not 0.45 < place.side / die.side_px < 2.2)


def teach_reader(
    made: Sequence[Lesson], rounds: int, batch: int = 128, rate: float = 4e-3, begun: Path | None = None
) -> nn.Sequential:
    """Teaches the reader of dice, from scratch or from an earlier one (`begun`)."""
    crops = torch.tensor(np.stack([m[0] for m in made])).permute(0, 3, 1, 2).contiguous()
    kinds = torch.tensor([m[1] for m in made])
    numbers = torch.tensor([m[2] for m in made], dtype=torch.float32)
    weights = torch.tensor([m[3:] for m in made], dtype=torch.float32)
    network = reader()
    if begun is not None:
        go_on_from(network, begun, levelled(crops[torch.randperm(len(crops))[:SAMPLE]].float()))
    network = network.to(memory_format=torch.channels_last)  # twice as quick on a processor
    steps = rounds * (len(made) // batch)
    taught = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=2e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(taught, rate, total_steps=steps + 1)
    signs = torch.tensor([-1.0, 1, 1, -1, 1, 1, -1, 1])
    scale = torch.tensor([4.0, 4, 3, 4, 4, 1, 1])
    for turn in range(rounds):
        network.train()
        order, total = torch.randperm(len(made)), 0.0
        for k in range(len(made) // batch):
            drawn = order[k * batch : (k + 1) * batch]
            x, told = crops[drawn].float(), numbers[drawn]
            if torch.rand(1) < 0.5:
                x, told = x.flip(3), told * signs
            if torch.rand(1) < 0.4:
                x, told = _quarter_turned(x, told)
            x = levelled(recoloured(x)).contiguous(memory_format=torch.channels_last)
            answer = network(x)
            asked, placed = weights[drawn].unbind(1)
            kind = functional.cross_entropy(answer[:, :KINDS], kinds[drawn], reduction="none")
            off = ((answer[:, KINDS:-1] - told[:, :-1]) * scale).abs().sum(1) * placed
            die = (kinds[drawn] > 0).float()
            lean = functional.binary_cross_entropy_with_logits(answer[:, -1], told[:, -1], reduction="none")
            cost = (kind * asked + 0.25 * off + 0.3 * lean * die).mean()
            taught.zero_grad()
            cost.backward()
            taught.step()
            pace.step()
            total += float(cost.detach())
        print(f"reader: round {turn + 1} of {rounds}, loss {total * batch / len(made):.4f}", flush=True)
    return network.eval()


def _quarter_turned(x: Tensor, told: Tensor) -> tuple[Tensor, Tensor]:
    """Crops and their geometry after a quarter turn: the right becomes the top."""
    off_x, off_y, size, slant_x, slant_y, *rest = told.unbind(1)
    return torch.rot90(x, 1, (2, 3)), torch.stack([off_y, -off_x, size, slant_y, -slant_x, *rest], 1)


def levelled(x: Tensor) -> Tensor:
    """The input normalisation of `vision.dice.reader.levelled`."""
    middle = x.mean((1, 2, 3), keepdim=True)
    spread = x.mean(1, keepdim=True).std((2, 3), keepdim=True, unbiased=False)
    return (x - middle) / (spread + 8)


def save(network: nn.Module, shape: tuple[int, ...], axes: dict[int, str], file: Path) -> None:
    """Writes the network as ONNX that OpenCV 4.10 and 5 both read."""
    network.eval()
    file.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        network, (torch.zeros(1, *shape),), str(file), dynamo=False, opset_version=12,
        input_names=["picture"], output_names=["answer"], dynamic_axes={"picture": axes, "answer": axes},
    )  # fmt: skip


def paint(
    number: int, decks: Sequence[Path], chance: np.random.Generator, large: float = 0.1, hard: float = 0.0
) -> list[Scene]:
    """So many pictures; this part (`large`) shows dice larger than the finder may answer to.

    `hard`: the part that shows what is hard to read: a lamp or a window mirrored in the tops, pips that hardly differ
    from the body, clear bodies, and (a fifth of them) a view from low down.
    """
    files = [file for deck in decks for file in sorted(deck.glob("*.png"))]
    faces = [np.asarray(cv2.resize(np.asarray(cv2.imread(str(f))), (200, 280)), np.uint8) for f in files]
    scenes: list[Scene] = []
    while len(scenes) < number:
        if len(scenes) % 800 == 0:
            grounds = [ground(chance, faces) for _ in range(160)]
            leaning = 0.5 if len(scenes) // 800 % 3 == 2 else 0.2
            print(f"{len(scenes)} of {number} pictures painted", flush=True)
        side_px = float(chance.uniform(46, 110)) if chance.random() < large else None
        worse, low = bool(hard and chance.random() < hard), bool(hard and chance.random() < hard / 5)
        most = 0 if chance.random() < 0.15 else 14 if chance.random() < 0.2 else 7
        scenes.append(
            painted(
                chance,
                grounds,
                Wanted(
                    side_px=side_px,
                    most=most,
                    leaning=leaning,
                    clutter=0.5,
                    blanks=0.05,
                    fancy=0.3,
                    ones=0.12,
                    straight=0.2,
                    reflexes=0.55 * worse,
                    mirrored=TAUGHT,
                    dim=0.35 * worse,
                    see_through=0.35 * worse,
                    least_deg=42.0 * low,
                    most_deg=58.0 if low else 55.0,
                    faces=faces,
                ),
            )
        )
    return scenes


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--decks", nargs="*", type=Path, default=[], help="folders whose faces lend their art"
    )
    arguments.add_argument("--scenes", type=int, default=9000, help="how many pictures to paint")
    arguments.add_argument(
        "--kept", nargs="*", type=Path, default=[], help="pickled pictures, in place of painting"
    )
    arguments.add_argument(
        "--keep", type=Path, help="where to pickle the pictures painted, for teach_leaning"
    )
    arguments.add_argument("--begun", type=Path, help="folder of weights (ONNX) to go on from")
    arguments.add_argument(
        "--rounds",
        nargs=2,
        type=int,
        default=(14, 12),
        help="of the finder, of the reader; a finder of no rounds stays as it was",
    )
    arguments.add_argument(
        "--large", type=float, default=0.1, help="which part of the pictures shows large dice (0..1)"
    )
    arguments.add_argument(
        "--hard",
        type=float,
        default=0.0,
        help="which part of the pictures shows dice that are hard to read (0..1)",
    )
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument(
        "--out", type=Path, default=Path("dice_lessons"), help="weights go here, to be halved"
    )
    told = arguments.parse_args()
    told.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(told.seed)
    torch.set_num_threads(1)
    chance = np.random.default_rng(told.seed)
    scenes: list[Scene] = [s for file in told.kept for s in pickle.loads(file.read_bytes())]
    scenes = scenes or paint(told.scenes, told.decks, chance, told.large, told.hard)
    if told.keep is not None:
        told.keep.write_bytes(pickle.dumps(scenes))
    begun = None if told.begun is None else (told.begun / "die_found.onnx", told.begun / "die_read.onnx")
    rate = 4e-3 if begun is None else 1.5e-3
    finds = teach_finder(scenes, told.rounds[0], rate=rate, begun=begun and begun[0])
    if told.rounds[0]:
        save(finds, (3, 192, 192), {0: "number", 2: "high", 3: "wide"}, told.out / "die_found.onnx")
    # Kept pictures give the same lessons as freshly painted ones.
    chance = np.random.default_rng((told.seed, 1))
    made = [lesson for scene in scenes for lesson in lessons(scene, finds, chance)]
    print(f"{len(made)} crops, {sum(m[1] == 0 for m in made)} of them no die", flush=True)
    reads = teach_reader(made, told.rounds[1], rate=rate, begun=begun and begun[1])
    save(reads, (3, CROP_PX, CROP_PX), {0: "number"}, told.out / "die_read.onnx")


if __name__ == "__main__":
    main()
