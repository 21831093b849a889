"""Opens a game on the table: eye, frames from a camera or the simulated table, panel, session.

Vision is imported here and only when a game is opened, so that the first screen does not wait for it.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion.game import Choice
from companion.referee import Referee
from companion.sight import Table
from hardware.panel import owners_panel
from ui.box.eyes import game_decks, own_decks
from ui.box.session import Inbox, Press, Session
from ui.faces.face import face_of
from ui.journal.store import Book
from ui.owned.tribes import tribes_in_play
from ui.places import pins_file
from ui.words import _

if TYPE_CHECKING:
    from vision.decks.deck import Deck
    from vision.painted.painter import Ground
    from vision.painted.simulated import SimulatedTable
    from vision.painted.tabletop import PaintedSheet
    from vision.sources.frames import FrameSource

SIMULATED = "simulated"
BY_TOUCH = "touch"
"""Source without pictures: everything is reported by touch."""
SIMULATED_SIZE, SQUARE_SIZE = (1280, 720), (960, 960)
"""Simulated picture in px, wide and square tables: large enough to read, cheap for a small machine."""
SIMULATED_GLARE = 0.1
"""Mirrored share of the lamp: low, since a player cannot move a painted lamp off a white card."""
LIVE_SETTLE_S = 0.2
"""Seconds without motion before a live camera's picture is read in full."""

_log = logging.getLogger(__name__)


class OpeningFault(Exception):
    """A camera or deck that cannot be opened; one line for people."""


@dataclass(slots=True)
class Opened:
    """A game on the table with its devices.

    `simulated`: the table that fingers change; `chance`: random source for what it lays by itself; `eye`:
    reads the pictures; `backs`: presses of the panel's "take back", for the screens, which may ask people.
    """

    session: Session[Any]
    source: "FrameSource | None"
    simulated: "SimulatedTable | None"
    decks: "tuple[Deck, ...]"
    faces: dict[str, Path]
    backs: deque[str] = field(default_factory=deque)
    chance: Random = field(default_factory=Random)
    eye: Any = None

    @property
    def kept_id(self) -> int | None:
        """The number of the game in the journal; None for a game that is not recorded."""
        return None if self.session.book is None else self.session.book.id

    def close(self) -> None:
        """Ends the camera's thread and releases camera and pins."""
        self.session.close()
        if self.source is not None:
            self.source.close()
        if self.session.panel is not None:
            self.session.panel.close()


Opener = Callable[[Referee[Any], Book | None, str], Opened]


def sources(named: str | None = None) -> tuple[Choice, ...]:
    """The picture sources present on this machine, the likeliest first."""
    from vision.sources.attached import device_now, has_pi_camera, video_devices

    found = []
    if named and named != SIMULATED:
        found.append(Choice(named, named))
    if has_pi_camera():
        found.append(Choice("picamera", _("Pi camera")))
    for device in video_devices():
        found.append(Choice(device, _("Camera {device}").format(device=device_now(device))))
    found.append(Choice(SIMULATED, _("Simulated table")))
    return tuple({choice.value: choice for choice in found}.values())


def open_table(
    referee: Referee[Any],
    book: Book | None,
    source: str,
    clock: Callable[[], float] = time.monotonic,
) -> Opened:
    """A session on a camera or the simulated table, not yet started. Raises OpeningFault.

    With the source BY_TOUCH the game has no camera.
    """
    from ui.owned.cameras import KeptLenses, open_camera
    from vision.decks.deck import DeckFault
    from vision.eye import Eye
    from vision.sources.device import Device
    from vision.sources.frames import SourceFault

    # A painted table needs a picture of every card in play; a real one can be read without.
    folders = own_decks(referee.game, referee.setup)
    try:
        decks = tuple(game_decks(referee.game, referee.setup, painted=source == SIMULATED))
    except DeckFault as fault:
        raise OpeningFault(str(fault)) from None
    table = referee.game.table(referee.setup)
    bare = [name for name in tribes_in_play(referee.game, referee.setup) if name not in faces_of(folders)]
    if bare and source == SIMULATED:
        words = _("{decks}: expected an enrolled deck of that name to be painted, found none")
        raise OpeningFault(words.format(decks=", ".join(bare)))
    simulated = None
    frames: Any = None
    if source == SIMULATED:
        simulated, decks = simulated_game(referee, decks, clock)
        frames = simulated
    elif source != BY_TOUCH:
        try:
            frames = open_camera(source, clock=clock)
        except SourceFault as fault:
            _log.warning("%s", fault)
            raise OpeningFault(fault.words) from None
    # "Take back" may have to ask people, so it goes to the screens and not to the session.
    inbox = Inbox()
    backs: deque[str] = deque()

    def pressed(button: str) -> None:
        if button == "back":
            backs.append("panel")
        else:
            inbox.post_press(Press(button, "panel"))

    panel = owners_panel(pins_file(), referee.setup.seats, pressed)
    # Only a real camera has a lens to remember and cards that may lie in the other look.
    lenses = KeptLenses(source) if isinstance(frames, Device) else None
    others = partial(game_decks, referee.game, referee.setup, other=True) if simulated is None else tuple
    eye = None
    if frames is not None:
        eye = Eye(table, decks, settle_s=LIVE_SETTLE_S, lenses=lenses, other_looks=others)
        face_of(referee.game).tell_eye(eye, referee.state)
    observer = None if eye is None else (frames, eye)
    session = Session(referee, observer=observer, panel=panel, inbox=inbox, book=book, clock=clock)
    return Opened(session, frames, simulated, decks, faces_of(folders), backs, eye=eye)


def faces_of(folders: list[Path]) -> dict[str, Path]:
    return {folder.name: folder for folder in folders}


def simulated_game(
    referee: Referee[Any], decks: "Sequence[Deck]", clock: Callable[[], float]
) -> "tuple[SimulatedTable, tuple[Deck, ...]]":
    """A painted table with a game's initial things on it, and its decks. Discs not enrolled are drawn.

    Raises OpeningFault for cards without a picture.
    """
    face, table = face_of(referee.game), referee.game.table(referee.setup)
    if "card" in table.kinds and not any(deck.kind == "card" for deck in decks):
        words = _("{game}: expected pictures of its cards to be painted, found no deck")
        raise OpeningFault(words.format(game=referee.game.name))
    drawn = None if any(deck.kind == "disc" for deck in decks) else face.drawn_discs(referee.setup)
    shown = tuple(decks) if drawn is None else (*decks, drawn)
    simulated = simulated_table(table, shown, clock, face.printed_board(referee.state))
    face.set_out(simulated, referee.state)
    return simulated, shown


def simulated_table(
    table: Table,
    decks: "Sequence[Deck]",
    clock: Callable[[], float],
    sheet: "PaintedSheet | None" = None,
) -> "SimulatedTable":
    """A painted table with a camera that sees all regions; `sheet`: the print that lies on it."""
    from vision.painted.painter import Painter
    from vision.painted.simulated import SimulatedTable
    from vision.painted.standpoint import USUAL_MARGIN_MM, CameraPose, Lamp

    beyond = [max(-r.x, -r.y, r.x + r.w - table.width_mm, r.y + r.h - table.height_mm) for r in table.regions]
    margin = max(USUAL_MARGIN_MM, *beyond)
    size = SQUARE_SIZE if table.width_mm < 1.1 * table.height_mm else SIMULATED_SIZE
    camera = CameraPose.over(table, size, margin_mm=margin)
    on: Ground = "green cloth" if sheet is None else "dark wood"
    lamp = Lamp(glare=SIMULATED_GLARE)
    return SimulatedTable(Painter(table, decks, camera, lamp, on=on, sheet=sheet), clock)
