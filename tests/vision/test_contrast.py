"""Patches freed of light: thousands at once as one by one, and the same under another lamp."""

import numpy as np
import pytest

from vision.contrast import flat_unit, rows_that_stand_out, stand_out


@pytest.mark.parametrize("shape", [(18, 13), (12, 12), (13, 18)])
def test_many_patches_at_once_come_out_as_each_by_itself(shape: tuple[int, int]) -> None:
    patches = np.random.default_rng(5).integers(0, 256, (40, *shape, 3), dtype=np.uint8)
    wanted = flat_unit(stand_out(patches.astype(np.float32)))
    assert np.allclose(rows_that_stand_out(patches), wanted, atol=1e-5)


def test_a_dimmer_lamp_leaves_a_patch_nearly_as_it_was() -> None:
    patches = np.random.default_rng(6).integers(60, 256, (8, 18, 13, 3), dtype=np.uint8)
    dim = (patches * 0.6).astype(np.uint8)
    agreement = (rows_that_stand_out(patches) * rows_that_stand_out(dim)).sum(axis=1)
    assert agreement.min() > 0.99
