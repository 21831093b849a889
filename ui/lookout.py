"""One look through a camera: does it give pictures, is the light good, is it sharp, is the mat in view?"""

import time
from collections.abc import Iterator

from vision.eye import Eye

from companion.game import Setup, checked
from companion.games import all_games
from ui.checks import Check
from vision.frames import Frame, FrameSource, SourceFault
from vision.open_source import open_source

PATIENCE_SECONDS = 5.0


def look_through(source: str) -> Iterator[Check]:
    """The checks of a camera, a folder or a video."""
    try:
        opened = open_source(source)
    except SourceFault as fault:
        yield Check("camera", "fail", str(fault), "plug it in, or name another with --camera")
        return
    try:
        frame = _first(opened)
        if frame is None:
            why = opened.trouble or f"{source} gave no picture in {PATIENCE_SECONDS:.0f} s"
            yield Check("camera", "fail", why, "look at the cable, and that no other program uses the camera")
            return
    except SourceFault as fault:
        yield Check(
            "camera", "fail", str(fault), "look at the cable, and that no other program uses the camera"
        )
        return
    finally:
        opened.close()
    height, width = frame.image.shape[:2]
    yield Check("camera", "pass", f"{source}: {width} × {height}")
    yield from _judged(frame)


def _first(source: FrameSource) -> Frame | None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until and not source.ended:
        frame = source.newest()
        if frame is not None:
            return frame
        time.sleep(0.02)
    return None


def _judged(frame: Frame) -> Iterator[Check]:
    game = next(iter(all_games().values()))
    reading = Eye(game.table(checked(game, Setup(game.seats[0]))), ()).read(frame)
    light, mat = reading.light, reading.mat
    yield Check(
        "light",
        "pass" if light.ok else "fail",
        "good" if light.ok else light.why or "",
        "" if light.ok else "see left",
    )
    if mat.found:
        yield Check("mat", "pass", f"all four corner tags, error {mat.error_px:.2f} px")
    else:
        yield Check(
            "mat", "fail", mat.why or "not in view", "lay the mat so that all four corner tags are seen"
        )
