"""What a scene comes to, in one word, and the verdict on the explanations that explain it."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.explanations import MARGIN, Explanation
from companion.game import Breach, Event
from companion.sight import Lying, Sighting


@dataclass(frozen=True, slots=True)
class Difference:
    """A region where the table is not as the book has it."""

    region: str
    wanted: Lying
    seen: tuple[Sighting, ...]


@dataclass(frozen=True, slots=True)
class Same:
    """The table is as it should be."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A hand is in the way, things still move, or more is to follow; `why` is looked up with `_` where it is shown."""

    why: str


@dataclass(frozen=True, slots=True)
class Accept:
    """These events happened, in this order."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """One of these happened, best first; only the people can say which. One without events: nothing did.

    `question` is asked in place of "What happened?", and `answers` are said in place of the events, where given.
    """

    options: tuple[tuple[Event, ...], ...]
    question: str = ""
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refuse:
    """This happened, and a rule forbids it; `waived` are rules that the people have set aside for it already."""

    event: Event
    breach: Breach
    waived: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lost:
    """Nothing in the game leads here."""

    differences: tuple[Difference, ...]


Verdict = Same | Wait | Accept | Ask | Refuse | Lost


def verdict_on(found: Sequence[Explanation]) -> Verdict | None:
    """The verdict on the explanations that explain the whole scene; None where there is none."""
    if not found:
        return None
    best = found[0]
    close = [explanation for explanation in found if explanation.likelihood > best.likelihood - MARGIN]
    fair = [explanation for explanation in close if explanation.breach is None]
    if best.breach is None and len(close) == 1:
        return Accept(best.events)
    if fair:
        return Ask(tuple(explanation.events for explanation in fair))
    assert best.breach is not None
    return Refuse(best.events[-1], best.breach)
