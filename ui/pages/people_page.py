"""The people who play: games and wins of each, runs of wins, tribes, luck; and the pages that show them."""

import logging
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, groupby, repeat

import msgspec

from companion.game import nobody
from companion.games import all_games
from companion.luck import Luck, luck
from ui.owned.tribes import is_of_tribes, own_choices
from ui.owned.whole_files import keep_small, kept_small
from ui.pages.front import ShownPage
from ui.pages.kept import KeptGames, game_words
from ui.pages.looking_back import luck_lines
from ui.places import figures_file
from ui.present.models import Button, Numbers, Page, StepModel, WonOf
from ui.present.touches import GamesOf, do
from ui.present.walk import GameFigures, game_figures, same_name
from ui.records.beginning import kept_record
from ui.words import _, several

_log = logging.getLogger(__name__)
AT_ONCE_SECONDS = 0.02
"""Seconds in which games are read each time the screen is drawn."""
MOST_SEATS = 6


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """Somebody's games, without those that have not ended."""

    name: str  # as it was written last
    games: int
    won: int
    by_game: tuple[WonOf, ...]
    run: int  # games won in a row, up to the last one
    longest: int  # the longest such run
    tribe: str  # the one played most often, of several the last; empty where none was
    luck: tuple[Luck, ...]


def people(games: Iterable[GameFigures], nobody: Iterable[str] = ()) -> tuple[PersonFigures, ...]:
    """Everybody who has ended a game, whoever has ended most first. `nobody`: names that are given where none is."""
    unnamed = {same_name(name) for name in nobody} | {""}
    played: dict[str, list[tuple[GameFigures, int]]] = {}
    for game in sorted(games, key=lambda one: one.started):
        for seat, name in enumerate(game.players) if game.winners is not None else ():
            if same_name(name) not in unnamed:
                played.setdefault(same_name(name), []).append((game, seat))
    found = []
    for sat in played.values():
        wins = [seat in (game.winners or ()) for game, seat in sat]
        kinds = Counter(game.game for game, _seat in sat)
        won = Counter(game.game for (game, _seat), has_won in zip(sat, wins, strict=True) if has_won)
        runs = [len(list(run)) for has_won, run in groupby(wins) if has_won]
        run, longest = runs[-1] if wins[-1] else 0, max(runs, default=0)
        tribes = Counter(game.tribes[seat] for game, seat in reversed(sat) if seat < len(game.tribes))
        own = (fell for game, seat in sat for fell in game.fallen if fell[0].seat == seat)
        throws = chain.from_iterable(repeat(replace(throw, seat=0), count) for throw, count in own)
        last, seat = sat[-1]
        name, tribe = " ".join(last.players[seat].split()), tribes.most_common(1)[0][0] if tribes else ""
        by_game = tuple(WonOf(game_words(game), count, won[game]) for game, count in kinds.most_common())
        found.append(PersonFigures(name, len(sat), sum(wins), by_game, run, longest, tribe, luck(throws)))
    return tuple(sorted(found, key=lambda one: (-one.games, -one.won, same_name(one.name))))


class PeoplePage(Page):
    """Everybody in the games read so far. What a game tells is kept; of one that cannot be played, None."""

    name = "players"

    def __init__(self, kept: KeptGames) -> None:
        read = partial(msgspec.json.decode, type=dict[str, GameFigures | None])
        self._store, self._known = kept.store, kept_small(figures_file(), read) or {}
        # A number may be given anew, and a game may go on.
        self._games = {
            f"{game.id} {game.started} {game.entries} {game.finished}": game for game in kept.played()
        }
        self.unread = [key for key in self._games if key not in self._known]

    @property
    def people(self) -> tuple[PersonFigures, ...]:
        known = filter(None, map(self._known.get, self._games))
        return people(known, map(nobody, range(MOST_SEATS)))

    def tick(self) -> bool:
        if not self.unread:
            return False
        until = time.monotonic() + AT_ONCE_SECONDS
        while self.unread:
            game = self._games[key := self.unread.pop(0)]
            self._known[key] = None
            try:
                self._known[key] = game_figures(kept_record(self._store, game.id), game.started)
            except Exception as fault:  # whatever a journal holds, the others count
                _log.warning("game %s of the journal counts nowhere: %s", game.id, fault)
            if time.monotonic() >= until:
                break
        if not self.unread:  # games that are gone are left out; where the disk takes none all are read again
            known = {key: self._known[key] for key in self._games}
            keep_small(figures_file(), msgspec.json.encode(known))
        return True

    def model(self) -> StepModel:
        left = len(self.unread)
        keys: list[Button] = []
        for one in self.people:
            # Games and wins in a line, and a run of wins where one goes on.
            said = [several("{n} game", "{n} games", one.games), several("{n} won", "{n} won", one.won)]
            said += [_("{n} in a row").format(n=one.run)] if one.run > 1 else []
            keys.append(Button(one.name, do(self.show_person, one.name), "plain", "list", " · ".join(said)))
        body: tuple[str, ...] = ()
        if left:
            body = (several("{n} game is still being read …", "{n} games are still being read …", left),)
        elif not keys:
            body = (_("Nobody is here yet: whoever finishes a game under a name is listed here."),)
        return StepModel(_("Players"), body=body, keys=tuple(keys))

    def show_person(self, name: str) -> None:
        found = (one for one in self.people if one.name == name)
        self.then = next((ShownPage("player", partial(person_model, one)) for one in found), None)


def person_model(one: PersonFigures) -> StepModel:
    words = (_("games"), _("won"), _("in a row now"), _("longest run"))
    numbers = tuple(zip(words, (one.games, one.won, one.run, one.longest), strict=True))
    lines = []
    if one.tribe:
        # What it is called; its id where this version does not know it.
        options = (option for game in all_games().values() for option in game.options if is_of_tribes(option))
        choices = (each for option in options for each in (*option.choices, *own_choices(option)))
        tribe = next((_(each.words) for each in choices if each.value == one.tribe), one.tribe)
        lines.append(_("Favourite tribe: {tribe}").format(tribe=tribe))
    for each in one.luck:
        lines.append(_("{kind}: {luck}").format(kind=_(each.kind), luck=" · ".join(luck_lines(each))))
    games = Button(_("Games with {name}").format(name=one.name), GamesOf(one.name), "plain", "list")
    return StepModel(one.name, rows=(Numbers(numbers), *one.by_game, *lines, games))
