"""The first screen and the choice of a game, as plain models."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Game
from ui.present.desk_touches import ChooseGame, Goto, OpenRules, Quit, Resume
from ui.present.models import Banner, Button, Played, Weight
from ui.present.steps import back_button, home_button
from ui.present.touches import Touch
from ui.words import _, several


@dataclass(frozen=True, slots=True)
class HomeModel:
    """The first screen: the likeliest first, as large keys; then tiles, and what ends it all, where there are any.

    `resume` goes on with the game that was left last.
    """

    title: str
    resume: Button | None
    buttons: tuple[Button, ...]
    tiles: tuple[Button, ...] = ()
    end: Button | None = None
    notice: Banner | None = None


@dataclass(frozen=True, slots=True)
class GameTile:
    """One game to be chosen: its picture by its id, what it is, who plays how long, and what must be on the table."""

    id: str
    name: str
    gist: str
    players: str
    minutes: str
    needs: str
    action: Touch
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class GamesModel:
    """Every game as a tile, always in the same order."""

    title: str
    tiles: tuple[GameTile, ...]
    buttons: tuple[Button, ...]


def home_model(
    unfinished: Sequence[Played] = (),
    notices: Sequence[str] = (),
    games: int = 1,
    helping: Button | None = None,
    last: Game[Any] | None = None,
    *,
    is_box: bool = False,
) -> HomeModel:
    """The first screen; at its top what is wrong.

    The first line of the notices is the sentence, what follows stands small beneath. `helping`: what may help where the
    journal cannot be read or written. `last`: the game that was played last. `is_box`: nothing lies behind the app, so
    that it is not quit; the machine is switched off.
    """
    going_on = tuple(_go_on(game, is_first=not n) for n, game in enumerate(unfinished))
    new = Button(
        _("New game"),
        Goto("games" if games > 1 else "seats"),
        "plain" if going_on or last is not None else "main",
        "plus",
    )
    again = []
    if last is not None and games > 1:
        weight: Weight = "plain" if going_on else "main"
        words, as_before = _("Play {game}").format(game=_(last.name)), _("As the last time")
        again.append(Button(words, ChooseGame(last.id), weight, "play", as_before, emblem=last.id))
    tiles = (
        Button(_("Past games"), Goto("past"), "plain", "list"),
        Button(_("Rules"), OpenRules(""), "plain", "book"),
        Button(_("Table and cards"), Goto("eye"), "plain", "eye"),
        Button(_("Settings"), Goto("settings"), "plain", "settings"),
    )
    quits: tuple[str, Touch] = (_("Switch off"), Goto("power")) if is_box else (_("Quit"), Quit())
    wrong, _line, more = "\n".join(notice for notice in notices if notice).partition("\n")
    return HomeModel(
        "Zo Companion",
        going_on[0] if going_on else None,
        (*(() if helping is None else (helping,)), *going_on[1:], *again, new),
        tiles,
        Button(*quits, "quiet", "off"),
        Banner("trouble", wrong, more) if wrong else None,
    )


def _go_on(game: Played, *, is_first: bool) -> Button:
    names = _(" and ").join(game.names)
    detail = " · ".join(part for part in (names, game.how, game.when) if part)
    words = _("Go on: {game}").format(game=game.game)
    return Button(
        words, Resume(game.id), "main" if is_first else "plain", "play", detail, emblem=game.game_id
    )


def games_model(games: Sequence[Game[Any]], last: str = "") -> GamesModel:
    """Which game is to be played, the one played last marked."""
    tiles = tuple(_tile(game, is_last=game.id == last) for game in games)
    return GamesModel(_("Which game?"), tiles, (back_button(), home_button()))


def _tile(game: Game[Any], *, is_last: bool) -> GameTile:
    about = game.about
    few, many = min(game.seats), max(game.seats)
    players = (
        several("{n} player", "{n} players", few)
        if few == many
        else _("{few} to {many} players").format(few=few, many=many)
    )
    minutes = (
        "" if about is None else _("{least}–{most} min").format(least=about.minutes[0], most=about.minutes[1])
    )
    gist, needs = ("", "") if about is None else (_(about.gist), _(about.needs))
    return GameTile(game.id, _(game.name), gist, players, minutes, needs, ChooseGame(game.id), is_last)
