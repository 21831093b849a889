"""`companion check --board`: the lens learnt from pictures of the mat or of a printed board, kept for the camera."""

from collections.abc import Iterator, Sequence

from ui.checks.lookout import likely_table
from ui.owned.cameras import keep_lens
from ui.words import several
from vision.calibration.verdict import Verdict, either, failed, passed
from vision.mat.lens import lens_from
from vision.sources.frames import SourceFault
from vision.sources.replay import pictures_from

FEW = 3
"""Pictures from fewer standpoints than this tell little of a lens."""


def learn_from(files: Sequence[str], camera: str | None) -> Iterator[Verdict]:
    """Learns from picture files; with a camera named, the lens is kept for it."""
    try:
        source = pictures_from(files)
        pictures = []
        while (frame := source.newest()) is not None:
            pictures.append(frame.image)
    except SourceFault as fault:
        yield failed("pictures", str(fault), "name pictures taken by the camera, in its usual size")
        return
    memory, served = lens_from(pictures, likely_table(pictures[0]))
    lens = memory.lens
    for file, one in zip(files, served, strict=True):
        fix = "show the whole mat, or an 11 × 8 ChArUco board (DICT_5X5_100), in the usual size"
        yield either(file, "serves" if one else "neither mat nor board seen", fix, ok=one)
    if lens is None:
        yield failed("lens", "no lens explains these pictures", "take them anew, the board lying flat")
        return
    share, k1, k2 = lens.spreads
    words = (
        f"focal length {lens.focal:.4f} of the picture's width (±{share:.1%}), "
        f"bend {lens.bend[0]:+.4f} (±{k1:.4f}) {lens.bend[1]:+.4f} (±{k2:.4f}),"
        f" from {several('{n} picture', '{n} pictures', lens.looks)}"
    )
    figures = {"focal": lens.focal, "k1": lens.bend[0], "k2": lens.bend[1], "looks": lens.looks}
    if lens.looks < FEW:
        fix = f"take {FEW} or more, the board tilted and turned differently in each"
        yield Verdict("lens", ok=False, words=words, fix=fix, figures=figures)
        return
    yield Verdict("lens", ok=True, words=words, figures=figures)
    if camera:
        path, size = keep_lens(camera, memory), memory.picture_size
        yield passed("kept", f"for {camera} at {size[0]} × {size[1]}: {path}")
