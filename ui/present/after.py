"""One game looked back on: who has won it and how, or how it stands; and everything that can be looked at and done."""

from companion.language import joined
from ui.present.models import Chip, Played
from ui.present.names import written
from ui.present.steps import Ending
from ui.present.walk import Walk
from ui.words import _, several, upper_first

HOUR = 60


def how_it_stands(walk: Walk, game: Played | None, minutes: int | None, *, at_table: bool = False) -> Ending:
    """A game that this version can play; `game`: as it is kept, None where it is not.

    `minutes`: how long people sat at it. `at_table`: it is still on the table.
    """
    over, measure, taken = walk.over, walk.points, len(walk.turns)
    won, ends = ((), None) if over is None else (over.winners, written(walk.game.id, over.rule))
    if over is None:
        headline = walk.view(walk.last).headline if walk.last else _("Just begun")
    else:
        headline = won_words([walk.names[seat] for seat in won])
    # Those that have won first, then by points.
    points = measure.values if measure is not None else (0,) * len(walk.names)
    seats = sorted(range(len(walk.names)), key=lambda seat: (seat not in won, -points[seat], seat))
    standings = (
        Chip(seat, walk.names[seat], seat in won, score="" if measure is None else str(points[seat]))
        for seat in seats
    )
    facts = [several("{n} turn", "{n} turns", taken) if taken else entries_words(walk.last)]
    if minutes is not None and minutes < HOUR:
        facts.insert(0, several("{n} minute", "{n} minutes", minutes))
    elif minutes is not None:
        words = _("{hours} h {minutes} min")
        facts.insert(0, words.format(hours=minutes // HOUR, minutes=minutes % HOUR))
    return Ending(
        headline,
        won,
        why=f"{upper_first(over.words)}." if over is not None and over.words else "",
        rule="" if ends is None else ends.short,
        standings=tuple(standings),
        facts=(*facts, game.when) if game is not None and game.when else tuple(facts),
        festive=at_table and bool(won),
        game=walk.game.id,
    )


def won_words(names: list[str]) -> str:
    if not names:
        return _("Nobody wins")
    if len(names) > 1:
        return _("{names} share the win").format(names=joined(names))
    return _("{names} wins").format(names=names[0])


def entries_words(count: int) -> str:
    return several("{n} entry", "{n} entries", count)
