"""Loads an ONNX network's weights for further training. Needs `onnx`.

Rule kept: a loaded network answers as its file does before it is taught further.
"""

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def go_on_from(network: nn.Module, file: Path, sample: Tensor) -> None:
    """Loads the weights of an ONNX file of the same form; layers must be named in the order of use.

    The file folds every normalisation into the convolution before it. It is unfolded by the statistics of the
    `sample` (a training batch) in each layer, so that training continues seamlessly. Raises ValueError for a
    file of another form.
    """
    graph = onnx.load(file).graph
    known = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    known |= {node.output[0]: known[node.input[0]] for node in graph.node if node.op_type == "Cast"}
    told = [
        [known[name] for name in node.input[1:]] for node in graph.node if node.op_type in ("Conv", "Gemm")
    ]
    layers = list(network.modules())
    wanted = [layer for layer in layers if isinstance(layer, nn.Conv2d | nn.Linear)]
    norms = [layer for layer in layers if isinstance(layer, nn.BatchNorm2d)]
    if [list(weights[0].shape) for weights in told] != [list(layer.weight.shape) for layer in wanted]:
        raise ValueError(f"expected a network of the same form in {file}")
    waiting = iter(norms)
    for layer, weights in zip(wanted, told, strict=True):
        layer.weight.data = torch.tensor(weights[0], dtype=torch.float32)
        bias = layer.bias if layer.bias is not None else next(waiting).bias
        bias.data = torch.tensor(weights[1], dtype=torch.float32)
    _unfold(network, norms, sample)


def _unfold(network: nn.Module, norms: list[nn.BatchNorm2d], sample: Tensor) -> None:
    """Gives each normalisation the mean and spread of its input, and outputs that leave it unchanged."""
    shown: dict[nn.Module, Tensor] = {}
    for norm in norms:
        norm.weight.data = torch.sqrt(torch.ones(norm.num_features) + norm.eps)
        norm.register_forward_pre_hook(lambda one, given: shown.update({one: given[0].detach()}))
    network.eval()
    with torch.no_grad():
        network(sample)
    for norm in norms:
        mean, spread = shown[norm].mean((0, 2, 3)), shown[norm].var((0, 2, 3))
        norm.running_mean, norm.running_var = mean, spread
        norm.weight.data, norm.bias.data = torch.sqrt(spread + norm.eps), norm.bias.data + mean
        norm._forward_pre_hooks.clear()
