"""One look through a camera or at picture files: whether there are pictures, and their calibration."""

import time
from collections.abc import Iterator, Sequence

from companion.game import Setup, checked
from companion.games import all_games
from companion.sight import Table
from ui.faces.face import face_of
from ui.owned.cameras import keep_lens, open_camera
from ui.words import several
from vision.arrays import Picture
from vision.calibration.judging import ENOUGH_PICTURES, calibrate
from vision.calibration.verdict import Verdict, either, failed, passed
from vision.mat.lens import lens_from
from vision.mat.plane import Plane, find_plane
from vision.sources.frames import FrameSource, SourceFault
from vision.sources.open_source import Pictures, pictures_from
from vision.sources.picam import PiCamera

FEW = 3
"""Minimum number of standpoints from which pictures say much about a lens."""
PATIENCE_SECONDS = 5.0
GATHERING_SECONDS = 3.0


def look_through(source: str) -> Iterator[Verdict]:
    """The checks of a camera, folder or video. The pictures of a folder count as one evening's."""
    try:
        opened = open_camera(source)
    except SourceFault as fault:
        yield failed("camera", str(fault), "plug it in, or name another with --camera")
        return
    yield from _looked(opened, source, live=not isinstance(opened, Pictures))


def look_at(files: Sequence[str]) -> Iterator[Verdict]:
    try:
        opened = pictures_from(files)
    except SourceFault as fault:
        yield failed("pictures", str(fault), "name pictures of the table, taken by its camera")
        return
    pictures = several("{n} picture", "{n} pictures", len(opened.files))
    yield from _looked(opened, pictures, live=False)


def learn_from(files: Sequence[str], camera: str | None) -> Iterator[Verdict]:
    """Calibrates from picture files; for a named camera the lens is kept."""
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
    is_known = lens.looks >= FEW
    fix = "" if is_known else f"take {FEW} or more, the board tilted and turned differently in each"
    yield Verdict("lens", ok=is_known, words=words, fix=fix, figures=figures)
    if camera and is_known:
        path, size = keep_lens(camera, memory), memory.picture_size
        yield passed("kept", f"for {camera} at {size[0]} × {size[1]}: {path}")


def _looked(opened: FrameSource, source: str, *, live: bool) -> Iterator[Verdict]:
    pictures: list[Picture] = []
    readings: dict[str, float] = {}
    try:
        pictures = newest(opened, ENOUGH_PICTURES, live=live)
        readings = opened.readings() if isinstance(opened, PiCamera) else {}
        why = opened.trouble or f"{source} gave no picture in {PATIENCE_SECONDS:.0f} s"
    except SourceFault as fault:
        pictures, why = [], str(fault)
    finally:
        opened.close()
    if not pictures:
        yield failed("camera", why, "look at the cable, and that no other program uses the camera")
        return
    height, width = pictures[-1].shape[:2]
    yield passed("camera", f"{source}: {width} × {height}")
    yield from calibrate(pictures, likely_table(pictures[-1]), readings, in_a_row=live).verdicts


def tables() -> list[Table]:
    """The tables of all games with a mat, one for each size and set of tags."""
    found = [
        game.table(checked(game, Setup(seats, facts=facts)))
        for game in all_games().values()
        for seats in game.seats
        for facts in {(), face_of(game).facts_at_first}
    ]
    mats = {(one.width_mm, one.height_mm, one.tags): one for one in found if one.tags is not None}
    return list(mats.values())


def likely_table(picture: Picture) -> Table:
    """The table whose mat fits a picture with the least error; the first of all if none does."""
    found = [
        (plane.error_px, one) for one in tables() if isinstance(plane := find_plane(picture, one), Plane)
    ]
    return min(found, key=lambda pair: pair[0])[1] if found else tables()[0]


def newest(source: FrameSource, most: int, *, live: bool) -> list[Picture]:
    """The newest pictures of a few seconds, at most `most`; `live`: it returns once there are `most`."""
    found: list[Picture] = []
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until and not source.ended:
        frame = source.newest()
        if frame is None:
            time.sleep(0.02)
            continue
        if not found and live:
            until = min(until, time.monotonic() + GATHERING_SECONDS)
        found = [*found, frame.image][-most:]
        if live and len(found) == most:
            break
    return found
