"""One command per recipe trains from a seed to halved weights.

`python -m vision.workshop.training.recipes dice` needs torch 2 and onnx; docs/training.md has each recipe's
folders, duration and results. `--share 0.01` paints and learns a hundredth: a dry run of all stages.
"""

import argparse
import re
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Stage:
    """One run of a module.

    `counts`: options for amounts of painting and learning; a blending module has none. `given`: the folders
    handed on. `more`: further arguments; `OUT` in them is the stages' folder, or its subfolder `within`.
    """

    module: str
    counts: tuple[tuple[str, int], ...]
    given: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    within: str = ""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Networks taught by one command, with its stages."""

    networks: tuple[str, ...]
    stages: tuple[Stage, ...]


def _blended(*folders: str) -> Stage:
    """The weighted mean of the shape networks in some folders, left in the first."""
    return Stage(
        "blend", (), (), tuple(re.sub(r"(=|$)", r"/disc_shape.onnx\1", word, count=1) for word in folders)
    )


RECIPES = {
    "outlines": Recipe(
        ("card_outline",),
        (
            Stage("teach_outlines", (("chunks", 24), ("rounds", 300)), (), ("--keep", "OUT/net.pt")),
            Stage(
                "teach_outlines",
                (("chunks", 56), ("rounds", 180)),
                (),
                ("--start", "OUT/net.pt", "--pace", "1.5e-3"),
            ),
        ),
    ),
    "dice": Recipe(
        ("die_found", "die_leans", "die_read"),
        (
            Stage("teach_dice", (("scenes", 9000),), ("decks",), ("--keep", "OUT/dice.pkl")),
            Stage("teach_leaning", (("rounds", 16),), (), ("--kept", "OUT/dice.pkl")),
            Stage("teach_dice", (("scenes", 3200),), ("decks",), ("--begun", "OUT", "--rounds", "5", "4")),
            Stage(
                "teach_dice",
                (("scenes", 5000),),
                ("decks",),
                ("--begun", "OUT", "--rounds", "0", "6", "--large", "0.3"),
            ),
        ),
    ),
    "discs": Recipe(
        ("disc_face", "disc_found", "disc_shape"),
        (
            Stage(
                "teach_discs",
                (("painted", 6000), ("steps", 20000)),
                ("fonts", "frames"),
                ("--only", "finder"),
            ),
            Stage(
                "teach_discs",
                (("painted", 6000), ("strangers", 900), ("steps", 20000)),
                ("fonts", "frames"),
                ("--only", "shapes", "--finder", "OUT"),
            ),
            Stage(
                "teach_discs",
                (("painted", 1500), ("strangers", 350), ("steps", 3600)),
                ("fonts",),
                ("--only", "shapes", "--finder", "OUT", "--begin", "OUT"),
                "first",
            ),
            _blended("OUT/both", "OUT=0.5", "OUT/first=0.5"),
            Stage(
                "teach_discs",
                (("painted", 1000), ("strangers", 250), ("steps", 2800)),
                ("fonts", "frames"),
                ("--only", "shapes", "--finder", "OUT", "--begin", "OUT/both"),
                "last",
            ),
            _blended("OUT", "OUT=0.5", "OUT/first=0.25", "OUT/last=0.25"),
            Stage("teach_discs", (("painted", 6000), ("steps", 20000)), ("fonts",), ("--only", "faces")),
        ),
    ),
    "coins": Recipe(
        ("coin_check", "coin_scan"),
        (
            Stage(
                "teach_coin_finding",
                (("painted", 3600), ("rounds", 10)),
                ("decks", "frames", "empty", "fonts", "pictures"),
            ),
        ),
    ),
    "pennies": Recipe(
        ("penny_found", "penny_side"),
        (
            Stage(
                "teach_pennies",
                (("painted", 30000), ("rounds", 14)),
                ("mesh", "frames"),
                ("--only", "side", "--courses", "2"),
            ),
            Stage(
                "teach_pennies",
                (("painted", 30000), ("rounds", 14)),
                ("decks", "frames"),
                ("--only", "finder"),
            ),
        ),
    ),
    "hands": Recipe(
        ("hand",),
        (Stage("teach_hands", (("painted", 2500), ("mixed", 1200), ("rounds", 18)), ("decks", "frames")),),
    ),
}
LEAST = {"rounds": 1, "steps": 1, "chunks": 1, "mixed": 10, "strangers": 5}
"""Minimum amounts at any share; of painted lessons LEAST_PAINTED, enough to fill a batch."""
LEAST_PAINTED = 48


def commands(
    recipe: Recipe, given: dict[str, Sequence[str]], out: Path, seed: int, share: float = 1.0
) -> list[list[str]]:
    """The commands of a recipe's stages; each stage paints by its own seed, counted up from `seed`."""
    made = []
    for number, stage in enumerate(recipe.stages):
        command = ["-m", f"vision.workshop.training.{stage.module}"]
        if stage.counts:
            command += ["--seed", str(seed + number), "--out", str(out / stage.within)]
        for name, count in stage.counts:
            least = min(count, LEAST.get(name, LEAST_PAINTED))
            command += [f"--{name}", str(max(least, round(share * count)))]
        for name in stage.given:
            command += [f"--{name}", *given[name]] if given.get(name) else []
        made.append(command + [word.replace("OUT", str(out)) for word in stage.more])
    return made


def _processor_s() -> float:
    """Processor seconds of the stages run so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("recipe", choices=sorted(RECIPES))
    folders = {
        "decks": "card faces, whose art is lent",
        "frames": "rendered pictures with truth",
        "empty": "pictures of tables without pennies",
        "fonts": "TrueType or OpenType fonts",
        "pictures": "any pictures without coins",
    }
    for name, meaning in folders.items():
        arguments.add_argument(f"--{name}", nargs="*", default=[], help=f"folders of {meaning}")
    arguments.add_argument(
        "--mesh", nargs="*", default=[], help="the folder of heads that teach_pennies names"
    )
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--share", type=float, default=1.0, help="how much of everything (0..1)")
    arguments.add_argument("--out", type=Path, required=True, help="folder for the weights")
    told = arguments.parse_args()
    told.out.mkdir(parents=True, exist_ok=True)
    recipe = RECIPES[told.recipe]
    for command in commands(recipe, vars(told), told.out, told.seed, told.share):
        before = _processor_s()
        print("python", *command, flush=True)
        subprocess.run([sys.executable, *command], check=True)
        print(f"took {(_processor_s() - before) / 60:.1f} minutes of one core", flush=True)
    files = [str(told.out / f"{name}.onnx") for name in recipe.networks]
    subprocess.run([sys.executable, "-m", "vision.workshop.training.halve", *files], check=True)


if __name__ == "__main__":
    main()
