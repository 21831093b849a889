"""`companion games`, `rules`, `referee`, `demo` and `simulate`: lists, refereeing, games that play
themselves.
"""

import sys
from dataclasses import asdict
from random import Random
from statistics import median
from typing import Any

import typer

from companion.game import Game, Over, Setup
from companion.games import all_games
from companion.rulebook import NoSuchRule, rule
from companion.rulebook import rules as all_rules
from ui.cli.common import Line, Words, answer, open_window
from ui.demo.random_play import LONGEST, play_games, with_random_choices
from ui.owned.tribes import takes_tribes
from ui.records.beginning import USUAL, UsageFault, game_and_setup, game_named
from ui.words import several

_SHOWN = 20


def games(*, json: bool = False) -> None:
    """Lists the games, their seats and their options."""
    from ui.line.stdio import game_json

    found, lines = [game_json(game) for game in all_games().values()], list[Line]()
    for game in found:
        lines.append(f"{game['id']}: {game['name']}, {' or '.join(map(str, game['seats']))} seats")
        rows = []
        for option in game["options"]:
            values = ", ".join(_typed(choice["value"]) for choice in option["choices"]) or "text"
            default = _typed(option["default"])
            rows.append((option["name"], option["words"], values, default, option["ledger"]))
        lines.append((("option", "what it decides", "values", "default", "ledger"), rows))
    answer(found, *lines, json=json)


def _typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def rules(game: str, id: str = "", *, json: bool = False) -> None:
    """Lists a game's rules, or shows one."""
    name = game_named(game).id
    if not id:
        found = all_rules(name)
        table = ("id", "rule", "source"), [(one.id, one.words, one.source) for one in found]
        answer([asdict(one) for one in found], table, json=json)
        return
    try:
        one = rule(name, id)
    except NoSuchRule:
        raise UsageFault(f"ID: expected a rule of {name}, found {id!r}: see companion rules {name}") from None
    lines = [f"{one.id}: {one.words}", f"source: {one.source or 'none'}"]
    if one.is_reading:
        lines.append(f"our reading of: {one.reads or 'nothing that it says'}")
    if one.not_checked:
        lines.append(f"not checked: {one.not_checked}")
    for example in one.examples:
        lines += ["example:", *(f"    {line}" for line in example)]
    answer(asdict(one), *lines, json=json)


def referee(*, stdio: bool = False) -> None:
    """Referees for another program: one JSON object a line in, one a line out.

    It is asked by {"do": VERB, …}; the verbs are games, new, position, state, turn, legal, tell, see, look, view, back
    and journal. docs/protocol.md tells every field, answer and error, with examples.
    """
    from ui.line.stdio import serve

    if not stdio:
        raise UsageFault(
            "referee: expected --stdio, found nothing: there is no other way to speak with it yet"
        )
    serve(sys.stdin.buffer, sys.stdout.buffer)


def demo(
    game: str = USUAL,
    *,
    headless: bool = False,
    seed: int = 1,
    events: int | None = None,
    seats: int | None = None,
    option: Words = None,
    json: bool = False,
) -> None:
    """Plays a game with no hand on the table."""
    played, setup = game_and_setup(game, seats, option or [])
    if not headless:
        raise typer.Exit(open_window(played.id, demo=setup))

    from ui.demo.playing import Demo, DemoFault

    shown = Demo.at_simulated_table(played, setup, seed)
    fault: str | None = None
    try:
        for number, words in enumerate(shown.play(events), start=1):
            answer({"entry": number, "text": words}, words, json=json)
    except DemoFault as found:
        fault = str(found)
    now, booked = shown.referee.now(), len(shown.referee.entries)
    ended = now.view.headline if isinstance(now.turn, Over) else None
    said: dict[str, object] = {"pictures": shown.pictures, "events": booked, "told": shown.told}
    said |= {"asked": shown.asked, "laid anew": shown.laid_anew, "result": ended, "fault": fault}
    pictures = several("{n} picture", "{n} pictures", shown.pictures)
    entries = several("{n} event", "{n} events", booked)
    figures = f"{pictures}, {entries}, {shown.told} told, {shown.asked} asked"
    if fault is not None:
        typer.echo(f"companion: {fault}", err=True)
    answer({"summary": said}, ended or "to be continued", figures, json=json, no=fault is not None)


def simulate(
    game: str,
    *,
    games: int = 100,
    seed: int = 1,
    seats: int | None = None,
    option: Words = None,
    check_every: int = 1,
    random_tribes: bool = False,
    random: bool = False,
    longest: int = LONGEST,
    json: bool = False,
) -> None:
    """Plays random lawful games; exit code 1 if an invariant broke."""
    from ui.owned.tribes import with_random_tribes

    played, setup = game_and_setup(game, seats, option or [])
    if random_tribes and not takes_tribes(played):
        raise UsageFault(f"--random-tribes: expected a game with tribes, found {game}")
    if random and not any(option.many for option in played.options):
        raise UsageFault(f"--random: expected a game with an option of many choices, found {game}")

    # Each game draws its own set-up, from the seed of that game.
    def draw(played: Game[Any], setup: Setup, chance: Random) -> Setup:
        if random:
            setup = with_random_choices(played, setup, chance)
        return with_random_tribes(played, setup, chance) if random_tribes else setup

    found = play_games(played, setup, games, seed, check_every, draw, longest)
    lengths = {"shortest": min(found.lengths), "median": median(found.lengths), "longest": max(found.lengths)}
    digits = {"seconds": 3, "processor_seconds": 3, "events_per_second": 1, "games_per_second": 2}
    counted = ("games", "not_ended", "events", "decisions", "checked")
    told: dict[str, Any] = {"game": played.id, "options": dict(setup.options), "seed": seed}
    told |= {name: getattr(found, name) for name in counted}
    told |= {name: round(getattr(found, name), count) for name, count in digits.items()}
    told |= {name: dict(getattr(found, name).most_common()) for name in ("winners", "endings")}
    told |= {"lengths": lengths, "kinds": dict(found.kinds.most_common()), "broken": found.broken}
    of_games = several("{n} game", "{n} games", found.games)
    events = several("{n} event", "{n} events", found.events)
    lines: list[Line] = [
        f"{of_games} of {played.name}, seed {seed}: {events}, {found.decisions} of them decisions,"
        f" in {found.seconds:.1f} s",
        f"{found.games_per_second:.1f} games and {found.events_per_second:.0f} events a second of one core,"
        f" {several('{n} position', '{n} positions', found.checked)} checked",
    ]
    if found.not_ended:
        most = several("{n} event", "{n} events", longest)
        lines.append(f"not ended after {most} and given up: {found.not_ended}")
    lines += [
        f"events a game: {lengths['shortest']} to {lengths['longest']}, median {lengths['median']:g}",
        (("winner", "games"), found.winners.most_common()),
        (("ended by", "games"), found.endings.most_common()),
        f"broken invariants: {len(found.broken) or 'none'}",
        *(f"  {line}" for line in found.broken[:_SHOWN]),
    ]
    answer(told, *lines, json=json, no=found.broken)
