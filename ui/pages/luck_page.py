"""What fell by chance and how a game went: bars against what is expected, lines over the turns."""

from dataclasses import replace

from companion.game import COIN, DICE
from companion.language import number, percent
from companion.luck import Luck, luck
from ui.pages.looking_back import BackPage, LookedBack
from ui.present.models import choice
from ui.present.steps import Chart, Plot, StepModel
from ui.present.touches import do
from ui.present.walk import Walk
from ui.words import _, several


class LuckPage(BackPage):
    """What fell by chance, and how far everybody had come, turn by turn."""

    name = "luck"

    def __init__(self, looked: LookedBack) -> None:
        super().__init__(looked)
        self._tab = 0

    def model(self) -> StepModel:
        """What fell by chance, where anything did, then a line for each number that the game tells."""
        walk = self.looked.walk
        lines, fell = plots(walk), charts(walk)
        names = tuple(plot.words for plot in lines)
        if fell or not lines:
            names = (_("Luck"), *names)
        at = min(self._tab, len(names) - 1)
        tabs = tuple(choice(words, do(self.show, n), n == at) for n, words in enumerate(names))
        plot, body = at - len(names) + len(lines), []
        if plot < 0 and not fell:
            body.append(_("Nothing was thrown. Dice, coins and discs that are thrown are shown here."))
        if plot < 0 and walk.over is None:
            body.append(_("When the game is over, this shows how far everybody has come."))
        return StepModel(
            _("How it went"),
            body=(" ".join(body),) if body else (),
            tabs=tabs if len(tabs) > 1 else (),
            rows=(lines[plot],) if plot >= 0 else (fell,),
        )

    def show(self, tab: int) -> None:
        """Another part: lines of one number, or what fell by chance."""
        self._tab = tab


def charts(walk: Walk) -> tuple[Chart, ...]:
    """For each kind of thing thrown a chart a seat, and of several seats one of all."""
    throws, found = tuple(walk.throws()), []
    of_seats = [(one, name) for seat, name in enumerate(walk.names) for one in luck(throws, seat)]
    for everybody in luck(throws):
        own = [_chart(one, name) for one, name in of_seats if one.kind == everybody.kind]
        found += own
        if len(own) > 1:
            found.append(_chart(everybody, _("All together")))
    return tuple(found)


def _chart(one: Luck, name: str) -> Chart:
    bars = tuple(replace(bar, face=_(bar.face)) for bar in one.bars)
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
    verdict = {"lucky": _("Lucky"), "even": _("As expected"), "unlucky": _("Unlucky")}[one.verdict]
    return (count, mean) if one.kind == COIN else (count, mean, verdict)


def plots(walk: Walk) -> tuple[Plot, ...]:
    """Each number that the game tells of its seats, before the first turn and after each."""
    taken = walk.turns
    if not taken:
        return ()
    places = (taken[0].first - 1, *(turn.last for turn in taken))
    rows = [walk.measures(place) for place in places]
    found = []
    for n, measure in enumerate(rows[0]):
        values = tuple(tuple(row[n].values[seat] for row in rows) for seat in range(walk.setup.seats))
        found.append(Plot(measure.words, _("Turns"), walk.names, values))
    return tuple(found)
