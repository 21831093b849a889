"""`companion demo` and `simulate`: games that play themselves, on the simulated table or many at random."""

from random import Random
from statistics import median
from typing import Annotated, Any

import typer
from typer import Argument, Option

from companion.game import Game, Over, Setup
from ui.cli.common import Json, Options, Seats, Seed, open_window, say, say_json, say_table
from ui.demo.random_play import LONGEST, play_games, with_random_choices
from ui.owned.tribes import takes_tribes
from ui.records.beginning import USUAL, UsageFault, game_and_setup
from ui.words import several

_SHOWN = 20


def demo(
    game: Annotated[str, Argument(help="A game's id.")] = USUAL,
    *,
    headless: Annotated[bool, Option("--headless", help="Print what is said; open no window.")] = False,
    seed: Seed = 1,
    events: Annotated[int | None, Option(min=1, help="Stop after so many entries.")] = None,
    seats: Seats = None,
    option: Options = None,
    json: Annotated[bool, Option("--json", help="With --headless: JSON for programs.")] = False,
) -> None:
    """Plays a game with no hand on the table."""
    played, setup = game_and_setup(game, seats, option or [])
    if not headless:
        raise typer.Exit(open_window(played.id, demo=setup))

    from ui.demo.deeds import DemoFault
    from ui.demo.playing import Demo

    shown = Demo.at_simulated_table(played, setup, seed)
    fault: str | None = None
    try:
        for number, words in enumerate(shown.play(events), start=1):
            if json:
                say_json({"entry": number, "text": words})
            else:
                say(words)
    except DemoFault as found:
        fault = str(found)
    now, booked = shown.referee.now(), len(shown.referee.entries)
    ended = now.view.headline if isinstance(now.turn, Over) else None
    if json:
        said: dict[str, object] = {"pictures": shown.pictures, "events": booked, "told": shown.told}
        said |= {"asked": shown.asked, "laid anew": shown.laid_anew, "result": ended, "fault": fault}
        say_json({"summary": said})
    else:
        say(ended or "to be continued")
        pictures = several("{n} picture", "{n} pictures", shown.pictures)
        entries = several("{n} event", "{n} events", booked)
        say(f"{pictures}, {entries}, {shown.told} told, {shown.asked} asked")
    if fault is not None:
        typer.echo(f"companion: {fault}", err=True)
        raise typer.Exit(1)


def simulate(
    game: Annotated[str, Argument(help="A game's id.")],
    games: Annotated[int, Option(min=1, help="How many.")] = 100,
    seed: Seed = 1,
    seats: Seats = None,
    option: Options = None,
    check_every: Annotated[int, Option(min=1, help="Check every N-th event only.")] = 1,
    *,
    random_tribes: Annotated[
        bool, Option("--random-tribes", help="Two lawful tribes built at random a game.")
    ] = False,
    random: Annotated[bool, Option("--random", help="Options of many choices drawn by lot.")] = False,
    longest: Annotated[int, Option(min=1, help="Give a game up after so many events.")] = LONGEST,
    json: Json = False,
) -> None:
    """Plays random lawful games; exit code 1 if an invariant broke."""
    from ui.owned.tribes import with_random_tribes

    played, setup = game_and_setup(game, seats, option or [])
    if random_tribes and not takes_tribes(played):
        raise UsageFault(f"--random-tribes: expected a game with tribes, found {game}")
    if random and not any(option.many for option in played.options):
        raise UsageFault(f"--random: expected a game with an option of many choices, found {game}")

    def draw(played: Game[Any], setup: Setup, chance: Random) -> Setup:
        if random:
            setup = with_random_choices(played, setup, chance)
        return with_random_tribes(played, setup, chance) if random_tribes else setup

    found = play_games(played, setup, games, seed, check_every, draw, longest)
    lengths = {"shortest": min(found.lengths), "median": median(found.lengths), "longest": max(found.lengths)}
    if json:
        digits = {"seconds": 3, "processor_seconds": 3, "events_per_second": 1, "games_per_second": 2}
        told: dict[str, Any] = {"game": played.id, "options": dict(setup.options), "seed": seed}
        told |= {
            name: getattr(found, name) for name in ("games", "not_ended", "events", "decisions", "checked")
        }
        told |= {name: round(getattr(found, name), count) for name, count in digits.items()}
        told |= {name: dict(getattr(found, name).most_common()) for name in ("winners", "endings")}
        told |= {"lengths": lengths, "kinds": dict(found.kinds.most_common()), "broken": found.broken}
        say_json(told)
    else:
        counted = several("{n} game", "{n} games", found.games)
        events = several("{n} event", "{n} events", found.events)
        say(
            f"{counted} of {played.name}, seed {seed}: {events}, {found.decisions} of them decisions,"
            f" in {found.seconds:.1f} s"
        )
        say(
            f"{found.games_per_second:.1f} games and {found.events_per_second:.0f} events a second of one core, "
            f"{several('{n} position', '{n} positions', found.checked)} checked"
        )
        if found.not_ended:
            most = several("{n} event", "{n} events", longest)
            say(f"not ended after {most} and given up: {found.not_ended}")
        say(f"events a game: {lengths['shortest']} to {lengths['longest']}, median {lengths['median']:g}")
        say_table(("winner", "games"), found.winners.most_common())
        say_table(("ended by", "games"), found.endings.most_common())
        say(f"broken invariants: {len(found.broken) or 'none'}")
        for line in found.broken[:_SHOWN]:
            say(f"  {line}")
    if found.broken:
        raise typer.Exit(1)
