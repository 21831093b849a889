"""Who meets whom in a league, in which seats and with which set-ups: all of it fixed before the first game."""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.bounded import MOST_TOML_BYTES, file_text
from companion.game import Game, Setup, Value
from companion.games.zoon.family.written import Fact, leaves
from companion.kits.toml_text import TextFault, read_toml
from ui.demo.random_play import LONGEST, told_all, with_random_choices
from ui.lab.league.fixture import Fixture
from ui.records.beginning import GameFault, agreed, option_value

Chosen = tuple[tuple[str, Value], ...]


class Contestant(msgspec.Struct, frozen=True):
    """A bot with what its seat has of the options of each seat, such as its tribe."""

    bot: str
    own: Chosen = ()

    @property
    def name(self) -> str:
        return " ".join((self.bot, *(str(value) for _name, value in self.own)))


class Variant(msgspec.Struct, frozen=True):
    """One way to play a game: options that differ from the league's, and facts of the owner's under a name."""

    options: Chosen = ()
    facts_name: str = ""
    facts: tuple[Fact, ...] = ()

    @property
    def named(self) -> Chosen:
        """Everything that tells it from other variants."""
        return (*self.options, ("facts", self.facts_name)) if self.facts_name else self.options


class Competition(msgspec.Struct, frozen=True):
    """What a league plays: everybody of `contestants` meets everybody else, `games` times in each of `variants`.

    `facts` come to every set-up. `by_lot`: what an option of many choices leaves open is drawn by lot, anew whenever
    everybody has had every seat. Between two games the seats move on by one.
    """

    game: str
    seats: int
    contestants: tuple[Contestant, ...]
    games: int
    seed: int
    options: Chosen = ()
    variants: tuple[Variant, ...] = (Variant(),)
    facts: tuple[Fact, ...] = ()
    by_lot: bool = False
    longest: int = LONGEST


def fixtures(game: Game[Any], league: Competition) -> tuple[Fixture, ...]:
    """Every game of a league, in order. Raises GameFault for what cannot be played."""
    found: list[Fixture] = []
    apart = [option.name for option in game.options if option.apart]
    for variant, differing in enumerate(league.variants):
        setups: dict[tuple[int, ...], Setup] = {}
        for meeting in meetings(len(league.contestants), league.seats):
            # No two of them may have the same of what no two seats may have, such as a side.
            own = [dict(league.contestants[each].own) for each in meeting]
            taken = ([seat[name] for seat in own if name in seat] for name in apart)
            if not all(len(set(values)) == len(values) for values in taken):
                continue
            for number in range(league.games):
                who = "-".join(map(str, meeting))
                seed = f"{league.seed}.{variant}.{who}.{number}"
                moved = number % league.seats
                seated = meeting[moved:] + meeting[:moved]
                if seated not in setups:
                    setups[seated] = _agreed(game, league, differing, seated)
                setup = setups[seated]
                bots = tuple(league.contestants[each].bot for each in seated)
                if league.by_lot:
                    once = Random(f"{league.seed}.{variant}.{number // league.seats} set-up")
                    setup = with_random_choices(game, setup, once)
                at = len(found)
                found.append(Fixture(at, league.game, setup, variant, seated, bots, seed, league.longest))
    if not found:
        names = ", ".join(each.name for each in league.contestants)
        raise GameFault(f"contestants: expected some that may sit at one table, found {names}")
    return tuple(found)


def combined(choices: Sequence[tuple[str, Value]]) -> tuple[Chosen, ...]:
    """Every way to take one of the values given for each name."""
    by_name: dict[str, list[Value]] = {}
    for name, value in choices:
        by_name.setdefault(name, []).append(value)
    return tuple(tuple(zip(by_name, values, strict=True)) for values in product(*by_name.values()))


def meetings(contestants: int, seats: int) -> list[tuple[int, ...]]:
    """Who sits at one table: every choice for its seats, the same one several times too, but not alone with itself."""
    found = list(combinations_with_replacement(range(contestants), seats))
    return found if contestants == 1 else [each for each in found if len(set(each)) > 1]


def _agreed(game: Game[Any], league: Competition, differing: Variant, seated: tuple[int, ...]) -> Setup:
    options: dict[str, Value] = dict((*told_all(game), *league.options, *differing.options))
    own: list[Mapping[str, Value]] = [dict(league.contestants[each].own) for each in seated]
    for name in own[0]:
        options[name] = ",".join(str(seat[name]) for seat in own)
    named = {part for value in options.values() for part in str(value).split(",")}
    brought = tuple(fact for fact in league.facts if fact[0].rpartition(".")[2] in named)
    return agreed(game, league.seats, tuple(options.items()), facts=(*differing.facts, *brought))


def contestant_options(game: Game[Any], texts: Sequence[str]) -> tuple[Chosen, ...]:
    """What contestants have of the options of each seat, each typed as NAME=VALUE NAME=VALUE. Raises GameFault."""
    found = tuple(own_choices(game, text.split(), of_each_seat=True) for text in texts)
    for text, chosen in zip(texts, found, strict=True):
        names = tuple(name for name, _value in chosen)
        if len(set(names)) < len(names) or set(names) != {name for name, _value in found[0]}:
            raise GameFault(f"--own {text}: expected one value each for the same options in every --own")
    return found


def own_choices(
    game: Game[Any], texts: Sequence[str], *, of_each_seat: bool
) -> tuple[tuple[str, Value], ...]:
    """Options typed as NAME=VALUE, or NAME alone for every choice that the game lists. Raises GameFault."""
    found: list[tuple[str, Value]] = []
    kind = "of each seat" if of_each_seat else "of the whole game"
    known = {option.name: option for option in game.options if option.each_seat == of_each_seat}
    for text in texts:
        name, equals, _given = text.partition("=")
        if name not in known:
            raise GameFault(
                f"{text}: expected NAME=VALUE with an option {kind}: {', '.join(known) or 'none'}"
            )
        if equals:
            found.append(option_value(game, text))
        else:
            found += [(name, choice.value) for choice in known[name].choices]
    return tuple(dict.fromkeys(found))


def read_facts(file: Path) -> tuple[Fact, ...]:
    """The facts of a TOML file by dotted name, as `[archer]` and `movement = "any"`. Raises GameFault.

    Whether a game has such facts, the game says where it begins.
    """
    try:
        found = tuple(
            (".".join(path), value) for path, value in leaves(read_toml(file_text(file, MOST_TOML_BYTES)))
        )
        for name, value in found:
            if not isinstance(value, str | int | bool):
                raise ValueError(f"{name}: expected a text, a number or true, found {value!r}")
    except (OSError, UnicodeDecodeError, TextFault, ValueError) as fault:
        raise GameFault(f"--facts: expected a TOML file of facts, found {file}: {fault}") from None
    return found
