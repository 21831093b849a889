"""The table check: every condition of good sight as pass or fail, with the reason and what mends it."""

from collections.abc import Sequence
from dataclasses import dataclass

from ui.present.models import CheckLine
from ui.words import _, several

ENOUGH_PX_A_MM = 1.2
"""Below this a card's corner numbers are too small to read for sure."""
SHARP_ENOUGH = 0.35
"""Edges as steep as this share of a sharp print's count as sharp."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What is known of how well the table is seen; None = not known yet.

    `mat_error_px`: how far the tags lie from where the plane has them. `px_per_mm` at the middle of the table.
    `sharpness` 0..1. `decks`: name and number of faces of each. `panel`: why there are no pins, None = all well.
    """

    source: str
    trouble: str | None = None
    mat: bool | None = None
    mat_why: str | None = None
    mat_error_px: float | None = None
    light: bool | None = None
    light_why: str | None = None
    px_per_mm: float | None = None
    sharpness: float | None = None
    decks: tuple[tuple[str, int], ...] = ()
    cards_seen: int | None = None
    cards_read: int | None = None
    panel: str | None = None


def check_lines(sight: Sight | None) -> tuple[CheckLine, ...]:
    """All checks in the order in which one mends them."""
    if sight is None:
        return ()
    return (
        _camera(sight),
        _mat(sight),
        _light(sight),
        _size(sight),
        _sharp(sight),
        _decks(sight),
        _panel(sight),
    )


def _camera(sight: Sight) -> CheckLine:
    if sight.trouble:
        return CheckLine(_("Camera"), False, sight.trouble, _("Look at the cable, then wait a moment."))
    if sight.mat is None:
        return CheckLine(
            _("Camera"), None, _("Waiting for a picture from {source}.").format(source=sight.source)
        )
    return CheckLine(_("Camera"), True, _("Pictures come from {source}.").format(source=sight.source))


def _mat(sight: Sight) -> CheckLine:
    name = _("Mat")
    if sight.mat is None:
        return CheckLine(name, None, _("Not looked for yet."))
    if not sight.mat:
        why = sight.mat_why or _("The corner tags were not found.")
        return CheckLine(
            name, False, why, _("All four corner tags must be in the picture, flat and uncovered.")
        )
    if sight.mat_error_px is None:
        return CheckLine(name, True, _("All corner tags are found."))
    return CheckLine(
        name, True, _("All corner tags are found, true to {error:.1f} px.").format(error=sight.mat_error_px)
    )


def _light(sight: Sight) -> CheckLine:
    name = _("Light")
    if sight.light is None:
        return CheckLine(name, None, _("Not judged yet."))
    if sight.light:
        return CheckLine(name, True, _("Bright enough, and no glare."))
    return CheckLine(
        name,
        False,
        sight.light_why or _("Too dark or glaring."),
        _("Move the lamp, or switch on another one."),
    )


def _size(sight: Sight) -> CheckLine:
    name = _("Detail")
    if sight.px_per_mm is None:
        return CheckLine(name, None, _("Needs the mat first."))
    found = _("{number:.1f} pixels a millimetre").format(number=sight.px_per_mm)
    if sight.px_per_mm >= ENOUGH_PX_A_MM:
        return CheckLine(name, True, found + ".")
    wanted = _("{found}; at least {least} are needed.").format(found=found, least=ENOUGH_PX_A_MM)
    return CheckLine(name, False, wanted, _("Hang the camera lower, or choose a larger picture."))


def _sharp(sight: Sight) -> CheckLine:
    name = _("Focus")
    if sight.sharpness is None:
        return CheckLine(name, None, _("Needs the mat first."))
    share = _("{percent:.0f} % of the sharpest").format(percent=sight.sharpness * 100)
    if sight.sharpness >= SHARP_ENOUGH:
        return CheckLine(name, True, _("Sharp: {share}.").format(share=share))
    return CheckLine(
        name,
        False,
        _("Blurred: {share}.").format(share=share),
        _("Turn the lens, or clean it, until this passes."),
    )


def _decks(sight: Sight) -> CheckLine:
    name = _("Cards")
    if not sight.decks:
        return CheckLine(name, False, _("No deck is known."), _("Enrol one: companion enrol."))
    known = ", ".join(f"{deck} ({faces})" for deck, faces in sight.decks)
    if not sight.cards_seen:
        return CheckLine(name, True, _("Known: {decks}.").format(decks=known))
    seen = several("{n} card on the table", "{n} cards on the table", sight.cards_seen)
    read = sight.cards_read if sight.cards_read is not None else 0
    if read < sight.cards_seen:
        words = _("{seen}, {number} of them recognised. Known: {decks}.").format(
            seen=seen, number=read, decks=known
        )
        return CheckLine(name, False, words, _("Turn them to the light, or enrol their deck."))
    return CheckLine(name, True, _("{seen}, all recognised. Known: {decks}.").format(seen=seen, decks=known))


def _panel(sight: Sight) -> CheckLine:
    name = _("Buttons")
    if sight.panel is None:
        return CheckLine(name, True, _("The box’s buttons and lamps answer."))
    return CheckLine(name, True, _("On the screen only: {why}.").format(why=sight.panel.rstrip(".")))


def passed(lines: Sequence[CheckLine]) -> bool:
    """Whether nothing failed and nothing is left to look for."""
    return all(line.passed for line in lines)
