"""Blends networks of one form; needs `onnx`.

`python -m vision.workshop.training.blend OUT.onnx OLD.onnx=0.5 NEW.onnx=0.5`. The mean of a network before
and after further training retains more than the trained one alone (Wortsman et al. 2022, "Robust fine-tuning
of zero-shot models").
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from vision.arrays import Values


def blend(networks: Sequence[tuple[Path, float]], out: Path) -> None:
    """Writes the weighted mean of networks (each with its share) as a file of the last one's kind.

    Raises ValueError if their forms differ.
    """
    read = [(onnx.load(file), share) for file, share in networks]
    numbers = [[values for _, values in _weights(model)] for model, _ in read]
    if len({tuple(values.shape for values in one) for one in numbers}) != 1:
        raise ValueError("expected networks of one form")
    made = read[-1][0]
    tensors = {tensor.name: tensor for tensor in made.graph.initializer}
    for number, (name, last) in enumerate(_weights(made)):
        mean = sum(share * one[number] for one, (_, share) in zip(numbers, read, strict=True))
        kind = numpy_helper.to_array(tensors[name]).dtype
        tensors[name].CopyFrom(numpy_helper.from_array(np.reshape(mean, last.shape).astype(kind), name))
    out.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(made, out)


def _weights(model: onnx.ModelProto) -> list[tuple[str, Values]]:
    """A network's weights by name, in the order of use."""
    kept = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    widened = {node.output[0]: node.input[0] for node in model.graph.node if node.op_type == "Cast"}
    used = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")]
    names = [widened.get(name, name) for node in used for name in node.input[1:]]
    return [(name, kept[name].astype(np.float32)) for name in names]


def main(arguments: Sequence[str]) -> None:
    """Blends the files named."""
    told = [word.rpartition("=") for word in arguments[1:]]
    blend([(Path(file), float(share)) for file, _, share in told], Path(arguments[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
