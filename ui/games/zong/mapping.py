"""Opens the camera for a board that is to be mapped."""

import logging
from collections.abc import Callable

from ui.box.opening import SIMULATED
from ui.faces.step_page import StepFault
from ui.games.zong.map_side import MapSide
from ui.owned.cameras import KeptLenses, open_camera
from vision.sources.frames import SourceFault

_log = logging.getLogger(__name__)


def begin_mapping(source: str, clock: Callable[[], float], kept: Callable[[str], None]) -> MapSide:
    """A board being mapped on what a camera sees, begun. `kept` hears the saved board's name. Raises StepFault."""
    opened = None if source == SIMULATED else lambda: open_camera(source, clock=clock)
    side = MapSide(opened, kept, lenses=KeptLenses(source))
    try:
        side.start()
    except SourceFault as fault:
        _log.warning("%s", fault)
        raise StepFault(fault.words) from None
    return side
