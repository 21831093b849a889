"""The table check: every condition of good sight as pass or fail, with the reason and what mends it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ui.present.steps import CheckLine
from ui.words import _, marked, several

if TYPE_CHECKING:
    from vision.calibration.judging import Verdict

NAMES = {
    "mat": marked("Mat"),
    "focus": marked("Focus"),
    "exposure": marked("Exposure"),
    "white balance": marked("White balance"),
    "detail": marked("Detail"),
    "flicker": marked("Flicker"),
    "glare": marked("Glare"),
    "steadiness": marked("Steadiness"),
}


@dataclass(frozen=True, slots=True)
class Sight:
    """What is known of how well the table is seen; None = not known yet.

    `pictures`: whether any came. `verdicts` are a calibration's. `decks`: name and number of faces of each. `panel`:
    why there are no pins, or with `panel_answers` which of them cannot be had, None = all well. `locks`: what the
    camera holds, in words; None = it has nothing to lock.
    """

    source: str
    trouble: str | None = None
    pictures: bool = False
    verdicts: "tuple[Verdict, ...]" = ()
    decks: tuple[tuple[str, int], ...] = ()
    cards_seen: int | None = None
    cards_read: int | None = None
    panel: str | None = None
    locks: str | None = None
    panel_answers: bool = False


def check_lines(sight: Sight | None) -> tuple[CheckLine, ...]:
    """All checks: what failed first, in the order in which one mends it, then the rest in that order."""
    if sight is None:
        return ()
    lines = (_camera(sight), *_judged(sight), _decks(sight), _panel(sight))
    return tuple(sorted(lines, key=lambda line: line.passed is not False))


def _camera(sight: Sight) -> CheckLine:
    name = _("Camera")
    if sight.trouble:
        return CheckLine(name, sight.trouble, _("Look at the cable, then wait a moment."), passed=False)
    if not sight.pictures:
        return CheckLine(
            name, _("Waiting for a picture from {source}.").format(source=sight.source), passed=None
        )
    said = _("Pictures come from {source}.").format(source=sight.source)
    return CheckLine(name, f"{said} {sight.locks}" if sight.locks else said, passed=True)


def _judged(sight: Sight) -> tuple[CheckLine, ...]:
    """The calibration's verdicts as lines."""
    if not sight.verdicts:
        return (CheckLine(_(NAMES["mat"]), _("Not looked for yet."), passed=None),)
    return tuple(
        CheckLine(_(NAMES.get(verdict.name, verdict.name)), verdict.words, verdict.fix, passed=verdict.ok)
        for verdict in sight.verdicts
    )


def _decks(sight: Sight) -> CheckLine:
    name = _("Cards")
    if not sight.decks:
        return CheckLine(name, _("No deck is known."), _("Enrol one: companion enrol."), passed=False)
    known = ", ".join(f"{deck} ({faces})" for deck, faces in sight.decks)
    if not sight.cards_seen:
        return CheckLine(name, _("Known: {decks}.").format(decks=known), passed=True)
    seen = several("{n} card on the table", "{n} cards on the table", sight.cards_seen)
    read = sight.cards_read if sight.cards_read is not None else 0
    if read < sight.cards_seen:
        words = _("{seen}, {number} of them recognised. Known: {decks}.").format(
            seen=seen, number=read, decks=known
        )
        return CheckLine(name, words, _("Turn them to the light, or enrol their deck."), passed=False)
    return CheckLine(
        name, _("{seen}, all recognised. Known: {decks}.").format(seen=seen, decks=known), passed=True
    )


def _panel(sight: Sight) -> CheckLine:
    name = _("Buttons")
    if sight.panel is None:
        return CheckLine(name, _("The box’s buttons and lamps answer."), passed=True)
    if sight.panel_answers:
        return CheckLine(
            name, f"{sight.panel}.", _("Touch the screen instead, or free the pin."), passed=False
        )
    return CheckLine(name, _("On the screen only: {why}.").format(why=sight.panel.rstrip(".")), passed=True)
