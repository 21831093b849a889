"""Every network that is shipped says where it comes from, and is the one of which it is said."""

import hashlib
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.networks import WEIGHTS, network

TOLD: dict[str, dict[str, Any]] = tomllib.loads((WEIGHTS / "weights.toml").read_text("utf-8"))
ROOT = Path(__file__).parents[2]
FIELDS = {"recipe", "last_taught", "seed", "steps", "data", "figures", "source", "input", "sha256"}


def test_each_network_is_told_of_and_no_other() -> None:
    assert sorted(TOLD) == sorted(file.stem for file in WEIGHTS.glob("*.onnx"))
    assert {file.suffix for file in WEIGHTS.iterdir()} == {".onnx", ".toml"}


@pytest.mark.parametrize("name", TOLD)
def test_what_is_told_is_whole_and_of_this_file(name: str) -> None:
    told = TOLD[name]
    assert set(told) == FIELDS and all(told.values())
    assert hashlib.sha256((WEIGHTS / f"{name}.onnx").read_bytes()).hexdigest() == told["sha256"]
    recipe = ROOT / (told["recipe"].replace(".", "/") + ".py")
    assert f"{name}.onnx" in recipe.read_text("utf-8")


@pytest.mark.parametrize("name", TOLD)
def test_a_network_takes_what_it_is_said_to_take(name: str) -> None:
    taken = network(f"{name}.onnx")
    taken.setInput(np.zeros((1, *TOLD[name]["input"]), np.float32))
    assert np.isfinite(taken.forward()).all()
