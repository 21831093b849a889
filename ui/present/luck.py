"""What fell by chance and how a game went: bars against what is expected, lines over the turns."""

from companion.game import COIN, DICE
from companion.language import number, percent
from companion.luck import Luck, luck
from ui.present import story
from ui.present.steps import Chart, FaceBar, Plot
from ui.present.walk import Walk
from ui.words import _, several


def charts(walk: Walk) -> tuple[Chart, ...]:
    """For each kind of thing thrown a chart a seat, and of several seats one of all."""
    throws = tuple(story.throws(walk))
    found = []
    for everybody in luck(throws):
        own = [
            _chart(one, walk.names[seat])
            for seat in range(walk.setup.seats)
            for one in luck(throws, seat)
            if one.kind == everybody.kind
        ]
        found += own
        if len(own) > 1:
            found.append(_chart(everybody, _("All together")))
    return tuple(found)


def _chart(one: Luck, name: str) -> Chart:
    bars = tuple(FaceBar(_(bar.face), bar.count, bar.expected) for bar in one.bars)
    return Chart(name, _(one.kind), bars, luck_lines(one), one.seat, one.kind == DICE)


def luck_lines(one: Luck) -> tuple[str, ...]:
    """How many throws there were, their mean against what is expected, and whether that was luck."""
    count = several("{n} throw", "{n} throws", one.throws)
    first = one.bars[0].face
    if first.isdecimal():
        words = _("Mean {mean}, expected {expected}")
        mean = words.format(mean=number(one.mean, 2), expected=number(one.expected, 2))
    else:
        words = _("{share} {face}, expected {expected}")
        mean = words.format(share=percent(one.mean), face=_(first), expected=percent(one.expected))
    if not one.enough:
        words = _("Too few throws to say anything: at least {needed} are needed.")
        return (count, mean, words.format(needed=one.needed))
    return (count, mean) if one.kind == COIN else (count, mean, _verdict(one))


def _verdict(one: Luck) -> str:
    words = {"lucky": _("Lucky"), "even": _("As expected"), "unlucky": _("Unlucky")}
    return words[one.verdict]


def plots(walk: Walk) -> tuple[Plot, ...]:
    """Each number that the game tells of its seats, before the first turn and after each."""
    taken = story.turns(walk)
    if not taken:
        return ()
    places = (taken[0].first - 1, *(turn.last for turn in taken))
    rows = [story.measures(walk, place) for place in places]
    return tuple(
        Plot(
            measure.words,
            _("Turns"),
            walk.names,
            tuple(tuple(row[n].values[seat] for row in rows) for seat in range(walk.setup.seats)),
        )
        for n, measure in enumerate(rows[0])
    )
