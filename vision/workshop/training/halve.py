"""Halves the size of weights on disk: stored as 16-bit numbers, widened on loading.

Run by hand after training: `python -m vision.workshop.training.halve vision/weights/*.onnx`. Needs `onnx`.
The network computes in 32 bits as before and loses only the last digits of its weights.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SMALLEST = 64
"""Minimum size of a tensor to be halved."""


def halve(path: Path) -> tuple[int, int]:
    """Rewrites an ONNX file with 16-bit weights; returns its size in bytes before and after.

    An already halved file stays unchanged.
    """
    before = path.stat().st_size
    model = onnx.load(path)
    kept, casts = [], []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size < SMALLEST:
            kept.append(tensor)
            continue
        narrow = f"{tensor.name}_half"
        kept.append(numpy_helper.from_array(values.astype(np.float16), narrow))
        casts.append(helper.make_node("Cast", [narrow], [tensor.name], to=TensorProto.FLOAT))
    if not casts:
        return before, before
    nodes = [*casts, *model.graph.node]
    del model.graph.initializer[:], model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    partial = path.with_suffix(".part")
    onnx.save(model, partial)
    partial.replace(path)
    return before, path.stat().st_size


def main(arguments: Sequence[str]) -> None:
    """Halves the files named."""
    for name in arguments:
        before, after = halve(Path(name))
        print(f"{name}: {before} bytes, now {after}")


if __name__ == "__main__":
    main(sys.argv[1:])
