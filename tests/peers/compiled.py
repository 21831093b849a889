"""The rules compiled to machine code by mypyc, in a copy: what a compiler brings to the same code.

`python -m tests.peers.compiled FOLDER` copies what it takes into FOLDER, a new one, and compiles there; it wants a C
compiler and Python's headers. In FOLDER everything runs as here: `python -m tests.peers.deck_builders`, or
`python -m ui.cli simulate zoondo`. Modules that define states and events stay as they are.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

MODULES = {
    "games/zombinion": (
        "answering", "draft", "effects", "happening", "knowing", "listing", "sampling", "scoring", "standstill",
        "steps", "tidying",
    ),
    "games/zones": ("acting", "capturing", "listing", "moving", "settling"),
    "games/zong": ("flicking", "listing", "moving"),
    "games/zoon/alternate": (
        "fights",
    ),
    "games/zoon/zoondo": (
        "fights",
    ),
    "games/zoon/family": ("unseen",),
}  # fmt: skip
"""Where random play spends its time, by folder of `companion`; those among them that mypyc can read."""
COPIED = ("companion", "ui", "tests/__init__.py", "tests/peers", "pyproject.toml")
BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
modules = sys.argv[1:]
sys.argv = ["compiled", "build_ext", "--inplace"]
setup(name="compiled", packages=[], ext_modules=mypycify(modules, opt_level="3", debug_level="0"))
"""


def compile_into(folder: Path) -> None:
    """Copies the program into a new folder and compiles the rules there. Raises CalledProcessError."""
    home = Path(__file__).parents[2]
    folder.mkdir(parents=True)
    for name in COPIED:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (home / name).is_dir():
            shutil.copytree(home / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(home / name, target)
    modules = [f"companion/{where}/{name}.py" for where, names in MODULES.items() for name in names]
    subprocess.run([sys.executable, "-c", BUILD, *modules], cwd=folder, check=True)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("folder", type=Path)
    compile_into(reader.parse_args().folder)


if __name__ == "__main__":
    main()
