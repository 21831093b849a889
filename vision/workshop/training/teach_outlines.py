"""Teaches the outline finder: `python -m vision.workshop.training.teach_outlines --out DIR`; needs torch 2.

Everything is painted, with faces of no deck, so that every photograph is unseen. A lesson may continue an
earlier one (`--start`, `--keep`); `recipes` has the stages.
"""

import argparse
import math
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.arrays import Values
from vision.loose.outlines import CELL, CONTRAST, LEVEL, OFFSET_PX, USUAL_PX
from vision.networks import WEIGHTS
from vision.workshop.training.painted_tables import PaintedTable, painted_table
from vision.workshop.training.table_changes import changed

BATCH = 12
CHUNK = 250
WARMING = 100
"""Steps in which the learning rate rises to its initial value."""
LEAST_VISIBLE = 0.4
"""Visible share below which a card need not be found; below a third of it, it must not be found."""
SMALLEST_PX = 5.5
"""Half sides (geometric mean, px) below which a card need not be found."""


def _layer(before: int, after: int, step: int = 1) -> nn.Sequential:
    convolution = nn.Conv2d(before, after, 3, stride=step, padding=1, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after), nn.ReLU())


class _Twice(nn.Module):
    """Two layers with a skip connection."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(_layer(width, width), _layer(width, width))

    def forward(self, picture: Tensor) -> Tensor:
        seen: Tensor = picture + self.layers(picture)
        return seen


class OutlineNetwork(nn.Module):
    """An hourglass: picture (3 x high x wide, multiples of 32) to ten values per cell of CELL px.

    In order: log odds of the middle of a card's visible part; log odds that a card shows; offset to the
    card's own middle (2); log of its half sides as a scatter matrix (3); four times its angle (cos, sin); log
    odds of a card's edge.
    """

    def __init__(self) -> None:
        super().__init__()
        self.by_2 = _layer(3, 16, 2)
        self.by_4 = nn.Sequential(_layer(16, 24, 2), _Twice(24))
        self.by_8 = nn.Sequential(_layer(24, 40, 2), _Twice(40))
        self.by_16 = nn.Sequential(_layer(40, 56, 2), _Twice(56))
        self.by_32 = nn.Sequential(_layer(56, 64, 2), _layer(64, 64))
        self.up_16, self.up_8, self.up_4 = nn.Conv2d(64, 56, 1), nn.Conv2d(56, 40, 1), nn.Conv2d(40, 24, 1)
        self.at_16, self.at_8, self.at_4 = _layer(56, 56), _layer(40, 40), _layer(24, 32)
        self.answer = nn.Conv2d(32, 10, 1)
        bias = self.answer.bias
        assert bias is not None
        bias.data[0] = -4.0

    def forward(self, picture: Tensor) -> Tensor:
        quarter = self.by_4(self.by_2(picture))
        eighth = self.by_8(quarter)
        sixteenth = self.by_16(eighth)
        back = self.up_16(self.by_32(sixteenth))
        back = self.at_16(sixteenth + functional.interpolate(back, scale_factor=2.0, mode="nearest"))
        back = self.at_8(eighth + functional.interpolate(self.up_8(back), scale_factor=2.0, mode="nearest"))
        back = self.at_4(quarter + functional.interpolate(self.up_4(back), scale_factor=2.0, mode="nearest"))
        answer: Tensor = self.answer(back)
        return answer


def targets(table: PaintedTable) -> tuple[Values, Values]:
    """The network's targets (10 x rows x columns) and weights (3 x rows x columns: middle, shape, rest)."""
    rows, columns = table.owners.shape[0] // CELL, table.owners.shape[1] // CELL
    wanted = np.zeros((10, rows, columns), np.float32)
    counts = np.zeros((3, rows, columns), np.float32)
    counts[0] = 1.0
    counts[2] = 1.0
    sampled = table.owners[CELL // 2 :: CELL, CELL // 2 :: CELL]
    wanted[1] = sampled > 0
    steps = (table.owners[:, 1:] != table.owners[:, :-1])[:-1] | (table.owners[1:] != table.owners[:-1])[
        :, :-1
    ]
    edges = np.zeros(table.owners.shape, np.uint8)
    edges[1:, 1:] = steps
    wanted[9] = cv2.dilate(edges, np.ones((3, 3), np.uint8))[CELL // 2 :: CELL, CELL // 2 :: CELL]
    x, y = np.meshgrid(np.arange(columns) * CELL + CELL / 2 - 0.5, np.arange(rows) * CELL + CELL / 2 - 0.5)
    for number, (quad, visible) in enumerate(zip(table.quads, table.visible, strict=True), start=1):
        own = table.owners == number
        if visible < LEAST_VISIBLE / 3 or not own.any():
            continue
        one, other = (quad[1] + quad[2] - quad[0] - quad[3]) / 4, (quad[2] + quad[3] - quad[0] - quad[1]) / 4
        size = math.sqrt(abs(float(one[0] * other[1] - one[1] * other[0])))
        mine = sampled == number
        if visible < LEAST_VISIBLE or size < SMALLEST_PX:
            counts[0][mine] = 0.0
            continue
        down, across = np.nonzero(own)
        middle = np.array([across.mean(), down.mean()])
        shown = math.sqrt(len(across)) / 2
        apart = (x - middle[0]) ** 2 + (y - middle[1]) ** 2
        narrow = np.exp(-apart / (2 * max(0.22 * shown, 0.6 * CELL) ** 2))
        wanted[0] = np.maximum(wanted[0], narrow)
        here = np.exp(-apart / (2 * max(0.5 * shown, CELL) ** 2)) * (mine | (narrow > 0.6))
        better = here > counts[1]
        centre = quad.mean(axis=0)
        values, axes = np.linalg.eigh(np.outer(one, one) + np.outer(other, other))
        spread = axes @ np.diag(np.log(np.maximum(values, 1e-3)) / 2) @ axes.T
        turn = np.exp(4j * math.atan2(one[1], one[0])) + np.exp(4j * math.atan2(other[1], other[0]))
        turn /= max(abs(turn), 1e-6)
        told = ((spread[0, 0] + spread[1, 1]) / 2 - math.log(USUAL_PX), (spread[0, 0] - spread[1, 1]) / 2,
                spread[0, 1], turn.real, turn.imag)  # fmt: skip
        wanted[2][better] = ((centre[0] - x) / OFFSET_PX)[better]
        wanted[3][better] = ((centre[1] - y) / OFFSET_PX)[better]
        for channel, value in enumerate(told, start=4):
            wanted[channel][better] = value
        counts[1][better] = here[better]
    # the cell of a middle has the target 1
    peaks = (wanted[0] == cv2.dilate(wanted[0], np.ones((3, 3)))) & (wanted[0] > 0.5)
    wanted[0][peaks] = 1.0
    return wanted, counts


def cost(answer: Tensor, wanted: Tensor, counts: Tensor) -> Tensor:
    """Focal loss for middles (Law and Deng 2018), entropy for cards and edges, distance for shapes."""
    log_hit, log_miss = functional.logsigmoid(answer[:, 0]), functional.logsigmoid(-answer[:, 0])
    chance = answer[:, 0].sigmoid()
    at_peak = (wanted[:, 0] >= 1.0).float()
    hits = (1 - chance) ** 2 * log_hit * at_peak
    misses = (1 - wanted[:, 0]) ** 4 * chance**2 * log_miss * (1 - at_peak) * counts[:, 0]
    middle = -(hits.sum() + misses.sum()) / at_peak.sum().clamp(min=1)
    shape = (functional.smooth_l1_loss(answer[:, 2:9], wanted[:, 2:9], reduction="none", beta=0.05)
             * counts[:, 1:2]).sum() / counts[:, 1].sum().clamp(min=1)  # fmt: skip
    rest = functional.binary_cross_entropy_with_logits(answer[:, [1, 9]], wanted[:, [1, 9]])
    return middle + 2 * shape + rest


def _chunk(seed: int) -> list[PaintedTable]:
    cv2.setNumThreads(1)
    chance = np.random.default_rng(seed)
    return [painted_table(chance) for _ in range(CHUNK)]


def batch(tables: Sequence[PaintedTable], chance: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Pictures as from `loose_outlines.prepared`, randomly changed, with their targets."""
    shown = changed(tables, chance)
    pictures = torch.tensor(np.stack([table.picture for table in shown])).permute(0, 3, 1, 2).float()
    both = [targets(table) for table in shown]
    wanted = torch.tensor(np.stack([one for one, _ in both]))
    counts = torch.tensor(np.stack([other for _, other in both]))
    return (pictures - LEVEL) / CONTRAST, wanted, counts


def teach(network: OutlineNetwork, chunks: int, rounds: int, pace: float, seed: int) -> OutlineNetwork:
    """Trains for `rounds`, each on one of `chunks` times CHUNK painted tables.

    New tables join while they are painted, all by half of the rounds. The learning rate starts at `pace` and
    falls to 0 along a half cosine.
    """
    taught = torch.optim.AdamW(network.parameters(), lr=pace, weight_decay=1e-3)
    chance = np.random.default_rng(seed)
    joining, steps, all_steps = max(1, rounds // (2 * chunks)), 0, rounds * (CHUNK // BATCH)
    kept: list[list[PaintedTable]] = []
    network.train()
    with ProcessPoolExecutor(1) as painter:
        coming = [painter.submit(_chunk, seed * 1000 + number) for number in range(min(chunks, rounds))]
        for turn in range(rounds):
            if turn % joining == 0 and len(kept) < len(coming):
                kept.append(coming[len(kept)].result())
                tables = kept[-1]
            else:
                tables = kept[int(chance.integers(len(kept)))]
            total = 0.0
            for drawn in np.array_split(chance.permutation(CHUNK), CHUNK // BATCH):
                steps += 1
                now = pace * min(1.0, steps / WARMING) * 0.5 * (1 + math.cos(math.pi * steps / all_steps))
                for group in taught.param_groups:
                    group["lr"] = now
                pictures, wanted, counts = batch([tables[k] for k in drawn], chance)
                loss = cost(network(pictures), wanted, counts)
                taught.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), 5.0)
                taught.step()
                total += float(loss.detach())
            print(
                f"outlines: round {turn + 1} of {rounds}, {len(kept)} chunks, loss {total / (CHUNK // BATCH):.4f}",
                flush=True,
            )
    return network.eval()


def save(network: nn.Module, file: Path) -> None:
    """Writes the network as ONNX, for pictures of any size, that OpenCV 4.10 and 5 both read."""
    network.eval()
    file.parent.mkdir(parents=True, exist_ok=True)
    axes = {"picture": {2: "high", 3: "wide"}, "answer": {2: "rows", 3: "columns"}}
    torch.onnx.export(
        network, (torch.zeros(1, 3, 384, 640),), str(file), dynamo=False, opset_version=12,
        input_names=["picture"], output_names=["answer"], dynamic_axes=axes,
    )  # fmt: skip


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--chunks", type=int, default=56, help=f"how many times {CHUNK} tables are painted"
    )
    arguments.add_argument("--rounds", type=int, default=300)
    arguments.add_argument("--pace", type=float, default=3e-3, help="the learning rate at first")
    arguments.add_argument("--start", type=Path, help="what an earlier lesson left (net.pt)")
    arguments.add_argument("--keep", type=Path, help="where to leave this one's net.pt for another")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", type=Path, default=WEIGHTS)
    told = arguments.parse_args()
    torch.manual_seed(told.seed)
    torch.set_num_threads(1)
    network = OutlineNetwork()
    if told.start is not None:
        network.load_state_dict(torch.load(told.start, weights_only=True))
    taught = teach(network, told.chunks, told.rounds, told.pace, told.seed)
    save(taught, told.out / "card_outline.onnx")
    if told.keep is not None:
        torch.save(taught.state_dict(), told.keep)


if __name__ == "__main__":
    main()
