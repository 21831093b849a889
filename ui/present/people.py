"""The people who play, as plain models: all of them, and one with games and wins, runs, tribe and luck."""

from collections.abc import Callable, Sequence

from ui.present.desk_touches import GamesOf, ShowPerson
from ui.present.figures import PersonFigures
from ui.present.luck import luck_lines
from ui.present.models import Button
from ui.present.steps import Numbers, StepModel, WonOf
from ui.words import _, several


def people_model(people: Sequence[PersonFigures], left: int) -> StepModel:
    """Everybody who has ended a game under a name; `left`: so many games are still to be read."""
    keys = tuple(Button(one.name, ShowPerson(one.name), "plain", "list", _summary(one)) for one in people)
    body: tuple[str, ...] = ()
    if left:
        body = (several("{n} game is still being read …", "{n} games are still being read …", left),)
    elif not keys:
        words = _("Nobody is here yet: whoever finishes a game under a name is listed here.")
        body = (words,)
    return StepModel(_("Players"), body=body, keys=keys)


def _summary(one: PersonFigures) -> str:
    """Games and wins in a line, and a run of wins where one goes on."""
    said = [several("{n} game", "{n} games", one.games), several("{n} won", "{n} won", one.won)]
    if one.run > 1:
        said.append(_("{n} in a row").format(n=one.run))
    return " · ".join(said)


def person_model(
    one: PersonFigures, game_words: Callable[[str], str], tribe_words: Callable[[str], str]
) -> StepModel:
    """What the kept games tell of somebody. `game_words` and `tribe_words`: names by their ids."""
    numbers = (
        (_("games"), one.games),
        (_("won"), one.won),
        (_("in a row now"), one.run),
        (_("longest run"), one.longest),
    )
    lines = [_("Favourite tribe: {tribe}").format(tribe=tribe_words(one.tribe))] if one.tribe else []
    for each in one.luck:
        lines.append(_("{kind}: {luck}").format(kind=_(each.kind), luck=" · ".join(luck_lines(each))))
    won = (WonOf(game_words(of.game), of.games, of.won) for of in one.by_game)
    games = Button(_("Games with {name}").format(name=one.name), GamesOf(one.name), "plain", "list")
    return StepModel(one.name, rows=(Numbers(numbers), *won, *lines, games))
