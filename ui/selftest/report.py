"""What a self-test found: accuracy kind by kind, and what to mend, in words.

Rule kept: advice names where things went wrong and the cause that was measured there, the gravest first; where
nothing was measured that explains it, it says so.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from companion.language import percent
from companion.sight import Kind
from ui.selftest.conditions import Conditions
from ui.selftest.judging import Verdict
from ui.selftest.words import part_words
from ui.words import _, marked, several

GLARE = 0.06
"""From this part of a thing on, glare is taken for the cause."""
DARK = 70.0
FEW_PX_PER_MM = 1.2
BLURRED = 0.6
"""Sharpness below this part of what the things read right have is taken for the cause …"""
SHARP_ENOUGH = 1.2
"""… unless it is sharp enough for anything."""
MOST_ADVICE = 5
NAMES: dict[Kind, tuple[str, str]] = {
    "card": (marked("cards"), marked("Cards")),
    "penny": (marked("pennies"), marked("Pennies")),
    "die": (marked("dice"), marked("Dice")),
    "disc": (marked("discs"), marked("Discs")),
    "pawn": (marked("pawns"), marked("Pawns")),
}
"""Things of a kind within a sentence, and at its head."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing in one picture, as the report counts it. `part` is where on the table it lies, in words."""

    kind: Kind
    what: str
    part: str
    verdict: Verdict
    conditions: Conditions | None = None
    tricky: bool = False
    stranger: bool = False


@dataclass(slots=True)
class KindScore:
    """How one kind was read: counts of things, each in every picture that shows it."""

    looks: int = 0
    right: int = 0
    unread: int = 0
    wrong: int = 0
    sure: int = 0
    missed: int = 0

    @property
    def share(self) -> float | None:
        """The part (0..1) that was right; None where nothing was to be read."""
        return self.right / self.looks if self.looks else None


@dataclass(frozen=True, slots=True)
class Report:
    """Scores by kind, what was seen where nothing lies, and advice."""

    scores: dict[Kind, KindScore]
    invented: int = 0
    advice: tuple[str, ...] = ()
    lines: tuple[str, ...] = field(default=())


def report(findings: Sequence[Finding], invented: Sequence[str] = ()) -> Report:
    """The report on everything found. `invented`: what was seen where nothing lay, in words."""
    scores: dict[Kind, KindScore] = {}
    for finding in findings:
        if finding.verdict == "hidden":
            continue
        score = scores.setdefault(finding.kind, KindScore())
        score.looks += 1
        score.sure += finding.verdict == "sure"
        name = "wrong" if finding.verdict == "sure" else finding.verdict
        setattr(score, name, getattr(score, name) + 1)
    lines = tuple(score_words(kind, score) for kind, score in scores.items())
    return Report(scores, len(invented), advice(findings, invented), lines)


def score_words(kind: Kind, score: KindScore) -> str:
    """`cards: 24 of 26 right (92 %), 1 not read, 1 not found`."""
    parts = [
        _("{right} of {looks} right ({share})").format(
            right=score.right, looks=score.looks, share=percent(score.share or 0)
        )
    ]
    if score.unread:
        parts.append(_("{n} not read").format(n=score.unread))
    if score.missed:
        parts.append(_("{n} not found").format(n=score.missed))
    if score.wrong:
        words = _("{n} wrong ({sure} of them sure)") if score.sure else _("{n} wrong")
        parts.append(words.format(n=score.wrong, sure=score.sure))
    return ": ".join((_(NAMES[kind][0]), ", ".join(parts)))


def advice(findings: Sequence[Finding], invented: Sequence[str] = ()) -> tuple[str, ...]:
    """What to mend, the commonest trouble first; one sentence where all is well."""
    bad = [finding for finding in findings if finding.verdict not in ("right", "hidden")]
    if not bad and not invented:
        return (_("Everything was read right: nothing needs mending."),) if findings else ()
    sharp = [f.conditions.sharp for f in findings if f.verdict == "right" and f.conditions is not None]
    usual = median(sharp) if sharp else SHARP_ENOUGH
    groups: Counter[tuple[Kind, str, str]] = Counter()
    for finding in bad:
        groups[finding.kind, finding.part, cause(finding, usual)] += 1
    told = [_sentence(kind, part, why, bad) for (kind, part, why), _count in groups.most_common(MOST_ADVICE)]
    if invented:
        told.append(
            several(
                "{n} thing was seen where nothing was asked for ({what}): clear the table of everything else.",
                "{n} things were seen where nothing was asked for ({what}): clear the table of everything else.",
                len(invented),
                what=", ".join(dict.fromkeys(invented)),
            )
        )
    return tuple(dict.fromkeys(told))


def cause(finding: Finding, usual_sharpness: float) -> str:
    """`glare`, `dark`, `small`, `blurred`, `stranger`, `tricky` or `unknown`."""
    seen = finding.conditions
    if seen is not None:
        if seen.glare >= GLARE:
            return "glare"
        if seen.bright < DARK:
            return "dark"
        if seen.px_per_mm is not None and seen.px_per_mm < FEW_PX_PER_MM:
            return "small"
        if finding.kind == "card" and seen.sharp < min(BLURRED * usual_sharpness, SHARP_ENOUGH):
            return "blurred"
    if finding.stranger:
        return "stranger"
    return "tricky" if finding.tricky else "unknown"


def _sentence(kind: Kind, part: str, why: str, bad: Sequence[Finding]) -> str:
    here = [f for f in bad if f.kind == kind and f.part == part]
    went = {f.verdict for f in here}
    if went == {"missed"}:
        head = _("{kinds} in the {part} were not found ({what})")
    elif went & {"wrong", "sure"}:
        head = _("{kinds} in the {part} were read wrong ({what})")
    else:
        head = _("{kinds} in the {part} were not read ({what})")
    what = ", ".join(dict.fromkeys(f.what for f in here))
    head = head.format(kinds=_(NAMES[kind][1]), part=part_words(part), what=what)
    mend = {
        "glare": _("the lamp glares there. Move the lamp, or tilt the camera."),
        "dark": _("it is too dark there. Put on a lamp, or bring it nearer."),
        "small": _("they are too small in the picture. Hang the camera lower, or choose a larger picture."),
        "blurred": _("the picture is blurred there. Turn the lens until it is sharp, and fasten the camera."),
        "stranger": _("it looks like one of yours. Enrol that one again with this camera."),
        "tricky": _("things that lie over one another are hard. Let more of the lower card show."),
        "unknown": {
            "card": _("light and focus are good there. Enrol these cards again with this camera."),
            "penny": _("light and focus are good there. Try a brighter penny, or light from the side."),
        }.get(kind, _("light and focus are good there. Keep the support bundle for a report.")),
    }[why]
    return f"{head}: {mend}"
