"""How well the table is seen: what the calibration and the eye say of the last pictures, for the table check."""

from hardware.panel import PinPanel
from ui.box.opening import Opened
from ui.pages.calibrating import Calibrating
from ui.present.checks import Sight
from ui.words import _, device_words, marked

_CAMERAS = {"PiCamera": marked("the Pi camera"), "VideoDevice": marked("the USB camera")}
_RECORDED = marked("a recording")


def sight_of(opened: Opened, calibrating: Calibrating | None) -> Sight:
    """Everything that the table check tells of."""
    session = opened.session
    source = (
        _("the simulated table")
        if opened.simulated is not None
        else _(_CAMERAS.get(type(opened.source).__name__, _RECORDED))
    )
    decks = tuple((deck.name, len(deck.faces)) for deck in opened.decks)
    trouble = getattr(opened.source, "trouble", None)
    why, answers = getattr(opened.panel, "why", None), isinstance(opened.panel, PinPanel)
    panel = why and device_words(why)
    reading = session.reading
    calibration = None if calibrating is None else calibrating.calibration
    if reading is None or session.frame is None:
        return Sight(source, trouble, decks=decks, panel=panel, panel_answers=answers)
    cards = [sighting for sighting in reading.scene.sightings if sighting.kind == "card"]
    read = [card for card in cards if card.label is not None or card.face == "down"]
    return Sight(
        source,
        trouble,
        pictures=True,
        verdicts=() if calibration is None else calibration.verdicts,
        decks=decks,
        cards_seen=len(cards),
        cards_read=len(read),
        panel=panel,
        locks=None if calibrating is None or not calibrating.can_lock else calibrating.locks,
        panel_answers=answers,
    )
