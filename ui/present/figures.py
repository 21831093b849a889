"""What the journal tells of the people who play: games and wins of each, runs of wins, tribes, luck. Pure functions.

A name is the same in capitals or small, with spaces around it or not; seats to which nobody gave a name are nobody's.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from companion.game import Throw
from companion.journal import Record
from companion.luck import Luck, luck
from ui.owned.tribes_agreed import is_of_tribes
from ui.present import story
from ui.present.walk import Walk


class FaceFell(msgspec.Struct, frozen=True, array_like=True):
    """How often one face of one kind of thing fell for one seat; `faces`: all that were as likely."""

    seat: int
    kind: str
    face: str
    faces: tuple[str, ...]
    count: int


class GameFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What one game adds. `winners`: None while it goes on; `tribes`: by seat, where it has any; `turns`: how many."""

    game: str
    started: str
    players: tuple[str, ...]
    winners: tuple[int, ...] | None = None
    tribes: tuple[str, ...] = ()
    turns: int = 0
    fallen: tuple[FaceFell, ...] = ()


def game_figures(record: Record, started: str) -> GameFigures:
    """What a record adds. Of one that is not over no luck is told."""
    walk = Walk.of(record.game, record.setup, record.entries)
    named = [
        str(record.setup.option(option.name, ""))
        for option in record.game.options
        if is_of_tribes(option) and record.setup.option(option.name, "")
    ]
    fell = Counter((t.seat, t.kind, t.face, t.faces) for t in story.throws(walk)) if walk.over else Counter()
    return GameFigures(
        game=record.game.id,
        started=started,
        players=record.setup.players,
        winners=None if walk.over is None else walk.over.winners,
        tribes=tuple(named[0].split(",")) if named else (),
        turns=len(story.turns(walk)),
        fallen=tuple(FaceFell(*what, count) for what, count in sorted(fell.items())),
    )


@dataclass(frozen=True, slots=True)
class OfGame:
    """How many games of one kind somebody has ended, and how many of them were won."""

    game: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """Somebody's games. `name`: as it was written last. Games that have not ended count nowhere.

    `run`: so many of the last games were won one after the other; `longest`: the longest such run. `tribe`: the one
    played most often, of several the last; empty where none was.
    """

    name: str
    games: int
    won: int
    by_game: tuple[OfGame, ...]
    run: int
    longest: int
    tribe: str
    luck: tuple[Luck, ...]


def people(games: Iterable[GameFigures], nobody: Iterable[str] = ()) -> tuple[PersonFigures, ...]:
    """Everybody who has ended a game, whoever has ended most first. `nobody`: names that are given where none is."""
    unnamed = {same_name(name) for name in nobody} | {""}
    played: dict[str, list[tuple[GameFigures, int]]] = {}
    for game in sorted(games, key=lambda one: one.started):
        if game.winners is None:
            continue
        for seat, name in enumerate(game.players):
            if same_name(name) not in unnamed:
                played.setdefault(same_name(name), []).append((game, seat))
    found = [_person(sat) for sat in played.values()]
    return tuple(sorted(found, key=lambda one: (-one.games, -one.won, same_name(one.name))))


def _person(sat: Sequence[tuple[GameFigures, int]]) -> PersonFigures:
    """Somebody who sat at these games on these seats, the earliest first."""
    wins = [seat in (game.winners or ()) for game, seat in sat]
    kinds = Counter(game.game for game, _seat in sat)
    won = Counter(game.game for (game, _seat), has_won in zip(sat, wins, strict=True) if has_won)
    run = longest = 0
    for has_won in wins:
        run = run + 1 if has_won else 0
        longest = max(longest, run)
    tribes = Counter(game.tribes[seat] for game, seat in reversed(sat) if seat < len(game.tribes))
    last, seat = sat[-1]
    return PersonFigures(
        " ".join(last.players[seat].split()),
        len(sat),
        sum(wins),
        tuple(OfGame(game, count, won[game]) for game, count in kinds.most_common()),
        run,
        longest,
        tribes.most_common(1)[0][0] if tribes else "",
        luck(_throws(sat)),
    )


def _throws(sat: Iterable[tuple[GameFigures, int]]) -> Iterable[Throw]:
    for game, seat in sat:
        for fell in game.fallen:
            if fell.seat == seat:
                yield from (Throw(0, fell.kind, fell.face, fell.faces) for _n in range(fell.count))


def same_name(name: str) -> str:
    """What is the same for all ways of writing a name."""
    return " ".join(name.split()).casefold()
