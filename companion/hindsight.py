"""Second thoughts on the last entry: what the table shows now may say that it was something else, or was put back.

The rule kept here: while something is known to lie unseen, nothing that was booked is read otherwise without asking.
"""

from typing import TypeVar

from companion.book import Book
from companion.journal import TookBack
from companion.judge import Known, judge
from companion.sight import Scene
from companion.verdict import Accept, Ask, Same, Verdict

S = TypeVar("S")


def second_thoughts(
    book: Book[S], scene: Scene, *, done: bool, unseen: frozenset[str], lifted_only: bool = False
) -> Accept | Ask | None:
    """Whether the last thing seen was something else after all, or has been put back.

    A piece slid on, a card changed before letting go: the better reading is booked. A table that looks as it
    did before the last event is an offer to take that back, for the people to confirm. Where things are only
    missing (`lifted_only`) somebody may have lifted one for what comes next: that says nothing of what was before.
    """
    kept = book.standing
    if not kept or kept[-1].by != "camera" or kept[-1].corrects is not None:
        return None
    last, before = kept[-1], book.states[-2]
    if book.game.reveals(before, last.event) or book.game.layout(before) is not None:
        return None
    verdict: Verdict = judge(book.game, before, scene, Known(unseen=unseen), done=done, plain=True).verdict
    if isinstance(verdict, Accept) and verdict.events[0] != last.event:
        return None if lifted_only or unseen else verdict
    return Ask(((TookBack(),),)) if isinstance(verdict, Same) else None


def explained_by_fewer(
    book: Book[S], verdict: Accept, scene: Scene, *, done: bool, unseen: frozenset[str]
) -> Accept | Ask | None:
    """Fewer events that explain the table than these and the last one, of which only was seen what is gone.

    A piece that was taken off before its captor came had looked like that. Where something lies unseen it may be
    either: then the people are asked.
    """
    if not book.standing or not book.standing[-1].event.vanishing:
        return None
    instead = second_thoughts(book, scene, done=done, unseen=unseen)
    if isinstance(instead, Ask):
        return Ask((verdict.events, (TookBack(),))) if unseen else None
    return None if instead is None or len(instead.events) > len(verdict.events) else instead
