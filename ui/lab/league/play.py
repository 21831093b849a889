"""The games of a league: who meets whom, what is played, and the results; the same wherever a game is played.

A bot keeps nothing between two calls: random numbers come in, an event goes out. Fixtures are played here, in
processes, or on a Dask cluster; a worker that dies loses nothing.
"""

import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache, partial
from hashlib import sha256
from importlib.util import find_spec
from itertools import combinations_with_replacement, islice, product
from pathlib import Path
from random import Random
from socket import gethostname
from typing import Any

import msgspec

import companion
from companion.bounded import MOST_TOML_BYTES, file_text
from companion.game import Chance, Event, Game, Over, RandomSource, Seat, Seats, Setup, Value, legal
from companion.games import all_games
from companion.games.zoon.family.written import Fact, leaves
from companion.kits.toml_text import TextFault, read_toml
from companion.lawful import drawn
from companion.search import BEGINNER, EASY, MIDDLE, Level, Search, completed
from ui.demo.random_play import LONGEST, rng_of, told_all, with_random_choices
from ui.records.beginning import GameFault, UsageFault, agreed, app_version, option_value

MOST_DRAWN = 200
"""Maximum draws until an event is the seat's own, in games with too many events to list."""

Bot = Callable[[Game[Any], Any, Seat, RandomSource], Event | None]
"""A lawful event for a seat; None: it has nothing to do. The same `rng` give the same event."""


def at_random(game: Game[Any], state: Any, seat: Seat, rng: RandomSource) -> Event | None:
    """Any lawful event, drawn by the game's own sampling."""
    if game.sample is None:
        events = own_events(legal(game, state), seat)
        return events[rng(len(events))] if events else None
    draws = (drawn(game, state, rng) for _ in range(MOST_DRAWN))
    return next((event for event in draws if event is None or event.seat in (seat, None)), None)


def greedy(game: Game[Any], state: Any, seat: Seat, rng: RandomSource) -> Event | None:
    """One event of lookahead: a win, or the best lead in the game's measures; ties by lot.

    It cannot foresee a reveal: such an event is worth as much as the state before it. Before the first turn, as in
    laying out, it plays at random.
    """
    if game.whose_turn(state) is None:
        return at_random(game, state, seat, rng)
    events = own_events(legal(game, state), seat)
    if not events:
        return None
    after = (state if game.reveals(state, each) else game.after(state, each) for each in events)
    worths = [_worth(game, each, seat) for each in after]
    most = max(worths)
    best = [event for event, worth in zip(events, worths, strict=True) if worth == most]
    event = best[rng(len(best))]
    if game.sample is None or not game.reveals(state, event):
        return event
    # A revealing event: one of the same kind, drawn by the game's own odds.
    draws = (drawn(game, state, rng) for _ in range(MOST_DRAWN))
    return next((one for one in draws if type(one) is type(event) and one.seat == event.seat), event)


def own_events(events: list[Event], seat: Seat) -> list[Event]:
    """The events of a seat; those open to anybody only if it has no other, or if a camera can see them."""
    own = [event for event in events if event.seat == seat or (event.seat is None and not event.told)]
    return own or [event for event in events if event.seat is None]


def _worth(game: Game[Any], state: Any, seat: Seat) -> tuple[float, ...]:
    """Sort key: a win above all, then the lead over the best rival in each measure, the most telling first."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        return (0.0 if not turn.winners else 1.0 if seat in turn.winners else -1.0,)
    measured = [measure.values for measure in game.measures(state)]
    return (0.0, *(v[seat] - max((*v[:seat], *v[seat + 1 :])) for v in measured))


def at_level(level: Level, game: Game[Any], state: Any, seat: Seat, rng: RandomSource) -> Event | None:
    """Searches as an opponent of this level does, limited by play-outs and not by a clock: the same on any machine."""
    try:
        chosen = Search(game, state, seat, rng, lambda: False).best(level)
    except ValueError:
        return None
    return completed(game, state, chosen.event, rng) or at_random(game, state, seat, rng)


BOTS: dict[str, Bot] = {
    "random": at_random,
    "greedy": greedy,
    **{level.name: partial(at_level, level) for level in (BEGINNER, EASY, MIDDLE)},
}


class Fixture(msgspec.Struct, frozen=True):
    """One game to play: `bots` and `contestants` (numbers in the league's list) by seat; `seed`: all its chance."""

    number: int
    game: str
    setup: Setup
    variant: int
    contestants: tuple[int, ...]
    bots: tuple[str, ...]
    seed: str
    longest: int


class FixtureResult(msgspec.Struct, frozen=True):
    """The result of a fixture."""

    number: int
    winners: tuple[Seat, ...]
    rule: str  # that ended the game; empty: too many events, or nobody could act
    events: int
    first: Seat | None  # whose turn was the first
    cards: tuple[tuple[str, ...], ...]  # by seat, cards and pieces in its events since the first turn

    def score(self, seat: Seat) -> float:
        """A point shared by the winners; shared by all if there are none."""
        if not self.winners:
            return 1.0 / len(self.cards)
        return 1.0 / len(self.winners) if seat in self.winners else 0.0


def play(fixture: Fixture) -> FixtureResult:
    game, rng = all_games()[fixture.game], rng_of(Random(fixture.seed))
    bots = [BOTS[name] for name in fixture.bots]
    state, events, first = game.start(fixture.setup), 0, None
    used: list[set[str]] = [set() for _ in bots]
    turn = game.turn(state)
    while not isinstance(turn, Over) and events < fixture.longest:
        if first is None:
            first = game.whose_turn(state)
        event: Event | None = None
        if isinstance(turn, Chance):
            event = drawn(game, state, rng)
        elif isinstance(turn, Seats):
            left = sorted(turn.seats)
            while left and event is None:
                seat = left.pop(rng(len(left)) if len(left) > 1 else 0)
                event = bots[seat](game, state, seat, rng)
        if event is None:
            break
        # Cards and pieces are counted once the first turn has begun.
        if event.seat is not None and first is not None:
            for value in (event.card, event.cards, getattr(event, "piece", None)):
                some = value.values() if isinstance(value, Mapping) else value
                named = (some,) if isinstance(some, str) else some or ()
                used[event.seat].update(name for name in named if isinstance(name, str))
        state = game.after(state, event)
        turn = game.turn(state)
        events += 1
    cards = tuple(tuple(sorted(names)) for names in used)
    winners, rule = (turn.winners, turn.rule) if isinstance(turn, Over) else ((), "")
    return FixtureResult(fixture.number, winners, rule, events, first, cards)


# Who meets whom in a league, in which seats and with which set-ups: all fixed before the first game.


Chosen = tuple[tuple[str, Value], ...]


class Contestant(msgspec.Struct, frozen=True):
    """A bot with the options of its own seat, such as its tribe."""

    bot: str
    own: Chosen = ()

    @property
    def name(self) -> str:
        return " ".join((self.bot, *(str(value) for _name, value in self.own)))


class Variant(msgspec.Struct, frozen=True):
    """One way to play a game: options that differ from the league's, and an owner's facts under a name."""

    options: Chosen = ()
    facts_name: str = ""
    facts: tuple[Fact, ...] = ()

    @property
    def named(self) -> Chosen:
        """All that distinguishes it from other variants."""
        return (*self.options, ("facts", self.facts_name)) if self.facts_name else self.options


class Competition(msgspec.Struct, frozen=True):
    """What a league plays: all `contestants` meet each other, `games` times in each of `variants`.

    `facts` are added to every set-up. `by_lot`: open options of many choices are drawn by lot, again whenever
    everybody has had every seat. Seats move on by one between games.
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
    """Every game of a league, in order. Raises GameFault for an unplayable set-up."""
    found: list[Fixture] = []
    apart = [option.name for option in game.options if option.apart]
    for variant, differing in enumerate(league.variants):
        setups: dict[tuple[int, ...], Setup] = {}
        for meeting in meetings(len(league.contestants), league.seats):
            # Options that must differ between seats, such as a side, rule out some meetings.
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
    """Every combination of one value for each name."""
    by_name: dict[str, list[Value]] = {}
    for name, value in choices:
        by_name.setdefault(name, []).append(value)
    return tuple(tuple(zip(by_name, values, strict=True)) for values in product(*by_name.values()))


def meetings(contestants: int, seats: int) -> list[tuple[int, ...]]:
    """Every choice of contestants for one table, repeated ones included, but none against itself alone."""
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
    """Options of contestants for their own seats, each typed as NAME=VALUE NAME=VALUE. Raises GameFault."""
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

    The game itself checks, when it begins, that it has such facts.
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


# Where games are played.


RETRIES = 3
"""Maximum times a game is handed out again after its worker died."""
AT_ONCE = 2000
"""Batches handed to a cluster at once: enough for many workers, and few enough for the scheduler to hold."""
BATCHES_EACH, MOST_IN_BATCH = 32, 50
"""Batches per worker, and the maximum games in a batch: workers may join a cluster later."""


def results(fixtures: Sequence[Fixture], workers: int, cluster: str = "") -> Iterator[FixtureResult]:
    """The results of all fixtures as they arrive. `cluster`: a Dask scheduler, else processes. Raises UsageFault."""
    if cluster and find_spec("distributed") is None:
        raise UsageFault("--cluster: expected Dask to be installed (the extra league), found none")
    if cluster:
        yield from _on_cluster(fixtures, cluster)
    elif workers == 1:
        yield from map(play, fixtures)
    else:
        yield from in_processes(fixtures, workers)


def in_processes(fixtures: Sequence[Fixture], workers: int) -> Iterator[FixtureResult]:
    """Plays in processes of this machine. If one dies, fixtures without a result are handed out again."""
    left = {fixture.number: fixture for fixture in fixtures}
    tries = 0
    while left:
        before = len(left)
        spawning = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(workers, mp_context=spawning) as pool:
            lists = batches(list(left.values()), workers)
            try:
                for future in as_completed([pool.submit(play_batch, each, program()) for each in lists]):
                    for result in future.result():
                        del left[result.number]
                        yield result
            except BrokenProcessPool:
                tries = 0 if len(left) < before else tries + 1
                if tries > RETRIES:
                    raise UsageFault(
                        f"workers: expected them to live, found them dead {tries} times in a row"
                    ) from None
            finally:
                pool.shutdown(cancel_futures=True)


def _on_cluster(fixtures: Sequence[Fixture], address: str) -> Iterator[FixtureResult]:
    """Plays on a Dask cluster, which hands a dead worker's games to another one by itself."""
    from distributed import Client, as_completed
    from distributed.scheduler import KilledWorker

    try:
        joined = Client(address)
    except OSError as fault:
        raise UsageFault(f"--cluster: expected a Dask scheduler at {address}, found: {fault}") from None
    with joined as client:
        waiting = iter(batches(fixtures, sum(client.ncores().values())))
        rules = program()

        def handed_out(most: int) -> list[Any]:
            lists = list(islice(waiting, most))
            return list(client.map(play_batch, lists, [rules] * len(lists), pure=False)) if lists else []

        coming = as_completed(handed_out(AT_ONCE), with_results=True)
        try:
            for _future, found in coming:
                yield from found
                coming.update(handed_out(1))
        except KilledWorker as fault:
            raise UsageFault(f"--cluster: a game was given up as its workers died: {fault}") from None


def batches(fixtures: Sequence[Fixture], workers: int) -> list[Sequence[Fixture]]:
    """The fixtures in batches large enough to be worth handing out, and small enough to end at about one time."""
    size = min(MOST_IN_BATCH, max(1, len(fixtures) // (max(1, workers) * BATCHES_EACH)))
    return [fixtures[at : at + size] for at in range(0, len(fixtures), size)]


def play_batch(fixtures: Sequence[Fixture], rules: str) -> list[FixtureResult]:
    """Plays some games if this program is the one named in `rules`. Raises UsageFault."""
    if program() != rules:
        raise UsageFault(f"--cluster: expected program {rules} on {gethostname()}, found {program()}")
    return list(map(play, fixtures))


@cache
def program() -> str:
    """Version and fingerprint of this program: the text of the rules, the bots and the league."""
    root = Path(companion.__file__).parent
    sources = sorted((*root.rglob("*.py"), *root.rglob("*.toml"), *Path(__file__).parent.glob("*.py")))
    whole = sha256()
    for file in sources:
        whole.update(file.read_bytes())
    return f"{app_version()} {whole.hexdigest()[:12]}"
