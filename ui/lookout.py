"""One look through a camera: does it give pictures, is the light good, is it sharp, is the mat in view?"""

import time
from collections.abc import Iterator

from companion.game import Setup, checked
from companion.games import all_games
from ui.checks import Check
from ui.measuring import px_per_mm, sharpness
from ui.present.checks import ENOUGH_PX_A_MM, SHARP_ENOUGH
from vision.eye import Eye
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
    """Light, mat, the size of a millimetre, and focus; the last two only where the mat gives something to go by."""
    game = next(iter(all_games().values()))
    table = game.table(checked(game, Setup(game.seats[0])))
    reading = Eye(table).read(frame)
    light, mat = reading.light, reading.mat
    yield Check(
        "light", "pass" if light.ok else "fail", light.why or "good", "" if light.ok else "more light, evenly"
    )
    if not mat.found or mat.image_to_table is None:
        why = mat.why or "not in view"
        yield Check("mat", "fail", why, "lay the mat so that all four corner tags are seen")
        yield Check("focus", "not here", "it is measured on the corner tags")
        return
    scale = px_per_mm(mat.image_to_table, table)
    found = f"corner tags found, error {mat.error_px:.2f} px, {scale:.1f} px a mm"
    near = scale >= ENOUGH_PX_A_MM
    yield Check("mat", "pass" if near else "fail", found, "" if near else "hang the camera lower, or zoom in")
    sharp = sharpness(frame.image, mat.image_to_table, table)
    if sharp is None:
        yield Check(
            "focus", "fail", "the tags have too little contrast", "more light, or print the tags darker"
        )
        return
    clear = sharp >= SHARP_ENOUGH
    words = f"edges {sharp:.0%} as steep as they can be, {SHARP_ENOUGH:.0%} needed"
    yield Check(
        "focus", "pass" if clear else "fail", words, "" if clear else "turn the lens until the tags are sharp"
    )
