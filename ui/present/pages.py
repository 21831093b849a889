"""The history of a game as a plain model."""

from collections.abc import Sequence

import msgspec

from companion.language import number
from companion.luck import Fairness, fairness
from ui.present.chronicle import Told
from ui.present.desk_touches import Goto
from ui.present.models import Button
from ui.present.steps import Fallen, HistoryLine, StepModel, back_button, home_button
from ui.words import _, several

DIE_FACES = ("1", "2", "3", "4", "5", "6")
UNLIKELY = 0.01
"""Below this probability thrown dice are called uneven."""


def history_model(lines: Sequence[Told], times: Sequence[str] = ()) -> StepModel:
    """The record in words, the newest first, and what its dice say."""
    shown = [history_line(line, times[n] if n < len(times) else "") for n, line in enumerate(lines)]
    throws = dice_thrown(lines)
    test = fairness(throws, DIE_FACES)
    fallen = (Fallen(test.counts, fairness_words(test)),) if throws else ()
    return StepModel(
        _("History"),
        body=() if shown else (_("Nothing has happened yet."),),
        tools=(Button(_("Step by step"), Goto("replay"), "plain", "play"), back_button(), home_button()),
        rows=(*fallen, *reversed(shown)),
    )


def history_line(line: Told, at: str) -> HistoryLine:
    """One entry: what, who said so, when, and what is special about it."""
    entry = line.entry
    return HistoryLine(
        entry.seq, line.words, by_words(entry.by), entry.event.seat, at, entry_note(line), line.struck
    )


def entry_note(line: Told) -> str:
    if line.entry.waived:
        return _("allowed by the table: {rule}").format(rule=line.against)
    if line.mends:
        return _("put right; was: {words}").format(words=line.mends)
    return _("does not count") if line.struck else ""


def by_words(by: str) -> str:
    known = {"camera": _("seen"), "panel": _("button"), "touch": _("screen"), "stdio": _("program")}
    return known.get(by, by)


def dice_thrown(lines: Sequence[Told]) -> list[str]:
    """Every die of the entries that count, as its face."""
    thrown: list[str] = []
    for line in lines:
        dice = msgspec.to_builtins(line.entry.event).get("dice")
        if not line.struck and isinstance(dice, list | tuple):
            thrown += [str(face) for face in dice if str(face) in DIE_FACES]
    return thrown


def fairness_words(test: Fairness) -> tuple[str, ...]:
    """What the throws say about the dice, in words; nothing while there were none."""
    if not test.throws:
        return ()
    count = several("{n} die thrown", "{n} dice thrown", test.throws)
    if test.p is None:
        return (_("{count}: too few to say whether they are fair.").format(count=count),)
    figures = _("chi-square {chi}, p = {p}").format(chi=number(test.chi_square, 1), p=number(test.p, 2))
    verdict = _("unusually uneven") if test.p < UNLIKELY else _("the dice look fair")
    return (_("{count}: {verdict} ({figures}).").format(count=count, verdict=verdict, figures=figures),)
