"""Patches freed of light: many at once as each by itself, and the same under another lamp."""

import numpy as np
import pytest

from vision.light.contrast import flat_unit, stand_out


@pytest.mark.parametrize("shape", [(18, 13), (12, 12), (13, 18)])
def test_many_patches_at_once_come_out_as_each_by_itself(shape: tuple[int, int]) -> None:
    chance = np.random.default_rng(5)
    patches = chance.integers(0, 256, (40, *shape, 3), dtype=np.uint8).astype(np.float32)
    weights = (chance.random((40, *shape)) > 0.4).astype(np.float32)
    alone = [stand_out(patch[None], weights=part)[0] for patch, part in zip(patches, weights, strict=True)]
    assert np.allclose(stand_out(patches, weights=weights), np.stack(alone), atol=1e-5)
    assert np.allclose(stand_out(patches)[7], stand_out(patches[7:8])[0], atol=1e-5)


def test_a_dimmer_lamp_leaves_a_patch_nearly_as_it_was() -> None:
    patches = np.random.default_rng(6).integers(60, 256, (8, 18, 13, 3), dtype=np.uint8)
    bright, dim = (
        flat_unit(stand_out(one.astype(np.float32))) for one in (patches, (patches * 0.6).astype(np.uint8))
    )
    assert (bright * dim).sum(axis=1).min() > 0.99


def test_gain_offset_and_a_slow_shade_leave_the_numbers_nearly_as_they_were() -> None:
    drawn = np.random.default_rng(2).uniform(40, 200, (1, 12, 9, 3))
    patch = np.asarray(drawn.repeat(4, axis=1).repeat(4, axis=2), np.float32)
    shade = np.linspace(0.7, 1.1, patch.shape[2], dtype=np.float32)[None, None, :, None]
    plain = stand_out(patch)
    for lit in (patch * np.float32(0.6), patch + np.float32(45), patch * shade):
        seen = stand_out(np.asarray(lit, np.float32))
        assert np.abs(seen - plain).mean() < 0.1 * np.abs(plain).mean()
        assert np.corrcoef(seen.ravel(), plain.ravel())[0, 1] > 0.99
