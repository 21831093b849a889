"""A correction that would change more than it names, told in words before it is done."""

from collections.abc import Mapping
from dataclasses import replace

from companion.sight import Lying
from ui.present.board import board
from ui.present.models import Banner, Button, TableFocus, TableModel
from ui.present.moment import GameSnapshot
from ui.present.names import lying_words
from ui.present.regions import region_words
from ui.present.table_touches import Correct, Uncorrect
from ui.present.tabletop import Mark
from ui.words import _, several

MOST_LINES = 5


def confirm(moment: GameSnapshot, _focus: TableFocus, model: TableModel) -> TableModel:
    """What was booked, what would stand in its place, and every square that would then be another."""
    proposal = moment.proposal
    if proposal is None:
        return model
    now, then = moment.reply.view.board, proposal.outcome
    others = changed_squares(now, then)
    anew = (_("“{now}” becomes “{then}”").format(now=before, then=after) for before, after in proposal.anew)
    told = (*anew, *(square_words(moment, name, then) for name in others))
    lines, more = told[:MOST_LINES], len(told) - MOST_LINES
    rest = (several("and {n} thing more", "and {n} things more", more),) if more > 0 else ()
    instead = (_("Instead of: {words}").format(words=proposal.instead),) if proposal.instead else ()
    answers = (
        Button(_("Yes, put it right"), Correct(proposal.reading), "main", "done"),
        Button(_("No, leave it"), Uncorrect(), "plain", "back"),
    )
    marks = tuple(Mark(name, "chosen") for name in others)
    return replace(
        model,
        headline=_("Put it right like this?"),
        banner=Banner("ask", proposal.reading.words),
        body=(*instead, *((_("This would change:"),) if lines else ()), *lines, *rest),
        answers=answers,
        board=board(moment.table, then, marks),
    )


def changed_squares(now: Mapping[str, Lying], then: Mapping[str, Lying]) -> list[str]:
    """The places that hold something else then."""
    return sorted(name for name in {*now, *then} if now.get(name, ()) != then.get(name, ()))


def square_words(moment: GameSnapshot, name: str, then: Mapping[str, Lying]) -> str:
    """What a place would hold then, and what it holds now."""
    return _("{square}: {then}, not {now}").format(
        square=region_words(name, moment.names, moment.called),
        then=lying_words(then.get(name, ()), moment.called),
        now=lying_words(moment.reply.view.board.get(name, ()), moment.called),
    )
