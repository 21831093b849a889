"""What the camera adds to ZONG's screens: pieces seen back on their squares, and the picture of a piece in question."""

from typing import TYPE_CHECKING

from companion.game import Seen
from companion.games.zong.events import Zonged
from companion.games.zong.readings import Strip, assign_regions, quiet_flick, strip
from companion.games.zong.rest import middle, sorted_out
from companion.games.zong.state import State
from companion.games.zong.table import colour_of, put_back
from companion.sight import Scene
from companion.weigh import SETTLE_S
from ui.present.drawn import Window
from ui.present.steps import Shown

if TYPE_CHECKING:
    from ui.box.session import Session
    from vision.eye import Reading
    from vision.sources.frames import Frame

PX_PER_MM = 8.0
MOST_PX = 1400
CLOSE_UP_MM = 34.0
"""A piece in question is shown with so much around it, as wide again as high."""


def seen_back(state: State, scene: Scene | None) -> frozenset[str]:
    """The colours of the flicked pieces that are seen on their squares."""
    if scene is None or scene.hand or state.phase not in ("cleanup", "vote"):
        return frozenset()
    return put_back(state, scene.sightings)


def sightings(state: State, scene: Scene) -> tuple[tuple[str, float, float], ...]:
    """Colour and place (mm) of each piece that is seen."""
    return tuple(
        (colour, sighting.x, sighting.y)
        for sighting in scene.sightings
        if (colour := colour_of(state, sighting)) is not None and sighting.kind == "pawn"
        if sighting.x is not None and sighting.y is not None
    )


def quiet_now(session: "Session[State]") -> Zonged | None:
    """A flick that left every piece on its square, as the camera sees it now; None where no flick is awaited."""
    state, stood, reading = session.referee.state, session.referee.memory.reference, session.reading
    if state.phase != "lightning":
        return None
    if reading is None or not reading.mat.found or reading.scene.hand:
        return Zonged(state.turn)
    scene = assign_regions(state, reading.scene, stood)
    return quiet_flick(
        state, Seen(scene.by_region(), frozenset(), None if stood is None else stood.by_region())
    )


def strip_now(session: "Session[State]") -> Strip:
    """The discs that lie still in the strip for throws while a throw is awaited."""
    state, reading = session.referee.state, session.reading
    if state.phase != "throw" or reading is None or not reading.mat.found:
        return Strip(0, "")
    scene = reading.scene
    return Strip(0, "") if scene.hand or scene.still_for < SETTLE_S else strip(state, scene.by_region())


def asked_window(state: State) -> Window:
    """The part of the board that is shown enlarged: about the piece that is voted on, or the goal."""
    seat = state.agreed.seat(state.vote.asked)
    rest = None if seat is None else dict(state.rest).get(seat)
    if rest is not None and rest.x is not None and rest.y is not None:
        x, y = rest.x, rest.y
    elif seat is None:
        x, y = state.board.goal.x, state.board.goal.y
    else:
        x, y = middle(state.board, state.seats, sorted_out(state).pieces[state.vote.asked].square)
    high = 2 * CLOSE_UP_MM * max(state.board.piece_mm / 22.0, 0.5)
    return (x - 0.7 * high, y - high / 2, 1.4 * high, high)


def rectified(frame: "Frame | None", reading: "Reading | None", part: Window) -> Shown | None:
    """A part of the table (mm) as the camera has it now, seen from above, far edge up; None without a camera or mat."""
    import cv2
    import numpy as np

    if frame is None or reading is None or reading.mat.image_to_table is None:
        return None
    left, near, width, height = part
    scale = min(PX_PER_MM, MOST_PX / max(width, height))
    to_cut = np.array([[scale, 0, -left * scale], [0, -scale, (near + height) * scale], [0, 0, 1.0]])
    size = (max(2, round(width * scale)), max(2, round(height * scale)))
    matrix = to_cut @ np.asarray(reading.mat.image_to_table)
    return Shown(cv2.warpPerspective(frame.image, matrix, size, flags=cv2.INTER_LINEAR))
