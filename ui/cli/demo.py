"""`companion demo`: a game plays itself on the simulated table, camera pipeline and all."""

from typing import Annotated

import typer
from typer import Argument, Option

from companion.game import Over
from ui.cli.options import Options, Seats, Seed
from ui.cli.out import say, say_json
from ui.records.arguments import game_and_setup
from ui.records.beginning import USUAL
from ui.words import several


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
        from ui.cli.window import open_window

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
        said: dict[str, object] = {
            "pictures": shown.pictures,
            "events": booked,
            "told": shown.told,
            "asked": shown.asked,
            "laid anew": shown.laid_anew,
            "result": ended,
            "fault": fault,
        }
        say_json({"summary": said})
    else:
        say(ended or "to be continued")
        pictures = several("{n} picture", "{n} pictures", shown.pictures)
        entries = several("{n} event", "{n} events", booked)
        say(f"{pictures}, {entries}, {shown.told} told, {shown.asked} asked")
    if fault is not None:
        typer.echo(f"companion: {fault}", err=True)
        raise typer.Exit(1)
